//! Checks proofs of unsatisfiability in DRAT, text or binary.
//!
//! A proof is a list of clause additions and deletions that ends with the empty clause. For the formula `1 2`, `-1 2`,
//! `1 -2`, `-1 -2` two steps suffice:
//!
//! ```text
//! 2 0      assume -2: then 1 (first clause) and -1 (second), a contradiction; so 2 follows
//! 0        2 holds: then 1 (third clause) and -1 (fourth)
//! ```
//!
//! A clause may be added if unit propagation refutes its negation (RUP: reverse unit propagation), or if that holds for
//! every resolvent on its *first* literal (RAT: resolution asymmetric tautology), which may remove models but never all
//! of them. Papers: E. Goldberg, Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003;
//! N. Wetzler, M. J. H. Heule, W. A. Hunt, "DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs",
//! SAT 2014.
//!
//! [`Steps`] parses the file, [`check`] checks it. The result depends only on the formula and the proof.

mod check;
mod read;
#[cfg(test)]
mod tests;

pub use check::{Checked, Rejected, check};
pub use read::{Broken, Format, Step, Steps};
