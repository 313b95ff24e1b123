//! The loop over the steps: from the given facts to all of them.
//!
//! Reasons of size 1 come first ([`super::single`]); where there are none, the smallest one ([`super::smallest`]). Ties are broken
//! by the distance from the last step, then by the order of the rules.

use super::single::Singles;
use super::smallest::Pool;
use super::step::{Step, Steps};
use super::work::Work;
use crate::constraint::OriginKind;
use crate::task::explain::Halt;
use crate::task::failure::Failure;

/// Takes steps until all facts are known.
pub(super) fn run(mut work: Work, steps: &mut Steps) -> Result<(), Halt> {
    let mut singles = Singles::new(work.groups.len());
    let mut pool = Pool::default();
    while steps.wrong.is_empty() && work.known.contains(&false) {
        let ended = step(&mut work, &mut singles, &mut pool, steps);
        steps.calls = work.finder.calls + work.near.calls + work.checker.calls;
        ended?;
        if work.only_next
            && steps.steps.last().is_some_and(|step| step.new.iter().any(|&f| steps.facts[f].is_positive()))
        {
            break;
        }
    }
    Ok(())
}

fn step(work: &mut Work, singles: &mut Singles, pool: &mut Pool, steps: &mut Steps) -> Result<(), Halt> {
    let (reason, fact, at_least, choices) = match singles.next(work)? {
        Some((group, choices)) => (vec![group], None, 1, choices),
        None => {
            let open = work.open();
            let free = work.consequences(&[], open, |_| ())?;
            if !free.is_empty() {
                free.iter().for_each(|&fact| work.known[fact] = true);
                singles.learned(work, &free);
                match steps.steps.last_mut() {
                    Some(step) => step.new.extend(free),
                    None => steps.given.extend(free),
                }
                return Ok(());
            }
            let found = pool.smallest(work)?;
            (found.reason, Some(found.fact), found.at_least, 1)
        }
    };
    let open = match (&fact, &reason[..]) {
        (None, [group]) => singles.implied(*group).to_vec(),
        _ => work.consequences(&reason, work.open(), |_| ())?,
    };
    if fact.is_some_and(|fact| !open.contains(&fact)) || open.is_empty() {
        return Err(Halt::Failed(Failure::Check("a reason does not imply its fact".into())));
    }
    let uses = work.uses(&reason, &open)?;
    work.verify(&reason, &uses, &open)?;
    let argument = work.argument(&reason, &open);
    let mut origins: Vec<_> = reason.iter().map(|&group| work.groups[group].origin.clone()).collect();
    origins.sort_by_key(|origin| origin.kind != OriginKind::Clue);
    work.focus = open.iter().flat_map(|&fact| work.cells[fact].iter().copied()).collect();
    open.iter().for_each(|&fact| work.known[fact] = true);
    singles.learned(work, &open);
    steps.steps.push(Step { reason: origins, uses, new: open, at_least, choices, argument });
    Ok(())
}
