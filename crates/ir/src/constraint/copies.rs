//! Graph constraints that clauses can switch off.
//!
//! A solver propagates a graph constraint, or does not have it; a literal cannot switch it off as it can a clause. Demands on
//! components have a condition, so a variable that implies nothing replaces it: clauses of the constraint imply the variable, and without
//! them no demand applies. A connected graph has no condition: it is over copies of its literals, which clauses of the constraint
//! tie to the originals, and without them the copies take any values that satisfy it.
//!
//! ```text
//! a component with a weighs 2, if b   becomes   a component with a weighs 2, if b';  b implies b'
//! connected(a b c)                    becomes   connected(a' b' c'),  a' = a,  b' = b,  c' = c
//! ```
//!
//! Constraints with the same owner share their variables, so that the solver can combine them.

use super::{BoolVar, Constraint, Literal, Problem};
use std::collections::BTreeMap;

/// A problem whose graph constraints can be switched off.
pub struct Copied {
    /// The problem, with the same variables and constraints, followed by copies and switches, and their clauses.
    pub problem: Problem,
    /// By constraint: itself, or the constraint whose copy or switch the clause is about.
    pub part_of: Vec<usize>,
}

impl Copied {
    /// Makes graph constraints that have an owner depend on their clauses.
    pub fn new(problem: &Problem, owner_of: &[Option<usize>]) -> Copied {
        let mut copied = problem.clone();
        let mut copies: BTreeMap<(usize, Literal), (BoolVar, usize)> = BTreeMap::new();
        let mut switches: BTreeMap<(usize, Option<Literal>), (BoolVar, usize)> = BTreeMap::new();
        for (index, owner) in owner_of.iter().enumerate() {
            let Some(owner) = *owner else { continue };
            match &problem.constraints[index].constraint {
                Constraint::Connected(graph) => {
                    // All literals first, since `rename` cannot add variables.
                    for &literal in graph.literals() {
                        copies.entry((owner, literal)).or_insert_with(|| (copied.auxiliary(String::new()), index));
                    }
                    let copy = |literal: Literal| -> Literal { copies[&(owner, literal)].0.into() };
                    copied.constraints[index].constraint.rename(&copy, &|variable| variable);
                }
                Constraint::Components(components) => {
                    let mut switched = components.clone();
                    for demand in switched.measures.iter_mut().flat_map(|measure| &mut measure.demands) {
                        let (switch, _) = switches
                            .entry((owner, demand.when))
                            .or_insert_with(|| (copied.auxiliary(String::new()), index));
                        demand.when = Some((*switch).into());
                    }
                    copied.constraints[index].constraint = Constraint::Components(switched);
                }
                _ => {}
            }
        }
        let mut part_of: Vec<usize> = (0..problem.constraints.len()).collect();
        for ((_, literal), (copy, index)) in copies {
            let origin = problem.constraints[index].origin;
            for clause in [[copy.into(), !literal], [!copy, literal]] {
                copied.post(origin, Constraint::clause(clause));
                part_of.push(index);
            }
        }
        for ((_, when), (switch, index)) in switches {
            let origin = problem.constraints[index].origin;
            let clause = std::iter::once(Literal::from(switch)).chain(when.map(|literal| !literal));
            copied.post(origin, Constraint::clause(clause));
            part_of.push(index);
        }
        Copied { problem: copied, part_of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Assignment, Components, Demand, Edge, Graph, Measure, Origin, Relation};

    #[test]
    fn copies_are_tied_by_clauses_of_the_constraint() {
        let mut problem = Problem::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| problem.boolean(name));
        let rule = problem.origin(Origin::named(0, "one piece"));
        let vertices = [a.into(), !b, c.into()].map(Some).to_vec();
        let edges = vec![Edge { ends: [0, 1], when: None }, Edge { ends: [1, 2], when: None }];
        problem.post(rule, Constraint::Connected(Graph { vertices, edges }));
        let Copied { problem: copied, part_of } = Copied::new(&problem, &[Some(7)]);
        assert_eq!((copied.booleans().len(), part_of), (6, vec![0; 7]));
        let holds = |bits: u32, problem: &Problem| {
            let booleans = (0..problem.booleans().len()).map(|index| bits >> index & 1 == 1).collect();
            problem.holds(&Assignment { booleans, integers: vec![] })
        };
        for bits in 0..8 {
            let extensions = (0..8).filter(|copies| holds(bits | copies << 3, &copied)).count();
            assert_eq!(extensions, usize::from(holds(bits, &problem)), "{bits:b}");
        }
    }

    #[test]
    fn demands_are_switched_by_clauses_of_the_constraint() {
        // One cell beside another: each is two cells large, the second one only if `c` holds.
        let mut problem = Problem::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| problem.boolean(name));
        let rule = problem.origin(Origin::named(0, "size"));
        let graph = Graph {
            vertices: [a, b].map(|cell| Some(cell.into())).to_vec(),
            edges: vec![Edge { ends: [0, 1], when: None }],
        };
        let demand = |vertex, when| Demand { vertex, when, relation: Relation::Equal, bound: 2 };
        let demands = vec![demand(0, None), demand(1, Some(c.into()))];
        let measures = vec![Measure { weights: vec![1, 1], demands }];
        problem.post(rule, Constraint::Components(Components { graph, measures }));
        let Copied { problem: copied, part_of } = Copied::new(&problem, &[Some(7)]);
        assert_eq!((copied.booleans().len(), part_of), (5, vec![0; 3]));
        let assignment = |bits: u32, count: usize| Assignment {
            booleans: (0..count).map(|index| bits >> index & 1 == 1).collect(),
            integers: vec![],
        };
        for bits in 0..8 {
            let holds = (0..4).any(|switches| copied.holds(&assignment(bits | switches << 3, 5)));
            assert_eq!(holds, problem.holds(&assignment(bits, 3)), "{bits:b}");
            assert!(copied.constraints[0].constraint.holds(&assignment(bits, 5)), "switched off: {bits:b}");
        }
    }
}
