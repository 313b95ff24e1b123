//! The form, its search and its exchanges against trying all values.

use super::plan::{NoPlan, Plan};
use super::read::recognised;
use super::search::{End, Search};
use super::*;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::constraint::{
    Atom, Automaton, Constraint, Direction, Literal, Origin, OriginId, Problem, Regular, Relation, Term,
};
use std::ops::ControlFlow;

/// A problem of cells with values from `low` on; returns the literals by cell and value.
fn cells(problem: &mut Problem, rule: OriginId, sizes: &[usize]) -> Vec<Vec<Literal>> {
    let mut all = Vec::new();
    for (cell, &size) in sizes.iter().enumerate() {
        let literals: Vec<Literal> = (0..size).map(|v| problem.boolean(format!("{cell}={v}")).into()).collect();
        problem.post(rule, Constraint::exactly(1, literals.iter().copied()));
        all.push(literals);
    }
    all
}

fn total(cells: &[Vec<Literal>], factors: &[i64], low: i64) -> Vec<Term> {
    let of_cell = |(literals, &factor): (&Vec<Literal>, &i64)| {
        literals
            .iter()
            .zip(low..)
            .map(move |(&literal, value)| Term::literal(factor * value, literal))
            .collect::<Vec<_>>()
    };
    cells.iter().zip(factors).flat_map(of_cell).filter(|term| term.coefficient != 0).collect()
}

/// Returns the solutions that the search finds.
fn searched(problem: &Problem) -> Vec<Vec<bool>> {
    let budget = Budget::none();
    let form = recognised(problem, &budget).expect("no limit").expect("sums over cells");
    let plan = match Plan::new(&form, &budget) {
        Ok(plan) => plan,
        Err(reason) => {
            assert_eq!(reason, NoPlan::Contradiction);
            return Vec::new();
        }
    };
    let mut found = Vec::new();
    let end = Search::new(&form, &plan, u64::MAX, &budget).run(&mut |values| {
        let assignment = form.assignment(values);
        assert!(problem.holds(&assignment));
        found.push(assignment.booleans);
        ControlFlow::Continue(())
    });
    assert_eq!(end, End::All);
    found
}

/// Returns the solutions among all combinations of values.
fn tried(problem: &Problem, cells: &[Vec<Literal>]) -> Vec<Vec<bool>> {
    let mut solutions = Vec::new();
    let mut chosen = vec![0; cells.len()];
    loop {
        let mut booleans = vec![false; problem.booleans().len()];
        for (literals, &value) in cells.iter().zip(&chosen) {
            let Atom::Boolean(boolean) = literals[value].atom else { unreachable!("cells have Booleans") };
            booleans[boolean.0 as usize] = true;
        }
        // At most one other Boolean, which is the last one.
        let last = booleans.len() - 1;
        let others: &[bool] = if problem.booleans()[last].decision { &[false] } else { &[false, true] };
        for &other in others {
            let mut booleans = booleans.clone();
            booleans[last] |= other;
            let assignment = Assignment { booleans, integers: Vec::new() };
            if problem.holds(&assignment) {
                solutions.push(assignment.booleans);
            }
        }
        let Some(next) = (0..cells.len()).find(|&cell| chosen[cell] + 1 < cells[cell].len()) else { return solutions };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

/// The word of cells whose places add up to a number, or to at most that number.
fn adding(cells: &[Vec<Literal>], equal: bool, most: usize) -> Regular {
    let step = |sum: usize, symbol: usize| Some(sum + symbol).filter(|&sum| sum <= most);
    let next = (0..=most).map(|sum| (0..cells[0].len()).map(|symbol| step(sum, symbol)).collect()).collect();
    let accepting = (0..=most).map(|sum| !equal || sum == most).collect();
    Regular { sequence: cells.to_vec(), automaton: Automaton { start: 0, accepting, next } }
}

/// A random problem of four or five cells with rows, exclusions, restrictions, and perhaps an objective.
fn random(seed: u64) -> (Problem, Vec<Vec<Literal>>) {
    let mut random = Random(seed);
    let mut problem = Problem::new();
    let rule = problem.origin(Origin::named(0, "rule"));
    let count = 4 + random.below(2);
    let sizes: Vec<usize> = (0..count).map(|_| 2 + random.below(4)).collect();
    let cells = cells(&mut problem, rule, &sizes);
    let low = random.within(-3, 3);
    for _ in 0..1 + random.below(4) {
        let factors: Vec<i64> = (0..count).map(|_| random.within(-2, 2)).collect();
        let relation = random.one_of(&[Relation::Equal, Relation::Equal, Relation::AtMost, Relation::AtLeast]);
        let terms = total(&cells, &factors, low);
        problem.post(rule, Constraint::Sum { terms, relation, bound: random.within(-6, 12) });
    }
    problem
        .post(rule, Constraint::Sum { terms: total(&cells[..2], &[1, 1], low), relation: Relation::AtMost, bound: 99 });
    for _ in 0..random.below(4) {
        let (one, other) = (random.below(count), random.below(count));
        if one != other {
            let (a, b) = (random.one_of(&cells[one]), random.one_of(&cells[other]));
            problem.post(rule, Constraint::clause([!a, !b]));
        }
    }
    if random.below(2) == 0 && cells[0].len() == cells[1].len() {
        let (equal, most) = (random.below(2) == 0, random.below(2 * cells[0].len() - 1));
        problem.post(rule, Constraint::Regular(adding(&cells[..2], equal, most)));
    }
    if random.below(2) == 0 {
        // The sum or difference of the places of two cells, as clauses.
        let (factor, bound, relation) = (random.one_of(&[1, -1]), random.within(-2, 5), random.below(3));
        for (a, one) in (0..).zip(&cells[1]) {
            for (b, other) in (0..).zip(&cells[3]) {
                let sum: i64 = a + factor * b;
                if [sum != bound, sum > bound, sum < bound][relation] {
                    problem.post(rule, Constraint::clause([!*one, !*other]));
                }
            }
        }
    }
    if cells[2].len() == 2 {
        let parity = problem.auxiliary("parity");
        for (value, &literal) in cells[2].iter().enumerate() {
            let odd = if value % 2 == 1 { parity.into() } else { !parity };
            problem.post(rule, Constraint::clause([!literal, odd]));
        }
        let terms = cells[3].iter().zip(0..).map(|(&literal, value)| Term::literal(value, literal));
        let terms = terms.chain([Term::literal(2, !parity)]).collect();
        problem.post(rule, Constraint::Sum { terms, relation: Relation::AtMost, bound: random.within(1, 5) });
    }
    if random.below(3) == 0 {
        problem.post(rule, Constraint::clause([!cells[0][0]]));
    }
    if random.below(2) == 0 {
        let direction = random.one_of(&[Direction::Minimise, Direction::Maximise]);
        let factors: Vec<i64> = (0..count).map(|_| random.within(-2, 2)).collect();
        problem.set_objective(direction, total(&cells, &factors, low));
    }
    (problem, cells)
}

#[test]
fn solutions_are_those_of_all_combinations() {
    let mut with_solutions = 0;
    for seed in 0..600 {
        let (problem, cells) = random(seed);
        let mut all = tried(&problem, &cells);
        let mut found = searched(&problem);
        with_solutions += usize::from(!all.is_empty());
        match problem.objective() {
            None => {
                found.sort();
                all.sort();
                assert_eq!(found, all, "seed {seed}");
            }
            Some(objective) => {
                let value = |booleans: &Vec<bool>| {
                    let sum = Assignment { booleans: booleans.clone(), integers: Vec::new() }.sum(&objective.terms);
                    if objective.direction == Direction::Minimise { sum } else { -sum }
                };
                assert_eq!(found.last().map(value), all.iter().map(value).min(), "seed {seed}");
                assert!(found.is_sorted_by(|one, next| value(one) > value(next)), "seed {seed}");
            }
        }
    }
    assert!(with_solutions > 100, "{with_solutions}");
}

/// A magic square with the numbers from 1.
fn magic(order: usize) -> Problem {
    let mut problem = Problem::new();
    let rule = problem.origin(Origin::named(0, "rule"));
    let count = order * order;
    let cells = cells(&mut problem, rule, &vec![count; count]);
    for value in 0..count {
        problem.post(rule, Constraint::at_most(1, cells.iter().map(|literals| literals[value])));
    }
    let magic = (order * (count + 1) / 2) as i64;
    let lines = (0..order).map(|row| (row * order, 1)).chain((0..order).map(|column| (column, order)));
    for (first, step) in lines.chain([(0, order + 1), (order - 1, order - 1)]) {
        let line: Vec<Vec<Literal>> = (0..order).map(|place| cells[first + place * step].clone()).collect();
        let terms = total(&line, &vec![1; order], 1);
        problem.post(rule, Constraint::Sum { terms, relation: Relation::Equal, bound: magic });
    }
    problem
}

#[test]
fn magic_squares_of_order_three() {
    assert_eq!(searched(&magic(3)).len(), 8);
}

#[test]
fn magic_squares_are_found_by_exchanges() {
    for order in [4, 5, 6] {
        let problem = magic(order);
        let form = recognised(&problem, &Budget::none()).expect("no limit").expect("sums over cells");
        let values = exchange::find(&form, &Budget::none()).expect("no limit").expect("there are many");
        assert!(problem.holds(&form.assignment(&values)));
    }
}

#[test]
fn most_numbers_of_a_magic_square_follow() {
    let form = recognised(&magic(4), &Budget::none()).expect("no limit").expect("sums over cells");
    let plan = Plan::new(&form, &Budget::none()).expect("a plan");
    // Ten sums of rank nine leave seven of 16 numbers.
    assert!((plan.combinations() - 7.0 * 16f64.log10()).abs() < 1e-9, "{}", plan.combinations());
}

#[test]
fn other_constraints_are_not_recognised() {
    let mut problem = magic(3);
    let rule = problem.origin(Origin::named(1, "other"));
    let [a, b, c] = [0, 10, 20].map(|index| Literal::from(BoolVar(index)));
    problem.post(rule, Constraint::clause([a, b, c]));
    assert_eq!(recognised(&problem, &Budget::none()), Ok(None));
}
