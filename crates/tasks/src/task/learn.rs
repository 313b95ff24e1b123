//! Rules from examples: which of a list of candidate rules a person has in mind, learned from boards that are accepted or rejected.
//!
//! The *version space* is that of Conacq (C. Bessiere, F. Koriche, N. Lazaar, B. O'Sullivan, "Constraint acquisition", 2017): an
//! accepted board excludes every candidate that it breaks, and a rejected board shows that at least one of the candidates that it
//! breaks is wanted. A set of candidates *fits* if it has none of the former and one of the latter for each rejected board. A
//! question is a board that one fitting set accepts and another one rejects. If there is none, all fitting sets accept the same
//! boards, which is proved by the solver, and a set of which no rule can be left out is the result.
//!
//! A board is checked against the candidates by their verifier. Start with [`run`]. Rooms: `request` has the types, `space` the constraints and the
//! version space, `counts` the numbers of cells that rules share, `belief` what is likely, `question` the choice of a board, `outcome` the result.

mod belief;
mod counts;
mod outcome;
mod question;
mod request;
mod space;

pub use self::outcome::{Conflict, End, Learned, LearnedRule};
pub use self::request::{Examined, Judged, LearnError, LearnRequest, Question, Reply, examine};

use self::question::Choice;
use self::request::examined;
use self::space::{Space, Stated};
use super::explain::Halt;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_puzzle::capability::stances::Stances;

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
            let is_for_proof = matches!(choice, Choice::ForProof(_));
            let board = match choice {
                Choice::Board(board) | Choice::ForProof(board) => board,
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
            let (board, open) = (&examined.judged.board, space.open().count());
            let question = Question { board, breaks: &breaks, open, is_for_proof };
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
