//! Solutions of one problem: the first, so many, or all; with an objective, the optimal ones.
//!
//! No solution twice: a repeated board is a bug that stops the run. None unverified.

use super::distinct::Orbits;
use super::search::{Found, News, Optimum, Search, open};
use super::{Ask, Failure, Job, Solver};
use crate::answer::Answer;
use crate::backend::Route;
use crate::constraint::{Constraint, Posted, Problem};
use crate::puzzle::{Decoder, Formulated};
use num_bigint::BigUint;
use std::collections::HashSet;
use std::time::Instant;

/// What became of a list of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// There are no others.
    Everything,
    /// As many as were asked for.
    Enough,
    /// A limit was met.
    Stopped,
}

impl Job {
    /// A board, or boards.
    pub(super) fn board(&self, formulation: &str, solver: &Solver) -> Result<(), Failure> {
        let Formulated { problem, decode, .. } = self.formulated(formulation, None)?;
        let mut search = self.opened(&problem, solver)?;
        let mut optimal = false;
        if problem.objective().is_none() && solver.search.is_some() {
            return Err(Failure::Inapplicable(
                "--search chooses how an optimum is found, and this puzzle asks for none".to_string(),
            ));
        }
        if problem.objective().is_some() {
            if solver.backend.route() == Route::Sat {
                let search = solver.search.unwrap_or_default().name();
                self.progress.update(|report| report.search = Some(search));
            }
            match self.optimised(&mut *search, &decode)? {
                Optimum::Stopped(stop) => {
                    self.stop(stop);
                    return Ok(());
                }
                Optimum::Infeasible => {
                    self.none(&contradiction(&problem));
                    return Ok(());
                }
                Optimum::Proved(value) => {
                    optimal = true;
                    self.progress.update(|report| {
                        report.answer = Answer::Optimal;
                        report.optimum = Some(value);
                        report.best = None;
                        report.bound = None;
                        report.solutions.clear();
                    });
                }
            }
        }
        let found_before = if optimal { Answer::Optimal } else { Answer::Satisfiable };
        let listed = self.listed(&mut *search, &decode, found_before)?;
        self.conclude(listed);
        self.progress.update(|report| {
            if report.answer == Answer::Unsatisfiable {
                report.reason = contradiction(&problem);
            }
        });
        Ok(())
    }

    /// The constraints of a formulation, timed.
    pub(super) fn formulated(&self, formulation: &str, horizon: Option<usize>) -> Result<Formulated, Failure> {
        let start = Instant::now();
        let mut formulated = self.loaded.instance.constrain(formulation, horizon).map_err(Failure::Inapplicable)?;
        self.break_symmetries(&mut formulated)?;
        self.progress.update(|report| {
            report.statistics.seconds.constrain += start.elapsed().as_secs_f64();
            report.statistics.constraints = Some(formulated.problem.constraints().len());
        });
        Ok(formulated)
    }

    /// A search over a problem, lowered, timed.
    pub(super) fn opened<'a>(&self, problem: &'a Problem, solver: &Solver) -> Result<Box<dyn Search + 'a>, Failure> {
        let start = Instant::now();
        let listing = self.ask != Ask::One;
        let search = open(problem, solver, self.roles(listing), listing)?;
        let size = search.size();
        self.progress.update(|report| {
            report.statistics.seconds.lower += start.elapsed().as_secs_f64();
            report.statistics.variables = Some(size.variables);
            report.statistics.clauses = size.clauses;
            report.statistics.rows = size.rows;
        });
        Ok(search)
    }

    fn optimised(&self, search: &mut dyn Search, decode: &Decoder) -> Result<Optimum, Failure> {
        let start = Instant::now();
        let optimum = search.optimise(&self.limits, &mut |news| {
            match news {
                News::Better(assignment, value) => {
                    let solution = self.verified(decode(assignment))?;
                    self.progress.update(|report| {
                        report.answer = Answer::Satisfiable;
                        report.best = Some(value);
                        report.solutions = vec![solution];
                    });
                }
                News::Bound(value) => self.progress.update(|report| report.bound = Some(value)),
            }
            Ok(())
        })?;
        self.spent(search, start);
        Ok(optimum)
    }

    /// Adds what the solver has spent since `start`.
    fn spent(&self, search: &dyn Search, start: Instant) {
        let effort = search.effort();
        self.progress.update(|report| {
            report.statistics.seconds.solve += start.elapsed().as_secs_f64();
            report.statistics.conflicts = effort.map(|effort| effort.conflicts);
            report.statistics.propagations = effort.map(|effort| effort.propagations);
        });
    }

    /// Lists solutions into the report, each verified and different.
    pub(super) fn listed(&self, search: &mut dyn Search, decode: &Decoder, answer: Answer) -> Result<Listed, Failure> {
        let wanted = match self.ask {
            Ask::One => 1,
            Ask::UpTo(limit) => limit,
            Ask::All => usize::MAX,
        };
        let mut seen = HashSet::new();
        let mut orbits = self.orbits()?;
        while orbits.as_ref().map_or(seen.len(), Orbits::number) < wanted {
            let start = Instant::now();
            let found = search.next(&self.limits)?;
            self.spent(search, start);
            let assignment = match found {
                Found::Assignment(assignment) => assignment,
                Found::Exhausted => return Ok(Listed::Everything),
                Found::Stopped(stop) => {
                    self.stop(stop);
                    return Ok(Listed::Stopped);
                }
            };
            let solution = self.verified(decode(&assignment))?;
            if wanted > 1 && !seen.insert(solution.to_json().to_string()) {
                return Err(Failure::Check("a solution was found twice".into()));
            }
            if let Some(orbits) = &mut orbits
                && !orbits.is_new(&solution)?
            {
                continue;
            }
            self.progress.update(|report| {
                report.answer = answer;
                report.solutions.push(solution);
            });
            if wanted == 1 {
                break;
            }
        }
        Ok(Listed::Enough)
    }

    /// Says what the list means.
    pub(super) fn conclude(&self, listed: Listed) {
        if listed != Listed::Everything {
            return;
        }
        self.progress.update(|report| {
            if report.solutions.is_empty() {
                report.answer = Answer::Unsatisfiable;
            }
            report.complete = true;
            report.count = Some(report.solutions.len().into());
        });
    }

    /// Says that there is no solution.
    pub(super) fn none(&self, reason: &str) {
        self.progress.update(|report| {
            report.answer = Answer::Unsatisfiable;
            report.complete = true;
            report.count = Some(BigUint::ZERO);
            report.reason = reason.to_string();
        });
    }
}

/// What the formulation itself found contradictory (areas that differ, counts that cannot add up), in words; empty when it
/// took a search.
fn contradiction(problem: &Problem) -> String {
    let empty = |posted: &&Posted| matches!(&posted.constraint, Constraint::Clause(literals) if literals.is_empty());
    let found = problem.constraints().iter().find(empty);
    found.map_or(String::new(), |posted| problem.origin_of(posted.origin).detail.clone())
}
