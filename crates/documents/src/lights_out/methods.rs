//! The methods of the family: the three solutions of the article "Dugu Chessboard".
//!
//! `row-reduction` chases the lights for every first row, `linear-algebra` solves `B x = p`, and `hybrid` chases
//! once, derives the first row from the lights left in the last, and chases again. They share no code with the
//! formulations.
//!
//! Room: the common part of the methods (this file), and one file for each.

mod boards;
mod hybrid;
mod linear_algebra;
mod row_reduction;
#[cfg(test)]
mod tests;

pub(super) use self::hybrid::{Chased, TooManyFree, chased, contradiction};
pub(super) use self::linear_algebra::light_rows;

pub(super) use self::boards::{EFFORT, number, power};
use self::boards::{candidate, drawn, halted, hand_over, hand_over_fewest, least_presses, so_far};
use super::board::Board;
use super::sweep::{Bytes, Words};
use boardwright_puzzle::Named;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};

pub(super) const METHODS: &[Named] = &[
    Named { name: "row-reduction", summary: "chase the lights row by row for every first row (`plus`, no torus)" },
    Named { name: "linear-algebra", summary: "solve B x = p by elimination, for every reach and board" },
    Named {
        name: "hybrid",
        summary: "chase once, derive the first row from the lights left in the last, chase again (`plus`, no torus)",
    },
];

pub(super) fn run(board: &Board, name: &str, request: &mut MethodRequest<'_>) -> MethodResult {
    match (name, board.states) {
        ("row-reduction", 2) => row_reduction::run::<Words, boardwright_linear::vector::Bits>(board, request),
        ("row-reduction", _) => row_reduction::run::<Bytes, boardwright_linear::vector::Residues>(board, request),
        ("linear-algebra", _) => linear_algebra::run(board, request),
        ("hybrid", 2) => hybrid::run::<Words>(board, request),
        ("hybrid", _) => hybrid::run::<Bytes>(board, request),
        _ => Outcome::Unknown(format!("unknown method `{name}` for lights-out")).into(),
    }
}
