//! The rules of Knightdoku, checked on a board of knights.

use super::{Board, Given, KNIGHT};
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_puzzle::solution::notation::WrongSize;
use boardwright_puzzle::solution::{Candidate, Violation};

/// A rule that a board of knights breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// A row, a column or a block has another number of knights.
    #[error("{set} has {found} knights, expected {expected}")]
    Count {
        /// The row, the column or the block.
        set: SetName,
        /// The number of knights in it.
        found: usize,
        /// The number that it requires.
        expected: usize,
    },
    /// A row, a column or a block has fewer or more knights than allowed.
    #[error("{set} has {found} knights, expected {expected}")]
    Range {
        /// The row, the column or the block.
        set: SetName,
        /// The number of knights in it.
        found: usize,
        /// The numbers that it allows.
        expected: String,
    },
    /// There is a knight at a cell marked `x`.
    #[error("a knight at {cell}, marked `x`")]
    Marked {
        /// The cell.
        cell: Cell,
    },
    /// There is no knight where one is given.
    #[error("missing given knight at {cell}")]
    Missing {
        /// The cell.
        cell: Cell,
    },
    /// A knight sees another number of knights than its clue states.
    #[error("the knight at {cell} sees {found} knights, expected {expected}")]
    Sees {
        /// The cell of the knight.
        cell: Cell,
        /// The number of knights that it sees.
        found: usize,
        /// The clue.
        expected: usize,
    },
}

pub(super) fn verify(board: &Board, candidate: &Candidate) -> Result<(), Violation> {
    let side = board.side;
    let Some(values) = candidate.only_layer(side * side) else {
        return Err(WrongSize { rows: side, cells: side }.into());
    };
    let knight = |cell: &Cell| values[cell.row * side + cell.column] == KNIGHT;
    for (_, name, number, cells) in board.sets() {
        let found = cells.iter().filter(|cell| knight(cell)).count();
        if found < number.min || found > number.max {
            let breach = match number.fixed() {
                Some(expected) => Breach::Count { set: name, found, expected },
                None => Breach::Range { set: name, found, expected: number.amount(cells.len()).to_string() },
            };
            return Err(breach.into());
        }
    }
    for cell in board.cells() {
        match board.given(cell) {
            Given::Nothing => {}
            Given::NoKnight if knight(&cell) => return Err(Breach::Marked { cell }.into()),
            Given::NoKnight => {}
            Given::Knight | Given::Count(_) if !knight(&cell) => {
                return Err(Breach::Missing { cell }.into());
            }
            Given::Knight => {}
            Given::Count(number) => {
                let found = board.seen(cell).iter().filter(|seen| knight(seen)).count();
                if found != number {
                    return Err(Breach::Sees { cell, found, expected: number }.into());
                }
            }
        }
    }
    Ok(())
}
