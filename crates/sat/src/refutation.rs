//! The result of a refutation.

use boardwright_base::budget::Stop;
use boardwright_ir::fault::Fault;

/// The result of a refutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// The solver reports that there is no model, and the proof is written.
    Refuted,
    /// The solver reports a model.
    Satisfiable,
    /// A limit was reached; the written part is not a proof.
    Stopped(Stop),
    /// The solver cannot be used, or failed.
    Failed(Fault),
}
