//! How large each formulation of a model is as clauses.

use crate::budget::{Budget, Refused};
use crate::cnf::encode::selection::Selection;
use crate::cnf::graph::Graphs;
use crate::constraint::Roles;
use crate::pipeline::Request;
use crate::puzzle::{Loaded, Question};

/// The clauses of a formulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes {
    /// The formulation.
    pub formulation: &'static str,
    /// Variables of the problem that a person would name.
    pub decisions: usize,
    /// All variables of the formula.
    pub variables: usize,
    /// Its clauses.
    pub clauses: usize,
    /// The literals in them.
    pub literals: usize,
}

/// A formulation whose size is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{formulation}: {reason}")]
pub struct NotMeasured {
    /// The formulation.
    pub formulation: &'static str,
    /// Why it was not lowered.
    pub reason: Refused,
}

/// The sizes of all formulations with these encodings; why, where one does not apply. Of a plan for the fewest moves that
/// are not ruled out, which is the second part.
/// Where a limit was reached, those that were not looked at are told so.
pub fn sizes(
    loaded: &Loaded,
    encoding: &Selection,
    budget: &Budget,
) -> (Vec<Result<Sizes, NotMeasured>>, Option<usize>) {
    let horizon = match loaded.instance.question() {
        Question::Board => None,
        Question::Plan { at_least } => Some(at_least),
    };
    let size = |formulation: &'static str| -> Result<Sizes, Refused> {
        let problem = loaded.instance.constrain(formulation, horizon, budget)?.problem;
        let lowered = Request { problem: &problem, roles: Roles::ALL, encoding, budget }.to_cnf(Graphs::Propagated)?;
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
