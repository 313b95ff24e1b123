//! Parity: an odd, or even, number of true literals.
//!
//! `direct` has no variables and 2^(n-1) clauses; `cut3` to `cut8` cut long parities into short ones, in a chain or, `cut3-pooled`
//! to `cut8-pooled`, in a tree.

pub mod cut;
pub mod direct;
