//! Graph constraints that are not encoded as clauses: they accompany the formula, for a solver with a propagator or for
//! a search that adds clauses for violated constraints.
//!
//! The constraint is that of [`boardwright_ir::constraint::graph`] over literals of the formula, simplified: absent vertices and
//! edges are removed, and those always present have no literal. Example: four cells in a row are land or water, and the
//! land is connected:
//!
//! ```text
//! vertices  1 2 3 4   edges  0-1 1-2 2-3 (always)   connected
//! ```
//!
//! A model with land at both ends and water in between violates it; a missing clause is `-1 2 -4`.

use super::{Cnf, Lit};
use std::collections::HashMap;

/// How graph constraints are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Graphs {
    /// Decomposed, for solvers that support only clauses.
    Decomposed,
    /// Kept unless an encoding was chosen, for solvers that propagate them.
    Propagated,
}

/// A graph constraint that accompanies a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphConstraint {
    /// The literal of each vertex; `None`: always present.
    pub vertices: Vec<Option<Lit>>,
    /// The edges, without loops.
    pub edges: Vec<Edge>,
    /// Whether the present vertices form at most one component.
    pub connected: bool,
    /// Demands on the weights of components.
    pub measures: Vec<Measure>,
}

/// An edge between two different vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The end vertices.
    pub ends: [u32; 2],
    /// The literal of the edge; `None`: present whenever both ends are.
    pub when: Option<Lit>,
}

/// A weight of vertices, and the demands on the total weight of components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// The weight of each vertex, at least 0.
    pub weights: Vec<i64>,
    /// The demands; any number for each vertex.
    pub demands: Vec<Demand>,
    /// For each vertex, whether the formula implies that at least one of its demands applies.
    pub complete: Vec<bool>,
}

/// If the vertex is present and `when` holds, its component weighs from `least` to `most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// A vertex of the component.
    pub vertex: u32,
    /// The condition; `None`: always.
    pub when: Option<Lit>,
    /// The minimum; [`i64::MIN`] if there is none.
    pub least: i64,
    /// The maximum; [`i64::MAX`] if there is none.
    pub most: i64,
}

impl Measure {
    /// Merges adjacent demands with the same vertex and condition, unless they contradict each other.
    pub fn merge_demands(&mut self) {
        self.demands.dedup_by(|next, before| {
            let (least, most) = (next.least.max(before.least), next.most.min(before.most));
            let merges = (next.vertex, next.when) == (before.vertex, before.when) && least <= most;
            if merges {
                (before.least, before.most) = (least, most);
            }
            merges
        });
    }
}

impl GraphConstraint {
    /// Moves the measures of another constraint on the same graph into this one, so that propagation can combine them.
    /// Returns whether the graphs were the same.
    pub fn absorb(&mut self, other: &mut GraphConstraint) -> bool {
        let same = self.vertices == other.vertices && self.edges == other.edges;
        if same {
            self.connected |= other.connected;
            self.measures.append(&mut other.measures);
        }
        same
    }

    /// Returns all literals, in any order.
    pub fn literals_mut(&mut self) -> impl Iterator<Item = &mut Lit> {
        let demands = self.measures.iter_mut().flat_map(|measure| &mut measure.demands);
        let edges = self.edges.iter_mut().flat_map(|edge| &mut edge.when);
        self.vertices.iter_mut().flatten().chain(edges).chain(demands.flat_map(|demand| &mut demand.when))
    }

    /// Sets [`Measure::complete`] for the vertices with a demand that always applies: one without condition, or several
    /// whose conditions form a clause of the formula. Example: a Fillomino cell has a value, and each value demands a
    /// size.
    pub fn complete(&mut self, cnf: &Cnf) {
        for measure in &mut self.measures {
            let mut conditions: HashMap<Lit, Vec<u32>> = HashMap::new();
            for demand in &measure.demands {
                match demand.when {
                    None => measure.complete[demand.vertex as usize] = true,
                    Some(when) => conditions.entry(when).or_default().push(demand.vertex),
                }
            }
            if conditions.is_empty() {
                continue;
            }
            for clause in cnf.clauses() {
                let [first, rest @ ..] = clause else { continue };
                let Some(vertices) = conditions.get(first) else { continue };
                for &vertex in vertices {
                    let its = |literal: &Lit| conditions.get(literal).is_some_and(|of| of.contains(&vertex));
                    let presence = |literal: &Lit| self.vertices[vertex as usize] == Some(!*literal);
                    if rest.iter().all(|literal| its(literal) || presence(literal)) {
                        measure.complete[vertex as usize] = true;
                    }
                }
            }
        }
    }
}
