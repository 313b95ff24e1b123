//! The symmetries of an instance and their action on solutions.

use crate::board::symmetry::{Group, Permutation, TorusTooLarge};
use crate::solution::{Candidate, Solution};
use num_bigint::BigUint;

/// Why the symmetries of an instance are not computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSymmetries {
    /// The family does not compute them.
    #[error("the symmetries of this puzzle are not known")]
    NotOffered,
    /// The board has too many cells.
    #[error("symmetries are computed for at most {most} cells")]
    TooManyCells {
        /// The maximal number.
        most: usize,
    },
    /// The search for translations would take too long.
    #[error(transparent)]
    TorusTooLarge(#[from] TorusTooLarge),
    /// A torus has walls or holes.
    #[error("symmetries are not supported for a torus with holes")]
    TorusWithHoles,
    /// The pieces have too many colours of their own, which could be exchanged.
    #[error("the pieces have {colours} colours that the board does not have: too many to check all colour exchanges")]
    TooManyColours {
        /// The number of these colours.
        colours: usize,
    },
    /// The model states its solution.
    #[error("symmetries that keep {kept} are not computed; it is the only solution")]
    OnlySolution {
        /// The solution: ``the strategy `coset` ``.
        kept: String,
    },
}

/// The capability to act on solutions by the symmetries of the instance.
pub trait Symmetry {
    /// Returns the symmetries of this instance: the turns, flips and shifts that keep its cells, colours, clues, pieces and
    /// the permitted turns and flips of pieces; with `colours` also exchanges of colours. The family decides what the
    /// points are.
    ///
    /// # Errors
    /// The reason why they are not computed.
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries>;

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
