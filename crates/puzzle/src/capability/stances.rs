//! Rules as objects of study: boards that obey some parts of the rules and break others, and what a board breaks.

use crate::decisions::Decisions;
use crate::solution::{Candidate, Violation};
use boardwright_base::board::Cell;
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::origin::{Instance, RuleId};
use boardwright_ir::constraint::{Draft, Literal, Origin, Problem};
use std::sync::Arc;

/// What becomes of a part of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stance {
    /// It holds.
    Holds,
    /// It can be broken: the problem has literals for that.
    Breaks,
    /// Both: the problem has a literal under which it holds, and literals that break it.
    Either,
    /// It is left out.
    Open,
}

/// A part of the rules that does not simply hold: a set of a rule, a clue, a given value.
#[derive(Debug, Clone)]
pub struct Part {
    /// Which part. Several conditions of a rule for one set have equal origins.
    pub origin: Origin,
    /// Literals, each of which implies that it is broken; `None` if it is left open, or does not state what breaks it.
    pub broken: Option<Vec<Literal>>,
    /// The literal under which it holds, if it may hold or be broken.
    pub holds: Option<Literal>,
}

/// The constraints of rules of which some parts may be broken. Only required constraints are meant to be used.
#[derive(Debug, Clone)]
pub struct Taken {
    /// The constraints of the parts that hold, and what the literals of the others mean.
    pub problem: Arc<Problem>,
    /// The decision variables.
    pub decisions: Arc<Decisions>,
    /// The parts that do not simply hold, in the order of the model.
    pub parts: Vec<Part>,
}

/// A layer of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerNames {
    /// Its name; `grid` for the first.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
    /// By cell: whether it holds a value of the layer. A board has the value 0 where it does not.
    pub is_held: Vec<bool>,
    /// Whether drawings omit it: it helps to state the rules, and is no part of the puzzle.
    pub hidden: bool,
}

/// The places and values of a board, by which boards of two puzzles are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardNames {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The layers.
    pub layers: Vec<LayerNames>,
    /// The possible lines, by their ends.
    pub lines: Vec<[Cell; 2]>,
}

/// A part of a rule that a board breaks.
#[derive(Debug, Clone)]
pub struct BrokenRule {
    /// The rule.
    pub rule: RuleId,
    /// The part of it, as in the origin of its constraints.
    pub instance: Instance,
    /// The name of the rule: `given` for the given values.
    pub name: String,
    /// The way in which the board breaks it.
    pub violation: Violation,
}

impl BrokenRule {
    /// Keeps the first broken part of each rule.
    pub fn first_of_each(broken: Vec<BrokenRule>) -> Vec<BrokenRule> {
        let mut kept: Vec<BrokenRule> = Vec::new();
        for part in broken {
            if !kept.iter().any(|other| other.rule == part.rule) {
                kept.push(part);
            }
        }
        kept
    }
}

/// The capability to break rules.
pub trait Stances {
    /// Returns the places and values of boards.
    fn names(&self) -> BoardNames;

    /// Returns all parts of rules that a board breaks, in the order of the model; given values first.
    ///
    /// # Errors
    /// The board has other cells or lines.
    fn broken(&self, board: &Candidate) -> Result<Vec<BrokenRule>, Violation>;

    /// Posts the constraints, each part as its stance requires, to `problem`, which is empty.
    ///
    /// # Errors
    /// The limit that was reached.
    fn taking(&self, stance: &dyn Fn(&Origin) -> Stance, problem: Draft) -> Result<Taken, Stop>;
}
