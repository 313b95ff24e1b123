//! Graphs whose vertices and edges depend on literals: what has to be connected, and what connected parts have to add up to.
//!
//! A vertex is there when its literal holds, an edge when its literal holds and both its ends are there. A *component* is a
//! maximal set of vertices that are there, connected by edges that are there.
//!
//! ```
//! use boardwright::constraint::{Assignment, Constraint, Edge, Graph, Origin, Problem};
//! // Three cells in a row that are land or water: the land is in one piece.
//! let mut problem = Problem::new();
//! let land = ["a", "b", "c"].map(|name| problem.boolean(name));
//! let vertices = land.map(|cell| Some(cell.into())).to_vec();
//! let edges = vec![Edge { ends: [0, 1], when: None }, Edge { ends: [1, 2], when: None }];
//! let rule = problem.origin(Origin::rule("one piece"));
//! problem.post(rule, Constraint::Connected(Graph { vertices, edges }));
//! let holds = |booleans: [bool; 3]| problem.holds(&Assignment { booleans: booleans.to_vec(), integers: vec![] });
//! assert!(holds([true, true, false]) && holds([false; 3]));
//! assert!(!holds([true, false, true]));
//! ```

use super::components::leasts;
use super::{Assignment, Literal, Relation};

/// Vertices and edges that may or may not be there. Parallel edges and loops are allowed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// When each vertex is there (`None`: always).
    pub vertices: Vec<Option<Literal>>,
    /// The edges, in any order.
    pub edges: Vec<Edge>,
}

/// An edge of a [`Graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Indices of vertices; may be the same.
    pub ends: [usize; 2],
    /// It is there when this holds (`None`: always) and both its ends are there.
    pub when: Option<Literal>,
}

/// What every component of a graph has to weigh.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Components {
    /// Whose components.
    pub graph: Graph,
    /// Each is a weight of its own, such as the number of clues, or the number of cells.
    pub measures: Vec<Measure>,
}

/// A weight of components and what is demanded of it. Every component weighs what its vertices weigh together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Measure {
    /// By vertex, at least 0.
    pub weights: Vec<i64>,
    /// Any number for a vertex.
    pub demands: Vec<Demand>,
}

/// Where the vertex is there and `when` holds, the weight of its component compares with the bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// Whose component.
    pub vertex: usize,
    /// `None`: always.
    pub when: Option<Literal>,
    /// The comparison.
    pub relation: Relation,
    /// The right-hand side.
    pub bound: i64,
}

impl Graph {
    /// By vertex, the least vertex of its component; `None` where the vertex is not there.
    pub fn components(&self, assignment: &Assignment) -> Vec<Option<usize>> {
        let holds = |when: Option<Literal>| when.is_none_or(|literal| assignment.satisfies(literal));
        let there: Vec<bool> = self.vertices.iter().map(|&when| holds(when)).collect();
        let edges = self.edges.iter().filter(|edge| edge.ends.iter().all(|&end| there[end]) && holds(edge.when));
        let leasts = leasts(self.vertices.len(), edges.map(|edge| (edge.ends[0], edge.ends[1])));
        leasts.into_iter().zip(there).map(|(least, there)| there.then_some(least)).collect()
    }

    /// Whether the vertices that are there form one component, or none at all.
    pub fn is_connected(&self, assignment: &Assignment) -> bool {
        let mut components = self.components(assignment).into_iter().flatten();
        let first = components.next();
        components.all(|component| Some(component) == first)
    }

    /// The literals of vertices and edges.
    pub(super) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.vertices.iter().flatten().chain(self.edges.iter().flat_map(|edge| &edge.when))
    }

    /// Likewise, to be changed.
    pub(super) fn literals_mut(&mut self) -> impl Iterator<Item = &mut Literal> {
        self.vertices.iter_mut().flatten().chain(self.edges.iter_mut().flat_map(|edge| &mut edge.when))
    }
}

impl Components {
    /// Whether every demand is met.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        let component_of = self.graph.components(assignment);
        self.measures.iter().all(|measure| {
            let mut sums = vec![0; component_of.len()];
            for (component, weight) in component_of.iter().zip(&measure.weights) {
                if let Some(component) = *component {
                    sums[component] += weight;
                }
            }
            measure.demands.iter().all(|demand| match component_of[demand.vertex] {
                Some(component) if demand.when.is_none_or(|literal| assignment.satisfies(literal)) => {
                    demand.relation.holds(sums[component], demand.bound)
                }
                _ => true,
            })
        })
    }

    /// The literals of the graph and of the demands.
    pub(super) fn literals(&self) -> impl Iterator<Item = &Literal> {
        let demands = self.measures.iter().flat_map(|measure| &measure.demands);
        self.graph.literals().chain(demands.flat_map(|demand| &demand.when))
    }

    /// Likewise, to be changed.
    pub(super) fn literals_mut(&mut self) -> impl Iterator<Item = &mut Literal> {
        let demands = self.measures.iter_mut().flat_map(|measure| &mut measure.demands);
        self.graph.literals_mut().chain(demands.flat_map(|demand| &mut demand.when))
    }
}
