//! What the numbers of cells rule out before any search: areas, colours, and the cells of a chequered board.
//!
//! 31 dominoes have the 62 cells of a chessboard without two opposite corners; but a domino covers a black and a white
//! cell wherever it lies, and this board has 30 of one colour and 32 of the other. A solver would have to find that out
//! case by case, and would take exponentially long with resolution (M. Alekhnovich, *Mutilated chessboard problem is
//! exponentially hard for resolution*, 2004).
//!
//! Each argument is a necessary condition, exact when the numbers of copies are fixed and, for areas, whenever numbers of
//! copies in the given ranges exist. Time is linear in the cells of board and pieces.

use super::Board;
use super::piece::Piece;
use crate::board::shape::Colour;
use std::collections::BTreeMap;

/// Why no solution can exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// What is counted: `areas`, `colours`, `chequering`.
    pub(super) rule: &'static str,
    /// Which numbers differ, in words.
    pub(super) detail: String,
}

/// A piece with how often it can be used, as far as the area says.
struct Used<'a> {
    piece: &'a Piece,
    least: usize,
    most: usize,
}

/// A reason in the numbers of cells why no solution exists, if there is one.
pub(super) fn contradiction(board: &Board) -> Option<Contradiction> {
    match used(board) {
        Err(detail) => Some(Contradiction { rule: "areas", detail }),
        Ok(used) => {
            let colours = colours(board, &used).map(|detail| Contradiction { rule: "colours", detail });
            colours.or_else(|| Some(Contradiction { rule: "chequering", detail: chequering(board, &used)? }))
        }
    }
}

/// How often each piece can be used so that the areas agree, or why they cannot.
fn used(board: &Board) -> Result<Vec<Used<'_>>, String> {
    let area = board.area();
    let least: usize = board.pieces.iter().map(|piece| piece.min * piece.size()).sum();
    let most = board.pieces.iter().map(|piece| Some(piece.max? * piece.size())).sum::<Option<usize>>();
    if least > area || most.is_some_and(|most| most < area) {
        let pieces = match most {
            Some(most) if most == least => format!("the pieces have {most} cells"),
            Some(most) if most < area => format!("the pieces have at most {most} cells"),
            _ => format!("the pieces have at least {least} cells"),
        };
        return Err(format!("{pieces}, the board {area}"));
    }
    let spare = area - least;
    let varying = board.pieces.iter().filter(|piece| piece.max != Some(piece.min));
    let step = varying.fold(0, |step, piece| gcd(step, piece.size()));
    if step > 0 && !spare.is_multiple_of(step) {
        return Err(format!("no number of copies makes the pieces have as many cells as the board, {area}"));
    }
    let mut used: Vec<Used<'_>> = Vec::with_capacity(board.pieces.len());
    for piece in &board.pieces {
        let most = piece.min + spare / piece.size();
        used.push(Used { piece, least: piece.min, most: piece.max.map_or(most, |max| max.min(most)) });
    }
    let most: usize = used.iter().map(|used| used.most * used.piece.size()).sum();
    for used in &mut used {
        let size = used.piece.size();
        let others = most - used.most * size;
        used.least = used.least.max(area.saturating_sub(others).div_ceil(size).min(used.most));
    }
    Ok(used)
}

/// Compares the numbers of cells by colour. What a colour has too much of must lie on colourless cells of the board, and
/// what it lacks must be covered by colourless cells of the pieces.
fn colours(board: &Board, used: &[Used<'_>]) -> Option<String> {
    #[derive(Default)]
    struct Numbers {
        board: usize,
        least: usize,
        most: usize,
    }
    let mut by_colour: BTreeMap<Colour, Numbers> = BTreeMap::new();
    for (_, colour, _) in board.cells() {
        by_colour.entry(colour).or_default().board += 1;
    }
    for used in used {
        for &(_, colour) in used.piece.shape().cells() {
            let numbers = by_colour.entry(colour).or_default();
            numbers.least += used.least;
            numbers.most += used.most;
        }
    }
    let any = by_colour.remove(&Colour::Any).unwrap_or_default();
    let surplus: usize = by_colour.values().map(|numbers| numbers.least.saturating_sub(numbers.board)).sum();
    let lack: usize = by_colour.values().map(|numbers| numbers.board.saturating_sub(numbers.most)).sum();
    if surplus <= any.board && lack <= any.most {
        return None;
    }
    let differences: Vec<String> = by_colour
        .iter()
        .filter(
            |(_, numbers)| {
                if surplus > any.board { numbers.least > numbers.board } else { numbers.board > numbers.most }
            },
        )
        .map(|(colour, numbers)| {
            let Colour::Letter(letter) = colour else { return String::new() };
            let pieces = match (numbers.least == numbers.most, surplus > any.board) {
                (true, _) => format!("{}", numbers.most),
                (false, true) => format!("at least {}", numbers.least),
                (false, false) => format!("at most {}", numbers.most),
            };
            format!("the pieces have {pieces} cells of colour {letter}, the board {}", numbers.board)
        })
        .collect();
    let colourless = match (surplus > any.board, any.board, any.most) {
        (true, 0, _) | (false, _, 0) => String::new(),
        (true, number, _) => format!("; its {number} colourless cells do not make up for that"),
        (false, _, number) => format!("; the {number} colourless cells of the pieces do not make up for that"),
    };
    Some(differences.join(", ") + &colourless)
}

/// Chequers the board: every piece covers `d` cells more of one colour than of the other, of which colour depends on
/// where it lies. The sum of these differences, each with either sign, has to be that of the board.
fn chequering(board: &Board, used: &[Used<'_>]) -> Option<String> {
    let odd = board.cells().filter(|(cell, ..)| (cell.row + cell.column) % 2 == 1).count();
    let wanted = board.area().abs_diff(2 * odd);
    // A sum of +d and -d changes by 2d when a sign does, and by d when a copy comes or goes.
    let (mut most, mut step) = (0, 0);
    for used in used {
        let imbalance = used.piece.shape().imbalance();
        most += used.most * imbalance;
        step = gcd(step, if used.least == used.most { 2 * imbalance } else { imbalance });
    }
    let possible = wanted <= most && (if step == 0 { wanted == most } else { (most - wanted).is_multiple_of(step) });
    (!possible).then(|| {
        format!("chequered, the board has {wanted} cells more of one colour than of the other, which no use of the pieces has")
    })
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
