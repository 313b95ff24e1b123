//! What must not change when a puzzle is changed: turning a board keeps the number of solutions, adding a clue never
//! raises it, exchanging the colours of all pieces keeps the fewest moves.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::{self, Ask, Options, Setup};

fn all(text: &str) -> Report {
    let source = Source::new("test.toml", text);
    let loaded = REGISTRY
        .load(&source, &Budget::none())
        .unwrap_or_else(|wrong| panic!("{}\n{text}", wrong.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("the defaults exist");
    let report = task::run(&task::Request::new(&loaded, &setup, Ask::All), &Budget::none(), &mut task::ignore)
        .expect("no check of ours fails");
    assert!(report.complete, "{text}");
    report
}

fn count(text: &str) -> u64 {
    let count = all(text).count.expect("a complete list has a count");
    count.try_into().expect("a list is not that long")
}

/// The picture turned a quarter clockwise.
fn turned(rows: &[&str]) -> Vec<String> {
    let columns = rows[0].chars().count();
    (0..columns)
        .map(|column| rows.iter().rev().map(|row| row.chars().nth(column).expect("rows have one length")).collect())
        .collect()
}

fn drawing(rows: &[impl AsRef<str>]) -> String {
    let rows: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
    format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
}

const CLUES: [&str; 9] = [
    ".........",
    "..3......",
    "...4.5...",
    ".........",
    "..2......",
    "...1.....",
    ".....3...",
    ".........",
    "..2....0.",
];

fn knightdoku(rows: &[impl AsRef<str>]) -> String {
    format!("puzzle = \"knightdoku\"\nclues = {}", drawing(rows))
}

#[test]
fn turning_a_knightdoku_keeps_its_count() {
    assert_eq!(count(&knightdoku(&CLUES)), 39, "counted with an independent SAT model");
    assert_eq!(count(&knightdoku(&turned(&CLUES))), 39);
}

#[test]
fn a_clue_more_never_raises_the_count() {
    let before = count(&knightdoku(&CLUES));
    let mut sum = 0;
    for mark in ['K', 'x'] {
        let mut rows: Vec<String> = CLUES.iter().map(ToString::to_string).collect();
        rows[0].replace_range(0..1, &mark.to_string());
        let after = count(&knightdoku(&rows));
        assert!(after <= before, "`{mark}` made {after} of {before}");
        sum += after;
    }
    assert_eq!(sum, before, "a knight or none: every solution has one of the two");
}

#[test]
fn turning_lights_keeps_their_count_and_their_fewest() {
    // A board with a hole and a torus with three states; both are solvable because they were made by pressing.
    for (rows, more) in [
        (vec!["#..#.", ".##._", "#.#.#", "..##."], "fewest = true"),
        (vec!["0120", "2101", "1011"], "states = 3\nwrap = true\nreach = \"king\""),
    ] {
        let model = |rows: &str| format!("puzzle = \"lights-out\"\nlights = {rows}\n{more}\n");
        let (before, after) = (all(&model(&drawing(&rows))), all(&model(&drawing(&turned(&rows)))));
        assert_eq!(before.answer, after.answer);
        assert_eq!(before.count, after.count);
        assert_eq!(before.optimum, after.optimum);
    }
}

#[test]
fn turning_a_dissection_keeps_its_count() {
    let board = ["####_", "#####", "#####", "#####", "_####"];
    let piece = |shape: &[&str], copies: &str| format!("[[piece]]\ncopies = {copies}\nshape = {}\n", drawing(shape));
    let pieces = piece(&["##", "#_"], "{ min = 1, max = 5 }") + &piece(&["####"], "\"any\"") + &piece(&["##"], "1");
    let model = |board: &str| format!("puzzle = \"dissection\"\nboard = {board}\n{pieces}");
    let before = count(&model(&drawing(&board)));
    assert!(before > 0, "there is something to keep");
    assert_eq!(count(&model(&drawing(&turned(&board)))), before);
}

#[test]
fn mirrored_and_recoloured_pieces_alternate_in_as_many_moves() {
    let model = |start: &str| format!("puzzle = \"alternation\"\nstart = \"{start}\"\n");
    let start = "BBBBWW.WW..";
    let mirrored: String = start.chars().rev().collect();
    let recoloured: String = start
        .chars()
        .map(|c| match c {
            'B' => 'W',
            'W' => 'B',
            other => other,
        })
        .collect();
    let before = all(&model(start));
    for other in [mirrored, recoloured] {
        let after = all(&model(&other));
        assert_eq!((before.optimum, &before.count), (after.optimum, &after.count), "{start} and {other}");
    }
}
