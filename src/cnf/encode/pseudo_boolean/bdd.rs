//! A weighted sum by a binary decision diagram: one layer for each literal, lightest first.
//!
//! A node of layer `i` is a set of sums of the first `i` weights that the rest cannot tell apart. For `2a + 3b + 5c <= 7` the
//! literal `a` makes no difference, since `c` fits beside it and `b` and `c` are too heavy without it: what is left is a
//! variable for the sums from 3 after `b`, `¬b ∨ x`, and `¬x ∨ ¬c`. Nodes are ordered by their sums, and a variable says "this
//! node or a higher one", shared with the next layer where the literal between makes no difference. At most: variables
//! may be true without need, so models are counted after projection; what is forced is found. Equal: they are defined in
//! both directions and models are preserved, but propagation knows only the lowest and the highest node that are left in
//! a layer.
//!
//! Sizes: layer `i` has at most `min(2^i, 2^(n-i), k + 1)` nodes, a variable for each but the lowest; a node has at most
//! 3 clauses, 5 for equal. Exponential where weights are all different and large; few nodes where they repeat.
//!
//! I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger, "A New Look at BDDs for
//! Pseudo-Boolean Constraints", JAIR 45, 2012.

use super::{encode_with, sums};
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size};
use crate::cnf::{Cnf, Lit};
use pindakaas::constraint::linear::DecisionDiagramEncoder;

/// The entry in the catalogue.
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

/// The diagram is built by recursion, a call for each layer: this many fit on the stack of a thread.
const LONGEST: usize = 2_000;

fn encode(cnf: &mut Cnf, terms: &[(u64, Lit)], bound: u64, equal: bool) {
    encode_with(cnf, terms, bound, equal, &DecisionDiagramEncoder::default());
}

fn applies(n: usize, k: usize) -> Result<(), String> {
    if n > LONGEST {
        return Err(format!("it takes at most {LONGEST} terms, and a constraint has {n}"));
    }
    super::applies(n, k, size)
}

fn size(n: usize, k: usize, equal: bool) -> Size {
    let per_node = if equal { 5 } else { 3 };
    let layer = |i: usize| sums(i, k).min(sums(n - i, k));
    let variables: usize = (1..n).map(layer).sum();
    Size::AtMost { variables, clauses: per_node * (variables + n) }
}
