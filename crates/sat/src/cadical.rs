//! CaDiCaL, the reference SAT solver; in C++, with the feature `cadical`.
//!
//! CaDiCaL calls [`Callbacks::terminate`] many times per second, also during preprocessing, and can be reused after it
//! was stopped.

use crate::cnf::Lit;
use crate::{Sat, SatOutcome};
use ::cadical::{Callbacks, Solver};
use boardwright_base::budget::{Budget, Stop};

/// The name of the solver.
pub const NAME: &str = "cadical";
/// What it is, in a line.
pub const SUMMARY: &str = "CaDiCaL 1.9.5, the reference among CDCL solvers, in C++";

/// Opens a new solver.
pub fn open() -> Box<dyn Sat> {
    Box::new(Cadical { solver: Solver::new(), variables: 0, assumed: Vec::new() })
}

struct Cadical {
    solver: Solver<Watch>,
    /// The number of variables that models cover.
    variables: usize,
    /// The assumptions of the last call.
    assumed: Vec<Lit>,
}

/// Implements [`Callbacks::terminate`].
struct Watch {
    budget: Budget,
    met: Option<Stop>,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.met = self.met.or_else(|| self.budget.reached());
        self.met.is_some()
    }
}

impl Sat for Cadical {
    fn reserve(&mut self, variables: usize) {
        self.variables = self.variables.max(variables);
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().map(|literal| literal.to_dimacs()));
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        if let Some(stop) = budget.reached() {
            return SatOutcome::Stopped(stop);
        }
        self.assumed = assumptions.to_vec();
        self.solver.set_callbacks(Some(Watch { budget: budget.clone(), met: None }));
        match self.solver.solve_with(assumptions.iter().map(|literal| literal.to_dimacs())) {
            Some(true) => {
                // CaDiCaL knows only variables that occurred; the others are false.
                let known = (self.solver.max_variable() as usize).min(self.variables);
                let mut model: Vec<bool> =
                    (1..=known as i32).map(|number| self.solver.value(number) == Some(true)).collect();
                model.resize(self.variables, false);
                SatOutcome::Satisfiable(model)
            }
            Some(false) => SatOutcome::Unsatisfiable,
            None => {
                let met = self.solver.get_callbacks().and_then(|watch| watch.met);
                SatOutcome::Stopped(met.expect("CaDiCaL gives up only when the watch says so"))
            }
        }
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(self.assumed.iter().copied().filter(|literal| self.solver.failed(literal.to_dimacs())).collect())
    }
}
