//! At most one, exactly one: the constraint of cells that hold one thing and things that are in one place.
//!
//! An encoder gets two literals or more over distinct variables. `pairwise` has no variables and a quadratic number of
//! clauses; `ladder` is linear in both.

pub mod ladder;
pub mod pairwise;
