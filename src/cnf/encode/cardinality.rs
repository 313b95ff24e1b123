//! At most `k`, exactly `k` of `n` literals, `2 <= k <= n - 2`; what is left has been recognised as clauses or
//! at-most-one by then ([`crate::constraint::simplify`]). "At least" arrives as "at most" of the negations.
//!
//! Unary counts, which propagate completely: `totalizer`, `sequential-counter`, `bdd`, and the two networks. Counts of which
//! parts are digits, smaller and weaker: `modulo-totalizer`, `adder`. Spelled out, for few literals: `binomial`,
//! `permutation`; these two refuse what would be too large.

pub mod adder;
pub mod bdd;
pub mod binomial;
pub mod cardinality_network;
pub mod modulo_totalizer;
mod network;
pub mod permutation;
pub mod sequential_counter;
pub mod sorting_network;
pub mod totalizer;
