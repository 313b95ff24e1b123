//! Sweeps with merged layers against sweeps without.

use super::plan::Plan;
use super::sweep::{Merging, run};
use crate::FrontierCount;
use crate::{Effect, Form, Goal, Local, Reach, order};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;

/// Returns the number of solutions and the widest layer with merging and without, and checks the example.
fn both(form: &Form) -> [(String, usize); 2] {
    let ordered = order::best(form, &Budget::none()).expect("no limit").expect("it has automata");
    if ordered.automata.iter().any(|automaton| automaton.never) {
        return [(); 2].map(|()| ("0".to_string(), 0));
    }
    let plan = Plan::of(form, &ordered).expect("it is small");
    [(0, 0), (u64::MAX, 0)].map(|(from_steps, from_states)| {
        let merging = Merging { form, ordered: &ordered, from_steps, from_states };
        match run(&plan, merging, Reach::ALL, 1, &Budget::none(), &mut super::NoStore) {
            FrontierCount::Exactly { count, example, states } => {
                let holds = |values: Vec<usize>| form.locals.iter().all(|local| local.holds(&|at| values[at]));
                assert_eq!(example.is_some(), count > 0u32.into());
                assert!(example.is_none_or(holds), "{form:?}");
                (count.to_string(), states)
            }
            other => panic!("{other:?}"),
        }
    })
}

/// Every value once in each of these sets of cells.
fn squares(side: usize, sets: &[Vec<usize>]) -> Form {
    let once = |(set, value): (&Vec<usize>, usize)| {
        let effects: Vec<Effect> = (0..side).map(|own| Effect::weight(i64::from(own == value))).collect();
        Local { terms: set.iter().map(|&cell| (cell, effects.clone())).collect(), goal: Goal::Between(1, 1) }
    };
    let locals = sets.iter().flat_map(|set| (0..side).map(move |value| (set, value))).map(once).collect();
    Form { sizes: vec![side; side * side], locals, ..Form::default() }
}

fn lines(side: usize) -> Vec<Vec<usize>> {
    let row = (0..side).map(|row| (0..side).map(|column| row * side + column).collect());
    row.chain((0..side).map(|column| (0..side).map(|row| row * side + column).collect())).collect()
}

/// OEIS A002860; Sudoku grids with blocks of 2 by 2 cells, OEIS A107739.
#[test]
fn squares_have_the_known_numbers() {
    for (side, known) in [(3, "12"), (4, "576"), (5, "161280")] {
        let [merged, plain] = both(&squares(side, &lines(side)));
        assert_eq!((&merged.0[..], &plain.0[..]), (known, known));
        assert!(side < 5 || merged.1 * 4 < plain.1, "{merged:?} {plain:?}");
    }
    let block = |block: usize| (0..4).map(|cell| (block / 2 * 2 + cell / 2) * 4 + block % 2 * 2 + cell % 2).collect();
    let sets: Vec<Vec<usize>> = lines(4).into_iter().chain((0..4).map(block)).collect();
    assert_eq!(both(&squares(4, &sets)).map(|(count, _)| count), ["288", "288"]);
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let longer = |(rest, place): (Vec<usize>, usize)| {
        let mut rest = rest;
        rest.insert(place, count - 1);
        rest
    };
    let shorter = permutations(count - 1).into_iter();
    shorter.flat_map(|rest| (0..count).map(move |place| (rest.clone(), place))).map(longer).collect()
}

/// Random sums on a few columns, and their images under permutations of columns and of values.
#[test]
fn random_symmetric_forms_have_the_same_count() {
    let mut fewer = 0;
    for seed in 0..400 {
        let mut random = Random(seed);
        let (rows, columns, size) = (2 + random.below(2), 2 + random.below(3), 2 + random.below(2));
        let mut form = Form { sizes: vec![size; rows * columns], ..Form::default() };
        for _ in 0..1 + random.below(3) {
            let cells = random.permutation(rows * columns);
            let cells = &cells[..1 + random.below(4)];
            let weights: Vec<Vec<i64>> =
                cells.iter().map(|_| (0..size).map(|_| random.within(0, 1)).collect()).collect();
            let goal = Goal::Between(random.within(0, 1), random.within(1, 2));
            let by_values = random.below(2) == 0;
            let turns = if by_values { permutations(size) } else { vec![(0..size).collect()] };
            for (order, turn) in
                permutations(columns).iter().flat_map(|order| turns.iter().map(move |turn| (order, turn)))
            {
                let term = |(&cell, weights): (&usize, &Vec<i64>)| {
                    let effects = turn.iter().map(|&value| Effect::weight(weights[value]));
                    (cell / columns * columns + order[cell % columns], effects.collect())
                };
                let terms: Vec<(usize, Vec<Effect>)> = cells.iter().zip(&weights).map(term).collect();
                form.locals.push(Local { terms, goal: goal.clone() });
            }
        }
        let [merged, plain] = both(&form);
        assert_eq!(merged.0, plain.0, "seed {seed}: {form:?}");
        fewer += usize::from(merged.1 < plain.1);
    }
    assert!(fewer > 10, "{fewer} forms have fewer states");
}
