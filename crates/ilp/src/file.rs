//! Common parts of the file formats: names, comment lines, and a normal form that every format can express.
//!
//! Column 11 with the name `knight r3c4` is `x12` in OPB and `x12_knight_r3c4` in LP and MPS. The leading number makes
//! the name unique and is all that is needed to read a solution.

use super::{Program, Row};
use boardwright_base::source::one_line;
use std::borrow::Cow;

/// The maximal number of characters taken from a column's name.
const NAME: usize = 40;

/// Returns the name of a column in LP and MPS: its 1-based number and its name with other characters than letters and
/// digits replaced by `_`.
pub(super) fn column_name(program: &Program, column: usize) -> String {
    let name = program.columns[column].name.chars();
    let plain = name.map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(NAME);
    let plain: String = plain.collect();
    let separator = if plain.is_empty() { "" } else { "_" };
    format!("x{}{separator}{plain}", column + 1)
}

/// Returns comment lines that start with `sign`.
pub(super) fn comments(sign: &str, lines: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    lines.into_iter().map(|line| format!("{sign} {}\n", one_line(line.as_ref()))).collect()
}

/// Returns the origin of a row, by its index, for a comment before it.
pub type Origins<'a> = dyn Fn(usize) -> String + 'a;

/// Writes comments about origins: one for rows in a row with the same origin.
pub(super) struct Marker<'a> {
    sign: &'static str,
    origins: Option<&'a Origins<'a>>,
    last: String,
}

impl<'a> Marker<'a> {
    pub(super) fn new(sign: &'static str, origins: Option<&'a Origins<'a>>) -> Marker<'a> {
        Marker { sign, origins, last: String::new() }
    }

    /// Writes the origin of a row unless the row before has it, too.
    pub(super) fn mark(&mut self, text: &mut String, row: usize) {
        if let Some(origins) = self.origins {
            self.say(text, &origins(row));
        }
    }

    /// Writes what the next rows are, unless the one before is the same.
    pub(super) fn say(&mut self, text: &mut String, origin: &str) {
        if self.origins.is_some() && origin != self.last {
            text.push_str(&comments(self.sign, [origin]));
            self.last = origin.into();
        }
    }
}

/// Returns the indices of the rows of a program that its normal form has.
pub(super) fn kept_rows(program: &Program) -> Vec<usize> {
    let rows = program.rows.iter().enumerate();
    rows.filter(|(_, row)| !row.terms.is_empty() || !row.relation.holds(0, row.bound)).map(|(index, _)| index).collect()
}

/// Returns a line `x12 knight r3c4` for every named column.
pub(super) fn names(program: &Program) -> impl Iterator<Item = String> {
    let named = program.columns.iter().enumerate().filter(|(_, column)| !column.name.is_empty());
    named.map(|(index, column)| format!("x{} {}", index + 1, column.name))
}

/// Returns the program with at least one column and without empty rows: a true empty row is removed, a false one is
/// replaced by a row that requires the first column to exceed its upper bound, or, if that is the greatest number, an added
/// column that is 0. An added column comes last.
pub(super) fn normalised(program: &Program) -> Cow<'_, Program> {
    if !program.columns.is_empty() && program.rows.iter().all(|row| !row.terms.is_empty()) {
        return Cow::Borrowed(program);
    }
    let mut normalised = program.clone();
    if normalised.columns.is_empty() {
        normalised.column("", 0, 0);
    }
    let (column, beyond) = match normalised.columns[0].upper.checked_add(1) {
        Some(beyond) => (0, beyond),
        None => (normalised.column("", 0, 0), 1),
    };
    normalised.rows.retain(|row| !row.terms.is_empty() || !row.relation.holds(0, row.bound));
    for row in normalised.rows.iter_mut().filter(|row| row.terms.is_empty()) {
        *row = Row { terms: vec![(column, 1)], relation: super::Relation::AtLeast, bound: beyond };
    }
    Cow::Owned(normalised)
}

/// Appends words with line breaks: some readers limit lines to a few hundred characters.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Relation;

    #[test]
    fn a_false_row_stays_false_beside_the_greatest_number() {
        let mut program = Program::default();
        program.column("x", 0, i64::MAX);
        program.rows.push(Row { terms: vec![], relation: Relation::Equal, bound: 1 });
        let normalised = normalised(&program);
        assert_eq!(normalised.columns.len(), 2);
        assert!(!normalised.holds(&[i64::MAX, 0]));
    }
}
