//! Reasons of size 1: what each clue or instance of a rule implies with the known facts.
//!
//! A group is examined again only after facts in its reach became known, and models of it that contradict a fact are kept: the
//! fact does not follow as long as the model agrees with what is known.

use super::work::Work;
use crate::task::explain::Halt;

/// What each group implies.
pub(super) struct Singles {
    is_changed: Vec<bool>,
    implied: Vec<Vec<usize>>,
    /// By group: the facts that each of its models contradicts.
    models: Vec<Vec<Vec<usize>>>,
}

impl Singles {
    pub(super) fn new(groups: usize) -> Singles {
        Singles { is_changed: vec![true; groups], implied: vec![Vec::new(); groups], models: vec![Vec::new(); groups] }
    }

    /// Returns what a group implies.
    pub(super) fn implied(&self, group: usize) -> &[usize] {
        &self.implied[group]
    }

    /// Records that facts became known.
    pub(super) fn learned(&mut self, work: &Work, facts: &[usize]) {
        for group in 0..self.is_changed.len() {
            self.implied[group].retain(|fact| !work.known[*fact]);
            self.is_changed[group] |= facts.iter().any(|fact| work.reach[group].binary_search(fact).is_ok());
        }
    }

    /// Returns the nearest group that implies an unknown fact, and the number of such groups.
    pub(super) fn next(&mut self, work: &mut Work) -> Result<Option<(usize, usize)>, Halt> {
        for group in 0..self.is_changed.len() {
            if self.is_changed[group] && !work.is_base(group) {
                self.examine(group, work)?;
            }
        }
        let groups = (0..self.implied.len()).filter(|&group| !self.implied[group].is_empty());
        let distance = |group: usize| self.implied[group].iter().map(|&fact| work.distance(fact)).min().unwrap_or(0);
        let mut nearest: Option<(usize, usize)> = None;
        let mut choices = 0;
        for group in groups {
            choices += 1;
            let key = (distance(group), group);
            nearest = Some(nearest.map_or(key, |best| best.min(key)));
        }
        Ok(nearest.map(|(_, group)| (group, choices)))
    }

    fn examine(&mut self, group: usize, work: &mut Work) -> Result<(), Halt> {
        self.is_changed[group] = false;
        let models = &mut self.models[group];
        models.retain(|model| !model.iter().any(|&fact| work.known[fact]));
        let reach = work.reach[group].clone();
        let is_open =
            |fact: &usize| !work.known[*fact] && !models.iter().any(|model| model.binary_search(fact).is_ok());
        let open: Vec<usize> = reach.iter().copied().filter(is_open).collect();
        let literals = work.literals.clone();
        let implied = work.consequences(&[group], open, |model| {
            models.push(reach.iter().copied().filter(|&fact| !literals[fact].holds_in(model)).collect());
        })?;
        self.implied[group] = implied;
        Ok(())
    }
}
