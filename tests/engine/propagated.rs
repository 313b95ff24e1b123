//! Graph constraints that stay beside the formula: batsat propagates them, and other solvers receive clauses where
//! a model violates it, is what encodings say and what there is.

use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::constraint::{
    Assignment, BoolVar, Components, Constraint, Demand, Direction, Edge, Graph, Literal, Measure, Origin, Problem,
    Relation, Roles, Term,
};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_solvers::backend::find;
use boardwright_solvers::pipeline::to_cnf;
use boardwright_tasks::task::optimize::Strategy;
use boardwright_tasks::task::{Ask, Solver, problem};

/// A random problem over eight Boolean variables with one or two graphs, one of which may hold under a condition.
fn random_problem(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let variables: Vec<BoolVar> = (0..8).map(|index| problem.boolean(format!("b{index}"))).collect();
    let rule = problem.origin(Origin::named(0, "graph"));
    let literal = |random: &mut Random| {
        let variable = random.one_of(&variables);
        if random.below(4) == 0 { !variable } else { variable.into() }
    };
    let relations = [Relation::AtMost, Relation::Equal, Relation::AtLeast];
    for _ in 0..1 + random.below(2) {
        let count = 2 + random.below(5);
        let graph = Graph {
            vertices: (0..count).map(|_| (random.below(5) > 0).then(|| literal(random))).collect(),
            edges: (0..random.below(3 * count))
                .map(|_| Edge {
                    ends: [random.below(count), random.below(count)],
                    when: (random.below(2) == 0).then(|| literal(random)),
                })
                .collect(),
        };
        let measure = |random: &mut Random| Measure {
            weights: (0..count).map(|_| random.within(0, 2)).collect(),
            demands: (0..random.below(4))
                .map(|_| Demand {
                    vertex: random.below(count),
                    when: (random.below(2) == 0).then(|| literal(random)),
                    relation: random.one_of(&relations),
                    bound: random.within(0, 5),
                })
                .collect(),
        };
        let constraint = if random.below(2) == 0 {
            Constraint::Connected(graph)
        } else {
            let measures = (0..1 + random.below(2)).map(|_| measure(random)).collect();
            Constraint::Components(Components { graph, measures })
        };
        let constraint = match random.below(4) {
            0 => Constraint::If { when: vec![literal(random)], then: Box::new(constraint) },
            _ => constraint,
        };
        problem.post(rule, constraint);
    }
    for _ in 0..random.below(3) {
        let clause: Vec<Literal> = (0..2).map(|_| literal(random)).collect();
        problem.post(rule, Constraint::Clause(clause));
    }
    problem
}

fn brute_force(problem: &Problem) -> Vec<Assignment> {
    let all = (0..1 << problem.booleans().len()).map(|bits: u32| Assignment {
        booleans: (0..problem.booleans().len()).map(|index| bits >> index & 1 == 1).collect(),
        integers: Vec::new(),
    });
    let mut found: Vec<Assignment> = all.filter(|assignment| problem.holds(assignment)).collect();
    found.sort_by(|a, b| a.booleans.cmp(&b.booleans));
    found
}

/// Backends with what they do about graphs.
fn solvers() -> Vec<(&'static str, Solver)> {
    let solver = |name: &str| Solver::new(&find(name).expect("it is in the registry"));
    let mut eager = Selection::default();
    eager.parse("connected=elimination,components=elimination").expect("they are in the catalogue");
    let mut chosen = Selection::default();
    chosen.parse("connected=propagated").expect("it is in the catalogue");
    vec![
        ("propagated", solver("batsat")),
        ("cuts", solver("varisat")),
        ("shuffled", Solver { seed: 7, ..solver("batsat") }),
        ("shuffled cuts", Solver { seed: 7, ..solver("varisat") }),
        ("eager", Solver { encoding: eager, ..solver("batsat") }),
        ("chosen", Solver { encoding: chosen, ..solver("batsat") }),
    ]
}

#[test]
fn every_way_lists_what_there_is() {
    for seed in 1..=150 {
        let problem = random_problem(&mut Random(seed));
        let expected = brute_force(&problem);
        for (way, solver) in solvers() {
            // Who chooses `propagated` chooses it for all of a kind; under a condition it does not apply.
            let conditional = |posted: &boardwright_ir::constraint::Posted| matches!(&posted.constraint, Constraint::If { then, .. } if matches!(**then, Constraint::Connected(_)));
            let refused = way == "chosen" && problem.constraints().iter().any(conditional);
            match problem::assignments(&problem, &solver, Ask::All, &Budget::none()) {
                Ok(mut all) if !refused => {
                    all.found.sort_by(|a, b| a.booleans.cmp(&b.booleans));
                    assert!(all.complete, "{way}, seed {seed}");
                    assert_eq!(all.found, expected, "{way}, seed {seed}: {problem:?}");
                }
                Err(failure) if refused => assert!(failure.to_string().contains("`propagated`"), "{failure}"),
                other => panic!("{way}, seed {seed}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_way_finds_the_optimum() {
    for seed in 1..=60 {
        let random = &mut Random(seed + 1000);
        let mut problem = random_problem(random);
        let terms = (0..8).map(|index| Term::literal(random.within(-2, 3), BoolVar(index))).collect::<Vec<_>>();
        problem.set_objective(Direction::Maximise, terms.clone());
        let best = brute_force(&problem).iter().map(|assignment| assignment.sum(&terms)).max();
        let optimal = brute_force(&problem).into_iter().filter(|found| Some(found.sum(&terms)) == best).count();
        for (way, solver) in solvers().into_iter().take(4) {
            for strategy in Strategy::ALL {
                // varisat returns cores behind a shuffle, too.
                let solver = Solver { search: Some(strategy), ..solver.clone() };
                let all = problem::assignments(&problem, &solver, Ask::All, &Budget::none())
                    .unwrap_or_else(|failure| panic!("{way}, seed {seed}: {failure}"));
                assert_eq!(all.optimum, best, "{way}, {}, seed {seed}", strategy.name());
                assert_eq!(all.found.len(), optimal, "{way}, {}, seed {seed}", strategy.name());
            }
        }
    }
}

#[test]
fn what_wants_clauses_refuses_it_in_words() {
    let mut problem = Problem::new();
    let [a, b] = ["a", "b"].map(|name| problem.boolean(name));
    let rule = problem.origin(Origin::named(0, "rule"));
    let graph = Graph { vertices: vec![Some(a.into()), Some(b.into())], edges: Vec::new() };
    problem.post(rule, Constraint::Connected(graph));
    assert!(to_cnf(&problem, &Selection::default(), Roles::FAITHFUL).is_ok_and(|lowered| lowered.graphs.is_empty()));
    let mut chosen = Selection::default();
    chosen.parse("connected=propagated").expect("it is in the catalogue");
    let refused = to_cnf(&problem, &chosen, Roles::FAITHFUL).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|words| words.contains("not encoded as clauses or rows")));
}
