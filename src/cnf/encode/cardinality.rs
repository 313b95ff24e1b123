//! At most `k`, exactly `k` of `n` literals, `2 <= k <= n - 2`; what is left has been recognised as clauses or
//! at-most-one by then ([`crate::constraint::simplify`]). "At least" arrives as "at most" of the negations.

pub mod sequential_counter;
pub mod totalizer;
