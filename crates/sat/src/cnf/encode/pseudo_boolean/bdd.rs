//! A weighted sum by a binary decision diagram: one layer for each literal, lightest first.
//!
//! A node of layer `i` is a set of sums of the first `i` weights that the remaining weights do not distinguish. For
//! `2a + 3b + 5c <= 7` the literal `a` is irrelevant, because `a` and `c` fit together while `b` and `c` are too heavy
//! even without `a`: the result is a variable for the sums from 3 on after `b`, `¬b ∨ x`, and `¬x ∨ ¬c`. Nodes are
//! ordered by their sums, and a variable states "this node or a higher one"; layers share it if the literal between
//! them is irrelevant. At most: variables may be true although the sum is lower, so models must be counted after
//! projection; propagation is complete. Equal: variables are defined in both directions and models are preserved, but
//! propagation knows only the lowest and the highest possible node of a layer.
//!
//! Sizes: layer `i` has at most `min(2^i, 2^(n-i), k + 1)` nodes, with a variable for each but the lowest; a node has
//! at most 3 clauses, 5 for equal. Exponential if weights are large and all different; small if they repeat.
//!
//! I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger, "A New Look at BDDs for
//! Pseudo-Boolean Constraints", JAIR 45, 2012.

use super::{encode_with, sums};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, Unsupported};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::DecisionDiagramEncoder;

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::PseudoBoolean,
    name: "bdd",
    summary: "a binary decision diagram, a layer for each literal",
    variables: "<= min(2^i, 2^(n-i), k + 1) - 1 for each layer 0 < i < n",
    clauses: "<= 3 (5 for equal) for each node",
    size,
    applies,
    consistency: Consistency::ArcAtMost,
    counts: Counts::PreservedExactly,
    reference: "Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, JAIR 2012",
    encode: Encode::PseudoBoolean(encode),
};

/// The diagram is built recursively, one call for each layer; this recursion depth fits on a thread's stack.
const LONGEST: usize = 2_000;

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool) {
    encode_with(cnf, terms, bound, equal, &DecisionDiagramEncoder::default());
}

fn applies(n: usize, k: usize) -> Result<(), Unsupported> {
    if n > LONGEST {
        return Err(Unsupported::Terms { most: LONGEST, found: n });
    }
    super::applies(n, k, size)
}

fn size(n: usize, k: usize, equal: bool) -> Size {
    let per_node = if equal { 5 } else { 3 };
    let layer = |i: usize| sums(i, k).min(sums(n - i, k));
    let variables: usize = (1..n).map(layer).sum();
    Size::AtMost { variables, clauses: per_node * (variables + n) }
}
