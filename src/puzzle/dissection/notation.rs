//! Dissections in files: rows of the names of pieces, and `placements`, which list the cells of each copy.

use super::Board;
use crate::board::Cell;
use crate::solution::notation::{Object, Written, list, natural, number, pair, string};
use crate::solution::{Candidate, Placement, Violation};
use serde_json::Value;
use std::collections::HashMap;

/// Stands in a layer of pieces where there is no cell.
const HOLE: u16 = u16::MAX;

pub(super) fn read(board: &Board, written: &Written) -> Result<Candidate, Violation> {
    let names = names(board, &written.board)?;
    let placements = written.details.get("placements").map(|placements| listed(board, placements)).transpose()?;
    Ok(Candidate { placements, ..Candidate::layer(names) })
}

/// Writes the names on the board, `_` where there is no cell, and the placements in order of pieces and copies.
pub(super) fn write(board: &Board, candidate: &Candidate, to: &mut Object<'_>) {
    let (height, width) = (board.height(), board.width());
    let placements = candidate.placements.as_deref().unwrap_or_default();
    let mut names = vec!["_"; height * width];
    for placement in placements {
        for cell in &placement.cells {
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
            list(object.field("cells"), &placement.cells, cell);
        });
    });
}

fn violation<T>(text: String) -> Result<T, Violation> {
    Err(Violation::new(text))
}

/// Reads the rows of names: single characters, or, between blanks, of any length.
fn names(board: &Board, rows: &[String]) -> Result<Vec<u16>, Violation> {
    let (height, width) = (board.height(), board.width());
    let known: HashMap<&str, u16> =
        board.pieces.iter().zip(0..HOLE).map(|(piece, index)| (&*piece.name, index)).collect();
    if rows.len() != height {
        return violation(format!("the board has {} rows, expected {height}", rows.len()));
    }
    let mut names = Vec::with_capacity(height * width);
    for (row, text) in rows.iter().enumerate() {
        let words: Vec<&str> = if board.spaced() || text.trim().contains(char::is_whitespace) {
            text.split_whitespace().collect()
        } else {
            text.trim().split("").filter(|word| !word.is_empty()).collect()
        };
        if words.len() != width {
            let blanks = if board.spaced() { ", which stand between blanks" } else { "" };
            return violation(format!("row {} has {} cells, expected {width}{blanks}", row + 1, words.len()));
        }
        for (column, word) in words.into_iter().enumerate() {
            let cell = Cell::new(row, column);
            names.push(match (board.colour(cell), word, known.get(word)) {
                (None, "_", _) => HOLE,
                (None, ..) => return violation(format!("`{word}` at {cell}, where there is no cell (`_`)")),
                (Some(_), "_", _) => return violation(format!("`_` at {cell}, where there is a cell to cover")),
                (Some(_), _, None) => return violation(format!("unknown piece `{word}` at {cell}")),
                (Some(_), _, Some(&piece)) => piece,
            });
        }
    }
    Ok(names)
}

fn listed(board: &Board, placements: &Value) -> Result<Vec<Placement>, Violation> {
    let Some(items) = placements.as_array() else { return violation("expected a list for `placements`".to_string()) };
    let one = |(index, item): (usize, &Value)| {
        one_listed(board, item).map_err(|Violation(text)| Violation::new(format!("placement {}: {text}", index + 1)))
    };
    items.iter().enumerate().map(one).collect()
}

fn one_listed(board: &Board, item: &Value) -> Result<Placement, Violation> {
    let is_unknown = |key: &&String| !["piece", "copy", "cells"].contains(&key.as_str());
    if let Some(key) = item.as_object().and_then(|object| object.keys().find(is_unknown)) {
        return violation(format!("unknown field `{}` (expected `piece`, `copy`, `cells`)", key.escape_debug()));
    }
    let Some(name) = item.get("piece").and_then(Value::as_str) else {
        return violation("expected the name of a piece for `piece`".to_string());
    };
    let Some(piece) = board.pieces.iter().position(|piece| piece.name == name) else {
        return violation(format!("unknown piece `{name}`"));
    };
    let Some(copy) = item.get("copy").and_then(natural).filter(|&copy| copy > 0) else {
        return violation("expected a number from 1 for `copy`".to_string());
    };
    let Some(list) = item.get("cells").and_then(Value::as_array) else {
        return violation("expected a list of [row, column] for `cells`".to_string());
    };
    let mut cells = Vec::with_capacity(list.len());
    for given in list {
        let ends = pair(given).map(|ends| ends.map(natural));
        let on_board = |row: usize, column: usize| {
            let cell = Cell::new(row.checked_sub(1)?, column.checked_sub(1)?);
            board.colour(cell).map(|_| cell)
        };
        let Some(cell) = ends.and_then(|[row, column]| on_board(row?, column?)) else {
            return violation(format!("unknown cell {given}: expected [row, column] on the board, counted from 1"));
        };
        cells.push(cell);
    }
    cells.sort_unstable();
    Ok(Placement { piece, copy, cells })
}
