//! The rules of the devil's chessboard, for a strategy and for a round, and nothing else.
//!
//! A strategy has no board, and `strategy` is its `2^n` colours (up to 16 squares) or the name `xor`. A round has the
//! coins after the flip on its board, read row by row, and may have `flip`. 16 squares take 65536 x 16 looks.

use super::{Asked, Chessboard, MAX_TABLE};
use crate::board::Cell;
use crate::solution::{Candidate, Violation};
use serde_json::Value;

pub(super) fn verify(board: &Chessboard, candidate: &Candidate) -> Result<(), Violation> {
    match &board.asked {
        Asked::Round { coins, target } => round(board, coins, *target, candidate),
        Asked::Strategy | Asked::Xor => strategy(board, candidate),
    }
}

fn wrong<T>(text: impl Into<String>) -> Result<T, Violation> {
    Err(Violation::new(text))
}

fn strategy(board: &Chessboard, candidate: &Candidate) -> Result<(), Violation> {
    if !candidate.board.is_empty() {
        return wrong("a strategy has no coins: its `board` is empty, and `strategy` lists the colours");
    }
    if candidate.details.contains_key("flip") {
        return wrong("a `flip` belongs to a round, and a strategy is asked for");
    }
    match candidate.details.get("strategy") {
        None => wrong("there is no `strategy`"),
        Some(Value::String(name)) if name == "xor" => named_xor(board),
        Some(Value::Array(entries)) => table(board, entries),
        Some(_) => wrong("`strategy` is a list of colours or the name \"xor\""),
    }
}

/// The neighbours of a vertex of colour `c` have the colours `c ^ i` for `i < n`, all different. They are the colours
/// `0..n` for every `c` in `0..n` exactly when `0..n` is closed under exclusive or: when `n` is a power of two.
fn named_xor(board: &Chessboard) -> Result<(), Violation> {
    if board.squares.is_power_of_two() {
        return Ok(());
    }
    wrong(format!("`xor` is no strategy for {} squares, which is no power of two", board.squares))
}

fn table(board: &Chessboard, entries: &[Value]) -> Result<(), Violation> {
    let squares = board.squares;
    if squares > MAX_TABLE {
        return wrong(format!("beyond {MAX_TABLE} squares a strategy is given by its name, \"xor\""));
    }
    let vertices = 1 << squares;
    if entries.len() != vertices {
        return wrong(format!("the strategy has {} colours instead of 2^{squares} = {vertices}", entries.len()));
    }
    let mut colours = Vec::with_capacity(vertices);
    for (vertex, entry) in entries.iter().enumerate() {
        match entry.as_u64() {
            Some(colour) if colour < squares as u64 => colours.push(colour as usize),
            _ => {
                let (vertex, last) = (board.vertex(vertex), squares - 1);
                return wrong(format!("the colour of {vertex} is no whole number from 0 to {last}"));
            }
        }
    }
    for vertex in 0..vertices {
        // As many neighbours as colours: each colour comes once unless one comes twice.
        let mut with_colour = [None; MAX_TABLE];
        for square in 0..squares {
            let neighbour = vertex ^ 1 << square;
            let colour = colours[neighbour];
            if let Some(first) = with_colour[colour].replace(neighbour) {
                let [vertex, first, second] = [vertex, first, neighbour].map(|vertex| board.vertex(vertex));
                return wrong(format!("two neighbours of {vertex} have the colour {colour}: {first} and {second}"));
            }
        }
    }
    if board.asked == Asked::Xor {
        for (vertex, &colour) in colours.iter().enumerate() {
            let xor = (0..squares).filter(|&square| vertex >> square & 1 == 1).fold(0, |xor, square| xor ^ square);
            if colour != xor {
                let vertex = board.vertex(vertex);
                return wrong(format!("`xor` gives {vertex} the colour {xor} instead of {colour}"));
            }
        }
    }
    Ok(())
}

fn round(board: &Chessboard, before: &[bool], target: usize, candidate: &Candidate) -> Result<(), Violation> {
    let mut after = Vec::with_capacity(board.squares);
    for (row, text) in candidate.board.iter().enumerate() {
        for (column, character) in text.chars().enumerate() {
            match character {
                'H' | 'T' => after.push(character == 'H'),
                _ => {
                    let cell = Cell::new(row, column);
                    return wrong(format!("`{}` at {cell}: a coin is `H` or `T`", character.escape_debug()));
                }
            }
        }
    }
    if after.len() != before.len() {
        return wrong(format!("the board has {} coins instead of {}", after.len(), before.len()));
    }
    let turned: Vec<usize> = (0..after.len()).filter(|&square| after[square] != before[square]).collect();
    let turned = match turned[..] {
        [turned] => turned,
        [] => return wrong("no coin was turned, and one has to be"),
        [first, second, ref others @ ..] => {
            let more = if others.is_empty() { "" } else { " and more" };
            let [first, second] = [first, second].map(|square| board.square(square));
            return wrong(format!("one coin may be turned, but {first}, {second}{more} differ from the coins given"));
        }
    };
    let told = (0..after.len()).filter(|&square| after[square]).fold(0, |told, square| told ^ square);
    if told != target {
        let [told, target] = [told, target].map(|square| board.square(square));
        return wrong(format!("the second prisoner reads {told} instead of {target}"));
    }
    if let Some(flip) = candidate.details.get("flip")
        && flip.as_u64() != Some(turned as u64)
    {
        return wrong(format!("`flip` does not name the coin that was turned, on {}", board.square(turned)));
    }
    if candidate.details.get("strategy").is_some_and(|strategy| strategy != "xor") {
        return wrong("a round is played by the strategy \"xor\"");
    }
    Ok(())
}
