//! The symmetries of the devil's chessboard: those of the cube, and renaming of the colours.
//!
//! A strategy stays a strategy under the symmetries of the cube: permutations of the squares, and turning over the
//! coins of some squares; `2^n n!` in all. The colours stay, unless renaming them counts as the same strategy, which
//! multiplies the group by `n!`. A named strategy has a smaller group. A round, with its coins and its square, has
//! none.
//!
//! Codes and partitions have the symmetries of the cube of their words, which has one dimension less: permutations of
//! the squares from 1 on, and turning over their coins. The codes of a partition have no names.
//!
//! The groups and their points are those of `cube`.

use super::claim::Strategy;
use super::cube::{cube, vertex, xor};
use super::{Asked, Chessboard, draw, methods, orbits};
use boardwright_base::board::symmetry::{Group, Permutation};
use boardwright_puzzle::capability::symmetry::{NoSymmetries, Symmetry};
use boardwright_puzzle::solution::{Candidate, Solution};
use num_bigint::BigUint;

impl Symmetry for Chessboard {
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries> {
        let squares = self.squares;
        match &self.asked {
            Asked::Round { .. } => Ok(Group::trivial(3 * squares)),
            Asked::Strategy | Asked::Best => Ok(cube(squares, squares, colours)),
            Asked::Named(Strategy::Xor) => Ok(xor(squares, colours)),
            Asked::Named(strategy) => {
                Err(NoSymmetries::OnlySolution { kept: format!("the strategy `{}`", strategy.method()) })
            }
            Asked::Code | Asked::Partition => Ok(cube(squares - 1, 0, false)),
            Asked::NamedCode(_) => Err(NoSymmetries::OnlySolution { kept: "the code".into() }),
        }
    }

    fn cell(&self, cell: usize, by: &Permutation) -> usize {
        vertex(cell, self.bits(), by)
    }

    fn value(&self, value: usize, by: &Permutation) -> usize {
        // Whether a word is in a code stays; behind the squares are the colours of a strategy.
        if self.of_words() { value } else { by.image(2 * self.squares + value) - 2 * self.squares }
    }

    /// Moves the colours or the words that a solution lists. A round, which no symmetry moves, stays; so does a solution
    /// given by its notation on a board too large to list.
    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        let Some(values) = draw::values(self, solution) else { return solution.candidate().clone() };
        let mut moved = values.clone();
        for (at, value) in values.into_iter().enumerate() {
            moved[self.cell(at, by)] = self.value(value, by);
        }
        let words = |value: usize| moved.iter().map(|&own| own == value).collect::<Vec<bool>>();
        match self.asked {
            Asked::Partition => methods::partition_of((0..self.squares).map(words).collect()),
            Asked::Code | Asked::NamedCode(_) => methods::code(words(1)),
            Asked::Strategy | Asked::Best | Asked::Named(_) | Asked::Round { .. } => methods::strategy(moved),
        }
    }

    fn orbits(&self, colours: bool, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        matches!(self.asked, Asked::Strategy).then(|| orbits::strategies(self.squares, colours, stop))?
    }
}
