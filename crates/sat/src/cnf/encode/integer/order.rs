//! Order representation: one variable for each threshold, each implying the one below.
//!
//! The values `0, 1, 2` have `[x >= 1]` and `[x >= 2]` with one clause. A value `[x = v]` is defined on demand as `[x
//! >= v] ∧ ¬[x >= v + 1]`: n - 2 variables and 3n - 6 clauses.
//!
//! J. M. Crawford, A. B. Baker, "Experimental Results on the Application of Satisfiability Algorithms to Scheduling
//! Problems", AAAI 1994.

use super::Representation;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::cnf::{Cnf, Lit};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Integer,
    name: "order",
    summary: "a variable per threshold, each implying the one below",
    variables: "n - 1",
    clauses: "n - 2",
    size: |n, _, _| Size::Exact { variables: n - 1, clauses: n - 2 },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Crawford and Baker, AAAI 1994",
    encode: Encode::Integer(Representation::Order),
};

/// Adds the thresholds of a variable with `size > 2` values.
pub(super) fn variables(cnf: &mut Cnf, size: usize) -> Vec<Lit> {
    let thresholds: Vec<Lit> = (1..size).map(|_| cnf.variable()).collect();
    for pair in thresholds.windows(2) {
        cnf.add(&[!pair[1], pair[0]]);
    }
    thresholds
}

/// Returns the values, defined from the thresholds.
pub(super) fn values(cnf: &mut Cnf, thresholds: &[Lit]) -> Vec<Lit> {
    let mut values = vec![!thresholds[0]];
    for pair in thresholds.windows(2) {
        let value = cnf.variable();
        cnf.add(&[!value, pair[0]]);
        cnf.add(&[!value, !pair[1]]);
        cnf.add(&[value, !pair[0], pair[1]]);
        values.push(value);
    }
    values.push(*thresholds.last().expect("a variable with several values has thresholds"));
    values
}
