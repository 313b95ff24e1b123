//! Catalogue entries for words that an automaton accepts; see [`boardwright_ir::constraint::decompose::regular`].
//!
//! # States
//!
//! Regular by states: a variable for each state at each position and each symbol that leads to it.
//!
//! For "two adjacent black cells, of three" the position's steps are `white to the start` and `black to one`, then
//! `black to one` and `black to two`, then `white to two` and `black to two`; steps on no accepting path are omitted: 6
//! steps in total, as many as transitions have. States that many others reach by one symbol, such as the
//! white cells after a clue that was completed earlier, have one variable here and many there.
//!
//! F. Bacchus, "GAC via Unit Propagation", CP 2007, has variables for transitions as well, which are redundant if
//! states are distinguished by their symbols.
//!
//! # Transitions
//!
//! Regular by transitions: a variable for each transition on an accepting path at each position.
//!
//! A transition implies its symbol, a transition of the previous position that ends at its source, and one of the next
//! position that starts at its target.
//!
//! G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004, uses the same
//! layered graph; M.-C. Cote, B. Gendron, L.-M. Rousseau, "Modeling the Regular Constraint with Integer Programming",
//! CPAIOR 2007, formulate it as a flow, which is what these clauses are as rows.

use super::{Consistency, Counts, Encode, Encoding, Kind, Size, always, at_most_one};
use boardwright_ir::constraint::decompose::regular::decompose;

/// The catalogue entry of `states`.
pub const STATES: Encoding = Encoding {
    kind: Kind::Regular,
    name: "states",
    summary: "a variable for each state and the symbol before it",
    variables: "a position has one for each pair of a state and a symbol that leads there; at most nk, and those of exactly-one",
    clauses: "three for each variable, one for each symbol and position, and those of exactly-one",
    size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Quimper, Walsh, CP 2007; Bacchus, CP 2007",
    encode: Encode::Regular(|parts, regular| decompose(parts, regular, false)),
};

/// The catalogue entry of `transitions`.
pub const TRANSITIONS: Encoding = Encoding {
    kind: Kind::Regular,
    name: "transitions",
    summary: "a variable for each transition at each position",
    variables: "one for each position and transition on an accepted word, at most nk, and those of exactly-one",
    clauses: "three for each variable, one for each symbol and position, and those of exactly-one",
    size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Pesant, CP 2004; Cote, Gendron, Rousseau, CPAIOR 2007",
    encode: Encode::Regular(|parts, regular| decompose(parts, regular, true)),
};

/// Upper bounds for `n` positions and `k` transitions, at least one for each symbol: each position has at most a step
/// for every transition.
fn size(n: usize, k: usize, _: bool) -> Size {
    let one = (2..=k).map(|steps| {
        let size = (at_most_one::by_size(steps).size)(steps, 1, true);
        let (Size::Exact { variables, clauses } | Size::AtMost { variables, clauses }) = size;
        (variables, clauses)
    });
    let (variables, clauses) = one.fold((0, 1), |most, one| (most.0.max(one.0), most.1.max(one.1)));
    // For each position: one step, one symbol, a clause for each step and each symbol, and two between neighbours.
    Size::AtMost { variables: n * (k + 2 * variables), clauses: n * (4 * k + 2 * clauses) + 1 }
}
