//! At most `k` by a decision diagram: a path through the literals, which has gone so many steps to the side.
//!
//! The diagram asks for one literal after the other; a node is the number of true ones so far, and nodes that no longer
//! matter are left out: counts that cannot go past `k` any more, or are past it. Its layers are numbers in unary, "at least j
//! so far". For at most 2 of `a, b, c, d` one bit after `a`, two after `b` (one and two), one after `c` (two; fewer can no
//! longer go wrong): 4 variables; 9 clauses carry a bit to the next layer, one higher where a literal is true.
//!
//! That makes it the sequential counter ([`super::sequential_counter`]) without what cannot be used: k(n - k) variables,
//! 3k(n - k) - 2k + 1 clauses. Exactly: 5k(n - k) - n + 1 clauses that define the bits in both directions, models preserved;
//! at most: bits may be true without need, so models are counted after projection.
//!
//! Layers in unary, from pindakaas, where the papers have a variable for each node and clauses for its two branches; what is
//! left out and what propagates is the same.
//!
//! I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger, "A New Look at BDDs for Pseudo-Boolean
//! Constraints", Journal of Artificial Intelligence Research 45, 2012; N. Eén, N. Sörensson, "Translating Pseudo-Boolean
//! Constraints into SAT", JSAT 2, 2006.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always, pindakaas as bridge};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::cardinality::{Cardinality, DecisionDiagramEncoder};
use pindakaas::constraint::linear::LimitComp;

/// The entry in the catalogue.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Cardinality,
    name: "bdd",
    summary: "a decision diagram: a running total without what cannot matter",
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
