//! The error for numbers that do not fit into the 64 bits of a form, with the place in the model. Imports the IR only.

use super::origin::words;
use super::{Origin, OriginId, Problem};

/// A sum of a constraint, or the objective, has numbers that are too large.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the numbers of {} are too large: sums must fit into 64 bits", place(origin.as_deref()))]
pub struct TooLarge {
    /// The origin of the constraint; `None` for the objective.
    pub origin: Option<Box<Origin>>,
}

impl TooLarge {
    /// Returns the error for a constraint with this origin.
    pub fn of(problem: &Problem, origin: OriginId) -> TooLarge {
        TooLarge { origin: Some(problem.origin_of(origin).clone().into()) }
    }

    /// Returns the error for the objective.
    pub fn objective() -> TooLarge {
        TooLarge { origin: None }
    }
}

fn place(origin: Option<&Origin>) -> String {
    origin.map_or("the objective".into(), |origin| format!("the rule {}", words::rule_and_part(origin)))
}
