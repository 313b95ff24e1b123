//! Dissections in files: rows of the names of pieces, and `placements`, which list the cells of each copy.

use super::Board;
use boardwright_base::board::Cell;
use boardwright_puzzle::solution::notation::{Object, Written, list, natural, number, pair, string};
use boardwright_puzzle::solution::{Candidate, Placement, Violation};
use serde_json::Value;
use std::collections::HashMap;

/// The value in a layer of pieces where there is no cell.
const HOLE: u16 = u16::MAX;

pub(super) fn read(board: &Board, written: &Written) -> Result<Candidate, Violation> {
    let names = names(board, &written.board)?;
    let placements = written.details.get("placements").map(|placements| listed(board, placements)).transpose()?;
    Ok(Candidate { placements, ..Candidate::layer(names) })
}

/// Writes the names on the board, `_` where there is no cell, and the placements in order of pieces and copies.
pub(super) fn write(board: &Board, candidate: &Candidate, to: &mut Object<'_>) {
    let (height, width) = (board.named_height(), board.named_width());
    let placements = candidate.placements.as_deref().unwrap_or_default();
    let mut names = vec!["_"; height * width];
    for placement in placements {
        for cell in placement.cells.iter().map(|&cell| board.named(cell)) {
            names[cell.row * width + cell.column] = &board.pieces[placement.piece].name;
        }
    }
    let blank = if board.spaced() { " " } else { "" };
    let mut line = String::new();
    list(to.field("board"), names.chunks(width.max(1)), |text, row| {
        line.clear();
        for (column, name) in row.iter().enumerate() {
            line.push_str(if column > 0 { blank } else { "" });
            line.push_str(name);
        }
        string(text, &line);
    });
    list(to.field("placements"), placements, |text, placement| {
        Object::append(text, |object| {
            string(object.field("piece"), &board.pieces[placement.piece].name);
            number(object.field("copy"), placement.copy);
            let cell = |text: &mut String, cell: &Cell| list(text, [cell.row + 1, cell.column + 1], number);
            let cells: Vec<Cell> = placement.cells.iter().map(|&cell| board.named(cell)).collect();
            list(object.field("cells"), &cells, cell);
        });
    });
}

/// What is malformed in a dissection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The board has another number of rows.
    #[error("the board has {found} rows, expected {expected}")]
    Rows {
        /// The number of rows.
        found: usize,
        /// The number of rows of the puzzle.
        expected: usize,
    },
    /// A row has another number of cells.
    #[error("row {row} has {found} cells, expected {expected}{}", if *spaced { ", which stand between blanks" } else { "" })]
    Row {
        /// The number of the row, from 1.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the puzzle.
        expected: usize,
        /// Whether names have several characters.
        spaced: bool,
    },
    /// A name is at a hole of the board.
    #[error("`{name}` at {at}, where there is no cell (`_`)")]
    NoCell {
        /// The name.
        name: String,
        /// Its place.
        at: Cell,
    },
    /// The colour of a stone is not that of the board.
    #[error("`{name}` at {at}, where the board is {expected}")]
    Colour {
        /// The number and the colour.
        name: String,
        /// Its place.
        at: Cell,
        /// The colour of the board.
        expected: char,
    },
    /// No piece is left that has the shape and the colours of a stone.
    #[error("the fields with the number {0} are not a piece, or more copies of one than there are")]
    Stone(usize),
    /// A cell is drawn as a hole.
    #[error("`_` at {0}, where there is a cell to cover")]
    Cell(Cell),
    /// No piece has a name on the board.
    #[error("unknown piece `{name}` at {at}")]
    PieceAt {
        /// The name.
        name: String,
        /// Its place.
        at: Cell,
    },
    /// A field is missing or is something else.
    #[error("expected {expected} for `{field}`")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// A placement has a field of another name.
    #[error("unknown field `{}` (expected `piece`, `copy`, `cells`)", .0.escape_debug())]
    UnknownField(String),
    /// No piece has the name in a placement.
    #[error("unknown piece `{0}`")]
    Piece(String),
    /// A placement covers something that is not a cell.
    #[error("unknown cell {0}: expected [row, column] on the board, counted from 1")]
    UnknownCell(String),
    /// A placement is malformed.
    #[error("placement {number}: {reason}")]
    Placement {
        /// Its number, from 1.
        number: usize,
        /// What is malformed in it.
        reason: Box<Unreadable>,
    },
}

/// Reads the rows of names: single characters, or, between blanks, of any length.
fn names(board: &Board, rows: &[String]) -> Result<Vec<u16>, Unreadable> {
    let (height, width) = (board.named_height(), board.named_width());
    let known: HashMap<&str, u16> =
        board.pieces.iter().zip(0..HOLE).map(|(piece, index)| (&*piece.name, index)).collect();
    if rows.len() != height {
        return Err(Unreadable::Rows { found: rows.len(), expected: height });
    }
    let mut names = vec![HOLE; board.height() * board.width()];
    for (row, text) in rows.iter().enumerate() {
        let words: Vec<&str> = if board.spaced() || text.trim().contains(char::is_whitespace) {
            text.split_whitespace().collect()
        } else {
            text.trim().split("").filter(|word| !word.is_empty()).collect()
        };
        if words.len() != width {
            let (found, spaced) = (words.len(), board.spaced());
            return Err(Unreadable::Row { row: row + 1, found, expected: width, spaced });
        }
        for (column, word) in words.into_iter().enumerate() {
            let cell = Cell::new(row, column);
            let inside = board.inside(cell);
            names[inside.row * board.width() + inside.column] = match (board.colour(inside), word, known.get(word)) {
                (None, "_", _) => HOLE,
                (None, ..) => return Err(Unreadable::NoCell { name: word.to_string(), at: cell }),
                (Some(_), "_", _) => return Err(Unreadable::Cell(cell)),
                (Some(_), _, None) => return Err(Unreadable::PieceAt { name: word.to_string(), at: cell }),
                (Some(_), _, Some(&piece)) => piece,
            };
        }
    }
    Ok(names)
}

fn listed(board: &Board, placements: &Value) -> Result<Vec<Placement>, Unreadable> {
    let items = placements.as_array().ok_or(Unreadable::Field { field: "placements", expected: "a list" })?;
    let one = |(index, item): (usize, &Value)| {
        one_listed(board, item).map_err(|reason| Unreadable::Placement { number: index + 1, reason: Box::new(reason) })
    };
    items.iter().enumerate().map(one).collect()
}

fn one_listed(board: &Board, item: &Value) -> Result<Placement, Unreadable> {
    let is_unknown = |key: &&String| !["piece", "copy", "cells"].contains(&key.as_str());
    if let Some(key) = item.as_object().and_then(|object| object.keys().find(is_unknown)) {
        return Err(Unreadable::UnknownField(key.clone()));
    }
    let Some(name) = item.get("piece").and_then(Value::as_str) else {
        return Err(Unreadable::Field { field: "piece", expected: "the name of a piece" });
    };
    let Some(piece) = board.pieces.iter().position(|piece| piece.name == name) else {
        return Err(Unreadable::Piece(name.to_string()));
    };
    let Some(copy) = item.get("copy").and_then(natural).filter(|&copy| copy > 0) else {
        return Err(Unreadable::Field { field: "copy", expected: "a number from 1" });
    };
    let Some(list) = item.get("cells").and_then(Value::as_array) else {
        return Err(Unreadable::Field { field: "cells", expected: "a list of [row, column]" });
    };
    let mut cells = Vec::with_capacity(list.len());
    for given in list {
        let ends = pair(given).map(|ends| ends.map(natural));
        let on_board = |row: usize, column: usize| {
            let cell = board.inside(Cell::new(row.checked_sub(1)?, column.checked_sub(1)?));
            board.colour(cell).map(|_| cell)
        };
        let Some(cell) = ends.and_then(|[row, column]| on_board(row?, column?)) else {
            return Err(Unreadable::UnknownCell(given.to_string()));
        };
        cells.push(cell);
    }
    cells.sort_unstable();
    Ok(Placement { piece, copy, cells })
}
