//! Answers: verified boards, numbers, explanations and steps, each as text, SVG and JSON.
//!
//! Start with [`Answer`].

use crate::model::{Model, Position};
use boardwright_base::budget::Budget;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::solution::Solution;
use boardwright_render::{explanation, json, reason, steps, svg, text};
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::Failure;
use boardwright_tasks::task::explain::{self, ExplainRequest};
use boardwright_tasks::task::steps::{self as follow, StepsRequest};
use num_bigint::BigUint;
use serde_json::Value;
use std::fmt;

pub use boardwright_tasks::answer::Answer as Verdict;

/// The answer to a question: every board in it has been verified.
#[derive(Clone)]
pub struct Answer {
    loaded: Loaded,
    name: String,
    report: Report,
}

/// A board that solves its puzzle.
#[derive(Clone)]
pub struct Board {
    loaded: Loaded,
    solution: Solution,
}

impl Answer {
    pub(crate) fn new(model: &Model, report: Report) -> Answer {
        Answer { loaded: model.loaded.clone(), name: model.source.name.clone(), report }
    }

    /// Returns the verdict: satisfiable, optimal, unsatisfiable or unknown.
    pub fn verdict(&self) -> Verdict {
        self.report.answer
    }

    /// Returns the boards found, each different.
    pub fn boards(&self) -> Vec<Board> {
        let board = |solution: &Solution| Board { loaded: self.loaded.clone(), solution: solution.clone() };
        self.report.solutions.iter().map(board).collect()
    }

    /// Returns whether it is proved that there are no other boards.
    pub fn is_complete(&self) -> bool {
        self.report.complete
    }

    /// Returns the number of solutions, if it is known.
    pub fn count(&self) -> Option<BigUint> {
        self.report.count.clone()
    }

    /// Returns a lower bound on the number of solutions, if a limit cut a count short.
    pub fn at_least(&self) -> Option<BigUint> {
        self.report.at_least.clone()
    }

    /// Returns the proved optimum, if the model has an objective.
    pub fn optimum(&self) -> Option<i64> {
        self.report.optimum
    }

    /// Returns whether a limit cut the work short.
    pub fn was_stopped(&self) -> bool {
        self.report.stopped
    }

    /// Returns why there is no solution, or why the answer is unknown, in words; empty if it took a search.
    pub fn reason(&self) -> String {
        reason::of_report(&self.report)
    }

    /// Returns the report of `solve --format json`.
    pub fn json(&self) -> Value {
        json::report(&self.name, &self.loaded, &self.report)
    }
}

/// The verdict, then each board.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict().name())?;
        match self.count() {
            Some(count) => write!(f, ", {count} solutions")?,
            None if !self.reason().is_empty() => write!(f, ": {}", self.reason())?,
            None => {}
        }
        self.boards().iter().try_for_each(|board| write!(f, "\n\n{board}"))
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)
    }
}

impl Board {
    pub(crate) fn new(loaded: &Loaded, solution: Solution) -> Board {
        Board { loaded: loaded.clone(), solution }
    }

    /// Returns the board of a solution of the model, for the other packages of the workspace.
    #[doc(hidden)]
    pub fn of(model: &Model, solution: Solution) -> Board {
        Board::new(&model.loaded, solution)
    }

    /// Returns the solution as the engines have it, for the other packages of the workspace.
    #[doc(hidden)]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the values of the first layer, as numbers of the family's values; empty for families whose boards are pieces or
    /// plans.
    pub fn values(&self) -> Vec<u16> {
        self.solution.candidate().layers.first().cloned().unwrap_or_default()
    }

    /// Returns the object of `solve --format json`: `board` has the rows.
    pub fn json(&self) -> Value {
        self.solution.to_json(&*self.loaded.instance)
    }

    /// Returns the rows, as a file has them.
    pub fn rows(&self) -> Vec<String> {
        self.solution.written(&*self.loaded.instance).board
    }

    /// Draws the board as SVG.
    pub fn svg(&self) -> String {
        svg::titled(&self.loaded.instance.draw(&self.solution), self.loaded.model.title.as_deref())
    }
}

/// The board in characters.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(text::render(&self.loaded.instance.draw(&self.solution), text::Style::default()).trim_end())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().fmt(f)
    }
}

/// Why there is no solution, where several differ, or which clues force the only one.
#[derive(Clone)]
pub struct Explanation {
    model: Model,
    found: explain::Explanation,
}

impl Explanation {
    pub(crate) fn of(model: &Model, budget: &Budget) -> Result<Explanation, Failure> {
        let found = explain::run(&ExplainRequest::new(&model.loaded), budget, &mut boardwright_tasks::task::ignore)?;
        Ok(Explanation { model: model.clone(), found })
    }

    /// Returns the verdict on the model.
    pub fn verdict(&self) -> Verdict {
        self.found.answer
    }

    /// Returns whether a limit cut the work short.
    pub fn was_stopped(&self) -> bool {
        self.found.stopped
    }

    /// Returns the report of `explain --format json`.
    pub fn json(&self) -> Value {
        explanation::json(&self.model.source, &self.model.loaded, &self.found)
    }

    /// Draws the board with the cells that matter, as SVG.
    pub fn svg(&self) -> String {
        explanation::svg(&self.model.loaded, &self.found)
    }
}

/// The text of `explain`.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = explanation::text(&self.model.source, &self.model.loaded, &self.found, text::Style::default());
        f.write_str(text.trim_end())
    }
}

/// The way of a person to the solution.
#[derive(Clone)]
pub struct Steps {
    model: Model,
    found: follow::Steps,
}

impl Steps {
    /// The steps from the entries of a player, or from the beginning.
    pub(crate) fn of(model: &Model, from: Option<Position>, budget: &Budget) -> Result<Steps, Failure> {
        let from = from.map(|Position(entries)| entries);
        let found = follow::run(&StepsRequest { from, ..StepsRequest::new(&model.loaded) }, budget)?;
        Ok(Steps { model: model.clone(), found })
    }

    /// Returns whether a limit cut the work short.
    pub fn was_stopped(&self) -> bool {
        self.found.stopped
    }

    /// Returns the report of `steps --format json`.
    pub fn json(&self) -> Value {
        steps::json(&self.model.source, &self.model.loaded, &self.found)
    }
}

/// The text of `steps`.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (detail, style) = (steps::Detail::default(), text::Style::default());
        let text = steps::text(&self.model.source, &self.model.loaded, &self.found, detail, style);
        f.write_str(text.trim_end())
    }
}
