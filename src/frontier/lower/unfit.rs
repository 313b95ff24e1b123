//! Why a problem has no form over a frontier.

use crate::budget::Refused;
use crate::constraint::origin::words;
use crate::constraint::{OriginId, Problem};

/// The maximum number of states of the automaton of a word, which is also read backwards.
pub(super) const MAX_WORD_STATES: usize = 62;
/// The maximum total number of values of integers.
pub(super) const MAX_VALUES: u64 = 1_000_000;
/// The greatest absolute value of the objective.
pub(super) const MAX_SUM: i64 = 1 << 60;

/// Why a problem is not lowered to a frontier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what its fields are")]
pub enum NotFrontier {
    #[error(
        "the board does not determine {}{}, so solutions would be counted several times",
        named(name),
        rule.as_ref().map_or(String::new(), |rule| format!(" of the rule {rule}"))
    )]
    Auxiliary { name: String, rule: Option<String> },
    #[error("the integers have more than {} values in all", MAX_VALUES)]
    TooLarge,
    #[error("its objective has values beyond {}", MAX_SUM)]
    Objective,
    #[error("the rule {rule} {what}")]
    Rule { rule: String, what: Unfit },
}

/// Names an auxiliary variable, which may have no name.
fn named(auxiliary: &str) -> String {
    if auxiliary.is_empty() {
        return "an auxiliary variable".into();
    }
    format!("the auxiliary variable {auxiliary:?}")
}

/// A property of a constraint that has no automaton here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum Unfit {
    #[error("depends on a condition and has no automaton")]
    Conditional,
    #[error("bounds the weights of connected parts by numbers that are too large")]
    Components,
    #[error("has an automaton with more than {} states", MAX_WORD_STATES)]
    Automaton,
    #[error("has symbols that several variables state")]
    Symbols,
}

impl From<NotFrontier> for Refused<NotFrontier> {
    fn from(reason: NotFrontier) -> Refused<NotFrontier> {
        Refused::Inapplicable(reason)
    }
}

impl Unfit {
    pub(super) fn of(self, problem: &Problem, origin: OriginId) -> NotFrontier {
        NotFrontier::Rule { rule: rule(problem, origin), what: self }
    }
}

/// Returns the name of the rule of a constraint, with its details.
pub(super) fn rule(problem: &Problem, origin: OriginId) -> String {
    let origin = problem.origin_of(origin);
    let part = words::part(origin, false);
    let part = if part.is_empty() { part } else { format!(" ({part})") };
    format!("`{}`{part}", origin.rule_name())
}
