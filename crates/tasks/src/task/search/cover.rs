//! A problem as an exact cover: the engine lists and counts, the lowering translates back.
//!
//! With an objective the solutions are listed once for the best value, and again, as far as requested, for those that have it.

use super::formula;
use super::interface::{
    Added, Improvement, NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size, checked,
};
use crate::task::failure::{Failure, Invariant};
use boardwright_base::budget::Budget;
use boardwright_cover::Cube;
use boardwright_cover::lower::Lowered;
use boardwright_ir::constraint::{Assignment, Direction, Literal, Objective, Problem};
use boardwright_solvers::backend::{Cover, CoverCount, CoverOutcome, Effort, Fault};
use std::sync::Arc;

pub(in crate::task) struct CoverSearch<'a> {
    problem: &'a Problem,
    solver: Box<dyn Cover>,
    lowered: Arc<Lowered>,
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
        lowered: Arc<Lowered>,
    ) -> Result<Self, Failure> {
        // A problem that is too large is not a fault of the program; another route may support it.
        solver.load(&lowered.cover).map_err(|fault| match fault {
            Fault::Unusable(reason) => Failure::inapplicable(reason),
            wrong @ Fault::Wrong(_) => wrong.into(),
        })?;
        Ok(CoverSearch { problem, solver, lowered, optimum: None, best: None, returned: false, empty: false })
    }

    /// Prepares the engine to look for one solution of each cube.
    pub(super) fn seek(&mut self, seed: u64) {
        self.solver.seek(seed);
    }

    /// Makes the engine give parts of each cube away after this number of nodes; for [`CoverSearch::count_leaf`] and
    /// [`CoverSearch::next_leaf`].
    pub(in crate::task) fn give_every(&mut self, nodes: u64) {
        self.solver.give_every(nodes);
    }

    /// Translates a cube; `None` if it is contradictory.
    pub(in crate::task) fn options(&self, cube: &[Literal]) -> Option<Cube> {
        self.lowered.cube(cube)
    }

    /// Restricts later results to a cube of options.
    pub(in crate::task) fn enter_options(&mut self, cube: &Cube) {
        self.solver.enter(&cube.with, &cube.without);
    }

    /// Counts the solutions in the entered cube, or gives parts of it away.
    pub(in crate::task) fn count_leaf(&mut self, budget: &Budget) -> CoverCount {
        self.solver.count(budget)
    }

    /// Returns the next solution in the entered cube, or gives parts of it away.
    pub(in crate::task) fn next_leaf(&mut self, budget: &Budget) -> CoverOutcome {
        self.solver.next(budget)
    }

    /// Returns the number of nodes so far.
    pub(in crate::task) fn nodes(&self) -> u64 {
        self.solver.nodes().unwrap_or(0)
    }

    /// Returns the assignment of a solution, checked.
    pub(in crate::task) fn assignment(&self, chosen: &[usize]) -> Result<Assignment, Failure> {
        checked(self.problem, self.lowered.assignment(chosen))
    }

    fn value(objective: &Objective, assignment: &Assignment) -> i64 {
        assignment.sum(&objective.terms)
    }
}

/// The failure of an engine that gives cubes away in a search that takes none.
fn untaken() -> Failure {
    Failure::check(Invariant::UntakenCubes)
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
                    let assignment = self.assignment(&chosen)?;
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
                CoverOutcome::Given(_) => return Err(untaken()),
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
            CoverCount::Given(_) => return Err(untaken()),
            CoverCount::AtLeast(count, stop) => SearchCount::AtLeast(count, stop),
        }))
    }

    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool {
        !self.empty && self.solver.is_hard(nodes, budget)
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
                CoverOutcome::Solution(chosen) => self.assignment(&chosen)?,
                CoverOutcome::Exhausted => return Ok(NextAssignment::Exhausted),
                CoverOutcome::Given(_) => return Err(untaken()),
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
