//! A problem of whole numbers and sums, searched in an order in which most numbers follow from others, before a solver gets it.
//!
//! A solver for clauses sees a literal for each value, and learns again and again what an equation states. Problems with other rules
//! than sums and values that exclude each other are not tried (`boardwright_ilp::numbers`).

use super::formula;
use super::interface::{
    Added, Improvement, NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size, checked,
};
use super::sought::Wanted;
use crate::task::failure::{Failure, Inapplicable, Misuse};
use boardwright_base::budget::Budget;
use boardwright_ilp::numbers::plan::{NoPlan, Plan};
use boardwright_ilp::numbers::search::{self, End};
use boardwright_ilp::numbers::{Numbers, exchange, read};
use boardwright_ir::constraint::{Assignment, Literal, Problem};
use boardwright_solvers::backend::Route;
use std::ops::ControlFlow;

/// The decimal logarithm of the number of combinations up to which all solutions are searched for.
const ALL: f64 = 11.0;
/// The number of solutions within [`SECOND`] nodes from which a count goes on to the end: a solver that excludes one solution after
/// the other needs more time.
const MANY: u64 = 10_000;
/// The number of nodes for one solution, before and after exchanges: some hundredths of a second, and some seconds.
const FIRST: u64 = 200_000;
const SECOND: u64 = 20_000_000;

/// The search for whole numbers.
pub(in crate::task) struct NumbersSearch<'a> {
    problem: &'a Problem,
    form: Numbers,
    /// `None` if equations and bounds contradict each other.
    plan: Option<Plan>,
    /// Found and not yet returned.
    found: std::vec::IntoIter<Assignment>,
    /// Whether no others exist than those found.
    complete: bool,
    /// The number of solutions, once they are counted to the end or to a limit.
    counted: Option<(u64, End)>,
}

impl<'a> NumbersSearch<'a> {
    /// Looks for solutions, or prepares a count; `None` if the problem is not suited, or the question is open.
    ///
    /// # Errors
    /// If a limit was reached, or a solution does not satisfy the problem.
    pub(in crate::task) fn new(
        problem: &'a Problem,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Option<NumbersSearch<'a>>, Failure> {
        let Some(form) = read::recognised(problem, budget)? else { return Ok(None) };
        let plan = match Plan::new(&form, budget) {
            Ok(plan) => Some(plan),
            Err(NoPlan::Contradiction) => None,
            Err(NoPlan::TooLarge) => return Ok(None),
            Err(NoPlan::Stopped(stop)) => return Err(stop.into()),
        };
        let small = plan.as_ref().is_none_or(|plan| plan.combinations() <= ALL);
        let hidden =
            form.variables.iter().flatten().any(|value| !problem.booleans()[value.boolean.0 as usize].decision);
        if wanted != Wanted::First && (!small || hidden || form.goal.is_some()) {
            return Ok(None);
        }
        let mut search =
            NumbersSearch { problem, form, plan, found: Vec::new().into_iter(), complete: false, counted: None };
        if wanted == Wanted::AtMostOne {
            let (count, end) = search.all(SECOND, budget)?;
            search.counted = Some((count, end)).filter(|_| end != End::Reach);
            return Ok((end != End::Reach || count >= MANY).then_some(search));
        }
        let number = if wanted == Wanted::First { 1 } else { 2 };
        if search.seek(number, FIRST, budget)? {
            return Ok(Some(search));
        }
        if wanted == Wanted::First
            && let Some(values) = exchange::find(&search.form, budget)?
        {
            search.found = vec![checked(problem, search.form.assignment(&values))?].into_iter();
            return Ok(Some(search));
        }
        Ok((small && search.seek(number, SECOND, budget)?).then_some(search))
    }

    /// Searches for a number of solutions, or the best one, within a number of nodes; returns whether that answers the question.
    fn seek(&mut self, number: usize, reach: u64, budget: &Budget) -> Result<bool, Failure> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        let best = self.form.goal.is_some();
        let end = self.run(reach, budget, &mut |values| {
            if best {
                found.clear();
            }
            found.push(values.to_vec());
            if !best && found.len() == number { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match end {
            End::All => self.complete = true,
            End::Enough => {}
            End::Reach => return Ok(false),
            End::Stopped(stop) => return Err(stop.into()),
        }
        let found: Result<Vec<Assignment>, Failure> =
            found.iter().map(|values| checked(self.problem, self.form.assignment(values))).collect();
        self.found = found?.into_iter();
        Ok(true)
    }

    /// Counts the solutions within a number of nodes, and keeps the first one.
    fn all(&mut self, reach: u64, budget: &Budget) -> Result<(u64, End), Failure> {
        let mut count = 0;
        let mut first = None;
        let end = self.run(reach, budget, &mut |values| {
            count += 1;
            if first.is_none() {
                first = Some(self.form.assignment(values));
            }
            ControlFlow::Continue(())
        });
        let first = first.map(|first| checked(self.problem, first)).transpose()?;
        self.found = first.into_iter().collect::<Vec<_>>().into_iter();
        self.complete = end == End::All && count <= 1;
        Ok((count, end))
    }

    fn run(&self, reach: u64, budget: &Budget, found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> End {
        let Some(plan) = &self.plan else { return End::All };
        search::Search::new(&self.form, plan, reach, budget).run(found)
    }
}

impl Search for NumbersSearch<'_> {
    fn size(&self) -> Size {
        let (variables, rows) = (self.form.variables.len(), self.form.rows.len());
        Size { variables, clauses: None, rows: Some(rows), bounds: Added::default() }
    }

    fn formula(&self) -> String {
        formula::of_numbers(&self.form)
    }

    fn optimise(&mut self, _: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        let Some(objective) = self.problem.objective() else { return Err(Misuse::SearchWithoutObjective.into()) };
        let Some(best) = self.found.as_slice().first() else { return Ok(Optimum::Infeasible) };
        let value = best.sum(&objective.terms);
        observe(Improvement::Better(best, value))?;
        Ok(Optimum::Proved(value))
    }

    fn enter(&mut self, _: &[Literal]) -> Result<(), Failure> {
        Err(Inapplicable::List(Route::Ilp).into())
    }

    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        let (count, end) = match self.counted {
            Some(counted) => counted,
            None => self.all(u64::MAX, budget)?,
        };
        Ok(Some(match end {
            End::Stopped(stop) => SearchCount::AtLeast(count.into(), stop),
            End::All | End::Enough | End::Reach => SearchCount::Exactly(count.into()),
        }))
    }

    fn next(&mut self, _: &Budget) -> Result<NextAssignment, Failure> {
        match self.found.next() {
            Some(found) => Ok(NextAssignment::Found(found)),
            None if self.complete => Ok(NextAssignment::Exhausted),
            None => Err(Inapplicable::List(Route::Ilp).into()),
        }
    }
}
