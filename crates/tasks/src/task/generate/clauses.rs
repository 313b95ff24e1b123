//! The constraints of a draft in one incremental solver. Clauses and assumptions switch clues off, fix values and exclude
//! solutions, so learned clauses serve all questions.

use super::GenerateError;
use crate::task::Failure;
use crate::task::search::{SatSearch, checked, open_sat};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Assignment, Literal, Problem, Roles};
use boardwright_solvers::backend::{self, Backend, SatOutcome};

/// The decisions of a search for another solution.
pub(super) const MAX_DECISIONS: u64 = 100_000;

/// A solver with the constraints of a problem.
pub(super) struct Clauses<'a> {
    problem: &'a Problem,
    search: SatSearch<'a>,
    budget: &'a Budget,
}

/// The result of a limited search.
pub(super) enum Searched {
    Found(Assignment),
    /// There is no such assignment.
    Nothing,
    GaveUp,
}

/// The solver of drafts: it propagates graph constraints, and takes clauses between questions without simplifying all.
pub(super) fn finder() -> &'static Backend {
    backend::incremental()
}

impl<'a> Clauses<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        backend: &Backend,
        budget: &'a Budget,
    ) -> Result<Clauses<'a>, GenerateError> {
        Clauses::preferring(problem, backend, &[], budget)
    }

    /// Opens a solver whose decisions prefer these literals.
    pub(super) fn preferring(
        problem: &'a Problem,
        backend: &Backend,
        preferred: &[Literal],
        budget: &'a Budget,
    ) -> Result<Clauses<'a>, GenerateError> {
        let search = open_sat(problem, backend, Roles::FAITHFUL, preferred, budget)?;
        Ok(Clauses { problem, search, budget })
    }

    /// Adds literals that hold from now on.
    pub(super) fn hold(&mut self, literals: impl IntoIterator<Item = Literal>) {
        for literal in literals {
            // A literal that is never true is the empty clause.
            let clause = self.search.lowered.cube(&[literal]).unwrap_or_default();
            self.search.lowered.cnf.add(&clause);
        }
        self.search.hand_over();
    }

    /// Adds the condition that some decision differs from this assignment.
    pub(super) fn exclude(&mut self, assignment: &Assignment) {
        // Clues may be switched off, so equations imply nothing.
        let clause = self.search.lowered.blocking_clause(self.problem, assignment, &[]);
        self.search.lowered.cnf.add(&clause);
        self.search.hand_over();
    }

    /// Adds the condition that some of these literals is true.
    pub(super) fn require(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.search.require(literals);
    }

    /// Searches for an assignment in which these hold, with a limit of decisions.
    pub(super) fn search(&mut self, assumed: &[Literal], decisions: u64) -> Result<Searched, GenerateError> {
        self.search.solver.limit_decisions(Some(decisions));
        let found = self.solve(assumed);
        self.search.solver.limit_decisions(None);
        match found {
            Ok(Some(found)) => Ok(Searched::Found(found)),
            Ok(None) => Ok(Searched::Nothing),
            Err(GenerateError::Stopped { stop: Stop::GaveUp, .. }) => Ok(Searched::GaveUp),
            Err(error) => Err(error),
        }
    }

    /// Returns an assignment in which these hold, if there is one.
    pub(super) fn solve(&mut self, assumed: &[Literal]) -> Result<Option<Assignment>, GenerateError> {
        let Some(cube) = self.search.lowered.cube(assumed) else { return Ok(None) };
        self.search.hand_over();
        match self.search.ask(&cube, self.budget) {
            SatOutcome::Satisfiable(model) => {
                let assignment = self.search.lowered.assignment(&model);
                checked(self.problem, assignment).map(Some).map_err(GenerateError::Failed)
            }
            SatOutcome::Unsatisfiable => Ok(None),
            SatOutcome::Stopped(stop) => Err(GenerateError::stopped(stop)),
            SatOutcome::Failed(fault) => Err(GenerateError::Failed(Failure::from(fault))),
        }
    }
}
