//! The symmetries of the devil's chessboard: those of the cube, and renaming of the colours.
//!
//! A strategy stays one when the vertices are moved as the cube's symmetries do: the squares exchanged, and the coins of some
//! squares turned over; `2^n n!` in all. The colours stay, unless renaming them counts as the same strategy, which is `n!`
//! times as many. A strategy asked for by name is kept by less, and a round, with its coins and its square, by nothing.
//!
//! The points are both sides of every coin, `2 i` tails and `2 i + 1` heads on square `i`, and behind them the `n` colours: few
//! even where there are very many vertices.

use super::{Asked, Chessboard, methods};
use crate::board::symmetry::{Group, Permutation, Symmetry};
use crate::solution::{Candidate, Solution};
use num_bigint::BigUint;
use serde_json::Value;

/// Where a vertex goes; with few enough squares to write it.
pub(super) fn vertex(vertex: usize, squares: usize, by: &Permutation) -> usize {
    (0..squares).map(|square| by.image(2 * square + (vertex >> square & 1))).fold(0, |vertex, point| {
        let (square, heads) = (point / 2, point % 2);
        vertex | heads << square
    })
}

/// Where a colour goes.
pub(super) fn colour(colour: usize, squares: usize, by: &Permutation) -> usize {
    by.image(2 * squares + colour) - 2 * squares
}

pub(super) fn image(board: &Chessboard, solution: &Solution, by: &Permutation) -> Candidate {
    let squares = board.squares;
    let colours = match solution.details().get("strategy") {
        Some(Value::Array(colours)) => colours,
        // A round, which nothing moves; or a strategy by its name, of so many squares that names are all there is.
        _ => return solution.candidate().clone(),
    };
    let mut moved = vec![squares; colours.len()];
    for (at, value) in colours.iter().enumerate() {
        // A solution has been verified, so that these are colours.
        let own = value.as_u64().map_or(0, |value| value as usize);
        moved[vertex(at, squares, by)] = colour(own, squares, by);
    }
    methods::strategy(moved)
}

pub(super) fn group(board: &Chessboard, colours: bool) -> Group {
    let squares = board.squares;
    match board.asked {
        Asked::Round { .. } => Group::trivial(3 * squares),
        Asked::Strategy => cube(squares, colours),
        Asked::Xor => xor(squares, colours),
    }
}

/// Squares moved, coins turned over on some of them first, and colours renamed.
fn symmetry(
    name: &str,
    squares: usize,
    turned: &[usize],
    square: impl Fn(usize) -> usize,
    colour: impl Fn(usize) -> usize,
) -> Symmetry {
    let side = |point: usize| 2 * square(point / 2) + ((point % 2) ^ usize::from(turned.contains(&(point / 2))));
    let images = (0..2 * squares).map(side).chain((0..squares).map(|own| 2 * squares + colour(own)));
    let permutation = Permutation::new(images).expect("squares and colours go one to one");
    Symmetry { name: name.to_string(), permutation }
}

fn swap(at: usize) -> usize {
    if at < 2 { 1 - at } else { at }
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

fn cube(squares: usize, colours: bool) -> Group {
    let still = |at: usize| at;
    let round = |at: usize| (at + 1) % squares;
    let mut generators = vec![symmetry("the coin of square 0 turned over", squares, &[0], still, still)];
    if squares > 1 {
        generators.push(symmetry("squares 0 and 1 exchanged", squares, &[], swap, still));
        generators.push(symmetry("every square moved on by one", squares, &[], round, still));
    }
    let mut order = (BigUint::from(1u32) << squares) * factorial(squares);
    let mut symbol = format!("cube of {squares}");
    if colours && squares > 1 {
        generators.push(symmetry("colours 0 and 1 exchanged", squares, &[], still, swap));
        generators.push(symmetry("every colour the next one", squares, &[], still, round));
        order *= factorial(squares);
        symbol = format!("{symbol} x renaming of {squares} colours");
    }
    Group::generated(3 * squares, generators, &symbol, "", order)
}

/// What keeps the exclusive or: turning over coins whose squares have 0 as theirs, a code word of Hamming's code. Renaming
/// the colours allows any coins to be turned over, and the squares to be moved by any linear map of their numbers.
fn xor(squares: usize, colours: bool) -> Group {
    let still = |at: usize| at;
    let bits = squares.ilog2() as usize;
    if !colours {
        let word = |&square: &usize| square != 1 && !(square > 1 && square.is_power_of_two());
        let generators: Vec<Symmetry> = (0..squares)
            .filter(word)
            .map(|square| {
                let of_bits = (0..bits).filter(|bit| square >> bit & 1 == 1).map(|bit| 1 << bit);
                let turned: Vec<usize> = of_bits.chain([square]).collect();
                symmetry("the coins of a code word turned over", squares, &turned, still, still)
            })
            .collect();
        let order = BigUint::from(1u32) << (squares - bits);
        return Group::generated(3 * squares, generators, "turning over code words", "", order);
    }
    let turned = |square: usize| {
        let name = format!("the coin of square {square} turned over");
        symmetry(&name, squares, &[square], still, move |colour| colour ^ square)
    };
    let mut generators: Vec<Symmetry> = (0..squares).map(turned).collect();
    for (from, to) in (0..bits).flat_map(|from| (0..bits).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let linear = move |at: usize| at ^ (at >> from & 1) << to;
        generators.push(symmetry("a linear map of the squares", squares, &[], linear, linear));
    }
    let linear: BigUint = (0..bits).map(|bit| BigUint::from(squares - (1 << bit))).product();
    let order = (BigUint::from(1u32) << squares) * linear;
    Group::generated(3 * squares, generators, "affine maps with renamed colours", "", order)
}
