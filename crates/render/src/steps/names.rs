//! Names of facts, and lists of them.

pub(super) use crate::origin::list;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::Orientation;
use boardwright_puzzle::capability::cells::Sheet;
use boardwright_puzzle::{Placeable, PlaceableKind};
use boardwright_tasks::task::steps::{Entered, Entry, Fact, Steps, Subject};
use std::collections::BTreeSet;

/// Returns names as a list of alternatives: `a, b or c`.
pub(super) fn alternatives(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => list(names),
    }
}

/// Whether a text says what does not hold, or names it after words that do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `r3c4!=5`, `no r1c1-r1c2`.
    Stated,
    /// After `rules out`: `r3c4=5`.
    RuledOut,
}

/// Returns the name of a value.
pub(super) fn value(sheet: &Sheet, layer: usize, value: usize) -> String {
    let name = sheet.layers.get(layer).and_then(|own| own.values.get(value));
    name.map_or_else(|| value.to_string(), Clone::clone)
}

/// Returns the name of a cell, with that of its layer if there are several.
pub(super) fn place(sheet: &Sheet, layer: usize, cell: usize) -> String {
    let Some(own) = sheet.layers.get(layer) else { return format!("cell {}", cell + 1) };
    let at = own.cells.get(cell).copied().flatten().map_or_else(|| format!("cell {}", cell + 1), |at| at.to_string());
    if sheet.layers.len() > 1 { format!("{} {at}", own.name) } else { at }
}

/// Returns the name of a line.
fn line(sheet: &Sheet, line: usize) -> String {
    sheet.lines.get(line).map_or_else(|| format!("line {}", line + 1), |own| format!("{}-{}", own.ends[0], own.ends[1]))
}

/// Returns the name of a piece where it lies.
fn piece(sheet: &Sheet, class: usize, orientation: Orientation, at: Option<&Cell>) -> String {
    let mut words = piece_name(sheet, class);
    words.extend(at.map(|at| format!(" at {at}")));
    let turned = orientation.to_string();
    if turned.is_empty() { words } else { format!("{words} {turned}") }
}

fn piece_name(sheet: &Sheet, class: usize) -> String {
    sheet.pieces.get(class).cloned().unwrap_or_else(|| format!("piece {}", class + 1))
}

/// Returns the name of what is placed, without where it lies.
pub(super) fn placed(sheet: &Sheet, placed: &Placeable) -> String {
    match placed.kind {
        PlaceableKind::Piece(_) => piece_name(sheet, placed.class),
        PlaceableKind::Code { length } => {
            let words = placed.cells.iter().map(|word| format!(" {word:0length$b}"));
            format!("code{}", words.collect::<String>())
        }
        PlaceableKind::Block => format!("block {}", placed.class + 1),
    }
}

/// Returns the name of what a fact is about: a line, a placement, or a cell.
pub(super) fn subject(steps: &Steps, fact: &Fact) -> String {
    let sheet = &steps.sheet;
    match &fact.subject {
        Subject::Value(at) => place(sheet, at.layer, at.cell),
        Subject::Line(own) => line(sheet, *own),
        Subject::Placement(own) => match own.kind {
            PlaceableKind::Piece(orientation) => piece(sheet, own.class, orientation, fact.cells.first()),
            PlaceableKind::Code { .. } | PlaceableKind::Block => placed(sheet, own),
        },
    }
}

/// Returns `no` before what is not there.
fn no(holds: bool, name: String) -> String {
    if holds { name } else { format!("no {name}") }
}

fn sign(holds: bool) -> &'static str {
    if holds { "=" } else { "!=" }
}

/// Returns a fact as text: `r3c4=5`, `r3c4!=5`, `r1c1-r1c2`, `no r1c1-r1c2`, `L at r1c2 turned 90`.
pub(super) fn fact(steps: &Steps, fact: &Fact) -> String {
    let name = subject(steps, fact);
    match fact.subject {
        Subject::Value(at) => format!("{name}{}{}", sign(fact.holds), value(&steps.sheet, at.layer, at.value)),
        Subject::Line(_) | Subject::Placement(_) => no(fact.holds, name),
    }
}

/// Returns an entry of a position as steps print it.
pub fn entry(sheet: &Sheet, entry: &Entry) -> String {
    match &entry.subject {
        Entered::Value(at) => {
            let name = place(sheet, at.layer, at.cell);
            format!("{name}{}{}", sign(entry.holds), value(sheet, at.layer, at.value))
        }
        Entered::Line(own) => no(entry.holds, line(sheet, *own)),
        Entered::Piece { class, orientation, at } => no(entry.holds, piece(sheet, *class, *orientation, Some(at))),
    }
}

/// Returns facts as text; exclusions of one cell stand together: `r3c4!=5,7`.
pub(super) fn facts(steps: &Steps, indices: &[usize], form: Form) -> String {
    let of = |index: &usize| &steps.facts[*index];
    let cell = |index: &usize| of(index).value_at().map(|at| (at.layer, at.cell));
    let mut words: Vec<String> = Vec::new();
    for same in stated(steps, indices).chunk_by(|a, b| !of(a).holds && cell(a).is_some() && cell(a) == cell(b)) {
        match (of(&same[0]).value_at(), form) {
            (Some(at), _) if !of(&same[0]).holds => {
                let values: Vec<usize> = same.iter().filter_map(|index| Some(of(index).value_at()?.value)).collect();
                let sign = sign(form == Form::RuledOut);
                let name = place(&steps.sheet, at.layer, at.cell);
                words.push(format!("{name}{sign}{}", ranges(&steps.sheet, at.layer, &values)));
            }
            (_, Form::RuledOut) => words.push(subject(steps, of(&same[0]))),
            (_, Form::Stated) => words.push(fact(steps, of(&same[0]))),
        }
    }
    words.join(", ")
}

/// Returns the facts of which no other one says it: the value of a cell says what is excluded. What is there stands before what is
/// excluded.
pub(super) fn stated(steps: &Steps, indices: &[usize]) -> Vec<usize> {
    let cell = |fact: &Fact| fact.value_at().map(|at| (at.layer, at.cell));
    let held: BTreeSet<(usize, usize)> =
        indices.iter().map(|&index| &steps.facts[index]).filter(|fact| fact.holds).filter_map(cell).collect();
    let is_said = |fact: &Fact| !fact.holds && cell(fact).is_some_and(|cell| held.contains(&cell));
    let mut order: Vec<usize> = indices.iter().copied().filter(|&index| !is_said(&steps.facts[index])).collect();
    order.sort_by_key(|&index| (!steps.facts[index].holds, index));
    order
}

/// Returns a list of values with three or more consecutive numbers as a range: `2,4,6..20`. A value that looks like a list is quoted.
fn ranges(sheet: &Sheet, layer: usize, values: &[usize]) -> String {
    let quoted =
        |name: String| if name.contains([',', '`']) || name.contains("..") { format!("`{name}`") } else { name };
    let names: Vec<String> = values.iter().map(|&own| quoted(value(sheet, layer, own))).collect();
    let is_next =
        |a: &String, b: &String| a.parse::<i64>().ok().zip(b.parse::<i64>().ok()).is_some_and(|(a, b)| b == a + 1);
    let short = |run: &[String]| match run {
        [first, _, .., last] => format!("{first}..{last}"),
        _ => run.join(","),
    };
    names.chunk_by(is_next).map(short).collect::<Vec<_>>().join(",")
}

/// Returns a text with a capital letter, unless it begins with a cell.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let is_cell = text.starts_with('r') && text[1..].starts_with(|letter: char| letter.is_ascii_digit());
    match letters.next() {
        Some(first) if !is_cell => first.to_uppercase().chain(letters).collect(),
        _ => text.to_string(),
    }
}
