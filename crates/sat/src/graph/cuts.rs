//! Clauses for graph constraints that a complete assignment violates.

use super::{NONE, Network};
use crate::cnf::Lit;
use crate::cnf::graph::GraphConstraint;

/// Graph constraints whose violations are turned into clauses, for solvers without propagators.
pub struct Cuts {
    networks: Vec<Network>,
}

impl Cuts {
    /// Creates the cut generator for these constraints.
    pub fn new(graphs: &[GraphConstraint]) -> Cuts {
        Cuts { networks: graphs.iter().map(Network::new).collect() }
    }

    /// Adds a constraint.
    pub fn add(&mut self, graph: &GraphConstraint) {
        self.networks.push(Network::new(graph));
    }

    /// Returns clauses that the constraints imply and a model, indexed by variable, violates; none if the model
    /// satisfies the constraints.
    pub fn violated(&mut self, model: &[bool]) -> Vec<Vec<Lit>> {
        let mut cuts: Vec<Vec<Lit>> = Vec::new();
        for network in &mut self.networks {
            for item in 0..network.literals.len() as u32 {
                if let Some(literal) = network.literals[item as usize] {
                    network.decide(item, literal.holds_in(model), 1);
                }
            }
            network.violated(1, &mut cuts);
        }
        cuts
    }
}

impl Network {
    /// Adds clauses that the constraint implies and a complete assignment violates; none if it satisfies the
    /// constraint. The trail has length `now`.
    pub(crate) fn violated(&mut self, now: u32, cuts: &mut Vec<Vec<Lit>>) {
        self.spare_marks();
        self.find_parts(now);
        let mut roots = Vec::new();
        for part in 0..self.parts.len() as u32 {
            roots.push((self.parts.members(part).len(), self.parts.members(part)[0]));
        }
        if self.connected
            && let Some(&(_, root)) = roots.iter().max()
        {
            for &(_, vertex) in roots.iter().filter(|part| part.1 != root) {
                self.separation(vertex, root, NONE, now);
                cuts.push(self.cut());
            }
        }
        for part in 0..self.parts.len() as u32 {
            let totals = self.parts.totals(part);
            if totals.iter().any(|total| !total.is_possible()) {
                self.too_large(roots[part as usize].1, NONE, now);
                cuts.push(self.cut());
            } else if let Some(total) = totals.iter().find(|total| total.least > total.weight) {
                self.too_small(total.least_by, NONE, now);
                cuts.push(self.cut());
            }
        }
    }

    /// Returns the clause that excludes the last conflict.
    fn cut(&self) -> Vec<Lit> {
        let mut cut: Vec<Lit> = self.why.iter().map(|&literal| !literal).collect();
        cut.sort_unstable();
        cut.dedup();
        cut
    }
}
