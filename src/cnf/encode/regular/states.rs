//! Regular by states: a variable for each state that can be reached at a position, by each symbol that leads there.
//!
//! "Two black cells side by side, of three" has the steps `white to the start`, `black to one`, then `white to the start`,
//! `black to one`, `black to two`, and so on; the second black of `.##` is one of them, and those that lead to no accepted
//! word are left out: 4 steps in all, where [`super::transitions`] has 4 as well. States that are reached from many others by
//! one symbol, such as the white cells behind a clue that was met long ago, take one variable here and many there.
//!
//! F. Bacchus, "GAC via Unit Propagation", CP 2007, has variables for transitions as well, which states that are told apart
//! by their symbols make superfluous.

use crate::cnf::encode::{Consistency, Counts, Encode, Encoding, Kind, always};

/// The entry in the catalogue.
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
    encode: Encode::Regular(|place, regular| super::encode(place, regular, false)),
};
