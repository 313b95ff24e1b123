//! Graphs whose vertices and edges depend on literals: connectedness, and bounds on the weights of components.
//!
//! A vertex is present if its literal is true; an edge is present if its literal is true and both its ends are present.
//! A *component* is a maximal set of present vertices connected by present edges.
//!
//! ```
//! use boardwright_ir::constraint::{Assignment, Constraint, Edge, Graph, Origin, Problem};
//! // Three cells in a row are land or water: the land is connected.
//! let mut problem = Problem::new();
//! let land = ["a", "b", "c"].map(|name| problem.boolean(name));
//! let vertices = land.map(|cell| Some(cell.into())).to_vec();
//! let edges = vec![Edge { ends: [0, 1], when: None }, Edge { ends: [1, 2], when: None }];
//! let rule = problem.origin(Origin::named(0, "one piece"));
//! problem.post(rule, Constraint::Connected(Graph { vertices, edges }));
//! let holds = |booleans: [bool; 3]| problem.holds(&Assignment { booleans: booleans.to_vec(), integers: vec![] });
//! assert!(holds([true, true, false]) && holds([false; 3]));
//! assert!(!holds([true, false, true]));
//! ```

use super::components::least_members;
use super::{Assignment, Literal, Relation};

/// A graph with conditional vertices and edges. Parallel edges and loops are allowed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// The literal of each vertex (`None`: always present).
    pub vertices: Vec<Option<Literal>>,
    /// The edges, in any order.
    pub edges: Vec<Edge>,
}

/// An edge of a [`Graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The end vertices; may be equal.
    pub ends: [usize; 2],
    /// The literal of the edge (`None`: present whenever both ends are).
    pub when: Option<Literal>,
}

/// Bounds on the weights of the components of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Components {
    /// The graph.
    pub graph: Graph,
    /// Independent weights, such as the number of clues or the number of cells.
    pub measures: Vec<Measure>,
}

/// A weight of vertices, and the demands on the total weight of components.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Measure {
    /// The weight of each vertex, at least 0.
    pub weights: Vec<i64>,
    /// The demands; any number for each vertex.
    pub demands: Vec<Demand>,
}

/// If the vertex is present and `when` holds, the weight of its component compares with the bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// A vertex of the component.
    pub vertex: usize,
    /// The condition (`None`: always).
    pub when: Option<Literal>,
    /// The comparison.
    pub relation: Relation,
    /// The right-hand side.
    pub bound: i64,
}

impl Graph {
    /// Returns for each vertex the least vertex of its component, or `None` if it is absent.
    pub fn components(&self, assignment: &Assignment) -> Vec<Option<usize>> {
        let holds = |when: Option<Literal>| when.is_none_or(|literal| assignment.satisfies(literal));
        let there: Vec<bool> = self.vertices.iter().map(|&when| holds(when)).collect();
        let edges = self.edges.iter().filter(|edge| edge.ends.iter().all(|&end| there[end]) && holds(edge.when));
        let least_members = least_members(self.vertices.len(), edges.map(|edge| (edge.ends[0], edge.ends[1])));
        least_members.into_iter().zip(there).map(|(least, there)| there.then_some(least)).collect()
    }

    /// Returns whether there is at most one component.
    pub fn is_connected(&self, assignment: &Assignment) -> bool {
        let mut components = self.components(assignment).into_iter().flatten();
        let first = components.next();
        components.all(|component| Some(component) == first)
    }

    /// Returns whether no present edges between present vertices form a cycle.
    pub fn is_acyclic(&self, assignment: &Assignment) -> bool {
        let component_of = self.components(assignment);
        let holds = |when: Option<Literal>| when.is_none_or(|literal| assignment.satisfies(literal));
        let is_there = |edge: &&Edge| edge.ends.iter().all(|&end| component_of[end].is_some()) && holds(edge.when);
        let edges = self.edges.iter().filter(is_there).count();
        // A tree has one edge for each vertex but the least.
        let members = component_of.iter().enumerate().filter_map(|(vertex, &least)| Some((vertex, least?)));
        edges == members.filter(|(vertex, least)| vertex != least).count()
    }

    /// Returns the literals of vertices and edges.
    pub(super) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.vertices.iter().flatten().chain(self.edges.iter().flat_map(|edge| &edge.when))
    }

    /// Returns the literals of vertices and edges, mutably.
    pub(super) fn literals_mut(&mut self) -> impl Iterator<Item = &mut Literal> {
        self.vertices.iter_mut().flatten().chain(self.edges.iter_mut().flat_map(|edge| &mut edge.when))
    }
}

impl Components {
    /// Returns whether every demand is met.
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

    /// Returns the literals of the graph and of the demands.
    pub(super) fn literals(&self) -> impl Iterator<Item = &Literal> {
        let demands = self.measures.iter().flat_map(|measure| &measure.demands);
        self.graph.literals().chain(demands.flat_map(|demand| &demand.when))
    }

    /// Returns the literals of the graph and of the demands, mutably.
    pub(super) fn literals_mut(&mut self) -> impl Iterator<Item = &mut Literal> {
        let demands = self.measures.iter_mut().flat_map(|measure| &mut measure.demands);
        self.graph.literals_mut().chain(demands.flat_map(|demand| &mut demand.when))
    }
}
