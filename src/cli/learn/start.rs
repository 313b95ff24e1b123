//! What is known before the first question: the boards, and the candidates that hold on them. Start with [`Start::new`].

use crate::REGISTRY;
use crate::cli::Quit;
use crate::cli::exit::explained;
use crate::cli::input::Session;
use boardwright_base::source::Source;
use boardwright_exchange::library::{Boards, Library};
use boardwright_puzzle::solution::Candidate;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::{LoadError, Loaded};
use boardwright_render::learned::LearnReport;
use boardwright_tasks::task::learn::{self, Judged, LearnError, Learned};

/// The boards, and the candidates that hold on them, as models.
pub(super) struct Start {
    pub(super) library: Library,
    /// The number of candidates before those that a board breaks were dropped.
    pub(super) all: usize,
    pub(super) candidates: Loaded,
    /// The board without rules, which draws any board.
    pub(super) blank: Loaded,
}

impl Start {
    pub(super) fn new(boards: &Boards, solved: usize, session: &Session) -> Result<Start, Quit> {
        let all = Library::of(boards);
        let blank = load(&all.without_rules(), session)?;
        let loaded = load(&all.candidates(), session)?;
        let mut is_broken = vec![false; all.len()];
        for written in &boards.written[..solved] {
            session.budget.check().map_err(Quit::stopped)?;
            let judged = Judged { board: board(&loaded, written)?, is_accepted: true, is_answer: false };
            let examined = learn::examine(&loaded, judged).map_err(failed)?;
            examined.breaks.into_iter().for_each(|rule| is_broken[rule] = true);
        }
        let library = all.reduced(|rule| is_broken[rule]);
        let candidates = load(&library.candidates(), session)?;
        Ok(Start { library, all: all.len(), candidates, blank })
    }

    pub(super) fn report<'a>(&'a self, learned: &'a Learned) -> LearnReport<'a> {
        LearnReport { library: &self.library, all: self.all, blank: &*self.blank.instance, learned }
    }
}

/// Reads a model of boards.
fn load(text: &str, session: &Session) -> Result<Loaded, Quit> {
    let source = Source::new("the model of the boards", text);
    REGISTRY.load(&source, &session.budget).map_err(|error| match error {
        LoadError::Wrong(wrong) => explained(&wrong, &source),
        LoadError::Stopped(stop, _) => Quit::stopped(stop),
    })
}

/// Returns a board as the model of the candidates has it.
pub(super) fn board(loaded: &Loaded, written: &Written) -> Result<Candidate, Quit> {
    Candidate::read(&*loaded.instance, written).map_err(Quit::wrong)
}

pub(super) fn failed(error: LearnError) -> Quit {
    match error {
        LearnError::Failed(failure) => failure.into(),
        other => Quit::wrong(other),
    }
}
