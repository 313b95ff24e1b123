//! `explain` on grids: rules by their names and sets, clues that can be changed, cells and lines that differ.

mod support;

use serde_json::Value;
use support::boardwright_with;

fn explained(model: &str) -> (Value, String) {
    let model = format!("puzzle = \"grid\"\n{model}");
    let json = boardwright_with(&["explain", "-", "--smallest", "--format", "json"], &model, &[]);
    assert_eq!(json.code, 0, "{}", json.stderr);
    let text = boardwright_with(&["explain", "-", "--smallest"], &model, &[]);
    (serde_json::from_str(&json.stdout).expect("it is JSON"), text.stdout)
}

fn names(value: &Value, key: &str) -> Vec<String> {
    let items = value.as_array().expect("a list").iter();
    items.map(|item| item[key].as_str().expect("a text").to_string()).collect()
}

const SIDES: &str = "[grid]\nrows = 2\ncolumns = 2\nvalues = [\".\", \"Q\"]\n[list]\ncount = { rows = [1, 1], columns = [2, 1] }\n\
    [[rule]]\nname = \"sides\"\neach = [\"row\", \"column\"]\nexactly = { Q = \"count\" }\n";

/// Two in the first column and one in the second are three, and the rows have two.
#[test]
fn a_wrong_number_beside_the_board_is_found() {
    let (json, text) = explained(SIDES);
    assert_eq!(json["kind"], "contradiction");
    let mut details = names(&json["origins"], "detail");
    details.sort();
    assert_eq!(details, ["the 1 for column 2", "the 1 for row 1", "the 1 for row 2", "the 2 for column 1"]);
    assert!(names(&json["origins"], "rule").iter().all(|rule| rule == "sides"));
    let changes = names(&json["suggestions"], "change");
    for change in ["without the 2 for column 1", "with 1 instead of 2 for column 1", "with 2 instead of 1 for row 1"] {
        assert!(changes.iter().any(|known| known == change), "{change}: {changes:?}");
    }
    assert!(!changes.iter().any(|change| change.contains("3 instead")), "{changes:?}");
    assert!(text.contains("sides: the 2 for column 1") || text.contains("sides: the 1 for"), "{text}");
    assert!(text.contains("columns = [2, 1]") && text.contains('^'), "{text}");
}

/// The corner of a 2x2 board has three neighbours, all of them queens, and two of these are in one row.
#[test]
fn a_wrong_number_on_the_board_is_found() {
    let model = "[grid]\nvalues = [\".\", \"Q\"]\n[picture]\nclue = '''\n3.\n..\n'''\n\
                 [[rule]]\nname = \"near\"\naround = \"king\"\nexactly = { Q = \"clue\" }\n\
                 [[rule]]\nname = \"apart\"\neach = \"row\"\nat-most = { Q = 1 }\n";
    let (json, text) = explained(model);
    let found: Vec<(String, String)> =
        names(&json["origins"], "rule").into_iter().zip(names(&json["origins"], "detail")).collect();
    let expected = [("near", "the 3 at r1c1"), ("apart", "row 2")].map(|(a, b)| (a.to_string(), b.to_string()));
    assert_eq!(found, expected);
    assert_eq!(json["origins"][0]["clue"], true);
    assert_eq!(json["origins"][1]["clue"], false);
    assert_eq!((&json["origins"][0]["line"], &json["origins"][0]["column"]), (&6.into(), &1.into()));
    assert_eq!(json["origins"][1]["line"], 13);
    let changes = names(&json["suggestions"], "change");
    assert_eq!(
        changes,
        [
            "without the 3 at r1c1",
            "with 2 instead of 3 at r1c1",
            "with 1 instead of 3 at r1c1",
            "with 0 instead of 3 at r1c1"
        ]
    );
    assert!(text.contains("near: the 3 at r1c1") && text.contains("apart: row 2"), "{text}");
}

/// A given that is one too many, among values that define each other.
#[test]
fn a_wrong_given_is_found_and_nothing_is_blamed_on_what_values_are() {
    let model = "[grid]\nvalues = \"1..4\"\ngiven = '''\n1...\n...1\n....\n1...\n'''\n\
                 [[rule]]\nname = \"once\"\neach = [\"row\", \"column\"]\nall-different = true\n";
    let (json, _) = explained(model);
    let found: Vec<(String, String)> =
        names(&json["origins"], "rule").into_iter().zip(names(&json["origins"], "detail")).collect();
    let expected = [("given", "the 1 given at r1c1"), ("given", "the 1 given at r4c1"), ("once", "column 1")];
    assert_eq!(found, expected.map(|(a, b)| (a.to_string(), b.to_string())));
    let changes = names(&json["suggestions"], "change");
    assert!(changes.contains(&"without the 1 given at r4c1".to_string()), "{changes:?}");
    assert!(changes.contains(&"with 2 instead of 1 at r4c1".to_string()), "{changes:?}");
}

#[test]
fn differences_are_told_by_cells_layers_and_lines() {
    let model = "[grid]\nrows = 1\ncolumns = 2\nvalues = [\"none\", \"queen\"]\n[layer.colour]\nvalues = [\"red\", \"blue\"]\n\
                 [[rule]]\neach = \"row\"\nexactly = { queen = 1 }\n[[rule]]\neach = \"row\"\nis = \"red\"\n";
    let (json, _) = explained(model);
    assert_eq!(json["kind"], "differences");
    assert_eq!((&json["count"], &json["common"]), (&2.into(), &2.into()));
    assert_eq!(names(&json["varying"], "name"), ["r1c1", "r1c2"]);
    assert_eq!(json["varying"][0]["values"], serde_json::json!(["none", "queen"]));
    assert_eq!((&json["suggestion"]["leaves"], &json["suggestion"]["model"]), (&1.into(), &true.into()));
    let lines = "[grid]\nrows = 1\ncolumns = 2\nlines = \"borders\"\n[[rule]]\nloop = true\n";
    let (json, _) = explained(lines);
    assert_eq!(json["count"], 3);
    let varying = names(&json["varying"], "name");
    assert!(
        varying.contains(&"left of r1c1".to_string()) && varying.contains(&"above r1c2".to_string()),
        "{varying:?}"
    );
    assert_eq!(varying.len(), 7);
}

/// Givens and numbers that are not needed: in a row of two with a queen, one of the numbers says it all.
#[test]
fn few_clues_force_the_solution() {
    let sides = SIDES.replace("columns = [2, 1]", "columns = [2, 0]");
    let (json, text) = explained(&sides);
    assert_eq!((&json["kind"], &json["smallest"]), (&"forced".into(), &true.into()));
    assert_eq!(names(&json["spare"], "detail").len() + names(&json["origins"], "detail").len(), 4);
    assert_eq!(names(&json["origins"], "detail").len(), 2, "{text}");
}
