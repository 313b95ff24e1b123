//! Random small problems and random small puzzles: brute force = every backend = every formulation, *all solutions*.
//!
//! Every failure names the seed that reproduces it.

use crate::support::tools::installed;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_ir::constraint::{
    Assignment, Automaton, BoolVar, Components, Constraint, Demand, Direction, Edge, Graph, IntVar, Literal, Measure,
    Operand, Origin, Problem, Regular, Relation, Role, Roles, Term,
};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::encode::{ENCODINGS, Encode, Encoding};
use boardwright_solvers::backend::{BACKENDS, Backend, Route, find};
use boardwright_tasks::task::optimize::Strategy;
use boardwright_tasks::task::{self, Ask, Failure, Options, Setup, Solver, problem};
use std::collections::BTreeSet;

fn random_problem(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let booleans: Vec<BoolVar> = (0..random.within(1, 5)).map(|i| problem.boolean(format!("b{i}"))).collect();
    let integers: Vec<IntVar> = (0..random.within(0, 2))
        .map(|i| {
            let low = random.within(-2, 2);
            let high = low + random.within(0, 3);
            problem.integer(format!("x{i}"), low..=high)
        })
        .collect();
    let rule = problem.origin(Origin::named(0, "random"));
    for _ in 0..random.within(1, 4) {
        let constraint = random_constraint(random, &booleans, &integers);
        problem.post(rule, constraint);
    }
    if random.within(0, 2) == 0 {
        let terms = random_terms(random, &booleans, &integers);
        problem.set_objective(random.one_of(&[Direction::Minimise, Direction::Maximise]), terms);
    }
    problem
}

fn random_literal(random: &mut Random, booleans: &[BoolVar], integers: &[IntVar]) -> Literal {
    let literal = match random.within(0, 3) {
        0 if !integers.is_empty() => random.one_of(integers).equals(random.within(-3, 6)),
        1 if !integers.is_empty() => random.one_of(integers).at_least(random.within(-3, 6)),
        _ => random.one_of(booleans).into(),
    };
    if random.within(0, 1) == 0 { literal } else { !literal }
}

fn random_terms(random: &mut Random, booleans: &[BoolVar], integers: &[IntVar]) -> Vec<Term> {
    let unit = random.within(0, 1) == 0;
    (0..random.within(0, 6))
        .map(|_| {
            let coefficient = if unit { 1 } else { random.within(-3, 3) };
            if !integers.is_empty() && random.within(0, 3) == 0 {
                Term::integer(coefficient, random.one_of(integers))
            } else {
                Term::literal(coefficient, random_literal(random, booleans, integers))
            }
        })
        .collect()
}

fn random_constraint(random: &mut Random, booleans: &[BoolVar], integers: &[IntVar]) -> Constraint {
    match random.within(0, 3) {
        0 => {
            let count = random.within(1, 4);
            Constraint::clause((0..count).map(|_| random_literal(random, booleans, integers)))
        }
        1 => Constraint::Modular {
            terms: random_terms(random, booleans, integers),
            modulus: random.within(1, 5),
            residue: random.within(-4, 6),
        },
        _ => Constraint::Sum {
            terms: random_terms(random, booleans, integers),
            relation: random.one_of(&[Relation::AtMost, Relation::Equal, Relation::AtLeast]),
            bound: random.within(-3, 5),
        },
    }
}

/// All assignments that hold; with an objective, the optimal ones.
fn brute_force(problem: &Problem) -> BTreeSet<(Vec<bool>, Vec<i64>)> {
    let booleans = problem.booleans().len();
    let mut integer_parts: Vec<Vec<i64>> = vec![vec![]];
    for integer in problem.integers() {
        integer_parts = integer_parts
            .into_iter()
            .flat_map(|part| integer.domain.clone().map(move |value| [part.clone(), vec![value]].concat()))
            .collect();
    }
    let mut holding = Vec::new();
    for bits in 0..1u32 << booleans {
        for integers in &integer_parts {
            let assignment = Assignment {
                booleans: (0..booleans).map(|i| bits >> i & 1 == 1).collect(),
                integers: integers.clone(),
            };
            if problem.holds(&assignment) {
                holding.push(assignment);
            }
        }
    }
    if let Some(objective) = problem.objective() {
        let value = |assignment: &Assignment| {
            let sum = assignment.sum(&objective.terms);
            if objective.direction == Direction::Minimise { sum } else { -sum }
        };
        let best = holding.iter().map(value).min();
        holding.retain(|assignment| Some(value(assignment)) == best);
    }
    holding.into_iter().map(|assignment| (assignment.booleans, assignment.integers)).collect()
}

fn all(problem: &Problem, solver: &Solver, what: &str) -> BTreeSet<(Vec<bool>, Vec<i64>)> {
    let all =
        problem::assignments(problem, solver, Ask::All, &Budget::none()).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(all.complete, "{what}: not complete");
    let count = all.found.len();
    let set: BTreeSet<_> = all.found.into_iter().map(|a| (a.booleans, a.integers)).collect();
    assert_eq!(set.len(), count, "{what}: a solution twice");
    set
}

/// The backends that support the problem and list this number of solutions quickly: covers and linear systems are taken by their
/// own, and an integer program grows a row with every solution.
fn within_reach(problem: &Problem, solutions: usize) -> impl Iterator<Item = &'static Backend> {
    let cover = boardwright_cover::lower::lower(problem, Roles::FAITHFUL, &Budget::none()).is_ok();
    let linear = boardwright_linear::lower::lower(problem, &Budget::none()).is_ok();
    BACKENDS.iter().filter(move |backend| match backend.route() {
        Route::ExactCover => cover,
        Route::Gf2 => linear,
        Route::Ilp => solutions <= 40,
        // It does not list; `frontier.rs` has tests of its own.
        Route::Frontier => false,
        _ => true,
    })
}

#[test]
fn every_backend_finds_exactly_what_brute_force_finds() {
    for seed in 0..150 {
        let problem = random_problem(&mut Random(seed));
        let expected = brute_force(&problem);
        for backend in within_reach(&problem, expected.len()) {
            let what = format!("seed {seed}, {}: {problem:?}", backend.name);
            assert_eq!(all(&problem, &Solver::new(backend), &what), expected, "{what}");
        }
    }
}

/// Bounds on numbers of variables, exclusions, integers in sums of values, now and then an objective.
fn random_exact_cover(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let booleans: Vec<BoolVar> = (0..random.within(1, 9)).map(|i| problem.boolean(format!("b{i}"))).collect();
    let integers: Vec<IntVar> =
        (0..random.within(0, 1)).map(|i| problem.integer(format!("x{i}"), 1..=random.within(1, 3))).collect();
    let rule = problem.origin(Origin::named(0, "random"));
    for _ in 0..random.within(1, 5) {
        if !integers.is_empty() && random.within(0, 3) == 0 {
            let value = random.one_of(&integers).equals(random.within(0, 3));
            problem.post(rule, Constraint::implies(random.one_of(&booleans).into(), [value]));
            continue;
        }
        let negated = random.within(0, 3) == 0;
        let mut literals: Vec<Literal> = booleans.iter().copied().map(Literal::from).collect();
        literals.extend(integers.iter().flat_map(|x| (1..=3).map(|value| x.equals(value))));
        literals.retain(|_| random.within(0, 1) == 0);
        if negated {
            literals.iter_mut().for_each(|literal| *literal = !*literal);
        }
        let relation = random.one_of(&[Relation::AtMost, Relation::Equal, Relation::AtLeast]);
        problem.post(rule, Constraint::count(relation, random.within(0, 3), literals));
    }
    if random.within(0, 3) == 0 {
        let terms = random_terms(random, &booleans, &integers);
        problem.set_objective(random.one_of(&[Direction::Minimise, Direction::Maximise]), terms);
    }
    problem
}

#[test]
fn covers_have_the_same_solutions_on_every_route() {
    let xcc = find("xcc").expect("it is in the registry");
    let varisat = find("varisat").expect("it is in the registry");
    let (mut objectives, mut several) = (0, 0);
    for seed in 5000..5400 {
        let problem = random_exact_cover(&mut Random(seed));
        let expected = brute_force(&problem);
        let what = format!("seed {seed}: {problem:?}");
        objectives += usize::from(problem.objective().is_some());
        several += usize::from(expected.len() > 1);
        let solver = Solver { seed: seed % 3, ..Solver::new(&xcc) };
        assert_eq!(all(&problem, &solver, &what), expected, "{what}");
        if seed % 4 == 0 {
            assert_eq!(all(&problem, &Solver::new(&varisat), &what), expected, "{what}");
        }
        let one = problem::assignments(&problem, &solver, Ask::One, &Budget::none());
        let one = one.unwrap_or_else(|e| panic!("{what}: {e}")).found.into_iter().next();
        assert_eq!(one.is_some(), !expected.is_empty(), "{what}");
        assert!(one.is_none_or(|one| expected.contains(&(one.booleans, one.integers))), "{what}");
    }
    assert!(objectives > 50 && several > 100, "{objectives} with an objective, {several} with several solutions");
}

/// Programs, where they are installed, on problems small enough to start them for every solution.
#[test]
fn every_program_finds_exactly_what_brute_force_finds() {
    let programs = [
        ("minisat", "exec:minisat"),
        ("cadical", "exec:cadical -q"),
        ("clasp", "exec-opb:clasp"),
        ("minisat+", "exec-opb:minisat+"),
        ("glpsol", "exec-lp:glpsol"),
        ("cbc", "exec-lp:cbc"),
    ];
    for (program, name) in programs.into_iter().filter(|(program, _)| installed(program)) {
        let backend = find(name).expect("it is well formed");
        for seed in 3000..3040 {
            let problem = random_problem(&mut Random(seed));
            let expected = brute_force(&problem);
            if expected.len() > 12 {
                continue;
            }
            let what = format!("seed {seed}, {program}: {problem:?}");
            assert_eq!(all(&problem, &Solver::new(&backend), &what), expected, "{what}");
        }
    }
}

#[test]
fn every_encoding_finds_exactly_what_brute_force_finds() {
    let varisat = BACKENDS.iter().find(|backend| backend.route() == Route::Sat).expect("there is a SAT backend");
    for seed in 1000..1100 {
        let problem = random_problem(&mut Random(seed));
        let expected = brute_force(&problem);
        for encoding in ENCODINGS {
            let mut choice = Selection::default();
            choice.set(encoding.kind.name(), encoding.name).expect("it is in the catalogue");
            let solver = Solver { encoding: choice, seed, ..Solver::new(varisat) };
            let what = format!("seed {seed}, {}={}: {problem:?}", encoding.kind.name(), encoding.name);
            assert_eq!(all(&problem, &solver, &what), expected, "{what}");
        }
    }
}

/// A graph, a word, or anything under a condition.
fn random_global(random: &mut Random, booleans: &[BoolVar], integers: &[IntVar]) -> Constraint {
    let perhaps = |random: &mut Random| (random.within(0, 2) > 0).then(|| random_literal(random, booleans, integers));
    let relations = [Relation::AtMost, Relation::Equal, Relation::AtLeast];
    let count = random.within(1, 5) as usize;
    let end = |random: &mut Random| random.within(0, count as i64 - 1) as usize;
    let graph = |random: &mut Random| Graph {
        vertices: (0..count).map(|_| perhaps(random)).collect(),
        edges: (0..random.within(0, 6))
            .map(|_| Edge { ends: [end(random), end(random)], when: perhaps(random) })
            .collect(),
    };
    match random.within(0, 3) {
        0 => Constraint::Connected(graph(random)),
        1 => {
            let demand = |random: &mut Random| Demand {
                vertex: end(random),
                when: perhaps(random),
                relation: random.one_of(&relations),
                bound: random.within(0, 4),
            };
            let measure = |random: &mut Random| Measure {
                weights: (0..count).map(|_| random.within(0, 2)).collect(),
                demands: (0..random.within(1, 3)).map(|_| demand(random)).collect(),
            };
            let mut measures: Vec<Measure> = (0..random.within(0, 2)).map(|_| measure(random)).collect();
            if random.within(0, 1) == 0 {
                // One of some vertices in each component: these own them.
                let one = |vertex| Demand { vertex, when: None, relation: Relation::Equal, bound: 1 };
                let weights = (0..count).map(|_| random.within(0, 1)).collect();
                measures.push(Measure { weights, demands: (0..count).map(one).collect() });
            }
            Constraint::Components(Components { graph: graph(random), measures })
        }
        2 => {
            let (states, symbols) = (random.within(1, 3) as usize, random.within(1, 3) as usize);
            let next =
                |random: &mut Random| (random.within(0, 3) > 0).then(|| random.within(0, states as i64 - 1) as usize);
            let automaton = Automaton {
                start: 0,
                accepting: (0..states).map(|_| random.within(0, 2) > 0).collect(),
                next: (0..states).map(|_| (0..symbols).map(|_| next(random)).collect()).collect(),
            };
            let position = |random: &mut Random| {
                let first = random_literal(random, booleans, integers);
                let others = (1..symbols).map(|_| random_literal(random, booleans, integers));
                if symbols == 2 { vec![!first, first] } else { [first].into_iter().chain(others).collect() }
            };
            let length = if symbols == 2 { random.within(0, 4) } else { random.within(0, 2) };
            Constraint::Regular(Regular { sequence: (0..length).map(|_| position(random)).collect(), automaton })
        }
        _ => {
            let when = (0..random.within(0, 2)).map(|_| random_literal(random, booleans, integers)).collect();
            let then = match random.within(0, 1) {
                0 => random_constraint(random, booleans, integers),
                _ => random_global(random, booleans, integers),
            };
            Constraint::If { when, then: Box::new(then) }
        }
    }
}

fn random_global_problem(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let booleans: Vec<BoolVar> = (0..random.within(1, 5)).map(|i| problem.boolean(format!("b{i}"))).collect();
    let integers: Vec<IntVar> =
        (0..random.within(0, 1)).map(|i| problem.integer(format!("x{i}"), -1..=random.within(-1, 2))).collect();
    let rule = problem.origin(Origin::named(0, "random"));
    for _ in 0..random.within(1, 2) {
        let constraint = random_global(random, &booleans, &integers);
        problem.post(rule, constraint);
    }
    if random.within(0, 2) == 0 {
        let constraint = random_constraint(random, &booleans, &integers);
        problem.post(rule, constraint);
    }
    if random.within(0, 3) == 0 {
        let terms = random_terms(random, &booleans, &integers);
        problem.set_objective(random.one_of(&[Direction::Minimise, Direction::Maximise]), terms);
    }
    problem
}

#[test]
fn graphs_words_and_conditions_have_the_same_solutions_on_every_route() {
    let [varisat, microlp] = ["varisat", "microlp"].map(|name| find(name).expect("it is in the registry"));
    let (mut several, mut none) = (0, 0);
    for seed in 7000..7200 {
        let problem = random_global_problem(&mut Random(seed));
        let expected = brute_force(&problem);
        several += usize::from(expected.len() > 1);
        none += usize::from(expected.is_empty());
        for backend in within_reach(&problem, expected.len()) {
            let what = format!("seed {seed}, {}: {problem:?}", backend.name);
            assert_eq!(all(&problem, &Solver::new(backend), &what), expected, "{what}");
        }
        // What is propagated is what SAT solvers got above, where it applies.
        let eager =
            |encoding: &&Encoding| encoding.kind.is_decomposed() && !matches!(encoding.encode, Encode::Propagated);
        for encoding in ENCODINGS.iter().filter(eager) {
            let mut choice = Selection::default();
            choice.set(encoding.kind.name(), encoding.name).expect("it is in the catalogue");
            // Rows grow with every solution.
            for backend in [&varisat, &microlp].into_iter().take(if expected.len() > 6 { 1 } else { 2 }) {
                let solver = Solver { encoding: choice.clone(), ..Solver::new(backend) };
                let name = format!("{}={}", encoding.kind.name(), encoding.name);
                let what = format!("seed {seed}, {name}, {}: {problem:?}", backend.name);
                assert_eq!(all(&problem, &solver, &what), expected, "{what}");
            }
        }
    }
    assert!(several > 60 && none > 20, "{several} with several solutions, {none} with none");
}

#[test]
fn shuffling_changes_nothing_but_luck() {
    for seed in 2000..2040 {
        let problem = random_problem(&mut Random(seed));
        let expected = brute_force(&problem);
        for backend in within_reach(&problem, expected.len()) {
            let solver = Solver { seed, ..Solver::new(backend) };
            let what = format!("seed {seed}, {}: {problem:?}", backend.name);
            assert_eq!(all(&problem, &solver, &what), expected, "{what}");
        }
    }
}

/// A cheapest cover: some of nine points, weighted, so that every one of many small sets has one. It takes several points,
/// and cores that share points: what a search from below has to get right.
fn random_cover(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let points: Vec<BoolVar> = (0..9).map(|index| problem.boolean(format!("p{index}"))).collect();
    let rule = problem.origin(Origin::named(0, "cover"));
    for _ in 0..random.within(6, 16) {
        let set: Vec<Literal> = (0..random.within(2, 4)).map(|_| random.one_of(&points).into()).collect();
        problem.post(rule, Constraint::clause(set));
    }
    let heaviest = random.one_of(&[1, 3, 20]);
    let terms = points.iter().map(|&point| Term::literal(random.within(1, heaviest), point)).collect();
    problem.set_objective(Direction::Minimise, terms);
    problem
}

/// Objectives with weights, of both signs and both directions.
#[test]
fn every_search_finds_the_same_optimum() {
    let objectives = (3000..).map(|seed| (seed, random_problem(&mut Random(seed))));
    let objectives = objectives.filter(|(_, problem)| problem.objective().is_some()).take(150);
    let covers = (4000..4150).map(|seed| (seed, random_cover(&mut Random(seed))));
    for (seed, problem) in objectives.chain(covers) {
        let expected = brute_force(&problem);
        for backend in BACKENDS.iter().filter(|backend| backend.route() == Route::Sat) {
            for search in Strategy::ALL {
                let solver = Solver { search: Some(search), seed: seed % 3, ..Solver::new(backend) };
                let what = format!("seed {seed}, {}, {}: {problem:?}", backend.name, search.name());
                assert_eq!(all(&problem, &solver, &what), expected, "{what}");
                let one = problem::assignments(&problem, &solver, Ask::One, &Budget::none());
                let one = one.unwrap_or_else(|e| panic!("{what}: {e}")).found.into_iter().next();
                let one = one.map(|a| (a.booleans, a.integers));
                assert_eq!(one.is_some(), !expected.is_empty(), "{what}");
                assert!(one.is_none_or(|one| expected.contains(&one)), "{what}");
            }
        }
    }
}

/// Symmetry constraints may drop solutions, but never all of them, and only when one solution is asked for.
#[test]
fn symmetry_is_left_out_of_lists() {
    let mut problem = Problem::new();
    let (a, b) = (problem.boolean("a"), problem.boolean("b"));
    let rule = problem.origin(Origin::named(0, "one of two"));
    problem.post(rule, Constraint::exactly(1, [a.into(), b.into()]));
    problem.post_symmetry(rule, Constraint::clause([a.into()]));
    assert_eq!(problem.constraints()[1].role, Role::Symmetry);
    for backend in within_reach(&problem, 2) {
        let solver = Solver::new(backend);
        let one = problem::assignments(&problem, &solver, Ask::One, &Budget::none()).expect("it has an answer");
        assert_eq!(one.found[0].booleans, [true, false], "{}", backend.name);
        assert_eq!(all(&problem, &solver, &backend.name).len(), 2, "{}", backend.name);
    }
}

/// All solutions of a model, as JSON, on a formulation and backend.
fn boards(text: &str, formulation: Option<&str>, backend: &str, what: &str) -> BTreeSet<String> {
    let source = Source::new(what, text);
    let loaded = REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|wrong| panic!("{what}: {}", wrong.render(&source, false)));
    let options =
        Options { formulation: formulation.map(str::to_string), backend: Some(backend.into()), ..Options::default() };
    let setup =
        Setup::resolve(&loaded, &options, &Budget::none()).unwrap_or_else(|failure| panic!("{what}: {failure}"));
    let report = task::run(&task::Request::new(&loaded, &setup, Ask::All), &Budget::none(), &mut task::ignore)
        .unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(report.complete, "{what}");
    report.solutions.iter().map(|solution| solution.to_json(&*loaded.instance).to_string()).collect()
}

/// Knightdoku on 4x4 boards with 2x2 blocks: all 2^16 boards against the rules, written here once more.
#[test]
fn small_knightdokus_have_exactly_the_boards_that_obey_the_rules() {
    let lines: Vec<Vec<usize>> = (0..4)
        .map(|row| (0..4).map(|column| row * 4 + column).collect())
        .chain((0..4).map(|column| (0..4).map(|row| row * 4 + column).collect()))
        .collect();
    let blocks: Vec<Vec<usize>> =
        [0, 2, 8, 10].iter().map(|&corner| vec![corner, corner + 1, corner + 4, corner + 5]).collect();
    let sees = |a: usize, b: usize| {
        let (rows, columns) = ((a / 4).abs_diff(b / 4), (a % 4).abs_diff(b % 4));
        rows * columns == 2
    };
    for seed in 0..25 {
        let random = &mut Random(seed);
        let per = random.within(1, 2) as usize;
        let mut clues = ['.'; 16];
        for _ in 0..random.within(0, 3) {
            let cell = random.within(0, 15) as usize;
            clues[cell] = random.one_of(&['0', '1', '2', '3', 'K', 'x']);
        }
        let expected: BTreeSet<String> = (0..1u32 << 16)
            .filter(|board| {
                let knight = |cell: &usize| board >> cell & 1 == 1;
                let full = |cells: &Vec<usize>| cells.iter().filter(|cell| knight(cell)).count() == per;
                lines.iter().chain(&blocks).all(full)
                    && (0..16).all(|cell| match clues[cell] {
                        '.' => true,
                        'x' => !knight(&cell),
                        'K' => knight(&cell),
                        digit => {
                            let seen = (0..16).filter(|&other| sees(cell, other) && knight(&other)).count();
                            knight(&cell) && seen == digit as usize - '0' as usize
                        }
                    })
            })
            .map(|board| {
                let row = |row: u32| -> String {
                    (0..4).map(|column| if board >> (row * 4 + column) & 1 == 1 { 'K' } else { '.' }).collect()
                };
                format!("{{\"board\":[{}]}}", (0..4).map(|r| format!("\"{}\"", row(r))).collect::<Vec<_>>().join(","))
            })
            .collect();
        let picture: Vec<String> = clues.chunks(4).map(|row| row.iter().collect()).collect();
        let text = format!(
            "puzzle = \"knightdoku\"\nblock = [2, 2]\nper_line = {per}\nper_block = {per}\nclues = \"\"\"\n{}\n\"\"\"\n",
            picture.join("\n")
        );
        for (formulation, backend) in [
            (None, "varisat"),
            (None, "batsat"),
            (None, "microlp"),
            (None, "minilp"),
            (None, "xcc"),
            (Some("permutations"), "varisat"),
        ] {
            let what = format!("seed {seed}, {formulation:?}, {backend}:\n{text}");
            assert_eq!(boards(&text, formulation, backend, &what), expected, "{what}");
        }
    }
}

/// Congruences of one modulus and fixed values, some variables auxiliary, perhaps an objective.
fn random_congruences(random: &mut Random) -> Problem {
    let mut problem = Problem::new();
    let modulus = random.one_of(&[2, 2, 3, 4, 5, 6]);
    let count = random.within(1, if modulus == 2 { 7 } else { 4 });
    let mut terms: Vec<Term> = Vec::new();
    for index in 0..count {
        if modulus == 2 && random.within(0, 4) > 0 {
            let variable = problem.boolean(format!("b{index}"));
            let literal: Literal = variable.into();
            terms.push(Term::literal(1, if random.within(0, 3) == 0 { !literal } else { literal }));
        } else {
            let low = random.within(-2, 2);
            terms.push(Term::integer(1, problem.integer(format!("x{index}"), low..=low + modulus - 1)));
        }
    }
    let rule = problem.origin(Origin::named(0, "random"));
    for _ in 0..random.within(0, 4) {
        let mut row = terms.clone();
        row.retain_mut(|term| {
            term.coefficient = random.within(-3, 3);
            random.within(0, 2) > 0
        });
        problem.post(rule, Constraint::Modular { terms: row, modulus, residue: random.within(-4, 6) });
    }
    if random.within(0, 3) == 0 {
        let fixed = match terms[0].operand {
            Operand::Literal(literal) => literal,
            Operand::Integer(variable) => {
                let domain = problem.integers()[variable.0 as usize].domain.clone();
                variable.equals(random.within(*domain.start(), *domain.end()))
            }
        };
        problem.post(rule, Constraint::clause([fixed]));
    }
    if random.within(0, 1) == 0 {
        for term in &mut terms {
            term.coefficient = random.within(-2, 2);
        }
        // What it may be is gone through, too.
        if random.within(0, 3) == 0 {
            let bound = random.within(-3, 5);
            problem.post(rule, Constraint::Sum { terms, relation: Relation::Equal, bound });
        } else {
            problem.set_objective(random.one_of(&[Direction::Minimise, Direction::Maximise]), terms);
        }
    }
    problem
}

/// Elimination finds what trying everything finds, and what SAT finds.
#[test]
fn elimination_finds_exactly_what_brute_force_finds() {
    let [gauss, varisat] = ["gauss", "varisat"].map(|name| find(name).expect("it is in the registry"));
    let (mut none, mut several) = (0, 0);
    for seed in 5000..5300 {
        let problem = random_congruences(&mut Random(seed));
        let expected = brute_force(&problem);
        for backend in [&gauss, &varisat] {
            let what = format!("seed {seed}, {}: {problem:?}", backend.name);
            assert_eq!(all(&problem, &Solver::new(backend), &what), expected, "{what}");
        }
        none += usize::from(expected.is_empty());
        several += usize::from(expected.len() > 1);
    }
    assert!(none > 30 && several > 60, "{none}, {several}");
}

/// What elimination does not take, it refuses, and what it takes it solves.
#[test]
fn elimination_refuses_what_it_cannot_take() {
    let gauss = find("gauss").expect("it is in the registry");
    let (mut taken, mut refused) = (0, 0);
    for seed in 6000..6400 {
        let problem = random_problem(&mut Random(seed));
        let what = format!("seed {seed}: {problem:?}");
        match problem::assignments(&problem, &Solver::new(&gauss), Ask::All, &Budget::none()) {
            Ok(found) => {
                taken += 1;
                let found: BTreeSet<_> = found.found.into_iter().map(|a| (a.booleans, a.integers)).collect();
                assert_eq!(found, brute_force(&problem), "{what}");
            }
            Err(Failure::Inapplicable(_)) => refused += 1,
            Err(failure) => panic!("{what}: {failure}"),
        }
    }
    assert!(taken > 10 && refused > 100, "{taken}, {refused}");
}
