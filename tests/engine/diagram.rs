//! Decision diagrams of the route `frontier`: random problems against brute force, and drawn solutions against the uniform
//! distribution.

use crate::frontier::{Pool, loops, random_problem};
use boardwright_base::budget::{Budget, MemoryLimit, Refused, Stop};
use boardwright_base::random::Random;
use boardwright_frontier::diagram::{Diagram, Draw, NONE};
use boardwright_frontier::layers::diagram;
use boardwright_frontier::lower::{Lowered, lower};
use boardwright_frontier::order;
use boardwright_ir::constraint::{Assignment, Direction, Literal, Problem};
use boardwright_solvers::backend::FrontierDiagram;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// The Boolean decision variables and the integers.
type Decided = (Vec<bool>, Vec<i64>);

fn decided(problem: &Problem, assignment: &Assignment) -> Decided {
    let decisions = assignment.booleans.iter().zip(problem.booleans()).filter(|(_, boolean)| boolean.decision);
    (decisions.map(|(&value, _)| value).collect(), assignment.integers.clone())
}

/// The solutions, with the objective of each.
fn brute_force(problem: &Problem) -> BTreeMap<Decided, i64> {
    let booleans = problem.booleans().len();
    let mut integers: Vec<Vec<i64>> = vec![vec![]];
    for integer in problem.integers() {
        let longer = |part: Vec<i64>| integer.domain.clone().map(move |value| [part.clone(), vec![value]].concat());
        integers = integers.into_iter().flat_map(longer).collect();
    }
    let terms = problem.objective().map_or(&[][..], |objective| &objective.terms);
    let mut found = BTreeMap::new();
    for bits in 0..1u32 << booleans {
        for integers in &integers {
            let booleans = (0..booleans).map(|index| bits >> index & 1 == 1).collect();
            let assignment = Assignment { booleans, integers: integers.clone() };
            if problem.holds(&assignment) {
                found.insert(decided(problem, &assignment), assignment.sum(terms));
            }
        }
    }
    found
}

fn kept(lowered: &Lowered, budget: &Budget) -> Result<Option<Diagram>, Stop> {
    let Ok(ordered) = order::best(&lowered.form, &Budget::none()).expect("there is no limit") else { return Ok(None) };
    match diagram(&lowered.form, &ordered, budget) {
        FrontierDiagram::Kept(diagram) => Ok(Some(diagram)),
        FrontierDiagram::Stopped(stop) => Err(stop),
        FrontierDiagram::TooWide => panic!("{lowered:?}"),
    }
}

/// All paths, in lexicographic order of the values in the order of the sweep.
fn paths(diagram: &Diagram) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    if diagram.is_empty() {
        return all;
    }
    let mut open = vec![(0, 0, vec![0; diagram.layers().len()])];
    while let Some((place, node, values)) = open.pop() {
        let Some(layer) = diagram.layers().get(place) else {
            all.push(values);
            continue;
        };
        for value in (0..layer.values).rev() {
            let next = layer.next[node * layer.values + value];
            if next != NONE {
                let mut values = values.clone();
                values[layer.variable] = value;
                open.push((place + 1, next as usize, values));
            }
        }
    }
    all
}

/// Checks everything that a diagram answers against its solutions by brute force.
fn check(problem: &Problem, lowered: &Lowered, diagram: &Diagram, solutions: &BTreeMap<Decided, i64>) {
    let none = Budget::none();
    let listed: Vec<Vec<usize>> = paths(diagram);
    let found: Vec<Decided> = listed.iter().map(|values| decided(problem, &lowered.assignment(values))).collect();
    assert_eq!(found.len(), solutions.len());
    assert!(found.iter().all(|found| solutions.contains_key(found)), "{found:?}");
    assert_eq!(diagram.solutions().collect::<Vec<_>>(), listed);
    assert_eq!(diagram.first(), listed.first().cloned());
    let completions = diagram.completions(&none).expect("there is no limit");
    assert_eq!(diagram.count(&completions), BigUint::from(solutions.len()));
    let by_value = diagram.by_value(&completions, &none).expect("there is no limit");
    for layer in diagram.layers().iter().filter(|_| !diagram.is_empty()) {
        let count = |value| listed.iter().filter(|path| path[layer.variable] == value).count();
        let counts: Vec<BigUint> = (0..layer.values).map(|value| count(value).into()).collect();
        assert_eq!(by_value[layer.variable], counts);
    }
    let Some(objective) = &lowered.objective else { return };
    let mut sums: BTreeMap<i64, BigUint> = BTreeMap::new();
    solutions.values().for_each(|&sum| *sums.entry(sum).or_default() += 1u32);
    assert_eq!(diagram.distribution(&objective.weights, &none), Ok(sums.clone()));
    let mut ranked: Vec<(i64, Vec<usize>)> =
        listed.iter().map(|path| (objective.weights.sum(path), path.clone())).collect();
    let sign = if objective.maximise { -1 } else { 1 };
    ranked.sort_by_key(|(sum, _)| sign * sum);
    let optimal = diagram.optimal(&objective.weights, objective.maximise, &none).expect("there is no limit");
    let best: Vec<Vec<usize>> =
        ranked.iter().filter(|(sum, _)| *sum == ranked[0].0).map(|(_, path)| path.clone()).collect();
    assert_eq!(optimal.as_ref().map(|(sum, _)| *sum), ranked.first().map(|(sum, _)| *sum));
    assert_eq!(optimal.map_or(Vec::new(), |(_, diagram)| paths(&diagram)), best);
    for number in [0, 1, 2, 5, ranked.len(), ranked.len() + 1] {
        let best = diagram.best(&objective.weights, objective.maximise, number, &none).expect("there is no limit");
        assert_eq!(best.solutions, ranked[..number.min(ranked.len())], "{number} of {}", ranked.len());
        let mut known: Vec<i64> = best.solutions.iter().map(|(sum, _)| *sum).collect();
        known.dedup();
        assert_eq!(best.sums, known.iter().map(|sum| (*sum, sums[sum].clone())).collect::<Vec<_>>());
    }
}

#[test]
fn random_diagrams_have_the_solutions_of_brute_force() {
    let (mut checked, mut weighted, mut refused) = (0, 0, 0);
    for seed in 0..800 {
        let mut random = Random(seed);
        let mut problem = random_problem(&mut random);
        if random.below(2) == 0 {
            let literals: Vec<Literal> = (0..problem.booleans().len() as u32)
                .map(|index| boardwright_ir::constraint::BoolVar(index).into())
                .collect();
            let pool = Pool { literals, integers: Vec::new() };
            let direction = random.one_of(&[Direction::Minimise, Direction::Maximise]);
            problem.set_objective(direction, pool.terms(&mut random));
        }
        match lower(&problem, &Budget::none()) {
            Ok(lowered) => {
                let Some(diagram) = kept(&lowered, &Budget::none()).expect("there is no limit") else { continue };
                let solutions = brute_force(&problem);
                let result = std::panic::catch_unwind(|| check(&problem, &lowered, &diagram, &solutions));
                assert!(result.is_ok(), "seed {seed}: {problem:?}\n{lowered:?}\n{diagram:?}");
                checked += usize::from(solutions.len() > 1);
                weighted += usize::from(lowered.objective.is_some() && solutions.len() > 1);
            }
            Err(Refused::Inapplicable(_)) => refused += 1,
            Err(stop) => panic!("seed {seed}: {stop}"),
        }
    }
    assert!(checked > 300 && weighted > 100 && refused < 250, "{checked}, {weighted}, {refused}");
}

/// The 213 loops on 4x4 points (OEIS A140517) have equal shares in drawn solutions: chi-square has 212 degrees of freedom, mean
/// 212 and standard deviation 20.6; above 340 it is with a probability below one in ten million.
#[test]
fn drawn_solutions_are_uniform() {
    const SEED: u64 = 2026;
    let lowered = lower(&loops(4, 4, false), &Budget::none()).expect("it has automata");
    let diagram = kept(&lowered, &Budget::none()).expect("there is no limit").expect("it has automata");
    let completions = diagram.completions(&Budget::none()).expect("there is no limit");
    let mut draw = Draw::new(&diagram, &completions, SEED).expect("there are loops");
    let drawn = 213 * 40;
    let mut often: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
    for _ in 0..drawn {
        *often.entry(draw.solution()).or_default() += 1.0;
    }
    assert_eq!(often.len(), 213, "seed {SEED}: every loop is drawn");
    assert!(paths(&diagram).iter().all(|path| often.contains_key(path)), "seed {SEED}");
    let expected = f64::from(drawn) / 213.0;
    let square: f64 = often.values().map(|often| (often - expected).powi(2) / expected).sum();
    println!("seed {SEED}: chi-square {square:.1} with 212 degrees of freedom");
    assert!((110.0..340.0).contains(&square), "seed {SEED}: chi-square {square}");
}

/// Beyond 64 bits: 2^200 assignments of 200 free variables, each value of each in half of them.
#[test]
fn numbers_are_exact_beyond_a_word() {
    let mut problem = Problem::new();
    for _ in 0..200 {
        problem.boolean("");
    }
    let lowered = lower(&problem, &Budget::none()).expect("it has automata");
    let diagram = kept(&lowered, &Budget::none()).expect("there is no limit").expect("it has automata");
    let completions = diagram.completions(&Budget::none()).expect("there is no limit");
    assert_eq!(diagram.count(&completions), BigUint::from(1u32) << 200);
    let by_value = diagram.by_value(&completions, &Budget::none()).expect("there is no limit");
    assert!(by_value.iter().flatten().all(|count| *count == BigUint::from(1u32) << 199));
    let mut draw = Draw::new(&diagram, &completions, 1).expect("there are solutions");
    let ones: usize = (0..100).map(|_| draw.solution().iter().sum::<usize>()).sum();
    // 20,000 fair coins: the standard deviation is 71.
    assert!((9_500..10_500).contains(&ones), "seed 1: {ones} of 20000");
}

#[test]
fn a_diagram_respects_its_limits() {
    let lowered = lower(&loops(9, 9, false), &Budget::none()).expect("it has automata");
    let memory = Some(MemoryLimit { bytes: 100_000, held: || None });
    let limited = Budget { memory, ..Budget::none() };
    assert_eq!(kept(&lowered, &limited), Err(Stop::Memory));
    let interrupted = Budget::none();
    interrupted.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(kept(&lowered, &interrupted), Err(Stop::Interrupted));
    let diagram = kept(&lowered, &Budget::none()).expect("there is no limit").expect("it has automata");
    assert_eq!(diagram.completions(&interrupted), Err(Stop::Interrupted));
    let completions = diagram.completions(&Budget::none()).expect("there is no limit");
    assert_eq!(diagram.by_value(&completions, &interrupted), Err(Stop::Interrupted));
    let weights = boardwright_frontier::diagram::Weights::default();
    assert_eq!(diagram.distribution(&weights, &interrupted), Err(Stop::Interrupted));
    assert_eq!(diagram.best(&weights, false, 1, &interrupted), Err(Stop::Interrupted));
    assert_eq!(diagram.optimal(&weights, false, &interrupted), Err(Stop::Interrupted));
}
