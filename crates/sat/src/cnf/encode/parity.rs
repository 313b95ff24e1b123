//! Parity: an odd, or even, number of true literals.
//!
//! `direct` has no auxiliary variables and 2^(n-1) clauses; `cut3` to `cut8` split a long parity into short ones, in a
//! chain or, for `cut3-pooled` to `cut8-pooled`, in a tree.

pub mod cut;
pub mod direct;
