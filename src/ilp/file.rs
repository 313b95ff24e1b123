//! What the file formats of programs have in common: names, comment lines, and a form that all of them can say.
//!
//! Column 11, `knight r3c4`, is `x12` in OPB and `x12_knight_r3c4` in LP and MPS, whatever its name holds: the number
//! makes it unique, comes first, and is all that reading a solution needs.

use super::{Program, Row};
use crate::source::one_line;
use std::borrow::Cow;

/// The number of characters of a name that go into a column's name.
const NAME: usize = 40;

/// The name of a column in LP and MPS: its 1-based number and what letters and digits its name has.
pub(super) fn column_name(program: &Program, column: usize) -> String {
    let name = program.columns[column].name.chars();
    let plain = name.map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(NAME);
    let plain: String = plain.collect();
    let separator = if plain.is_empty() { "" } else { "_" };
    format!("x{}{separator}{plain}", column + 1)
}

/// Comment lines behind the format's sign.
pub(super) fn comments(sign: &str, lines: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    lines.into_iter().map(|line| format!("{sign} {}\n", one_line(line.as_ref()))).collect()
}

/// A line for every column that has a name: `x12 knight r3c4`.
pub(super) fn names(program: &Program) -> impl Iterator<Item = String> {
    let named = program.columns.iter().enumerate().filter(|(_, column)| !column.name.is_empty());
    named.map(|(index, column)| format!("x{} {}", index + 1, column.name))
}

/// The same program with at least one column and no row without terms: a row that always holds is left out, one that
/// never does asks the first column for more than its upper bound. A column that is added comes last.
pub(super) fn sayable(program: &Program) -> Cow<'_, Program> {
    if !program.columns.is_empty() && program.rows.iter().all(|row| !row.terms.is_empty()) {
        return Cow::Borrowed(program);
    }
    let mut sayable = program.clone();
    if sayable.columns.is_empty() {
        sayable.column("", 0, 0);
    }
    let beyond = sayable.columns[0].upper + 1;
    sayable.rows.retain(|row| !row.terms.is_empty() || !row.relation.holds(0, row.bound));
    for row in sayable.rows.iter_mut().filter(|row| row.terms.is_empty()) {
        *row = Row { terms: vec![(0, 1)], relation: super::Relation::AtLeast, bound: beyond };
    }
    Cow::Owned(sayable)
}

/// Words one after the other, a new line whenever one grows long: some readers take no line beyond a few hundred
/// characters.
pub(super) fn wrapped(text: &mut String, words: impl IntoIterator<Item = String>) {
    let mut width = 0;
    for word in words {
        if width + word.len() > 96 {
            text.push('\n');
            width = 0;
        } else if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        width += word.len() + 1;
        text.push_str(&word);
    }
}
