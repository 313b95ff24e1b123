//! Connected: the present vertices of a graph form one component.
//!
//! `elimination` eliminates one vertex after the other and tracks which of the remaining ones are connected; `levels`
//! gives every vertex a neighbour closer to a root. `propagated` leaves the constraint to the solver.

pub mod elimination;
pub mod levels;

use super::{Consistency, Counts, Encode, Encoding, Kind, Size, always};

/// The catalogue entry for propagation by the solver.
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
