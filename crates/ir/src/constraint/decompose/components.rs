//! Components: demands on the weights of connected components.
//!
//! `elimination` collects the weights of a component in its last vertex while vertices are eliminated; `owners` assigns
//! each vertex to the owner of its component.

pub mod elimination;
pub mod owners;
mod weigh;

use self::owners::Owners;
use crate::constraint::{Components, Problem};

/// Up to this many pairs of a vertex and a possible owner, for each vertex, owners need fewer clauses than elimination.
const MAX_OWNER_PAIRS: usize = 250;

/// Returns whether owners need fewer clauses than elimination: they are known, such as the clues of a Nurikabe, and there
/// are few pairs of a vertex and a possible owner.
pub fn has_few_owners(components: &Components, problem: &Problem) -> bool {
    let vertices = components.graph.vertices.len();
    owners::are_known(components) && Owners::new(components, problem).pairs() <= MAX_OWNER_PAIRS * vertices
}
