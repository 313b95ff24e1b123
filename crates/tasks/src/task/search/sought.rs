//! A problem over a frontier, searched depth first within a reach before a solver gets it: what was found, and whether that is all.
//!
//! It suits paths that join equal marks, for which a solver learns again and again that paths in the plane do not cross. Such a
//! problem is recognised by labels that spread along lines (`boardwright_frontier::lower::for_search`); others are not tried.

use super::formula;
use super::interface::{Added, NextAssignment, ObserveImprovements, Optimum, Search, Size};
use crate::task::failure::{Failure, Inapplicable, Invariant, Misuse};
use boardwright_base::budget::{Budget, Refused};
use boardwright_frontier::{Reach, Sought, lower, order};
use boardwright_ir::constraint::{Assignment, Components, Constraint, Literal, Posted, Problem, Role};
use boardwright_solvers::backend::{self, Opened, Route};

/// The reach of each of the two searches for a solution: some seconds.
const REACH: Reach = Reach { words: 1 << 24, steps: 4_000_000 };

/// The reach of the searches for a second solution, which others find or exclude if these do not: a part of a second.
const SHORT_REACH: Reach = Reach { words: 1 << 22, steps: 500_000 };

/// What answers a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::task) enum Wanted {
    /// A solution.
    First,
    /// Two solutions.
    Two,
    /// That there is at most one solution.
    AtMostOne,
}

/// The solutions that a search over the frontier has found.
pub(in crate::task) struct SoughtSearch {
    found: std::vec::IntoIter<Assignment>,
    variables: usize,
    rows: usize,
    formula: String,
}

impl SoughtSearch {
    /// Looks for solutions; `None` if the problem is not suited, or the question is open.
    ///
    /// # Errors
    /// If a limit was reached, or a solution does not satisfy the problem.
    pub(in crate::task) fn new(
        problem: &Problem,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Option<SoughtSearch>, Failure> {
        let Opened::Frontier(mut engine) = backend::default_for(Route::Frontier).open() else { return Ok(None) };
        if problem.objective().is_some() || !has_measured_lines(problem) {
            return Ok(None);
        }
        let lowered = match lower::for_search(problem, budget) {
            // Several solutions of the form may be one of the problem.
            Ok(Some(lowered)) if wanted == Wanted::First || lowered.is_determined() => lowered,
            Ok(_) | Err(Refused::Inapplicable(_)) => return Ok(None),
            Err(Refused::Stopped(stop)) => return Err(stop.into()),
        };
        let Ok(ordered) = order::for_search(&lowered.form, budget)? else { return Ok(None) };
        let number = if wanted == Wanted::First { 1 } else { 2 };
        let reach = if wanted == Wanted::First { REACH } else { SHORT_REACH };
        let solutions = match engine.seek(&lowered.form, &ordered, number, reach, budget) {
            Sought::Found { solutions, complete: true } => solutions,
            Sought::Found { solutions, .. } if solutions.len() == number && wanted != Wanted::AtMostOne => solutions,
            Sought::Found { .. } | Sought::TooWide => return Ok(None),
            Sought::Stopped(stop) => return Err(stop.into()),
        };
        let required = |posted: &&Posted| posted.role == Role::Required;
        let mut found = Vec::with_capacity(solutions.len());
        for values in solutions {
            let assignment = lowered.assignment(&values);
            if !problem.constraints().iter().filter(required).all(|posted| posted.constraint.holds(&assignment)) {
                return Err(Failure::check(Invariant::SweptSolution));
            }
            found.push(assignment);
        }
        let form = &lowered.form;
        Ok(Some(SoughtSearch {
            found: found.into_iter(),
            variables: form.sizes.len(),
            rows: form.locals.len() + form.networks.len(),
            formula: formula::of_frontier(form, &ordered.order),
        }))
    }
}

/// Returns whether components of lines have measures, which labels accompany.
fn has_measured_lines(problem: &Problem) -> bool {
    problem.constraints().iter().any(|posted| match &posted.constraint {
        Constraint::Components(Components { graph, .. }) => {
            posted.role == Role::Required && graph.edges.iter().all(|edge| edge.when.is_some())
        }
        _ => false,
    })
}

impl Search for SoughtSearch {
    fn size(&self) -> Size {
        Size { variables: self.variables, clauses: None, rows: Some(self.rows), bounds: Added::default() }
    }

    fn formula(&self) -> String {
        self.formula.clone()
    }

    fn optimise(&mut self, _: &Budget, _: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        Err(Misuse::SearchWithoutObjective.into())
    }

    fn enter(&mut self, _: &[Literal]) -> Result<(), Failure> {
        Err(Inapplicable::List(Route::Frontier).into())
    }

    fn next(&mut self, _: &Budget) -> Result<NextAssignment, Failure> {
        Ok(self.found.next().map_or(NextAssignment::Exhausted, NextAssignment::Found))
    }
}
