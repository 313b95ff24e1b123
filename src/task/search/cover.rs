//! A problem as an exact cover: the engine lists and counts, the lowering translates back.
//!
//! With an objective the solutions are listed once for the best value, and again, as far as requested, for those that have it.

use super::formula;
use super::interface::{
    Added, Improvement, NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size, checked,
};
use crate::backend::{Cover, CoverCount, CoverOutcome, Effort};
use crate::budget::Budget;
use crate::constraint::{Assignment, Direction, Literal, Objective, Problem, Roles};
use crate::exact_cover::lower::Lowered;
use crate::pipeline::LoweringRequest;
use crate::task::failure::Failure;

pub(super) struct CoverSearch<'a> {
    problem: &'a Problem,
    solver: Box<dyn Cover>,
    lowered: Lowered,
    /// The value that solutions must have, once it is proved.
    optimum: Option<i64>,
    /// The first solution of that value, not yet returned.
    best: Option<Assignment>,
    /// Whether the solution of that value that the list finds first was returned already.
    returned: bool,
    /// Whether the entered cube is empty.
    empty: bool,
}

impl<'a> CoverSearch<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        mut solver: Box<dyn Cover>,
        roles: Roles,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let lowered = LoweringRequest::automatic(problem, roles, budget).to_exact_cover()?;
        // A problem that is too large is not a fault of the program; another route may support it.
        solver.load(&lowered.cover).map_err(|fault| Failure::Inapplicable(fault.to_string()))?;
        Ok(CoverSearch { problem, solver, lowered, optimum: None, best: None, returned: false, empty: false })
    }

    fn value(objective: &Objective, assignment: &Assignment) -> i64 {
        assignment.sum(&objective.terms)
    }
}

impl Search for CoverSearch<'_> {
    fn size(&self) -> Size {
        // Options take the place of variables; items do not count as rows.
        Size { variables: self.lowered.cover.options().len(), clauses: None, rows: None, bounds: Added::default() }
    }

    fn formula(&self) -> String {
        formula::of_cover(&self.lowered.cover, self.problem.objective())
    }

    fn effort(&self) -> Option<Effort> {
        // A node decides about one item.
        Some(Effort { decisions: Some(self.solver.nodes()?), ..Effort::default() })
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        let objective = self.problem.objective().expect("only a problem with an objective is optimised");
        let mut best: Option<(i64, Assignment)> = None;
        loop {
            match self.solver.next(budget) {
                CoverOutcome::Solution(chosen) => {
                    let assignment = checked(self.problem, self.lowered.assignment(&chosen))?;
                    let value = Self::value(objective, &assignment);
                    let better = |&(best, _): &(i64, Assignment)| match objective.direction {
                        Direction::Minimise => value < best,
                        Direction::Maximise => value > best,
                    };
                    if best.as_ref().is_none_or(better) {
                        observe(Improvement::Better(&assignment, value))?;
                        best = Some((value, assignment));
                    }
                }
                CoverOutcome::Exhausted => break,
                CoverOutcome::Stopped(stop) => return Ok(Optimum::Stopped(stop)),
            }
        }
        let Some((value, assignment)) = best else { return Ok(Optimum::Infeasible) };
        self.optimum = Some(value);
        self.best = Some(assignment);
        self.solver.enter(&[], &[]);
        Ok(Optimum::Proved(value))
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        (self.best, self.returned) = (None, false);
        match self.lowered.cube(cube) {
            Some(cube) => {
                self.empty = false;
                self.solver.enter(&cube.with, &cube.without);
            }
            None => self.empty = true,
        }
        Ok(())
    }

    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        if self.empty {
            return Ok(Some(SearchCount::Exactly(0u32.into())));
        }
        if self.optimum.is_some() {
            return Ok(None);
        }
        Ok(Some(match self.solver.count(budget) {
            CoverCount::Exactly(count) => SearchCount::Exactly(count),
            CoverCount::AtLeast(count, stop) => SearchCount::AtLeast(count, stop),
        }))
    }

    fn share(&self) -> Option<f64> {
        Some(self.solver.share())
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        if let Some(assignment) = self.best.take() {
            self.returned = true;
            return Ok(NextAssignment::Found(assignment));
        }
        if self.empty {
            return Ok(NextAssignment::Exhausted);
        }
        loop {
            let assignment = match self.solver.next(budget) {
                CoverOutcome::Solution(chosen) => checked(self.problem, self.lowered.assignment(&chosen))?,
                CoverOutcome::Exhausted => return Ok(NextAssignment::Exhausted),
                CoverOutcome::Stopped(stop) => return Ok(NextAssignment::Stopped(stop)),
            };
            if let (Some(optimum), Some(objective)) = (self.optimum, self.problem.objective())
                && (Self::value(objective, &assignment) != optimum || std::mem::take(&mut self.returned))
            {
                continue;
            }
            return Ok(NextAssignment::Found(assignment));
        }
    }
}
