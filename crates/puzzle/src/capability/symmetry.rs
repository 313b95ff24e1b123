//! The symmetries of an instance: their group, and what each does to the parts of a solution.
//!
//! A family names its group and says what a symmetry does to a cell, a value, a line or a class of pieces. The rest is
//! derived: the image of a solution here, the action on the variables of a formulation in `decisions`.

use crate::solution::{Candidate, Solution};
use boardwright_base::board::symmetry::{Group, Permutation, TorusTooLarge};
use boardwright_base::diagnostic::{Setting, Text};
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
    /// A graph has too many automorphisms to list.
    #[error("the graph has more than {most} automorphisms")]
    TooManyAutomorphisms {
        /// The maximal number.
        most: usize,
    },
    /// A torus has walls or holes.
    #[error("symmetries are not supported for a torus with holes")]
    TorusWithHoles,
    /// The pieces have too many colours of their own, which could be exchanged.
    #[error("the pieces have {colours} colours that the board does not have: too many to check all colour exchanges")]
    TooManyColours {
        /// The number of these colours.
        colours: usize,
    },
    /// The family has no colours that could be exchanged.
    #[error("exchanges of colours are computed for dissections, the devil's chessboard and alternation")]
    NoColours,
    /// The model states its solution.
    #[error("symmetries that keep {kept} are not computed; it is the only solution")]
    OnlySolution {
        /// The solution: ``the strategy `coset` ``.
        kept: String,
    },
}

impl NoSymmetries {
    /// Returns the message with advice, in which each face names settings in its way.
    pub fn text(&self) -> Text {
        let message = Text::from(self.to_string());
        match self {
            NoSymmetries::NoColours => message.and("; use ").and(Setting::Distinct).and(" alone"),
            _ => message,
        }
    }
}

/// The capability to act on solutions by the symmetries of the instance. All permutations are elements of the group.
pub trait Symmetry {
    /// Returns the symmetries of this instance: the turns, flips and shifts that keep its cells, colours, clues, pieces and
    /// the permitted turns and flips of pieces; with `colours` also exchanges of colours. The family decides what the
    /// points are; unless it says otherwise, they are the cells.
    ///
    /// # Errors
    /// The reason why they are not computed.
    fn symmetries(&self, colours: bool) -> Result<Group, NoSymmetries>;

    /// Returns the image of a cell.
    fn cell(&self, cell: usize, by: &Permutation) -> usize {
        by.image(cell)
    }

    /// Returns the image of the value of a cell.
    fn value(&self, value: usize, by: &Permutation) -> usize {
        let _ = by;
        value
    }

    /// Returns the image of a line, or `None` if there is no line.
    fn line(&self, line: usize, by: &Permutation) -> Option<usize> {
        let _ = (line, by);
        None
    }

    /// Returns the image of a class of pieces.
    fn class(&self, class: usize, by: &Permutation) -> usize {
        let _ = by;
        class
    }

    /// Returns the image of a solution; the same for the same solution, however its interchangeable pieces were named. The
    /// caller verifies it. A family whose solutions are not cells and lines maps them itself.
    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        let board = solution.candidate();
        let (mut layers, mut lines) = (board.layers.clone(), board.lines.clone());
        for (values, image) in board.layers.iter().zip(&mut layers) {
            for (cell, &value) in values.iter().enumerate() {
                image[self.cell(cell, by)] = self.value(value.into(), by) as u16;
            }
        }
        for (line, &there) in board.lines.iter().enumerate() {
            lines[self.line(line, by).expect("a symmetry maps lines to lines")] = there;
        }
        Candidate { layers, lines, ..Candidate::default() }
    }

    /// Returns the number of orbits of its solutions under [`Symmetry::symmetries`], if the family can compute it without
    /// listing them. `None` if it cannot, or if `stop` returned true.
    fn orbits(&self, colours: bool, stop: &dyn Fn() -> bool) -> Option<BigUint> {
        let _ = (colours, stop);
        None
    }
}
