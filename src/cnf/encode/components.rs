//! Components: what connected parts weigh, where something is demanded of it.
//!
//! `elimination` collects the weights of a part in its last vertex while one vertex after the other is taken out; `owners`
//! says of every vertex which vertex owns its part. `propagated` leaves it to the solver.

pub mod elimination;
pub mod owners;
mod weigh;

use self::owners::Owners;
use super::{Consistency, Counts, Encode, Encoding, Kind, Size, always};
use crate::constraint::{Components, Problem};

/// So many pairs of a vertex and an owner, for each vertex, are still fewer clauses than elimination needs.
const FEW: usize = 250;

/// The encoding that is taken where nothing was chosen: owners where they are known, such as the clues of a Nurikabe, and
/// not too many can be anyone's; elsewhere elimination.
pub(super) fn by_size(components: &Components, problem: &Problem) -> &'static Encoding {
    let vertices = components.graph.vertices.len();
    let few = || Owners::new(components, problem).pairs() <= FEW * vertices;
    if owners::are_known(components) && few() { &owners::ENCODING } else { &elimination::ENCODING }
}

/// The entry in the catalogue of what is no encoding: the solver takes the constraint itself.
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
