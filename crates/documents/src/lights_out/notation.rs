//! Boards of presses in files: rows of `#` and `.`, or of numbers where lights have more than two states, `_` where
//! there is no cell, and `presses`, their sum.

use super::board::{Board, HOLE};
use boardwright_base::board::Cell;
use boardwright_puzzle::solution::notation::{Object, Written, WrongSize, natural, number};
use boardwright_puzzle::solution::{Candidate, Detail, Violation};
use std::fmt::Display;

/// Returns the number of presses, each button counted as often as it is pressed.
pub(super) fn total(presses: &[u16]) -> usize {
    presses.iter().map(|&times| usize::from(times)).sum()
}

pub(super) fn wrong_size(board: &Board) -> WrongSize {
    WrongSize { rows: board.height(), cells: board.width() }
}

/// A number of presses that differs from the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("wrong `presses`: expected {total} (the sum on the board), found {stated}")]
pub struct WrongPresses {
    /// The sum on the board.
    pub total: usize,
    /// The stated number, as it is written.
    pub stated: String,
}

impl WrongPresses {
    pub(super) fn new(stated: impl Display, total: usize) -> WrongPresses {
        WrongPresses { total, stated: stated.to_string() }
    }
}

/// A character that is not a number of presses of its cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCharacter {
    /// A press at a hole of the board.
    #[error("`{found}` at {at}, where there is no cell")]
    NoCell {
        /// The character.
        found: char,
        /// Its place.
        at: Cell,
    },
    /// Another character than the puzzle has.
    #[error("`{found}` at {at}: expected {}", accepted(*states))]
    Unknown {
        /// The character.
        found: char,
        /// Its place.
        at: Cell,
        /// The number of states of a light.
        states: u8,
    },
}

fn accepted(states: u8) -> String {
    match states {
        2 => "`#` (a press) or `.` (none)".to_string(),
        states => format!("a number of presses from 0 to {}", states - 1),
    }
}

/// The claimed number of presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Stated(pub(super) usize);

pub(super) fn read(board: &Board, written: &Written) -> Result<Candidate, Violation> {
    let presses = presses(board, &written.board)?;
    let stated = written.details.get("presses");
    let stated =
        stated.map(|stated| natural(stated).ok_or_else(|| WrongPresses::new(stated, total(&presses)))).transpose()?;
    Ok(Candidate {
        details: stated.map(|stated| Detail::new(Stated(stated))).into_iter().collect(),
        ..Candidate::layer(presses)
    })
}

pub(super) fn write(board: &Board, candidate: &Candidate, to: &mut Object<'_>) {
    let presses = &candidate.layers[0];
    to.rows("board", rows(board, presses), Extend::extend);
    number(to.field("presses"), total(presses));
}

/// The characters of each row.
pub(super) fn rows(board: &Board, presses: &[u16]) -> impl Iterator<Item = impl Iterator<Item = char>> {
    let character = |(&times, &light): (&u16, &u8)| if light == HOLE { '_' } else { board.character(times as u8) };
    let rows = presses.chunks(board.width()).zip(board.lights.chunks(board.width()));
    rows.map(move |(presses, lights)| presses.iter().zip(lights).map(character))
}

/// Returns how often each cell is pressed, in reading order, from 0 to `states - 1`; 0 at holes. `.` is 0 and `#` is
/// 1, also among digits.
fn presses(board: &Board, rows: &[String]) -> Result<Vec<u16>, Violation> {
    const NONE: u16 = u16::MAX;
    let (height, width) = (board.height(), board.width());
    let fits = |row: &String| if row.is_ascii() { row.len() == width } else { row.chars().count() == width };
    if rows.len() != height || !rows.iter().all(fits) {
        return Err(wrong_size(board).into());
    }
    let times: [u16; 256] = std::array::from_fn(|byte| match byte as u8 {
        b'.' => 0,
        b'#' => 1,
        digit @ b'0'..=b'9' if digit - b'0' < board.states => u16::from(digit - b'0'),
        _ => NONE,
    });
    let mut presses = Vec::with_capacity(height * width);
    for (index, row) in rows.iter().enumerate() {
        let start = presses.len();
        let whole = row.is_ascii() && board.row(index).iter().all(|&light| light != HOLE);
        if whole {
            presses.extend(row.bytes().map(|byte| times[usize::from(byte)]));
            if !presses[start..].contains(&NONE) {
                continue;
            }
            presses.truncate(start);
        }
        for (column, character) in row.chars().enumerate() {
            let cell = Cell::new(index, column);
            if !board.has(cell) {
                if !matches!(character, '_' | '.' | '0') {
                    return Err(BadCharacter::NoCell { found: character, at: cell }.into());
                }
                presses.push(0);
                continue;
            }
            let known = u8::try_from(character).map_or(NONE, |byte| times[usize::from(byte)]);
            if known == NONE {
                return Err(BadCharacter::Unknown { found: character, at: cell, states: board.states }.into());
            }
            presses.push(known);
        }
    }
    Ok(presses)
}
