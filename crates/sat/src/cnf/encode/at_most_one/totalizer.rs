//! At most one by a balanced tree of disjunctions: the cardinality encoding of that name with a bound of 1.
//!
//! A node is true if one of its two children is, and the children are not both true. For at most one of `a, b, c, d`:
//! `a -> x`, `b -> x`, `¬a ∨ ¬b`, the same for `c, d` and `y`, and `¬x ∨ ¬y`: 2 variables, 7 clauses. Each of the n - 2
//! inner nodes has a variable and 3 clauses, and the root has 1: n - 2 variables, 3n - 5 clauses; a node may be true
//! although its children are false, so models must be counted after projection. Exactly one: a node also implies that a
//! child is true, and the root that one literal is true: 4n - 6 clauses, models preserved. This is a commander encoding
//! with groups of two.
//!
//! O. Bailleux, Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003.

use crate::cnf::encode::cardinality::totalizer;
use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, Size, always};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::AtMostOne,
    name: "totalizer",
    summary: "a balanced tree of \"one below is true\"",
    variables: "n - 2",
    clauses: "3n - 5; 4n - 6 for exactly one",
    size: |n, _, exactly| Size::Exact { variables: n - 2, clauses: if exactly { 4 * n - 6 } else { 3 * n - 5 } },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::PreservedExactly,
    reference: "Bailleux and Boufkhad, CP 2003",
    encode: Encode::AtMostOne(|cnf, literals, exactly| totalizer::encode(cnf, literals, 1, exactly)),
};
