//! Regular by transitions: a variable for each transition on an accepting path at each position.
//!
//! A transition implies its symbol, a transition of the previous position that ends at its source, and one of the next
//! position that starts at its target.
//!
//! G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004, uses the same
//! layered graph; M.-C. Cote, B. Gendron, L.-M. Rousseau, "Modeling the Regular Constraint with Integer Programming",
//! CPAIOR 2007, formulate it as a flow, which is what these clauses are as rows.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, always};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Regular,
    name: "transitions",
    summary: "a variable for each transition at each position",
    variables: "one for each position and transition on an accepted word, at most nk, and those of exactly-one",
    clauses: "three for each variable, one for each symbol and position, and those of exactly-one",
    size: super::size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Pesant, CP 2004; Cote, Gendron, Rousseau, CPAIOR 2007",
    encode: Encode::Regular(|parts, regular| super::encode(parts, regular, true)),
};
