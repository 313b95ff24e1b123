//! Rules from examples: which of a list of candidate rules a person has in mind, learned from boards that are accepted or rejected.
//!
//! The *version space* is that of Conacq (C. Bessiere, F. Koriche, N. Lazaar, B. O'Sullivan, "Constraint acquisition", 2017): an
//! accepted board excludes every candidate that it breaks, and a rejected board shows that at least one of the candidates that it
//! breaks is wanted. A set of candidates *fits* if it has none of the former and one of the latter for each rejected board. A
//! question is a board that one fitting set accepts and another one rejects. If there is none, all fitting sets accept the same
//! boards, which is proved by the solver, and a set of which no rule can be left out is the result.
//!
//! A board is checked against the candidates by their verifier. Start with [`run`]. Rooms: `space` has the constraints and the
//! version space, `belief` what is likely, `question` the choice of a board, `outcome` the result.

mod belief;
mod outcome;
mod question;
mod space;

pub use self::outcome::{Conflict, End, Learned, LearnedRule};

use self::question::Choice;
use self::space::{Space, Stated};
use super::explain::Halt;
use super::failure::Failure;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Random;
use boardwright_ir::constraint::origin::RuleId;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::stances::Stances;
use boardwright_puzzle::solution::{Candidate, Violation};

/// Candidate rules, and what is known about boards.
#[derive(Clone)]
pub struct LearnRequest {
    /// A model whose rules are the candidates: of equivalent ones, the first is preferred.
    pub loaded: Loaded,
    /// By rule: how likely it is wanted, from 0 to 1, both excluded.
    pub likelihoods: Vec<f64>,
    /// Boards that are accepted or rejected.
    pub judged: Vec<Judged>,
    /// The number of boards of the learned rules that are asked about in the end.
    pub confirmations: usize,
    /// Whether to ask until it is proved that no other rule set fits, and not only until those that are drawn are equivalent.
    pub until_proved: bool,
    /// The seed of the choice among questions.
    pub seed: u64,
}

/// A board, and whether it obeys the wanted rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The board.
    pub board: Candidate,
    /// Whether it is accepted.
    pub is_accepted: bool,
    /// Whether it is the answer to a question, and not an example.
    pub is_answer: bool,
}

/// A board, and what it breaks.
#[derive(Debug, Clone)]
pub struct Examined {
    /// The board, and whether it is accepted.
    pub judged: Judged,
    /// The candidates that it breaks, in ascending order.
    pub breaks: Vec<usize>,
}

/// A question: is this board accepted?
#[derive(Debug)]
pub struct Question<'a> {
    /// The board.
    pub board: &'a Candidate,
    /// The candidates that it breaks and that may be wanted; none if the board confirms the result.
    pub breaks: &'a [usize],
    /// The number of candidates that may be wanted.
    pub open: usize,
}

/// The answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// The board obeys the wanted rules, or breaks one.
    Accepted(bool),
    /// No answer: the work ends.
    End,
}

/// Why rules cannot be learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The family does not state what breaks a rule.
    #[error("rules of `{0}` cannot be learned; expected a grid without moves")]
    Family(&'static str),
    /// A board is of another puzzle.
    #[error("{0}")]
    Board(Violation),
    /// The work failed.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// Learns which candidates are wanted; `answer` answers the questions.
///
/// # Errors
/// If a board does not fit the model, or a check fails. A limit is no error: the result has what is known then.
pub fn run(
    request: &LearnRequest,
    answer: &mut dyn FnMut(&Question<'_>) -> Reply,
    budget: &Budget,
) -> Result<Learned, LearnError> {
    let loaded = &request.loaded;
    let stances = loaded.instance.stances().ok_or(LearnError::Family(loaded.puzzle.name()))?;
    let mut known = Vec::with_capacity(request.judged.len());
    for judged in &request.judged {
        known.push(examined(stances, judged.clone())?);
    }
    let is_excluded = |rule: usize| known.iter().any(|one| one.judged.is_accepted && one.breaks.contains(&rule));
    let excluded: Vec<bool> = (0..request.likelihoods.len()).map(is_excluded).collect();
    let stated = match Stated::new(stances, &excluded, budget) {
        Ok(stated) => stated,
        Err(stop) => return Ok(Learned::without_rules(known, End::Limit(stop))),
    };
    let mut work = Work { request, stances, known, answer, budget };
    match work.learn(&stated) {
        Ok(learned) => Ok(learned),
        Err(Halt::Failed(failure)) => Err(failure.into()),
        Err(Halt::Stopped(stop)) => Ok(outcome::at_limit(&stated, work.known, stop)),
    }
}

/// Returns which candidates of a model a board breaks.
///
/// # Errors
/// If the board does not fit the model.
pub fn examine(loaded: &Loaded, judged: Judged) -> Result<Examined, LearnError> {
    examined(loaded.instance.stances().ok_or(LearnError::Family(loaded.puzzle.name()))?, judged)
}

/// Returns what a board breaks.
fn examined(stances: &dyn Stances, judged: Judged) -> Result<Examined, LearnError> {
    let broken = stances.broken(&judged.board).map_err(LearnError::Board)?;
    let rule = |rule: RuleId| match rule {
        RuleId::Model(number) => Some(number),
        RuleId::BuiltIn(_) => None,
    };
    let mut breaks: Vec<usize> = broken.iter().filter_map(|part| rule(part.rule)).collect();
    breaks.sort_unstable();
    breaks.dedup();
    Ok(Examined { judged, breaks })
}

struct Work<'a> {
    request: &'a LearnRequest,
    stances: &'a dyn Stances,
    known: Vec<Examined>,
    answer: &'a mut dyn FnMut(&Question<'_>) -> Reply,
    budget: &'a Budget,
}

impl Work<'_> {
    fn learn(&mut self, stated: &Stated<'_>) -> Result<Learned, Halt> {
        if let Some(conflict) = Conflict::among(&self.known) {
            return Ok(Learned::without_rules(self.known.clone(), End::Conflict(conflict)));
        }
        let mut space = Space::new(stated, &self.request.likelihoods, &self.known, self.budget)?;
        let mut confirmed = 0;
        let mut end = None;
        loop {
            let random = &mut Random(self.request.seed.wrapping_add(self.known.len() as u64));
            let choice = match &end {
                None => question::distinguishing(&mut space, self.request.until_proved, random)?,
                Some(end) => Choice::None(End::clone(end)),
            };
            let board = match choice {
                Choice::Board(board) => board,
                Choice::None(reached) => {
                    let end = end.insert(reached).clone();
                    let is_left = confirmed < self.request.confirmations;
                    let board = is_left.then(|| question::confirming(&mut space, &self.known, random)).transpose()?;
                    match board.flatten() {
                        Some(board) => board,
                        None => return outcome::result(&mut space, self.known.clone(), end),
                    }
                }
            };
            let judged = Judged { board, is_accepted: true, is_answer: true };
            // The board was decoded from an assignment of this model.
            let mut examined = examined(self.stances, judged).map_err(|_| space::wrong())?;
            let breaks: Vec<usize> = examined.breaks.iter().copied().filter(|&rule| space.is_open(rule)).collect();
            let question = Question { board: &examined.judged.board, breaks: &breaks, open: space.open().count() };
            let is_confirming = usize::from(end.is_some());
            let Reply::Accepted(is_accepted) = (self.answer)(&question) else {
                let end = end.unwrap_or(End::Asked(examined.judged.board));
                return outcome::result(&mut space, self.known.clone(), end);
            };
            examined.judged.is_accepted = is_accepted;
            space.judge(&examined);
            self.known.push(examined);
            if let Some(conflict) = Conflict::among(&self.known) {
                return Ok(Learned::without_rules(self.known.clone(), End::Conflict(conflict)));
            }
            confirmed += is_confirming;
        }
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stopped(stop)
    }
}
