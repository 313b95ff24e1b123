//! A position: what a person has entered so far, as rows in the symbols of the model or as facts.
//!
//! In rows, `?` is an unknown cell, and so is `.` unless it is a value of the model; `_` is no cell. A line such as `r3c4=5`,
//! `r3c4!=5`, `r1c1-r1c2` or `no r1c1-r1c2` is a fact as steps print it. JSON has the rows in `board`, and facts in `known`.

use super::fact::Fact;
use crate::puzzle::capability::cells::Sheet;
use crate::solution::notation;
use std::collections::BTreeMap;

/// An entry of a position, as a fact that may be wrong: `r3c4=5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry(pub String);

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
    /// An entry names nothing on the board.
    #[error("unknown entry `{0}` (expected a fact of this board, such as r3c4=5 or r1c1-r1c2)")]
    Entry(String),
}

/// Returns the entries of a position.
///
/// # Errors
/// What is malformed.
pub fn entries(text: &str, family: &str, sheet: &Sheet) -> Result<Vec<Entry>, BadPosition> {
    let entries = match text.trim_start().starts_with('{') {
        true => of_json(text, family, sheet)?,
        false => of_text(text, sheet)?,
    };
    match entries.iter().find(|entry| !is_on(sheet, &entry.0)) {
        Some(entry) => Err(BadPosition::Entry(entry.0.clone())),
        None => Ok(entries),
    }
}

/// Returns whether an entry is about the board: a value of a cell, or a line. The model names placements.
fn is_on(sheet: &Sheet, entry: &str) -> bool {
    if let Some((cell, value)) = entry.split_once("!=").or_else(|| entry.split_once('=')) {
        return sheet.layers.iter().any(|layer| {
            let cell = cell.strip_prefix(&format!("{} ", layer.name)).unwrap_or(cell);
            let has_cell = layer.cells.iter().flatten().any(|own| own.to_string() == cell);
            has_cell && layer.values.iter().any(|own| own == value)
        });
    }
    let line = entry.strip_prefix("no ").unwrap_or(entry);
    line.contains(" at ") || sheet.lines.iter().any(|own| format!("{}-{}", own.ends[0], own.ends[1]) == line)
}

fn of_text(text: &str, sheet: &Sheet) -> Result<Vec<Entry>, BadPosition> {
    let is_fact = |line: &str| {
        let line = line.strip_prefix("no ").unwrap_or(line);
        line.contains(" at r")
            || line.strip_prefix('r').is_some_and(|rest| {
                rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('c')
                    && rest.starts_with(|c: char| c.is_ascii_digit())
            })
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (facts, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| is_fact(line));
    let mut entries = if rows.is_empty() { Vec::new() } else { of_rows(&rows, sheet)? };
    entries.extend(facts.into_iter().map(|fact| Entry(fact.to_string())));
    Ok(entries)
}

fn of_json(text: &str, family: &str, sheet: &Sheet) -> Result<Vec<Entry>, BadPosition> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| BadPosition::Json(error.to_string()))?;
    let known = value.get("known").and_then(notation::texts);
    let mut entries: Vec<Entry> = known.iter().flatten().cloned().map(Entry).collect();
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
    let Some(layer) = sheet.layers.first() else {
        return Err(BadPosition::Entry("a row; lines are entered as `r1c1-r1c2`".into()));
    };
    let prefix = if sheet.layers.len() > 1 { format!("{} ", layer.name) } else { String::new() };
    let is_spaced = layer.values.iter().any(|value| value.chars().count() > 1);
    let has = |value: &str| layer.values.iter().any(|own| own == value);
    let mut entries = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        let words: Vec<String> = match is_spaced || text.contains(' ') {
            true => text.split_whitespace().map(str::to_string).collect(),
            false => text.chars().map(String::from).collect(),
        };
        let own = || layer.cells.iter().flatten().filter(|cell| cell.row == row);
        let width = own().map(|cell| cell.column + 1).max().unwrap_or(0);
        if words.len() < width || words.len() > sheet.width {
            return Err(BadPosition::Cells { row: row + 1, expected: width, found: words.len() });
        }
        for cell in own() {
            let value = &words[cell.column];
            if has(value) {
                entries.push(Entry(format!("{prefix}{cell}={value}")));
            } else if !matches!(value.as_str(), "?" | "." | "_") {
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
    pub(super) wrong: Vec<String>,
}

/// Compares entries with the facts; entries about what the model does not decide are ignored.
pub(super) fn place(entries: &[Entry], facts: &[Fact]) -> Placed {
    let by_name: BTreeMap<&str, usize> = facts.iter().enumerate().map(|(i, fact)| (fact.name.as_str(), i)).collect();
    let value_of = |subject: &str| facts.iter().position(|fact| fact.is_positive() && fact.name.starts_with(subject));
    let mut placed = Placed { known: Vec::new(), wrong: Vec::new() };
    for Entry(name) in entries {
        if let Some(&fact) = by_name.get(name.as_str()) {
            placed.known.push(fact);
            continue;
        }
        let opposite = match (name.split_once("!="), name.strip_prefix("no ")) {
            (Some((subject, value)), _) => format!("{subject}={value}"),
            (None, Some(line)) => line.to_string(),
            (None, None) if name.contains('=') => name.replacen('=', "!=", 1),
            (None, None) => format!("no {name}"),
        };
        if by_name.contains_key(opposite.as_str()) {
            placed.wrong.push(name.clone());
            continue;
        }
        // A cell with two values has one fact.
        match (name.split_once("!="), name.split_once('=')) {
            (Some((subject, _)), _) => placed.known.extend(value_of(&format!("{subject}="))),
            (None, Some((subject, _))) if value_of(&format!("{subject}=")).is_some() => placed.wrong.push(name.clone()),
            _ => {}
        }
    }
    placed
}
