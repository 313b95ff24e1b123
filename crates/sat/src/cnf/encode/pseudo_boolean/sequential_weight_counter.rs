//! A weighted sum by a running total: one register after each literal.
//!
//! Like the sequential counter ([`crate::cnf::encode::cardinality::sequential_counter`]), but a literal adds its
//! weight: a register is the weight of the first `i` literals in unary, up to `k`. For `2a + 3b + 5c <= 7` there are
//! two registers of seven bits: `a` implies that the first is at least 2, the second is at least the first and with `b`
//! 3 more, and with `c` it is at most 2. At most: registers may exceed the sum, so models must be counted after
//! projection. Equal: registers are defined in both directions and models are preserved, but propagation knows only the
//! least and the greatest possible total.
//!
//! Sizes, at most: `k(n - 1)` variables and `3kn - 5k + 1` clauses, as if all weights were 1; for equal `5kn - 9k + n`
//! clauses. Large bounds are therefore too expensive even for few terms.
//!
//! S. Hölldobler, N. Manthey, P. Steinke, "A Compact Encoding of Pseudo-Boolean Constraints into SAT", KI 2012.

use super::encode_with;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::SequentialCounterEncoder;

/// The catalogue entry.
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

/// Requires at least two terms. Computes in `u128`, because `n·k` alone may have 62 bits.
fn size(n: usize, k: usize, equal: bool) -> Size {
    let product = |factor: u128| factor * n as u128 * k as u128;
    let clauses = if equal { product(5) + n as u128 - 9 * k as u128 } else { product(3) + 1 - 5 * k as u128 };
    let clauses = usize::try_from(clauses).unwrap_or(usize::MAX);
    Size::AtMost { variables: k.saturating_mul(n - 1), clauses }
}
