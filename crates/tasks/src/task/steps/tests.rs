//! Steps of small puzzles against brute force.

use super::*;
use crate::task::explain::groups::groups;
use bits::Bits;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Problem, Roles};
use boardwright_puzzle::Loaded;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_solvers::backend;
use boardwright_solvers::pipeline::LoweringRequest;
use formula::Formula;
use hitting::{Hitting, Searched, Tested, Tester};
use prover::{Prover, Shared};
use std::collections::BTreeSet;
use std::rc::Rc;

fn steps_of(model: &str) -> (Loaded, Steps) {
    let source = Source::new("model.toml", model);
    let loaded = boardwright_families::load(&source, &Budget::none())
        .unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let steps = run(&StepsRequest::new(&loaded), &Budget::none()).expect("steps");
    (loaded, steps)
}

/// Returns a result without a limit.
fn done<T, E>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|_| panic!("there is no limit"))
}

/// Compares the size of every step with all subsets of the groups, smallest first, by a solver of its own.
fn compare_with_brute_force(model: &str) -> Vec<usize> {
    let (loaded, steps) = steps_of(model);
    let formulated = loaded.instance.constrain_by_clue(steps.formulation, &Budget::none()).expect("it was used");
    let problem = match steps.optimum {
        Some(value) => &Problem::clone(&formulated.problem).with_objective_value(value),
        None => &*formulated.problem,
    };
    let budget = Budget::none();
    let request = LoweringRequest::automatic(problem, Roles::REQUIRED, &budget);
    let mut lowered = done(request.to_separate_cnf(Graphs::Decomposed));
    let groups = groups(problem);
    let mut group_of = vec![None; problem.constraints().len()];
    for (number, group) in groups.iter().enumerate() {
        group.constraints.iter().for_each(|&index| group_of[index] = Some(number));
    }
    let literals: Vec<_> = steps.facts.iter().map(|fact| lowered.cube(&[fact.literal]).expect("it holds")[0]).collect();
    let formula = Formula::new(&lowered, problem, |index| group_of[index], vec![false; groups.len()], &BTreeSet::new());
    let shared = Shared { budget, calls: Rc::default() };
    let varisat = backend::default_for(backend::Route::Sat);
    let mut prover = done(Prover::of_all(&formula, varisat, &shared, &[]));
    let given: Vec<usize> = (0..groups.len()).filter(|&group| groups[group].origin.is(BuiltIn::Given)).collect();
    let others: Vec<usize> = (0..groups.len()).filter(|group| !given.contains(group)).collect();
    let mut known: Vec<usize> = steps.given.clone();
    let mut sizes = Vec::new();
    for (number, step) in steps.steps.iter().enumerate() {
        assert!(step.is_certified(), "a small step is certified");
        let open: Vec<usize> = (0..literals.len()).filter(|fact| !known.contains(fact)).collect();
        // A larger set implies what a smaller one does, so one size less is enough.
        let size = step.size() - 1;
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            let own: Vec<usize> = chosen.iter().map(|&index| others[index]).chain(given.iter().copied()).collect();
            let mut left = open.clone();
            while let Some(fact) = left.pop() {
                let mut assumed: Vec<_> = known.iter().map(|&fact| literals[fact]).collect();
                assumed.push(!literals[fact]);
                assumed.extend(prover.selected(&own));
                let prover::Proof::Model(model) = done(prover.solve(&assumed)) else {
                    panic!("step {} has size {}, but {own:?} imply {:?}", number + 1, size + 1, steps.facts[fact]);
                };
                left.retain(|&other| literals[other].holds_in(&model));
            }
            // The next subset in order.
            let Some(at) = (0..size).rev().find(|&at| chosen[at] < others.len() - size + at) else { break };
            chosen[at] += 1;
            for index in at + 1..size {
                chosen[index] = chosen[index - 1] + 1;
            }
        }
        sizes.push(step.size());
        known.extend(&step.new);
    }
    known.sort_unstable();
    assert_eq!(known, (0..literals.len()).collect::<Vec<_>>(), "every fact is known once");
    sizes
}

const LATIN: &str = "puzzle = 'grid'\n[grid]\nvalues = '1..4'\ngiven = \"\"\"\n1...\n..3.\n.4..\n3..2\n\"\"\"\n\
    [[rule]]\nname = 'lines'\neach = ['row', 'column']\nall-different = true\n";

/// One star in each row and column, and none touch: two solutions, which have the empty corners and middle in common.
const STARS: &str = "puzzle = 'grid'\n[grid]\nrows = 4\ncolumns = 4\nvalues = ['.', '*']\n[[rule]]\nname = 'one'\n\
    each = ['row', 'column']\nexactly = { '*' = 1 }\n[[rule]]\nname = 'apart'\neach = 'window 2x2'\nat-most = { '*' = 1 }\n";

#[test]
fn steps_of_a_latin_square_are_smallest() {
    assert!(compare_with_brute_force(LATIN).iter().all(|&size| size == 1));
}

#[test]
fn steps_of_stars_are_smallest() {
    let sizes = compare_with_brute_force(STARS);
    assert_eq!((sizes[0], sizes.len()), (6, 8), "no fact has a smaller reason at first, and each has its own step");
    let (_, steps) = steps_of(STARS);
    assert_eq!(steps.unique, Some(false));
}

#[test]
fn steps_with_many_small_rules_are_smallest() {
    let kings = "puzzle = 'grid'\n[grid]\nvalues = '1..5'\ngiven = \"\"\"\n.....\n...5.\n.5...\n.....\n....3\n\"\"\"\n\
        [[rule]]\neach = ['row', 'column', 'pair king']\nall-different = true\n";
    let sizes = compare_with_brute_force(kings);
    assert!(sizes.iter().any(|&size| size > 2), "82 rules, and some reasons need three: {sizes:?}");
}

#[test]
fn known_pieces_of_cells_restrict_their_placements() {
    // Which piece covers a cell is an auxiliary variable and a fact: once it is known, one of its placements is used.
    let shapes = ["##\\n#_", "#", "###\\n##_"];
    let pieces: String = shapes.iter().map(|shape| format!("[[piece]]\nshape = \"{shape}\"\n")).collect();
    let sizes = compare_with_brute_force(&format!(
        "puzzle = 'dissection'\nrotate = true\nflip = true\nboard = \"###\\n###\\n###\"\n{pieces}"
    ));
    assert!(sizes.iter().any(|&size| size > 1), "{sizes:?}");
}

#[test]
fn a_limited_search_has_lower_bounds() {
    let (loaded, whole) = steps_of(STARS);
    let mut bounds = Vec::new();
    for calls in [0, 20, 40, 80, 160, 320] {
        let steps = run(&StepsRequest { calls, ..StepsRequest::new(&loaded) }, &Budget::none()).expect("steps");
        let first = &steps.steps[0];
        assert!(first.at_least <= whole.steps[0].size(), "{calls} calls: no reason is smaller than the smallest");
        assert!(first.size() >= whole.steps[0].size(), "{calls} calls: no reason is smaller than the smallest");
        let known: usize = steps.given.len() + steps.steps.iter().map(|step| step.new.len()).sum::<usize>();
        assert_eq!(known, steps.facts.len(), "{calls} calls: all facts are known at the end");
        bounds.push(first.at_least);
    }
    assert!(bounds[0] < 6 && bounds[5] == 6, "no calls prove nothing, and some suffice: {bounds:?}");
}

#[test]
fn a_reason_does_not_use_the_rules_that_it_leaves_out() {
    // Together the rules decide all cells; the count alone decides none, whatever the other rule says about its cells.
    let row = "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 8\nvalues = ['#', '.']\n[[rule]]\neach = 'row'\nforbid = '.#'\n\
        [[rule]]\neach = 'row'\nexactly = { '#' = 4 }\n";
    assert_eq!(compare_with_brute_force(row), [2]);
}

#[test]
fn steps_with_a_connected_board_are_smallest() {
    let cave = "puzzle = 'grid'\n[grid]\nvalues = ['o', '#']\ngiven = \"\"\"\n#..\n...\n#..\n\"\"\"\n[[rule]]\nname = 'one'\n\
        connected = '#'\n[[rule]]\nname = 'few'\neach = 'row'\nat-most = { '#' = 1 }\n";
    assert_eq!(compare_with_brute_force(cave).iter().max(), Some(&1));
}

#[test]
fn the_optimum_is_a_rule() {
    let kings = "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['.', 'K']\n[[rule]]\nname = 'apart'\n\
        each = 'window 2x2'\nat-most = { 'K' = 1 }\n[maximize]\ncount = 'K'\n";
    let (_, steps) = steps_of(kings);
    assert_eq!((steps.optimum, steps.answer), (Some(4), Answer::Optimal));
    let reasons = || steps.steps.iter().flat_map(|step| &step.reason);
    assert!(reasons().any(|origin| origin.is(BuiltIn::Optimum)), "the corners follow from the optimum");
    compare_with_brute_force(kings);
}

#[test]
fn a_hint_stops_at_the_first_value() {
    let (loaded, whole) = steps_of(LATIN);
    let sheet = &whole.sheet;
    let from = vec![entry("r1c1=1", sheet).expect("an entry")];
    let hint = run(&StepsRequest { from: Some(from), ..StepsRequest::new(&loaded) }, &Budget::none()).expect("a hint");
    assert!(hint.steps.len() <= whole.steps.len());
    let positive = |step: &Step| step.new.iter().any(|&fact| hint.facts[fact].holds);
    assert!(hint.steps.last().is_some_and(positive), "the last step of a hint has a value");
    let wrong = vec![entry("r1c1=2", sheet).expect("an entry")];
    let hint = run(&StepsRequest { from: Some(wrong.clone()), ..StepsRequest::new(&loaded) }, &Budget::none())
        .expect("a hint");
    assert_eq!((hint.wrong, hint.steps.len()), (wrong, 0));
}

#[test]
fn a_position_is_read() {
    let (loaded, _) = steps_of(LATIN);
    let sheet = loaded.instance.cells().expect("a grid has cells").sheet();
    let read = entries("1?..\n....\n....\n...2\nr2c2!=3\n", "grid", &sheet).expect("rows and a fact");
    let value = |cell, value, holds| Entry { subject: Entered::Value(ValueAt { layer: 0, cell, value }), holds };
    assert_eq!(read, [value(0, 0, true), value(15, 1, true), value(5, 2, false)]);
    assert_eq!(entries("1...\n", "grid", &sheet), Err(BadPosition::Rows { expected: 4, found: 1 }));
    assert_eq!(entries("r5c1=1\n", "grid", &sheet), Err(BadPosition::Entry("r5c1=1".into())));
    let bad = entries("1...\n..x.\n....\n....\n", "grid", &sheet);
    assert!(matches!(bad, Err(BadPosition::Value { ref cell, .. }) if cell == "r2c3"), "{bad:?}");
}

#[test]
fn lights_are_chased() {
    // Three conditions decide the three buttons on top.
    let lights = "puzzle = 'lights-out'\nlights = \"\"\"\n###\n###\n###\n\"\"\"\n";
    let (_, steps) = steps_of(lights);
    assert_eq!((steps.formulation, steps.unique), ("chased", Some(true)));
    let of_condition =
        |step: &Step| step.reason.iter().any(|origin| matches!(origin.instance, Instance::Light { chased: true, .. }));
    let (top, below): (Vec<&Step>, Vec<&Step>) = steps.steps.iter().partition(|step| of_condition(step));
    assert!(!top.is_empty() && below.iter().all(|step| step.size() == 1), "each light decides the button below it");
}

/// Facts with known reasons, any of which implies its fact.
struct Known {
    groups: usize,
    /// By fact.
    reasons: Vec<Vec<Vec<usize>>>,
    random: Random,
    /// The number of places of the search from which it may go on.
    tests: usize,
}

impl Known {
    fn implies(&self, groups: &[usize], fact: usize) -> bool {
        self.reasons[fact].iter().any(|reason| reason.iter().all(|group| groups.contains(group)))
    }
}

impl Tester for Known {
    type Error = std::convert::Infallible;

    /// Adds groups in random order as long as they do not imply the fact; the others are a sample.
    fn test(&mut self, groups: &[usize], fact: usize) -> Result<Tested, Self::Error> {
        if self.implies(groups, fact) {
            return Ok(Tested::Reason(groups.to_vec()));
        }
        let mut held = groups.to_vec();
        let mut others: Vec<usize> = (0..self.groups).filter(|group| !groups.contains(group)).collect();
        while !others.is_empty() {
            held.push(others.swap_remove(self.random.below(others.len())));
            if self.implies(&held, fact) {
                held.pop();
            }
        }
        let sample = (0..self.groups).filter(|group| !held.contains(group)).collect();
        // Models show some of the facts that the held groups do not imply.
        let mut against: Vec<usize> = (0..self.reasons.len()).filter(|&other| !self.implies(&held, other)).collect();
        against.retain(|&other| other == fact || self.random.below(3) > 0);
        Ok(Tested::Sample(sample, against.into_iter().collect::<Bits>()))
    }

    fn goes_on(&mut self, _: usize) -> Result<bool, Self::Error> {
        self.tests = self.tests.saturating_sub(1);
        Ok(self.tests > 0)
    }
}

#[test]
fn a_search_finds_a_smallest_reason_of_any_fact() {
    let mut sizes = [0; 8];
    for seed in 0..3000 {
        let mut random = Random(seed);
        let groups = 9 + random.below(120);
        let facts = 1 + random.below(80);
        // Nine groups have all reasons, so that these have groups in common.
        let first = random.below(groups - 8);
        let low = 1 + random.below(6);
        let reasons = (0..facts).map(|_| {
            let reason = |random: &mut Random| {
                let chosen = (0..low + random.below(4)).map(|_| first + random.below(9));
                let mut reason: Vec<usize> = chosen.collect();
                reason.sort_unstable();
                reason.dedup();
                reason
            };
            (0..1 + random.below(3)).map(|_| reason(&mut random)).collect()
        });
        let reasons: Vec<Vec<Vec<usize>>> = reasons.collect();
        // Some of the facts are known, and no search is about them.
        let open: Vec<usize> = (0..facts).filter(|&fact| fact == 0 || random.below(4) > 0).rev().collect();
        let least = open.iter().flat_map(|&fact| &reasons[fact]).map(Vec::len).min().expect("a fact has a reason");
        let mut known = Known { groups, reasons, random, tests: usize::MAX };
        let mut hitting = Hitting::new(open.clone(), facts, groups);
        for size in 1..least {
            let found = hitting.search(size, &mut known);
            assert_eq!(found, Ok(Searched::Refuted), "seed {seed}: size {size}, but {least} is the smallest");
        }
        if seed % 2 == 0 {
            // A new search, which has no samples.
            hitting = Hitting::new(open.clone(), facts, groups);
        }
        let Ok(Searched::Reason(reason, fact)) = hitting.search(least, &mut known) else {
            panic!("seed {seed}: no reason of size {least}");
        };
        assert!(open.contains(&fact) && known.implies(&reason, fact), "seed {seed}: {reason:?} implies no fact");
        assert_eq!(reason.len(), least, "seed {seed}");
        sizes[least] += 1;
        // The first test is allowed, and refutes nothing.
        known.tests = 2;
        let found = Hitting::new(open, facts, groups).search(least, &mut known);
        assert_eq!(found, Ok(Searched::GaveUp), "seed {seed}");
    }
    assert!(sizes[1..5].iter().all(|&count| count > 20), "{sizes:?}");
}
