//! Direct representation: one variable for each value, exactly one of them true.
//!
//! The values `0, 1, 2` have the variables `x0, x1, x2` with an exactly-one constraint. A threshold `[x >= v]` is
//! defined on demand as `x_v ∨ [x >= v + 1]`, from the top down: n - 3 variables and 4n - 8 clauses.
//!
//! J. de Kleer, "A Comparison of ATMS and CSP Techniques", IJCAI 1989.

use super::Representation;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, at_most_one};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Integer,
    name: "direct",
    summary: "a variable per value, exactly one of them true",
    variables: "n, and those of an exactly-one over n (1 when n = 2)",
    clauses: "those of an exactly-one over n (0 when n = 2)",
    size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "de Kleer, IJCAI 1989",
    encode: Encode::Integer(Representation::Direct),
};

/// Assumes the at-most-one encoding that is chosen by size.
fn size(n: usize, _: usize, _: bool) -> Size {
    let exactly_one = at_most_one::by_size(n);
    match (exactly_one.size)(n, 1, true) {
        _ if n == 2 => Size::Exact { variables: 1, clauses: 0 },
        Size::Exact { variables, clauses } => Size::Exact { variables: variables + n, clauses },
        Size::AtMost { variables, clauses } => Size::AtMost { variables: variables + n, clauses },
    }
}

/// Returns the thresholds above the least value, defined from `size > 2` values. The lowest is "not the least value".
pub(super) fn thresholds(cnf: &mut Cnf, values: &[Lit]) -> Vec<Lit> {
    let mut above = *values.last().expect("an integer variable has values");
    let mut thresholds = vec![above];
    for (index, &value) in values.iter().enumerate().rev().skip(1).take(values.len() - 2) {
        let threshold = if index == 1 { !values[0] } else { cnf.variable() };
        cnf.add(&[!value, threshold]);
        cnf.add(&[!above, threshold]);
        cnf.add(&[!threshold, value, above]);
        // Implied by the exactly-one, but not by unit propagation.
        cnf.add(&[!value, !above]);
        thresholds.push(threshold);
        above = threshold;
    }
    thresholds.reverse();
    thresholds
}
