//! A problem with its decoder from an assignment to a candidate board.
//!
//! May import `decisions`, `constraint` and `solution`.

use super::decisions::Decisions;
use crate::constraint::{Assignment, Problem};
use crate::solution::Candidate;
use std::sync::Arc;

/// Turns an assignment of its problem's variables into a claimed solution.
pub type Decoder = Arc<dyn Fn(&Assignment) -> Candidate + Send + Sync>;

/// A problem and the decoder of its assignments.
#[derive(Clone)]
pub struct Formulated {
    /// The constraints; an instance may share them.
    pub problem: Arc<Problem>,
    /// From an assignment to a board.
    pub decode: Decoder,
    /// The decision variables by what they decide; `None` where symmetries have no known action on them.
    pub decisions: Option<Arc<Decisions>>,
}

impl Formulated {
    /// Returns a formulation that decides the cells and lines of a board and nothing else.
    pub fn of_board(problem: impl Into<Arc<Problem>>, decisions: impl Into<Arc<Decisions>>) -> Formulated {
        let decisions = decisions.into();
        Formulated { problem: problem.into(), decode: board_decoder(&decisions), decisions: Some(decisions) }
    }
}

/// Returns the decoder of a problem that decides the cells and lines of a board.
pub fn board_decoder(decisions: &Arc<Decisions>) -> Decoder {
    let decisions = Arc::clone(decisions);
    Arc::new(move |assignment: &Assignment| decisions.board(assignment))
}
