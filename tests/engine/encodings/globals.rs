//! Encodings of graphs and words: small random ones, every assignment, every claim.

use super::engine::{Engine, assignments, value};
use super::{level, partials};
use boardwright_base::random::Random;
use boardwright_ir::constraint::{
    Assignment, Automaton, BoolVar, Components, Constraint, Demand, Edge, Graph, Literal, Measure, Origin, Problem,
    Regular, Relation, Roles,
};
use boardwright_sat::cnf::Lit;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::encode::{Consistency, Counts, ENCODINGS, Encode, Encoding, Kind, Size};
use boardwright_sat::cnf::lower::Lowered;
use boardwright_solvers::pipeline::to_cnf;

/// A constraint over a number of Boolean variables, with the numbers that its sizes depend on.
struct Case {
    constraint: Constraint,
    variables: usize,
    n: usize,
    k: usize,
    title: String,
}

fn literal(random: &mut Random, variables: usize) -> Literal {
    let literal: Literal = BoolVar(random.within(0, variables as i64 - 1) as u32).into();
    if random.within(0, 3) == 0 { !literal } else { literal }
}

fn perhaps(random: &mut Random, variables: usize) -> Option<Literal> {
    (random.within(0, 3) > 0).then(|| literal(random, variables))
}

/// Up to seven vertices; the first as often as not is there with a variable of its own.
fn graph(random: &mut Random, variables: usize) -> Graph {
    let count = random.within(0, 7) as usize;
    let own = random.within(0, 1) == 0;
    let vertex = |index: usize, random: &mut Random| match own && index < variables {
        true => Some(BoolVar(index as u32).into()),
        false => perhaps(random, variables),
    };
    let vertices: Vec<Option<Literal>> = (0..count).map(|index| vertex(index, random)).collect();
    let edges = if count == 0 { 0 } else { random.within(0, 10) };
    let end = |random: &mut Random| random.within(0, count as i64 - 1) as usize;
    let edge = |random: &mut Random| {
        let ends = [end(random), end(random)];
        Edge { ends, when: if random.within(0, 1) == 0 { None } else { perhaps(random, variables) } }
    };
    Graph { vertices, edges: (0..edges).map(|_| edge(random)).collect() }
}

/// Sometimes one of some vertices in each component, and a number given at these.
fn components(random: &mut Random, variables: usize) -> Components {
    let graph = graph(random, variables);
    let count = graph.vertices.len();
    let clued = random.within(0, 1) == 0;
    let mut measures = Vec::new();
    if clued && count > 0 {
        let weights: Vec<i64> = (0..count).map(|_| i64::from(random.within(0, 2) == 0)).collect();
        let one = |vertex| Demand { vertex, when: None, relation: Relation::Equal, bound: 1 };
        let size = |vertex: &usize| weights[*vertex] == 1;
        let sizes = (0..count).filter(size).map(|vertex| {
            let when = if random.within(0, 3) == 0 { perhaps(random, variables) } else { None };
            let relation = random.one_of(&[Relation::Equal, Relation::Equal, Relation::AtMost]);
            Demand { vertex, when, relation, bound: random.within(1, 4) }
        });
        let sizes = Measure { weights: vec![1; count], demands: sizes.collect() };
        measures.push(Measure { weights, demands: (0..count).map(one).collect() });
        measures.push(sizes);
    }
    for _ in 0..if count == 0 { 0 } else { random.within(0, 2) } {
        let heavy = random.within(1, 3);
        let weights: Vec<i64> = (0..count).map(|_| random.within(0, heavy)).collect();
        let relations = [Relation::AtMost, Relation::Equal, Relation::AtLeast];
        let mut demands: Vec<Demand> = (0..random.within(0, 4))
            .map(|_| Demand {
                vertex: random.within(0, count as i64 - 1) as usize,
                when: perhaps(random, variables),
                relation: random.one_of(&relations),
                bound: random.within(-1, 5),
            })
            .collect();
        // Bounds under conditions of which one always holds.
        if random.within(0, 2) == 0 {
            for vertex in 0..count {
                let when = literal(random, variables);
                for (when, bound) in [(when, random.within(0, 3)), (!when, random.within(0, 3))] {
                    demands.push(Demand { vertex, when: Some(when), relation: Relation::AtMost, bound });
                }
            }
        }
        measures.push(Measure { weights, demands });
    }
    Components { graph, measures }
}

fn regular(random: &mut Random, variables: usize) -> Regular {
    let (states, symbols) = (random.within(1, 4) as usize, random.within(1, 3) as usize);
    let next = |random: &mut Random| (random.within(0, 3) > 0).then(|| random.within(0, states as i64 - 1) as usize);
    let automaton = Automaton {
        start: 0,
        accepting: (0..states).map(|_| random.within(0, 1) == 0).collect(),
        next: (0..states).map(|_| (0..symbols).map(|_| next(random)).collect()).collect(),
    };
    let mut variable = 0;
    let mut sequence = Vec::new();
    for _ in 0..random.within(0, 4) {
        // Two symbols are a variable and its negation; others have a variable each, or whatever there is.
        let own = if symbols == 2 { 1 } else { symbols };
        if variable + own <= variables {
            let fresh = (variable..variable + own).map(|index| Literal::from(BoolVar(index as u32)));
            let fresh: Vec<Literal> = fresh.collect();
            sequence.push(if symbols == 2 { vec![!fresh[0], fresh[0]] } else { fresh });
            variable += own;
        } else if random.within(0, 3) == 0 {
            sequence.push((0..symbols).map(|_| literal(random, variables)).collect());
        }
    }
    Regular { sequence, automaton }
}

fn cases(kind: Kind, seeds: std::ops::Range<u64>) -> impl Iterator<Item = Case> {
    seeds.map(move |seed| {
        let random = &mut Random(seed);
        let variables = random.within(1, 7) as usize;
        let (constraint, n, k) = match kind {
            Kind::Connected => {
                let graph = graph(random, variables);
                let (n, k) = (graph.vertices.len(), graph.edges.len());
                (Constraint::Connected(graph), n, k)
            }
            Kind::Components => {
                let components = components(random, variables);
                let (n, k) = (components.graph.vertices.len(), components.graph.edges.len());
                (Constraint::Components(components), n, k)
            }
            _ => {
                let regular = regular(random, variables);
                let (n, k) = (regular.sequence.len(), regular.automaton.next.iter().flatten().flatten().count());
                (Constraint::Regular(regular), n, k)
            }
        };
        Case { title: format!("seed {seed}: {constraint:?}"), constraint, variables, n, k }
    })
}

fn encodings() -> impl Iterator<Item = &'static Encoding> {
    let makes_clauses = |encoding: &&Encoding| !matches!(encoding.encode, Encode::Propagated);
    ENCODINGS.iter().filter(|encoding| encoding.kind.is_decomposed()).filter(makes_clauses)
}

fn lowered(case: &Case, encoding: &Encoding, when: Option<Literal>) -> Lowered {
    let mut problem = Problem::new();
    for index in 0..case.variables {
        problem.boolean(format!("b{index}"));
    }
    let rule = problem.origin(Origin::named(0, "case"));
    problem.post(
        rule,
        match when {
            None => case.constraint.clone(),
            Some(when) => Constraint::If { when: vec![when], then: Box::new(case.constraint.clone()) },
        },
    );
    let mut choice = Selection::default();
    choice.set(encoding.kind.name(), encoding.name).expect("it is registered");
    let lowered = to_cnf(&problem, &choice, Roles::FAITHFUL).unwrap_or_else(|error| panic!("{}: {error}", case.title));
    assert!(lowered.ranges().iter().all(|&(index, _)| index == 0), "every clause is of the only constraint");
    lowered
}

fn known(values: &[Option<bool>]) -> Vec<Lit> {
    let literal = |(index, value): (usize, &Option<bool>)| value.map(|value| Lit::new(index as u32, !value));
    values.iter().enumerate().filter_map(literal).collect()
}

fn all_known(values: &[bool]) -> Vec<Lit> {
    known(&values.iter().copied().map(Some).collect::<Vec<_>>())
}

fn holds(case: &Case, values: &[bool]) -> bool {
    case.constraint.holds(&Assignment { booleans: values.to_vec(), integers: Vec::new() })
}

#[test]
fn every_assignment_has_models_exactly_where_the_constraint_holds() {
    for encoding in encodings() {
        let (mut single, mut some, mut none) = (true, 0, 0);
        for case in cases(encoding.kind, 0..300) {
            let lowered = lowered(&case, encoding, None);
            let engine = Engine::new(&lowered.cnf);
            for values in assignments(case.variables) {
                let models = engine.models(&all_known(&values), 2);
                assert_eq!(!models.is_empty(), holds(&case, &values), "{} {values:?}, {}", encoding.name, case.title);
                assert!(models.iter().all(|model| lowered.assignment(model).booleans == values));
                single &= models.len() < 2;
                some += usize::from(!models.is_empty());
                none += usize::from(models.is_empty());
            }
        }
        let shown = if single { Counts::Preserved } else { Counts::Projected };
        assert_eq!(encoding.counts, shown, "{} {}", encoding.kind.name(), encoding.name);
        assert!(some > 1000 && none > 1000, "{} {}: {some} and {none}", encoding.kind.name(), encoding.name);
    }
}

#[test]
fn under_a_condition_nothing_is_said_where_that_does_not_hold() {
    for encoding in encodings() {
        for mut case in cases(encoding.kind, 400..500) {
            case.variables += 1;
            let when: Literal = BoolVar(case.variables as u32 - 1).into();
            let lowered = lowered(&case, encoding, Some(when));
            let engine = Engine::new(&lowered.cnf);
            for values in assignments(case.variables) {
                let models = engine.models(&all_known(&values), 1);
                let expected = !values[case.variables - 1] || holds(&case, &values);
                assert_eq!(!models.is_empty(), expected, "{} {values:?}, {}", encoding.name, case.title);
            }
        }
    }
}

#[test]
fn sizes_are_as_documented() {
    for encoding in encodings() {
        for case in cases(encoding.kind, 0..300) {
            if let Constraint::Components(components) = &case.constraint
                && (components.measures.len() > 1
                    || components
                        .measures
                        .iter()
                        .any(|m| m.weights.iter().any(|&w| w > 1) || m.demands.len() > 2 * case.n))
            {
                continue;
            }
            if let Constraint::Regular(regular) = &case.constraint {
                let symbols = regular.automaton.next[0].len();
                let led = |symbol: usize| regular.automaton.next.iter().any(|next| next[symbol].is_some());
                if !(0..symbols).all(led) {
                    continue;
                }
            }
            let cnf = lowered(&case, encoding, None).cnf;
            let (variables, clauses) = (cnf.variables() - case.variables, cnf.len());
            match (encoding.size)(case.n, case.k, true) {
                Size::Exact { variables: v, clauses: c } => assert_eq!((variables, clauses), (v, c), "{}", case.title),
                Size::AtMost { variables: v, clauses: c } => {
                    let within = variables <= v && clauses <= c;
                    assert!(within, "{}: {variables}, {clauses} > {v}, {c}, {}", encoding.name, case.title);
                }
            }
        }
    }
}

/// Whether a word has a variable at several positions, or as several symbols that are not each other's negation: then what
/// every step of it finds is not all there is to find.
fn repeats(case: &Case) -> bool {
    let Constraint::Regular(Regular { sequence, .. }) = &case.constraint else { return false };
    let mut atoms: Vec<_> = Vec::new();
    for symbols in sequence {
        match symbols[..] {
            [one, other] if one == !other => atoms.push(one.atom),
            _ => atoms.extend(symbols.iter().map(|literal| literal.atom)),
        }
    }
    let count = atoms.len();
    atoms.sort_unstable();
    atoms.dedup();
    atoms.len() < count
}

#[test]
fn propagation_finds_what_it_claims_and_claims_what_it_finds() {
    for encoding in encodings() {
        let (mut missed_check, mut missed_conflict, mut missed_literal) = (None, None, None);
        for case in cases(encoding.kind, 0..300).filter(|case| case.variables <= 5 && !repeats(case)) {
            let engine = Engine::new(&lowered(&case, encoding, None).cnf);
            let solutions: Vec<Vec<bool>> = assignments(case.variables).filter(|values| holds(&case, values)).collect();
            for partial in partials(case.variables) {
                let agrees = |values: &&Vec<bool>| {
                    partial.iter().zip(*values).all(|(known, value)| known.is_none_or(|known| known == *value))
                };
                let mut possible = solutions.iter().filter(agrees);
                let expected = possible.next().map(|first| {
                    let mut forced: Vec<Option<bool>> = first.iter().copied().map(Some).collect();
                    for other in possible {
                        forced.iter_mut().zip(other).for_each(|(known, value)| *known = known.filter(|k| k == value));
                    }
                    forced
                });
                let found = engine.propagate(&known(&partial)).map(|found| {
                    (0..case.variables).map(|index| value(&found, Lit::new(index as u32, false))).collect::<Vec<_>>()
                });
                let context = || format!("{partial:?}, {}", case.title);
                match (found, expected) {
                    (None, Some(_)) => panic!("{}: a false conflict: {}", encoding.name, context()),
                    (Some(_), None) if partial.iter().all(Option::is_some) => missed_check = Some(context()),
                    (Some(_), None) => missed_conflict = Some(context()),
                    (found, expected) if found != expected => missed_literal = Some(context()),
                    _ => {}
                }
            }
        }
        let shown = match missed_check {
            // Graphs of up to five vertices are eliminated whole; only what is left of larger ones has labels.
            None if encoding.name == "labels" => {
                assert_eq!(level(&(missed_conflict, missed_literal)), Consistency::Check);
                Consistency::Search
            }
            Some(_) => Consistency::Search,
            None => level(&(missed_conflict, missed_literal)),
        };
        assert_eq!(encoding.consistency, shown, "{} {}", encoding.kind.name(), encoding.name);
    }
}

/// Every pair of 320 vertices is joined: C(320, 3) triangles are more than five millions.
#[test]
fn what_would_join_too_many_is_refused() {
    let mut problem = Problem::new();
    let vertices: Vec<Option<Literal>> = (0..320).map(|_| Some(problem.boolean("").into())).collect();
    let pairs = (0..320).flat_map(|one| (0..one).map(move |other| [one, other]));
    let graph = Graph { vertices, edges: pairs.map(|ends| Edge { ends, when: None }).collect() };
    let rule = problem.origin(Origin::named(0, "all"));
    problem.post(rule, Constraint::Connected(graph));
    let refused = |choice: &str| {
        let mut selection = Selection::default();
        selection.parse(choice).expect("the names exist");
        to_cnf(&problem, &selection, Roles::FAITHFUL).err().map(|error| error.to_string())
    };
    assert_eq!(
        refused("connected=elimination").as_deref(),
        Some(
            "the connected encoding `elimination` does not apply: eliminating 320 vertices joins more than 5000000 pairs of their \
             neighbours"
        )
    );
    assert_eq!(
        refused("connected=levels").as_deref(),
        Some(
            "the connected encoding `levels` does not apply: 320 vertices and 51040 edges may need more than 5000000 clauses"
        )
    );
}

/// The largest boards there are: a thousand cells and more, clues of a Nurikabe on some, and no more clauses than a solver
/// reads at once.
#[test]
fn large_boards_are_few_clauses() {
    let (rows, columns) = (31, 45);
    let mut problem = Problem::new();
    let land: Vec<Literal> = (0..rows * columns).map(|_| problem.boolean("").into()).collect();
    let right = (0..rows * columns).filter(|cell| cell % columns + 1 < columns).map(|cell| [cell, cell + 1]);
    let down = (0..(rows - 1) * columns).map(|cell| [cell, cell + columns]);
    let edges: Vec<Edge> = right.chain(down).map(|ends| Edge { ends, when: None }).collect();
    let graph = |sign: bool| {
        let vertices = land.iter().map(|&cell| Some(if sign { cell } else { !cell })).collect();
        Graph { vertices, edges: edges.clone() }
    };
    let clues: Vec<usize> = (0..rows * columns).filter(|cell| cell % 9 == 4).collect();
    let demand = |vertex, bound| Demand { vertex, when: None, relation: Relation::Equal, bound };
    let one = Measure {
        weights: (0..rows * columns).map(|cell| i64::from(clues.contains(&cell))).collect(),
        demands: (0..rows * columns).map(|cell| demand(cell, 1)).collect(),
    };
    let sizes = clues.iter().map(|&cell| demand(cell, 1 + cell as i64 % 8)).collect();
    let size = Measure { weights: vec![1; rows * columns], demands: sizes };
    let rule = problem.origin(Origin::named(0, "islands"));
    problem.post(rule, Constraint::Components(Components { graph: graph(true), measures: vec![one, size] }));
    let sea = problem.origin(Origin::named(0, "sea"));
    problem.post(sea, Constraint::Connected(graph(false)));
    let lowered = to_cnf(&problem, &Selection::default(), Roles::FAITHFUL).expect("it applies");
    assert!(lowered.cnf.len() < 2_500_000, "{} clauses", lowered.cnf.len());
}
