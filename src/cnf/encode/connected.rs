//! Connected: whatever of the vertices is there is in one piece.
//!
//! `elimination` follows which vertices hang together while one after the other is taken out; `levels` gives every vertex a
//! neighbour that is nearer to a root. `propagated` leaves it to the solver.

pub mod elimination;
pub mod levels;

use super::{Consistency, Counts, Encode, Encoding, Kind, Size, always};

/// The entry in the catalogue of what is no encoding: the solver takes the constraint itself.
pub const PROPAGATED: Encoding = Encoding {
    kind: Kind::Connected,
    name: "propagated",
    summary: "batsat propagates it, other built-in SAT solvers get clauses where a model is not connected",
    variables: "0",
    clauses: "0",
    size: |_, _, _| Size::Exact { variables: 0, clauses: 0 },
    applies: always,
    consistency: Consistency::Arc,
    counts: Counts::Preserved,
    reference: "Gebser, Janhunen, Rintanen, JELIA 2014; Tarjan, 1972",
    encode: Encode::Propagated,
};
