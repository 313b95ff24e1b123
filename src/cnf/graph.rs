//! Graph constraints that are not made of clauses: they stay beside the formula, for a solver that propagates them, or
//! for a search that adds clauses wherever a model violates them.
//!
//! The same constraint as in [`crate::constraint::graph`], over literals of the formula: what can never be there is gone,
//! what is always there has no literal. Four cells in a row that are land or water, the land in one piece:
//!
//! ```text
//! vertices  1 2 3 4   edges  0-1 1-2 2-3 (always)   connected
//! ```
//!
//! A model with land at both ends and water between violates it; a clause that is then missing is `-1 2 -4`.

use super::{Cnf, Lit};
use std::collections::HashMap;

/// A graph constraint beside a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// When each vertex is there; `None`: always.
    pub vertices: Vec<Option<Lit>>,
    /// No loops.
    pub edges: Vec<Edge>,
    /// Whether the vertices that are there form one component at most.
    pub connected: bool,
    /// What components have to weigh.
    pub measures: Vec<Measure>,
}

/// An edge between two different vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Indices of vertices.
    pub ends: [u32; 2],
    /// When it is there, if its ends are; `None`: always.
    pub when: Option<Lit>,
}

/// A weight of components and what is demanded of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// By vertex, at least 0.
    pub weights: Vec<i64>,
    /// Any number for a vertex.
    pub demands: Vec<Demand>,
    /// By vertex, whether the formula says that at least one of its demands applies.
    pub complete: Vec<bool>,
}

/// Where the vertex is there and `when` holds, its component weighs from `least` to `most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// Whose component.
    pub vertex: u32,
    /// `None`: always.
    pub when: Option<Lit>,
    /// The least weight; [`i64::MIN`] where there is none.
    pub least: i64,
    /// The greatest weight; [`i64::MAX`] where there is none.
    pub most: i64,
}

impl Watched {
    /// Takes over the measures of another constraint of the same graph, so that conclusions can be drawn from all of them
    /// together; whether it does.
    pub fn absorb(&mut self, other: &mut Watched) -> bool {
        let same = self.vertices == other.vertices && self.edges == other.edges;
        if same {
            self.connected |= other.connected;
            self.measures.append(&mut other.measures);
        }
        same
    }

    /// All literals, in any order.
    pub fn literals_mut(&mut self) -> impl Iterator<Item = &mut Lit> {
        let demands = self.measures.iter_mut().flat_map(|measure| &mut measure.demands);
        let edges = self.edges.iter_mut().flat_map(|edge| &mut edge.when);
        self.vertices.iter_mut().flatten().chain(edges).chain(demands.flat_map(|demand| &mut demand.when))
    }

    /// Looks which vertices always have a demand that applies: the formula has a clause of conditions of one vertex.
    /// A cell of a Fillomino has a value, and each value demands its size.
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
