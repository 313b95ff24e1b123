//! varisat: the default SAT solver, a CDCL solver in Rust.
//!
//! varisat has no interrupt. It does write proofs, and it gives up when its proof cannot be written: so it is handed a
//! `Fuse`, a proof writer that throws everything away and fails once a limit is met. varisat collects 8 KiB of proof
//! between two writes, some hundred conflicts. The proof is in varisat's own format, since DRAT has no assumptions.
//! A solver that was stopped is spent, and goes on saying so.
//!
//! A proof that is wanted (`refute`) is DRAT, from a solver of its own, through the same fuse.
//!
//! Between two conflicts nothing is written: a formula so large that a hundred conflicts take longer than half a second
//! is stopped later than that.

use super::refute::Refutation;
use super::{Backend, Engine, Fault, Sat, SatOutcome};
use crate::budget::{Budget, Stop};
use crate::cnf::{Cnf, Lit};
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
    budget: RefCell<Option<Budget>>,
    met: Cell<Option<Stop>>,
}

/// A proof writer that keeps nothing and fails once a limit is met.
struct Fuse(Rc<Watch>);

impl io::Write for Fuse {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        match self.0.budget.borrow().as_ref().and_then(Budget::reached) {
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

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        if let Some(stop) = self.spent.or_else(|| budget.reached()) {
            return SatOutcome::Stopped(stop);
        }
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(literal).collect();
        self.solver.assume(&assumptions);
        self.watch.budget.replace(Some(budget.clone()));
        let answer = self.solver.solve();
        self.watch.budget.replace(None);
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

/// Refutes a formula and writes the proof as DRAT text; with `self_check`, through varisat's own checker, too, which
/// panics at a step that fails. That checker works on the steps as they are made, with the clauses that each follows from.
pub(super) fn refute(cnf: &Cnf, proof: &mut dyn io::Write, self_check: bool, budget: &Budget) -> Refutation {
    let met = Cell::new(None);
    let mut solver = Solver::new();
    solver.write_proof(Fused { proof, budget, met: &met }, ProofFormat::Drat);
    if self_check {
        solver.enable_self_checking();
    }
    for clause in cnf.clauses() {
        let clause: Vec<varisat::Lit> = clause.iter().copied().map(literal).collect();
        solver.add_clause(&clause);
    }
    let answer = solver.solve().and_then(|satisfiable| solver.close_proof().map(|()| satisfiable));
    match (answer, met.get()) {
        (Ok(true), _) => Refutation::Satisfiable,
        (Ok(false), _) => Refutation::Refuted,
        (Err(_), Some(stop)) => Refutation::Stopped(stop),
        (Err(error), None) => Refutation::Failed(Fault::Unusable(error.to_string())),
    }
}

/// A proof writer that passes everything on, and fails once a limit is met.
struct Fused<'a> {
    proof: &'a mut dyn io::Write,
    budget: &'a Budget,
    met: &'a Cell<Option<Stop>>,
}

impl io::Write for Fused<'_> {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        match self.budget.reached() {
            None => self.proof.write(proof),
            Some(stop) => {
                self.met.set(Some(stop));
                Err(io::Error::other(stop.describe()))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.proof.flush()
    }
}
