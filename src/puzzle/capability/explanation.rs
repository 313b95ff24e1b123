//! Explanations: why there is no solution, and how two solutions differ.

use crate::board::Cell;
use crate::constraint::Origin;
use crate::solution::Solution;

/// The capability to explain why there is no solution, or how solutions differ.
pub trait Explanation {
    /// Returns the reason why there is no solution, where that takes no search.
    fn argument(&self) -> Option<String> {
        None
    }

    /// Describes a contradiction that elimination found: origins of constraints of one of its problems, and how often each
    /// constraint is added; the sum is `0 = b` with `b` not 0. `None` where the names of the origins are the best description.
    fn contradiction(&self, added: &[(&Origin, u8)]) -> Option<String> {
        let _ = added;
        None
    }

    /// Returns the features of a solution. Solutions with the same features are equal. A feature is equal in two
    /// solutions exactly when some of the decision variables of every formulation are.
    fn features(&self, solution: &Solution) -> Vec<Feature>;
}

/// A part of a solution: the value of a cell, the fourth move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// Its name, unique in a solution: `r3c4`, `move 4`.
    pub name: String,
    /// Its cell, where it has one.
    pub cell: Option<Cell>,
    /// The value; solutions that differ in the feature have different values.
    pub value: String,
    /// The most that a further clue could state of the value; for most puzzles the value itself.
    pub clue: String,
}

impl Feature {
    /// The value of a cell.
    pub fn of(cell: Cell, value: impl ToString) -> Feature {
        let value = value.to_string();
        Feature { name: cell.to_string(), cell: Some(cell), clue: value.clone(), value }
    }
}
