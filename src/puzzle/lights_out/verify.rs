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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::lights_out::tests::board;
    use serde_json::json;

    /// What is wrong with a board of presses; empty when nothing is.
    fn wrong(text: &str, rows: &[&str]) -> String {
        let candidate = Candidate::new(rows.iter().copied().map(str::to_string).collect());
        verify(&board(text), &candidate).err().map_or(String::new(), |violation| violation.0)
    }

    const THREE: &str = "lights = \"\"\"\n###\n###\n###\"\"\"";

    #[test]
    fn the_corners_and_the_centre_put_out_three_by_three() {
        assert_eq!(wrong(THREE, &["#.#", ".#.", "#.#"]), "");
        assert_eq!(wrong(THREE, &["101", "010", "101"]), "", "digits are numbers of presses");
        assert_eq!(wrong(THREE, &["#.#", "...", "#.#"]), "the light at r1c2 is left on");
        for changed in 0..9 {
            let mut cells: Vec<char> = "#.#.#.#.#".chars().collect();
            cells[changed] = if cells[changed] == '#' { '.' } else { '#' };
            let rows: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            assert!(wrong(THREE, &rows).contains("is left on"), "{rows:?}");
        }
    }

    #[test]
    fn malformed_boards_are_violations() {
        assert_eq!(wrong(THREE, &[]), "the board has to be 3 rows of 3 cells");
        assert_eq!(wrong(THREE, &["#.#", ".#.", "#.#."]), "the board has to be 3 rows of 3 cells");
        assert_eq!(
            wrong(THREE, &["#.#", ".2.", "#.#"]),
            "`2` at r2c2: a cell is `#` (a press) or `.` (none)",
            "twice is not pressing"
        );
        assert!(wrong(THREE, &["#.#", ".é.", "#.#"]).starts_with("`é` at r2c2"));
        assert!(wrong(THREE, &["#.#", "._.", "#.#"]).starts_with("`_` at r2c2"));
    }

    #[test]
    fn holes_may_be_written_in_three_ways_but_not_pressed() {
        let text = "lights = \"#_\"";
        for row in ["#_", "#.", "#0"] {
            assert_eq!(wrong(text, &[row]), "");
        }
        assert_eq!(wrong(text, &["##"]), "`#` at r1c2, where there is no cell");
    }

    #[test]
    fn states_add_up_modulo_their_number() {
        // Both lights get both buttons: 1 + 2 + 0 and 1 + 0 + 2.
        let text = "states = 3\nlights = \"11\"";
        for row in ["20", "02", "11", "2.", "##"] {
            assert_eq!(wrong(text, &[row]), "", "{row}");
        }
        assert_eq!(wrong(text, &["10"]), "the light at r1c1 is left in state 2 instead of 0");
        assert_eq!(wrong(text, &["30"]), "`3` at r1c1: a cell is a number of presses from 0 to 2");
    }

    #[test]
    fn the_number_of_presses_is_checked_when_it_is_there() {
        let board = board(THREE);
        let with = |presses: serde_json::Value| {
            let rows = ["#.#", ".#.", "#.#"].map(str::to_string).to_vec();
            verify(&board, &Candidate::new(rows).with("presses", presses))
        };
        assert_eq!(with(json!(5)), Ok(()));
        for presses in [json!(4), json!(-5), json!(5.5), json!(1e300), json!("5"), json!(null), json!([5])] {
            assert!(with(presses.clone()).is_err(), "{presses}");
        }
    }
}
