//! Plans in files: `board` is the last row or all rows, `moves` pairs of left ends, `states` rows.
//!
//! The rows of the board are the layers of a candidate. A solution consists of its moves; the rows are computed from
//! them.

use super::{Line, Place};
use boardwright_base::board::Cell;
use boardwright_puzzle::solution::notation::{Object, Written, list, natural, number, pair, texts};
use boardwright_puzzle::solution::{Candidate, Detail, Step, Violation};
use serde_json::Value;

/// What is malformed in a plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The board is empty.
    #[error("expected the last row, or all rows from the start to the goal")]
    NoRows,
    /// A row has another number of cells than the line.
    #[error("row {number} of {of} has {cells} cells, expected {expected}")]
    Row {
        /// The number of the row, from 1.
        number: usize,
        /// `the board` or `` `states` ``.
        of: &'static str,
        /// The number of its cells.
        cells: usize,
        /// The number of cells of the line.
        expected: usize,
    },
    /// A character is not the content of a cell.
    #[error("`{found}` at {at} of {of}: expected {expected}")]
    Character {
        /// The character.
        found: char,
        /// Its row and column.
        at: Cell,
        /// `the board` or `` `states` ``.
        of: &'static str,
        /// The characters of a row.
        expected: String,
    },
    /// The field `states` is something else.
    #[error("expected a list of rows, from the start to the goal, for `states`")]
    States,
    /// The field `moves` is something else.
    #[error("expected a list of [from, to], the left ends of the block counted from 1, for `moves`")]
    Moves,
}

/// The rows of a line after each step of a claimed plan, from the start on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct States(pub(super) Vec<Vec<u16>>);

pub(super) fn read(line: &Line, written: &Written) -> Result<Candidate, Violation> {
    let layers = rows(line, "the board", &written.board)?;
    if layers.is_empty() {
        return Err(Unreadable::NoRows.into());
    }
    let states = written.details.get("states").map(|value| states(line, value)).transpose()?;
    let steps = written.details.get("moves").map(steps).transpose()?;
    Ok(Candidate {
        layers,
        steps,
        details: states.map(|states| Detail::new(States(states))).into_iter().collect(),
        ..Candidate::default()
    })
}

pub(super) fn write(line: &Line, candidate: &Candidate, to: &mut Object<'_>) {
    let steps = candidate.steps.as_deref().unwrap_or_default();
    let mut row = line.start.clone();
    let mut rows = vec![line.text(&row)];
    let keep = line.keeps_states(steps.len());
    for &(from, to) in steps {
        line.make(&mut row, (from - 1, to - 1));
        if keep {
            rows.push(line.text(&row));
        }
    }
    to.rows("board", [line.text(&row)], |text, row| text.push_str(&row));
    list(to.field("moves"), steps, |text, &(from, to)| list(text, [from, to], number));
    if keep {
        return to.rows("states", rows, |text, row| text.push_str(&row));
    }
    if let Some(States(states)) = candidate.claims().next() {
        to.rows("states", states, |text, row| {
            text.extend(
                row.iter().filter_map(|&value| line.letters.of_value(value)).map(|place| line.letters.character(place)),
            );
        });
    }
}

fn rows(line: &Line, what: &'static str, texts: &[String]) -> Result<Vec<Vec<u16>>, Unreadable> {
    let row = |(index, text): (usize, &String)| {
        let number = index + 1;
        let cells = text.chars().count();
        if cells != line.start.len() {
            return Err(Unreadable::Row { number, of: what, cells, expected: line.start.len() });
        }
        let place = |(cell, character): (usize, char)| {
            line.letters.place(character).map(Place::value).ok_or_else(|| Unreadable::Character {
                found: character,
                at: Cell::new(index, cell),
                of: what,
                expected: line.letters.listed(),
            })
        };
        text.chars().enumerate().map(place).collect()
    };
    texts.iter().enumerate().map(row).collect()
}

fn states(line: &Line, value: &Value) -> Result<Vec<Vec<u16>>, Unreadable> {
    let texts = texts(value).ok_or(Unreadable::States)?;
    rows(line, "`states`", &texts)
}

/// A list of left ends, counted from 1.
fn steps(value: &Value) -> Result<Vec<Step>, Unreadable> {
    let step = |value: &Value| {
        let [from, to] = pair(value)?.map(natural);
        Some((from?, to?))
    };
    let steps: Option<Vec<Step>> = value.as_array().and_then(|moves| moves.iter().map(step).collect());
    steps.ok_or(Unreadable::Moves)
}
