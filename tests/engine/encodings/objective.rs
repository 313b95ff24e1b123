//! Bounds on costs, asked for in any order, against all assignments.

use super::engine::{Engine, assignments};
use boardwright_base::random::Random;
use boardwright_ir::constraint::Direction;
use boardwright_sat::cnf::encode::{Choice, ENCODINGS, Kind};
use boardwright_sat::cnf::lower::Cost;
use boardwright_sat::cnf::objective::Bounds;
use boardwright_sat::cnf::{Cnf, Lit};

/// A cost over as many fresh variables as weights; every third literal is negative.
fn cost(cnf: &mut Cnf, weights: &[u64]) -> Cost {
    let literal = |(index, &weight): (usize, &u64)| (weight, Lit::new(cnf.variable().variable(), index % 3 == 2));
    Cost { terms: weights.iter().enumerate().map(literal).collect(), offset: 0, direction: Direction::Minimise }
}

/// Under the assumptions for a bound, exactly the assignments that weigh no more have a model. A bound that a chosen encoding
/// does not apply to is left out.
fn check(choice: &Choice, weights: &[u64], order: &[u64]) {
    let mut cnf = Cnf::new();
    let cost = cost(&mut cnf, weights);
    let mut bounds = Bounds::chosen(&cost, choice);
    for &bound in order {
        let Ok(assumed) = bounds.at_most(&mut cnf, bound) else { continue };
        let total: u64 = weights.iter().sum();
        assert!(bound < total || assumed.is_empty(), "{weights:?} <= {bound} needs no assumption");
        let engine = Engine::new(&cnf);
        for values in assignments(weights.len()) {
            let chosen = values.iter().enumerate().map(|(variable, &value)| Lit::new(variable as u32, !value));
            let all: Vec<Lit> = chosen.clone().chain(assumed.iter().copied()).collect();
            let fits = cost.weight(&values) <= bound;
            assert_eq!(!engine.models(&all, 1).is_empty(), fits, "{weights:?} <= {bound} in {order:?}: {values:?}");
            // The clauses alone exclude nothing.
            let alone: Vec<Lit> = chosen.collect();
            assert!(!engine.models(&alone, 1).is_empty(), "{weights:?}: {bound} in {order:?} excludes {values:?}");
        }
    }
}

#[test]
fn bounds_hold_in_any_order() {
    let auto = Choice::default();
    check(&auto, &[], &[0, 3]);
    check(&auto, &[4], &[3, 4, 0, 9]);
    for seed in 0..60 {
        let mut random = Random(seed);
        let n = random.within(2, 6) as usize;
        let heaviest = [1, 3, 9][seed as usize % 3];
        let factor = random.within(1, 3) as u64;
        let weights: Vec<u64> = (0..n).map(|_| factor * random.within(1, heaviest) as u64).collect();
        let total = weights.iter().sum::<u64>() as i64;
        let order: Vec<u64> = (0..8).map(|_| random.within(0, total + 1) as u64).collect();
        check(&auto, &weights, &order);
    }
}

#[test]
fn bounds_hold_in_the_encoding_that_was_chosen() {
    for encoding in ENCODINGS.iter().filter(|it| matches!(it.kind, Kind::Cardinality | Kind::PseudoBoolean)) {
        let mut choice = Choice::default();
        choice.set(encoding.kind.name(), encoding.name).expect("it is in the catalogue");
        let weights: &[u64] = if encoding.kind == Kind::Cardinality { &[2; 6] } else { &[1, 4, 2, 2, 3] };
        check(&choice, weights, &[6, 2, 4, 9, 0, 12]);
        // It is the one that was chosen, and not what bounds have otherwise.
        let size = |choice: &Choice| {
            let mut cnf = Cnf::new();
            let cost = cost(&mut cnf, weights);
            let assumed = Bounds::chosen(&cost, choice).at_most(&mut cnf, 6).expect("it is small enough");
            (assumed, cnf.variables(), cnf.clauses().map(<[Lit]>::to_vec).collect::<Vec<_>>())
        };
        assert_ne!(size(&choice), size(&Choice::default()), "{}", encoding.name);
        assert_eq!(size(&choice).0.len(), 1, "{}", encoding.name);
    }
}

#[test]
fn the_same_cost_gives_the_same_clauses() {
    let encode = || {
        let mut cnf = Cnf::new();
        let weights: Vec<u64> = (0..30).map(|i| i * i % 7 + 1).collect();
        let cost = cost(&mut cnf, &weights);
        let mut bounds = Bounds::new(&cost);
        let assumed = [40, 20, 30].map(|bound| bounds.at_most(&mut cnf, bound).expect("nothing was chosen"));
        (cnf, assumed)
    };
    assert_eq!(encode(), encode());
}

#[test]
fn one_bound_adds_only_what_it_needs() {
    let mut cnf = Cnf::new();
    let cost = cost(&mut cnf, &[1; 100]);
    let assumed = Bounds::new(&cost).at_most(&mut cnf, 50).expect("nothing was chosen");
    assert_eq!(assumed.len(), 1);
    // A totalizer over 100 literals has fewer than 100 outputs a level, seven levels, and a clause for each pair of
    // outputs of two children: fewer than 51 * 51 / 2 at the root for the one output that is needed.
    assert!(cnf.variables() < 800 && cnf.len() < 10_000, "{} variables, {} clauses", cnf.variables(), cnf.len());
}
