//! Knightdoku boards in files: rows of `K` and `.`.

use super::{Board, KNIGHT, NO_KNIGHT};
use boardwright_base::board::Cell;
use boardwright_puzzle::solution::notation::{Object, Written, WrongSize};
use boardwright_puzzle::solution::{Candidate, Violation};

/// A cell with or without a knight.
pub(super) fn character(knight: bool) -> char {
    if knight { 'K' } else { '.' }
}

/// A character that is not the content of a cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` at {at}: expected `K` or `.`")]
pub struct BadCharacter {
    /// The character.
    pub found: char,
    /// Its place.
    pub at: Cell,
}

pub(super) fn read(board: &Board, written: &Written) -> Result<Candidate, Violation> {
    let rows: Vec<Vec<char>> = written.board.iter().map(|row| row.chars().collect()).collect();
    let side = board.side;
    if rows.len() != side || rows.iter().any(|row| row.len() != side) {
        return Err(WrongSize { rows: side, cells: side }.into());
    }
    let value = |cell: Cell| match rows[cell.row][cell.column] {
        'K' => Ok(KNIGHT),
        '.' => Ok(NO_KNIGHT),
        found => Err(BadCharacter { found, at: cell }),
    };
    Ok(Candidate::layer(board.cells().map(value).collect::<Result<_, _>>()?))
}

pub(super) fn write(board: &Board, candidate: &Candidate, to: &mut Object<'_>) {
    to.rows("board", candidate.layers[0].chunks(board.side), |text, row| {
        text.extend(row.iter().map(|&value| character(value == KNIGHT)));
    });
}
