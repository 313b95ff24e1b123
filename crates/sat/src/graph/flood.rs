//! The state of a flood, which bounds the growth of a part; `growth` computes it.

use super::items::{Arc, NONE};
use super::parts::Total;

/// The state of a flood.
pub(super) struct Flood {
    /// For each vertex, the number of the last flood that reached it.
    pub(super) reached: Vec<u32>,
    pub(super) number: u32,
    /// The number of vertices to add on a shortest path from the starting part.
    pub(super) distance: Vec<u32>,
    /// The reached vertices, in order.
    pub(super) queue: Vec<u32>,
    /// The vertices at the next distance.
    pub(super) later: Vec<u32>,
    /// The weight and the demands of the part, for each measure.
    pub(super) from: Vec<Total>,
    /// The weight of all reached vertices, for each measure.
    pub(super) potential: Vec<i64>,
    /// For each vertex, the number of the last propagation in which a vertex with a weight could reach it.
    pub(super) covered: Vec<u32>,
    pub(super) cover: u32,
    /// For each vertex, the predecessor towards the part.
    pub(super) back: Vec<Arc>,
    /// For each demand, the witness of its last flood.
    pub(super) witnesses: Vec<Vec<u32>>,
}

impl Flood {
    pub(super) fn new(vertices: usize, measures: usize, demands: usize) -> Flood {
        Flood {
            reached: vec![0; vertices],
            number: 0,
            distance: vec![0; vertices],
            queue: Vec::with_capacity(vertices),
            later: Vec::with_capacity(vertices),
            from: vec![Total::NOTHING; measures],
            potential: vec![0; measures],
            covered: vec![0; vertices],
            cover: 0,
            back: vec![Arc { to: NONE, via: NONE }; vertices],
            witnesses: vec![Vec::new(); demands],
        }
    }

    /// Returns a fresh number for marking vertices.
    pub(super) fn next(&mut self) -> u32 {
        if self.number == u32::MAX {
            self.reached.fill(0);
            self.number = 0;
        }
        self.number += 1;
        self.number
    }
}

/// Why a flood does not follow an arc.
pub(super) enum Block {
    /// The item is absent.
    Absent(u32),
    /// The node is assumed to be absent.
    Assumed(u32),
    /// The vertex alone is too heavy, by this measure.
    Heavy(usize),
    /// A demand of the vertex contradicts those of the part.
    Demand(u32),
    /// No possible demand of the vertex agrees with those of the part, by this measure.
    Demands(usize),
    /// The vertex belongs to, or would be connected by this arc to, a part that cannot be merged with this one, by this
    /// measure; `extra` further vertices are needed.
    Part { arc: Arc, measure: usize, extra: i64 },
}
