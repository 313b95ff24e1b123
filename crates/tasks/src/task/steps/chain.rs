//! The loop over the steps: from the given facts to all of them.
//!
//! Reasons of size 1 come first ([`super::single`]); where there are none, the smallest one ([`super::smallest`]). Ties are broken
//! by the distance from the last step, then by the order of the rules.

use super::single::Singles;
use super::smallest::Pool;
use super::step::{Step, Steps};
use super::work::Work;
use crate::task::explain::Halt;
use crate::task::failure::{Failure, Invariant};
use boardwright_ir::constraint::OriginKind;

/// Takes steps until all facts are known; `known` gets the numbers of known facts and of all facts.
pub(super) fn run(mut work: Work, steps: &mut Steps, known: &mut dyn FnMut(usize, usize)) -> Result<(), Halt> {
    let mut singles = Singles::new(&work);
    let mut pool: Option<Pool> = None;
    while steps.wrong.is_empty() && work.known.contains(&false) {
        let ended = step(&mut work, &mut singles, &mut pool, steps);
        steps.calls = work.shared.calls.get();
        ended?;
        known(work.known.iter().filter(|&&known| known).count(), work.known.len());
        if work.only_next && steps.steps.last().is_some_and(|step| step.new.iter().any(|&f| steps.facts[f].holds)) {
            break;
        }
    }
    Ok(())
}

fn step(work: &mut Work, singles: &mut Singles, pool: &mut Option<Pool>, steps: &mut Steps) -> Result<(), Halt> {
    let (mut reason, at_least, choices, new) = match singles.next(work)? {
        Some((group, choices)) => (vec![group], 1, choices, singles.implied(group).to_vec()),
        None => {
            let free = work.free()?;
            if !free.is_empty() {
                work.learn(&free);
                singles.learned(work, &free);
                match steps.steps.last_mut() {
                    Some(step) => step.new.extend(free),
                    None => steps.given.extend(free),
                }
                return Ok(());
            }
            let pool = match pool {
                Some(pool) => pool,
                None => pool.insert(Pool::new(work)?),
            };
            let found = pool.smallest(work, singles.is_complete())?;
            let new = work.consequences(&found.reason, found.fact)?;
            if !new.contains(&found.fact) {
                return Err(Failure::check(Invariant::Reason).into());
            }
            (found.reason, found.at_least, 1, new)
        }
    };
    let uses = work.uses(&reason, &new)?;
    work.verify(&reason, &uses, &new)?;
    reason.sort_by_key(|&group| work.groups[group].origin.kind != OriginKind::Clue);
    let parts = work.arguments(&reason, &new, &steps.facts);
    let origins = reason.iter().map(|&group| work.groups[group].origin.clone()).collect();
    work.focus = new.iter().flat_map(|&fact| work.cells[fact].iter().copied()).collect();
    work.learn(&new);
    singles.learned(work, &new);
    steps.steps.push(Step { reason: origins, uses, new, at_least, choices, parts });
    Ok(())
}
