//! Alternation with letters as pieces, compared with the counts of an independent program, `alternation_colours.py`, in
//! `alternation_colours.tsv`.

use crate::support::{boardwright, boardwright_with};
use serde_json::Value;

/// Start, goal, block, whether a block is reversed, the fewest moves and the number of shortest plans.
const COUNTS: &str = include_str!("alternation_colours.tsv");

fn model(start: &str, goal: &str, block: &str, reverse: &str) -> String {
    let goal = match goal {
        "alternating" | "cyclic" | "separated" => format!("\"{goal}\""),
        rows => format!("{:?}", rows.split(',').collect::<Vec<_>>()),
    };
    format!("puzzle = \"alternation\"\nstart = \"{start}\"\ngoal = {goal}\nblock = {block}\nreverse = {reverse}\n")
}

fn agree(method: &[&str]) {
    let mut without = 0;
    for line in COUNTS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [start, goal, block, reverse, fewest, plans] = fields[..] else { panic!("{line}") };
        let text = model(start, goal, block, reverse);
        let arguments = [&["count", "-", "--format", "json"], method].concat();
        let run = boardwright_with(&arguments, &text, &[]);
        assert_eq!(run.code, 0, "{text}{}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let optimum = report["optimum"].as_i64().map_or("-".to_string(), |optimum| optimum.to_string());
        assert_eq!((optimum.as_str(), report["count"].to_string().as_str()), (fewest, plans), "{method:?}: {text}");
        without += usize::from(fewest == "-");
    }
    assert!(without > 30 && COUNTS.lines().count() > 100, "both answers occur");
}

#[test]
fn search_counts_as_the_independent_program() {
    agree(&["--method", "search"]);
}

#[test]
fn sat_counts_as_the_independent_program() {
    agree(&["--route", "sat"]);
}

/// The method is chosen as for two colours, and every plan of the JSON is accepted again.
#[test]
fn plans_of_letters_are_read_again() {
    for name in ["three-colours", "three-colours-cyclic", "three-colours-apart"] {
        let model = format!("models/alternation/{name}.toml");
        let solved = boardwright(&["solve", &model, "--format", "json"]);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        let report: Value = serde_json::from_str(&solved.stdout).expect("JSON");
        assert_eq!(report["method"], "search", "{name}");
        let verified = boardwright_with(&["verify", &model, "-"], &solved.stdout, &[]);
        assert_eq!(verified.code, 0, "{}", verified.stderr);
        // A letter that the line does not have.
        let wrong = solved.stdout.replace('C', "D");
        let refused = boardwright_with(&["verify", &model, "-"], &wrong, &[]);
        let said = refused.stdout + &refused.stderr;
        assert!(refused.code == 1 && said.contains("expected `A`, `B`, `C` or `.`"), "{said}");
    }
}

/// With letters `A` and `B` for black and white, everything is as with `B` and `W`.
#[test]
fn two_letters_are_two_colours() {
    let counted = |start: &str, goal: &str| {
        let run = boardwright_with(&["count", "-", "--format", "json"], &model(start, goal, "2", "false"), &[]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        (report["optimum"].clone(), report["count"].clone())
    };
    for start in ["BBBBWWWW..", "BBB.WW..W", "WWBBWB.."] {
        let letters = start.replace('B', "A").replace('W', "X");
        assert_eq!(counted(start, "alternating"), counted(&letters, "alternating"));
        assert_eq!(counted(start, "alternating"), counted(start, "cyclic"));
        assert_eq!(counted(start, "separated"), counted(&letters, "separated"));
    }
}
