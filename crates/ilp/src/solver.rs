//! What an ILP solver does, and its outcomes. Start with [`Ilp`].

use crate::Program;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::fault::Fault;

/// The result of an ILP solver. Vectors have one value for each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IlpOutcome {
    /// A proved optimum (or a feasible vector if the program has no objective).
    Optimal(Vec<i64>),
    /// A limit was reached; this is the best vector found.
    Feasible(Vec<i64>, Stop),
    /// There is no feasible vector.
    Infeasible,
    /// A limit was reached before a vector was found.
    Stopped(Stop),
    /// The solver failed, or returned a vector that is not a solution.
    Failed(Fault),
}

/// An ILP solver.
pub trait Ilp {
    /// Solves the program. Returned vectors have been checked in exact integers ([`Program::holds`]); a vector that
    /// fails the check gives [`IlpOutcome::Failed`].
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome;
}
