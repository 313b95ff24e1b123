//! A weighted sum by a running total: one register after each literal.
//!
//! As the sequential counter ([`crate::cnf::encode::cardinality::sequential_counter`]), but a literal adds its weight: a
//! register says in unary what the first `i` literals weigh, up to `k`. For `2a + 3b + 5c <= 7` there are two registers of
//! seven bits: `a` says that the first is 2 or more, the second is as much as the first and with `b` 3 more, and with `c` it
//! is at most 2. At most: registers may be larger than need be, so models are counted after
//! projection. Equal: they are defined in both directions and models are preserved, but propagation knows only the
//! smallest and the largest total that are left.
//!
//! Sizes, at most: `k(n - 1)` variables and `3kn - 5k + 1` clauses, as if all weights were 1; for equal `5kn - 9k + n` clauses.
//! So it ends where the bound is large, however few the terms.
//!
//! S. Hölldobler, N. Manthey, P. Steinke, "A Compact Encoding of Pseudo-Boolean Constraints into SAT", KI 2012.

use super::encode_with;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::SequentialCounterEncoder;

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::PseudoBoolean,
    name: "sequential-weight-counter",
    summary: "a running total in unary after each literal",
    variables: "<= k(n - 1)",
    clauses: "<= 3kn - 5k + 1; <= 5kn - 9k + n for equal",
    size,
    applies: |n, k| super::applies(n, k, size),
    consistency: Consistency::ArcAtMost,
    counts: Counts::PreservedExactly,
    reference: "Hölldobler, Manthey and Steinke, KI 2012",
    encode: Encode::PseudoBoolean(encode),
};

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool) {
    encode_with(cnf, terms, bound, equal, &SequentialCounterEncoder::default());
}

/// Two terms or more. In `u128`, since `n·k` alone may fill 62 bits.
fn size(n: usize, k: usize, equal: bool) -> Size {
    let product = |factor: u128| factor * n as u128 * k as u128;
    let clauses = if equal { product(5) + n as u128 - 9 * k as u128 } else { product(3) + 1 - 5 * k as u128 };
    let clauses = usize::try_from(clauses).unwrap_or(usize::MAX);
    Size::AtMost { variables: k.saturating_mul(n - 1), clauses }
}
