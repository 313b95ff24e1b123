//! The rules of Knightdoku, on a board of knights, and nothing else.

use super::{Board, Given, KNIGHT};
use crate::board::Cell;
use crate::solution::{Candidate, Violation};

pub(super) fn verify(board: &Board, candidate: &Candidate) -> Result<(), Violation> {
    let side = board.side;
    let Some(values) = candidate.only_layer(side * side) else {
        return Err(Violation::new(format!("expected {side} rows of {side} cells")));
    };
    let knight = |cell: &Cell| values[cell.row * side + cell.column] == KNIGHT;
    for (_, name, number, cells) in board.sets() {
        let found = cells.iter().filter(|cell| knight(cell)).count();
        if found != number {
            return Err(Violation::new(format!("{name} has {found} knights, expected {number}")));
        }
    }
    for cell in board.cells() {
        match board.given(cell) {
            Given::Nothing => {}
            Given::NoKnight if knight(&cell) => return Err(Violation::new(format!("a knight at {cell}, marked `x`"))),
            Given::NoKnight => {}
            Given::Knight | Given::Count(_) if !knight(&cell) => {
                return Err(Violation::new(format!("missing given knight at {cell}")));
            }
            Given::Knight => {}
            Given::Count(number) => {
                let found = board.seen(cell).iter().filter(|seen| knight(seen)).count();
                if found != number {
                    return Err(Violation::new(format!(
                        "the knight at {cell} sees {found} knights, expected {number}"
                    )));
                }
            }
        }
    }
    Ok(())
}
