//! Draws a solution of Lights Out: the given lights, and beside them the buttons to press.

use super::board::{Board, HOLE, MAX_ELIMINATED_CELLS};
use super::notation;
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Mark, Outlines, Panel, Picture, Square};
use boardwright_puzzle::solution::Solution;

pub(super) fn draw(board: &Board, solution: &Solution) -> Picture {
    let presses = &solution.candidate().layers[0];
    let total = notation::total(presses);
    let captions = vec![if total == 1 { "1 press".to_string() } else { format!("{total} presses") }];
    if board.height() * board.width() > MAX_ELIMINATED_CELLS {
        // The lights are not repeated on a large board.
        let dense = notation::rows(board, presses).map(Iterator::collect).collect();
        return Picture { panels: vec![Panel { title: "presses".into(), dense, ..Panel::default() }], captions };
    }
    let times = |cell: Cell| presses.get(cell.row * board.width() + cell.column).map_or(0, |&times| u64::from(times));
    let button = |cell: Cell| match times(cell) {
        0 => Square::default(),
        times => Square { mark: Mark::Press, text: number(board, times), ..Square::default() },
    };
    Picture { panels: vec![lights(board), panel(board, "presses", button)], captions }
}

/// Draws the given lights.
pub(super) fn lights(board: &Board) -> Panel {
    if board.height() * board.width() > MAX_ELIMINATED_CELLS {
        let character = |&state: &u8| match (state, board.states) {
            (HOLE, _) => '_',
            (0, _) => '.',
            (_, 2) => '#',
            (state, _) => char::from(b'0' + state),
        };
        let dense = (0..board.height()).map(|row| board.row(row).iter().map(character).collect()).collect();
        return Panel { title: "lights".into(), dense, ..Panel::default() };
    }
    let light = |cell: Cell| {
        let state = u64::from(board.state(cell));
        Square {
            lit: state > 0,
            text: if state > 0 { number(board, state) } else { String::new() },
            ..Square::default()
        }
    };
    panel(board, "lights", light)
}

/// Formats a state or a number of presses, where there are more than two states.
fn number(board: &Board, number: u64) -> String {
    if board.states > 2 { number.to_string() } else { String::new() }
}

/// Draws a panel of the board's shape.
pub(super) fn panel(board: &Board, title: &str, square: impl Fn(Cell) -> Square) -> Panel {
    let place = |cell: Cell| {
        if board.has(cell) { Square { region: Some(0), ..square(cell) } } else { Square::default() }
    };
    let outlines = Outlines::of(&board.tiling, board.height(), board.width());
    Panel { title: title.to_string(), rows: board.map(place), outlines, ..Panel::default() }
}
