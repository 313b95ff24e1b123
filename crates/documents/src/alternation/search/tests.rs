//! The search against unbounded walks over strings, against SAT, and against a visit of all states.

use super::super::progress::Adjacencies;
use super::super::tests::{Game, Goal, Random, ask};
use super::super::{Letters, Line, Row};
use super::NAME;
use boardwright_base::budget::Budget;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::methods::{self, MethodRequest, Outcome};
use boardwright_puzzle::solution::Solution;
use boardwright_tasks::answer::Reason;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::distinct::{Distinct, Symmetries};
use boardwright_tasks::task::{Ask, Options, Request, Setup, ignore, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

fn searched(loaded: &Loaded, wanted: Ask) -> Report {
    let options = Options { method: Some(NAME.into()), ..Options::default() };
    let setup = Setup::resolve(loaded, &options, &Budget::none()).expect("the method exists");
    run(&Request::new(loaded, &setup, wanted), &Budget::none(), &mut ignore).expect("every check of ours passes")
}

fn plans(report: &Report) -> Vec<String> {
    let moves = |solution: &Solution| -> Vec<[usize; 2]> {
        solution.candidate().steps.iter().flatten().map(|&(from, to)| [from, to]).collect()
    };
    report.solutions.iter().map(|solution| serde_json::json!(moves(solution)).to_string()).collect()
}

fn fact<'a>(report: &'a Report, name: &str) -> &'a Value {
    &report.facts.iter().find(|fact| fact.name == name).expect("the method says it").value
}

/// The fewest moves, all plans of that length and of a few given lengths, or the proof that there is no plan.
#[test]
fn random_lines_against_walks() {
    let (mut solvable, mut impossible) = (0, 0);
    for seed in 1000..1200 {
        let game = Random(seed).game();
        let what = format!("seed {seed}: {game:?}");
        let loaded = game.loaded(None);
        let report = searched(&loaded, Ask::Count);
        match game.fewest() {
            Ok(fewest) => {
                solvable += 1;
                let count = game.plans(fewest);
                assert_eq!((report.answer, report.optimum), (Answer::Optimal, Some(fewest as i64)), "{what}");
                assert_eq!(report.count, Some(count.into()), "{what}");
                if count <= 500 {
                    let all = searched(&loaded, Ask::All);
                    let listed = plans(&all);
                    assert_eq!((all.complete, listed.len() as u64), (true, count), "{what}");
                    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len(), "{what}");
                }
            }
            Err(states) => {
                impossible += 1;
                assert_eq!((report.answer, report.count.clone()), (Answer::Unsatisfiable, Some(0u32.into())), "{what}");
                // The side that finishes first; from the start it is all reachable states.
                let is_right = match &report.reason {
                    Reason::Argument(Argument::Visited { states: all })
                    | Reason::Argument(Argument::Exhausted { states: all, is_backward: false }) => {
                        *all == states as u64
                    }
                    Reason::Argument(Argument::Exhausted { is_backward: true, .. }) => true,
                    other => *other == Reason::from("no accepted row has these pieces"),
                };
                assert!(is_right, "{what}: {:?}", report.reason);
            }
        }
        for moves in 0..=5 {
            let count = game.plans(moves);
            let loaded = game.loaded(Some(moves));
            let report = searched(&loaded, Ask::Count);
            assert_eq!(report.count, Some(count.into()), "{what}, {moves} moves");
            let expected = if count > 0 { Answer::Satisfiable } else { Answer::Unsatisfiable };
            assert_eq!(report.answer, expected, "{what}, {moves} moves");
            if (1..=300).contains(&count) {
                assert_eq!(plans(&searched(&loaded, Ask::All)).len() as u64, count, "{what}, {moves} moves");
            }
        }
    }
    assert!(solvable >= 60 && impossible >= 15, "{solvable} solvable and {impossible} impossible games");
}

/// The same plans as SAT lists, one by one, in order.
#[test]
fn sat_lists_the_same_plans() {
    let mut games: Vec<(Game, Option<usize>)> = (3..=8).map(|pairs| (Game::pairs(pairs), None)).collect();
    games.push((Game::pairs(4), Some(6)));
    games.push((Game { start: "WBWBWBWBWB..".into(), goal: Goal::Separated, ..Game::pairs(1) }, None));
    games.push((Game { reverse: true, ..Game::pairs(4) }, None));
    games.push((Game { start: "BBBWWW....".into(), block: 3, ..Game::pairs(1) }, None));
    for (game, moves) in games {
        let loaded = game.loaded(moves);
        let ours = plans(&searched(&loaded, Ask::All));
        let theirs = plans(&ask(&loaded, "varisat", Ask::All));
        let sorted = |plans: &[String]| plans.iter().cloned().collect::<BTreeSet<String>>();
        assert_eq!((ours.len(), sorted(&ours)), (theirs.len(), sorted(&theirs)), "{game:?}, {moves:?}");
        let moves_of = |plan: &String| serde_json::from_str::<Vec<(usize, usize)>>(plan).expect("a list of moves");
        assert!(ours.iter().map(moves_of).is_sorted(), "{game:?}: in the order of their moves");
    }
}

/// The number of shortest plans; SAT finds the same numbers for the models of eight to ten pairs. Up to nine pairs,
/// an unbounded search finds no shorter plan.
#[test]
fn pairs_have_as_many_shortest_plans_as_before() {
    for (pairs, count) in [(4, 1), (5, 1), (6, 1), (7, 2), (8, 16), (9, 32), (10, 96), (11, 288)] {
        let loaded = Game::pairs(pairs).loaded(None);
        let report = searched(&loaded, Ask::Count);
        assert_eq!(report.optimum, Some(pairs as i64));
        assert_eq!(report.count, Some(u64::from(count as u32).into()), "{pairs} pairs");
        assert_eq!(fact(&report, "plans"), &Value::from(count.to_string()));
        if pairs <= 9 {
            let all = searched(&loaded, Ask::All);
            let end = [format!("..{}", "WB".repeat(pairs))];
            assert!(
                all.solutions.iter().all(|found| found.written(&*loaded.instance).board == end),
                "they all end alike"
            );
        }
        if pairs <= 8 {
            let rows = ["BW", "WB"].into_iter().flat_map(|pair| {
                let room = [(0, 2), (1, 1), (2, 0)].into_iter().filter(move |&room| (pair, room) != ("WB", (2, 0)));
                room.map(move |(left, right)| format!("{}{}{}", &".."[..left], pair.repeat(pairs), &".."[..right]))
            });
            let elsewhere = Game { goal: Goal::Rows(rows.collect()), ..Game::pairs(pairs) };
            let optimum = searched(&elsewhere.loaded(None), Ask::One).optimum;
            assert_eq!(optimum, Some(pairs as i64 + 1), "and elsewhere it takes a move more");
            assert_eq!(Game::pairs(pairs).plans(pairs), count, "{pairs} pairs, walks over strings");
        }
    }
}

/// n pairs need n moves, from n = 4 on, and the published numbers for n = 1 to 3: breadth first over all states,
/// without a bound.
#[test]
fn the_bound_is_what_an_exhaustive_search_finds() {
    for (pairs, fewest) in
        [(1, Some(0)), (2, None), (3, Some(4)), (4, Some(4)), (5, Some(5)), (6, Some(6)), (7, Some(7))]
    {
        check_bound(pairs, fewest);
    }
}

#[test]
#[ignore = "long: run by CI"]
fn the_bound_is_what_an_exhaustive_search_finds_for_more_pairs() {
    check_bound(8, Some(8));
    check_bound(9, Some(9));
}

fn check_bound(pairs: usize, fewest: Option<usize>) {
    let line = Line::read(&Game::pairs(pairs).loaded(None).model.fields).expect("it was read before");
    let bound = super::super::progress::at_least(&line);
    if pairs >= 4 {
        assert_eq!(bound, fewest, "{pairs} pairs");
    }
    assert!(fewest.is_none_or(|fewest| bound.is_some_and(|bound| bound <= fewest)), "{pairs} pairs");
    assert_eq!(exhaustive(pairs), fewest, "{pairs} pairs");
}

/// The fewest moves for pairs in blocks of two, on bits, without a bound and from one end only.
fn exhaustive(pairs: usize) -> Option<usize> {
    let cells = 2 * pairs + 2;
    let (all, run) = ((1u64 << cells) - 1, (1u64 << pairs) - 1);
    let alternating = |colour: u64, other: u64| {
        let taken = colour | other;
        let low = taken.trailing_zeros();
        taken >> low == (1 << (2 * pairs)) - 1 && colour & colour << 1 == 0 && other & other << 1 == 0
    };
    let mut seen = HashSet::from([(run, run << pairs)]);
    let mut layer = vec![(run, run << pairs)];
    for depth in 0.. {
        if layer.iter().any(|&(black, white)| alternating(black, white)) {
            return Some(depth);
        }
        let mut next = Vec::new();
        for (black, white) in layer {
            let vacant = all & !(black | white);
            for from in (0..cells - 1).filter(|&from| vacant >> from & 3 == 0) {
                for to in (0..cells - 1).filter(|&to| vacant >> to & 3 == 3) {
                    let moved = |colour: u64| colour & !(3 << from) | (colour >> from & 3) << to;
                    let state = (moved(black), moved(white));
                    if seen.insert(state) {
                        next.push(state);
                    }
                }
            }
        }
        layer = next;
        if layer.is_empty() {
            return None;
        }
    }
    None
}

fn row(text: &str) -> Row {
    let letters = Letters::of("BW".chars());
    text.chars().map(|place| letters.place(place).expect("a place")).collect()
}

/// On random lines, the bound from the start to any row is at most its distance, and one move changes it by at most 1
/// at either end. The search relies on both.
#[test]
fn the_bound_is_admissible_and_changes_by_one() {
    let mut tight = 0;
    for seed in 2000..2030 {
        let game = Random(seed).game();
        let mut distance = BTreeMap::from([(game.start.clone(), 0usize)]);
        let mut layer = vec![game.start.clone()];
        while let Some(from) = layer.pop().filter(|_| distance.len() < 3000) {
            let depth = distance[&from];
            for next in game.after(&from) {
                if !distance.contains_key(&next) {
                    distance.insert(next.clone(), depth + 1);
                    layer.insert(0, next);
                }
            }
        }
        let adjacencies = |text: &str| Adjacencies::of(&row(text));
        let start = adjacencies(&game.start);
        let others: Vec<Adjacencies> =
            distance.keys().step_by(distance.len() / 8 + 1).map(|row| adjacencies(row)).collect();
        for (state, &depth) in &distance {
            let here = adjacencies(state);
            assert!(start.moves_to(here) <= depth, "seed {seed}: {} to {state}", game.start);
            tight += usize::from(depth > 0 && start.moves_to(here) == depth);
            for next in game.after(state) {
                let there = adjacencies(&next);
                for &far in others.iter().chain([&start]) {
                    assert!(
                        here.moves_to(far).abs_diff(there.moves_to(far)) <= 1,
                        "seed {seed}: {state}, {next}, {far:?}"
                    );
                    assert!(
                        far.moves_to(here).abs_diff(far.moves_to(there)) <= 1,
                        "seed {seed}: {far:?}, {state}, {next}"
                    );
                }
            }
        }
    }
    assert!(tight > 100, "the bound says something: {tight}");
}

#[test]
fn rows_and_packed_states_agree() {
    for seed in 3000..3040 {
        let game = Random(seed).game();
        let line = Line::read(&game.loaded(None).model.fields).expect("it was read before");
        let board = super::Board::of(&line);
        let start = board.packed(&line.start);
        assert_eq!(board.adjacencies(start), Adjacencies::of(&line.start), "{game:?}");
        let mut packed = BTreeSet::new();
        board.moves(start, |_, state| assert!(packed.insert(state), "{game:?}: a state twice"));
        let after = game.after(&game.start);
        let expected: BTreeSet<u128> = after.iter().map(|after| board.packed(&row(after))).collect();
        assert_eq!(packed, expected, "{game:?}: {}", line.text(&line.start));
    }
}

/// The longest line, whose last cell is the sign bit.
#[test]
fn lines_of_64_cells() {
    let wall = "BW".repeat(30);
    let game = Game { start: format!("{wall}..BB"), goal: Goal::Rows(vec![format!("{wall}BB..")]), ..Game::pairs(1) };
    let report = searched(&game.loaded(None), Ask::All);
    assert_eq!((report.optimum, plans(&report)), (Some(1), vec!["[[63,61]]".to_string()]));
    let longer = Game { start: format!("{wall}..BB."), goal: Goal::Separated, ..Game::pairs(1) };
    let refused = searched(&longer.loaded(None), Ask::One);
    assert_eq!(refused.answer, Answer::Unknown);
    assert_eq!(refused.reason, "`search` does not apply: the line has 65 cells (maximum 64)".into());
}

/// Plans that go back and forth are too many to count in 128 bits: one is found, and the number is reported as
/// unknown.
#[test]
fn what_cannot_be_counted_is_said() {
    let game = Game { start: "BW......".into(), block: 1, reverse: false, goal: Goal::Alternating };
    let report = searched(&game.loaded(Some(60)), Ask::One);
    assert_eq!((report.answer, report.complete, report.count.clone()), (Answer::Satisfiable, false, None));
    assert_eq!(fact(&report, "plans"), "more than 2^128");
    let fewer = searched(&game.loaded(Some(8)), Ask::Count);
    assert_eq!(fewer.count, Some(game.plans(8).into()));
}

#[test]
fn it_stops_when_asked_and_hands_over_no_more_than_wanted() {
    let instance = Game::pairs(9).loaded(None).instance;
    let mut request = MethodRequest { count: false, stop: &|| true, found: &mut |_| ControlFlow::Break(()) };
    assert!(matches!(
        instance.methods().expect("it has methods").run_method(NAME, &mut request).outcome,
        Outcome::Unknown(_)
    ));
    let limited = searched(&Game::pairs(9).loaded(None), Ask::UpTo(3));
    assert_eq!((limited.solutions.len(), limited.complete, limited.answer), (3, false, Answer::Optimal));
    let (boards, result) = methods::all(instance.methods().expect("it has methods"), NAME);
    assert_eq!((boards.len(), result.outcome), (32, Outcome::Complete));
    let few = searched(&Game::pairs(9).loaded(Some(8)), Ask::One);
    assert_eq!(few.answer, Answer::Unsatisfiable);
    assert_eq!(few.reason, Argument::TooFewMoves { moves: 8, least: 9 }.into());
}

/// The two shortest plans are mirror images of each other; eight alternating pieces are not a palindrome, so the
/// plans end in different rows.
#[test]
fn plans_that_are_images_of_each_other_count_once() {
    let game = Game { start: "..BBWWWWBB..".into(), ..Game::pairs(1) };
    let loaded = game.loaded(None);
    let all = searched(&loaded, Ask::All);
    assert_eq!((all.optimum, all.count), (Some(4), Some(2u32.into())));
    let setup = Setup::Method(NAME);
    let symmetries = Symmetries { distinct: Some(Distinct::Symmetries), breaking: None };
    for wanted in [Ask::Count, Ask::All, Ask::UpTo(5)] {
        let report = run(&Request::new(&loaded, &setup, wanted).up_to(symmetries), &Budget::none(), &mut ignore)
            .expect("it has an answer");
        assert_eq!((report.count, report.complete, report.found), (Some(1u32.into()), true, 1), "{wanted:?}");
    }
}

/// It is the default where few states can be reached, unless the question needs a solver or a seed shuffles it.
#[test]
fn it_is_chosen_where_few_states_can_be_reached() {
    let chosen = |pairs: usize, moves, options: Options| {
        let setup = Setup::resolve(&Game::pairs(pairs).loaded(moves), &options, &Budget::none());
        matches!(setup.expect("the defaults exist"), Setup::Method(NAME))
    };
    assert!(chosen(12, None, Options::default()) && !chosen(13, None, Options::default()));
    assert!(chosen(12, Some(12), Options::default()) && !chosen(12, Some(14), Options::default()));
    assert!(chosen(5, Some(50), Options::default()), "few states in each of its layers");
    assert!(!chosen(5, None, Options { solver: true, ..Options::default() }));
    assert!(!chosen(5, None, Options { seed: 1, ..Options::default() }));
}
