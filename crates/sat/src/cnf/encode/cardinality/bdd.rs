//! At most `k` by a binary decision diagram with layers in unary.
//!
//! The diagram branches on one literal after the other. A node is the number of true literals so far; nodes that cannot
//! matter are omitted: counts that can no longer exceed `k`, or already do. A layer is a number in unary, "at least j
//! so far". For at most 2 of `a, b, c, d` there is one bit after `a`, two after `b` (one and two), and one after `c`
//! (two; smaller counts can no longer exceed the bound): 4 variables; 9 clauses propagate a bit to the next layer, one
//! higher if the literal is true.
//!
//! This is the sequential counter ([`super::sequential_counter`]) without unused registers: k(n - k) variables, 3k(n -
//! k) - 2k + 1 clauses. Exactly: 5k(n - k) - n + 1 clauses define the bits in both directions, models preserved; at
//! most: bits may exceed the count, so models must be counted after projection.
//!
//! The unary layers are those of pindakaas; the papers have a variable for each node and clauses for its two branches.
//! The nodes and the propagation are the same.
//!
//! I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger, "A New Look at BDDs for Pseudo-Boolean
//! Constraints", Journal of Artificial Intelligence Research 45, 2012; N. Eén, N. Sörensson, "Translating Pseudo-Boolean
//! Constraints into SAT", JSAT 2, 2006.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality::{Cardinality, DecisionDiagramEncoder};
use pindakaas::constraint::linear::LimitComp;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "bdd",
    summary: "a decision diagram: a running total without irrelevant counts",
    variables: "k(n - k)",
    clauses: "3k(n - k) - 2k + 1; 5k(n - k) - n + 1 for exactly",
    size: |n, k, exactly| match exactly {
        true => Size::Exact { variables: k * (n - k), clauses: 5 * k * (n - k) - n + 1 },
        false => Size::Exact { variables: k * (n - k), clauses: 3 * k * (n - k) - 2 * k + 1 },
    },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Abío et al., JAIR 2012",
    encode: Encode::Cardinality(encode),
};

fn encode(cnf: &mut Cnf, literals: &[Lit], k: usize, exactly: bool) {
    let comparison = if exactly { LimitComp::Equal } else { LimitComp::LessEq };
    let constraint = |lits| Cardinality::new(lits, comparison, k as i64);
    bridge::encode(cnf, literals, constraint, &DecisionDiagramEncoder::default());
}
