//! The types of a request for steps and of its result.

use super::fact::{Fact, ValueAt};
use super::position::Entry;
use crate::answer::Answer;
use crate::answer::Reason;
use boardwright_base::board::Cell;
use boardwright_ir::constraint::Origin;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::cells::Sheet;
use boardwright_puzzle::solution::Solution;

/// The default limit of the search for a smallest reason, in solver calls for each step.
pub const CALLS: u64 = 10_000;

/// A request for steps.
#[derive(Clone)]
pub struct StepsRequest {
    /// The model.
    pub loaded: Loaded,
    /// The name of the formulation; by default the family's choice for SAT.
    pub formulation: Option<String>,
    /// The limit of the search for a smallest reason, in solver calls for each step.
    pub calls: u64,
    /// The position from which a hint is wanted; `None` for the whole way.
    pub from: Option<Vec<Entry>>,
}

impl StepsRequest {
    /// Returns a request for the whole way.
    pub fn new(loaded: &Loaded) -> StepsRequest {
        StepsRequest { loaded: loaded.clone(), formulation: None, calls: CALLS, from: None }
    }
}

/// Values and cells of a layer, as indices, that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The layer.
    pub layer: usize,
    /// The values.
    pub values: Vec<usize>,
    /// The cells.
    pub cells: Vec<usize>,
}

/// Why facts follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// The clue or rule states them.
    Stated,
    /// So many more are needed, and no other places remain.
    Remaining {
        /// The number.
        count: i64,
        /// The corner or cell in which all counted lines meet.
        at: Option<Cell>,
    },
    /// All are there already.
    Complete {
        /// The number.
        count: i64,
        /// The corner or cell in which all counted lines meet.
        at: Option<Cell>,
    },
    /// An odd or even number is needed, and one place is open.
    Parity {
        /// Whether it is odd.
        odd: bool,
        /// The number so far.
        there: usize,
    },
    /// Values are in cells already, so the other cells do not have them.
    Has(Vec<ValueAt>),
    /// A value fits one cell only.
    Only(ValueAt),
    /// A cell has one value left.
    Left(ValueAt),
    /// Cells have room for as many values only, so the other cells do not have them.
    Needed(Fit),
    /// Values fit as many cells only, so these have no other value.
    Room(Fit),
    /// One of two rules has room for values only in cells of both, so the other cells of the other rule do not have them.
    Confined {
        /// The index of the rule in the reason.
        from: usize,
        /// The values, and the cells of both.
        fit: Fit,
    },
    /// Another argument.
    Other,
}

/// New facts of a step with their argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The argument.
    pub argument: Argument,
    /// The facts, as indices.
    pub facts: Vec<usize>,
}

/// One step.
#[derive(Debug, Clone)]
pub struct Step {
    /// The clues and instances of rules of the reason, clues first.
    pub reason: Vec<Origin>,
    /// The known facts that are used, as indices; none can be left out of an inclusion-minimal set for the first new fact.
    pub uses: Vec<usize>,
    /// The new facts, as indices.
    pub new: Vec<usize>,
    /// A proved lower bound on the size of a reason for any new fact.
    pub at_least: usize,
    /// The number of smallest reasons at this position: exact for size 1, otherwise a lower bound.
    pub choices: usize,
    /// The arguments in their order; together they have all new facts but those that a new placement means.
    pub parts: Vec<Part>,
}

impl Step {
    /// Returns the size: the number of clues and instances of rules.
    pub fn size(&self) -> usize {
        self.reason.len()
    }

    /// Returns whether it is proved that no reason is smaller.
    pub fn is_certified(&self) -> bool {
        self.at_least >= self.size()
    }
}

/// What contradicts a board that is better than the optimum.
#[derive(Debug, Clone)]
pub struct Better {
    /// The clues and rules, clues first.
    pub reason: Vec<Origin>,
    /// Whether none of them can be left out.
    pub is_minimal: bool,
}

/// The steps of a model.
#[derive(Debug, Clone)]
pub struct Steps {
    /// As [`crate::answer::Report::answer`].
    pub answer: Answer,
    /// Whether the solution is the only one; `None` if that is unknown.
    pub unique: Option<bool>,
    /// The proved optimum, if the model has an objective; it is the rule `optimum` of the steps.
    pub optimum: Option<i64>,
    /// Why no board is better than the optimum; `None` without an optimum, or if a limited search finds no reason.
    pub better: Option<Better>,
    /// A verified solution.
    pub solution: Option<Solution>,
    /// The facts of all solutions.
    pub facts: Vec<Fact>,
    /// The names and places of what the facts are about.
    pub sheet: Sheet,
    /// The facts that the model gives, or the position of a hint, as indices.
    pub given: Vec<usize>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Entries of the position that contradict the solution.
    pub wrong: Vec<Entry>,
    /// The reason why steps are missing.
    pub reason: Reason,
    /// Whether a limit was reached.
    pub stopped: bool,
    /// The formulation whose constraints are the rules.
    pub formulation: &'static str,
    /// The number of solver calls.
    pub calls: u64,
}
