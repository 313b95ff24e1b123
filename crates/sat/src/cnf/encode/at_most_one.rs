//! At most one, or exactly one: a cell has one value, a value has one place.
//!
//! An encoder receives at least two literals over distinct variables. `pairwise` has no auxiliary variables and O(n²)
//! clauses; `bitwise` and `bimander` have O(log n) variables and O(n log n) clauses; the others have O(n) of both, with
//! the fewest clauses, about 2n, for `product`.

pub mod bimander;
pub mod bitwise;
pub mod commander;
pub mod ladder;
pub mod pairwise;
pub mod product;
pub mod sequential_counter;
pub mod totalizer;

use super::Encoding;

/// Returns the encoding for `auto`, which supports any number of literals.
pub(super) fn by_size(n: usize) -> &'static Encoding {
    if n <= 32 { &pairwise::ENCODING } else { &product::ENCODING }
}
