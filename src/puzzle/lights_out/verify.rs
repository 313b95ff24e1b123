//! The rules of Lights Out, on a board of presses, and nothing else: press them all, and every light is out.

use super::Board;
use crate::board::Cell;
use crate::solution::{Candidate, Violation};

pub(super) fn verify(board: &Board, candidate: &Candidate) -> Result<(), Violation> {
    let presses = presses(board, &candidate.board)?;
    let mut lights: Vec<Vec<u64>> = board.map(|cell| u64::from(board.state(cell)));
    for (button, times) in board.cells().map(|cell| (cell, presses[cell.row][cell.column])) {
        if times > 0 {
            for light in board.reached(button) {
                lights[light.row][light.column] += times;
            }
        }
    }
    let states = u64::from(board.states);
    for cell in board.cells() {
        match lights[cell.row][cell.column] % states {
            0 => {}
            _ if states == 2 => return Err(Violation::new(format!("the light at {cell} is left on"))),
            state => return Err(Violation::new(format!("the light at {cell} is left in state {state} instead of 0"))),
        }
    }
    let total: u64 = presses.iter().flatten().sum();
    match candidate.details.get("presses") {
        Some(stated) if stated.as_u64() != Some(total) => {
            Err(Violation::new(format!("`presses` is {stated}, but the board has {total}")))
        }
        _ => Ok(()),
    }
}

/// How often each cell is pressed, from 0 to `states - 1`; 0 at holes. `.` is 0 and `#` is 1, also among digits.
pub(super) fn presses(board: &Board, rows: &[String]) -> Result<Vec<Vec<u64>>, Violation> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (height, width) = (board.height(), board.width());
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return Err(Violation::new(format!("the board has to be {height} rows of {width} cells")));
    }
    let times = |cell: Cell| {
        let character = rows[cell.row][cell.column];
        if board.lamp(cell).is_none() {
            return match character {
                '_' | '.' | '0' => Ok(0),
                _ => Err(Violation::new(format!("`{character}` at {cell}, where there is no cell"))),
            };
        }
        let times = match character {
            '.' => Some(0),
            '#' => Some(1),
            _ => character.to_digit(10).filter(|&digit| digit < u32::from(board.states)).map(u64::from),
        };
        times.ok_or_else(|| {
            let accepted = match board.states {
                2 => "`#` (a press) or `.` (none)".to_string(),
                states => format!("a number of presses from 0 to {}", states - 1),
            };
            Violation::new(format!("`{character}` at {cell}: a cell is {accepted}"))
        })
    };
    (0..height).map(|row| (0..width).map(|column| times(Cell::new(row, column))).collect()).collect()
}
