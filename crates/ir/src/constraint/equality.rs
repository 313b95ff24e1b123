//! Equality of problems up to the order of their required constraints and of the terms in them.

use super::{
    Atom, Automaton, BoolVar, Constraint, Demand, Graph, Literal, Measure, Operand, Problem, Relation, Role, Term,
};

/// A constraint with sorted terms, so that derived equality ignores their order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sorted {
    Clause(Vec<Literal>),
    Sum(Vec<Term>, i8, i64),
    Modular(Vec<Term>, i64, i64),
    If(Vec<Literal>, Box<Sorted>),
    Connected(SortedGraph),
    Acyclic(SortedGraph),
    Components(SortedGraph),
    Regular(Vec<Vec<Literal>>, Automaton),
    Same(Literal, Vec<[Literal; 2]>),
}

/// A graph with its vertices in canonical order, as far as colour refinement determines it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortedGraph {
    vertices: Vec<Vertex>,
    edges: Vec<(usize, usize, Option<Literal>)>,
}

/// A vertex: its literal, and for each measure its weight and the demands on its component.
type Vertex = (Option<Literal>, Vec<(i64, Vec<(Option<Literal>, i8, i64)>)>);

/// An incident edge: its literal and the rank of the other end.
type Neighbour = (Option<Literal>, usize);

/// Returns whether two problems have the same variables (by number), objective and required constraints, and therefore
/// the same solutions. May return false for isomorphic graphs (see `sorted`).
pub fn same(one: &Problem, other: &Problem) -> bool {
    let decisions = |problem: &Problem| {
        let booleans: Vec<bool> = problem.booleans().iter().map(|boolean| boolean.decision).collect();
        let integers: Vec<_> =
            problem.integers().iter().map(|integer| (integer.domain.clone(), integer.decision)).collect();
        (booleans, integers)
    };
    let objective = |problem: &Problem| {
        problem.objective().map(|objective| {
            let mut terms = objective.terms.clone();
            terms.sort_unstable();
            (objective.direction, terms)
        })
    };
    decisions(one) == decisions(other)
        && objective(one) == objective(other)
        && sorted_required(one, &|literal| literal) == sorted_required(other, &|literal| literal)
}

/// Returns the required constraints with every literal replaced, sorted. Integer variables in sums are not replaced.
pub(super) fn sorted_required(problem: &Problem, image: &dyn Fn(Literal) -> Literal) -> Vec<Sorted> {
    let required = problem.constraints().iter().filter(|posted| posted.role == Role::Required);
    let mut sorted: Vec<Sorted> = required.map(|posted| replaced(&posted.constraint, image)).collect();
    sorted.sort_unstable();
    sorted
}

fn replaced(constraint: &Constraint, image: &dyn Fn(Literal) -> Literal) -> Sorted {
    let terms = |terms: &[Term]| {
        let term = |term: &Term| match term.operand {
            Operand::Literal(literal) => Term { operand: Operand::Literal(image(literal)), ..*term },
            Operand::Integer(_) => *term,
        };
        let mut terms: Vec<Term> = terms.iter().map(term).collect();
        terms.sort_unstable();
        terms
    };
    match constraint {
        Constraint::Clause(literals) => {
            let mut literals: Vec<Literal> = literals.iter().map(|&literal| image(literal)).collect();
            literals.sort_unstable();
            Sorted::Clause(literals)
        }
        Constraint::Sum { terms: found, relation, bound } => Sorted::Sum(terms(found), number(*relation), *bound),
        Constraint::Modular { terms: found, modulus, residue } => Sorted::Modular(terms(found), *modulus, *residue),
        Constraint::If { when, then } => {
            let mut when: Vec<Literal> = when.iter().map(|&literal| image(literal)).collect();
            when.sort_unstable();
            Sorted::If(when, Box::new(replaced(then, image)))
        }
        Constraint::Connected(graph) => Sorted::Connected(sorted(graph, &[], image)),
        Constraint::Acyclic(graph) => Sorted::Acyclic(sorted(graph, &[], image)),
        Constraint::Components(components) => {
            Sorted::Components(sorted(&components.graph, &components.measures, image))
        }
        Constraint::Regular(regular) => {
            let symbols = |symbols: &Vec<Literal>| symbols.iter().map(|&literal| image(literal)).collect();
            Sorted::Regular(regular.sequence.iter().map(symbols).collect(), regular.automaton.clone())
        }
        Constraint::Same(same) => {
            let place = |[one, other]: [Literal; 2]| {
                let (one, other) = (image(one), image(other));
                [one.min(other), one.max(other)]
            };
            let mut places: Vec<[Literal; 2]> = same.places().map(place).collect();
            places.sort_unstable();
            Sorted::Same(image(same.equal), places)
        }
    }
}

fn number(relation: Relation) -> i8 {
    match relation {
        Relation::AtMost => -1,
        Relation::Equal => 0,
        Relation::AtLeast => 1,
    }
}

/// Sorts the vertices by colour refinement: first by their own labels, then by their neighbours' ranks until no class
/// splits. Ties keep their original order, so isomorphic graphs may have different results, but different graphs never
/// have equal ones.
fn sorted(graph: &Graph, measures: &[Measure], image: &dyn Fn(Literal) -> Literal) -> SortedGraph {
    let mut vertices: Vec<Vertex> = graph.vertices.iter().map(|when| (when.map(image), Vec::new())).collect();
    for measure in measures {
        for (vertex, &weight) in vertices.iter_mut().zip(&measure.weights) {
            vertex.1.push((weight, Vec::new()));
        }
        for &Demand { vertex, when, relation, bound } in &measure.demands {
            if let Some((_, demands)) = vertices[vertex].1.last_mut() {
                demands.push((when.map(image), number(relation), bound));
            }
        }
    }
    vertices.iter_mut().flat_map(|vertex| &mut vertex.1).for_each(|(_, demands)| demands.sort_unstable());
    let (mut ranks, mut count) = ranks(&vertices);
    let edges: Vec<([usize; 2], Option<Literal>)> =
        graph.edges.iter().map(|edge| (edge.ends, edge.when.map(image))).collect();
    loop {
        let mut around: Vec<(usize, Vec<Neighbour>)> = ranks.iter().map(|&rank| (rank, Vec::new())).collect();
        for &([one, other], when) in &edges {
            around[one].1.push((when, ranks[other]));
            around[other].1.push((when, ranks[one]));
        }
        around.iter_mut().for_each(|(_, neighbours)| neighbours.sort_unstable());
        let (finer, classes) = self::ranks(&around);
        if classes == count {
            break;
        }
        (ranks, count) = (finer, classes);
    }
    let mut order: Vec<usize> = (0..vertices.len()).collect();
    order.sort_by_key(|&vertex| ranks[vertex]);
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
    let placed = |(ends, when): ([usize; 2], Option<Literal>)| {
        let [one, other] = ends.map(|end| place[end]);
        (one.min(other), one.max(other), when)
    };
    let mut edges: Vec<_> = edges.into_iter().map(placed).collect();
    edges.sort_unstable();
    SortedGraph { vertices: order.into_iter().map(|vertex| std::mem::take(&mut vertices[vertex])).collect(), edges }
}

/// Returns the rank of each item (the number of distinct smaller items) and the number of distinct items.
fn ranks<T: Ord>(items: &[T]) -> (Vec<usize>, usize) {
    let mut different: Vec<&T> = items.iter().collect();
    different.sort_unstable();
    different.dedup();
    (items.iter().map(|item| different.partition_point(|other| *other < item)).collect(), different.len())
}

/// Returns the variables, sorted, of an exactly-one constraint over distinct Boolean variables.
pub(super) fn exactly_one(constraint: &Constraint) -> Option<Vec<BoolVar>> {
    let Constraint::Sum { terms, relation: Relation::Equal, bound: 1 } = constraint else { return None };
    let variable = |term: &Term| match (term.coefficient, term.operand) {
        (1, Operand::Literal(Literal { atom: Atom::Boolean(variable), negated: false })) => Some(variable),
        _ => None,
    };
    let mut variables: Vec<BoolVar> = terms.iter().map(variable).collect::<Option<_>>()?;
    variables.sort_unstable();
    variables.windows(2).all(|pair| pair[0] != pair[1]).then_some(variables)
}

#[cfg(test)]
mod tests {
    use super::super::{Components, Edge, Origin, Regular};
    use super::*;

    fn problem(constraint: Constraint) -> Problem {
        let mut problem = Problem::new();
        for index in 0..4 {
            problem.boolean(format!("b{index}"));
        }
        let rule = problem.origin(Origin::named(0, "rule"));
        problem.post(rule, constraint);
        problem
    }

    /// Four cells in a row, the vertices numbered by `order`.
    fn row(order: [usize; 4], demanded: usize) -> Constraint {
        let mut vertices = vec![None; 4];
        (0..4).for_each(|cell| vertices[order[cell]] = Some(BoolVar(cell as u32).into()));
        let edges = (1..4).map(|cell| Edge { ends: [order[cell], order[cell - 1]], when: None }).collect();
        let demand = Demand { vertex: order[demanded], when: None, relation: Relation::Equal, bound: 2 };
        let measures = vec![Measure { weights: vec![1; 4], demands: vec![demand] }];
        Constraint::Components(Components { graph: Graph { vertices, edges }, measures })
    }

    #[test]
    fn vertex_numbering_does_not_matter() {
        let plain = problem(row([0, 1, 2, 3], 1));
        assert!(same(&plain, &problem(row([2, 0, 3, 1], 1))));
        assert!(!same(&plain, &problem(row([2, 0, 3, 1], 2))), "it is demanded elsewhere");
        // After a reversal the second vertex from one end is the second from the other end.
        let turned = |literal: Literal| match literal.atom {
            Atom::Boolean(BoolVar(index)) => Literal { atom: Atom::Boolean(BoolVar(3 - index)), ..literal },
            _ => literal,
        };
        assert_eq!(
            sorted_required(&problem(row([0, 1, 2, 3], 2)), &turned),
            sorted_required(&plain, &|literal| literal)
        );
        // Vertices without literals are distinguished by their edges: a path is not a star.
        let always = |edges: [[usize; 2]; 3]| {
            let edges = edges.map(|ends| Edge { ends, when: Some(BoolVar(0).into()) }).to_vec();
            problem(Constraint::Connected(Graph { vertices: vec![None; 4], edges }))
        };
        let path = always([[0, 1], [1, 2], [2, 3]]);
        assert!(!same(&path, &always([[0, 1], [0, 2], [0, 3]])));
        assert!(same(&path, &always([[1, 0], [2, 1], [3, 2]])));
    }

    #[test]
    fn words_and_conditions_are_distinguished() {
        let word = |accepting: bool| {
            let automaton = Automaton { start: 0, accepting: vec![accepting], next: vec![vec![Some(0), None]] };
            let sequence = vec![vec![BoolVar(0).into(), !BoolVar(0)]];
            problem(Constraint::Regular(Regular { sequence, automaton }))
        };
        assert!(same(&word(true), &word(true)) && !same(&word(true), &word(false)));
        let when = |when: &[u32]| {
            let when = when.iter().map(|&index| BoolVar(index).into()).collect();
            problem(Constraint::If { when, then: Box::new(Constraint::at_most(1, [2, 3].map(|b| BoolVar(b).into()))) })
        };
        assert!(same(&when(&[0, 1]), &when(&[1, 0])) && !same(&when(&[0]), &when(&[1])));
    }
}
