//! The error for numbers that do not fit into the 64 bits of a form, with the place in the model. Imports the IR only.

use super::origin::words;
use super::{OriginId, Problem};

/// A sum of a constraint, or the objective, has numbers that are too large.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the numbers of {place} are too large: sums must fit into 64 bits")]
pub struct TooLarge {
    place: String,
}

impl TooLarge {
    /// Returns the error for a constraint with this origin.
    pub fn of(problem: &Problem, origin: OriginId) -> TooLarge {
        let origin = problem.origin_of(origin);
        let part = words::part(origin, false);
        let part = if part.is_empty() { part } else { format!(" ({part})") };
        TooLarge { place: format!("the rule `{}`{part}", origin.rule_name()) }
    }

    /// Returns the error for the objective.
    pub fn objective() -> TooLarge {
        TooLarge { place: "the objective".into() }
    }
}
