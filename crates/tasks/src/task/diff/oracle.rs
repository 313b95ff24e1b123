//! One incremental solver for questions about a problem under assumptions.

use crate::task::failure::{Failure, Invariant};
use crate::task::search::{SatSearch, open_sat};
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
    roles: Roles,
    search: SatSearch<'a>,
    budget: &'a Budget,
}

impl<'a> Oracle<'a> {
    /// Opens a solver with the constraints of these roles.
    pub(in crate::task) fn new(problem: &'a Problem, roles: Roles, budget: &'a Budget) -> Result<Oracle<'a>, Failure> {
        Oracle::preferring(problem, roles, &[], budget)
    }

    /// Opens a solver whose decisions prefer these literals.
    pub(in crate::task) fn preferring(
        problem: &'a Problem,
        roles: Roles,
        preferred: &[Literal],
        budget: &'a Budget,
    ) -> Result<Oracle<'a>, Failure> {
        let search = open_sat(problem, backend::incremental(), roles, preferred, budget)?;
        Ok(Oracle { problem, roles, search, budget })
    }

    /// Searches for an assignment in which these literals hold.
    pub(in crate::task) fn ask(&mut self, assumed: &[Literal]) -> Result<Asked, Failure> {
        let Some(cube) = self.search.lowered.cube(assumed) else { return Ok(Asked::Nothing) };
        self.search.hand_over();
        Ok(match self.search.ask(&cube, self.budget) {
            SatOutcome::Satisfiable(model) => Asked::Found(self.checked(self.search.lowered.assignment(&model))?),
            SatOutcome::Unsatisfiable => Asked::Nothing,
            SatOutcome::Stopped(stop) => Asked::Stopped(stop),
            SatOutcome::Failed(fault) => return Err(fault.into()),
        })
    }

    /// Checks an assignment with the constraints that the solver has.
    fn checked(&self, assignment: Assignment) -> Result<Assignment, Failure> {
        match self.problem.holds_for(self.roles, &assignment) {
            true => Ok(assignment),
            false => Err(Failure::check(Invariant::Assignment)),
        }
    }

    /// Searches with at most `most` decisions, if they are limited; then the answer may be [`Stop::GaveUp`].
    pub(in crate::task) fn ask_within(&mut self, most: Option<u64>, assumed: &[Literal]) -> Result<Asked, Failure> {
        self.search.solver.limit_decisions(most);
        let asked = self.ask(assumed);
        self.search.solver.limit_decisions(None);
        asked
    }

    /// After [`Asked::Nothing`]: returns those of the assumed literals that contradict the problem.
    pub(in crate::task) fn core(&mut self, assumed: &[Literal]) -> Vec<Literal> {
        let Some(core) = self.search.solver.core() else { return assumed.to_vec() };
        let lowered = &mut self.search.lowered;
        // Assumptions that have no literal of the solver are kept: they may be needed.
        let mut is_needed = |literal: &Literal| match lowered.cube(&[*literal]).as_deref() {
            Some([one]) => core.contains(one),
            _ => true,
        };
        assumed.iter().copied().filter(|literal| is_needed(literal)).collect()
    }

    /// Adds the condition that one of these literals holds.
    pub(in crate::task) fn require(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.search.require(literals);
    }
}
