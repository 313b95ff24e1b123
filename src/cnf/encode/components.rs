//! Components: demands on the weights of connected components.
//!
//! `elimination` collects the weights of a component in its last vertex while vertices are eliminated; `owners` assigns
//! each vertex to the owner of its component. `propagated` leaves the constraint to the solver.

pub mod elimination;
pub mod owners;
mod weigh;

use self::owners::Owners;
use super::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::constraint::{Components, Problem};

/// Up to this many pairs of a vertex and a possible owner, for each vertex, owners need fewer clauses than elimination.
const FEW: usize = 250;

/// Returns the encoding for `auto`: owners if they are known, such as the clues of a Nurikabe, and there are few pairs
/// of a vertex and a possible owner; otherwise elimination.
pub(super) fn by_size(components: &Components, problem: &Problem) -> &'static Encoding {
    let vertices = components.graph.vertices.len();
    let few = || Owners::new(components, problem).pairs() <= FEW * vertices;
    if owners::are_known(components) && few() { &owners::ENCODING } else { &elimination::ENCODING }
}

/// The catalogue entry for propagation by the solver.
pub const PROPAGATED: Encoding = Encoding {
    kind: Kind::Components,
    name: "propagated",
    summary: "batsat propagates it, other built-in SAT solvers get clauses where a model has a wrong component",
    variables: "0",
    clauses: "0",
    size: |_, _, _| Size::Exact { variables: 0, clauses: 0 },
    applies: always,
    consistency: Consistency::Check,
    counts: Counts::Preserved,
    reference: "what is there weighs at least, what it can reach weighs at most",
    encode: Encode::Propagated,
};
