//! Parts: the components of the present vertices and edges, with their weights and the bounds from their demands.

use super::items::NONE;

/// The weight of a part by one measure, and the bounds from its demands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Total {
    pub(super) weight: i64,
    pub(super) least: i64,
    /// The demand that gives `least`; [`NONE`] without one.
    pub(super) least_by: u32,
    pub(super) most: i64,
    pub(super) most_by: u32,
}

impl Total {
    pub(super) const NOTHING: Total =
        Total { weight: 0, least: i64::MIN, least_by: NONE, most: i64::MAX, most_by: NONE };

    /// Adds a demand.
    pub(super) fn demand(&mut self, demand: u32, least: i64, most: i64) {
        if least > self.least {
            (self.least, self.least_by) = (least, demand);
        }
        if most < self.most {
            (self.most, self.most_by) = (most, demand);
        }
    }

    /// Adds another part.
    pub(super) fn join(&mut self, other: &Total) {
        self.weight += other.weight;
        self.demand(other.least_by, other.least, i64::MAX);
        self.demand(other.most_by, i64::MIN, other.most);
    }

    /// Returns whether the bounds are consistent and the weight is not too large.
    pub(super) fn is_possible(&self) -> bool {
        self.weight <= self.most && self.least <= self.most
    }
}

/// The components of the present vertices and edges at some trail length.
pub(super) struct Parts {
    /// The part of each vertex; [`NONE`] if it is not present.
    pub(super) of: Vec<u32>,
    /// The vertices, grouped by part.
    pub(super) members: Vec<u32>,
    /// The start of each part in `members`.
    pub(super) first: Vec<u32>,
    /// By part and measure.
    pub(super) totals: Vec<Total>,
    pub(super) measures: usize,
}

impl Parts {
    pub(super) fn new(vertices: usize, measures: usize) -> Parts {
        Parts {
            of: vec![NONE; vertices],
            members: Vec::with_capacity(vertices),
            first: Vec::with_capacity(vertices + 1),
            totals: Vec::with_capacity(vertices * measures),
            measures,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn members(&self, part: u32) -> &[u32] {
        &self.members[self.first[part as usize] as usize..self.first[part as usize + 1] as usize]
    }

    pub(super) fn totals(&self, part: u32) -> &[Total] {
        &self.totals[part as usize * self.measures..(part as usize + 1) * self.measures]
    }
}
