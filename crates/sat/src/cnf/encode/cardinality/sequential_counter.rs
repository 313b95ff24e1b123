//! At most `k` by a running total: one register after each literal.
//!
//! Register `i` is the number of true literals among the first `i` in unary, up to `k`. For at most 2 of `a, b, c, d`
//! the three registers have two bits each, 6 variables, and the clauses are `a -> r1 >= 1`; for `b` and `c` that a
//! register is at least the previous one, and one more if the literal is true, or a conflict if that exceeds 2; finally
//! `¬d ∨ ¬(r3 >= 2)`. At most: registers may exceed the count, so models must be counted after projection. Exactly:
//! registers are defined in both directions, the first ones have only the bits they need, and models are preserved.
//!
//! Sizes, for `2 <= k <= n - 2`. At most: `k` variables for each of `n - 1` registers; `k - 1` clauses to order each,
//! one for the first literal, `2k + 1` for each but the first and last, one for the last. Exactly: register `i` has
//! `min(i, k)` variables; a step costs `4i - 2` clauses while registers grow (i = 2..k), then `4k`, and the ends 2 and
//! 3.
//!
//! C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality::{Cardinality, SequentialCounterEncoder};
use pindakaas::constraint::linear::LimitComp;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "sequential-counter",
    summary: "a running total in unary after each literal",
    variables: "k(n - 1); kn - k(k + 1)/2 for exactly",
    clauses: "3kn - 5k + 1; (5k - 1)n - (5k² + 9k - 8)/2 for exactly",
    size: |n, k, exactly| match exactly {
        true => {
            Size::Exact { variables: k * n - k * (k + 1) / 2, clauses: (5 * k - 1) * n - (5 * k * k + 9 * k - 8) / 2 }
        }
        false => Size::Exact { variables: k * (n - 1), clauses: 3 * k * n - 5 * k + 1 },
    },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Sinz, CP 2005",
    encode: Encode::Cardinality(encode),
};

/// Also supports a bound of 1, for at-most-one.
pub(in crate::cnf::encode) fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let comparison = if exactly { LimitComp::Equal } else { LimitComp::LessEq };
    let constraint = |lits| Cardinality::new(lits, comparison, k as i64);
    bridge::encode(cnf, literals, constraint, &SequentialCounterEncoder::default());
}
