//! At most one along a chain of steps that are climbed up to the true literal.
//!
//! Step `i` is true while the true literal is still to come, each step implies the one before, and literal `i` is true
//! where step `i` is and step `i + 1` is not. For exactly one of `a, b, c` the ends are fixed, and the two steps between
//! give `a = ¬s1`, `b = s1 ∧ ¬s2`, `c = s2`. Exactly one: n - 1 variables, 4n - 4 clauses, models preserved. At most one: both ends
//! are free, n + 1 variables, 4n clauses; with all literals false the chain may be all true or all false, so that one
//! solution has two models.
//!
//! I. P. Gent, P. Nightingale, "A New Encoding of AllDifferent into SAT", ModRef 2004.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality_one::{CardinalityOne, LadderEncoder};
use pindakaas::constraint::linear::LimitComp;

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "ladder",
    summary: "a chain of steps climbed up to the true literal",
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
