//! Why no board is better than the optimum: clues and rules that contradict a better one.
//!
//! A better board has no facts that a person could follow step by step, since there is none. But the clues and rules that exclude it are
//! few: a contradiction of which none can be left out. A solver with a limit finds it, and another solver verifies it.

use super::prover::{Proof, Prover, Shared};
use super::start::{Compiled, formulated};
use super::step::{Better, Steps, StepsRequest};
use crate::task::explain::Halt;
use crate::task::failure::{Failure, Invariant};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{OriginKind, Problem};
use boardwright_solvers::backend::{self, Route};
use std::rc::Rc;

/// The number of decisions of the first search.
const SEARCH: u64 = 200_000;
/// The number of decisions of each search for a smaller contradiction.
const SHRINK: u64 = 5000;

/// Returns a contradiction for the optimum of these steps; `None` without an optimum, or if a limited search finds none.
pub(super) fn contradiction(request: &StepsRequest, steps: &Steps, budget: &Budget) -> Result<Option<Better>, Halt> {
    let (Some(optimum), None) = (steps.optimum, &request.from) else { return Ok(None) };
    let (_, formulated) = formulated(request, budget)?;
    let problem = Problem::clone(&formulated.problem).with_better_objective(optimum);
    let decisions = formulated.decisions.unwrap_or_default();
    let Compiled { groups, formula, checks, .. } = Compiled::new(&problem, &decisions, budget)?;
    let shared = Shared { budget: budget.clone(), calls: Rc::default() };
    let mut prover = Prover::of_all(&formula, backend::incremental(), &shared, &[])?;
    let (base, mut kept): (Vec<usize>, Vec<usize>) = (0..groups.len()).partition(|&group| formula.is_base(group));
    kept = match prover.tried(Some(SEARCH), &prover.selected(&kept))? {
        Some(Proof::Core(core)) => prover.groups_in(&core, &kept),
        None => return Ok(None),
        Some(Proof::Model(_)) => {
            return Err(Failure::check(Invariant::BetterBoard).into());
        }
    };
    let mut is_minimal = true;
    let mut index = 0;
    while index < kept.len() {
        let without: Vec<usize> = kept.iter().copied().filter(|&group| group != kept[index]).collect();
        match prover.tried(Some(SHRINK), &prover.selected(&without))? {
            Some(Proof::Core(core)) => kept = prover.groups_in(&core, &without),
            Some(Proof::Model(_)) => index += 1,
            None => (index, is_minimal) = (index + 1, false),
        }
    }
    let all: Vec<usize> = base.into_iter().chain(kept.iter().copied()).collect();
    let part = checks.part(&all, std::iter::empty(), true);
    let mut other = Prover::of_part(part, backend::default_for(Route::Sat), &shared, &[])?;
    if !other.contradicts(&[])? {
        return Err(Failure::check(Invariant::RefutedOptimum).into());
    }
    kept.sort_by_key(|&group| groups[group].origin.kind != OriginKind::Clue);
    Ok(Some(Better { reason: kept.iter().map(|&group| groups[group].origin.clone()).collect(), is_minimal }))
}
