//! Graph constraints over copies of their literals, so that clauses can switch them off.
//!
//! A solver propagates a graph constraint, or does not have it; a literal cannot switch it off as it can a clause. Over copies of
//! its literals it can: the clauses that tie each copy to its literal belong to the constraint, and without them the copies
//! take any values that satisfy the graph constraint.
//!
//! ```text
//! connected(a b c)   becomes   connected(a' b' c'),  a' = a,  b' = b,  c' = c
//! ```
//!
//! Two clauses and a variable for each literal. Constraints with the same owner share their copies, so that the solver can combine them.

use super::{BoolVar, Constraint, Literal, Problem};
use std::collections::BTreeMap;

/// A problem whose graph constraints are over copies.
pub struct Copied {
    /// The problem, with the same variables and constraints, followed by the copies and the clauses that tie them.
    pub problem: Problem,
    /// By constraint: itself, or the constraint whose copy the clause ties.
    pub part_of: Vec<usize>,
}

impl Copied {
    /// Copies the literals of graph constraints that have an owner.
    pub fn new(problem: &Problem, owner_of: &[Option<usize>]) -> Copied {
        let mut copied = problem.clone();
        let mut copies: BTreeMap<(usize, Literal), (BoolVar, usize)> = BTreeMap::new();
        for (index, owner) in owner_of.iter().enumerate() {
            let (Some(owner), Constraint::Connected(_) | Constraint::Components(_)) =
                (*owner, &problem.constraints[index].constraint)
            else {
                continue;
            };
            problem.constraints[index].constraint.each_literal(&mut |literal| {
                copies.entry((owner, literal)).or_insert_with(|| (copied.auxiliary(String::new()), index));
            });
            let copy = |literal: Literal| -> Literal { copies[&(owner, literal)].0.into() };
            copied.constraints[index].constraint.rename(&copy, &|variable| variable);
        }
        let mut part_of: Vec<usize> = (0..problem.constraints.len()).collect();
        for ((_, literal), (copy, index)) in copies {
            let origin = problem.constraints[index].origin;
            for clause in [[copy.into(), !literal], [!copy, literal]] {
                copied.post(origin, Constraint::clause(clause));
                part_of.push(index);
            }
        }
        Copied { problem: copied, part_of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Assignment, Edge, Graph, Origin};

    #[test]
    fn copies_are_tied_by_clauses_of_the_constraint() {
        let mut problem = Problem::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| problem.boolean(name));
        let rule = problem.origin(Origin::rule("one piece"));
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
}
