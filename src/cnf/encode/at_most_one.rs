//! At most one, exactly one: the constraint of cells that hold one thing and things that are in one place.
//!
//! An encoder gets two literals or more over distinct variables. `pairwise` has no variables and a quadratic number of
//! clauses; `bitwise` and `bimander` have few variables and n log n clauses; the others are linear in both, of which
//! `product` has the fewest clauses, 2n and something.

pub mod bimander;
pub mod bitwise;
pub mod commander;
pub mod ladder;
pub mod pairwise;
pub mod product;
pub mod sequential_counter;
pub mod totalizer;
