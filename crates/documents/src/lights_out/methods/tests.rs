//! Every method against every board that trying all presses finds, and against elimination where boards are larger.

use super::super::constrain::tests::Plain;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::methods::{self, Outcome};
use boardwright_puzzle::solution::Solution;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use num_bigint::BigUint;

const NAMES: [&str; 3] = ["row-reduction", "linear-algebra", "hybrid"];

fn load(text: &str) -> Loaded {
    let source = Source::new("test.toml", format!("puzzle = \"lights-out\"\n{text}"));
    boardwright_families::load(&source, &Budget::none())
        .unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&source, false)))
}

fn ask(loaded: &Loaded, options: Options, ask: Ask) -> Report {
    let setup = Setup::resolve(loaded, &options, &Budget::none()).expect("the names exist");
    task::run(&task::Request::new(loaded, &setup, ask), &Budget::none(), &mut task::ignore).expect("it has an answer")
}

fn by_method(loaded: &Loaded, name: &str, what: Ask) -> Report {
    ask(loaded, Options { method: Some(name.into()), ..Options::default() }, what)
}

fn sorted(loaded: &Loaded, report: &Report) -> Vec<Vec<String>> {
    let mut boards: Vec<Vec<String>> =
        report.solutions.iter().map(|found| found.written(&*loaded.instance).board).collect();
    boards.sort();
    boards
}

#[test]
fn small_boards_have_the_solutions_that_trying_all_finds() {
    let (mut several, mut none, mut refused, mut holes) = (0, 0, 0, 0);
    for seed in 0..300 {
        let plain = Plain::random(&mut Random(seed));
        let text = plain.text();
        let loaded = load(&text);
        let expected = plain.solutions();
        for name in NAMES {
            let what = format!("seed {seed}, {name}:\n{text}");
            let report = by_method(&loaded, name, Ask::All);
            if name != "linear-algebra" && plain.cannot_be_chased() {
                assert_eq!((report.answer, report.found), (Answer::Unknown, 0), "{what}");
                assert!(
                    boardwright_render::reason::of_report(&report).contains("does not apply"),
                    "{what}: {}",
                    boardwright_render::reason::of_report(&report)
                );
                refused += 1;
                continue;
            }
            assert_eq!(sorted(&loaded, &report), expected, "{what}");
            assert!(report.complete, "{what}: {}", boardwright_render::reason::of_report(&report));
            assert_eq!(report.answer == Answer::Unsatisfiable, expected.is_empty(), "{what}");
            if expected.is_empty() {
                none += 1;
                continue;
            }
            several += usize::from(expected.len() > 1);
            holes += usize::from(text.contains('_'));
            assert_eq!(report.answer == Answer::Optimal, plain.fewest(), "{what}");
            let count = by_method(&loaded, name, Ask::Count);
            assert_eq!((count.count, count.optimum), (Some(expected.len().into()), report.optimum), "{what}");
            let one = by_method(&loaded, name, Ask::One);
            assert!(expected.contains(&one.solutions[0].written(&*loaded.instance).board), "{what}");
        }
    }
    // Otherwise the boards are too alike.
    assert!(several > 40 && none > 50 && refused > 50 && holes > 50, "{several}, {none}, {refused}, {holes}");
}

#[test]
fn larger_boards_have_the_solutions_of_elimination() {
    let (mut none, mut several) = (0, 0);
    for seed in 0..60 {
        let mut dice = Random(3000 + seed);
        let states = [2, 2, 2, 3, 4, 6, 9][dice.below(7)];
        let (height, width) = (1 + dice.below(9), 1 + dice.below([70, 9, 9][states.min(4) - 2]));
        let holes = dice.below(2) == 0;
        let mut cell = |_| (!holes || dice.below(9) > 0).then(|| dice.below(states));
        let mut cells: Vec<Vec<Option<usize>>> = (0..height).map(|_| (0..width).map(&mut cell).collect()).collect();
        cells[0][0] = Some(0);
        let press = |row: usize, column: usize| cells.get(row).and_then(|row| *row.get(column)?).unwrap_or(0);
        let light = |row: usize, column: usize| {
            // Half of the boards are lit by presses, so that they can be put out.
            let beside = press(row, column.wrapping_sub(1)) + press(row, column + 1);
            let state = match seed % 2 {
                0 => press(row, column) + beside + press(row.wrapping_sub(1), column) + press(row + 1, column),
                _ => press(row, column),
            };
            cells[row][column].map_or("_".to_string(), |_| (state % states).to_string())
        };
        let rows: Vec<String> = (0..height).map(|row| (0..width).map(|column| light(row, column)).collect()).collect();
        let text = format!("states = {states}\nlights = \"\"\"\n{}\"\"\"", rows.join("\n"));
        let loaded = load(&text);
        let backend = Options { backend: Some("gauss".into()), ..Options::default() };
        let expected = ask(&loaded, backend.clone(), Ask::Count);
        let listed =
            (expected.count.clone() <= Some(300u32.into())).then(|| sorted(&loaded, &ask(&loaded, backend, Ask::All)));
        none += usize::from(expected.answer == Answer::Unsatisfiable);
        several += usize::from(expected.count > Some(1u32.into()));
        for name in NAMES {
            let what = format!("seed {seed}, {name}:\n{text}");
            if name == "row-reduction" && (states as f64).powi(width as i32 + 4) > 1e6 {
                continue;
            }
            let count = by_method(&loaded, name, Ask::Count);
            assert_eq!((count.answer, &count.count), (expected.answer, &expected.count), "{what}");
            if let Some(listed) = &listed {
                assert_eq!(&sorted(&loaded, &by_method(&loaded, name, Ask::All)), listed, "{what}");
            }
        }
    }
    assert!(none > 10 && several > 10, "{none}, {several}");
}

/// Published: the nullity of n x n, and the fewest presses that put out all lights.
#[test]
fn all_methods_have_the_published_figures() {
    let nullities = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0];
    let fewest = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44];
    for (side, nullity) in (1..).zip(nullities) {
        let lights = vec!["#".repeat(side); side].join("\n");
        let loaded = load(&format!("lights = \"\"\"\n{lights}\"\"\""));
        for name in NAMES {
            if name == "row-reduction" && side > 16 {
                continue;
            }
            let count = by_method(&loaded, name, Ask::Count).count;
            assert_eq!(count, Some(BigUint::from(2u8).pow(nullity)), "{side}, {name}");
            if let Some(&fewest) = fewest.get(side - 1) {
                let best = load(&format!("fewest = true\nlights = \"\"\"\n{lights}\"\"\""));
                assert_eq!(by_method(&best, name, Ask::One).optimum, Some(fewest), "{side}, {name}");
            }
        }
    }
}

/// The article: of the 2^5 first rows of 5 x 5 four work when one does, since the nullity is 2.
#[test]
fn row_reduction_says_how_many_first_rows_it_tried() {
    let loaded = load("lights = \"\"\"\n#####\n#####\n#####\n#####\n#####\"\"\"");
    let facts = |report: &Report| {
        let fact = |name| report.facts.iter().find(|fact| fact.name == name).expect("it says so").value.clone();
        ["first_rows", "first_rows_tried", "first_rows_that_work"].map(fact)
    };
    assert_eq!(facts(&by_method(&loaded, "row-reduction", Ask::All)), [32, 32, 4]);
    let one = facts(&by_method(&loaded, "row-reduction", Ask::One));
    assert!(one[1].as_u64() < Some(32) && one[2].is_null(), "it stops at the first that works: {one:?}");
    let dark = load("lights = \"\"\"\n#....\n.....\n.....\n.....\n.....\"\"\"");
    assert_eq!(facts(&by_method(&dark, "row-reduction", Ask::One)), [32, 32, 0]);
}

/// The example of the module's header: what is left after the first chase decides which of x3, x4 and x5 are pressed.
#[test]
fn the_hybrid_leaves_the_first_buttons_alone() {
    for last in 0..32u32 {
        let row: String = (0..5).map(|bit| if last >> bit & 1 == 1 { '#' } else { '.' }).collect();
        let loaded = load(&format!("lights = \"\"\"\n.....\n.....\n.....\n.....\n{row}\"\"\""));
        let (boards, result) = methods::all(loaded.instance.methods().expect("it has methods"), "hybrid");
        if let Outcome::Refuted(argument) = &result.outcome {
            assert!(matches!(argument, Argument::Lights { chased: false, states: 2, .. }), "{argument:?}");
            assert!(boards.is_empty());
            continue;
        }
        let p = |k: u32| last >> (k - 21) & 1 == 1;
        // The article's formulas.
        let first: String = [false, false, p(22), p(21) ^ p(22) ^ p(23), p(21) ^ p(22)]
            .map(|pressed| if pressed { '#' } else { '.' })
            .iter()
            .collect();
        let solution = Solution::verified(&*loaded.instance, boards[0].clone()).expect("it is one");
        assert_eq!(solution.written(&*loaded.instance).board[0], first, "last row {row}");
        assert_eq!(boards.len(), 4);
    }
}

#[test]
fn methods_stop_when_asked_to() {
    let wide = load(&format!("lights = \"{}\"", "#".repeat(90)));
    let budget = Budget::within(std::time::Duration::from_millis(50));
    let options = Options { method: Some("row-reduction".into()), ..Options::default() };
    let setup = Setup::resolve(&wide, &options, &Budget::none()).expect("it exists");
    let report = task::run(&task::Request::new(&wide, &setup, Ask::Count), &budget, &mut task::ignore)
        .expect("a limit is no failure");
    assert!(report.stopped && !report.complete, "2^90 first rows take longer");
}

/// Columns of two cells between holes: either button changes both lights, so every column has a quiet pattern.
#[test]
fn no_presses_at_all_are_the_fewest_however_many_solutions_there_are() {
    let row = "._".repeat(40);
    let loaded = load(&format!("fewest = true\nlights = \"\"\"\n{row}\n{row}\"\"\""));
    let report = by_method(&loaded, "linear-algebra", Ask::One);
    assert_eq!((report.answer, report.optimum, report.best), (Answer::Optimal, Some(0), None));
}

#[test]
fn a_limit_is_heard_where_every_first_row_works() {
    let row = "#_".repeat(30);
    let loaded = load(&format!("fewest = true\nlights = \"\"\"\n{row}\n{row}\"\"\""));
    let setup = Setup::Method("row-reduction");
    let start = std::time::Instant::now();
    let budget = Budget::within(std::time::Duration::from_millis(300));
    let report = task::run(&task::Request::new(&loaded, &setup, Ask::One), &budget, &mut task::ignore)
        .expect("it has an answer");
    assert!(report.stopped && start.elapsed().as_secs() < 5, "{report:?}");
    // Every column takes one press of its two buttons, and no fewer.
    assert_eq!(report.answer, Answer::Satisfiable);
}
