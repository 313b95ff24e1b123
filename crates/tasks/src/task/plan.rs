//! Plans with the fewest steps: the horizon grows until there is a plan.
//!
//! Every shorter horizon was proved impossible, so the first plan is optimal. When the first few horizons fail, the family is
//! asked whether any number of steps is sufficient. If it has visited all reachable states and none is a goal, the answer is
//! *unsatisfiable*, and the search does not run forever.

use super::event::Event;
use super::facts::Conclusion;
use super::failure::Failure;
use super::request::Ask;
use super::runner::Runner;
use super::setup::Solver;
use crate::answer::Answer;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::{Formulated, Reachable};

/// The number of failed horizons after which the family is asked whether a plan exists.
const HORIZONS_BEFORE_ARGUMENT: usize = 3;

impl Runner<'_> {
    pub(super) fn plan(&self, formulation: &str, solver: &Solver, at_least: usize) -> Result<Conclusion, Failure> {
        let mut failed = 0;
        loop {
            let horizon = at_least + failed;
            self.facts.update(|facts| facts.bound = Some(horizon as i64));
            self.emit(Event::Bound { value: horizon as i64, is_upper: false })?;
            if failed == HORIZONS_BEFORE_ARGUMENT {
                let stop = || self.budget.reached().is_some();
                let reachable = self.request.loaded.instance.plans().map(|plans| plans.reachable(&stop));
                match reachable {
                    Some(Reachable::No { states }) => return Ok(Conclusion::none(Argument::Visited { states })),
                    Some(Reachable::Searched(stated)) => return Ok(Conclusion::none(stated)),
                    Some(Reachable::Refuted(argument)) => return Ok(Conclusion::none(argument)),
                    Some(Reachable::Yes | Reachable::Unknown) | None => {}
                }
            }
            if let Some(stop) = self.budget.reached() {
                return Ok(Conclusion::stopped(stop));
            }
            let formulated = self.formulated(formulation, Some(horizon))?;
            let conclusion = if self.request.ask == Ask::Count {
                self.count_formulated(&formulated, solver, Some(horizon))?
            } else {
                let Formulated { problem, decode, .. } = formulated;
                let listed = if self.request.work.is_plain() {
                    let mut search = self.opened(&problem, solver)?;
                    self.listed(&mut *search, &decode)?
                } else {
                    self.listed_by_cubes(&problem, &decode, solver, Some(horizon))?
                };
                self.concluded(listed)
            };
            if conclusion.answer != Some(Answer::Unsatisfiable) {
                // All smaller numbers of steps were proved impossible, so this plan is optimal.
                return Ok(conclusion.with_optimum(self.has_solution().then_some(horizon as i64)));
            }
            failed += 1;
        }
    }
}
