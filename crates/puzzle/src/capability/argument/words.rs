//! The sentence of an argument.

use super::{Argument, KeptSum};
use boardwright_base::board::Cell;
use std::fmt;

/// The number of lights that are named.
const NAMED: usize = 24;

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Lights { lights, states, chased } => lit(f, lights, *states, *chased),
            Argument::NoGoal => f.write_str("no position meets the goal and the rules about the last position"),
            Argument::Visited { states } => {
                write!(f, "all {states} states that can be reached were visited, none is a goal")
            }
            Argument::Exhausted { states, is_backward } => {
                let what = if *is_backward { "a goal can be reached from" } else { "can be reached" };
                write!(f, "all {states} states that {what} were visited, and there is no plan")
            }
            Argument::Kept(sum) => kept(f, sum),
            Argument::Colours { closed, white, black } => {
                let kind = match closed {
                    true => "closed tour has equally many cells of both colours",
                    false => "tour has equally many cells of both colours, or one more of one colour",
                };
                write!(
                    f,
                    "Counting argument: every move changes the colour on a chessboard, so a {kind}; the board has {white} \
                     and {black}"
                )
            }
            Argument::TooFewMoves { moves, least } => write!(
                f,
                "at least {least} moves are needed: neighbours change only at the two ends of a block, and {moves} moves do \
                 not change enough of them"
            ),
            Argument::Neighbours { least, like, unlike, from_unbroken, to_unbroken } => {
                let change = |change: i64, what: &str| {
                    let (pairs, have) = if change.abs() == 1 { ("pair", "has") } else { ("pairs", "have") };
                    let verb = if change < 0 { "vanish" } else { "appear" };
                    (change != 0).then(|| format!("{} {pairs} of {what} neighbours {have} to {verb}", change.abs()))
                };
                let changes: Vec<String> = change(*like, "like").into_iter().chain(change(*unlike, "unlike")).collect();
                let changes =
                    if changes.is_empty() { "the row has to change".to_string() } else { changes.join(", and ") };
                let last = match to_unbroken {
                    true => ", and at most one vanishes in the last move, to an unbroken row",
                    false => "",
                };
                let first = match from_unbroken {
                    true => ", and at most one appears in the first move, from an unbroken row",
                    false => "",
                };
                write!(
                    f,
                    "{changes}; neighbours change only at the two ends of a block, so a move makes at most two pairs vanish \
                     and two appear{last}{first}: at least {least} moves are needed"
                )
            }
            Argument::Pieces { least } => write!(
                f,
                "the numbers of pieces differ from those of the goal, and a move changes few of them: at least {least} moves \
                 are needed"
            ),
            Argument::Vertices { squares } => write!(
                f,
                "every colour would have 2^{squares} / {squares} of the 2^{squares} vertices, which is not an integer"
            ),
            Argument::Words { squares } => {
                let length = squares - 1;
                write!(
                    f,
                    "every word is near {squares} words, itself included, so a perfect code would have 2^{length} / {squares} \
                     of the 2^{length} words, which is not an integer"
                )
            }
        }
    }
}

fn lit(f: &mut fmt::Formatter<'_>, lights: &[(Cell, u8)], states: u8, chased: bool) -> fmt::Result {
    let name = |(cell, often): &(Cell, u8)| if *often == 1 { cell.to_string() } else { format!("{often} x {cell}") };
    let mut named: Vec<String> = lights.iter().take(NAMED).map(name).collect();
    if lights.len() > NAMED {
        named.push(format!("and {} more", lights.len() - NAMED));
    }
    let names = named.join(", ");
    let these = if lights.len() == 1 { "this light".to_string() } else { format!("these {} lights", lights.len()) };
    match (chased, states) {
        (true, 2) => {
            write!(f, "after chasing row by row, an odd number of {these} stays on for every first row: {names}")
        }
        (true, _) => write!(
            f,
            "after chasing row by row, the states of {these} do not sum to a multiple of {states} for any first row: {names}"
        ),
        (false, 2) => {
            write!(f, "every press changes an even number of {these}, and an odd number of them is on: {names}")
        }
        (false, _) => {
            write!(f, "every press adds a multiple of {states} to the sum of {these}, which is not one: {names}")
        }
    }
}

fn kept(f: &mut fmt::Formatter<'_>, sum: &KeptSum) -> fmt::Result {
    let term = |term: &super::KeptTerm| {
        let cells: Vec<String> = term.cells.iter().map(Cell::to_string).collect();
        format!("{} for `{}` on {}", term.weight, term.value, cells.join(", "))
    };
    let mut shown: Vec<String> = sum.terms.iter().map(term).collect();
    if sum.has_parity {
        shown.push("1 if the values are an odd permutation of those of the start".into());
    }
    let of = sum.modulus.map_or(String::new(), |modulus| format!(" modulo {modulus}"));
    let KeptSum { start, goal, .. } = sum;
    write!(
        f,
        "no move changes this sum{of}, which is {start} at the start and {goal} in the goal: {}",
        shown.join("; ")
    )
}
