//! Clauses for violated graph constraints, for solvers without propagators.

use super::{NONE, Network};
use crate::cnf::Lit;
use crate::cnf::graph::GraphConstraint;

/// Graph constraints whose violations are turned into clauses.
pub struct Cuts {
    networks: Vec<Network>,
}

impl Cuts {
    /// Creates the cut generator for these constraints.
    pub fn new(graphs: &[GraphConstraint]) -> Cuts {
        Cuts { networks: graphs.iter().map(Network::new).collect() }
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
            network.spare_marks();
            network.find_parts(1);
            let mut roots = Vec::new();
            for part in 0..network.parts.len() as u32 {
                roots.push((network.parts.members(part).len(), network.parts.members(part)[0]));
            }
            if network.connected
                && let Some(&(_, root)) = roots.iter().max()
            {
                for &(_, vertex) in roots.iter().filter(|part| part.1 != root) {
                    network.separation(vertex, root, NONE, 1);
                    cuts.push(network.why.iter().map(|&literal| !literal).collect());
                }
            }
            for part in 0..network.parts.len() as u32 {
                let totals = network.parts.totals(part).to_vec();
                if totals.iter().any(|total| !total.is_possible()) {
                    network.too_large(roots[part as usize].1, NONE, 1);
                    cuts.push(network.why.iter().map(|&literal| !literal).collect());
                } else if let Some(total) = totals.iter().find(|total| total.least > total.weight) {
                    network.too_small(total.least_by, NONE, 1);
                    cuts.push(network.why.iter().map(|&literal| !literal).collect());
                }
            }
        }
        for cut in &mut cuts {
            cut.sort_unstable();
            cut.dedup();
        }
        cuts
    }
}
