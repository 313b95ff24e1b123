//! Events during the work on a request.
//!
//! Every task delivers [`Event`]s to one observer, in order; its result comes after the last event. An event is plain data
//! without clocks and threads. `render::events` writes events as JSON lines, a documented and versioned format; this file does
//! not depend on it.

use super::cubes::NodePath;
use super::failure::Failure;
use boardwright_frontier::SavedLayer;
use boardwright_puzzle::solution::{Solution, Step};
use boardwright_solvers::backend::Route;
use num_bigint::BigUint;

/// The observer of the events of a request. If it fails, the request ends with its failure.
pub type Observer<'a> = dyn FnMut(Event) -> Result<(), Failure> + 'a;

/// An observer that drops all events.
///
/// # Errors
/// None.
pub fn ignore(_: Event) -> Result<(), Failure> {
    Ok(())
}

/// An event.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The start of the work; the first event of every request.
    Start(Start),
    /// A verified solution, different from all before.
    Solution {
        /// Its number in the list, from 1.
        number: u64,
        /// The solution.
        solution: Box<Solution>,
    },
    /// The next steps of a plan too long to be stored, each of them verified.
    Steps(Vec<Step>),
    /// The next board of such a plan, from the start on; with [`super::Output::boards`] instead of the steps.
    Board(Vec<String>),
    /// The last board of such a plan, which reaches its goal; verified.
    Goal(Vec<String>),
    /// A verified solution with the best value of the objective so far.
    Better {
        /// The value.
        value: i64,
        /// The solution.
        solution: Box<Solution>,
    },
    /// The optimum of the objective is proved not to be better than this.
    Bound {
        /// The value.
        value: i64,
        /// Whether it is an upper bound: the objective is maximised.
        is_upper: bool,
    },
    /// A node of the search tree was split into cubes.
    Split {
        /// The node.
        node: NodePath,
        /// The number of its children, the first being number 0.
        children: u32,
    },
    /// A cube was searched completely. Its solutions were delivered before.
    Cube {
        /// Its node.
        node: NodePath,
        /// The number of its solutions.
        count: BigUint,
    },
    /// The states of a layer of a sweep, with a checkpoint; they replace those that were delivered before for the node.
    Layer {
        /// The root of the part that is counted.
        node: NodePath,
        /// The layer.
        layer: SavedLayer,
    },
    /// The progress so far, from time to time.
    Progress {
        /// The share of the search tree that was searched, from 0 to 1; the children of a node have equal shares. `None`
        /// without a tree.
        share: Option<f64>,
        /// The number of solutions so far.
        found: BigUint,
        /// For a count that multiplies: the number of the part that these numbers are about, from 1.
        part: Option<u32>,
    },
    /// Of an explanation: clues and rules that contradict each other, fewer than before or proved to be minimal.
    Core {
        /// The number of clues and rules.
        size: usize,
        /// Whether none of them can be left out.
        minimal: bool,
        /// Whether no smaller set contradicts itself.
        smallest: bool,
    },
    /// For a puzzle generated from a model: a draft with one solution.
    Draft {
        /// The number of clues that are left, of those that may be left out.
        left: usize,
        /// The number of clues that may be left out.
        of: usize,
    },
    /// For a generated puzzle: what was reached, in words. If the run stops before it has a puzzle, its message ends with the
    /// last ones.
    Stage(String),
}

/// The description of a request at its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The request: `solve`, `count`, `explain` or `generate`.
    pub request: &'static str,
    /// The family of the puzzle.
    pub puzzle: &'static str,
    /// The family's own method, if one is used.
    pub method: Option<&'static str>,
    /// The route, if a solver is used.
    pub route: Option<Route>,
    /// The solver, if one is used.
    pub backend: Option<String>,
    /// The formulation, if a solver is used.
    pub formulation: Option<&'static str>,
}

impl Start {
    /// Returns the start of a request that does not use a single setup.
    pub(super) fn new(request: &'static str, puzzle: &'static str) -> Start {
        Start { request, puzzle, method: None, route: None, backend: None, formulation: None }
    }
}
