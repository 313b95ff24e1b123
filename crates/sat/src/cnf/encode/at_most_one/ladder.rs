//! At most one by a ladder: a chain of step variables that are true up to the true literal.
//!
//! Step `i` implies step `i - 1`, and literal `i` is true exactly if step `i` is true and step `i + 1` is false. For
//! exactly one of `a, b, c` both ends are fixed, and the two steps in between give `a = ¬s1`, `b = s1 ∧ ¬s2`, `c = s2`.
//! Exactly one: n - 1 variables, 4n - 4 clauses, models preserved. At most one: both ends are free, n + 1 variables, 4n
//! clauses; if all literals are false, the steps are all true or all false, so this solution has two models.
//!
//! I. P. Gent, P. Nightingale, "A New Encoding of AllDifferent into SAT", ModRef 2004.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality_one::{CardinalityOne, LadderEncoder};
use pindakaas::constraint::linear::LimitComp;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "ladder",
    summary: "a chain of steps that are true up to the true literal",
    variables: "n + 1; n - 1 for exactly one",
    clauses: "4n; 4n - 4 for exactly one",
    size: |n, _, exactly| match exactly {
        true => Size::Exact { variables: n - 1, clauses: 4 * n - 4 },
        false => Size::Exact { variables: n + 1, clauses: 4 * n },
    },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Gent and Nightingale, ModRef 2004",
    encode: Encode::AtMostOne(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], exactly: bool) {
    let comparison = if exactly { LimitComp::Equal } else { LimitComp::LessEq };
    bridge::encode(cnf, literals, |lits| CardinalityOne::new(lits, comparison), &LadderEncoder::default());
}
