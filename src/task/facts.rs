//! What is known of a request at any moment, and what is concluded at its end; the report is built from both, once.
//!
//! [`Facts`] are true at every moment: solutions that were verified, lower bounds, statistics. They are all that can be
//! reported of a request that is abandoned, as [`SharedFacts::cut_short`]. A claim about everything (that nothing is missing, a
//! count, an optimum, that there is no solution) is a [`Conclusion`], which only the work itself makes, as its last step.

use super::request::{Ask, Request};
use super::setup::Setup;
use crate::answer::{Answer, Report, Statistics, UpTo};
use crate::backend::Route;
use crate::budget::Stop;
use crate::puzzle::Fact;
use crate::solution::Solution;
use num_bigint::BigUint;
use std::sync::{Arc, Mutex, PoisonError};

/// What is true of a question however far the work on it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Facts {
    /// As [`Report::solutions`].
    pub(super) solutions: Vec<Solution>,
    /// As [`Report::found`].
    pub(super) found: u64,
    /// The best solution so far, which is no part of a list.
    pub(super) incumbent: Option<Solution>,
    /// As [`Report::example`].
    pub(super) example: Option<Solution>,
    /// A lower bound on the count; `None` where no count was asked for.
    pub(super) at_least: Option<BigUint>,
    /// As [`Report::best`].
    pub(super) best: Option<i64>,
    /// As [`Report::bound`].
    pub(super) bound: Option<i64>,
    /// As [`Report::distinct`].
    pub(super) distinct: Option<UpTo>,
    /// As [`Report::route`].
    pub(super) route: Option<&'static str>,
    /// As [`Report::method`].
    pub(super) method: Option<&'static str>,
    /// As [`Report::facts`].
    pub(super) facts: Vec<Fact>,
    /// As [`Report::backend`].
    pub(super) backend: Option<String>,
    /// As [`Report::formulation`].
    pub(super) formulation: Option<&'static str>,
    /// As [`Report::encoding`].
    pub(super) encoding: Vec<(String, &'static str)>,
    /// As [`Report::search`].
    pub(super) search: Option<&'static str>,
    /// As [`Report::statistics`].
    pub(super) statistics: Statistics,
}

impl Facts {
    /// What is known of a request before anything is done.
    pub(super) fn of(request: &Request) -> Facts {
        let at_least = (request.ask == Ask::Count).then_some(BigUint::ZERO);
        let mut facts = Facts { at_least, ..Facts::default() };
        match &request.setup {
            Setup::Method(name) => facts.method = Some(name),
            Setup::Solver { formulation, solver } => {
                facts.route = Some(solver.backend.route().name());
                facts.backend = Some(solver.backend.name.to_string());
                facts.formulation = Some(formulation);
                if solver.backend.route() == Route::Sat {
                    facts.encoding = solver.encoding.names();
                }
            }
        }
        facts
    }

    /// Whether they prove that there is a solution.
    pub(super) fn has_solution(&self) -> bool {
        let counted = self.at_least.as_ref().is_some_and(|at_least| *at_least > BigUint::ZERO);
        self.found > 0 || self.best.is_some() || self.example.is_some() || counted
    }

    /// The report of these facts and what was concluded from them.
    fn report(self, conclusion: Conclusion) -> Report {
        let Conclusion { answer, complete, count, optimum, counted, reason, stopped } = conclusion;
        let answer = answer.unwrap_or(match optimum {
            _ if !self.has_solution() => Answer::Unknown,
            Some(_) => Answer::Optimal,
            None => Answer::Satisfiable,
        });
        // Where there is a solution at all, there is one to be counted.
        let at_least =
            if self.has_solution() { self.at_least.clone().max(Some(1u32.into())) } else { self.at_least.clone() };
        let at_least = at_least.filter(|_| self.at_least.is_some() && count.is_none());
        let is_open = optimum.is_none() && matches!(answer, Answer::Satisfiable | Answer::Unknown);
        let mut solutions = self.solutions;
        if self.found == 0 && count.is_none() {
            solutions.extend(self.incumbent);
        }
        Report {
            answer,
            complete,
            at_least,
            count,
            optimum,
            best: self.best.filter(|_| is_open),
            bound: self.bound.filter(|_| is_open),
            solutions,
            found: self.found,
            example: self.example,
            counted,
            distinct: self.distinct,
            reason,
            stopped,
            route: self.route,
            method: self.method,
            facts: self.facts,
            backend: self.backend,
            formulation: self.formulation,
            encoding: self.encoding,
            search: self.search,
            proof: None,
            statistics: self.statistics,
        }
    }
}

/// What the work claims at its end, beyond the facts. The default claims nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Conclusion {
    /// `None`: what follows from the facts and the optimum.
    pub(super) answer: Option<Answer>,
    /// As [`Report::complete`].
    pub(super) complete: bool,
    /// As [`Report::count`].
    pub(super) count: Option<BigUint>,
    /// As [`Report::optimum`].
    pub(super) optimum: Option<i64>,
    /// As [`Report::counted`].
    pub(super) counted: String,
    /// As [`Report::reason`].
    pub(super) reason: String,
    /// As [`Report::stopped`].
    pub(super) stopped: bool,
}

impl Conclusion {
    /// A limit was met: nothing is claimed.
    pub(super) fn stopped(stop: Stop) -> Conclusion {
        Conclusion { stopped: true, ..Conclusion::open(stop.describe()) }
    }

    /// Nothing is claimed, and why, in words.
    pub(super) fn open(reason: impl Into<String>) -> Conclusion {
        Conclusion { reason: reason.into(), ..Conclusion::default() }
    }

    /// There is no solution, and why, in words; empty when the solver's word is all there is.
    pub(super) fn none(reason: impl Into<String>) -> Conclusion {
        let count = Some(BigUint::ZERO);
        Conclusion { answer: Some(Answer::Unsatisfiable), complete: true, count, ..Conclusion::open(reason) }
    }

    /// There are so many, and at least one.
    pub(super) fn counted(count: BigUint) -> Conclusion {
        Conclusion { complete: true, count: Some(count), ..Conclusion::default() }
    }

    /// With a proved optimum.
    pub(super) fn with_optimum(self, optimum: Option<i64>) -> Conclusion {
        Conclusion { optimum, ..self }
    }
}

/// The facts so far, shared with whoever watches the limits. Whoever ends the run takes them.
#[derive(Clone)]
pub(super) struct SharedFacts(Arc<Mutex<Option<Facts>>>);

impl SharedFacts {
    pub(super) fn new(facts: Facts) -> SharedFacts {
        SharedFacts(Arc::new(Mutex::new(Some(facts))))
    }

    /// Changes the facts, unless the run has ended; returns whether it goes on.
    pub(super) fn change(&self, change: impl FnOnce(&mut Facts)) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut().map(change).is_some()
    }

    /// Changes the facts; does nothing after the end of the run.
    pub(super) fn update(&self, change: impl FnOnce(&mut Facts)) {
        self.change(change);
    }

    /// Something about the facts; about none after the end of the run.
    pub(super) fn of<T>(&self, about: impl FnOnce(&Facts) -> T) -> T {
        match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(facts) => about(facts),
            None => about(&Facts::default()),
        }
    }

    /// Raises the lower bound on the count.
    pub(super) fn raise(&self, at_least: BigUint) {
        self.update(|facts| facts.at_least = facts.at_least.take().max(Some(at_least)));
    }

    /// The report at the end, without a copy of the facts; `None` when the run was cut short.
    pub(super) fn conclude(&self, conclusion: Conclusion) -> Option<Report> {
        self.take().map(|facts| facts.report(conclusion))
    }

    /// The report of a run that a limit ended; `None` when the work has concluded already and is about to return.
    #[cfg(any(feature = "cli", test))]
    pub(super) fn cut_short(&self, stop: Stop) -> Option<Report> {
        self.conclude(Conclusion::stopped(stop))
    }

    fn take(&self) -> Option<Facts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_cut_short_claims_nothing_about_everything() {
        for (best, at_least) in [(None, None), (Some(3), None), (None, Some(7u32)), (Some(3), Some(0))] {
            let at_least = at_least.map(BigUint::from);
            let facts = Facts { best, bound: best, at_least: at_least.clone(), ..Facts::default() };
            let has_solution = facts.has_solution();
            let shared = SharedFacts::new(facts);
            let report = shared.cut_short(Stop::Time).expect("nobody has concluded");
            let answer = if has_solution { Answer::Satisfiable } else { Answer::Unknown };
            assert_eq!((report.answer, report.complete, report.stopped), (answer, false, true));
            let one_at_least = at_least.map(|at_least| at_least.max(u32::from(has_solution).into()));
            assert_eq!((report.count, report.optimum, report.at_least), (None, None, one_at_least));
            assert_eq!((report.best, report.bound), (best, best));
            // What is found afterwards is nobody's, and no second report is made.
            shared.raise(BigUint::from(1000u32));
            assert_eq!(shared.conclude(Conclusion::none("")), None);
        }
    }

    #[test]
    fn a_conclusion_is_reported_once() {
        let shared = SharedFacts::new(Facts { at_least: Some(BigUint::ZERO), ..Facts::default() });
        shared.raise(BigUint::from(5u32));
        shared.raise(BigUint::from(2u32));
        let conclusion = Conclusion::counted(BigUint::from(9u32)).with_optimum(Some(4));
        let report = shared.conclude(conclusion).expect("the run goes on");
        assert_eq!((report.answer, report.count, report.at_least), (Answer::Optimal, Some(9u32.into()), None));
        assert_eq!(shared.cut_short(Stop::Interrupted), None, "the work is about to return");
    }
}
