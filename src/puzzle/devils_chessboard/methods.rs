//! The methods of the family's own: `xor` answers every board of a power of two of squares, `counting` all others.
//!
//! `xor`: the colour of the coins is the exclusive or of the numbers of all heads. Turning the coin of square `i` changes
//! it by `i`, so exactly one flip leads to each colour, provided that `0..n` is closed under exclusive or. In a round the
//! square to turn is the colour before, xor the target: 5 with heads on 1 and 3 is square 1 ^ 3 ^ 5 = 7.
//!
//! `counting`: every vertex has one neighbour of a given colour, and a vertex of that colour is the neighbour of `n`, so a
//! colour has `2^n / n` vertices, which is a whole number only for a power of two.

use super::{Asked, Chessboard, MAX_TABLE, heads};
use crate::puzzle::method::{Ending, Errand, Verdict};
use crate::solution::Candidate;

pub(super) fn run(board: &Chessboard, name: &str, errand: &mut Errand<'_>) -> Verdict {
    let ending = match (name, board.squares.is_power_of_two()) {
        ("xor", true) => {
            // A round, and the strategy asked for by its name, have one answer; a strategy as such has others.
            let _ = (errand.found)(xor(board));
            if board.asked == Asked::Strategy { Ending::Incomplete } else { Ending::Complete }
        }
        ("xor", false) => Ending::Unknown(format!("`xor` needs a power of two, and {} is none", board.squares)),
        ("counting", _) => match counting(board) {
            Some(reason) => Ending::Unsatisfiable(reason),
            None => Ending::Unknown(format!("{} divides a power of two: counting excludes no strategy", board.squares)),
        },
        _ => Ending::Unknown(format!("the devil's chessboard has no method `{name}`")),
    };
    ending.into()
}

/// Why there is no strategy, where that is so.
pub(super) fn counting(board: &Chessboard) -> Option<String> {
    (!board.squares.is_power_of_two()).then(|| {
        format!("every colour would have 2^{0} / {0} of the 2^{0} vertices, which is no whole number", board.squares)
    })
}

/// The strategy, or the round.
fn xor(board: &Chessboard) -> Candidate {
    let squares = board.squares;
    match &board.asked {
        Asked::Round { coins, target } => {
            let flip = colour((0..squares).filter(|&square| coins[square])) ^ target;
            let mut coins = coins.clone();
            coins[flip] = !coins[flip];
            played(board, &coins, flip)
        }
        Asked::Strategy | Asked::Xor if squares <= MAX_TABLE => {
            strategy((0..1 << squares).map(|vertex| colour(heads(vertex, squares))).collect())
        }
        Asked::Strategy | Asked::Xor => Candidate::default().with("strategy", "xor"),
    }
}

/// The exclusive or of the numbers of all heads.
pub(super) fn colour(heads: impl Iterator<Item = usize>) -> usize {
    heads.fold(0, |colour, square| colour ^ square)
}

/// A claimed strategy: the colours of all vertices. The board stays empty: there are no coins.
pub(super) fn strategy(colours: Vec<usize>) -> Candidate {
    Candidate::default().with("strategy", colours)
}

/// A claimed round: the coins after the flip, and the square that was flipped.
pub(super) fn played(board: &Chessboard, coins: &[bool], flip: usize) -> Candidate {
    let row = |coins: &[bool]| coins.iter().map(|&heads| if heads { 'H' } else { 'T' }).collect();
    Candidate::new(coins.chunks(board.row_length()).map(row).collect()).with("flip", flip)
}
