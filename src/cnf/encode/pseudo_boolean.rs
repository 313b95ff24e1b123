//! Weighted sums at most, or equal to, a bound; weights are positive, at most the bound, and not all the same.

pub mod generalized_totalizer;
