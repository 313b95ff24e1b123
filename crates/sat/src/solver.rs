//! What a SAT solver and a model counter do, and their outcomes. Start with [`Sat`].

use crate::cnf::graph::GraphConstraint;
use crate::cnf::{Cnf, Lit};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::effort::Effort;
use boardwright_ir::fault::Fault;
use num_bigint::BigUint;

/// The result of a SAT solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SatOutcome {
    /// Satisfiable, with a value for every variable the solver knows, indexed by variable.
    Satisfiable(Vec<bool>),
    /// There is no model under the assumptions.
    Unsatisfiable,
    /// A limit was reached first. The solver may be unusable afterwards: do not call it again.
    Stopped(Stop),
    /// The solver has no usable result.
    Failed(Fault),
}

/// An incremental SAT solver.
pub trait Sat {
    /// Ensures that variables `0..variables` exist; every model covers them.
    fn reserve(&mut self, variables: usize);

    /// Makes decisions prefer these literals, whose variables are reserved later. A solver may ignore it.
    fn prefer(&mut self, literals: &[Lit]) {
        let _ = literals;
    }

    /// Adds a permanent clause over reserved variables. The empty clause makes the formula unsatisfiable.
    fn add(&mut self, clause: &[Lit]);

    /// Reserves the variables of a formula and adds its clauses.
    fn load(&mut self, cnf: &Cnf) {
        self.reserve(cnf.variables());
        cnf.clauses().for_each(|clause| self.add(clause));
    }

    /// Adds a permanent graph constraint over reserved variables and returns true, if the solver supports graph
    /// constraints. Otherwise returns false and changes nothing.
    fn add_graph(&mut self, constraint: &GraphConstraint) -> bool {
        let _ = constraint;
        false
    }

    /// Searches for a model in which all assumptions hold.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome;

    /// Limits the decisions of each later search, which then ends with [`Stop::GaveUp`]; `None`
    /// for no limit. A solver may ignore it.
    fn limit_decisions(&mut self, most: Option<u64>) {
        let _ = most;
    }

    /// After [`SatOutcome::Unsatisfiable`]: returns assumptions of that call that contradict the clauses, not
    /// necessarily a minimal set; empty if the clauses alone are unsatisfiable. `None` if the solver does not support
    /// cores.
    fn core(&mut self) -> Option<Vec<Lit>> {
        None
    }

    /// Returns statistics of the solver, if available.
    fn effort(&self) -> Option<Effort> {
        None
    }
}

/// The result of a model counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelCount {
    /// The number of models, projected to the shown variables.
    Exactly(BigUint),
    /// A limit was reached.
    Stopped(Stop),
    /// The counter failed.
    Failed(Fault),
}

/// A model counter.
pub trait Counter {
    /// Counts the models of a formula, projected to these variables; `None` for all variables.
    fn count(&mut self, cnf: &Cnf, shown: Option<&[u32]>, budget: &Budget) -> ModelCount;
}
