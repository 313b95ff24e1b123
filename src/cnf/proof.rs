//! Proofs that a formula has no model, checked: DRAT as solvers write it, text or binary.
//!
//! A proof is a list of clauses, each added to the formula or deleted from it, until the empty clause is there. For the
//! formula `1 2`, `-1 2`, `1 -2`, `-1 -2` two steps do:
//!
//! ```text
//! 2 0      assume -2: then 1 (first clause) and -1 (second), a contradiction; so 2 follows
//! 0        2 holds: then 1 (third clause) and -1 (fourth)
//! ```
//!
//! A clause may be added when unit propagation refutes its negation (RUP: reverse unit propagation), or when that holds
//! for every resolvent on its *first* literal (RAT: resolution asymmetric tautology), which may drop models but never all
//! of them. Papers: E. Goldberg, Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003;
//! N. Wetzler, M. J. H. Heule, W. A. Hunt, "DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs",
//! SAT 2014.
//!
//! The room: [`Steps`] reads the file, [`check`] checks it. Neither knows a solver, an encoding or a puzzle: what they
//! accept depends on the formula and the proof alone.

mod check;
mod read;
#[cfg(test)]
mod tests;

pub use check::{Checked, Rejected, check};
pub use read::{Broken, Format, Step, Steps};
