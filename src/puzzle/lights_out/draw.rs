//! Draws a solution of Lights Out: the lights as they are given, and beside them the buttons to press.

use super::Board;
use super::verify::presses;
use crate::board::Cell;
use crate::board::picture::{Ground, Mark, Panel, Picture, Square};
use crate::solution::Solution;

pub(super) fn draw(board: &Board, solution: &Solution) -> Picture {
    // A solution has been verified, so that its board can be read.
    let presses = presses(board, solution.board()).unwrap_or_default();
    let times = |cell: Cell| presses.get(cell.row).map_or(0, |row| row[cell.column]);
    let button = |cell: Cell| match times(cell) {
        0 => Square::default(),
        times => Square { mark: Mark::Press, text: number(board, times), ..Square::default() },
    };
    let total: u64 = presses.iter().flatten().sum();
    Picture {
        panels: vec![lights(board), panel(board, "presses", button)],
        captions: vec![if total == 1 { "1 press".to_string() } else { format!("{total} presses") }],
    }
}

/// The lights as they are given.
pub(super) fn lights(board: &Board) -> Panel {
    let light = |cell: Cell| {
        let state = u64::from(board.state(cell));
        let ground = if state > 0 { Ground::Lit } else { Ground::Plain };
        Square { ground, text: if state > 0 { number(board, state) } else { String::new() }, ..Square::default() }
    };
    panel(board, "lights", light)
}

/// A state or a number of presses, where there are more than two.
fn number(board: &Board, number: u64) -> String {
    if board.states > 2 { number.to_string() } else { String::new() }
}

/// A panel of the board's shape.
fn panel(board: &Board, title: &str, square: impl Fn(Cell) -> Square) -> Panel {
    let place = |cell: Cell| match board.lamp(cell) {
        None => Square::default(),
        Some(_) => Square { region: Some(0), ..square(cell) },
    };
    Panel { title: title.to_string(), rows: board.map(place), ..Panel::default() }
}
