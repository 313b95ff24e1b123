//! Refutations with proofs: a solver proves that a formula is unsatisfiable and writes the proof.
//!
//! DRAT, the format that all supported solvers write, does not support assumptions, so a separate solver refutes the
//! formula as it is. varisat writes DRAT as text. An external program writes to the file that `{proof}` stands for in
//! its command; cadical and kissat are recognised by name. batsat, the built-in CaDiCaL and the engines of other routes
//! write no proofs: varisat replaces them ([`Backend::prover`]).

use super::{Backend, Engine, default_for};
use boardwright_base::budget::Budget;
use boardwright_ir::route::Route;
pub use boardwright_sat::Refutation;
use boardwright_sat::cnf::Cnf;
use boardwright_sat::varisat;
use std::borrow::Cow;
use std::io::Write;

impl Backend {
    /// Returns the backend that writes proofs for this one: itself if it supports proofs, otherwise varisat.
    pub fn prover(&self) -> Cow<'_, Backend> {
        match &self.engine {
            #[cfg(feature = "exec")]
            Engine::External(command) if command.writes_proofs() => Cow::Borrowed(self),
            _ => Cow::Borrowed(default_for(Route::Sat)),
        }
    }

    /// Refutes a formula and writes the proof. `self_check`: the solver checks its own steps if it supports that; a
    /// step that fails causes a panic.
    pub fn refute(&self, cnf: &Cnf, proof: &mut dyn Write, self_check: bool, budget: &Budget) -> Refutation {
        match &self.prover().engine {
            #[cfg(feature = "exec")]
            Engine::External(command) => command.refute(cnf, proof, budget),
            _ => varisat::refute(cnf, proof, self_check, budget),
        }
    }

    /// Returns the name of the self-check of [`Backend::refute`], if there is one.
    pub fn self_check(&self) -> Option<&'static str> {
        matches!(self.engine, Engine::Sat(_)).then_some("varisat's own checker")
    }
}
