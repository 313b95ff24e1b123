//! The synchronous runner: works on a request on the calling thread, delivers events, and returns the report.
//!
//! [`work`] chooses the work by setup and question; `decide` calls it. The work itself is in
//! methods of [`Runner`] beside it: [`super::enumerate`], [`super::count`], [`super::plan`], [`super::method`]. A limit
//! holds as far as the work polls its budget; `super::detached` makes it hold in any case.

use super::event::{Event, Observer};
use super::facts::{Conclusion, SharedFacts};
use super::failure::{Failure, Lost, RejectedBoard};
use super::request::{Ask, Request};
use super::setup::Setup;
use crate::answer::Reason;
use boardwright_base::board::symmetry::Group;
use boardwright_base::budget::Budget;
use boardwright_base::clock::Moment;
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_puzzle::{Instance, Question};
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The minimum interval between reports of progress.
pub(super) const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Works on a checked request, on the calling thread, and returns what the work claims at its end.
pub(super) fn work(
    request: &Request,
    budget: &Budget,
    facts: &SharedFacts,
    observe: &mut Observer<'_>,
) -> Result<Conclusion, Failure> {
    observe(Event::Start(request.start()))?;
    let reached = Arc::<AtomicBool>::default();
    let (budget, facts) = match request.work.at_most {
        Some(number) => {
            (&Budget { enough: Some(Arc::clone(&reached)), ..budget.clone() }, &facts.with_limit(number, &reached))
        }
        None => (budget, facts),
    };
    let verifier = Verifier { instance: &*request.loaded.instance, facts };
    let runner = Runner { request, budget, facts, verifier, group: OnceCell::new(), observer: RefCell::new(observe) };
    let conclusion = match runner.conclude() {
        Err(Failure::Stopped(stop)) => Conclusion::stopped(stop),
        concluded => concluded?,
    };
    Ok(facts.limited(conclusion))
}

/// Returns the conclusion that there is no solution for a reason that takes no work.
pub(super) fn concluded(
    request: &Request,
    reason: impl Into<Reason>,
    observe: &mut Observer<'_>,
) -> Result<Conclusion, Failure> {
    observe(Event::Start(request.start()))?;
    Ok(Conclusion::none(reason))
}

/// The independent check of a request's boards; threads share it.
#[derive(Clone, Copy)]
pub(super) struct Verifier<'a> {
    instance: &'a dyn Instance,
    facts: &'a SharedFacts,
}

impl Verifier<'_> {
    /// Verifies a decoded board.
    pub(super) fn verified(&self, candidate: Candidate) -> Result<Solution, Failure> {
        let start = Moment::now();
        let solution = Solution::verified(self.instance, candidate)
            .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
        self.facts.update(|facts| facts.statistics.seconds.verify += start.elapsed().as_secs_f64());
        Ok(solution)
    }
}

/// The work on one request.
pub(super) struct Runner<'a> {
    pub(super) request: &'a Request,
    pub(super) budget: &'a Budget,
    pub(super) facts: &'a SharedFacts,
    pub(super) verifier: Verifier<'a>,
    /// The symmetries under which solutions count as one, computed when needed.
    group: OnceCell<Group>,
    observer: RefCell<&'a mut Observer<'a>>,
}

impl Runner<'_> {
    /// Does the work for the setup and the question.
    fn conclude(&self) -> Result<Conclusion, Failure> {
        if let (Some(distinct), Some(group)) = (self.request.work.symmetries.distinct, self.group()?) {
            self.facts.update(|facts| facts.distinct = Some(distinct.up_to(group)));
        }
        let Request { setup, loaded, ask, work, .. } = self.request;
        if let Some(question) = ask.of_diagram() {
            return self.by_diagram(question);
        }
        match setup {
            Setup::Method(name) => self.by_method(name),
            Setup::Solver { formulation, solver, .. } => match (&work.leaf, loaded.instance.question()) {
                (Some(leaf), _) => self.count_cube(formulation, solver, leaf),
                (None, Question::Board) if *ask == Ask::Count => self.count_boards(formulation, solver),
                (None, Question::Board) => self.board(formulation, solver),
                (None, Question::Plan { at_least }) => self.plan(formulation, solver, at_least),
            },
        }
    }

    /// Returns the symmetries under which solutions count as one, if the request has some.
    pub(super) fn group(&self) -> Result<Option<&Group>, Failure> {
        let Some(distinct) = self.request.work.symmetries.distinct else { return Ok(None) };
        if let Some(group) = self.group.get() {
            return Ok(Some(group));
        }
        let group = distinct.group(&*self.request.loaded.instance)?;
        Ok(Some(self.group.get_or_init(|| group)))
    }

    /// Verifies a decoded board.
    pub(super) fn verified(&self, candidate: Candidate) -> Result<Solution, Failure> {
        self.verifier.verified(candidate)
    }

    /// Delivers an event.
    pub(super) fn emit(&self, event: Event) -> Result<(), Failure> {
        (self.observer.borrow_mut())(event)
    }

    /// Delivers a solution, or stores it.
    pub(super) fn deliver(&self, solution: Solution) -> Result<(), Failure> {
        let mut number = 0;
        let goes_on = self.facts.change(|facts| {
            facts.found += 1;
            number = facts.found;
        });
        // Results after the run was cut short are neither in the report nor in the list.
        if !goes_on {
            return Err(Failure::Lost(Lost::CutShort));
        }
        if self.request.output.stream {
            return self.emit(Event::Solution { number, solution: Box::new(solution) });
        }
        self.facts.update(|facts| facts.solutions.push(solution));
        Ok(())
    }
}
