//! Constraints that a literal switches on: they hold where it is true, and say nothing where it is false.
//!
//! A conditional graph constraint is decomposed, since propagators read unconditional ones. Here the graph itself depends on the
//! switch: without it, a connected graph has no vertices and the demands on components do not apply.
//!
//! ```
//! use boardwright_ir::constraint::{Assignment, Constraint, Origin, Problem};
//! let mut problem = Problem::new();
//! let [on, a, b] = ["on", "a", "b"].map(|name| problem.boolean(name).into());
//! let rule = problem.origin(Origin::named(0, "one of two"));
//! problem.post_under(rule, on, Constraint::exactly(1, [a, b]));
//! let holds = |booleans: [bool; 3]| problem.holds(&Assignment { booleans: booleans.to_vec(), integers: vec![] });
//! assert!(holds([true, true, false]) && holds([false, true, true]));
//! assert!(!holds([true, true, true]));
//! ```

use super::{Components, Constraint, Demand, Graph, Literal, Measure, OriginId, Problem};

impl Problem {
    /// Adds a required constraint that holds if `switch` is true. Assignments of its variables can be extended to the variables
    /// that are added.
    pub fn post_under(&mut self, origin: OriginId, switch: Literal, constraint: Constraint) {
        let constraint = match constraint {
            Constraint::Clause(literals) => Constraint::implies(switch, literals),
            Constraint::Connected(Graph { vertices, edges }) => {
                let vertices = vertices.into_iter().map(|there| Some(self.both(origin, there, switch))).collect();
                Constraint::Connected(Graph { vertices, edges })
            }
            Constraint::Components(Components { graph, measures }) => {
                let mut demand =
                    |demand: Demand| Demand { when: Some(self.both(origin, demand.when, switch)), ..demand };
                let measures = measures.into_iter().map(|Measure { weights, demands }| Measure {
                    weights,
                    demands: demands.into_iter().map(&mut demand).collect(),
                });
                let measures = measures.collect();
                Constraint::Components(Components { graph, measures })
            }
            other => Constraint::If { when: vec![switch], then: Box::new(other) },
        };
        self.post(origin, constraint);
    }

    /// Returns a literal that is true exactly if both are.
    fn both(&mut self, origin: OriginId, literal: Option<Literal>, switch: Literal) -> Literal {
        let Some(literal) = literal else { return switch };
        let both: Literal = self.auxiliary("").into();
        self.post(origin, Constraint::implies(both, [literal]));
        self.post(origin, Constraint::implies(both, [switch]));
        self.post(origin, Constraint::clause([!literal, !switch, both]));
        both
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Assignment, Edge, Origin, Relation, Role};
    use super::*;

    /// Compares the assignments of a switch and some variables that can be extended with those in which the constraint holds or
    /// is switched off.
    fn check(variables: usize, constraint: impl FnOnce(&[Literal]) -> Constraint) {
        let mut problem = Problem::new();
        let own: Vec<Literal> = (0..=variables).map(|index| problem.boolean(index.to_string()).into()).collect();
        let rule = problem.origin(Origin::named(0, "rule"));
        let constraint = constraint(&own[1..]);
        problem.post_under(rule, own[0], constraint.clone());
        let all = problem.booleans().len();
        let decisions = 1 << own.len();
        let mut extended = vec![false; decisions];
        for bits in 0..1_usize << all {
            let booleans = (0..all).map(|index| bits >> index & 1 == 1).collect();
            extended[bits % decisions] |= problem.holds(&Assignment { booleans, integers: Vec::new() });
        }
        for (bits, extended) in extended.into_iter().enumerate() {
            let booleans = (0..own.len()).map(|index| bits >> index & 1 == 1).collect();
            let expected = bits & 1 == 0 || constraint.holds(&Assignment { booleans, integers: Vec::new() });
            assert_eq!(extended, expected, "{bits:b} and {constraint:?}");
        }
        assert!(problem.constraints().iter().all(|posted| posted.role == Role::Required));
    }

    #[test]
    fn a_constraint_holds_where_its_switch_is_true() {
        let path = |x: &[Literal]| Graph {
            vertices: x.iter().map(|&literal| Some(literal)).chain([None]).collect(),
            edges: (0..x.len()).map(|index| Edge { ends: [index, index + 1], when: None }).collect(),
        };
        check(3, |x| Constraint::clause([x[0], !x[1], x[2]]));
        check(3, |x| Constraint::exactly(2, x.iter().copied()));
        check(3, |x| Constraint::parity(true, x.iter().copied()));
        check(4, |x| Constraint::Connected(path(x)));
        check(3, |x| Constraint::Acyclic(path(x)));
        for relation in [Relation::AtMost, Relation::Equal, Relation::AtLeast] {
            check(4, |x| {
                let demand = |vertex, when| Demand { vertex, when, relation, bound: 2 };
                let demands = vec![demand(0, None), demand(2, Some(x[3]))];
                let measures = vec![Measure { weights: vec![1, 2, 1, 1], demands }];
                Constraint::Components(Components { graph: path(&x[..3]), measures })
            });
        }
    }
}
