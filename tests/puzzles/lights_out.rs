//! Lights Out from the command line: the methods, the facts of `analyze`, and boards that only chasing can solve.

use crate::support::{boardwright, boardwright_with};
use serde_json::{Value, json};

const DUGU: &str = "models/lights-out/dugu.toml";

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("not JSON ({error}):\n{text}"))
}

#[test]
fn every_method_is_listed_and_solves_the_dugu_chessboard_in_four_ways() {
    let listed = boardwright(&["list", "methods"]).stdout;
    for method in ["row-reduction", "linear-algebra", "hybrid"] {
        assert!(listed.contains(&format!("lights-out         {method}")), "{listed}");
        let run = boardwright(&["solve", DUGU, "--method", method, "--all", "--format", "json"]);
        let report = parsed(&run.stdout);
        assert_eq!((run.code, &report["count"], &report["complete"]), (0, &json!(4), &json!(true)), "{method}");
        assert_eq!((&report["method"], &report["route"]), (&json!(method), &Value::Null));
        let count = boardwright(&["count", DUGU, "--method", method]);
        assert_eq!((count.code, count.stdout.lines().next()), (0, Some("4 solutions")), "{method}");
    }
    let report = boardwright(&["solve", DUGU, "--method", "row-reduction", "--all", "--format", "json"]).stdout;
    assert_eq!(
        parsed(&report)["statistics"]["method"],
        json!({ "first_rows": 32, "first_rows_tried": 32, "first_rows_that_work": 4 })
    );
}

#[test]
fn analyze_tells_a_program_and_draws_a_card() {
    let reported = parsed(&boardwright(&["analyze", DUGU, "--format", "json"]).stdout);
    let facts = &reported["facts"];
    assert_eq!((&reported["puzzle"], &facts["rank"], &facts["nullity"]), (&json!("lights-out"), &json!(23), &json!(2)));
    assert_eq!(facts["table"]["formulas"][0], json!({ "x": 3, "p": [22] }));
    assert_eq!(facts["quiet_basis"].as_array().map(Vec::len), Some(2));
    let card = boardwright(&["analyze", DUGU, "--card"]);
    assert!(card.code == 0 && card.stdout.starts_with("<svg "), "{}", card.stderr);
    let none = boardwright(&["analyze", "models/lights-out/torus.toml", "--card"]);
    assert_eq!((none.code, none.stdout.as_str()), (2, ""));
    assert!(none.stderr.contains("--card is not supported for this puzzle"), "{}", none.stderr);
}

/// A million lights: read, solved by default with one division of polynomials, verified here and once more.
#[test]
fn a_thousand_by_a_thousand_is_solved_by_default() {
    let row = ["#.".repeat(500), ".#".repeat(500)];
    let rows: Vec<&str> = (0..1000).map(|index| row[index % 2].as_str()).collect();
    let model = format!("puzzle = \"lights-out\"\nlights = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"));
    let report = parsed(&boardwright_with(&["solve", "-", "--format", "json"], &model, &[]).stdout);
    assert_eq!((&report["method"], &report["verified"]), (&json!("hybrid"), &json!(true)));
    let text = boardwright_with(&["solve", "-"], &model, &[]).stdout;
    // The title, the board a character a cell, and what was found.
    let board: Vec<&str> = text.lines().skip(1).take(1000).collect();
    let solution: Vec<&str> =
        report["solutions"][0]["board"].as_array().expect("rows").iter().filter_map(Value::as_str).collect();
    assert_eq!(board, solution);
    // The rules, written out: a light and the presses beside it add up to an even number.
    let pressed = |row: usize, column: usize| {
        usize::from(solution.get(row).and_then(|row| row.as_bytes().get(column)) == Some(&b'#'))
    };
    for (index, line) in rows.iter().enumerate() {
        for (column, light) in line.bytes().enumerate() {
            let beside = pressed(index, column.wrapping_sub(1)) + pressed(index, column + 1);
            let above = pressed(index.wrapping_sub(1), column) + pressed(index + 1, column);
            let sum = usize::from(light == b'#') + pressed(index, column) + beside + above;
            assert_eq!(sum % 2, 0, "r{}c{}", index + 1, column + 1);
        }
    }
}

#[test]
fn what_only_chasing_can_take_says_so() {
    let row = ".".repeat(2000);
    let model = format!("puzzle = \"lights-out\"\nlights = \"\"\"\n{}\n\"\"\"\n", vec![row; 600].join("\n"));
    let run = boardwright_with(&["solve", "-", "--route", "sat"], &model, &[]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("600 x 2000 cells can only be chased; use --method hybrid"), "{}", run.stderr);
    let count = boardwright_with(&["count", "-"], &model, &[]);
    assert_eq!((count.code, count.stdout.ends_with(" solutions\n") || count.stdout == "1 solution\n"), (0, true));
    let torus = format!("{model}wrap = true\n");
    let refused = boardwright_with(&["solve", "-"], &torus, &[]);
    assert!(refused.code == 2 && refused.stderr.contains("(maximum 5000000)"), "{}", refused.stderr);
}
