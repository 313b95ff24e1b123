//! What a solver of linear systems does, and its outcomes. Start with [`Linear`].

use crate::space::Scan;
use crate::{Conflict, Space, System};
use boardwright_base::budget::{Budget, Stop};

/// The result of a solver of linear systems.
#[derive(Debug, Clone)]
pub enum LinearOutcome {
    /// All solutions.
    Solutions(Space),
    /// There is no solution.
    Contradiction,
    /// A limit was reached.
    Stopped(Stop),
}

/// The minimum weight solutions of a linear system.
#[derive(Debug, Clone)]
pub enum Lightest {
    /// The minimum was found.
    Found {
        /// The minimum weight.
        weight: i64,
        /// The enumeration up to the first minimum weight solution.
        first: Scan,
        /// The number of minimum weight solutions.
        count: u64,
    },
    /// There are too many solutions to enumerate.
    TooMany,
    /// A limit was reached.
    Stopped {
        /// The least weight so far.
        weight: i64,
        /// The enumeration up to the first solution of that weight.
        first: Scan,
        /// The limit.
        stop: Stop,
    },
}

/// A solver of linear systems modulo a number.
pub trait Linear {
    /// Returns all solutions with some variables fixed, each at most once.
    fn solve(&mut self, system: &System, fixed: &[(u32, u8)], budget: &Budget) -> LinearOutcome;

    /// Returns inconsistent rows of a system without solutions, checked; `None` if a limit was reached.
    fn conflict(&mut self, system: &System, budget: &Budget) -> Option<Conflict>;

    /// Returns the minimum weight solutions, where variable `i` counts `weights[i]` times.
    fn lightest(&mut self, space: &Space, weights: &[i64], budget: &Budget) -> Lightest;
}
