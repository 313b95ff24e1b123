//! batsat: MiniSat 2.2 in Rust.
//!
//! batsat asks [`Callbacks::stop`] before every decision, some 150,000 times a second, so it stops within milliseconds
//! and can be used again. Reading the clock each time costs nothing that can be measured.

use super::limits::{Limits, Stop};
use super::{Backend, Effort, Engine, Sat, SatOutcome};
use crate::cnf::Lit;
use ::batsat::{Callbacks, Solver, SolverInterface, SolverOpts, lbool};
use std::borrow::Cow;
use std::cell::Cell;

/// The registry's entry.
pub const BACKEND: Backend = Backend {
    name: Cow::Borrowed("batsat"),
    summary: Cow::Borrowed("batsat 0.6.0, MiniSat in Rust"),
    engine: Engine::Sat(|| Box::new(Batsat { solver: Solver::new(SolverOpts::default(), Watch::default()) })),
};

struct Batsat {
    solver: Solver<Watch>,
}

/// Answers [`Callbacks::stop`].
#[derive(Default)]
struct Watch {
    limits: Limits,
    met: Cell<Option<Stop>>,
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        self.met.set(self.met.get().or_else(|| self.limits.reached()));
        self.met.get().is_some()
    }
}

impl Batsat {
    fn literal(&mut self, literal: Lit) -> ::batsat::Lit {
        ::batsat::Lit::new(self.solver.var_of_int(literal.variable()), !literal.negated())
    }

    fn model(&self) -> Vec<bool> {
        self.solver.get_model().iter().map(|&value| value == lbool::TRUE).collect()
    }
}

impl Sat for Batsat {
    fn reserve(&mut self, variables: usize) {
        while (self.solver.num_vars() as usize) < variables {
            self.solver.new_var_default();
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut clause: Vec<::batsat::Lit> = clause.iter().map(|&literal| self.literal(literal)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatOutcome {
        if let Some(stop) = limits.reached() {
            return SatOutcome::Stopped(stop);
        }
        let assumptions: Vec<::batsat::Lit> = assumptions.iter().map(|&literal| self.literal(literal)).collect();
        *self.solver.cb_mut() = Watch { limits: limits.clone(), ..Watch::default() };
        let answer = self.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            SatOutcome::Satisfiable(self.model())
        } else if answer == lbool::FALSE {
            SatOutcome::Unsatisfiable
        } else {
            SatOutcome::Stopped(self.solver.cb().met.get().expect("batsat gives up only when the watch says so"))
        }
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        // batsat's core is a clause: the negations of the assumptions that failed. Variables are numbered as ours.
        let core = self.solver.unsat_core().iter();
        Some(core.map(|literal| Lit::new(literal.var().idx(), literal.sign())).collect())
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort { conflicts: self.solver.num_conflicts(), propagations: self.solver.num_propagations() })
    }
}
