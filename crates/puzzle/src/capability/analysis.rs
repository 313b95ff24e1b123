//! Facts about an instance without solving it, and about a solution of it.

use super::fact::Fact;
use crate::solution::Solution;
use boardwright_base::board::picture::Picture;

/// The capability to describe the instance without solving it, and its solutions.
pub trait Analyze {
    /// Analyses the instance. `stop` returns true when it has to end.
    fn analyze(&self, stop: &dyn Fn() -> bool) -> Analysis;

    /// Analyses one topic in depth; `None` where the family does not support it.
    fn analyze_topic(&self, topic: Topic, stop: &dyn Fn() -> bool) -> Option<Analysis> {
        let _ = (topic, stop);
        None
    }

    /// Analyses a solution; `None` where the family has nothing to add to it.
    fn analyze_solution(&self, solution: &Solution, stop: &dyn Fn() -> bool) -> Option<Analysis> {
        let _ = (solution, stop);
        None
    }

    /// Describes what the check of a solution covered, where that is not plain.
    fn checked(&self, solution: &Solution) -> Option<String> {
        let _ = solution;
        None
    }
}

/// A topic that is analysed only when asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// The hardest instances that differ from this one in their givens alone.
    Hardest,
    /// The lights after each row of a chase.
    Chase,
    /// The matrix of the linear system of the puzzle, as a table.
    Matrix,
    /// The inverse of a part of the matrix in whole numbers, as a table.
    Inverse,
}

/// The result of an analysis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Analysis {
    /// In the order in which a person reads them.
    pub facts: Vec<Fact>,
    /// A picture of them; may be empty.
    pub picture: Picture,
    /// Instructions for solving it by hand, to be printed, where that makes sense.
    pub card: Option<Picture>,
    /// A table for other programs: one line for each row, cells separated by tabs, the first line their names.
    pub table: Option<String>,
    /// Whether the question is left open: a limit was met.
    pub open: bool,
}
