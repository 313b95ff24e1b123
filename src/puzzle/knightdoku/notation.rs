//! Knightdoku boards in files: rows of `K` and `.`.

use super::{Board, KNIGHT, NO_KNIGHT};
use crate::solution::notation::{Object, Written};
use crate::solution::{Candidate, Violation};

/// A cell with or without a knight.
pub(super) fn character(knight: bool) -> char {
    if knight { 'K' } else { '.' }
}

pub(super) fn read(board: &Board, written: &Written) -> Result<Candidate, Violation> {
    let rows: Vec<Vec<char>> = written.board.iter().map(|row| row.chars().collect()).collect();
    let side = board.side;
    if rows.len() != side || rows.iter().any(|row| row.len() != side) {
        return Err(Violation::new(format!("expected {side} rows of {side} cells")));
    }
    let value = |cell: crate::board::Cell| match rows[cell.row][cell.column] {
        'K' => Ok(KNIGHT),
        '.' => Ok(NO_KNIGHT),
        other => Err(Violation::new(format!("`{other}` at {cell}: a cell is `K` or `.`"))),
    };
    Ok(Candidate::layer(board.cells().map(value).collect::<Result<_, _>>()?))
}

pub(super) fn write(board: &Board, candidate: &Candidate, to: &mut Object<'_>) {
    to.rows("board", candidate.layers[0].chunks(board.side), |text, row| {
        text.extend(row.iter().map(|&value| character(value == KNIGHT)));
    });
}
