//! Whether there are two solutions, where some solutions follow from others: see [`boardwright_ir::constraint::dominance`].
//!
//! First come the solutions from which nothing follows. If there is only one, the next search is among those from which it
//! follows, and knows the kept literals of all of them.

use super::interface::{NextAssignment, ObserveImprovements, Optimum, Search, Size};
use super::open;
use crate::task::failure::Failure;
use crate::task::setup::Solver;
use crate::task::strategy::Strategy;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Assignment, Dominance, Literal, Problem, Roles};
use boardwright_solvers::backend::Effort;

/// A search for the first two solutions; later ones may be missing.
pub(in crate::task) struct DominantSearch<'a> {
    problem: &'a Problem,
    dominance: &'a Dominance,
    solver: Solver,
    inner: Box<dyn Search + 'a>,
    /// The effort of the first search, once it is over.
    spent: Effort,
    /// The solutions so far.
    found: Vec<Assignment>,
    /// Whether `inner` is among the solutions from which the only one follows.
    is_rest: bool,
}

impl<'a> DominantSearch<'a> {
    pub(in crate::task) fn new(
        problem: &'a Problem,
        dominance: &'a Dominance,
        solver: &Solver,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let inner = open(problem, solver, Roles::DOMINANT, true, budget)?;
        let (spent, found) = (Effort::default(), Vec::new());
        Ok(DominantSearch { problem, dominance, solver: solver.clone(), inner, spent, found, is_rest: false })
    }

    /// Returns whether an assignment is one of the solutions so far.
    fn is_known(&self, assignment: &Assignment) -> bool {
        let booleans = self.problem.booleans().iter();
        self.found.iter().any(|known| {
            let mut values = booleans.clone().zip(known.booleans.iter().zip(&assignment.booleans));
            known.integers == assignment.integers
                && values.all(|(boolean, (one, other))| !boolean.decision || one == other)
        })
    }
}

impl Search for DominantSearch<'_> {
    fn size(&self) -> Size {
        self.inner.size()
    }

    fn formula(&self) -> String {
        self.inner.formula()
    }

    fn strategy(&self) -> Option<Strategy> {
        self.inner.strategy()
    }

    fn bounds(&self) -> Option<&'static str> {
        self.inner.bounds()
    }

    fn effort(&self) -> Option<Effort> {
        let mut effort = self.inner.effort()?;
        effort += self.spent;
        Some(effort)
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        self.inner.optimise(budget, observe)
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        self.inner.enter(cube)
    }

    fn share(&self) -> Option<f64> {
        self.inner.share()
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        loop {
            match self.inner.next(budget)? {
                NextAssignment::Found(assignment) if !self.is_known(&assignment) => {
                    self.found.push(assignment.clone());
                    return Ok(NextAssignment::Found(assignment));
                }
                NextAssignment::Found(_) => {}
                NextAssignment::Exhausted => {
                    let [only] = &self.found[..] else { return Ok(NextAssignment::Exhausted) };
                    if std::mem::replace(&mut self.is_rest, true) {
                        return Ok(NextAssignment::Exhausted);
                    }
                    self.spent = self.inner.effort().unwrap_or_default();
                    self.inner = open(self.problem, &self.solver, Roles::FAITHFUL, true, budget)?;
                    self.inner.enter(&self.dominance.cube(only))?;
                }
                stopped @ NextAssignment::Stopped(_) => return Ok(stopped),
            }
        }
    }
}
