//! Weighted sums.
pub mod generalized_totalizer;
