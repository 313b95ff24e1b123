//! A request about a loaded model: the question and the options of the work.
//!
//! Start at [`Request`]. It imports only the types of requests; [`super::run`] does the work.

use super::cubes::{CubeTask, NodePath, NodeState};
use super::event::Start;
use super::failure::{Failure, Misuse};
use super::options::Options;
use super::setup::{Setup, Solver};
use super::symmetries::{Breaking, Symmetries};
use boardwright_base::diagnostic::Command;
use boardwright_frontier::SavedLayer;
use boardwright_puzzle::Loaded;
use std::collections::HashMap;
use std::time::Duration;

/// The number of solutions requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// One (an optimal one, if there is an objective).
    One,
    /// At most this number, all different; optimal ones, if there is an objective.
    UpTo(usize),
    /// All of them; with an objective, all optimal ones.
    All,
    /// Their number; with an objective, that of the optimal ones.
    Count,
    /// Their number, in all and by a property; with an objective, of the optimal ones.
    CountBy(By),
    /// This number of solutions, drawn uniformly and with replacement; of the optimal ones, if there is an objective.
    Random(usize),
    /// This number of solutions with the best values of the objective, the best first.
    Best(usize),
}

/// A property by which solutions are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The value of each cell, and each line.
    Cell,
    /// The number of cells with a value of a layer, by their numbers in the [`Sheet`](boardwright_puzzle::capability::cells::Sheet).
    Value {
        /// The layer.
        layer: usize,
        /// The value.
        value: usize,
    },
    /// The number of lines.
    Lines,
    /// The value of the objective; all solutions are counted.
    Objective,
}

impl Ask {
    /// Returns the maximum number of solutions to deliver.
    pub(super) fn wanted(self) -> usize {
        match self {
            Ask::One => 1,
            Ask::UpTo(limit) | Ask::Random(limit) | Ask::Best(limit) => limit,
            Ask::All | Ask::Count | Ask::CountBy(_) => usize::MAX,
        }
    }

    /// Returns whether the answer is a number of solutions.
    pub(super) fn is_count(self) -> bool {
        matches!(self, Ask::Count | Ask::CountBy(_))
    }

    /// Returns a question that needs a decision diagram of all solutions.
    pub fn of_diagram(self) -> Option<Command> {
        match self {
            Ask::CountBy(By::Cell) => Some(Command::CountByCell),
            Ask::CountBy(By::Value { .. }) => Some(Command::CountByValue),
            Ask::CountBy(By::Lines) => Some(Command::CountByLines),
            Ask::CountBy(By::Objective) => Some(Command::CountByObjective),
            Ask::Random(_) => Some(Command::Random),
            Ask::Best(_) => Some(Command::Best),
            Ask::One | Ask::UpTo(_) | Ask::All | Ask::Count => None,
        }
    }
}

/// A request about a model, which [`super::run`] answers.
#[derive(Clone)]
pub struct Request {
    /// The model.
    pub loaded: Loaded,
    /// The setup.
    pub setup: Setup,
    /// The question.
    pub ask: Ask,
    /// The options of the work.
    pub work: Work,
    /// The options of the output.
    pub output: Output,
    /// The other ways to decide the question, which begin where the setup leaves it open.
    pub(super) others: Vec<Way>,
}

/// The options of the work. Only the symmetries change the answer.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// The use of symmetries.
    pub symmetries: Symmetries,
    /// Whether the redundant constraints of the formulation are left out.
    pub without_redundant: bool,
    /// The number of threads that search. With 0, one thread searches without dividing the search, except an exact cover. From 1 on,
    /// the number does not change the order of a list.
    pub threads: usize,
    /// Splits the search into a tree of cubes. A leaf of a count that takes longer than this is split further; its children have
    /// twice the time.
    pub leaf_time: Option<Duration>,
    /// Whether there is a checkpoint, so that every node of the tree is reported.
    pub checkpoint: bool,
    /// The nodes that an earlier run has finished.
    pub finished: HashMap<NodePath, NodeState>,
    /// The layers of sweeps that an earlier run has saved, by the root of their part.
    pub layers: HashMap<NodePath, SavedLayer>,
    /// Ends a count when at least this number of solutions is known; the report then has this number as a lower bound.
    pub at_most: Option<u64>,
    /// Restricts a count to one leaf.
    pub leaf: Option<CubeTask>,
}

impl Work {
    /// Returns whether the search is neither split nor parallel.
    pub(super) fn is_plain(&self) -> bool {
        self.threads == 0 && self.leaf_time.is_none()
    }
}

/// The options of the output besides the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Output {
    /// Whether solutions are delivered as events only and not stored in the report.
    pub stream: bool,
    /// For a plan too long to be stored, whether boards are delivered instead of steps.
    pub boards: bool,
    /// Whether the report has the digests of the solver's input ([`crate::answer::Statistics::formulas`]).
    pub digests: bool,
}

impl Request {
    /// Returns a request with default options, which stores all solutions in the report.
    pub fn new(loaded: &Loaded, setup: &Setup, ask: Ask) -> Request {
        let (loaded, setup) = (loaded.clone(), setup.clone());
        Request { loaded, setup, ask, work: Work::default(), output: Output::default(), others: Vec::new() }
    }

    /// Returns this request with these options of the work.
    #[must_use]
    pub fn with_work(self, work: Work) -> Request {
        Request { work, ..self }
    }

    /// Returns this request with the other ways to decide its question, for a setup that the program chose.
    /// Symmetries and a search in parts have none.
    #[must_use]
    pub fn with_other_ways(self) -> Request {
        let Symmetries { distinct, breaking } = self.work.symmetries;
        let is_chosen = distinct.is_some() || breaking.is_some() || self.work.without_redundant;
        let is_plain = self.work.is_plain() && !is_chosen && self.work.at_most.is_none();
        let others = if is_plain { other_ways(&self.setup, self.ask) } else { Vec::new() };
        Request { others, ..self }
    }

    /// Returns this request with these symmetries.
    #[must_use]
    pub fn up_to(mut self, symmetries: Symmetries) -> Request {
        self.work.symmetries = symmetries;
        self
    }

    /// Returns this request with these options of the output.
    #[must_use]
    pub fn with_output(self, output: Output) -> Request {
        Request { output, ..self }
    }

    /// Rejects combinations of options without an answer.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let breaking = self.work.symmetries.breaking;
        if self.ask != Ask::One && breaking == Some(Breaking::Break) {
            return Err(Misuse::BreakingInList.into());
        }
        if self.work.at_most.is_some() && self.ask != Ask::Count {
            return Err(Misuse::LimitOfCount.into());
        }
        if let Setup::Solver { solver: Solver { backend, .. }, .. } = &self.setup
            && backend.only_counts()
            && self.ask != Ask::Count
        {
            return Err(Misuse::CounterOnly { backend: backend.name.to_string() }.into());
        }
        if let (Setup::Method(name), Some(_)) = (&self.setup, breaking) {
            return Err(Misuse::BreakingInMethod { method: name }.into());
        }
        Ok(())
    }

    /// Returns the first event.
    pub(super) fn start(&self) -> Start {
        let request = if self.ask.is_count() { "count" } else { "solve" };
        let start = Start::new(request, self.loaded.puzzle.name());
        match &self.setup {
            Setup::Method(name) => Start { method: Some(name), ..start },
            Setup::Solver { formulation, solver: Solver { backend, .. }, .. } => Start {
                route: Some(backend.route()),
                backend: Some(backend.name.to_string()),
                formulation: Some(formulation),
                ..start
            },
        }
    }
}

/// Another way to decide the question of a request; `decide` tries it.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) options: Options,
    pub(super) ask: Ask,
}

/// Returns the other ways for a question about a model whose setup the program chose.
fn other_ways(setup: &Setup, ask: Ask) -> Vec<Way> {
    let encoding = match setup {
        Setup::Solver { solver, .. } => solver.encoding.clone(),
        Setup::Method(_) => Default::default(),
    };
    let plain = Options { encoding, ..Options::default() };
    let way = |several: bool, solver: bool, ask: Ask| Way {
        options: Options { several, solver, pair: ask == Ask::UpTo(2), ..plain.clone() },
        ask,
    };
    match (setup, ask) {
        (Setup::Solver { solver: Solver { automatic: false, .. }, .. }, _) => Vec::new(),
        (Setup::Method(_), Ask::One | Ask::UpTo(0..=2)) => vec![way(false, true, ask)],
        (Setup::Method(_), _) => vec![way(false, true, Ask::One)],
        (Setup::Solver { .. }, Ask::One | Ask::UpTo(0..=2)) => vec![way(true, false, ask)],
        (Setup::Solver { .. }, _) => vec![way(false, false, Ask::One)],
    }
}
