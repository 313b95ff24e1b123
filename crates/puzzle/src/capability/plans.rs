//! Plans: solutions that are sequences of moves.

use super::argument::Argument;
use super::methods::MethodResult;
use crate::solution::{Step, Violation};
use std::collections::VecDeque;

/// The question of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// A board; the best one, where the problem has an objective.
    Board,
    /// As few moves as possible: the horizon grows from `at_least`, a proved lower bound, until there is a plan.
    Plan {
        /// A lower bound on the number of moves.
        at_least: usize,
    },
}

/// The capability of puzzles whose solutions are plans.
pub trait Plans {
    /// Returns a proved lower bound on the number of moves; `None` where that number is given, or no number of moves can
    /// be enough.
    fn at_least(&self) -> Option<usize>;

    /// Decides whether any number of moves leads to the goal. Called when the first few horizons have failed, so that the
    /// search ends.
    fn reachable(&self, stop: &dyn Fn() -> bool) -> Reachable;

    /// Explains [`Plans::at_least`] in a sentence.
    fn why_at_least(&self) -> Option<Argument>;

    /// Visits the positions by their distance from the start, before the first distance with a goal; `None` if it would visit more
    /// than `most`, or a limit was reached.
    fn visited(&self, most: usize, stop: &dyn Fn() -> bool) -> Option<Visited>;

    /// Returns the rules, applied to one move after the other.
    fn follow(&self) -> Box<dyn Follow + '_>;

    /// Returns the plan of a method where it is too long to be kept; `None` where
    /// [`run_method`](super::methods::Methods::run_method) returns it.
    fn long_plan(&self, method: &str) -> Option<LongPlan>;
}

/// Whether a goal can be reached at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reachable {
    /// Some number of moves leads to it.
    Yes,
    /// No number of moves does: all reachable states were visited.
    No {
        /// The number of reachable states.
        states: u64,
    },
    /// No number of moves does: all was searched, as stated.
    Searched(String),
    /// No number of moves does, for this reason.
    Refuted(Argument),
    /// The state space is too large, or a limit was reached.
    Unknown,
}

/// The positions around the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visited {
    /// The number of positions at each distance from the start; none of them is a goal. Positions that a symmetry or free moves turn
    /// into each other may count once.
    pub layers: Vec<u64>,
    /// Whether the next distance has a goal; otherwise there is no further position.
    pub has_goal: bool,
}

/// A plan whose moves are made, checked and written one by one, as there are too many to keep.
pub struct LongPlan {
    /// The moves, as the method makes them.
    pub moves: Box<dyn Iterator<Item = Step>>,
    /// The result of the method, if every move is right and the last one reaches the goal.
    pub result: MethodResult,
}

/// Follows a plan move by move, by the rules alone: the check of a [`LongPlan`].
pub trait Follow {
    /// Takes the next move.
    ///
    /// # Errors
    /// The rule that it breaks; then the plan is wrong.
    fn step(&mut self, next: Step) -> Result<(), Violation>;

    /// Returns the board after the moves so far.
    fn board(&self) -> Vec<String>;

    /// Checks whether the plan may end here.
    ///
    /// # Errors
    /// What it lacks.
    fn end(&self) -> Result<(), Violation>;

    /// Describes a move: `2,3 -> 9,10`.
    fn describe(&self, step: Step) -> String;
}

/// The number of moves of a long plan that are kept at its beginning, and at its end.
const KEPT: usize = 12;

/// An excerpt of a long plan for a person: the first few moves, and the last.
#[derive(Debug, Default)]
pub struct PlanExcerpt {
    first: Vec<Step>,
    last: VecDeque<Step>,
    number: usize,
}

impl PlanExcerpt {
    /// Adds the next move.
    pub fn add(&mut self, next: Step) {
        self.number += 1;
        if self.first.len() < KEPT {
            return self.first.push(next);
        }
        self.last.push_back(next);
        if self.last.len() > KEPT {
            self.last.pop_front();
        }
    }

    /// Returns a line for each move, with its number.
    pub fn lines(&self, rules: &dyn Follow) -> Vec<String> {
        let digits = self.number.to_string().len();
        let line = |(number, &next): (usize, &Step)| format!("{number:digits$}: {}", rules.describe(next));
        let mut lines: Vec<String> = (1..).zip(&self.first).map(line).collect();
        let left_out = self.number - self.first.len() - self.last.len();
        if left_out > 0 {
            lines.push(format!("{:>digits$}  {left_out} more; the JSON has them all", "..."));
        }
        lines.extend((self.number - self.last.len() + 1..).zip(&self.last).map(line));
        lines
    }
}
