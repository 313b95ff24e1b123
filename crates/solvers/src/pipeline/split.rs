//! The pass `split`: the independent parts of a problem, for counting.
//!
//! Accepts a [`Problem`] and leaves [`Part`]s that share no variable, so that their counts multiply; where values can be
//! exchanged for each other, a part has them given to some cells, and a factor. May import the IR.

use boardwright_ir::constraint::components::{Component, components};
use boardwright_ir::constraint::{Assignment, Problem, Roles, interchange};
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

impl Part {
    /// Inserts a solution of the part into one of the whole.
    pub fn put(&self, example: &Assignment, board: &mut Assignment) {
        for (&whole, &value) in self.component.booleans.iter().zip(&example.booleans) {
            board.booleans[whole.0 as usize] = value;
        }
        for (&whole, &value) in self.component.integers.iter().zip(&example.integers) {
            board.integers[whole.0 as usize] = value;
        }
    }
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
