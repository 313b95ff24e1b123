//! A position: what a person has entered so far, as rows in the symbols of the model or as facts.
//!
//! In rows, `?` is an unknown cell, and so is `.` unless it is a value of the model; `_` is no cell. A line such as `r3c4=5`,
//! `r3c4!=5`, `r1c1-r1c2`, `no r1c1-r1c2` or `L at r1c2 turned 90` is a fact as steps print it; on a board of several layers the name of
//! the layer precedes the cell. JSON has the rows in `board`, and facts in `known`.
//!
//! Names of layers, values and pieces may have any characters, so a text is compared with the names of the board. One that is two facts
//! is an error. Start with [`entries`].

use super::fact::{Fact, Subject, ValueAt};
use boardwright_base::board::Cell;
use boardwright_base::board::shape::Orientation;
use boardwright_puzzle::PlaceableKind;
use boardwright_puzzle::capability::cells::{Sheet, SheetLayer};
use boardwright_puzzle::solution::notation;
use std::collections::BTreeMap;

/// The symbols of cells that are unknown, unless they are values of the model.
const UNKNOWN: [&str; 3] = ["?", ".", "_"];

/// An entry of a position: a fact that may be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is about.
    pub subject: Entered,
    /// Whether it is there, and not excluded.
    pub holds: bool,
}

/// What an entry is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entered {
    /// A value of a cell.
    Value(ValueAt),
    /// A line, by its index.
    Line(usize),
    /// A piece on the board.
    Piece {
        /// The class of the piece.
        class: usize,
        /// How it is turned.
        orientation: Orientation,
        /// Its first cell.
        at: Cell,
    },
}

/// What is wrong with the text of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// It has too few or too many rows.
    #[error("expected {expected} rows, found {found}")]
    Rows {
        /// The number of rows of the board.
        expected: usize,
        /// The number of rows of the position.
        found: usize,
    },
    /// A row has too few or too many cells.
    #[error("expected {expected} cells in row {row}, found {found}")]
    Cells {
        /// The row, from 1.
        row: usize,
        /// The number of cells of the board.
        expected: usize,
        /// The number of cells of the position.
        found: usize,
    },
    /// A symbol is no value.
    #[error("unknown value `{value}` at {cell} (expected {known}, or ? for an unknown cell)")]
    Value {
        /// The symbol.
        value: String,
        /// Its cell.
        cell: String,
        /// The values of the model.
        known: String,
    },
    /// It is no JSON of a position.
    #[error("not the JSON of a position: {0}")]
    Json(String),
    /// The board has lines only, and the position has rows.
    #[error("unexpected row (the board has lines only; enter them as r1c1-r1c2)")]
    NoRows,
    /// An entry names several things on the board.
    #[error("ambiguous entry `{0}` (layers, values or pieces of this board have names that make it several facts)")]
    Ambiguous(String),
    /// An entry names nothing on the board.
    #[error("unknown entry `{0}` (expected a fact of this board, such as r3c4=5 or r1c1-r1c2)")]
    Entry(String),
}

/// Returns the entries of a position.
///
/// # Errors
/// What is malformed.
pub fn entries(text: &str, family: &str, sheet: &Sheet) -> Result<Vec<Entry>, BadPosition> {
    match text.trim_start().starts_with('{') {
        true => of_json(text, family, sheet),
        false => of_text(text, sheet),
    }
}

/// Returns entries that a person types in one line, one a line, if a text is of this form: it is empty, or a word of it begins with a
/// cell. Entries stand apart by commas or spaces: `r1c1=3 r2c2=#`, `no r1c1-r1c2, L at r1c2 turned 90`.
pub fn typed(text: &str) -> Option<String> {
    let is_entry =
        |word: &&str| cell(word).is_some_and(|(_, rest)| rest.starts_with(['=', '!', '-']) || rest.is_empty());
    if !text.trim().is_empty() && !text.split(|c: char| c.is_whitespace() || c == ',').any(|word| is_entry(&word)) {
        return None;
    }
    if text.contains([',', '\n']) {
        return Some(text.replace(',', "\n"));
    }
    let mut lines = String::new();
    for word in text.split_whitespace() {
        // Words before a cell belong to it: `no`, the name of a layer.
        lines += word;
        lines.push(if is_entry(&word) { '\n' } else { ' ' });
    }
    Some(lines)
}

/// Returns the entry that a text such as `r3c4=5` is.
///
/// # Errors
/// The text is no entry of this board, or several.
pub fn entry(text: &str, sheet: &Sheet) -> Result<Entry, BadPosition> {
    let mut found = readings(text, sheet);
    match (found.pop(), found.is_empty()) {
        (Some(entry), true) => Ok(entry),
        (Some(_), false) => Err(BadPosition::Ambiguous(text.to_string())),
        (None, _) => Err(BadPosition::Entry(text.to_string())),
    }
}

/// Returns all entries that a text may be.
fn readings(text: &str, sheet: &Sheet) -> Vec<Entry> {
    let mut found = Vec::new();
    for (layer, own) in sheet.layers.iter().enumerate() {
        let rest = if sheet.layers.len() > 1 { after(text, &[&own.name, " "]) } else { Some(text) };
        let Some((at, rest)) = rest.and_then(cell) else { continue };
        let (holds, value) = match (rest.strip_prefix("!="), rest.strip_prefix('=')) {
            (Some(value), _) => (false, value),
            (None, Some(value)) => (true, value),
            (None, None) => continue,
        };
        let (cell, value) =
            (own.cells.iter().position(|own| *own == Some(at)), own.values.iter().position(|own| own == value));
        if let (Some(cell), Some(value)) = (cell, value) {
            found.push(Entry { subject: Entered::Value(ValueAt { layer, cell, value }), holds });
        }
    }
    for (text, holds) in [(Some(text), true), (text.strip_prefix("no "), false)] {
        let Some(text) = text else { continue };
        let ends = cell(text)
            .and_then(|(a, rest)| Some([a, cell(rest.strip_prefix('-')?).filter(|(_, rest)| rest.is_empty())?.0]));
        let line = ends.and_then(|ends| sheet.lines.iter().position(|line| line.ends == ends));
        found.extend(line.map(|line| Entry { subject: Entered::Line(line), holds }));
        for (class, name) in sheet.pieces.iter().enumerate() {
            let Some((at, turned)) = after(text, &[name, " at "]).and_then(cell) else { continue };
            let is_on = sheet.layers.iter().any(|layer| layer.cells.contains(&Some(at)));
            if let Some(orientation) = orientation(turned).filter(|_| is_on) {
                found.push(Entry { subject: Entered::Piece { class, orientation, at }, holds });
            }
        }
    }
    found
}

/// Returns the rest of a text that begins with some parts.
fn after<'t>(text: &'t str, parts: &[&str]) -> Option<&'t str> {
    parts.iter().try_fold(text, |text, part| text.strip_prefix(part))
}

/// Returns the cell at the beginning of a text, such as `r3c4`, and the rest.
fn cell(text: &str) -> Option<(Cell, &str)> {
    let number = |text: &'_ str| -> Option<(usize, usize)> {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = text[..length].parse().ok().filter(|&number| number > 0 && !text.starts_with('0'))?;
        Some((number - 1, length))
    };
    let text = text.strip_prefix('r')?;
    let (row, length) = number(text)?;
    let text = text[length..].strip_prefix('c')?;
    let (column, length) = number(text)?;
    Some((Cell::new(row, column), &text[length..]))
}

/// Returns the orientation that a text after a place says: ` turned 90`; nothing is the original one.
fn orientation(text: &str) -> Option<Orientation> {
    let original = Orientation { flipped: false, quarters: 0, sixths: 0, in_space: 0 };
    if text.is_empty() {
        return Some(original);
    }
    let text = text.strip_prefix(' ')?;
    let turned = (0..4).map(|quarters| Orientation { quarters, ..original });
    let turned = turned.chain((0..6).map(|sixths| Orientation { sixths, ..original }));
    let flipped = turned.clone().map(|turned| Orientation { flipped: true, ..turned });
    let in_space = (1..u8::MAX).map(|in_space| Orientation { in_space, ..original });
    turned.skip(1).chain(flipped).chain(in_space).find(|own| own.to_string() == text)
}

fn of_text(text: &str, sheet: &Sheet) -> Result<Vec<Entry>, BadPosition> {
    let mut entries = Vec::new();
    let mut rows = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match entry(line, sheet) {
            Err(BadPosition::Entry(_)) if !is_misspelled_fact(line, sheet) => rows.push(line),
            read => entries.push(read?),
        }
    }
    let mut all = if rows.is_empty() { Vec::new() } else { of_rows(&rows, sheet)? };
    all.extend(entries);
    Ok(all)
}

/// Returns whether a line that is no fact looks like one more than like a row of the board.
fn is_misspelled_fact(line: &str, sheet: &Sheet) -> bool {
    let is_row = sheet.layers.first().is_some_and(|layer| {
        symbols(line, layer).iter().all(|word| layer.values.contains(word) || UNKNOWN.contains(&word.as_str()))
    });
    let text = line.strip_prefix("no ").unwrap_or(line);
    let of_layer = || sheet.layers.iter().filter_map(|layer| after(text, &[&layer.name, " "]));
    let of_piece = || text.split_once(" at ").map(|(_, rest)| rest);
    !is_row && std::iter::once(text).chain(of_layer()).chain(of_piece()).any(|text| cell(text).is_some())
}

/// Returns the symbols of a row.
fn symbols(row: &str, layer: &SheetLayer) -> Vec<String> {
    match row.contains(' ') || layer.values.iter().any(|value| value.chars().count() > 1) {
        true => row.split_whitespace().map(str::to_string).collect(),
        false => row.chars().map(String::from).collect(),
    }
}

fn of_json(text: &str, family: &str, sheet: &Sheet) -> Result<Vec<Entry>, BadPosition> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| BadPosition::Json(error.to_string()))?;
    let known = value.get("known").and_then(notation::texts);
    let mut entries = known.iter().flatten().map(|text| entry(text, sheet)).collect::<Result<Vec<_>, _>>()?;
    if known.is_none() || value.get("board").is_some() {
        let written = notation::read(text, family).map_err(|error| BadPosition::Json(error.to_string()))?;
        let rows = written.first().map_or(&[][..], |written| &written.board[..]);
        entries.extend(of_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>(), sheet)?);
    }
    Ok(entries)
}

fn of_rows(rows: &[&str], sheet: &Sheet) -> Result<Vec<Entry>, BadPosition> {
    let height = sheet.height;
    if rows.len() != height {
        return Err(BadPosition::Rows { expected: height, found: rows.len() });
    }
    let layer = sheet.layers.first().ok_or(BadPosition::NoRows)?;
    let mut entries = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        let words = symbols(text, layer);
        let cells = || layer.cells.iter().enumerate().filter_map(|(index, cell)| Some((index, (*cell)?)));
        let own = || cells().filter(|(_, cell)| cell.row == row);
        let width = own().map(|(_, cell)| cell.column + 1).max().unwrap_or(0);
        if words.len() < width || words.len() > sheet.width {
            return Err(BadPosition::Cells { row: row + 1, expected: width, found: words.len() });
        }
        for (index, cell) in own() {
            let value = &words[cell.column];
            if let Some(value) = layer.values.iter().position(|own| own == value) {
                entries.push(Entry { subject: Entered::Value(ValueAt { layer: 0, cell: index, value }), holds: true });
            } else if !UNKNOWN.contains(&value.as_str()) {
                let known = layer.values.join(" ");
                return Err(BadPosition::Value { value: value.clone(), cell: cell.to_string(), known });
            }
        }
    }
    Ok(entries)
}

/// The facts of a position, and the entries that contradict the solution.
pub(super) struct Placed {
    pub(super) known: Vec<usize>,
    pub(super) wrong: Vec<Entry>,
}

/// Compares entries with the facts; entries about what the model does not decide are ignored.
pub(super) fn place(entries: &[Entry], facts: &[Fact]) -> Placed {
    let values: BTreeMap<ValueAt, usize> =
        facts.iter().enumerate().filter_map(|(index, fact)| Some((fact.value_at()?, index))).collect();
    let mut placed = Placed { known: Vec::new(), wrong: Vec::new() };
    for entry in entries {
        let fact = match &entry.subject {
            Entered::Value(at) => values.get(at).copied(),
            Entered::Line(line) => facts.iter().position(|fact| fact.subject == Subject::Line(*line)),
            Entered::Piece { class, orientation, at } => {
                facts.iter().position(|fact| is_piece(fact, *class, *orientation, *at))
            }
        };
        match (fact, &entry.subject) {
            (Some(fact), _) if facts[fact].holds == entry.holds => placed.known.push(fact),
            (Some(_), _) => placed.wrong.push(entry.clone()),
            // A cell with two values has one fact.
            (None, Entered::Value(at)) => {
                let of_cell = ValueAt { value: 0, ..*at }..=ValueAt { value: usize::MAX, ..*at };
                match values.range(of_cell).find(|&(_, &fact)| facts[fact].holds) {
                    Some(_) if entry.holds => placed.wrong.push(entry.clone()),
                    Some((_, &fact)) => placed.known.push(fact),
                    None => {}
                }
            }
            (None, Entered::Line(_) | Entered::Piece { .. }) => {}
        }
    }
    placed
}

/// Returns whether a fact is about a piece at a place.
fn is_piece(fact: &Fact, class: usize, orientation: Orientation, at: Cell) -> bool {
    let Subject::Placement(placed) = &fact.subject else { return false };
    let PlaceableKind::Piece(own) = placed.kind else { return false };
    placed.class == class && own.is_as(orientation) && fact.cells.first() == Some(&at)
}
