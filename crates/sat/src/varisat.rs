//! varisat: the default SAT solver, a CDCL solver in Rust.
//!
//! varisat has no interrupt, but it fails if its proof cannot be written. Its proof writer is therefore a `Fuse`, which
//! discards the proof and fails once a limit is reached. varisat buffers 8 KiB of proof between writes, some hundred
//! conflicts. The proof format is varisat's own, because DRAT does not support assumptions. A solver that was stopped
//! is unusable and keeps reporting the limit.
//!
//! In varisat 0.2.2 the analysis of an assumption that the clauses alone exclude leaves a mark on its variable, which may be given
//! to another one later; then cores lack literals. After such a call each core is therefore solved once more, and gets the
//! assumptions that a model violates.
//!
//! Requested proofs (`refute`) are in DRAT, from a separate solver, through the same kind of writer.
//!
//! Nothing is written between conflicts: a formula so large that a hundred conflicts take longer than half a second is
//! stopped later than that.

use crate::Refutation;
use crate::cnf::{Cnf, Lit};
use crate::{Sat, SatOutcome};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::fault::Unusable;
use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// The name of the solver.
pub const NAME: &str = "varisat";
/// What it is, in a line.
pub const SUMMARY: &str = "varisat 0.2.2, a CDCL solver in Rust";

/// Opens a new solver.
pub fn open() -> Box<dyn Sat> {
    Box::new(Varisat::new())
}

struct Varisat {
    solver: Solver<'static>,
    /// The number of variables that models cover.
    variables: usize,
    watch: Rc<Watch>,
    /// The clause that is being added: formulas have too many to allocate each.
    clause: Vec<varisat::Lit>,
    /// The limit that stopped this solver, if any.
    spent: Option<Stop>,
    /// The assumptions and the budget of the last call.
    asked: (Vec<Lit>, Budget),
    /// Whether cores may lack literals, because the clauses excluded an assumption.
    is_marked: bool,
}

/// Shared by the solver and its proof writer: the writer is installed once, the budget changes with every call.
#[derive(Default)]
struct Watch {
    /// `None` between calls: adding clauses also writes to the proof and must not fail.
    budget: RefCell<Option<Budget>>,
    met: Cell<Option<Stop>>,
}

/// A proof writer that discards everything and fails once a limit is reached.
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
        let (clause, asked) = (Vec::new(), (Vec::new(), Budget::none()));
        Varisat { solver, variables: 0, watch, clause, spent: None, asked, is_marked: false }
    }

    /// Returns the core as varisat states it; without failed assumptions the formula itself is unsatisfiable.
    fn failed(&self) -> Vec<Lit> {
        let failed = self.solver.failed_core().unwrap_or_default();
        failed.iter().map(|literal| Lit::new(literal.index() as u32, literal.is_negative())).collect()
    }

    /// Returns the current model; variables without a value are false.
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
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(literal));
        self.solver.add_clause(&self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        if let Some(stop) = self.spent.or_else(|| budget.reached()) {
            return SatOutcome::Stopped(stop);
        }
        self.asked = (assumptions.to_vec(), budget.clone());
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(literal).collect();
        self.solver.assume(&assumptions);
        self.watch.budget.replace(Some(budget.clone()));
        let answer = self.solver.solve();
        self.watch.budget.replace(None);
        match answer {
            Ok(true) => SatOutcome::Satisfiable(self.model()),
            Ok(false) => {
                self.is_marked |= self.solver.failed_core().is_some_and(|core| core.len() == 1);
                SatOutcome::Unsatisfiable
            }
            Err(_) => {
                let stop = self.watch.met.get().expect("only the fuse makes varisat fail");
                self.spent = Some(stop);
                SatOutcome::Stopped(stop)
            }
        }
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        let mut core = self.failed();
        let (assumptions, budget) = self.asked.clone();
        while self.is_marked && core.len() < assumptions.len() {
            match self.solve(&core, &budget) {
                SatOutcome::Unsatisfiable => break,
                SatOutcome::Satisfiable(model) => {
                    core.extend(assumptions.iter().filter(|literal| !literal.holds_in(&model)));
                }
                SatOutcome::Stopped(_) | SatOutcome::Failed(_) => return Some(assumptions),
            }
        }
        Some(core)
    }
}

/// Refutes a formula and writes the proof as DRAT text. With `self_check`, varisat's own checker also checks each step
/// as it is made, with its antecedent clauses, and panics if a step fails.
pub fn refute(cnf: &Cnf, proof: &mut dyn io::Write, self_check: bool, budget: &Budget) -> Refutation {
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
        (Err(error), None) => {
            Refutation::Failed(Unusable::Proof { solver: "varisat", reason: error.to_string() }.into())
        }
    }
}

/// A proof writer that forwards everything and fails once a limit is reached.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_whole_after_an_assumption_that_the_clauses_exclude() {
        let mut solver = Varisat::new();
        let yes = |variable: u32| Lit::new(variable, false);
        let none = Budget::none();
        solver.reserve(6);
        solver.add(&[!yes(0)]);
        assert_eq!(solver.solve(&[yes(0)], &none), SatOutcome::Unsatisfiable);
        assert_eq!(solver.core(), Some(vec![yes(0)]));
        // A new unit makes varisat remove what it no longer needs.
        assert!(matches!(solver.solve(&[], &none), SatOutcome::Satisfiable(_)));
        solver.add(&[yes(1)]);
        assert!(matches!(solver.solve(&[], &none), SatOutcome::Satisfiable(_)));
        // The assumptions 4 and 5 contradict each other through the variables 2 and 3.
        for clause in [[!yes(4), yes(2)], [!yes(2), yes(3)], [!yes(3), !yes(5)]] {
            solver.add(&clause);
        }
        assert_eq!(solver.solve(&[yes(4), yes(5)], &none), SatOutcome::Unsatisfiable);
        let mut core = solver.core().expect("varisat has cores");
        core.sort_unstable();
        assert_eq!(core, [yes(4), yes(5)]);
    }
}
