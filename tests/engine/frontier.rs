//! The route `frontier`: random problems against brute force, and known numbers.

use boardwright_base::budget::{Budget, Refused};
use boardwright_base::random::Random;
use boardwright_frontier::layers::count;
use boardwright_frontier::lower::{Lowered, NotFrontier, lower};
use boardwright_frontier::{Reach, order};
use boardwright_ir::constraint::origin::{BuiltIn, RuleId};
use boardwright_ir::constraint::{
    Assignment, Automaton, Components, Constraint, Demand, Edge, Graph, IntVar, Literal, Measure, Origin, Problem,
    Regular, Relation, Term,
};
use boardwright_solvers::backend::FrontierCount;
use std::collections::BTreeSet;

/// The number of assignments of the decision variables that extend to a solution.
fn brute_force(problem: &Problem) -> usize {
    let booleans = problem.booleans().len();
    let mut integers: Vec<Vec<i64>> = vec![vec![]];
    for integer in problem.integers() {
        let longer = |part: Vec<i64>| integer.domain.clone().map(move |value| [part.clone(), vec![value]].concat());
        integers = integers.into_iter().flat_map(longer).collect();
    }
    let mut found = BTreeSet::new();
    for bits in 0..1u32 << booleans {
        for integers in &integers {
            let booleans: Vec<bool> = (0..booleans).map(|index| bits >> index & 1 == 1).collect();
            let assignment = Assignment { booleans, integers: integers.clone() };
            if problem.holds(&assignment) {
                let decisions = assignment.booleans.iter().zip(problem.booleans());
                let decisions: Vec<bool> = decisions.filter(|(_, b)| b.decision).map(|(&value, _)| value).collect();
                found.insert((decisions, assignment.integers));
            }
        }
    }
    found.len()
}

/// Counts with the chosen order, or the given one; the example is checked.
fn swept(problem: &Problem, lowered: &Lowered, given: Option<&[usize]>) -> Option<usize> {
    let ordered = match given {
        Some(order) => order::ordered(&lowered.form, order).ok()?,
        None => order::best(&lowered.form, &Budget::none()).expect("there is no limit").ok()?,
    };
    match count(&lowered.form, &ordered, Reach::ALL, &Budget::none()) {
        FrontierCount::Exactly { count, example, .. } => {
            let number = count.to_string().parse().expect("the number is small");
            assert_eq!(example.is_some(), number > 0);
            assert!(example.is_none_or(|values| problem.holds(&lowered.assignment(&values))), "{problem:?}");
            Some(number)
        }
        other => panic!("{other:?}: {problem:?}"),
    }
}

pub(crate) struct Pool {
    pub(crate) literals: Vec<Literal>,
    pub(crate) integers: Vec<IntVar>,
}

impl Pool {
    fn literal(&self, random: &mut Random) -> Literal {
        let literal = match random.below(4) {
            0 if !self.integers.is_empty() => random.one_of(&self.integers).equals(random.within(-1, 3)),
            1 if !self.integers.is_empty() => random.one_of(&self.integers).at_least(random.within(-1, 3)),
            _ => random.one_of(&self.literals),
        };
        if random.below(2) == 0 { literal } else { !literal }
    }

    pub(crate) fn terms(&self, random: &mut Random) -> Vec<Term> {
        let weighted = random.below(3) == 0;
        let term = |random: &mut Random| {
            let coefficient = if weighted { random.within(-3, 3) } else { 1 };
            match random.below(5) {
                0 if !self.integers.is_empty() => Term::integer(coefficient, random.one_of(&self.integers)),
                _ => Term::literal(coefficient, self.literal(random)),
            }
        };
        (0..random.below(7)).map(|_| term(random)).collect()
    }

    fn graph(&self, random: &mut Random) -> Graph {
        let count = 2 + random.below(4);
        let vertices = (0..count).map(|_| (random.below(4) > 0).then(|| self.literal(random))).collect();
        let edge = |random: &mut Random| {
            let ends = [random.below(count), random.below(count)];
            Edge { ends, when: (random.below(2) == 0).then(|| self.literal(random)) }
        };
        Graph { vertices, edges: (0..random.below(8)).map(|_| edge(random)).collect() }
    }

    fn components(&self, random: &mut Random) -> Components {
        let graph = self.graph(random);
        let count = graph.vertices.len();
        let demand = |random: &mut Random| Demand {
            vertex: random.below(count),
            when: (random.below(2) == 0).then(|| self.literal(random)),
            relation: random.one_of(&[Relation::AtMost, Relation::Equal, Relation::AtLeast]),
            bound: random.within(-1, 5),
        };
        let measure = |random: &mut Random| Measure {
            weights: (0..count).map(|_| random.within(0, 3)).collect(),
            demands: (0..random.below(4)).map(|_| demand(random)).collect(),
        };
        Components { graph, measures: (0..random.below(3)).map(|_| measure(random)).collect() }
    }

    fn plain(&self, random: &mut Random) -> Constraint {
        match random.below(4) {
            0 => Constraint::clause((0..=random.below(4)).map(|_| self.literal(random))),
            1 => Constraint::Modular {
                terms: self.terms(random),
                modulus: random.within(1, 4),
                residue: random.within(-3, 5),
            },
            _ => Constraint::Sum {
                terms: self.terms(random),
                relation: random.one_of(&[Relation::AtMost, Relation::Equal, Relation::AtLeast]),
                bound: random.within(-2, 4),
            },
        }
    }
}

/// Plain constraints, conditions, graphs, words, and auxiliary variables with definitions or without.
pub(crate) fn random_problem(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let mut literals: Vec<Literal> = (0..random.within(1, 7)).map(|_| problem.boolean("").into()).collect();
    let integers: Vec<IntVar> = (0..random.below(3)).map(|_| problem.integer("", 0..=random.within(0, 3))).collect();
    let rule = problem.origin(Origin::named(0, "random"));
    for _ in 0..random.below(3) {
        let whole = Literal::from(problem.auxiliary(""));
        let pool = Pool { literals: literals.clone(), integers: integers.clone() };
        let parts: Vec<Literal> = (0..2 + random.below(2)).map(|_| pool.literal(random)).collect();
        if random.below(4) > 0 {
            parts.iter().for_each(|&part| problem.post(rule, Constraint::implies(whole, [part])));
            problem.post(rule, Constraint::clause(parts.iter().map(|&part| !part).chain([whole])));
        }
        literals.push(whole);
    }
    let pool = Pool { literals, integers };
    if random.below(3) == 0 {
        let group: Vec<Literal> = pool.literals.iter().copied().take(3).collect();
        problem.post(rule, Constraint::exactly(1, group));
    }
    for _ in 0..=random.below(4) {
        let constraint = match random.below(8) {
            0 => match random.below(3) {
                0 => Constraint::Connected(pool.graph(random)),
                1 => Constraint::Acyclic(pool.graph(random)),
                _ => Constraint::Components(pool.components(random)),
            },
            1 | 2 => {
                let when = (0..=random.below(2)).map(|_| pool.literal(random)).collect();
                Constraint::If { when, then: Box::new(pool.plain(random)) }
            }
            3 => {
                let states = 1 + random.below(3);
                let next = |random: &mut Random| (random.below(4) > 0).then(|| random.below(states));
                let automaton = Automaton {
                    start: random.below(states),
                    accepting: (0..states).map(|_| random.below(2) == 0).collect(),
                    next: (0..states).map(|_| vec![next(random), next(random)]).collect(),
                };
                let length = random.below(pool.literals.len() + 1);
                let sequence = pool.literals[..length].iter().map(|&literal| vec![!literal, literal]).collect();
                let word = Constraint::Regular(Regular { sequence, automaton });
                match random.below(3) {
                    0 => Constraint::If { when: vec![pool.literal(random)], then: Box::new(word) },
                    _ => word,
                }
            }
            _ => pool.plain(random),
        };
        problem.post(rule, constraint);
    }
    problem
}

#[test]
fn random_problems_have_the_count_of_brute_force() {
    let (mut counted, mut jumps, mut refused) = (0, 0, 0);
    for seed in 0..3000 {
        let mut random = Random(seed);
        let problem = random_problem(&mut random);
        let lowered = match lower(&problem, &Budget::none()) {
            Ok(lowered) => lowered,
            Err(Refused::Inapplicable(_)) => {
                refused += 1;
                continue;
            }
            Err(stop) => panic!("seed {seed}: {stop}"),
        };
        let expected = brute_force(&problem);
        let what = format!("seed {seed}: {problem:?}\n{lowered:?}");
        let order = random.permutation(lowered.form.sizes.len());
        for found in [swept(&problem, &lowered, None), swept(&problem, &lowered, Some(&order))] {
            match found {
                Some(found) => assert_eq!(found, expected, "{what}\n{order:?}"),
                None => jumps += 1,
            }
        }
        counted += usize::from(expected > 1);
    }
    assert!(counted > 1000 && jumps < 10 && refused < 600, "{counted} counted, {jumps} jumps, {refused} refused");
}

/// Lines between neighbouring points: a loop, or with `all` one through all points.
pub(crate) fn loops(rows: usize, columns: usize, all: bool) -> Problem {
    let mut problem = Problem::new();
    let mut at: Vec<Vec<Literal>> = vec![Vec::new(); rows * columns];
    let mut edges = Vec::new();
    for point in 0..rows * columns {
        let right = (point % columns + 1 < columns).then_some(point + 1);
        let below = (point + columns < rows * columns).then_some(point + columns);
        for other in right.into_iter().chain(below) {
            let line = Literal::from(problem.boolean(""));
            at[point].push(line);
            at[other].push(line);
            edges.push(Edge { ends: [point, other], when: Some(line) });
        }
    }
    let rule = problem.origin(Origin::named(0, "loop"));
    problem.post(rule, Constraint::clause(edges.iter().filter_map(|edge| edge.when)));
    let mut vertices = Vec::new();
    for lines in &at {
        let there = Literal::from(problem.auxiliary("there"));
        lines.iter().for_each(|&line| problem.post(rule, Constraint::implies(line, [there])));
        problem.post(rule, Constraint::implies(there, lines.iter().copied()));
        problem.post(rule, Constraint::at_most(2, lines.iter().copied()));
        for &line in lines {
            let others = lines.iter().copied().filter(|&other| other != line);
            problem.post(rule, Constraint::implies(line, others));
        }
        if all {
            problem.post(rule, Constraint::at_least(2, lines.iter().copied()));
        }
        vertices.push(Some(there));
    }
    problem.post(rule, Constraint::Connected(Graph { vertices, edges }));
    problem
}

fn number(problem: &Problem) -> (String, usize) {
    let lowered = lower(problem, &Budget::none()).expect("it has automata");
    let ordered = order::best(&lowered.form, &Budget::none()).expect("there is no limit").expect("it has automata");
    match count(&lowered.form, &ordered, Reach::ALL, &Budget::none()) {
        FrontierCount::Exactly { count, states, .. } => (count.to_string(), states),
        other => panic!("{other:?}"),
    }
}

/// OEIS A140517 and A003763.
#[test]
fn loops_on_grids_have_the_known_numbers() {
    for (side, known) in [(2, "1"), (3, "13"), (4, "213"), (5, "9349"), (6, "1222363"), (7, "487150371")] {
        assert_eq!(number(&loops(side, side, false)).0, known, "{side}");
    }
    for (side, known) in [(2, "1"), (4, "6"), (6, "1072"), (8, "4638576")] {
        assert_eq!(number(&loops(side, side, true)).0, known, "{side}");
    }
}

/// A variable of a graph is defined by one that is removed, which two sums determine.
#[test]
fn removed_variables_determine_others() {
    let mut problem = Problem::new();
    let cells: Vec<Literal> = (0..4).map(|_| problem.boolean("").into()).collect();
    let [many, whole] = [(); 2].map(|()| Literal::from(problem.auxiliary("")));
    let rule = problem.origin(Origin::named(0, "connected if many"));
    for (when, number) in
        [(many, Constraint::at_least(2, cells.clone())), (!many, Constraint::at_most(1, cells.clone()))]
    {
        problem.post(rule, Constraint::If { when: vec![when], then: Box::new(number) });
    }
    [many, cells[0]].into_iter().for_each(|part| problem.post(rule, Constraint::implies(whole, [part])));
    problem.post(rule, Constraint::clause([!many, !cells[0], whole]));
    let edges = vec![Edge { ends: [0, 1], when: None }, Edge { ends: [1, 2], when: None }];
    let vertices = vec![Some(whole), Some(cells[1]), Some(cells[2])];
    problem.post(rule, Constraint::Connected(Graph { vertices, edges }));
    assert_eq!(number(&problem).0, brute_force(&problem).to_string());
}

/// Lines between neighbouring points without a cycle; with `tree`, one fewer than points.
fn forests(side: usize, tree: bool) -> Problem {
    let mut problem = Problem::new();
    let mut edges = Vec::new();
    for point in 0..side * side {
        let right = (point % side + 1 < side).then_some(point + 1);
        let below = (point + side < side * side).then_some(point + side);
        let line = |other: usize| Edge { ends: [point, other], when: Some(problem.boolean("").into()) };
        edges.extend(right.into_iter().chain(below).map(line));
    }
    let rule = problem.origin(Origin::named(0, "no cycle"));
    let lines: Vec<Literal> = edges.iter().filter_map(|edge| edge.when).collect();
    problem.post(rule, Constraint::Acyclic(Graph { vertices: vec![None; side * side], edges }));
    if tree {
        problem.post(rule, Constraint::exactly((side * side) as i64 - 1, lines));
    }
    problem
}

/// OEIS A007341 and A080691.
#[test]
fn trees_and_forests_on_grids_have_the_known_numbers() {
    for (side, tree, known) in [(2, false, "15"), (3, false, "3102"), (4, false, "8790016"), (4, true, "100352")] {
        assert_eq!(number(&forests(side, tree)).0, known, "{side}, {tree}");
    }
    // A tree needs no number of lines in its states: as many as partitions without crossings.
    let (count, states) = number(&forests(6, true));
    assert_eq!(count, "32565539635200");
    assert!(states <= 429, "{states} states");
}

/// Kings that do not attack each other, OEIS A063443; a long board is swept along its shorter side, however it is turned.
#[test]
fn kings_are_counted_however_the_rule_is_written() {
    let kings = |rows: i64, columns: i64, in_pairs: bool| {
        let mut problem = Problem::new();
        let cells: Vec<Literal> = (0..rows * columns).map(|_| problem.boolean("").into()).collect();
        let rule = problem.origin(Origin::named(0, "kings"));
        for cell in 0..rows * columns {
            let (row, column) = (cell / columns, cell % columns);
            let near = (0..rows * columns).filter(|&other| {
                other != cell && (other / columns - row).abs() < 2 && (other % columns - column).abs() < 2
            });
            let near: Vec<Literal> = near.map(|other| cells[other as usize]).collect();
            let own = cells[cell as usize];
            if in_pairs {
                near.iter().for_each(|&other| problem.post(rule, Constraint::at_most(1, [own, other])));
            } else {
                let none = Constraint::exactly(0, near);
                problem.post(rule, Constraint::If { when: vec![own], then: Box::new(none) });
            }
        }
        number(&problem)
    };
    assert_eq!(kings(8, 8, true).0, "1355115601");
    assert_eq!(kings(8, 8, false), kings(8, 8, true));
    let (tall, wide) = (kings(20, 5, true), kings(5, 20, true));
    assert_eq!(tall.0, wide.0);
    assert!(wide.1 <= 4 * tall.1, "{} states, {} for the board as it is turned", wide.1, tall.1);
}

/// Given cells are variables with one value; they have no place in an example.
#[test]
fn examples_of_more_than_a_word_have_variables_with_one_value() {
    let mut problem = Problem::new();
    let literals: Vec<Literal> = (0..66).map(|_| problem.boolean("").into()).collect();
    let rule = problem.origin(Origin::named(0, "at most one, and the given"));
    // The bits of 64 Booleans fill the first word.
    problem.post(rule, Constraint::at_most(1, literals[..64].iter().copied()));
    literals[64..].iter().for_each(|&given| problem.post(rule, Constraint::clause([given])));
    let lowered = lower(&problem, &Budget::none()).expect("it has automata");
    assert_eq!(swept(&problem, &lowered, None), Some(65));
}

/// A definition of auxiliary variables that has no automaton: the refusal names the rule that uses them, and never the definition.
#[test]
fn refusals_name_the_rule_that_uses_a_definition() {
    let refused = |is_used: bool| {
        let mut problem = Problem::new();
        let [a, b]: [Literal; 2] = [problem.boolean("a").into(), problem.boolean("b").into()];
        let [linked, both]: [Literal; 2] = [problem.auxiliary("linked").into(), problem.auxiliary("both").into()];
        let meaning = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
        let other = problem.origin(Origin::named(0, "other"));
        let user = problem.origin(Origin::named(1, "meaning"));
        let graph = Graph { vertices: vec![Some(a), Some(b)], edges: vec![Edge { ends: [0, 1], when: None }] };
        problem.post(other, Constraint::clause([a, b]));
        problem.post(meaning, Constraint::If { when: vec![linked], then: Box::new(Constraint::Connected(graph)) });
        // The rule uses a variable that a second definition ties to the first.
        problem.post(meaning, Constraint::implies(both, [linked, a]));
        if is_used {
            problem.post(user, Constraint::clause([both, b]));
        }
        match lower(&problem, &Budget::none()) {
            Err(Refused::Inapplicable(NotFrontier::Rule { rule, .. })) => rule.map(|origin| origin.rule),
            _ => panic!("a condition on connectedness has no automaton"),
        }
    };
    assert_eq!(refused(true), Some(RuleId::Model(1)), "not the definition, nor the rule about other variables");
    assert_eq!(refused(false), None);
}
