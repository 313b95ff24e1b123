//! Regular by states: a variable for each state at each position and each symbol that leads to it.
//!
//! For "two adjacent black cells, of three" the position's steps are `white to the start` and `black to one`, then
//! `black to one` and `black to two`, then `white to two` and `black to two`; steps on no accepting path are omitted: 6
//! steps in total, as many as [`super::transitions`] has. States that many others reach by one symbol, such as the
//! white cells after a clue that was completed earlier, have one variable here and many there.
//!
//! F. Bacchus, "GAC via Unit Propagation", CP 2007, has variables for transitions as well, which are redundant if
//! states are distinguished by their symbols.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, always};

/// The catalogue entry.
pub const ENCODING: Encoding = Encoding {
    kind: Kind::Regular,
    name: "states",
    summary: "a variable for each state and the symbol before it",
    variables: "a position has one for each pair of a state and a symbol that leads there; at most nk, and those of exactly-one",
    clauses: "three for each variable, one for each symbol and position, and those of exactly-one",
    size: super::size,
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Quimper, Walsh, CP 2007; Bacchus, CP 2007",
    encode: Encode::Regular(|parts, regular| super::encode(parts, regular, false)),
};
