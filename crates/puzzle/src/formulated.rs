//! A problem with its decoder from an assignment to a candidate board.
//!
//! May import `decisions`, `constraint` and `solution`.

use super::decisions::Decisions;
use crate::solution::Candidate;
use boardwright_base::diagnostic::{Setting, Text};
use boardwright_ir::constraint::{Assignment, Problem};
use std::error::Error;
use std::fmt;
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

/// Why a formulation does not apply to an instance: an error of its family, and a method that applies instead. Any error
/// converts to it.
#[derive(Debug, Clone)]
pub struct NoFormulation {
    reason: Arc<dyn Error + Send + Sync>,
    instead: Option<&'static str>,
}

impl NoFormulation {
    /// Returns the error if it is of this type.
    pub fn reason<E: Error + 'static>(&self) -> Option<&E> {
        self.reason.downcast_ref()
    }

    /// Returns it with the method that applies instead.
    #[must_use]
    pub fn instead(self, method: &'static str) -> NoFormulation {
        NoFormulation { instead: Some(method), ..self }
    }

    /// Returns the message, in which each face names settings in its way.
    pub fn text(&self) -> Text {
        let reason = Text::from(self.reason.to_string());
        match self.instead {
            Some(method) => reason.and("; use ").and(Setting::Method).and(format!(" {method}")),
            None => reason,
        }
    }
}

impl fmt::Display for NoFormulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for NoFormulation {
    fn from(error: E) -> NoFormulation {
        NoFormulation { reason: Arc::new(error), instead: None }
    }
}

/// Two reasons are equal if their messages are.
impl PartialEq for NoFormulation {
    fn eq(&self, other: &NoFormulation) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for NoFormulation {}
