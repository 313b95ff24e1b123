//! The facts known of a request at any moment, and its conclusion at the end; the report is built from both, once.
//!
//! [`Facts`] are true at every moment: verified solutions, lower bounds, statistics. If a request is abandoned, its report has
//! only them ([`SharedFacts::cut_short`]). A claim about everything (a list is complete, a count, an optimum, there is no
//! solution) is a [`Conclusion`], which only the work itself makes, as its last step.

use super::request::Request;
use super::setup::Setup;
use crate::answer::Reason;
use crate::answer::{Answer, Breakdown, Remark, Report};
use boardwright_base::budget::Stop;
use boardwright_puzzle::solution::Solution;
use boardwright_solvers::backend::Route;
use num_bigint::BigUint;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What is true of a request at any stage of its work: a report without an answer, which claims nothing about everything. Its
/// lower bound on the count is `None` if no count was requested.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Facts {
    known: Report,
    /// The best solution so far, which is not part of a list.
    pub(super) incumbent: Option<Solution>,
    /// What another way knows, and whether it was asked the same question.
    other: Option<Box<(Report, bool)>>,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts::counted(None)
    }
}

impl Deref for Facts {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.known
    }
}

impl DerefMut for Facts {
    fn deref_mut(&mut self) -> &mut Report {
        &mut self.known
    }
}

impl Facts {
    /// Returns that nothing is known but this bound on the count.
    fn counted(at_least: Option<BigUint>) -> Facts {
        let known = Report { at_least, ..Report::unanswered(Reason::Unstated) };
        Facts { known, incumbent: None, other: None }
    }

    /// Returns the facts before the work.
    pub(super) fn of(request: &Request) -> Facts {
        let at_least = request.ask.is_count().then_some(BigUint::ZERO);
        let mut facts = Facts::counted(at_least);
        match &request.setup {
            Setup::Method(name) => facts.method = Some(name),
            Setup::Solver { formulation, solver, prepared } => {
                facts.statistics.seconds.constrain = prepared.as_ref().map_or(0.0, |prepared| prepared.seconds);
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

    /// Returns whether they prove that there is a solution.
    pub(super) fn has_solution(&self) -> bool {
        let counted = self.at_least.as_ref().is_some_and(|at_least| *at_least > BigUint::ZERO);
        self.found > 0 || self.best.is_some() || self.example.is_some() || counted
    }

    /// Adds what another way knows. Returns the whole report if that answers the question.
    fn adopted(&mut self, conclusion: &mut Conclusion, (other, is_same): (Report, bool)) -> Option<Report> {
        let answers = is_same && !other.stopped && self.found <= other.found;
        if answers || other.answer == Answer::Unsatisfiable {
            return Some(other);
        }
        // A count has at least this solution.
        if self.at_least.is_some() {
            self.known.example = self.known.example.take().or_else(|| other.solutions.into_iter().next());
            conclusion.optimum = conclusion.optimum.or(other.optimum);
        }
        None
    }

    /// Returns the report of these facts and a conclusion from them.
    fn report(mut self, mut conclusion: Conclusion) -> Report {
        if let Some(other) = self.other.take().filter(|_| conclusion.is_open())
            && let Some(report) = self.adopted(&mut conclusion, *other)
        {
            return report;
        }
        let Conclusion { answer, complete, count, optimum, counted, reason, stopped, by } = conclusion;
        let answer = answer.unwrap_or(match optimum {
            _ if !self.has_solution() => Answer::Unknown,
            Some(_) => Answer::Optimal,
            None => Answer::Satisfiable,
        });
        let is_open = optimum.is_none() && matches!(answer, Answer::Satisfiable | Answer::Unknown);
        // If there is a solution, the count is at least one.
        let least = BigUint::from(u32::from(self.has_solution()));
        let Facts { mut known, incumbent, .. } = self;
        if known.found == 0 && count.is_none() {
            known.solutions.extend(incumbent);
        }
        Report {
            answer,
            complete,
            at_least: known.at_least.filter(|_| count.is_none()).map(|at_least| at_least.max(least)),
            count,
            optimum,
            best: known.best.filter(|_| is_open),
            bound: known.bound.filter(|_| is_open),
            counted,
            reason,
            stopped,
            by,
            ..known
        }
    }
}

/// The claims of the work at its end, beyond the facts. The default claims nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Conclusion {
    /// `None`: determined by the facts and the optimum.
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
    pub(super) reason: Reason,
    /// As [`Report::stopped`].
    pub(super) stopped: bool,
    /// As [`Report::by`].
    pub(super) by: Option<Breakdown>,
}

impl Conclusion {
    /// Returns a conclusion without claims: a limit was reached.
    pub(super) fn stopped(stop: Stop) -> Conclusion {
        Conclusion { stopped: true, ..Conclusion::open(stop.describe()) }
    }

    /// Returns a conclusion without claims, with the reason.
    pub(super) fn open(reason: impl Into<Reason>) -> Conclusion {
        Conclusion { reason: reason.into(), ..Conclusion::default() }
    }

    /// Returns the conclusion that there is no solution, with the reason, if it took no search.
    pub(super) fn none(reason: impl Into<Reason>) -> Conclusion {
        let count = Some(BigUint::ZERO);
        Conclusion { answer: Some(Answer::Unsatisfiable), complete: true, count, ..Conclusion::open(reason) }
    }

    /// Returns whether it leaves the question open.
    pub(super) fn is_open(&self) -> bool {
        self.answer.is_none() && !self.complete && self.count.is_none() && (self.stopped || !self.reason.is_unstated())
    }

    /// Returns the conclusion of a count of at least one.
    pub(super) fn counted(count: BigUint) -> Conclusion {
        Conclusion { complete: true, count: Some(count), ..Conclusion::default() }
    }

    /// Adds a proved optimum.
    pub(super) fn with_optimum(self, optimum: Option<i64>) -> Conclusion {
        Conclusion { optimum, ..self }
    }
}

/// The facts so far, shared with the watcher of the limits. The side that ends the run takes them.
#[derive(Clone)]
pub(super) struct SharedFacts {
    facts: Arc<Mutex<Option<Facts>>>,
    limit: Option<CountLimit>,
}

/// The limit of a count: the flag is set once the lower bound has reached the number.
#[derive(Clone)]
struct CountLimit {
    number: BigUint,
    reached: Arc<AtomicBool>,
}

impl SharedFacts {
    pub(super) fn new(facts: Facts) -> SharedFacts {
        SharedFacts { facts: Arc::new(Mutex::new(Some(facts))), limit: None }
    }

    /// Returns these facts, which set the flag when the lower bound on the count reaches the number.
    pub(super) fn with_limit(&self, number: u64, reached: &Arc<AtomicBool>) -> SharedFacts {
        let limit = CountLimit { number: number.into(), reached: Arc::clone(reached) };
        SharedFacts { facts: Arc::clone(&self.facts), limit: Some(limit) }
    }

    /// Returns the conclusion, or if as many solutions are known as the limit of the count, that there are at least as many. This
    /// depends neither on the way nor on the number of threads.
    pub(super) fn limited(&self, conclusion: Conclusion) -> Conclusion {
        let Some(CountLimit { number, .. }) = &self.limit else { return conclusion };
        let known = self.of(|facts| facts.at_least.clone()).max(conclusion.count.clone());
        if known.is_none_or(|known| known < *number) {
            return conclusion;
        }
        self.update(|facts| (facts.at_least, facts.example) = (Some(number.clone()), None));
        Conclusion::default().with_optimum(conclusion.optimum)
    }

    /// Changes the facts, unless the run has ended; returns whether it continues.
    pub(super) fn change(&self, change: impl FnOnce(&mut Facts)) -> bool {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).as_mut().map(change).is_some()
    }

    /// Changes the facts; does nothing after the end of the run.
    pub(super) fn update(&self, change: impl FnOnce(&mut Facts)) {
        self.change(change);
    }

    /// Returns a value computed from the facts; from none after the end of the run.
    pub(super) fn of<T>(&self, about: impl FnOnce(&Facts) -> T) -> T {
        match &*self.facts.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(facts) => about(facts),
            None => about(&Facts::default()),
        }
    }

    /// Raises the lower bound on the count.
    pub(super) fn raise(&self, at_least: BigUint) {
        if let Some(limit) = &self.limit
            && at_least >= limit.number
        {
            limit.reached.store(true, Ordering::Relaxed);
        }
        self.update(|facts| facts.at_least = facts.at_least.take().max(Some(at_least)));
    }

    /// Records what another way knows.
    pub(super) fn know(&self, report: Report, is_same: bool) {
        self.update(|facts| {
            facts.other.get_or_insert_with(|| Box::new((report, is_same)));
        });
    }

    /// Returns whether another way knows something.
    pub(super) fn knows(&self) -> bool {
        self.of(|facts| facts.other.is_some())
    }

    /// Adds a remark; one of the same kind as the last replaces it, and a sweep the remark that none was tried.
    pub(super) fn remark(&self, remark: Remark) {
        let kind = std::mem::discriminant(&remark);
        let swept = matches!(remark, Remark::Sweep { .. });
        self.update(|facts| {
            let replaced = |last: &mut Remark| {
                std::mem::discriminant(last) == kind || swept && matches!(last, Remark::Unpromising { .. })
            };
            facts.remarks.pop_if(replaced);
            facts.remarks.push(remark);
        });
    }

    /// Returns the report at the end, without a copy of the facts; `None` if the run was cut short.
    pub(super) fn conclude(&self, conclusion: Conclusion) -> Option<Report> {
        self.take().map(|facts| facts.report(conclusion))
    }

    /// Returns the report of a run that a limit ended; `None` if the work has concluded already and is about to return.
    #[cfg(any(feature = "threads", test))]
    pub(super) fn cut_short(&self, stop: Stop) -> Option<Report> {
        self.conclude(Conclusion::stopped(stop))
    }

    fn take(&self) -> Option<Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_cut_short_claims_nothing_about_everything() {
        for (best, at_least) in [(None, None), (Some(3), None), (None, Some(7u32)), (Some(3), Some(0))] {
            let at_least = at_least.map(BigUint::from);
            let mut facts = Facts::counted(at_least.clone());
            (facts.best, facts.bound) = (best, best);
            let has_solution = facts.has_solution();
            let shared = SharedFacts::new(facts);
            let report = shared.cut_short(Stop::Time).expect("nobody has concluded");
            let answer = if has_solution { Answer::Satisfiable } else { Answer::Unknown };
            assert_eq!((report.answer, report.complete, report.stopped), (answer, false, true));
            let one_at_least = at_least.map(|at_least| at_least.max(u32::from(has_solution).into()));
            assert_eq!((report.count, report.optimum, report.at_least), (None, None, one_at_least));
            assert_eq!((report.best, report.bound), (best, best));
            // Later results are dropped, and there is no second report.
            shared.raise(BigUint::from(1000u32));
            assert_eq!(shared.conclude(Conclusion::none("")), None);
        }
    }

    #[test]
    fn a_conclusion_is_reported_once() {
        let shared = SharedFacts::new(Facts::counted(Some(BigUint::ZERO)));
        shared.raise(BigUint::from(5u32));
        shared.raise(BigUint::from(2u32));
        let conclusion = Conclusion::counted(BigUint::from(9u32)).with_optimum(Some(4));
        let report = shared.conclude(conclusion).expect("the run goes on");
        assert_eq!((report.answer, report.count, report.at_least), (Answer::Optimal, Some(9u32.into()), None));
        assert_eq!(shared.cut_short(Stop::Interrupted), None, "the work is about to return");
    }
}
