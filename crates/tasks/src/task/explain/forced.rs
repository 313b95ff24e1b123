//! Explanations of models with one solution: how few of the clues force it.
//!
//! A clue here is a part of the model that the family can omit. All rules, some clues, and the condition that some decision
//! differs from the solution: if these contradict each other, the clues force the solution. So a minimal set of clues is found
//! like a minimal contradiction.

use super::explainer::{Explainer, Halt, checker, finder};
use super::explanation::{Finding, Forced, Minimality};
use super::groups::{Oracle, Tested};
use super::subset::{minimal, smallest};
use crate::task::failure::{Disagreement, Failure, Invariant, RejectedBoard};
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Constraint, Origin, Relation};
use boardwright_puzzle::Formulated;
use boardwright_puzzle::solution::Solution;
use std::sync::Arc;

impl Explainer<'_> {
    /// Explains what forces the only solution.
    pub(super) fn forced(
        &self,
        formulation: Option<&'static str>,
        horizon: Option<usize>,
        solution: &Solution,
    ) -> Result<(), Halt> {
        let instance = &*self.request.loaded.instance;
        let without = |clues: &[&Origin]| instance.variations()?.without(clues);
        let publish = |needed: Vec<Origin>, spare: Vec<Origin>, proved: Minimality, checked_by: Option<String>| {
            let forced = Forced { solution: solution.clone(), needed, spare, proved, checked_by };
            self.known.update(|known| known.finding = Finding::Forced(forced));
        };
        publish(Vec::new(), Vec::new(), Minimality::Unproved, None);
        let Some(formulation) = formulation else { return Ok(()) };
        let Formulated { problem, decode, .. } = self.optimal(formulation, horizon)?;
        let mut oracle = Oracle::new(&problem, finder(), self.budget)?;
        let origins: Vec<Origin> = oracle.groups.iter().map(|group| group.origin.clone()).collect();
        let (clues, rules): (Vec<usize>, Vec<usize>) =
            (0..origins.len()).partition(|&group| without(&[&origins[group]]).is_some());
        if clues.is_empty() {
            publish(Vec::new(), Vec::new(), Minimality::Smallest, None);
            return Ok(());
        }
        let named = |groups: &[usize]| -> Vec<Origin> { groups.iter().map(|&group| origins[group].clone()).collect() };
        let others =
            |needed: &[usize]| -> Vec<usize> { clues.iter().copied().filter(|clue| !needed.contains(clue)).collect() };
        publish(named(&clues), Vec::new(), Minimality::Unproved, None);
        let everything: Vec<usize> = rules.iter().chain(&clues).copied().collect();
        let Tested::Satisfiable(assignment) = oracle.test(&everything)? else {
            return Err(Failure::check(Invariant::ReportedSolution).into());
        };
        let found = Solution::verified(instance, decode(&assignment))
            .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
        if instance.features(&found) != instance.features(solution) {
            return Err(Failure::check(Invariant::SecondSolution).into());
        }
        oracle.exclude(&assignment);
        let Tested::Contradiction(_) = oracle.test(&everything)? else {
            return Err(Failure::check(Invariant::SecondSolution).into());
        };
        let mut needed = minimal(&mut oracle, &rules, clues.clone(), &mut |needed| {
            publish(named(needed), named(&others(needed)), Minimality::Unproved, None);
        })?;
        needed.sort_unstable();
        let conclude = |needed: &[usize], proved: Minimality| -> Result<(), Halt> {
            let spare = named(&others(needed));
            if let Some(reduced) = without(&spare.iter().collect::<Vec<_>>())
                && self.solutions_of(reduced)? != 1
            {
                return Err(Failure::check(Disagreement::NotForced { checker: checker().name.to_string() }).into());
            }
            publish(named(needed), spare, proved, Some(checker().name.to_string()));
            Ok(())
        };
        conclude(&needed, Minimality::Minimal)?;
        if self.request.smallest {
            let mut needed = smallest(&mut oracle, &rules, &clues, needed, self.budget)?;
            needed.sort_unstable();
            conclude(&needed, Minimality::Smallest)?;
        }
        Ok(())
    }

    /// Returns the problem with its objective fixed at the optimum.
    pub(super) fn optimal(&self, formulation: &str, horizon: Option<usize>) -> Result<Formulated, Halt> {
        let mut formulated = self.formulated(formulation, horizon)?;
        let optimum = self.known.optimum();
        if let (Some(objective), Some(bound)) = (formulated.problem.objective(), optimum) {
            let terms = objective.terms.clone();
            let problem = Arc::make_mut(&mut formulated.problem);
            let origin = problem.origin(Origin::built_in(BuiltIn::Optimum).part(Instance::Bound(bound)));
            problem.post(origin, Constraint::Sum { terms, relation: Relation::Equal, bound });
        }
        Ok(formulated)
    }
}
