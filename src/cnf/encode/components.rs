//! Components: what connected parts weigh, where something is demanded of it.
//!
//! `elimination` collects the weights of a part in its last vertex while one vertex after the other is taken out; `owners`
//! says of every vertex which vertex owns its part.

pub mod elimination;
pub mod owners;
mod weigh;

use self::owners::Owners;
use super::Encoding;
use crate::constraint::{Components, Problem};

/// The encoding that is taken where nothing was chosen: owners where they are known or near.
pub(super) fn by_size(components: &Components, problem: &Problem) -> &'static Encoding {
    let owners = Owners::new(components, problem);
    if owners.are_known() || owners.pairs() <= 20 * components.graph.vertices.len() {
        &owners::ENCODING
    } else {
        &elimination::ENCODING
    }
}
