//! Clauses: formulas with their encodings, files and proofs, and the SAT solvers that answer them.
//!
//! [`cnf`] has formulas, the encodings of constraints (by name: [`Cnf::encode`](cnf::Cnf::encode)), and DIMACS.
//! [`solver`] is what a SAT solver does; [`Sat::load`] gives it a formula. [`batsat`] propagates graph constraints
//! ([`graph`]), [`varisat`] writes proofs, and `cadical` is built in with the feature of this name. Knows no puzzle and
//! no other route. Start with [`cnf::Cnf`].

pub mod cnf;
pub mod solver;
pub mod batsat;
#[cfg(feature = "cadical")]
pub mod cadical;
pub mod graph;
pub mod refutation;
pub mod shuffled;
pub mod varisat;

pub use self::refutation::Refutation;
pub use self::solver::{Counter, ModelCount, Sat, SatOutcome};

pub use boardwright_ir::constraint::Relation;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
