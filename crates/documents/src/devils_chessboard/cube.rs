//! The groups of a cube whose axes are squares: all its symmetries, and those that keep the strategy `xor`.
//!
//! The points are both sides of every coin, `2 i` tails and `2 i + 1` heads on square `i`, followed by the `n`
//! colours: few even where there are many vertices. For words, the point `2 i` belongs to bit `i`, and there are no
//! colours.
//!
//! Imports only `board`.

use boardwright_base::board::symmetry::{Cube, Group, NamedPermutation, Permutation};
use num_bigint::BigUint;

/// Returns the image of a vertex of a cube with few enough dimensions to number its vertices.
pub(super) fn vertex(vertex: usize, squares: usize, by: &Permutation) -> usize {
    (0..squares).map(|square| by.image(2 * square + (vertex >> square & 1))).fold(0, |vertex, point| {
        let (square, heads) = (point / 2, point % 2);
        vertex | heads << square
    })
}

/// Returns the symmetry that first turns over the coins of some squares, then permutes squares and renames colours.
fn symmetry(
    name: &str,
    (squares, colours): (usize, usize),
    turned: &[usize],
    square: impl Fn(usize) -> usize,
    colour: impl Fn(usize) -> usize,
) -> NamedPermutation {
    let side = |point: usize| 2 * square(point / 2) + ((point % 2) ^ usize::from(turned.contains(&(point / 2))));
    let images = (0..2 * squares).map(side).chain((0..colours).map(|own| 2 * squares + colour(own)));
    let permutation = Permutation::new(images).expect("squares and colours go one to one");
    NamedPermutation { name: name.to_string(), permutation }
}

fn swap(at: usize) -> usize {
    if at < 2 { 1 - at } else { at }
}

/// Returns the group of the cube with this number of squares, followed by colours, which may be renamed.
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

/// Returns the symmetries of the exclusive or: turning over coins whose squares have exclusive or 0, a word of
/// Hamming's code. Renaming the colours allows any coins to be turned over, and the squares to be permuted by any
/// linear map of their numbers.
pub(super) fn xor(squares: usize, colours: bool) -> Group {
    let still = |at: usize| at;
    let bits = squares.ilog2() as usize;
    if !colours {
        let word = |&square: &usize| square != 1 && !(square > 1 && square.is_power_of_two());
        let generators: Vec<NamedPermutation> = (0..squares)
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
    let mut generators: Vec<NamedPermutation> = (0..squares).map(turned).collect();
    for (from, to) in (0..bits).flat_map(|from| (0..bits).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let linear = move |at: usize| at ^ (at >> from & 1) << to;
        generators.push(symmetry("a linear map of the squares", (squares, squares), &[], linear, linear));
    }
    let linear: BigUint = (0..bits).map(|bit| BigUint::from(squares - (1 << bit))).product();
    let order = (BigUint::from(1u32) << squares) * linear;
    Group::generated(3 * squares, generators, "affine maps with renamed colours", "", order)
}
