//! A problem with the way back: from an assignment of its variables to the board that it claims.
//!
//! May import `constraint`, `solution` and `board`.

use crate::board::symmetry::Permutation;
use crate::constraint::symmetric::Action;
use crate::constraint::{Assignment, Problem};
use crate::solution::Candidate;

/// Turns an assignment of its problem's variables into a claimed solution.
pub type Decoder = Box<dyn Fn(&Assignment) -> Candidate + Send + Sync>;

/// The action of a symmetry of the instance on the variables of a problem; `None` where it is not known.
pub type Acting = Box<dyn Fn(&Permutation) -> Option<Action> + Send + Sync>;

/// A problem and the way back from its assignments.
pub struct Formulated {
    /// The constraints.
    pub problem: Problem,
    /// From an assignment to a board.
    pub decode: Decoder,
    /// The action of symmetries on the decision variables; `None` where the formulation does not know it.
    pub acting: Option<Acting>,
}
