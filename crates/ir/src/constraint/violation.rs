//! Violations: literals that imply that a constraint does not hold.
//!
//! A clause is violated by all its literals, a sum by the opposite comparison, connectedness by a division of the vertices
//! that no present edge crosses, a graph without cycles by edges that go on at both ends, a bound on components by one
//! component that misses it, and a word by the complement of its automaton.
//!
//! ```
//! use boardwright_ir::constraint::{Assignment, Constraint, Origin, Problem};
//! let mut problem = Problem::new();
//! let [a, b] = ["a", "b"].map(|name| problem.boolean(name));
//! let rule = problem.origin(Origin::named(0, "not the same"));
//! let broken = problem.violation(rule, &Constraint::exactly(1, [a.into(), b.into()]));
//! problem.post(rule, Constraint::clause(broken));
//! // Two variables, and one for each way to break the rule: too few, too many.
//! let holds = |booleans: [bool; 4]| problem.holds(&Assignment { booleans: booleans.to_vec(), integers: vec![] });
//! assert!(holds([false, false, true, false]) && holds([true, true, false, true]));
//! assert!(!holds([true, false, true, false]) && !holds([true, false, false, true]));
//! ```

use super::{
    Automaton, Components, Constraint, Demand, Graph, Literal, Measure, OriginId, Posted, Problem, Regular, Relation,
    Term,
};

impl Problem {
    /// Returns literals, each of which implies that the constraint does not hold: every assignment that violates it can be
    /// extended to the variables that are added so that one of them is true. None if it always holds.
    pub fn violation(&mut self, origin: OriginId, constraint: &Constraint) -> Vec<Literal> {
        match constraint {
            Constraint::Clause(literals) => vec![self.conjunction(origin, literals.iter().map(|&literal| !literal))],
            Constraint::Sum { terms, relation, bound } => self.other_sum(origin, terms, *relation, *bound),
            Constraint::Modular { terms, modulus, residue } => self.other_residue(origin, terms, *modulus, *residue),
            Constraint::If { when, then } => {
                let inner = self.violation(origin, then);
                let whole = self.conjunction(origin, when.iter().copied());
                self.post(origin, Constraint::implies(whole, inner));
                vec![whole]
            }
            Constraint::Connected(graph) => vec![self.division(origin, graph)],
            Constraint::Acyclic(graph) => vec![self.cycle(origin, graph)],
            Constraint::Components(components) => self.wrong_component(origin, components),
            Constraint::Regular(regular) => self.other_word(origin, regular),
            Constraint::Same(same) => {
                let clauses = same.clauses().map(|clause| clause.map(|literal| !literal));
                clauses.collect::<Vec<_>>().into_iter().map(|all| self.conjunction(origin, all)).collect()
            }
        }
    }

    /// Removes the constraints from this index on, and returns them.
    pub fn split_off(&mut self, from: usize) -> Vec<Posted> {
        self.constraints.split_off(from)
    }

    /// Returns a new literal that implies these.
    fn conjunction(&mut self, origin: OriginId, literals: impl IntoIterator<Item = Literal>) -> Literal {
        let whole: Literal = self.auxiliary("").into();
        literals.into_iter().for_each(|literal| self.post(origin, Constraint::implies(whole, [literal])));
        whole
    }

    /// Returns a new literal that implies a constraint other than on graphs.
    fn guarded(&mut self, origin: OriginId, then: Constraint) -> Literal {
        let whole: Literal = self.auxiliary("").into();
        self.post(origin, Constraint::If { when: vec![whole], then: Box::new(then) });
        whole
    }

    fn other_sum(&mut self, origin: OriginId, terms: &[Term], relation: Relation, bound: i64) -> Vec<Literal> {
        let less = || bound.checked_sub(1).map(|bound| (Relation::AtMost, bound));
        let more = || bound.checked_add(1).map(|bound| (Relation::AtLeast, bound));
        let others = match relation {
            Relation::AtMost => [more(), None],
            Relation::AtLeast => [less(), None],
            Relation::Equal => [less(), more()],
        };
        let others = others.into_iter().flatten();
        let sum = |(relation, bound)| Constraint::Sum { terms: terms.to_vec(), relation, bound };
        others.map(|other| self.guarded(origin, sum(other))).collect()
    }

    fn other_residue(&mut self, origin: OriginId, terms: &[Term], modulus: i64, residue: i64) -> Vec<Literal> {
        if modulus < 2 {
            return Vec::new();
        }
        let mut terms = terms.to_vec();
        if modulus == 2 {
            let residue = residue.rem_euclid(2) ^ 1;
            return vec![self.guarded(origin, Constraint::Modular { terms, modulus, residue })];
        }
        let rest = self.auxiliary_integer("", 1..=modulus - 1);
        terms.push(Term::integer(-1, rest));
        vec![self.guarded(origin, Constraint::Modular { terms, modulus, residue })]
    }

    /// Returns a literal that implies that the present vertices are in two parts that no present edge joins.
    fn division(&mut self, origin: OriginId, graph: &Graph) -> Literal {
        let whole: Literal = self.auxiliary("").into();
        let sides: Vec<Literal> = graph.vertices.iter().map(|_| self.auxiliary("").into()).collect();
        for edge in &graph.edges {
            let [a, b] = edge.ends;
            let present = [graph.vertices[a], graph.vertices[b], edge.when].into_iter().flatten();
            let absent: Vec<Literal> = present.map(|literal| !literal).chain([!whole]).collect();
            for pair in [[!sides[a], sides[b]], [sides[a], !sides[b]]] {
                self.post(origin, Constraint::clause(absent.iter().copied().chain(pair)));
            }
        }
        for wanted in [false, true] {
            let mut on_side = Vec::with_capacity(sides.len());
            for (&side, &there) in sides.iter().zip(&graph.vertices) {
                let side = if wanted { side } else { !side };
                on_side.push(self.conjunction(origin, there.into_iter().chain([side])));
            }
            self.post(origin, Constraint::implies(whole, on_side));
        }
        whole
    }

    /// Returns a literal that implies that some present edges are in a cycle: each goes on at both ends.
    fn cycle(&mut self, origin: OriginId, graph: &Graph) -> Literal {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); graph.vertices.len()];
        let mut chosen = Vec::with_capacity(graph.edges.len());
        for (index, edge) in graph.edges.iter().enumerate() {
            let [a, b] = edge.ends;
            let present = [graph.vertices[a], graph.vertices[b], edge.when].into_iter().flatten();
            chosen.push(self.conjunction(origin, present));
            if a != b {
                at[a].push(index);
                at[b].push(index);
            }
        }
        for edges in &at {
            for &index in edges {
                let others = edges.iter().filter(|&&other| other != index).map(|&other| chosen[other]);
                self.post(origin, Constraint::implies(chosen[index], others));
            }
        }
        let whole: Literal = self.auxiliary("").into();
        self.post(origin, Constraint::implies(whole, chosen));
        whole
    }

    /// Returns for each demand literals that imply that it applies and is missed.
    fn wrong_component(&mut self, origin: OriginId, components: &Components) -> Vec<Literal> {
        let mut all = Vec::new();
        let mut measures = Vec::with_capacity(components.measures.len());
        for measure in &components.measures {
            let mut demands = Vec::new();
            for demand in &measure.demands {
                let Demand { vertex, when, relation, bound } = *demand;
                let others: &[(Relation, i64)] = match relation {
                    Relation::AtMost => &[(Relation::AtLeast, 1)],
                    Relation::AtLeast => &[(Relation::AtMost, -1)],
                    Relation::Equal => &[(Relation::AtMost, -1), (Relation::AtLeast, 1)],
                };
                for &(relation, step) in others {
                    let Some(bound) = bound.checked_add(step) else { continue };
                    let applies = components.graph.vertices[vertex].into_iter().chain(when);
                    let missed = self.conjunction(origin, applies);
                    demands.push(Demand { vertex, when: Some(missed), relation, bound });
                    all.push(missed);
                }
            }
            measures.push(Measure { weights: measure.weights.clone(), demands });
        }
        let graph = components.graph.clone();
        self.post(origin, Constraint::Components(Components { graph, measures }));
        all
    }

    /// Returns literals that imply that a position has no symbol or several, or that the complement accepts the word.
    fn other_word(&mut self, origin: OriginId, regular: &Regular) -> Vec<Literal> {
        let mut all = Vec::new();
        for symbols in &regular.sequence {
            let one = Constraint::exactly(1, symbols.iter().copied());
            all.extend(self.violation(origin, &one));
        }
        let (sequence, automaton) = (regular.sequence.clone(), regular.automaton.complement());
        all.push(self.guarded(origin, Constraint::Regular(Regular { sequence, automaton })));
        all
    }
}

impl Automaton {
    /// Returns the automaton that accepts the other words.
    pub fn complement(&self) -> Automaton {
        let sink = self.next.len();
        let symbols = self.next.iter().map(Vec::len).max().unwrap_or(0);
        let mut next: Vec<Vec<Option<usize>>> =
            self.next.iter().map(|row| row.iter().map(|to| Some(to.unwrap_or(sink))).collect()).collect();
        next.push(vec![Some(sink); symbols]);
        let accepting = self.accepting.iter().map(|accepts| !accepts).chain([true]).collect();
        Automaton { start: self.start, accepting, next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Assignment, Edge, Origin};

    /// Compares the assignments of the first variables that can be extended with those that violate the constraint.
    fn check(variables: usize, constraint: impl FnOnce(&[Literal]) -> Constraint) {
        let mut problem = Problem::new();
        let own: Vec<Literal> = (0..variables).map(|index| problem.boolean(index.to_string()).into()).collect();
        let rule = problem.origin(Origin::named(0, "rule"));
        let constraint = constraint(&own);
        let broken = problem.violation(rule, &constraint);
        problem.post(rule, Constraint::clause(broken));
        let all = problem.booleans().len();
        assert!(all < 22, "{all} variables are too many to try all assignments");
        let mut extended = vec![false; 1 << variables];
        let domains: Vec<i64> = problem.integers().iter().flat_map(|integer| integer.domain.clone()).collect();
        let choices: Vec<Vec<i64>> = match problem.integers().len() {
            0 => vec![Vec::new()],
            _ => domains.into_iter().map(|value| vec![value]).collect(),
        };
        for bits in 0..1_usize << all {
            let booleans: Vec<bool> = (0..all).map(|index| bits >> index & 1 == 1).collect();
            let holds = |integers: &Vec<i64>| {
                problem.holds(&Assignment { booleans: booleans.clone(), integers: integers.clone() })
            };
            extended[bits & ((1 << variables) - 1)] |= choices.iter().any(holds);
        }
        for (bits, extended) in extended.into_iter().enumerate() {
            let booleans: Vec<bool> = (0..variables).map(|index| bits >> index & 1 == 1).collect();
            let assignment = Assignment { booleans, integers: Vec::new() };
            assert_eq!(extended, !constraint.holds(&assignment), "{bits:b} and {constraint:?}");
        }
    }

    fn path(literals: &[Literal], closed: bool) -> Graph {
        let vertices = literals.iter().map(|&literal| Some(literal)).collect();
        let count = if closed { literals.len() } else { literals.len() - 1 };
        let edge = |index| Edge { ends: [index, (index + 1) % literals.len()], when: None };
        Graph { vertices, edges: (0..count).map(edge).collect() }
    }

    #[test]
    fn clauses_sums_and_residues() {
        check(3, |x| Constraint::clause([x[0], !x[1], x[2]]));
        for relation in [Relation::AtMost, Relation::Equal, Relation::AtLeast] {
            for bound in -1..4 {
                check(4, |x| Constraint::Sum {
                    terms: x.iter().zip([1, 2, -1, 1]).map(|(&x, weight)| Term::literal(weight, x)).collect(),
                    relation,
                    bound,
                });
            }
        }
        for modulus in 1..4 {
            let terms = |x: &[Literal]| x.iter().zip([1, 2, -1]).map(|(&x, w)| Term::literal(w, x)).collect();
            check(3, |x| Constraint::Modular { terms: terms(x), modulus, residue: 4 });
        }
        check(3, |x| Constraint::If { when: vec![x[0]], then: Box::new(Constraint::exactly(1, [x[1], x[2]])) });
    }

    #[test]
    fn graphs() {
        check(4, |x| Constraint::Connected(path(x, false)));
        check(4, |x| Constraint::Acyclic(path(x, true)));
        check(3, |x| {
            let double = [0, 1].map(|index| Edge { ends: [0, 1], when: Some(x[index]) });
            let own = Edge { ends: [1, 1], when: Some(x[2]) };
            Constraint::Acyclic(Graph { vertices: vec![None, None], edges: [&double[..], &[own]].concat() })
        });
        for relation in [Relation::AtMost, Relation::Equal, Relation::AtLeast] {
            check(5, |x| {
                let demand = |vertex, when| Demand { vertex, when, relation, bound: 2 };
                let demands = vec![demand(0, None), demand(2, Some(x[4]))];
                let measures = vec![Measure { weights: vec![1, 2, 1, 1], demands }];
                Constraint::Components(Components { graph: path(&x[..4], false), measures })
            });
        }
    }

    #[test]
    fn words_and_equality() {
        // White, then two black ones, then white.
        let next = vec![vec![Some(0), Some(1)], vec![None, Some(2)], vec![Some(2), None]];
        let automaton = Automaton { start: 0, accepting: vec![false, false, true], next };
        check(3, |x| {
            let sequence = x.iter().map(|&x| vec![!x, x]).collect();
            Constraint::Regular(Regular { sequence, automaton: automaton.clone() })
        });
        check(4, |x| {
            let sequence = vec![vec![x[0], x[1]], vec![x[2], x[3]]];
            Constraint::Regular(Regular { sequence, automaton: automaton.clone() })
        });
        check(5, |x| {
            let lists = [[x[1], x[2]], [x[3], x[4]]].map(|list| list.to_vec().into());
            Constraint::Same(crate::constraint::Same { equal: x[0], lists })
        });
    }
}
