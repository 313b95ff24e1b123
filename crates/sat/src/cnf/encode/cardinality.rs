//! At most `k`, or exactly `k`, of `n` literals, `2 <= k <= n - 2`; [`boardwright_ir::constraint::simplify`] has already turned
//! other cases into clauses or at-most-one. "At least" is "at most" of the negations.
//!
//! Unary counts, with complete propagation: `totalizer`, `sequential-counter`, `bdd`, and the two networks. Counts in
//! digits, smaller and weaker: `modulo-totalizer`, `adder`. Enumeration, for few literals: `binomial`, `permutation`;
//! these two have a limit on the number of clauses.

pub mod adder;
pub mod bdd;
pub mod binomial;
pub mod cardinality_network;
pub mod chains;
pub mod modulo_totalizer;
mod network;
pub mod permutation;
pub mod sequential_counter;
pub mod sorting_network;
pub mod totalizer;
