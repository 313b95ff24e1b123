//! The symmetries of the devil's chessboard: those of the cube, and renaming of the colours.
//!
//! A strategy stays one when the vertices are moved as the cube's symmetries do: the squares exchanged, and the coins of some
//! squares turned over; `2^n n!` in all. The colours stay, unless renaming them counts as the same strategy, which is `n!`
//! times as many. A strategy asked for by name is kept by less, and a round, with its coins and its square, by nothing.
//!
//! Codes and partitions have the symmetries of the cube of their words, which has a dimension less: the squares from 1
//! exchanged, their coins turned over. The codes of a partition have no names.
//!
//! The points are both sides of every coin, `2 i` tails and `2 i + 1` heads on square `i`, and behind them the `n` colours: few
//! even where there are very many vertices. For words, the point `2 i` belongs to their bit `i`, and there are no colours.

use super::strategy::Strategy;
use super::{Asked, Chessboard, draw, methods};
use crate::board::symmetry::{Cube, Group, Permutation, Symmetry};
use crate::puzzle::capability::symmetry::NoSymmetries;
use crate::solution::{Candidate, Solution};
use num_bigint::BigUint;

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
    // A solution has been verified, so that these are words and colours. A round, which nothing moves, and what is told by
    // its notation, of so many squares that notations are all there is, stay as they are.
    match &board.asked {
        Asked::Round { .. } => solution.candidate().clone(),
        Asked::Strategy | Asked::Named(_) => match draw::values(board, solution) {
            Some(colours) => {
                let mut moved = vec![squares; colours.len()];
                for (at, own) in colours.into_iter().enumerate() {
                    moved[vertex(at, squares, by)] = colour(own, squares, by);
                }
                methods::strategy(moved)
            }
            None => solution.candidate().clone(),
        },
        Asked::Code | Asked::NamedCode(_) | Asked::Partition => match draw::values(board, solution) {
            Some(values) => {
                let mut moved = vec![squares; values.len()];
                for (at, value) in values.into_iter().enumerate() {
                    moved[vertex(at, squares - 1, by)] = value;
                }
                let with = |value: usize| moved.iter().map(|&own| own == value).collect::<Vec<bool>>();
                match board.asked {
                    Asked::Partition => methods::partition_of((0..squares).map(with).collect()),
                    _ => methods::code(with(1)),
                }
            }
            None => solution.candidate().clone(),
        },
    }
}

pub(super) fn group(board: &Chessboard, colours: bool) -> Result<Group, NoSymmetries> {
    let squares = board.squares;
    match &board.asked {
        Asked::Round { .. } => Ok(Group::trivial(3 * squares)),
        Asked::Strategy => Ok(cube(squares, squares, colours)),
        Asked::Named(Strategy::Xor) => Ok(xor(squares, colours)),
        Asked::Named(strategy) => {
            Err(NoSymmetries::OnlySolution { kept: format!("the strategy `{}`", strategy.method()) })
        }
        Asked::Code | Asked::Partition => Ok(cube(squares - 1, 0, false)),
        Asked::NamedCode(_) => Err(NoSymmetries::OnlySolution { kept: "the code".into() }),
    }
}

/// Squares moved, coins turned over on some of them first, and colours renamed.
fn symmetry(
    name: &str,
    (squares, colours): (usize, usize),
    turned: &[usize],
    square: impl Fn(usize) -> usize,
    colour: impl Fn(usize) -> usize,
) -> Symmetry {
    let side = |point: usize| 2 * square(point / 2) + ((point % 2) ^ usize::from(turned.contains(&(point / 2))));
    let images = (0..2 * squares).map(side).chain((0..colours).map(|own| 2 * squares + colour(own)));
    let permutation = Permutation::new(images).expect("squares and colours go one to one");
    Symmetry { name: name.to_string(), permutation }
}

fn swap(at: usize) -> usize {
    if at < 2 { 1 - at } else { at }
}

/// The cube of so many squares, with so many colours behind them, which may be renamed.
pub(super) fn cube(squares: usize, colours: usize, renamed: bool) -> Group {
    let still = |at: usize| at;
    let round = |at: usize| (at + 1) % squares;
    let points = (squares, colours);
    let renamed = renamed && colours > 1;
    let mut generators = Vec::new();
    if squares > 0 {
        generators.push(symmetry("the first coin turned over", points, &[0], still, still));
    }
    if squares > 1 {
        generators.push(symmetry("the first two squares exchanged", points, &[], swap, still));
        generators.push(symmetry("every square moved on by one", points, &[], round, still));
    }
    let mut symbol = format!("cube of {squares}");
    if renamed {
        generators.push(symmetry("colours 0 and 1 exchanged", points, &[], still, swap));
        generators.push(symmetry("every colour the next one", points, &[], still, |at| (at + 1) % colours));
        symbol = format!("{symbol} x renaming of {colours} colours");
    }
    Group::cube(Cube { axes: squares, others: colours, permuted: renamed }, generators, &symbol)
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
                symmetry("the coins of a code word turned over", (squares, squares), &turned, still, still)
            })
            .collect();
        let order = BigUint::from(1u32) << (squares - bits);
        return Group::generated(3 * squares, generators, "turning over code words", "", order);
    }
    let turned = |square: usize| {
        let name = format!("the coin of square {square} turned over");
        symmetry(&name, (squares, squares), &[square], still, move |colour| colour ^ square)
    };
    let mut generators: Vec<Symmetry> = (0..squares).map(turned).collect();
    for (from, to) in (0..bits).flat_map(|from| (0..bits).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let linear = move |at: usize| at ^ (at >> from & 1) << to;
        generators.push(symmetry("a linear map of the squares", (squares, squares), &[], linear, linear));
    }
    let linear: BigUint = (0..bits).map(|bit| BigUint::from(squares - (1 << bit))).product();
    let order = (BigUint::from(1u32) << squares) * linear;
    Group::generated(3 * squares, generators, "affine maps with renamed colours", "", order)
}
