//! The size of each formulation of a model as clauses.

use super::failure::Failure;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::Roles;
use boardwright_puzzle::{Loaded, Question};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_solvers::pipeline::LoweringRequest;

/// The size of a formulation as clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes {
    /// The formulation.
    pub formulation: &'static str,
    /// Named variables of the problem.
    pub decisions: usize,
    /// All variables of the formula.
    pub variables: usize,
    /// Its clauses.
    pub clauses: usize,
    /// The literals in the clauses.
    pub literals: usize,
}

/// A formulation of unknown size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{formulation}: {reason}")]
pub struct NotMeasured {
    /// The formulation.
    pub formulation: &'static str,
    /// The reason why it was not lowered.
    pub reason: Failure,
}

/// Returns the sizes of all formulations with these encodings, or the reason if one does not apply. For a plan, the size is
/// that of the smallest number of moves that is not excluded, which is the second part of the result. At a limit the
/// remaining formulations have that limit as the reason.
pub fn sizes(
    loaded: &Loaded,
    encoding: &Selection,
    budget: &Budget,
) -> (Vec<Result<Sizes, NotMeasured>>, Option<usize>) {
    let horizon = match loaded.instance.question() {
        Question::Board => None,
        Question::Plan { at_least } => Some(at_least),
    };
    let size = |formulation: &'static str| -> Result<Sizes, Failure> {
        let problem = loaded.instance.constrain(formulation, horizon, budget)?.problem;
        let lowered =
            LoweringRequest { problem: &problem, roles: Roles::ALL, encoding, budget }.to_cnf(Graphs::Propagated)?;
        let decisions = problem.booleans().iter().filter(|boolean| boolean.decision).count()
            + problem.integers().iter().filter(|integer| integer.decision).count();
        Ok(Sizes {
            formulation,
            decisions,
            variables: lowered.cnf.variables(),
            clauses: lowered.cnf.len(),
            literals: lowered.cnf.clauses().map(<[_]>::len).sum(),
        })
    };
    let named = |formulation| size(formulation).map_err(|reason| NotMeasured { formulation, reason });
    (loaded.puzzle.formulations().iter().map(|formulation| named(formulation.name)).collect(), horizon)
}
