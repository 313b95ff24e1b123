//! A weighted sum by a balanced tree of the possible sums.
//!
//! Like the totalizer ([`crate::cnf::encode::cardinality::totalizer`]), but a node has an output "at least `s`" for
//! each sum `s <= k` of the weights below. For `2a + 3b + 5c <= 7` the node over `a` and `b` has outputs for 2, 3 and
//! 5, and the root excludes `c` with "at least 3". At most: outputs may exceed the sum, so models must be counted after
//! projection. Equal: outputs are defined in both directions, and models are preserved; propagation knows only the
//! least and the greatest possible sum of each node, not the gaps in between, so it misses some conflicts.
//!
//! Sizes: with `d(m) = min(k, 2^m - 1)`, at most `d(m)` variables for a node over `m` literals and, for two children
//! over `a` and `b`, `d(a + b) + (d(a) + 1)(d(b) + 1)` clauses, the product twice for equal. Exponential if weights are
//! large and all different.
//!
//! S. Joshi, R. Martins, V. Manquinho, "Generalized Totalizer Encoding for Pseudo-Boolean Constraints", CP 2015.

use super::{encode_with, inner_nodes, sums};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::TotalizerEncoder;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::PseudoBoolean,
    name: "generalized-totalizer",
    summary: "a balanced tree of the sums that can occur",
    variables: "<= min(k, 2^m - 1) for each inner node over m of the n literals",
    clauses: "<= one (two for equal) for each pair of sums of two nodes that are added",
    size,
    applies: |n, k| super::applies(n, k, size),
    consistency: Consistency::ArcAtMost,
    counts: Counts::PreservedExactly,
    reference: "Joshi, Martins and Manquinho, CP 2015",
    encode: Encode::PseudoBoolean(encode),
};

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool) {
    encode_with(cnf, terms, bound, equal, &TotalizerEncoder::default());
}

fn size(n: usize, k: usize, equal: bool) -> Size {
    let (mut variables, mut clauses) = (0, 0usize);
    for (a, b) in inner_nodes(n) {
        let pairs = (sums(a, k) + 1).saturating_mul(sums(b, k) + 1);
        variables += sums(a + b, k);
        clauses = clauses.saturating_add(pairs.saturating_mul(1 + usize::from(equal)).saturating_add(sums(a + b, k)));
    }
    // The root has no outputs: its sum is compared with k.
    Size::AtMost { variables: variables - sums(n, k), clauses }
}
