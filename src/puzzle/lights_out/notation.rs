//! Boards of presses in files: rows of `#` and `.`, or of numbers where lights have more than two states, `_` where there is
//! no cell, and `presses`, their number.

use super::board::{Board, HOLE};
use crate::board::Cell;
use crate::solution::notation::{Object, Written, natural, number};
use crate::solution::{Candidate, Detail, Violation};
use std::fmt::Display;

/// The number of presses, each button counted as often as it is pressed.
pub(super) fn total(presses: &[u16]) -> usize {
    presses.iter().map(|&times| usize::from(times)).sum()
}

pub(super) fn wrong_size(board: &Board) -> Violation {
    Violation::new(format!("expected {} rows of {} cells", board.height(), board.width()))
}

pub(super) fn other_number(stated: impl Display, total: usize) -> Violation {
    Violation::new(format!("wrong `presses`: expected {total} (the sum on the board), found {stated}"))
}

pub(super) fn read(board: &Board, written: &Written) -> Result<Candidate, Violation> {
    let presses = presses(board, &written.board)?;
    let stated = written.details.get("presses");
    let stated =
        stated.map(|stated| natural(stated).ok_or_else(|| other_number(stated, total(&presses)))).transpose()?;
    Ok(Candidate { details: stated.map(Detail::Presses).into_iter().collect(), ..Candidate::layer(presses) })
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

/// How often each cell is pressed, in reading order, from 0 to `states - 1`; 0 at holes. `.` is 0 and `#` is 1, also
/// among digits.
fn presses(board: &Board, rows: &[String]) -> Result<Vec<u16>, Violation> {
    const NONE: u16 = u16::MAX;
    let (height, width) = (board.height(), board.width());
    let fits = |row: &String| if row.is_ascii() { row.len() == width } else { row.chars().count() == width };
    if rows.len() != height || !rows.iter().all(fits) {
        return Err(wrong_size(board));
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
                    return Err(Violation::new(format!("`{character}` at {cell}, where there is no cell")));
                }
                presses.push(0);
                continue;
            }
            let known = u8::try_from(character).map_or(NONE, |byte| times[usize::from(byte)]);
            if known == NONE {
                let accepted = match board.states {
                    2 => "`#` (a press) or `.` (none)".to_string(),
                    states => format!("a number of presses from 0 to {}", states - 1),
                };
                return Err(Violation::new(format!("`{character}` at {cell}: a cell is {accepted}")));
            }
            presses.push(known);
        }
    }
    Ok(presses)
}
