//! Every plan by the verifier, the bases by the search, and the whole by the document's program as printed.

use super::super::Line;
use super::super::tests::{Game, Goal};
use super::{BASES, NAME, Reduction, base_of};
use boardwright_base::budget::Budget;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::methods::{self, Outcome};
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::solution::notation::Written;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::{Ask, Event, Options, Output, Request, Setup, ignore, run};
use serde_json::json;

fn reduced(loaded: &Loaded, wanted: Ask) -> Report {
    let options = Options { method: Some(NAME.into()), ..Options::default() };
    let setup = Setup::resolve(loaded, &options, &Budget::none()).expect("the method exists");
    run(&Request::new(loaded, &setup, wanted), &Budget::none(), &mut ignore).expect("every check of ours passes")
}

fn mirrored(row: &str) -> String {
    row.chars().rev().collect()
}

fn exchanged(row: &str) -> String {
    row.replace('B', "b").replace('W', "B").replace('b', "W")
}

/// The bases are shortest plans that end with the vacant cells at the left; the search finds them among all shortest
/// plans.
#[test]
fn bases_are_found_by_search() {
    for (pairs, base) in (3..).zip(BASES) {
        let room = if pairs == 3 { "...." } else { ".." };
        let game = Game { start: format!("{}{}{room}", "B".repeat(pairs), "W".repeat(pairs)), ..Game::pairs(1) };
        let loaded = game.loaded(None);
        let (plans, result) = methods::all(loaded.instance.methods().expect("it has methods"), "search");
        assert_eq!((result.optimum, result.outcome), (Some(pairs as i64), Outcome::Complete), "{pairs} pairs");
        let found = plans.into_iter().find(|plan| plan.steps.as_deref() == Some(base));
        let found = Solution::verified(&*loaded.instance, found.expect("it is one of them")).expect("it is a plan");
        assert_eq!(found.written(&*loaded.instance).board, [format!("{room}{}", "WB".repeat(pairs))]);
    }
}

/// The document's program as printed, with cells numbered from 1 and our moves for four to seven pairs. Returns every
/// row.
fn as_printed(pairs: usize) -> Vec<String> {
    let mut data = vec!['W'; 2 * pairs + 3];
    data[1..=pairs].fill('B');
    data[2 * pairs + 1..].fill('.');
    let mut rows = vec![data[1..].iter().collect::<String>()];
    let mut put = |data: &mut Vec<char>, to: [usize; 2], from: [usize; 2]| {
        for (to, from) in to.into_iter().zip(from) {
            data[to] = data[from];
            data[from] = '.';
        }
        rows.push(data[1..].iter().collect());
    };
    let (mut low, mut high, mut n) = (1, 2 * pairs + 2, pairs);
    let mut stack = Vec::new();
    while n > 7 {
        put(&mut data, [high - 1, high], [low + 1, low + 2]);
        put(&mut data, [low + 1, low + 2], [high - 5, high - 4]);
        stack.push((low, high));
        (low, high, n) = (low + 4, high - 4, n - 4);
    }
    for &(from, to) in BASES[n - 3] {
        put(&mut data, [low + to - 1, low + to], [low + from - 1, low + from]);
    }
    while let Some((low, high)) = stack.pop() {
        put(&mut data, [low + 4, low + 5], [high - 2, high - 1]);
        put(&mut data, [high - 2, high - 1], [low, low + 1]);
    }
    rows
}

/// 4 to 300 pairs: verified, in n moves, which the bound proves to be the fewest; row by row equal to the document's
/// program, which needs no correction.
#[test]
fn every_plan_is_verified_and_the_documents_own() {
    for pairs in 4..=300 {
        let loaded = Game::pairs(pairs).loaded(None);
        let report = reduced(&loaded, Ask::One);
        assert_eq!((report.answer, report.optimum), (Answer::Optimal, Some(pairs as i64)), "{pairs} pairs");
        let solution = report.solutions[0].written(&*loaded.instance);
        assert_eq!(solution.details["moves"].as_array().map(Vec::len), Some(pairs));
        assert_eq!(solution.board, [format!("..{}", "WB".repeat(pairs))]);
        assert_eq!(solution.details["states"], json!(as_printed(pairs)), "{pairs} pairs");
    }
}

/// Mirrored, with colours exchanged, with further vacant cells, and backwards: n moves, the fewest, and no shorter
/// plan.
#[test]
fn whatever_is_the_same_is_done_the_same_way() {
    for pairs in [3, 4, 5, 6, 7, 8, 13, 22, 31] {
        let room = if pairs == 3 { "...." } else { ".." };
        let apart = format!("{}{}{room}", "B".repeat(pairs), "W".repeat(pairs));
        let done = format!("{room}{}", "WB".repeat(pairs));
        for (start, goal, other) in [(&apart, Goal::Alternating, &done), (&done, Goal::Separated, &apart)] {
            for turn in [|row: &str| row.to_string(), mirrored, exchanged, |row: &str| mirrored(&exchanged(row))] {
                for (before, after) in [("", ""), ("...", ""), ("", "."), ("..", "...")] {
                    let row = |row: &str| turn(&format!("{before}{row}{after}"));
                    let end = Goal::Rows(vec![row(other)]);
                    for goal in [goal.clone(), end] {
                        let game = Game { start: row(start), goal, ..Game::pairs(1) };
                        let report = reduced(&game.loaded(None), Ask::One);
                        assert_eq!(
                            report.optimum,
                            Some(pairs as i64),
                            "{game:?}: {}",
                            boardwright_render::reason::of_report(&report)
                        );
                        let exact = reduced(&game.loaded(Some(pairs)), Ask::One);
                        assert_eq!((exact.answer, exact.optimum), (Answer::Satisfiable, None), "{game:?}");
                    }
                }
            }
        }
    }
}

/// The bound does not exclude a shorter plan to this accepted row: the plan is the best known, and the report has
/// both numbers.
#[test]
fn without_the_bound_it_is_not_called_fewest() {
    let nearer = "BBBBW..WWW".to_string();
    let game = Game { goal: Goal::Rows(vec!["..WBWBWBWB".into(), nearer]), ..Game::pairs(4) };
    let report = reduced(&game.loaded(None), Ask::One);
    assert_eq!((report.answer, report.optimum), (Answer::Satisfiable, None));
    assert_eq!((report.best, report.bound), (Some(4), Some(1)));
}

#[test]
fn where_it_does_not_apply_it_says_why() {
    let says = |game: Game, moves: Option<usize>, words: &str| {
        let report = reduced(&game.loaded(moves), Ask::One);
        assert_eq!((report.answer, report.solutions.len()), (Answer::Unknown, 0), "{game:?}");
        assert!(
            boardwright_render::reason::of_report(&report).contains(words),
            "{game:?}: {}",
            boardwright_render::reason::of_report(&report)
        );
    };
    let start = |start: &str| Game { start: start.into(), ..Game::pairs(1) };
    says(
        Game::pairs(3),
        None,
        "three pairs take three moves only with four vacant cells at one end, 2n + 4 = 10 in all; here are 8",
    );
    says(Game::pairs(2), None, "requires at least three pairs");
    says(Game::pairs(1), None, "requires at least three pairs");
    says(start("BBBBWWWWW.."), None, "as many black as white pieces");
    says(start("BBBB..WWWW"), None, "one unbroken row");
    says(start("BBWWBBWW.."), None, "separated colours or an alternating row");
    says(Game { block: 1, start: "BBBBWWWW..".into(), ..Game::pairs(1) }, None, "`block = 2` without `reverse`");
    says(Game { reverse: true, ..Game::pairs(4) }, None, "`block = 2` without `reverse`");
    says(Game::pairs(8), Some(9), "its plan for 8 pairs has 8 moves, not 9");
    says(
        Game { goal: Goal::Separated, ..Game::pairs(4) },
        None,
        "it ends with an alternating row, which the goal does not accept",
    );
    says(start("..WBWBWBWB"), None, "it ends with the colours apart, which the goal does not accept");
    let right = Game { start: "WBWBWBWB..".into(), goal: Goal::Rows(vec!["WWWWBBBB..".into()]), ..Game::pairs(1) };
    says(right, None, "it ends with the colours apart, which the goal does not accept");
}

/// The method is the default beyond what SAT can solve, in both directions, with or without a number of moves.
#[test]
fn it_is_chosen_where_no_solver_would_do() {
    let way = |game: &Game, moves| {
        let setup =
            Setup::resolve(&game.loaded(moves), &Options::default(), &Budget::none()).expect("the defaults exist");
        matches!(setup, Setup::Method(NAME))
    };
    assert!(!way(&Game::pairs(16), None) && way(&Game::pairs(17), None) && way(&Game::pairs(20), Some(20)));
    assert!(!way(&Game::pairs(20), Some(21)), "a longer plan is not its own");
    let back = Game { start: format!("..{}", "WB".repeat(20)), goal: Goal::Separated, ..Game::pairs(1) };
    assert!(way(&back, None));
}

/// A plan too long to be kept: every step is verified and handed over, then the last board; then there is an answer.
#[test]
fn long_plans_come_step_by_step() {
    for pairs in [1000, 20_000] {
        let loaded = Game::pairs(pairs).loaded(None);
        let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("the defaults exist");
        let request = Request::new(&loaded, &setup, Ask::One);
        let request = request.with_output(Output { stream: true, ..Output::default() });
        let (mut steps, mut ended) = (Vec::new(), Vec::new());
        let report = run(&request, &Budget::none(), &mut |event| {
            match event {
                Event::Start(_) => {}
                Event::Steps(more) if ended.is_empty() => steps.extend(more),
                Event::Goal(board) => ended = board,
                other => panic!("{other:?}"),
            }
            Ok(())
        });
        let report = report.expect("every check of ours passes");
        assert_eq!((report.answer, report.optimum, report.found), (Answer::Optimal, Some(pairs as i64), 1));
        assert_eq!(ended, [format!("..{}", "WB".repeat(pairs))]);
        let moves: Vec<Vec<usize>> = steps.iter().map(|&(from, to)| vec![from, to]).collect();
        assert_eq!(moves.len(), pairs);
        // The same plan as one solution, by the verifier of whole plans.
        let whole = Written::new(ended).with("moves", moves);
        assert!(Solution::read(&*loaded.instance, &whole).is_ok());
    }
}

/// A changed step anywhere makes the plan invalid, and the follower reports the place.
#[test]
fn the_follower_finds_every_wrong_step() {
    let loaded = Game::pairs(12).loaded(None);
    let line = Line::read(&loaded.model.fields).expect("it was read before");
    let steps: Vec<(usize, usize)> =
        Reduction::of(&line).expect("it applies").moves().map(|(from, to)| (from + 1, to + 1)).collect();
    let follow = |steps: &[(usize, usize)]| -> Result<(), String> {
        let mut rules = loaded.instance.plans().expect("it has plans").follow();
        steps
            .iter()
            .try_for_each(|&step| rules.step(step))
            .and_then(|()| rules.end())
            .map_err(|wrong| wrong.to_string())
    };
    assert_eq!(follow(&steps), Ok(()));
    for index in 0..steps.len() {
        for change in [(1, 0), (0, 1), (1, 1)] {
            let mut spoilt = steps.clone();
            spoilt[index] = (spoilt[index].0 + change.0, spoilt[index].1 + change.1);
            assert!(follow(&spoilt).is_err(), "move {}: {:?}", index + 1, spoilt[index]);
        }
    }
    assert_eq!(
        follow(&[(0, 1)]).expect_err("no cell 0"),
        "move 1, 0 -> 1: a block of 2 starting there is not on the line of 26 cells"
    );
    assert!(follow(&steps[..11]).expect_err("one is missing").contains("the last row"));
    let twice: Vec<(usize, usize)> = steps[..1].iter().chain(&steps[..1]).copied().collect();
    assert!(follow(&twice).expect_err("they are gone").starts_with("move 2: cell 2 is vacant"));
}

#[test]
fn four_to_seven_are_left() {
    let bases: Vec<usize> = (3..=15).map(base_of).collect();
    assert_eq!(bases, [3, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7]);
}

#[test]
fn too_few_moves_for_many_pairs_are_refused_by_the_bound() {
    let loaded = Game::pairs(400).loaded(Some(399));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way");
    let report = run(&Request::new(&loaded, &setup, Ask::One), &Budget::none(), &mut ignore).expect("it has an answer");
    assert_eq!(report.answer, Answer::Unsatisfiable);
    assert_eq!(report.reason, Argument::TooFewMoves { moves: 399, least: 400 }.into());
}
