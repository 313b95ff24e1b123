//! Smallest sufficient sets of groups: first one from which no group can be left out, then a proof that none is smaller.
//!
//! A board that obeys some groups shows that a sufficient set has one of those that it breaks. A smallest set that hits all of
//! these is asked about: if it is sufficient, no sufficient set is smaller. Imports the questions of `rules`.

use super::rules::{Answer, Rules};
use crate::task::explain::{Halt, hitting};
use boardwright_base::budget::Budget;

/// The number of decisions after which a first search ends.
const BRIEF: u64 = 20_000;
/// The number of decisions after which a search for one more board, or one that breaks fewer groups, ends. A board is found
/// quickly; that there is none takes long, and is not needed.
const ONE_MORE: u64 = 500;
/// The number of boards after which no more are collected for a proof that no smaller set is sufficient.
const MAX_BOARDS: usize = 100;
/// The number of groups in a row that cannot be made to hold after which no more are tried.
const MAX_FAILURES: usize = 4;

/// What is known about sufficient sets.
#[derive(Debug, Clone, Default)]
pub(super) struct Sufficient {
    /// A set that implies all groups.
    pub(super) kept: Vec<usize>,
    /// Groups of it of which it is open whether they can be left out.
    pub(super) open: Vec<usize>,
    /// Whether it is proved that no sufficient set is smaller.
    pub(super) is_smallest: bool,
}

impl Sufficient {
    /// Nothing is known: all groups suffice, and these, in this order, may be left out.
    pub(super) fn all(groups: usize, open: Vec<usize>) -> Sufficient {
        Sufficient { kept: (0..groups).collect(), open, is_smallest: false }
    }
}

/// Finds a smallest sufficient set with the groups that are not open; at a limit, `known` is what was found so far.
pub(super) fn smallest(rules: &mut Rules<'_>, known: &mut Sufficient, budget: &Budget) -> Result<(), Halt> {
    let groups = known.kept.len();
    let mut is_always = vec![true; groups];
    known.open.iter().for_each(|&group| is_always[group] = false);
    let always: Vec<usize> = (0..groups).filter(|&group| is_always[group]).collect();
    let mut broken_together: Vec<Vec<usize>> = Vec::new();
    // Easy questions first, so that a hard one leaves no other open.
    for most in [Some(BRIEF), None] {
        for group in known.open.clone() {
            if !known.kept.contains(&group) {
                continue;
            }
            let others: Vec<usize> = known.kept.iter().copied().filter(|&other| other != group).collect();
            match rules.breaking(&others, most)? {
                Answer::GaveUp => continue,
                Answer::Breaks(broken) => broken_together.push(broken),
                Answer::Implied(core) => {
                    let is_decided = |other: &usize| is_always[*other] || !known.open.contains(other);
                    let kept = others.iter().copied().filter(|other| is_decided(other) || core.contains(other));
                    known.kept = kept.collect();
                }
            }
            let is_kept = |other: &usize| *other != group && known.kept.contains(other);
            known.open = known.open.iter().copied().filter(is_kept).collect();
        }
    }
    while broken_together.len() < MAX_BOARDS {
        let least = [&always[..], &hitting(&broken_together, budget)?].concat();
        if least.len() == known.kept.len() {
            known.is_smallest = true;
            return Ok(());
        }
        let mut chosen = least.clone();
        let mut answer = rules.breaking(&chosen, None)?;
        if let Answer::Implied(_) = answer {
            chosen.sort_unstable();
            *known = Sufficient { kept: chosen, open: Vec::new(), is_smallest: true };
            return Ok(());
        }
        while let Answer::Breaks(broken) = answer {
            let broken = fewer(rules, broken, groups)?;
            chosen.extend(&broken);
            broken_together.push(broken);
            answer = rules.breaking(&chosen, Some(ONE_MORE))?;
        }
        if let Answer::Implied(core) = answer {
            chosen.retain(|group| core.contains(group) || is_always[*group]);
            if chosen.len() < known.kept.len() {
                chosen.sort_unstable();
                known.kept = chosen;
            }
        }
    }
    Ok(())
}

/// Lets as many of the broken groups hold as short searches find: the fewer are broken, the more they say.
fn fewer(rules: &mut Rules<'_>, mut broken: Vec<usize>, groups: usize) -> Result<Vec<usize>, Halt> {
    let (mut at, mut failures) = (0, 0);
    while broken.len() > 1 && at < broken.len() && failures < MAX_FAILURES {
        let tried = broken[at];
        let others: Vec<usize> = (0..groups).filter(|group| *group == tried || !broken.contains(group)).collect();
        match rules.breaking(&others, Some(ONE_MORE))? {
            Answer::Breaks(fewer) => (broken, failures) = (fewer, 0),
            Answer::Implied(_) | Answer::GaveUp => (at, failures) = (at + 1, failures + 1),
        }
    }
    Ok(broken)
}
