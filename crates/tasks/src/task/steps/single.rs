//! Reasons of size 1: what each clue or instance of a rule implies with the known facts.
//!
//! Each group has a solver for its part of the formula. A group is examined again only after facts of its part became known, and models of it
//! that contradict a fact are kept: the fact does not follow as long as the model agrees with what is known.

use super::prover::Prover;
use super::work::{Work, implied};
use crate::task::explain::Halt;

/// The number of clauses of all solvers together up to which they are kept.
const KEPT: usize = 5_000_000;

/// What each group implies.
pub(super) struct Singles {
    groups: Vec<Examined>,
    /// By fact: the groups whose parts have it.
    groups_at: Vec<Vec<usize>>,
    clauses: usize,
}

/// A group.
struct Examined {
    /// The solver between two examinations, if it is kept.
    prover: Option<Prover>,
    is_kept: bool,
    /// The facts of its part.
    facts: Vec<usize>,
    is_changed: bool,
    /// Whether a limited search found all that it implies.
    is_complete: bool,
    implied: Vec<usize>,
    /// The facts that each of its models contradicts.
    models: Vec<Vec<usize>>,
}

impl Singles {
    pub(super) fn new(work: &Work) -> Singles {
        let empty = || Examined {
            prover: None,
            is_kept: false,
            facts: Vec::new(),
            is_changed: true,
            is_complete: true,
            implied: Vec::new(),
            models: Vec::new(),
        };
        Singles {
            groups: work.groups.iter().map(|_| empty()).collect(),
            groups_at: vec![Vec::new(); work.literals.len()],
            clauses: 0,
        }
    }

    /// Returns what a group implies.
    pub(super) fn implied(&self, group: usize) -> &[usize] {
        &self.groups[group].implied
    }

    /// Returns whether no further fact follows from a single group.
    pub(super) fn is_complete(&self) -> bool {
        self.groups.iter().all(|group| group.is_complete)
    }

    /// Records that facts became known.
    pub(super) fn learned(&mut self, work: &Work, facts: &[usize]) {
        for &group in facts.iter().flat_map(|&fact| &self.groups_at[fact]) {
            self.groups[group].is_changed = true;
        }
        self.groups.iter_mut().for_each(|group| group.implied.retain(|&fact| !work.known[fact]));
    }

    /// Returns the nearest group that implies an unknown fact, and the number of such groups.
    pub(super) fn next(&mut self, work: &Work) -> Result<Option<(usize, usize)>, Halt> {
        for group in 0..self.groups.len() {
            if self.groups[group].is_changed && !work.is_base(group) {
                self.examine(group, work)?;
            }
        }
        let groups = (0..self.groups.len()).filter(|&group| !self.implied(group).is_empty());
        let distance = |group: usize| self.implied(group).iter().map(|&fact| work.distance(fact)).min().unwrap_or(0);
        let mut nearest: Option<(usize, usize)> = None;
        let mut choices = 0;
        for group in groups {
            choices += 1;
            let key = (distance(group), group);
            nearest = Some(nearest.map_or(key, |best| best.min(key)));
        }
        Ok(nearest.map(|(_, group)| (group, choices)))
    }

    fn examine(&mut self, group: usize, work: &Work) -> Result<(), Halt> {
        let own = &mut self.groups[group];
        let mut prover = match own.prover.take() {
            Some(prover) => prover,
            None => work.part(&[group])?,
        };
        if own.facts.is_empty() {
            own.facts = (0..work.literals.len()).filter(|&fact| prover.has(work.literals[fact])).collect();
            own.facts.iter().for_each(|&fact| self.groups_at[fact].push(group));
            own.is_kept = self.clauses + prover.clauses <= KEPT;
            self.clauses += if own.is_kept { prover.clauses } else { 0 };
        }
        prover.add_known(&work.known_literals());
        own.is_changed = false;
        own.models.retain(|model| !model.iter().any(|&fact| work.known[fact]));
        let named = work.unknown_in(&prover, &own.facts);
        let is_open = |fact: usize| !own.models.iter().any(|model| model.binary_search(&fact).is_ok());
        let open = named.iter().copied().filter(|&(fact, _)| is_open(fact)).collect();
        let models = &mut own.models;
        let implied = implied(&mut prover, open, Some(work.decisive()), |model| {
            let against = named.iter().filter(|(_, literal)| !literal.holds_in(model));
            models.push(against.map(|&(fact, _)| fact).collect());
        })?;
        own.is_complete = implied.is_some();
        own.implied = implied.unwrap_or_default();
        own.prover = own.is_kept.then_some(prover);
        Ok(())
    }
}
