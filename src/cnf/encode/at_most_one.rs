//! At most one, exactly one.
pub mod ladder;
pub mod pairwise;
