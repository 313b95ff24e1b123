//! Fewest steps: the horizon grows until there is a plan.
//!
//! Every shorter horizon was proved impossible, so the first plan is optimal. When the first few horizons fail, the family
//! is asked whether any number of steps can do; if it has visited all states there are and the goal is not among them,
//! the answer is *unsatisfiable*, and the search does not run for ever.

use super::enumerate::Listed;
use super::{Ask, Failure, Job, Solver};
use crate::answer::{Answer, Report};
use crate::puzzle::{Formulated, Reachable};

/// How many horizons fail before the family is asked whether there is a plan at all.
const PATIENCE: usize = 3;

impl Job {
    pub(super) fn plan(&self, formulation: &str, solver: &Solver, at_least: usize) -> Result<(), Failure> {
        for (failed, horizon) in (at_least..).enumerate() {
            self.progress.update(|report| report.bound = Some(horizon as i64));
            if failed == PATIENCE {
                let stop = || self.budget.reached().is_some();
                if let Reachable::No { states } = self.loaded.instance.reachable(&stop) {
                    self.progress.update(|report| report.bound = None);
                    self.none(&format!("all {states} states that can be reached were visited, none is a goal"));
                    return Ok(());
                }
            }
            if let Some(stop) = self.budget.reached() {
                self.stop(stop);
                return Ok(());
            }
            let formulated = self.formulated(formulation, Some(horizon))?;
            if let (Ask::Count, Some(distinct)) = (self.ask, self.work.symmetries.distinct) {
                self.count_distinct(&formulated, solver, distinct)?;
                let report = self.progress.report();
                if report.answer != Answer::Unsatisfiable {
                    self.progress.update(|report| report.optimum = report.count.as_ref().map(|_| horizon as i64));
                    return Ok(());
                }
                self.progress.update(|report| {
                    *report = Report { count: None, complete: false, answer: Answer::Unknown, ..report.clone() }
                });
                continue;
            }
            if self.ask == Ask::Count {
                match self.count_problem(&formulated, solver, Answer::Optimal, Some(horizon))? {
                    Some(false) => continue,
                    Some(true) => self.progress.update(|report| report.optimum = Some(horizon as i64)),
                    None => {}
                }
                return Ok(());
            }
            let Formulated { problem, decode, .. } = formulated;
            let listed = if self.work.is_plain() {
                let mut search = self.opened(&problem, solver)?;
                self.listed(&mut *search, &decode, Answer::Optimal)?
            } else {
                self.listed_by_cubes(&problem, &decode, solver, Answer::Optimal, Some(horizon))?
            };
            let found = self.progress.of(|report| report.answer) == Answer::Optimal;
            if found {
                self.progress.update(|report| {
                    report.bound = None;
                    report.optimum = Some(horizon as i64);
                });
                self.conclude(listed);
            }
            if found || listed == Listed::Stopped {
                return Ok(());
            }
        }
        Ok(())
    }
}
