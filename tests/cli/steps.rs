//! `steps` as a process: moves of plans, and why an optimum is one.

use crate::support::{Run, boardwright, boardwright_with};
use serde_json::Value;

#[test]
fn moves_of_a_plan_have_their_alternatives() {
    let run = boardwright(&["steps", "models/alternation/three.toml"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let expected = "optimal: 4 moves; there are 4 plans as short\n\
        why not fewer: 4 pairs of like neighbours have to vanish, and 4 pairs of unlike neighbours have to appear; neighbours change \
        only at the two ends of a block, so a move makes at most two pairs vanish and two appear, and at most one vanishes in the \
        last move, to an unbroken row, and at most one appears in the first move, from an unbroken row: at least 3 moves are needed\n\
        why not fewer: 61 positions can be reached in 3 moves or fewer (after 0, 1, ... moves: 1, 5, 16, 39), and no goal is among them\n\n\
        1. 1,2 -> 7,8: one of 5 possible moves; it leads to the goal in 3 more, and so does 2,3 -> 7,8\n";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    assert!(
        run.stdout.contains("4. 1,2 -> 6,7: of 4 possible moves, only this one reaches the goal\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn moves_are_data_pictures_and_a_page() {
    let run = boardwright(&["steps", "models/moves/river.toml", "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (json["optimum"].as_u64(), json["plans"].as_u64(), json["unique"].as_bool()),
        (Some(7), Some(2), Some(false))
    );
    let steps = json["steps"].as_array().expect("a list");
    let remaining: Vec<Option<u64>> = steps.iter().map(|step| step["remaining"].as_u64()).collect();
    assert_eq!(remaining, (0..7).rev().map(Some).collect::<Vec<_>>());
    assert_eq!(steps[0]["others"], serde_json::json!([]));
    let positions: u64 =
        json["fewer"][0]["positions"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
    assert_eq!((json["fewer"][0]["proof"].as_str(), positions), (Some("visit"), 9));
    let run = boardwright(&["steps", "models/moves/river.toml", "--format", "svg"]);
    assert_eq!(run.stdout.matches("move ").count(), 7, "a position after each move");
    let run = boardwright(&["steps", "models/moves/river.toml", "--format", "html"]);
    assert_eq!(run.stdout.matches("<svg").count(), 8, "the start and seven moves");
    let run = boardwright_with(&["steps", "models/moves/river.toml", "--hint", "-"], "F\n", &[]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`--hint` does not support plans"), "{}", run.stderr);
}

#[test]
fn an_optimum_has_what_contradicts_a_better_board() {
    let kings = "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['.', 'K']\n[[rule]]\nname = 'apart'\n\
        each = 'window 2x2'\nat-most = { 'K' = 1 }\n[maximize]\ncount = 'K'\n";
    let run = boardwright_with(&["steps", "-"], kings, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Both windows have at most one king each, and two cells are in neither.
    let last = "why not better: The windows at r1c2 and r2c1 (`apart`) together exclude a board better than 4";
    assert!(run.stdout.ends_with(&format!("{last}\n")), "{}", run.stdout);
    let run = boardwright_with(&["steps", "-", "-v"], kings, &[]);
    let size = "[size 2; none of them can be left out]";
    assert!(run.stdout.ends_with(&format!("{last} {size}\n")), "{}", run.stdout);
}

#[test]
fn sizes_are_printed_only_if_requested() {
    let model = "models/grid/star-battle.toml";
    let sizes = |arguments: &[&str], size: &str| {
        let run = boardwright(&[&["steps", model], arguments].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout.matches(size).count()
    };
    let json: Value = serde_json::from_str(&boardwright(&["steps", model, "--format", "json"]).stdout).expect("JSON");
    let steps = json["steps"].as_array().expect("a list").len();
    assert_eq!((sizes(&[], "[size "), sizes(&["-v"], "[size ")), (0, steps));
    let html = ["--format", "html"];
    assert_eq!((sizes(&html, "\">size "), sizes(&["-v", "--format", "html"], "\">size ")), (0, steps));
}

#[test]
fn a_position_is_typed_as_entries() {
    let latin = "puzzle = 'grid'\n[grid]\nvalues = '1..3'\ngiven = '''\n1..\n...\n..1\n'''\n[[rule]]\neach = ['row', 'column']\n\
        all-different = true\n";
    let hint = |state: &str, check: &[&str]| {
        boardwright_with(&[&["steps", "-", "--hint", state, "--format", "json"], check].concat(), latin, &[])
    };
    let step = |run: &Run| -> Value {
        assert_eq!(run.code, 0, "{}", run.stderr);
        serde_json::from_str(&run.stdout).expect("it is JSON")
    };
    // With nothing entered the middle is found; with the middle entered, something else.
    let first = step(&hint("", &[]))["steps"][0].clone();
    assert_ne!(first, step(&hint("r2c2=1", &[]))["steps"][0]);
    assert_eq!(step(&hint("r2c2=1, r1c2!=1", &[])), step(&hint("r2c2=1 r1c2!=1", &[])));
    assert_eq!(step(&hint("r2c2=2", &["--check"]))["wrong"], serde_json::json!(["r2c2=2"]));
    for (state, code) in [("r2c2=9", 2), ("r9c9=1", 2), ("missing.txt", 2)] {
        assert_eq!(hint(state, &[]).code, code, "{state}");
    }
}
