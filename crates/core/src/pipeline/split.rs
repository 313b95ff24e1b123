//! The pass `split`: the independent parts of a problem, for counting.
//!
//! Accepts a [`Problem`] and leaves [`Part`]s that share no variable, so that their counts multiply; where values can be
//! exchanged for each other, a part has them given to some cells, and a factor. May import the IR.

use crate::constraint::components::{Component, components};
use crate::constraint::{Problem, Roles, interchange};
use num_bigint::BigUint;

/// A part of a problem that is counted by itself.
pub struct Part {
    /// What is counted: the part, with values given to cells where they can be exchanged.
    pub problem: Problem,
    /// How many solutions each counted one stands for.
    pub factor: BigUint,
    /// The part as it is, and its variables in the whole.
    pub component: Component,
}

/// Returns the parts of a problem.
pub fn parts(problem: &Problem) -> Vec<Part> {
    components(problem, Roles::FAITHFUL)
        .into_iter()
        .map(|component| {
            let (problem, factor) = interchange::fixed(&component.problem)
                .unwrap_or_else(|| (component.problem.clone(), BigUint::from(1u32)));
            Part { problem, factor, component }
        })
        .collect()
}
