//! varisat: the default SAT solver, a CDCL solver in Rust.
//!
//! varisat has no interrupt. It does write proofs, and it gives up when its proof cannot be written: so it is handed a
//! `Fuse`, a proof writer that throws everything away and fails once a limit is met. varisat collects 8 KiB of proof
//! between two writes, some hundred conflicts. The proof is in varisat's own format, since DRAT has no assumptions.
//! A solver that was stopped is spent, and goes on saying so.
//!
//! Between two conflicts nothing is written: a formula so large that a hundred conflicts take longer than half a second
//! is stopped later than that.

use super::limits::{Limits, Stop};
use super::{Backend, Engine, Sat, SatOutcome};
use crate::cnf::Lit;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// The registry's entry.
pub const BACKEND: Backend = Backend {
    name: Cow::Borrowed("varisat"),
    summary: Cow::Borrowed("varisat 0.2.2, a CDCL solver in Rust"),
    engine: Engine::Sat(|| Box::new(Varisat::new())),
};

struct Varisat {
    solver: Solver<'static>,
    /// Models cover `0..variables`.
    variables: usize,
    watch: Rc<Watch>,
    /// The limit that ended this solver, if one did.
    spent: Option<Stop>,
}

/// What the solver and its proof writer share: the writer is installed once, the limits come with every call.
#[derive(Default)]
struct Watch {
    /// `None` between calls: clauses added then are written too, and must not fail.
    limits: RefCell<Option<Limits>>,
    met: Cell<Option<Stop>>,
}

/// A proof writer that keeps nothing and fails once a limit is met.
struct Fuse(Rc<Watch>);

impl io::Write for Fuse {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        match self.0.limits.borrow().as_ref().and_then(Limits::reached) {
            None => Ok(proof.len()),
            Some(stop) => {
                self.0.met.set(Some(stop));
                Err(io::Error::other(stop.describe()))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Varisat {
    fn new() -> Varisat {
        let watch = Rc::new(Watch::default());
        let mut solver = Solver::new();
        solver.write_proof(Fuse(Rc::clone(&watch)), ProofFormat::Varisat);
        Varisat { solver, variables: 0, watch, spent: None }
    }

    /// The model in hand; what varisat does not know or leaves open is false.
    fn model(&self) -> Vec<bool> {
        let mut model = vec![false; self.variables];
        for literal in self.solver.model().into_iter().flatten() {
            model[literal.index()] = literal.is_positive();
        }
        model
    }
}

fn literal(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_index(literal.variable() as usize, !literal.negated())
}

impl Sat for Varisat {
    fn reserve(&mut self, variables: usize) {
        self.variables = self.variables.max(variables);
    }

    fn add(&mut self, clause: &[Lit]) {
        let clause: Vec<varisat::Lit> = clause.iter().copied().map(literal).collect();
        self.solver.add_clause(&clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatOutcome {
        if let Some(stop) = self.spent.or_else(|| limits.reached()) {
            return SatOutcome::Stopped(stop);
        }
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(literal).collect();
        self.solver.assume(&assumptions);
        self.watch.limits.replace(Some(limits.clone()));
        let answer = self.solver.solve();
        self.watch.limits.replace(None);
        match answer {
            Ok(true) => SatOutcome::Satisfiable(self.model()),
            Ok(false) => SatOutcome::Unsatisfiable,
            Err(_) => {
                let stop = self.watch.met.get().expect("only the fuse makes varisat fail");
                self.spent = Some(stop);
                SatOutcome::Stopped(stop)
            }
        }
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        // Without failed assumptions the formula itself is unsatisfiable.
        let failed = self.solver.failed_core().unwrap_or_default();
        Some(failed.iter().map(|literal| Lit::new(literal.index() as u32, literal.is_negative())).collect())
    }
}
