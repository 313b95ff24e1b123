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
    let number = |number: u64| if board.states > 2 { number.to_string() } else { String::new() };
    let light = |cell: Cell| {
        let state = u64::from(board.state(cell));
        let ground = if state > 0 { Ground::Lit } else { Ground::Plain };
        Square { ground, text: if state > 0 { number(state) } else { String::new() }, ..Square::default() }
    };
    let button = |cell: Cell| match times(cell) {
        0 => Square::default(),
        times => Square { mark: Mark::Press, text: number(times), ..Square::default() },
    };
    let total: u64 = presses.iter().flatten().sum();
    Picture {
        panels: vec![panel(board, "lights", light), panel(board, "presses", button)],
        captions: vec![if total == 1 { "1 press".to_string() } else { format!("{total} presses") }],
    }
}

/// A panel of the board's shape.
fn panel(board: &Board, title: &str, square: impl Fn(Cell) -> Square) -> Panel {
    let place = |cell: Cell| match board.lamp(cell) {
        None => Square::default(),
        Some(_) => Square { region: Some(0), ..square(cell) },
    };
    Panel { title: title.to_string(), rows: board.map(place), ..Panel::default() }
}
