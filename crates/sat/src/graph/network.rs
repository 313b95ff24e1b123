//! The state of a graph constraint: vertices and edges, what is known about them, and room for propagation.

use super::flood::Flood;
use super::items::{Arc, Demand, Known, Lists, Measure, Rule};
use super::parts::Parts;
use crate::cnf::Lit;

/// The state of one graph constraint.
pub(crate) struct Network {
    pub(super) vertices: usize,
    pub(super) nodes: usize,
    pub(super) connected: bool,
    /// The literal of each item; `None`: always present.
    pub(super) literals: Vec<Option<Lit>>,
    pub(super) known: Vec<Known>,
    /// The trail length at which each item was decided; 0 for items that are always present.
    pub(super) since: Vec<u32>,
    /// Neighbours among the nodes: a conditional edge lies between its vertices.
    pub(super) links: Lists<u32>,
    /// Neighbours among the vertices.
    pub(super) arcs: Lists<Arc>,
    pub(super) measures: Vec<Measure>,
    pub(super) demands: Vec<Demand>,
    /// The demands of each vertex.
    pub(super) demands_of: Lists<u32>,
    /// Whether an item was decided since the last propagation without result.
    pub(crate) dirty: bool,
    /// The nodes decided since then.
    pub(super) changed: Vec<u32>,
    /// The trail length at that propagation.
    pub(super) looked: u32,
    /// The number of nodes that may still be visited without result; propagations are skipped while it is negative.
    pub(super) credit: i64,
    /// What is added to it for each item decided.
    pub(super) income: i64,
    /// The number of nodes that the current propagation visited.
    pub(super) visits: usize,
    /// The literals propagated by the last call.
    pub(crate) forced: Vec<(Lit, Rule)>,
    /// The true literals of the last explanation or conflict.
    pub(crate) why: Vec<Lit>,
    pub(super) parts: Parts,
    pub(super) flood: Flood,
    /// Marks of nodes; only the current number counts.
    pub(super) marks: Vec<u32>,
    pub(super) mark: u32,
    pub(super) queue: Vec<u32>,
    /// Predecessors in a search of components.
    pub(super) back: Vec<Arc>,
    pub(super) order: Vec<u32>,
    pub(super) low: Vec<u32>,
    pub(super) cursor: Vec<u32>,
    pub(super) below: Vec<u32>,
    pub(super) cut_off: Vec<i64>,
    pub(super) subtree: Vec<i64>,
}
