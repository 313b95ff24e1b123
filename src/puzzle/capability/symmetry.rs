//! The symmetries of an instance and their action on solutions.

use crate::board::symmetry::{Group, Permutation};
use crate::solution::{Candidate, Solution};
use num_bigint::BigUint;

/// The capability to act on solutions by the symmetries of the instance.
pub trait Symmetry {
    /// Returns the symmetries of this instance: the turns, flips and shifts that keep its cells, colours, clues, pieces and
    /// the permitted turns and flips of pieces; with `colours` also exchanges of colours. The family decides what the
    /// points are.
    ///
    /// # Errors
    /// The reason, when they are not known or there are too many.
    fn symmetries(&self, colours: bool) -> Result<Group, String>;

    /// Returns the image of a solution under an element of [`Symmetry::symmetries`], details included; the same for the
    /// same solution, however its interchangeable pieces were named. The caller verifies it.
    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate;

    /// Returns the number of orbits of its solutions under [`Symmetry::symmetries`], if the family can compute it without
    /// listing them. `None` if it cannot, or if `stop` returned true.
    fn orbits(&self, colours: bool, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        let _ = (colours, stop);
        None
    }
}

/// The values of a layer after a permutation of its cells.
pub(in crate::puzzle) fn moved(layer: &[u16], by: &Permutation) -> Vec<u16> {
    let mut moved = layer.to_vec();
    for (cell, &value) in layer.iter().enumerate() {
        moved[by.image(cell)] = value;
    }
    moved
}
