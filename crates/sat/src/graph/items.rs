//! The parts of a graph constraint: items and their states, arcs, demands and measures.

/// The state of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    Open,
    There,
    Absent,
}

/// No item.
pub(super) const NONE: u32 = u32::MAX;

/// The rule by which a literal was propagated, with the data for its explanation.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// The node separates present vertices: it is present.
    Cut { node: u32, inside: u32, root: u32 },
    /// The vertex is separated from a present one: it is absent.
    Unreached { vertex: u32, root: u32 },
    /// With this item, a component would be too heavy or have contradictory demands.
    Large { item: u32 },
    /// With this demand, and without this node if there is one, a component would be too light.
    Small { demand: u32, without: u32 },
    /// No vertex with a weight can be in the component of this demand's vertex.
    Stray { demand: u32 },
}

/// The reason of a propagated literal: the rule and the trail length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reason {
    pub(crate) rule: Rule,
    pub(crate) until: u32,
}

/// A demand, see [`crate::cnf::graph::Demand`].
pub(super) struct Demand {
    pub(super) measure: usize,
    pub(super) vertex: u32,
    pub(super) least: i64,
    pub(super) most: i64,
}

/// An edge as seen from one of its ends.
#[derive(Clone, Copy)]
pub(super) struct Arc {
    pub(super) to: u32,
    /// The node of the edge; [`NONE`] if the edge is unconditional.
    pub(super) via: u32,
}

/// Lists of different lengths in one allocation.
pub(super) struct Lists<T> {
    pub(super) first: Vec<u32>,
    pub(super) entries: Vec<T>,
}

impl<T: Copy> Lists<T> {
    pub(super) fn new(lists: usize, mut pairs: Vec<(u32, T)>) -> Lists<T> {
        pairs.sort_by_key(|pair| pair.0);
        let mut first = vec![0; lists + 1];
        for (list, _) in &pairs {
            first[*list as usize + 1] += 1;
        }
        for list in 0..lists {
            first[list + 1] += first[list];
        }
        Lists { first, entries: pairs.into_iter().map(|pair| pair.1).collect() }
    }

    #[inline(always)]
    pub(super) fn range(&self, list: u32) -> std::ops::Range<usize> {
        self.first[list as usize] as usize..self.first[list as usize + 1] as usize
    }

    #[inline(always)]
    pub(super) fn of(&self, list: u32) -> &[T] {
        &self.entries[self.range(list)]
    }
}

/// A measure without its demands.
pub(super) struct Measure {
    pub(super) weights: Vec<i64>,
    pub(super) complete: Vec<bool>,
    /// Whether every vertex has weight 1.
    pub(super) unit: bool,
    /// The vertices with positive weight.
    pub(super) carriers: Vec<u32>,
    /// The distinct conditional demands.
    pub(super) classes: Vec<Class>,
}

/// Conditional demands of a measure for the same weights.
pub(super) struct Class {
    pub(super) least: i64,
    pub(super) most: i64,
    pub(super) demands: Vec<u32>,
    /// For each vertex, one of its demands of this class; [`NONE`] if it has none.
    pub(super) of: Vec<u32>,
}
