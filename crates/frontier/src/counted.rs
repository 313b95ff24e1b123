//! The exact number of solutions of a problem, in one call. Start with [`count`].

use crate::automaton::NoAutomaton;
use crate::lower::{NotFrontier, lower};
use crate::order;
use crate::{FrontierCount, Reach, layers};
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_ir::constraint::Problem;
use num_bigint::BigUint;

/// Why a problem was not counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Uncounted {
    /// It has no automata.
    #[error(transparent)]
    NotFrontier(#[from] NotFrontier),
    /// A constraint has too large an automaton in every order that was tried.
    #[error(transparent)]
    NoAutomaton(#[from] NoAutomaton),
    /// A layer has states of more bits than the engine supports.
    #[error("the frontier is too wide")]
    TooWide,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Returns the number of solutions of the required constraints of a problem, without listing them. Auxiliary variables have to be
/// determined by the others.
///
/// # Errors
/// Why it was not counted.
pub fn count(problem: &Problem, budget: &Budget) -> Result<BigUint, Uncounted> {
    let lowered = match lower(problem, budget) {
        Ok(lowered) => lowered,
        Err(Refused::Inapplicable(reason)) => return Err(reason.into()),
        Err(Refused::Stopped(stop)) => return Err(stop.into()),
    };
    let ordered = order::best(&lowered.form, budget)??;
    match layers::count(&lowered.form, &ordered, Reach::ALL, budget) {
        FrontierCount::Exactly { count, .. } => Ok(count),
        FrontierCount::TooWide => Err(Uncounted::TooWide),
        FrontierCount::Stopped(stop) => Err(stop.into()),
    }
}
