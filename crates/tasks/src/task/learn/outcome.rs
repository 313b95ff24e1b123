//! The result: a set of candidates of which none can be left out, with the boards that confirm each. Start with [`result`].

use super::request::Examined;
use super::space::{Effort, Search, Space, Stated};
use crate::task::explain::Halt;
use boardwright_base::budget::Stop;
use boardwright_puzzle::solution::Candidate;

/// What was learned.
#[derive(Debug, Clone)]
pub struct Learned {
    /// How the work ended.
    pub end: End,
    /// All boards that were accepted or rejected: first the examples, then the answers in order.
    pub known: Vec<Examined>,
    /// The rules, in the order of the candidates. Until the end is [`End::Proved`], they are the strictest that fit.
    pub rules: Vec<LearnedRule>,
    /// Whether it is proved that none of them can be left out.
    pub is_minimal: bool,
    /// The candidates that may be wanted, those that follow from the rules included.
    pub open: usize,
}

/// The end of the work.
#[derive(Debug, Clone)]
pub enum End {
    /// All fitting sets of candidates accept the same boards.
    Proved,
    /// No board was found that distinguishes fitting sets which were drawn in proportion to how likely they are.
    Likely,
    /// A question was not answered: this board.
    Asked(Candidate),
    /// No set of candidates fits.
    Conflict(Conflict),
    /// A limit was reached.
    Limit(Stop),
}

/// A rule that was learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnedRule {
    /// The candidate, by its number.
    pub rule: usize,
    /// The rejected boards that break it, and no other learned rule.
    pub confirmed_by: Vec<usize>,
}

/// A rejected board of which each candidate that it breaks is broken by accepted boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The rejected board.
    pub rejected: usize,
    /// The accepted boards; none if the rejected board breaks no candidate at all.
    pub accepted: Vec<usize>,
}

impl Conflict {
    /// Returns the first conflict among boards, with few accepted ones.
    pub(super) fn among(known: &[Examined]) -> Option<Conflict> {
        let accepted = || known.iter().enumerate().filter(|(_, one)| one.judged.is_accepted);
        let is_excluded = |rule: &usize| accepted().any(|(_, one)| one.breaks.contains(rule));
        let is_conflict = |one: &&Examined| !one.judged.is_accepted && one.breaks.iter().all(is_excluded);
        let rejected = known.iter().position(|one| is_conflict(&one))?;
        let mut left = known[rejected].breaks.clone();
        let mut conflict = Conflict { rejected, accepted: Vec::new() };
        while !left.is_empty() {
            // Each excluded candidate is broken by an accepted board, so the list gets shorter.
            let broken = |one: &Examined| left.iter().filter(|rule| one.breaks.contains(rule)).count();
            let (number, one) = accepted().max_by_key(|(number, one)| (broken(one), usize::MAX - number))?;
            left.retain(|rule| !one.breaks.contains(rule));
            conflict.accepted.push(number);
        }
        conflict.accepted.sort_unstable();
        Some(conflict)
    }
}

impl Learned {
    /// Returns the result of work that ended without rules.
    pub(super) fn without_rules(known: Vec<Examined>, end: End) -> Learned {
        Learned { end, known, rules: Vec::new(), is_minimal: false, open: 0 }
    }

    fn new(end: End, known: Vec<Examined>, rules: &[usize], is_minimal: bool, open: usize) -> Learned {
        let confirms = |one: &Examined, rule: usize| {
            !one.judged.is_accepted && one.breaks.iter().filter(|other| rules.contains(other)).eq([&rule])
        };
        let learned = |&rule: &usize| {
            let boards = known.iter().enumerate().filter(|(_, one)| confirms(one, rule));
            LearnedRule { rule, confirmed_by: boards.map(|(number, _)| number).collect() }
        };
        let rules = rules.iter().map(learned).collect();
        Learned { end, known, rules, is_minimal, open }
    }
}

/// Returns the strictest fitting set without the candidates that follow from others of it. Of two that follow from each other, the
/// first one is kept.
pub(super) fn result(space: &mut Space<'_>, known: Vec<Examined>, end: End) -> Result<Learned, Halt> {
    let open = space.open().count();
    let mut kept: Vec<usize> = space.open().collect();
    let mut is_needed = vec![false; space.likelihoods.len()];
    // Easy questions first, so that a hard one leaves no other open. While questions are open, the result is soon another one.
    let efforts: &[Effort] = match end {
        End::Asked(_) => &[Effort::Brief],
        _ => &[Effort::Brief, Effort::Long, Effort::Unlimited],
    };
    for &effort in efforts {
        for rule in kept.clone().into_iter().rev().filter(|&rule| !is_needed[rule]).collect::<Vec<_>>() {
            let others: Vec<usize> = kept.iter().copied().filter(|&other| other != rule).collect();
            match space.breaking(&others, &[rule], effort) {
                Ok(Search::Board(..)) => is_needed[rule] = true,
                Ok(Search::Nothing(_)) => kept = others,
                Ok(Search::GaveUp) => {}
                Err(Halt::Stopped(_)) => return Ok(Learned::new(end, known, &kept, false, open)),
                Err(failed) => return Err(failed),
            }
        }
    }
    let is_minimal = kept.iter().all(|&rule| is_needed[rule]);
    Ok(Learned::new(end, known, &kept, is_minimal, open))
}

/// Returns the candidates that fit at a limit.
pub(super) fn at_limit(stated: &Stated<'_>, known: Vec<Examined>, stop: Stop) -> Learned {
    let is_excluded = |rule: usize| known.iter().any(|one| one.judged.is_accepted && one.breaks.contains(&rule));
    let rules: Vec<usize> =
        (0..stated.group_of.len()).filter(|&rule| stated.group_of[rule].is_some() && !is_excluded(rule)).collect();
    let open = rules.len();
    Learned::new(End::Limit(stop), known, &rules, false, open)
}
