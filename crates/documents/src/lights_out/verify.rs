//! The rules of Lights Out, checked on a board of presses: press them all, and every light is off.
//!
//! Where the reach is a list of steps on a flat board, each row of lights gets the row of presses of each step,
//! shifted, all at once: a hundred million cells take about a second, and two bytes each. Otherwise each press is
//! added to the lights it reaches, one by one.

use super::board::{Board, HOLE};
use super::notation::{self, Stated, WrongPresses, total};
use super::reach::Reach;
use boardwright_base::board::Cell;
use boardwright_puzzle::solution::{Candidate, Violation};

/// A rule that a board of presses breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// A button has no such number of presses.
    #[error("{cell} cannot be pressed {times} times")]
    Presses {
        /// The button.
        cell: Cell,
        /// The number of presses.
        times: u16,
    },
    /// A light of two states is not out.
    #[error("the light at {cell} is left on")]
    LeftOn {
        /// The light.
        cell: Cell,
    },
    /// A light of several states is not out.
    #[error("the light at {cell} is left in state {state}, expected 0")]
    LeftIn {
        /// The light.
        cell: Cell,
        /// Its state.
        state: u16,
    },
}

pub(super) fn verify(board: &Board, candidate: &Candidate) -> Result<(), Violation> {
    let presses = presses(board, candidate)?;
    match &board.reach {
        Reach::Steps(steps) if !board.wrap => by_rows(board, presses, steps)?,
        _ => one_by_one(board, presses)?,
    }
    let total = total(presses);
    match candidate.claims().next() {
        Some(&Stated(stated)) if stated != total => Err(WrongPresses::new(stated, total).into()),
        _ => Ok(()),
    }
}

/// Returns how often each button is pressed, for every place of the board; 0 where there is no cell.
fn presses<'c>(board: &Board, candidate: &'c Candidate) -> Result<&'c [u16], Violation> {
    let (height, width) = (board.height(), board.width());
    let Some(presses) = candidate.only_layer(height * width) else { return Err(notation::wrong_size(board).into()) };
    let wrong = |(times, light): (&u16, &u8)| *times >= u16::from(board.states) || *light == HOLE && *times > 0;
    match presses.iter().zip(&board.lights).position(wrong) {
        Some(place) => {
            let (cell, times) = (Cell::new(place / width, place % width), presses[place]);
            Err(Breach::Presses { cell, times }.into())
        }
        None => Ok(presses),
    }
}

/// Adds, row by row, what presses change at a distance of rows down and columns to the right.
fn by_rows(board: &Board, presses: &[u16], steps: &[(i64, i64)]) -> Result<(), Breach> {
    let (height, width, states) = (board.height(), board.width(), u16::from(board.states));
    let mut lights = vec![0; width];
    for row in 0..height {
        for (light, &given) in lights.iter_mut().zip(board.row(row)) {
            *light = if given == HOLE { 0 } else { u16::from(given) };
        }
        for &(down, right) in steps {
            // The light in column `c` gets the button in column `c - right` of the row `down` above.
            let Some(above) = usize::try_from(row as i64 - down).ok().filter(|&above| above < height) else { continue };
            let shift = right.unsigned_abs() as usize;
            if shift >= width {
                continue;
            }
            let buttons = &presses[above * width..][..width];
            let (to, from) = match right {
                0.. => (&mut lights[shift..], &buttons[..width - shift]),
                _ => (&mut lights[..width - shift], &buttons[shift..]),
            };
            for (light, times) in to.iter_mut().zip(from) {
                let sum = *light + times;
                *light = if sum >= states { sum - states } else { sum };
            }
        }
        let on = |(column, &state): (usize, &u16)| state != 0 && board.has(Cell::new(row, column));
        if lights.iter().any(|&state| state != 0)
            && let Some(column) = lights.iter().enumerate().position(on)
        {
            return Err(left(board, Cell::new(row, column), lights[column]));
        }
    }
    Ok(())
}

fn one_by_one(board: &Board, presses: &[u16]) -> Result<(), Breach> {
    let width = board.width();
    let mut lights: Vec<u64> = board.lights.iter().map(|&state| u64::from(state)).collect();
    for button in board.cells() {
        let times = u64::from(presses[button.row * width + button.column]);
        if times > 0 {
            for light in board.reached(button) {
                lights[light.row * width + light.column] += times;
            }
        }
    }
    let state = |cell: Cell| (lights[cell.row * width + cell.column] % u64::from(board.states)) as u16;
    let on = board.cells().find(|&cell| state(cell) != 0);
    on.map_or(Ok(()), |cell| Err(left(board, cell, state(cell))))
}

fn left(board: &Board, cell: Cell, state: u16) -> Breach {
    match board.states {
        2 => Breach::LeftOn { cell },
        _ => Breach::LeftIn { cell, state },
    }
}

#[cfg(test)]
mod tests {
    use super::{Breach, Cell};
    use crate::lights_out::tests::board;
    use boardwright_puzzle::solution::Solution;
    use boardwright_puzzle::solution::notation::{Written, WrongSize};
    use serde_json::json;

    /// Returns the error in a board of presses; empty when it is valid.
    fn wrong(text: &str, rows: &[&str]) -> String {
        let written = Written::new(rows.iter().copied().map(str::to_string).collect());
        Solution::read(&board(text), &written).err().map_or(String::new(), |violation| violation.to_string())
    }

    const THREE: &str = "lights = \"\"\"\n###\n###\n###\"\"\"";

    #[test]
    fn a_violation_names_the_light() {
        let written = Written::new(["...", "...", "..."].map(str::to_string).into());
        let violation = Solution::read(&board(THREE), &written).expect_err("no light is put out");
        assert_eq!(violation.reason(), Some(&Breach::LeftOn { cell: Cell::new(0, 0) }));
        assert_eq!(violation.reason::<WrongSize>(), None);
    }

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
        assert_eq!(wrong(THREE, &[]), "expected 3 rows of 3 cells");
        assert_eq!(wrong(THREE, &["#.#", ".#.", "#.#."]), "expected 3 rows of 3 cells");
        assert_eq!(
            wrong(THREE, &["#.#", ".2.", "#.#"]),
            "`2` at r2c2: expected `#` (a press) or `.` (none)",
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
        assert_eq!(wrong(text, &["10"]), "the light at r1c1 is left in state 2, expected 0");
        assert_eq!(wrong(text, &["30"]), "`3` at r1c1: expected a number of presses from 0 to 2");
    }

    #[test]
    fn the_number_of_presses_is_checked_when_it_is_there() {
        let board = board(THREE);
        let with = |presses: serde_json::Value| {
            let rows = ["#.#", ".#.", "#.#"].map(str::to_string).to_vec();
            Solution::read(&board, &Written::new(rows).with("presses", presses)).map(drop)
        };
        assert_eq!(with(json!(5)), Ok(()));
        for presses in [json!(4), json!(-5), json!(5.5), json!(1e300), json!("5"), json!(null), json!([5])] {
            assert!(with(presses.clone()).is_err(), "{presses}");
        }
    }
}
