//! One test suite for all entries of the registry: a new backend is tested automatically.
//!
//! SAT answers are compared with known ones (pigeonhole formulas, parities) and models with the formula; ILP results
//! with brute force over all vectors.

use super::{BACKENDS, Fault, Ilp, IlpOutcome, Route, Opened, Sat, SatOutcome, Unusable, default_for, find};
use boardwright_base::budget::{Budget, Stop};
use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_ilp::{Direction, Relation};
use boardwright_ilp::{Goal, Program, Row};
use boardwright_base::random::Random;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

fn sat_solvers() -> impl Iterator<Item = (&'static str, Box<dyn Sat>)> {
    BACKENDS.iter().filter_map(|backend| match backend.open() {
        Opened::Sat(solver) => Some((&*backend.name, solver)),
        _ => None,
    })
}

fn ilp_solvers() -> impl Iterator<Item = (&'static str, Box<dyn Ilp>)> {
    BACKENDS.iter().filter_map(|backend| match backend.open() {
        Opened::Ilp(solver) => Some((&*backend.name, solver)),
        _ => None,
    })
}

fn interrupted() -> Budget {
    let budget = Budget::none();
    budget.interrupt.store(true, Ordering::Relaxed);
    budget
}

#[test]
fn the_registry_finds_by_name_and_has_a_default_for_every_route() {
    for backend in BACKENDS {
        assert_eq!(find(&backend.name).map(|found| found.summary), Ok(backend.summary.clone()));
        assert!(!backend.summary.is_empty());
    }
    assert!(matches!(find("minisat"), Err(NoBackend::Unknown(_))), "exec:minisat is one");
    let ilp = if cfg!(feature = "microlp") { "microlp" } else { "minilp" };
    assert_eq!(Route::ALL.map(|route| &*default_for(route).name), ["varisat", ilp, "xcc", "gauss"]);
    assert_eq!(find("minilp").map(|found| found.route()), Ok(Route::Ilp));
    assert_eq!(find("batsat").map(|found| found.route()), Ok(Route::Sat));
}

// --- SAT ---

/// Adds clauses in DIMACS numbers.
fn post(solver: &mut dyn Sat, clauses: &[&[i32]]) {
    for clause in clauses {
        solver.add(&literals(clause));
    }
}

fn literals(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
}

fn model(outcome: SatOutcome, name: &str) -> Vec<bool> {
    match outcome {
        SatOutcome::Satisfiable(model) => model,
        other => panic!("{name}: {other:?}"),
    }
}

/// Pigeons in holes: each pigeon in at least one hole, each hole with at most one; unsatisfiable with more pigeons than
/// holes.
fn pigeonhole(pigeons: u32, holes: u32) -> Cnf {
    let mut cnf = Cnf::new();
    let place: Vec<Vec<Lit>> = (0..pigeons).map(|_| (0..holes).map(|_| cnf.variable()).collect()).collect();
    for pigeon in &place {
        cnf.add(pigeon);
    }
    for hole in 0..holes as usize {
        for (index, first) in place.iter().enumerate() {
            for second in &place[..index] {
                cnf.add(&[!first[hole], !second[hole]]);
            }
        }
    }
    cnf
}

#[test]
fn sat_answers_and_models_cover_every_variable() {
    for (name, mut solver) in sat_solvers() {
        solver.reserve(6);
        // 3 repeats, 4 is only in a tautology, 5 and 6 are in no clause.
        post(&mut *solver, &[&[1, 2], &[-1, 3, 3], &[4, -4], &[-2, -1]]);
        let found = model(solver.solve(&[], &Budget::none()), name);
        assert_eq!(found.len(), 6, "{name}");
        assert!(found[0] != found[1] && (!found[0] || found[2]), "{name}: {found:?}");

        let found = model(solver.solve(&literals(&[-1, 6, -5]), &Budget::none()), name);
        assert_eq!((found[0], found[1], found[4], found[5]), (false, true, false, true), "{name}");

        assert_eq!(solver.solve(&literals(&[1, -3]), &Budget::none()), SatOutcome::Unsatisfiable, "{name}");
        assert_eq!(solver.solve(&literals(&[6, -6]), &Budget::none()), SatOutcome::Unsatisfiable, "{name}");
        assert_eq!(solver.solve(&literals(&[1, -3, 1]), &Budget::none()), SatOutcome::Unsatisfiable, "{name}");
        model(solver.solve(&literals(&[4, 4]), &Budget::none()), name);

        solver.reserve(8);
        post(&mut *solver, &[&[-2], &[7, 8]]);
        let found = model(solver.solve(&literals(&[-7]), &Budget::none()), name);
        assert_eq!(found.len(), 8, "{name}");
        assert_eq!((found[0], found[1], found[2], found[6], found[7]), (true, false, true, false, true), "{name}");

        solver.add(&[]);
        assert_eq!(solver.solve(&[], &Budget::none()), SatOutcome::Unsatisfiable, "{name}");
        assert_eq!(solver.solve(&literals(&[1]), &Budget::none()), SatOutcome::Unsatisfiable, "{name}");
    }
}

#[test]
fn sat_without_clauses_or_variables() {
    for (name, mut solver) in sat_solvers() {
        assert_eq!(solver.solve(&[], &Budget::none()), SatOutcome::Satisfiable(vec![]), "{name}");
        solver.reserve(3);
        assert!(model(solver.solve(&literals(&[2]), &Budget::none()), name)[1], "{name}");
        assert_eq!(model(solver.solve(&[], &Budget::none()), name).len(), 3, "{name}");
    }
}

/// Adds blocking clauses on a formula with a known number of models: the 2^(n-1) vectors of even parity.
#[test]
fn sat_enumerates_by_adding_clauses() {
    let n = 7;
    for (name, mut solver) in sat_solvers() {
        solver.reserve(n);
        for signs in 0..1u32 << n {
            if signs.count_ones() % 2 == 1 {
                let clause: Vec<Lit> = (0..n as u32).map(|v| Lit::new(v, signs >> v & 1 == 1)).collect();
                solver.add(&clause);
            }
        }
        let mut models = 0;
        while let SatOutcome::Satisfiable(found) = solver.solve(&[], &Budget::none()) {
            assert_eq!(found.iter().filter(|&&value| value).count() % 2, 0, "{name}: {found:?}");
            let block: Vec<Lit> = found.iter().enumerate().map(|(v, &value)| Lit::new(v as u32, value)).collect();
            solver.add(&block);
            models += 1;
        }
        assert_eq!(models, 1 << (n - 1), "{name}");
    }
}

/// Random 3-clauses near the threshold, random assumptions and incremental clauses, against brute force.
#[test]
fn sat_agrees_with_enumeration() {
    let variables = 8u32;
    for seed in 0..150 {
        for (name, mut solver) in sat_solvers() {
            let mut random = Random(seed);
            let mut cnf = Cnf::new();
            for _ in 0..variables {
                cnf.variable();
            }
            solver.reserve(cnf.variables());
            let literal = |random: &mut Random| {
                Lit::new(random.within(0, i64::from(variables) - 1) as u32, random.within(0, 1) == 1)
            };
            for _ in 0..6 {
                for _ in 0..random.within(0, 12) {
                    let clause: Vec<Lit> = (0..3).map(|_| literal(&mut random)).collect();
                    cnf.add(&clause);
                    solver.add(&clause);
                }
                let assumptions: Vec<Lit> = (0..random.within(0, 4)).map(|_| literal(&mut random)).collect();
                let expected = (0..1u32 << variables).any(|bits| {
                    let vector: Vec<bool> = (0..variables).map(|v| bits >> v & 1 == 1).collect();
                    cnf.holds(&vector) && assumptions.iter().all(|literal| literal.holds_in(&vector))
                });
                match solver.solve(&assumptions, &Budget::none()) {
                    SatOutcome::Satisfiable(found) => {
                        let assumed = assumptions.iter().all(|literal| literal.holds_in(&found));
                        assert!(expected && cnf.holds(&found) && assumed, "{name}, seed {seed}: {found:?}");
                    }
                    outcome => {
                        assert_eq!(outcome, SatOutcome::Unsatisfiable, "{name}, seed {seed}");
                        assert!(!expected, "{name}, seed {seed}: {cnf:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn sat_stops_at_a_limit_already_met() {
    for (name, mut solver) in sat_solvers() {
        solver.load(&pigeonhole(3, 3));
        assert_eq!(solver.solve(&[], &Budget::within(Duration::ZERO)), SatOutcome::Stopped(Stop::Time), "{name}");
        assert_eq!(solver.solve(&[], &interrupted()), SatOutcome::Stopped(Stop::Interrupted), "{name}");
        model(solver.solve(&[], &Budget::none()), name);
    }
}

#[test]
fn sat_stops_in_time() {
    let hard = pigeonhole(11, 10);
    for (name, mut solver) in sat_solvers() {
        solver.load(&hard);
        let start = Instant::now();
        let outcome = solver.solve(&[], &Budget::within(Duration::from_millis(200)));
        assert_eq!(outcome, SatOutcome::Stopped(Stop::Time), "{name}");
        assert!(start.elapsed() < Duration::from_millis(700), "{name}: {:?}", start.elapsed());
        // Usable or not, it must answer and accept clauses.
        solver.add(&[Lit::new(0, false)]);
        let again = solver.solve(&[], &Budget::within(Duration::from_millis(50)));
        assert_eq!(again, SatOutcome::Stopped(Stop::Time), "{name}");
    }
}

#[test]
fn sat_stops_when_interrupted() {
    let hard = pigeonhole(11, 10);
    for (name, mut solver) in sat_solvers() {
        solver.load(&hard);
        let budget = Budget::none();
        let flag = budget.interrupt.clone();
        let start = Instant::now();
        let pressed = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.solve(&[], &budget), SatOutcome::Stopped(Stop::Interrupted), "{name}");
        assert!(start.elapsed() < Duration::from_millis(600), "{name}: {:?}", start.elapsed());
        pressed.join().expect("the thread only sleeps and stores");
    }
}

// --- ILP ---

/// The optimum over all vectors within the bounds, `None` if there is no solution; 0 without an objective.
fn enumerate(program: &Program) -> Option<i64> {
    let mut values: Vec<i64> = program.columns.iter().map(|column| column.lower).collect();
    let mut best: Option<i64> = None;
    loop {
        if program.holds(&values) {
            let value = program.value(&values);
            best = Some(match (best, &program.goal) {
                (Some(best), Some(Goal { direction: Direction::Minimise, .. })) => best.min(value),
                (Some(best), Some(Goal { direction: Direction::Maximise, .. })) => best.max(value),
                _ => value,
            });
        }
        let Some(index) = (0..values.len()).find(|&index| values[index] < program.columns[index].upper) else {
            return best;
        };
        values[index] += 1;
        for (value, column) in values[..index].iter_mut().zip(&program.columns) {
            *value = column.lower;
        }
    }
}

/// A small program: up to 6 columns, binary, general and negative; up to 6 rows of any relation; an objective in two of
/// three cases.
fn small_program(random: &mut Random) -> Program {
    let mut program = Program::default();
    for index in 0..random.within(1, 6) {
        let (lower, upper) = if random.within(0, 1) == 0 {
            (0, 1)
        } else {
            let lower = random.within(-4, 2);
            (lower, lower + random.within(0, 4))
        };
        program.column(format!("x{index}"), lower, upper);
    }
    let terms = |random: &mut Random, columns: usize| -> Vec<(usize, i64)> {
        // Columns in random order, each at most once.
        let first = random.within(0, columns as i64 - 1) as usize;
        (0..columns).map(|step| ((first + step) % columns, random.within(-5, 5))).filter(|&(_, c)| c != 0).collect()
    };
    for _ in 0..random.within(0, 6) {
        let terms = terms(random, program.columns.len());
        let relation = [Relation::AtMost, Relation::Equal, Relation::AtLeast][random.within(0, 2) as usize];
        program.rows.push(Row { terms, relation, bound: random.within(-8, 8) });
    }
    if random.within(0, 2) > 0 {
        let direction = [Direction::Minimise, Direction::Maximise][random.within(0, 1) as usize];
        let terms = terms(random, program.columns.len());
        program.goal = Some(Goal { direction, terms, constant: random.within(-3, 3) });
    }
    program
}

#[test]
fn ilp_agrees_with_enumeration() {
    for (name, mut solver) in ilp_solvers() {
        let mut feasible = 0;
        for seed in 0..800 {
            let program = small_program(&mut Random(seed));
            match (solver.solve(&program, &Budget::none()), enumerate(&program)) {
                (IlpOutcome::Optimal(values), Some(best)) => {
                    assert!(program.holds(&values), "{name}, seed {seed}: {values:?}");
                    if program.goal.is_some() {
                        assert_eq!(program.value(&values), best, "{name}, seed {seed}: {values:?} in {program:?}");
                    }
                    feasible += 1;
                }
                (IlpOutcome::Infeasible, None) => {}
                (outcome, best) => panic!("{name}, seed {seed}: {outcome:?}, but {best:?} in {program:?}"),
            }
        }
        assert!((200..600).contains(&feasible), "{name}: the programs should be mixed, {feasible} of 800 are feasible");
    }
}

/// A program with large coefficients and a known solution, which is returned too.
fn planted(random: &mut Random) -> (Program, Vec<i64>) {
    let (columns, rows, size, largest) = (20, 10, 6, 20_000);
    let mut program = Program::default();
    let mut vector = Vec::new();
    for index in 0..columns {
        let (lower, upper) =
            if random.within(0, 2) == 0 { (-random.within(0, 6), random.within(0, 6)) } else { (0, 1) };
        program.column(format!("x{index}"), lower, upper);
        vector.push(random.within(lower, upper));
    }
    for _ in 0..rows {
        let mut terms: Vec<(usize, i64)> = Vec::new();
        while terms.len() < size {
            let column = random.within(0, columns - 1) as usize;
            if terms.iter().all(|&(other, _)| other != column) {
                let coefficient = random.within(-largest, largest);
                if coefficient != 0 {
                    terms.push((column, coefficient));
                }
            }
        }
        let value: i64 = terms.iter().map(|&(column, coefficient)| coefficient * vector[column]).sum();
        let (relation, bound) = match random.within(0, 3) {
            0 => (Relation::AtMost, value + random.within(0, 2)),
            1 => (Relation::AtLeast, value - random.within(0, 2)),
            _ => (Relation::Equal, value),
        };
        program.rows.push(Row { terms, relation, bound });
    }
    let direction = if random.within(0, 1) == 0 { Direction::Minimise } else { Direction::Maximise };
    let terms = (0..columns as usize).map(|column| (column, random.within(-9, 9))).filter(|&(_, c)| c != 0).collect();
    program.goal = Some(Goal { direction, terms, constant: 2 });
    (program, vector)
}

/// Without row scaling minilp reports the programs of seeds 16 and 30 as infeasible.
#[test]
fn ilp_finds_planted_solutions_with_large_coefficients() {
    for (name, mut solver) in ilp_solvers() {
        for seed in 0..40 {
            let (program, vector) = planted(&mut Random(seed));
            assert!(program.holds(&vector), "seed {seed}");
            match solver.solve(&program, &Budget::none()) {
                IlpOutcome::Optimal(values) => {
                    let (found, planted) = (program.value(&values), program.value(&vector));
                    let good = match program.goal.as_ref().map(|goal| goal.direction) {
                        Some(Direction::Maximise) => found >= planted,
                        _ => found <= planted,
                    };
                    assert!(good && program.holds(&values), "{name}, seed {seed}: {found}, planted {planted}");
                }
                other => panic!("{name}, seed {seed}: {other:?}"),
            }
        }
    }
}

/// A board with `per` marks in every row, column and block, with some cells given.
fn marks(side: usize, block: usize, per: i64, given: &[(usize, i64)]) -> Program {
    let mut program = Program::default();
    for cell in 0..side * side {
        let value = given.iter().find(|&&(index, _)| index == cell).map(|&(_, value)| value);
        program.column(format!("c{cell}"), value.unwrap_or(0), value.unwrap_or(1));
    }
    let mut exactly = |inside: &dyn Fn(usize, usize) -> bool| {
        let cells = (0..side * side).filter(|cell| inside(cell / side, cell % side));
        let terms = cells.map(|cell| (cell, 1)).collect();
        program.rows.push(Row { terms, relation: Relation::Equal, bound: per });
    };
    for line in 0..side {
        exactly(&|r, _| r == line);
        exactly(&|_, c| c == line);
        exactly(&|r, c| r / block * (side / block) + c / block == line);
    }
    program
}

#[test]
fn ilp_fills_a_nine_by_nine_board() {
    let given = [(0, 1), (3, 1), (10, 0), (40, 1), (41, 0), (53, 1), (66, 0), (80, 1)];
    for (name, mut solver) in ilp_solvers() {
        let mut program = marks(9, 3, 3, &given);
        let IlpOutcome::Optimal(values) = solver.solve(&program, &Budget::none()) else { panic!("{name}: no board") };
        assert!(program.holds(&values), "{name}");

        // Maximise the marks on the main diagonal: nine are possible.
        let diagonal = (0..9).map(|line| (line * 10, 1)).collect();
        program.columns[10].upper = 1;
        program.goal = Some(Goal { direction: Direction::Maximise, terms: diagonal, constant: 0 });
        let IlpOutcome::Optimal(values) = solver.solve(&program, &Budget::none()) else { panic!("{name}: no board") };
        assert_eq!(program.value(&values), 9, "{name}");

        // Four given marks in a row of three.
        program.columns.iter_mut().take(4).for_each(|column| (column.lower, column.upper) = (1, 1));
        assert_eq!(solver.solve(&program, &Budget::none()), IlpOutcome::Infeasible, "{name}");
    }
}

/// Lists solutions by adding rows that exclude them: the 24 permutation matrices of size 4.
#[test]
fn ilp_lists_by_adding_rows() {
    for (name, mut solver) in ilp_solvers() {
        let mut program = Program::default();
        for cell in 0..16 {
            program.column(format!("c{cell}"), 0, 1);
        }
        for line in 0..4 {
            program.rows.push(Row {
                terms: (0..4).map(|i| (4 * line + i, 1)).collect(),
                relation: Relation::Equal,
                bound: 1,
            });
            program.rows.push(Row {
                terms: (0..4).map(|i| (4 * i + line, 1)).collect(),
                relation: Relation::Equal,
                bound: 1,
            });
        }
        let mut found = 0;
        loop {
            match solver.solve(&program, &Budget::none()) {
                IlpOutcome::Optimal(values) => {
                    let ones = values.iter().enumerate().filter(|&(_, &value)| value == 1);
                    program.rows.push(Row {
                        terms: ones.map(|(c, _)| (c, 1)).collect(),
                        relation: Relation::AtMost,
                        bound: 3,
                    });
                    found += 1;
                }
                IlpOutcome::Infeasible => break,
                other => panic!("{name}: {other:?} after {found}"),
            }
        }
        assert_eq!(found, 24, "{name}");
    }
}

#[test]
fn ilp_without_rows_or_columns() {
    for (name, mut solver) in ilp_solvers() {
        let mut program = Program::default();
        assert_eq!(solver.solve(&program, &Budget::none()), IlpOutcome::Optimal(vec![]), "{name}");
        program.rows.push(Row { terms: vec![], relation: Relation::AtLeast, bound: 1 });
        assert_eq!(solver.solve(&program, &Budget::none()), IlpOutcome::Infeasible, "{name}");
        program.column("x", -2, 5);
        assert_eq!(solver.solve(&program, &Budget::none()), IlpOutcome::Infeasible, "{name}");
        program.rows.clear();
        program.goal = Some(Goal { direction: Direction::Minimise, terms: vec![(0, 3)], constant: 1 });
        assert_eq!(solver.solve(&program, &Budget::none()), IlpOutcome::Optimal(vec![-2]), "{name}");
    }
}

#[test]
fn ilp_refuses_numbers_it_cannot_hold() {
    for (name, mut solver) in ilp_solvers() {
        let mut program = Program::default();
        program.column("x", 0, 1 << 60);
        program.goal = Some(Goal { direction: Direction::Minimise, terms: vec![(0, 1)], constant: 0 });
        let outcome = solver.solve(&program, &Budget::none());
        assert!(matches!(&outcome, IlpOutcome::Failed(Fault::Unusable(reason)) if reason.to_string().contains("\"x\"")), "{name}: {outcome:?}");
    }
}

#[cfg(feature = "microlp")]
#[test]
fn microlp_refuses_numbers_that_i32_cannot_hold() {
    let mut program = Program::default();
    program.column("x", 0, 1 << 40);
    let open = boardwright_ilp::microlp::open;
    let outcome = open().solve(&program, &Budget::none());
    assert!(matches!(&outcome, IlpOutcome::Failed(Fault::Unusable(Unusable::Bounds { .. }))), "{outcome:?}");
}

/// A market split problem (Cornuejols and Dawande 1998): few equations with large coefficients over many binaries,
/// infeasible in practice for branch and bound.
fn market_split(random: &mut Random, rows: usize, columns: usize) -> Program {
    let mut program = Program::default();
    for index in 0..columns {
        program.column(format!("x{index}"), 0, 1);
    }
    for _ in 0..rows {
        let terms: Vec<(usize, i64)> = (0..columns).map(|column| (column, random.within(1, 99))).collect();
        let bound = terms.iter().map(|&(_, coefficient)| coefficient).sum::<i64>() / 2;
        program.rows.push(Row { terms, relation: Relation::Equal, bound });
    }
    program
}

#[test]
fn ilp_stops_in_time() {
    let hard = market_split(&mut Random(1), 5, 40);
    for (name, mut solver) in ilp_solvers() {
        assert_eq!(solver.solve(&hard, &Budget::within(Duration::ZERO)), IlpOutcome::Stopped(Stop::Time), "{name}");
        assert_eq!(solver.solve(&hard, &interrupted()), IlpOutcome::Stopped(Stop::Interrupted), "{name}");

        let start = Instant::now();
        let outcome = solver.solve(&hard, &Budget::within(Duration::from_millis(200)));
        assert_eq!(outcome, IlpOutcome::Stopped(Stop::Time), "{name}");
        assert!(start.elapsed() < Duration::from_millis(700), "{name}: {:?}", start.elapsed());
    }
}

/// A multidimensional knapsack with values correlated to the weights: solutions are easy, the proof of optimality is
/// not.
fn knapsack(random: &mut Random, rows: usize, columns: usize) -> Program {
    let mut program = Program::default();
    for index in 0..columns {
        program.column(format!("x{index}"), 0, 1);
    }
    let mut worth = vec![10 * rows as i64; columns];
    for _ in 0..rows {
        let terms: Vec<(usize, i64)> = (0..columns).map(|column| (column, random.within(1, 999))).collect();
        let bound = terms.iter().map(|&(_, weight)| weight).sum::<i64>() / 2;
        terms.iter().for_each(|&(column, weight)| worth[column] += weight);
        program.rows.push(Row { terms, relation: Relation::AtMost, bound });
    }
    let terms = worth.into_iter().enumerate().collect();
    program.goal = Some(Goal { direction: Direction::Maximise, terms, constant: 0 });
    program
}

#[test]
fn ilp_keeps_its_best_vector_when_interrupted() {
    let hard = knapsack(&mut Random(3), 8, 80);
    for (name, mut solver) in ilp_solvers() {
        let budget = Budget::none();
        let flag = budget.interrupt.clone();
        let start = Instant::now();
        let pressed = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            flag.store(true, Ordering::Relaxed);
        });
        match solver.solve(&hard, &budget) {
            IlpOutcome::Feasible(values, Stop::Interrupted) => assert!(hard.holds(&values), "{name}"),
            other => panic!("{name}: {other:?}"),
        }
        assert!(start.elapsed() < Duration::from_millis(800), "{name}: {:?}", start.elapsed());
        pressed.join().expect("the thread only sleeps and stores");
    }
}
