//! Random small graphs: every propagation and conflict is checked against all assignments, and every backend against
//! all others.

use super::cuts::Cuts;
use super::{Network, Rule};
use crate::batsat::{Policy, with_policy};
use crate::cnf::Lit;
use crate::cnf::graph::{Demand, Edge, GraphConstraint, Measure};
use crate::{Sat, SatOutcome};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Random;
use std::collections::BTreeSet;

/// Whether a model satisfies a constraint, implemented as simply as possible.
fn holds(watched: &GraphConstraint, model: &[bool]) -> bool {
    let is = |when: Option<Lit>| when.is_none_or(|literal| literal.holds_in(model));
    let there: Vec<bool> = watched.vertices.iter().map(|&when| is(when)).collect();
    let mut component: Vec<usize> = (0..there.len()).collect();
    for _ in 0..there.len() {
        for edge in watched.edges.iter().filter(|edge| is(edge.when)) {
            let [a, b] = edge.ends.map(|end| end as usize);
            if there[a] && there[b] {
                let least = component[a].min(component[b]);
                (component[a], component[b]) = (least, least);
            }
        }
    }
    let components: BTreeSet<usize> = (0..there.len()).filter(|&v| there[v]).map(|v| component[v]).collect();
    let measures = watched.measures.iter().all(|measure| {
        measure.demands.iter().filter(|demand| there[demand.vertex as usize] && is(demand.when)).all(|demand| {
            let its = component[demand.vertex as usize];
            let weight: i64 =
                (0..there.len()).filter(|&v| there[v] && component[v] == its).map(|v| measure.weights[v]).sum();
            demand.least <= weight && weight <= demand.most
        })
    });
    (!watched.connected || components.len() <= 1) && measures
}

/// A random constraint over some variables, and clauses that make some vertices complete.
fn constraint(random: &mut Random, variables: usize) -> (GraphConstraint, Vec<Vec<Lit>>) {
    let vertices = 2 + random.below(6);
    let literal = |random: &mut Random| Lit::new(random.below(variables) as u32, random.below(4) == 0);
    let often = 1 + random.below(6);
    let when = |random: &mut Random| (random.below(often) != 0).then(|| literal(random));
    let vertex_literals = (0..vertices).map(|_| when(random)).collect();
    let edges = (0..random.below(3 * vertices)).filter_map(|_| {
        let ends = [random.below(vertices) as u32, random.below(vertices) as u32];
        let often = random.below(2) == 0;
        let when = if often { None } else { Some(literal(random)) };
        (ends[0] != ends[1]).then_some(Edge { ends, when })
    });
    let edges = edges.collect();
    let connected = random.below(3) == 0;
    let mut clauses = Vec::new();
    let mut measures = Vec::new();
    for _ in 0..if connected { random.below(2) } else { 1 + random.below(2) } {
        let unit = random.below(2) == 0;
        let sparse = random.below(2) == 0;
        let weights = (0..vertices)
            .map(|_| {
                if unit {
                    1
                } else if sparse {
                    i64::from(random.below(3) == 0)
                } else {
                    random.below(4) as i64
                }
            })
            .collect();
        let mut complete = vec![false; vertices];
        let mut demands = Vec::new();
        for vertex in 0..vertices as u32 {
            let mut demand = |random: &mut Random, when: Option<Lit>| {
                let bound = 1 + random.below(4) as i64;
                let (least, most) = match random.below(4) {
                    0 => (i64::MIN, bound),
                    1 => (bound, i64::MAX),
                    _ => (bound, bound),
                };
                demands.push(Demand { vertex, when, least, most });
            };
            match random.below(4) {
                0 => demand(random, None),
                1 => {
                    let when: Vec<Lit> = (0..1 + random.below(3)).map(|_| literal(random)).collect();
                    when.iter().for_each(|&one| demand(random, Some(one)));
                    if random.below(2) == 0 {
                        clauses.push(when);
                        complete[vertex as usize] = true;
                    }
                }
                _ => {}
            }
        }
        measures.push(Measure { weights, demands, complete });
    }
    (GraphConstraint { vertices: vertex_literals, edges, connected, measures }, clauses)
}

fn models(variables: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << variables).map(move |bits| (0..variables).map(|v| bits >> v & 1 == 1).collect())
}

fn satisfies(model: &[bool], clauses: &[Vec<Lit>]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|literal| literal.holds_in(model)))
}

#[test]
fn conclusions_follow_from_their_explanations() {
    let variables = 9;
    let (mut conclusions, mut conflicts) = ([0; 5], 0);
    for seed in 1..=3000 {
        let mut random = Random(seed);
        let (watched, clauses) = match seed % 3 {
            0 => islands(&mut random),
            _ => constraint(&mut random, variables),
        };
        let solutions: Vec<Vec<bool>> =
            models(variables).filter(|model| satisfies(model, &clauses) && holds(&watched, model)).collect();
        let mut network = Network::new(&watched);
        for _ in 0..6 {
            let order = random.permutation(variables);
            let mut trail: Vec<Lit> = Vec::new();
            let mut kept: Vec<(Lit, Rule, u32)> = Vec::new();
            'walk: for variable in order {
                let next = Lit::new(variable as u32, random.below(2) == 0);
                if trail.contains(&next) || trail.contains(&!next) {
                    continue;
                }
                trail.push(next);
                decide(&mut network, next, trail.len());
                loop {
                    let now = trail.len() as u32;
                    let implied = |why: &[Lit], literal: Option<Lit>| {
                        assert!(why.iter().all(|literal| trail.contains(literal)), "{watched:?} {why:?} seed {seed}");
                        let stands = |model: &&Vec<bool>| why.iter().all(|literal| literal.holds_in(model));
                        let wrong = solutions
                            .iter()
                            .find(|model| stands(model) && literal.is_none_or(|literal| !literal.holds_in(model)));
                        assert!(
                            wrong.is_none(),
                            "{watched:?} {why:?} -> {literal:?}, but {wrong:?}, {trail:?}, seed {seed}"
                        );
                    };
                    if network.propagate(now) {
                        conflicts += 1;
                        implied(&network.why, None);
                        break 'walk;
                    }
                    let forced = network.forced.clone();
                    let mut changed = false;
                    for (literal, rule) in forced {
                        network.explain(rule, now);
                        implied(&network.why, Some(literal));
                        conclusions[match rule {
                            Rule::Cut { .. } => 0,
                            Rule::Unreached { .. } => 1,
                            Rule::Large { .. } => 2,
                            Rule::Small { .. } => 3,
                            Rule::Stray { .. } => 4,
                        }] += 1;
                        kept.push((literal, rule, now));
                        changed |= !trail.contains(&literal);
                    }
                    for (literal, _) in network.forced.clone() {
                        if trail.contains(&!literal) {
                            break 'walk;
                        }
                        if !trail.contains(&literal) {
                            trail.push(literal);
                            decide(&mut network, literal, trail.len());
                        }
                    }
                    if !changed {
                        break;
                    }
                }
            }
            // Explanations may be computed later and must use the earlier state.
            for &(literal, rule, until) in &kept {
                network.explain(rule, until);
                assert!(network.why.iter().all(|one| trail[..until as usize].contains(one)), "seed {seed}");
                let wrong = solutions
                    .iter()
                    .find(|model| network.why.iter().all(|one| one.holds_in(model)) && !literal.holds_in(model));
                assert!(wrong.is_none(), "{watched:?} {:?} -> {literal:?}, seed {seed}", network.why);
            }
            for item in 0..network.literals().len() as u32 {
                if network.literals()[item as usize].is_some() {
                    network.forget(item);
                }
            }
        }
    }
    assert!(conclusions.iter().all(|&made| made > 100) && conflicts > 100, "{conclusions:?} {conflicts}");
}

fn decide(network: &mut Network, literal: Lit, since: usize) {
    for item in 0..network.literals().len() {
        if let Some(its) = network.literals()[item]
            && its.variable() == literal.variable()
        {
            network.decide(item as u32, its == literal, since as u32);
        }
    }
}

/// Graphs are propagated always, at level 0 only, and after some backjumps.
const POLICIES: [Policy; 4] = [
    Policy { small: usize::MAX, patience: 0 },
    Policy { small: 0, patience: u32::MAX },
    Policy { small: 0, patience: 0 },
    Policy { small: 8, patience: 2 },
];

/// All models by a backend, with cuts if it does not support graph constraints.
fn listed(name: &str, watched: &[GraphConstraint], clauses: &[Vec<Lit>], variables: usize) -> BTreeSet<Vec<bool>> {
    let solver = if name == "batsat" { crate::batsat::open() } else { crate::varisat::open() };
    listed_by(solver, watched, clauses, variables)
}

fn listed_by(
    mut solver: Box<dyn Sat>,
    watched: &[GraphConstraint],
    clauses: &[Vec<Lit>],
    variables: usize,
) -> BTreeSet<Vec<bool>> {
    solver.reserve(variables);
    clauses.iter().for_each(|clause| solver.add(clause));
    let left: Vec<GraphConstraint> = watched.iter().filter(|one| !solver.add_graph(one)).cloned().collect();
    let mut cuts = Cuts::new(&left);
    let mut found = BTreeSet::new();
    loop {
        match solver.solve(&[], &Budget::none()) {
            SatOutcome::Satisfiable(model) => {
                let violated = cuts.violated(&model);
                violated.iter().for_each(|cut| {
                    assert!(!cut.iter().any(|literal| literal.holds_in(&model)), "a cut cuts the model off");
                    solver.add(cut);
                });
                if violated.is_empty() {
                    let block: Vec<Lit> = (0..variables).map(|v| Lit::new(v as u32, model[v])).collect();
                    solver.add(&block);
                    assert!(found.insert(model), "a model came twice");
                }
            }
            SatOutcome::Unsatisfiable => return found,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn backends_find_all_models() {
    let variables = 9;
    for seed in 1..=400 {
        let mut random = Random(seed + 10_000);
        let mut watched = Vec::new();
        let mut clauses = Vec::new();
        for _ in 0..1 + random.below(2) {
            let (one, its) = constraint(&mut random, variables);
            watched.push(one);
            clauses.extend(its);
        }
        for _ in 0..random.below(6) {
            let clause =
                (0..2 + random.below(2)).map(|_| Lit::new(random.below(variables) as u32, random.below(2) == 0));
            clauses.push(clause.collect());
        }
        let all = models(variables);
        let expected: BTreeSet<Vec<bool>> =
            all.filter(|model| satisfies(model, &clauses) && watched.iter().all(|one| holds(one, model))).collect();
        for name in ["batsat", "varisat"] {
            let found = listed(name, &watched, &clauses, variables);
            assert_eq!(found.len(), expected.len(), "{name} {watched:?} {clauses:?} seed {seed}");
            assert_eq!(found, expected, "{name} seed {seed}");
        }
        for policy in POLICIES {
            let found = listed_by(with_policy(policy), &watched, &clauses, variables);
            assert_eq!(found, expected, "{policy:?} {watched:?} {clauses:?} seed {seed}");
        }
    }
}

#[test]
fn failed_assumptions_are_returned() {
    let variables = 9;
    let mut cores = 0;
    for seed in 1..=300 {
        let mut random = Random(seed + 20_000);
        let (watched, clauses) = constraint(&mut random, variables);
        let mut solver = with_policy(POLICIES[seed as usize % POLICIES.len()]);
        solver.reserve(variables);
        clauses.iter().for_each(|clause| solver.add(clause));
        assert!(solver.add_graph(&watched));
        let solutions: Vec<Vec<bool>> =
            models(variables).filter(|model| satisfies(model, &clauses) && holds(&watched, model)).collect();
        for _ in 0..8 {
            let order = random.permutation(variables);
            let assumed: Vec<Lit> =
                order[..4].iter().map(|&variable| Lit::new(variable as u32, random.below(2) == 0)).collect();
            let agrees = |literals: &[Lit]| solutions.iter().any(|s| literals.iter().all(|l| l.holds_in(s)));
            match solver.solve(&assumed, &Budget::none()) {
                SatOutcome::Satisfiable(model) => {
                    assert!(holds(&watched, &model) && assumed.iter().all(|l| l.holds_in(&model)), "seed {seed}");
                }
                SatOutcome::Unsatisfiable => {
                    let core = solver.core().expect("batsat supports cores");
                    assert!(core.iter().all(|literal| assumed.contains(literal)) && !agrees(&core), "seed {seed}");
                    cores += 1;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(cores > 100, "{cores}");
}

/// A Nurikabe board: clues are sizes of islands, the water is connected and has no pool.
fn nurikabe(rows: usize, columns: usize, clues: &[(usize, i64)]) -> (usize, Vec<Vec<Lit>>, [GraphConstraint; 2]) {
    let land = |cell: usize| Lit::new(cell as u32, false);
    let cells = rows * columns;
    let mut clauses = Vec::new();
    let mut edges = Vec::new();
    for cell in 0..cells {
        let (down, right) = (cell / columns + 1 < rows, cell % columns + 1 < columns);
        let mut edge = |other: usize| edges.push(Edge { ends: [cell as u32, other as u32], when: None });
        if right {
            edge(cell + 1);
        }
        if down {
            edge(cell + columns);
        }
        if down && right {
            clauses.push([cell, cell + 1, cell + columns, cell + columns + 1].map(land).to_vec());
        }
    }
    clauses.extend(clues.iter().map(|&(cell, _)| vec![land(cell)]));
    let mut weights = vec![0; cells];
    clues.iter().for_each(|&(cell, _)| weights[cell] = 1);
    let one = |vertex: usize| Demand { vertex: vertex as u32, when: None, least: 1, most: 1 };
    let size = |&(cell, size): &(usize, i64)| Demand { vertex: cell as u32, when: None, least: size, most: size };
    let count = Measure { weights, demands: (0..cells).map(one).collect(), complete: vec![true; cells] };
    let sizes =
        Measure { weights: vec![1; cells], demands: clues.iter().map(size).collect(), complete: vec![false; cells] };
    let islands = GraphConstraint {
        vertices: (0..cells).map(|cell| Some(land(cell))).collect(),
        edges: edges.clone(),
        connected: false,
        measures: vec![count, sizes],
    };
    let water = GraphConstraint {
        vertices: (0..cells).map(|cell| Some(!land(cell))).collect(),
        edges,
        connected: true,
        measures: vec![],
    };
    (cells, clauses, [islands, water])
}

/// The islands of a random board of nine cells; clues may be unconditional, edges may be conditional.
fn islands(random: &mut Random) -> (GraphConstraint, Vec<Vec<Lit>>) {
    let (rows, columns) = random.one_of(&[(3, 3), (2, 4), (1, 9)]);
    let cells = random.permutation(rows * columns);
    let clues: Vec<(usize, i64)> =
        cells[..1 + random.below(3)].iter().map(|&cell| (cell, random.within(1, 4))).collect();
    let (_, _, [mut watched, _]) = nurikabe(rows, columns, &clues);
    for &(cell, _) in &clues {
        watched.vertices[cell] = None;
    }
    for edge in &mut watched.edges {
        if random.below(8) == 0 {
            edge.when = Some(Lit::new(random.below(9) as u32, random.below(2) == 0));
        }
    }
    (watched, Vec::new())
}

#[test]
fn a_small_nurikabe_is_counted() {
    for (rows, columns, clues) in
        [(3, 3, vec![(0, 2), (8, 2)]), (3, 4, vec![(0, 2), (11, 3)]), (4, 4, vec![(0, 3), (10, 3), (3, 1)])]
    {
        let (cells, clauses, watched) = nurikabe(rows, columns, &clues);
        let expected = models(cells)
            .filter(|model| satisfies(model, &clauses) && watched.iter().all(|one| holds(one, model)))
            .collect();
        for name in ["batsat", "varisat"] {
            assert_eq!(listed(name, &watched, &clauses, cells), expected, "{name} {rows} x {columns}");
        }
        for policy in POLICIES {
            let found = listed_by(with_policy(policy), &watched, &clauses, cells);
            assert_eq!(found, expected, "{policy:?} {rows} x {columns}");
        }
    }
}

#[test]
fn an_interrupted_search_is_used_again() {
    let (cells, clauses, watched) = nurikabe(5, 5, &[(0, 3), (12, 4), (23, 2), (4, 2)]);
    let expected = listed("batsat", &watched, &clauses, cells);
    assert!(!expected.is_empty());
    for policy in POLICIES {
        interrupt(with_policy(policy), cells, &clauses, &watched, expected.clone());
    }
}

/// Interrupts a solver again and again while it lists the models.
fn interrupt(
    mut solver: Box<dyn Sat>,
    cells: usize,
    clauses: &[Vec<Lit>],
    watched: &[GraphConstraint],
    mut expected: BTreeSet<Vec<bool>>,
) {
    solver.reserve(cells);
    clauses.iter().for_each(|clause| solver.add(clause));
    assert!(watched.iter().all(|one| solver.add_graph(one)));
    let interrupted = Budget::none();
    interrupted.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut round = 0;
    loop {
        round += 1;
        if round % 2 == 0 {
            assert_eq!(solver.solve(&[], &interrupted), SatOutcome::Stopped(Stop::Interrupted));
            continue;
        }
        // Possibly stopped in the middle.
        let soon = std::time::Duration::from_micros(20 * (round % 7));
        let budget = if round % 3 == 0 { Budget::within(soon) } else { Budget::none() };
        match solver.solve(&[], &budget) {
            SatOutcome::Satisfiable(model) => {
                let block: Vec<Lit> = (0..cells).map(|v| Lit::new(v as u32, model[v])).collect();
                solver.add(&block);
                assert!(expected.remove(&model));
            }
            SatOutcome::Unsatisfiable => break,
            SatOutcome::Stopped(_) => {}
            SatOutcome::Failed(fault) => panic!("{fault}"),
        }
    }
    assert!(expected.is_empty());
}

#[test]
fn what_no_literal_can_help_is_impossible() {
    let apart = GraphConstraint { vertices: vec![None, None], edges: vec![], connected: true, measures: vec![] };
    let mut solver = crate::batsat::open();
    solver.reserve(1);
    assert!(solver.add_graph(&apart));
    assert_eq!(solver.solve(&[], &Budget::none()), SatOutcome::Unsatisfiable);
    assert_eq!(Cuts::new(&[apart]).violated(&[true]), [Vec::<Lit>::new()]);
}
