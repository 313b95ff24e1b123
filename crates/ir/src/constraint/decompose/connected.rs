//! Connected: the present vertices of a graph form one component.
//!
//! `elimination` eliminates one vertex after the other and tracks which of the remaining ones are connected; `levels`
//! gives every vertex a neighbour closer to a root. `labels` begins like the first and ends like the second.

pub mod elimination;
pub mod labels;
pub mod levels;
