//! Direct representation: one variable per value, exactly one of them true.
//!
//! Values `0, 1, 2` give `x0, x1, x2` with an exactly-one constraint, encoded like any other. A threshold
//! `[x >= v]`, when asked for, is defined as `x_v` or `[x >= v + 1]`, from the top down.
//!
//! J. de Kleer, "A Comparison of ATMS and CSP Techniques", IJCAI 1989.

use super::Representation;
use crate::cnf::encode::{Choice, Counts, Encode, Encoding, Kind};
use crate::cnf::{Cnf, Lit};

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Integer,
    name: "direct",
    summary: "a variable per value, exactly one of them true",
    variables: "n, and those of an exactly-one over n (1 when n = 2)",
    clauses: "those of an exactly-one over n (0 when n = 2)",
    consistency: "as its exactly-one",
    counts: Counts::Preserved,
    reference: "de Kleer, IJCAI 1989",
    encode: Encode::Integer(Representation::Direct),
};

/// `size > 2` variables, one per value, exactly one of them true.
pub(super) fn variables(cnf: &mut Cnf, choice: &Choice, size: usize) -> Vec<Lit> {
    let literals: Vec<Lit> = (0..size).map(|_| cnf.variable()).collect();
    choice.at_most_one(cnf, &literals, true);
    literals
}

/// The thresholds above the smallest value, defined from the values.
pub(super) fn thresholds(cnf: &mut Cnf, values: &[Lit]) -> Vec<Lit> {
    let mut above = *values.last().expect("an integer variable has values");
    let mut thresholds = vec![above];
    for &value in values[1..values.len() - 1].iter().rev() {
        let threshold = cnf.variable();
        cnf.add(&[!value, threshold]);
        cnf.add(&[!above, threshold]);
        cnf.add(&[!threshold, value, above]);
        thresholds.push(threshold);
        above = threshold;
    }
    thresholds.reverse();
    thresholds
}
