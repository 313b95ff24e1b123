//! Answers by a family's own method: its boards are verified, filtered and delivered like those of a solver.
//!
//! A plan too long to be stored is followed step by step: each step is verified before it is delivered, and the answer is given
//! only after the last step has reached the goal.

use super::event::Event;
use super::facts::Conclusion;
use super::failure::{BadMethod, Failure, RejectedBoard};
use super::request::Ask;
use super::runner::Runner;
use boardwright_base::clock::Moment;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use boardwright_puzzle::capability::plans::LongPlan;
use boardwright_puzzle::solution::{Candidate, Step};
use std::ops::ControlFlow;

/// The number of steps of a plan that are delivered together.
const STEPS_AT_ONCE: usize = 1 << 10;

impl Runner<'_> {
    pub(super) fn by_method(&self, name: &'static str) -> Result<Conclusion, Failure> {
        if let Some(plan) = self.request.loaded.instance.plans().and_then(|plans| plans.long_plan(name)) {
            return self.by_steps(name, plan);
        }
        let start = Moment::now();
        let wanted = self.request.ask.wanted();
        let mut filter = self.filter()?;
        let mut taken = 0;
        let mut failure = None;
        let mut take = |candidate: Candidate, taken: &mut usize| -> Result<(), Failure> {
            let solution = self.verified(candidate)?;
            if !filter.accepts(&solution)? {
                return Ok(());
            }
            *taken += 1;
            if self.request.ask == Ask::Count {
                self.facts.raise((*taken).into());
                self.facts.update(|facts| {
                    facts.found += 1;
                    facts.example.get_or_insert(solution);
                });
                return Ok(());
            }
            self.deliver(solution)
        };
        let mut found = |candidate: Candidate| {
            if failure.is_none() && taken < wanted {
                failure = take(candidate, &mut taken).err();
            }
            if failure.is_some() || taken == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stop = || self.budget.reached().is_some();
        let count = self.request.ask == Ask::Count && self.request.work.symmetries.distinct.is_none();
        let mut request = MethodRequest { count, stop: &stop, found: &mut found };
        let Some(methods) = self.request.loaded.instance.methods() else {
            return Err(Failure::check(BadMethod::Missing(name)));
        };
        let result = methods.run_method(name, &mut request);
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.facts.update(|facts| {
            let seconds = &mut facts.statistics.seconds;
            seconds.solve = (start.elapsed().as_secs_f64() - seconds.verify).max(0.0);
        });
        self.judged(name, result, taken)
    }

    /// Follows a plan that is not stored.
    fn by_steps(&self, name: &'static str, plan: LongPlan) -> Result<Conclusion, Failure> {
        let start = Moment::now();
        let broken = |violation| Failure::check(RejectedBoard::Step { method: name, violation });
        let Some(mut follower) = self.request.loaded.instance.plans().map(|plans| plans.follow()) else {
            return Err(Failure::check(BadMethod::NoFollower(name)));
        };
        let mut waiting: Vec<Step> = Vec::with_capacity(STEPS_AT_ONCE);
        let output = self.request.output;
        let (steps, boards) = (output.stream && !output.boards, output.stream && output.boards);
        if boards {
            self.emit(Event::Board(follower.board()))?;
        }
        for step in plan.moves {
            follower.step(step).map_err(broken)?;
            if boards {
                self.emit(Event::Board(follower.board()))?;
            }
            waiting.push(step);
            if waiting.len() < STEPS_AT_ONCE && !boards {
                continue;
            }
            if let Some(stop) = self.budget.reached() {
                return Ok(Conclusion::stopped(stop));
            }
            let ready = std::mem::replace(&mut waiting, Vec::with_capacity(STEPS_AT_ONCE));
            if steps {
                self.emit(Event::Steps(ready))?;
            }
        }
        follower.end().map_err(broken)?;
        if steps {
            self.emit(Event::Steps(waiting))?;
        }
        if output.stream {
            self.emit(Event::Goal(follower.board()))?;
        }
        if self.request.ask == Ask::Count {
            self.facts.raise(1u32.into());
        }
        self.facts.update(|facts| {
            facts.found = 1;
            facts.statistics.seconds.solve = start.elapsed().as_secs_f64();
        });
        self.judged(name, plan.result, 1)
    }

    /// Returns the conclusion from a method's result, `taken` boards of which were taken.
    fn judged(&self, name: &'static str, result: MethodResult, taken: usize) -> Result<Conclusion, Failure> {
        let MethodResult { outcome, optimum, best, count, facts: found_out } = result;
        self.facts.update(|facts| facts.facts = found_out);
        let complete = match (outcome, taken) {
            (Outcome::Unsatisfiable(stated), 0) => return Ok(Conclusion::none(stated)),
            (Outcome::Refuted(argument), 0) => return Ok(Conclusion::none(argument)),
            (Outcome::Unknown(reason), _) => {
                return Ok(self.budget.reached().map_or(Conclusion::open(reason), Conclusion::stopped));
            }
            (Outcome::Complete, 1..) => true,
            (Outcome::Incomplete, 1..) => false,
            (outcome, taken) => {
                return Err(Failure::check(BadMethod::Outcome { method: name, outcome, boards: taken }));
            }
        };
        self.facts.update(|facts| {
            facts.maximises = best.is_some_and(|(best, bound)| bound > best);
            (facts.best, facts.bound) = best.unzip();
        });
        let count = count.or_else(|| complete.then(|| taken.into()));
        let conclusion = if complete || count.is_some() {
            Conclusion { complete, count, ..Conclusion::default() }
        } else if let Some(stop) = self.budget.reached() {
            Conclusion::stopped(stop)
        } else if taken < self.request.ask.wanted() {
            let does = if self.request.ask == Ask::Count { "count" } else { "list" };
            Conclusion::open(format!("the method {name} does not {does} all solutions"))
        } else {
            Conclusion::default()
        };
        Ok(conclusion.with_optimum(optimum))
    }
}
