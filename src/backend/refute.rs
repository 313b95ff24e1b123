//! Refutations with a proof: a formula without a model, and the clauses by which a solver came to that, written down.
//!
//! DRAT, the form all of these solvers write, has no assumptions; so a formula is refuted as it stands, by a solver that
//! is opened for it alone. varisat writes DRAT as text. A program writes what it likes to the file that `{proof}` stands
//! for in its command; cadical and kissat are known by name and are told where. batsat, the built-in CaDiCaL and the
//! engines of other routes write no proofs: varisat refutes in their place ([`Backend::prover`]).

use super::{Backend, Engine, Fault, varisat};
use crate::budget::{Budget, Stop};
use crate::cnf::Cnf;
use std::borrow::Cow;
use std::io::Write;

/// What became of a refutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// The solver says that there is no model, and the proof is written.
    Refuted,
    /// It has a model, or says so.
    Satisfiable,
    /// A limit was met; what is written is no proof.
    Stopped(Stop),
    /// The solver cannot be used, or failed.
    Failed(Fault),
}

impl Backend {
    /// The solver that refutes with a proof where this one is asked: itself, if it writes proofs, and varisat otherwise.
    pub fn prover(&self) -> Cow<'_, Backend> {
        match &self.engine {
            Engine::External(command) if command.writes_proofs() => Cow::Borrowed(self),
            _ => Cow::Owned(varisat::BACKEND),
        }
    }

    /// Refutes a formula and writes how. `self_check`: the solver checks its own steps as it goes, if it can; a step that
    /// fails is a panic.
    pub fn refute(&self, cnf: &Cnf, proof: &mut dyn Write, self_check: bool, budget: &Budget) -> Refutation {
        match &self.prover().engine {
            Engine::External(command) => command.refute(cnf, proof, budget),
            _ => varisat::refute(cnf, proof, self_check, budget),
        }
    }

    /// The name of the check that [`Backend::refute`] can make of its own, if there is one.
    pub fn self_check(&self) -> Option<&'static str> {
        matches!(self.engine, Engine::Sat(_)).then_some("varisat's own checker")
    }
}
