//! What is asked about a loaded model, and how the work on it is done.
//!
//! Start at [`Request`]. It imports only the types of requests; [`super::run`] does the work.

use super::cubes::{CubeTask, NodePath, NodeState};
use super::event::Start;
use super::failure::Failure;
use super::setup::{Setup, Solver};
use super::symmetries::{Breaking, Symmetries};
use crate::puzzle::Loaded;
use std::collections::HashMap;
use std::time::Duration;

/// How many solutions are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// One (an optimal one, where there is an objective).
    One,
    /// This many at most, each different; optimal ones, where there is an objective.
    UpTo(usize),
    /// All of them; with an objective, all optimal ones.
    All,
    /// Their number; with an objective, that of the optimal ones.
    Count,
}

impl Ask {
    /// The most solutions that are wanted one by one.
    pub(super) fn wanted(self) -> usize {
        match self {
            Ask::One => 1,
            Ask::UpTo(limit) => limit,
            Ask::All | Ask::Count => usize::MAX,
        }
    }
}

/// A question about a model, to be answered by [`super::run`].
#[derive(Clone)]
pub struct Request {
    /// The model.
    pub loaded: Loaded,
    /// The way to the answer.
    pub setup: Setup,
    /// The question.
    pub ask: Ask,
    /// How the work is done.
    pub work: Work,
    /// What is delivered.
    pub output: Output,
}

/// How the work on a request is done. Only the symmetries change the answer.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// What is done about symmetries.
    pub symmetries: Symmetries,
    /// The number of threads that search at the same time; 0 and 1 mean one.
    pub threads: usize,
    /// Splits the search into a tree of cubes. A leaf of a count that takes longer than this is split further, its
    /// children have twice as long, and so on.
    pub leaf_time: Option<Duration>,
    /// Whether a checkpoint is kept, so that every node of the tree is reported.
    pub checkpoint: bool,
    /// The nodes that an earlier run has finished.
    pub finished: HashMap<NodePath, NodeState>,
    /// Only one leaf of a count.
    pub leaf: Option<CubeTask>,
}

impl Work {
    /// Whether the search is neither split nor parallel.
    pub(super) fn is_plain(&self) -> bool {
        self.threads <= 1 && self.leaf_time.is_none()
    }
}

/// What a request delivers besides its answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Output {
    /// Whether solutions are delivered as events only, instead of being kept in the report.
    pub stream: bool,
    /// Of a plan too long to be kept, whether the boards are delivered instead of the steps.
    pub boards: bool,
    /// Whether the report has the digests of what the solver is handed ([`crate::answer::Statistics::formulas`]).
    pub digests: bool,
}

impl Request {
    /// A request with default work, which keeps all solutions in the report.
    pub fn new(loaded: &Loaded, setup: &Setup, ask: Ask) -> Request {
        let (loaded, setup) = (loaded.clone(), setup.clone());
        Request { loaded, setup, ask, work: Work::default(), output: Output::default() }
    }

    /// Returns this request with that work.
    #[must_use]
    pub fn with_work(self, work: Work) -> Request {
        Request { work, ..self }
    }

    /// Returns this request with these symmetries.
    #[must_use]
    pub fn up_to(mut self, symmetries: Symmetries) -> Request {
        self.work.symmetries = symmetries;
        self
    }

    /// Returns this request with that output.
    #[must_use]
    pub fn with_output(self, output: Output) -> Request {
        Request { output, ..self }
    }

    /// Rejects a combination of choices that has no answer.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let breaking = self.work.symmetries.breaking;
        if self.ask != Ask::One && breaking == Some(Breaking::Break) {
            return Err(Failure::Inapplicable(
                "breaking symmetries drops solutions, so it is for one solution only; `--distinct` lists one of each kind"
                    .to_string(),
            ));
        }
        if let (Setup::Method(name), Some(_)) = (&self.setup, breaking) {
            return Err(Failure::Inapplicable(format!("symmetries are broken in a search, and `{name}` needs none")));
        }
        Ok(())
    }

    /// The first event.
    pub(super) fn start(&self) -> Start {
        let request = if self.ask == Ask::Count { "count" } else { "solve" };
        let start = Start::new(request, self.loaded.puzzle.name());
        match &self.setup {
            Setup::Method(name) => Start { method: Some(name), ..start },
            Setup::Solver { formulation, solver: Solver { backend, .. } } => Start {
                route: Some(backend.route()),
                backend: Some(backend.name.to_string()),
                formulation: Some(formulation),
                ..start
            },
        }
    }
}
