//! Requests to learn rules: candidates, boards, questions and answers. Imports no other room.

use crate::task::failure::Failure;
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
    /// Whether to ask until it is proved that no other rule set fits, and not only until those that are drawn are equivalent. Only
    /// then, the end of complete work is [`super::End::Proved`].
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
    /// Whether no board is found that distinguishes likely rule sets, so that the question serves the proof.
    pub is_for_proof: bool,
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

/// Returns which candidates of a model a board breaks.
///
/// # Errors
/// If the board does not fit the model.
pub fn examine(loaded: &Loaded, judged: Judged) -> Result<Examined, LearnError> {
    examined(loaded.instance.stances().ok_or(LearnError::Family(loaded.puzzle.name()))?, judged)
}

/// Returns what a board breaks.
pub(super) fn examined(stances: &dyn Stances, judged: Judged) -> Result<Examined, LearnError> {
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
