//! One incremental solver for questions about a problem under assumptions.

use crate::task::failure::Failure;
use crate::task::search::{SatSearch, checked, open_sat};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Assignment, Literal, Problem, Roles};
use boardwright_solvers::backend::{self, SatOutcome};

/// The answer to a question.
pub(in crate::task) enum Asked {
    /// An assignment of the problem.
    Found(Assignment),
    /// There is none.
    Nothing,
    /// A limit was reached.
    Stopped(Stop),
}

/// A solver with the constraints of a problem; its objective is ignored.
pub(in crate::task) struct Oracle<'a> {
    problem: &'a Problem,
    search: SatSearch<'a>,
    budget: &'a Budget,
}

impl<'a> Oracle<'a> {
    /// Opens a solver with the constraints of these roles.
    pub(in crate::task) fn new(problem: &'a Problem, roles: Roles, budget: &'a Budget) -> Result<Oracle<'a>, Failure> {
        Ok(Oracle { problem, search: open_sat(problem, backend::incremental(), roles, &[], budget)?, budget })
    }

    /// Searches for an assignment in which these literals hold.
    pub(in crate::task) fn ask(&mut self, assumed: &[Literal]) -> Result<Asked, Failure> {
        let Some(cube) = self.search.lowered.cube(assumed) else { return Ok(Asked::Nothing) };
        self.search.hand_over();
        Ok(match self.search.ask(&cube, self.budget) {
            SatOutcome::Satisfiable(model) => {
                Asked::Found(checked(self.problem, self.search.lowered.assignment(&model))?)
            }
            SatOutcome::Unsatisfiable => Asked::Nothing,
            SatOutcome::Stopped(stop) => Asked::Stopped(stop),
            SatOutcome::Failed(fault) => return Err(fault.into()),
        })
    }

    /// Adds the condition that one of these literals holds.
    pub(in crate::task) fn require(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.search.require(literals);
    }
}
