//! `explain` on grids: rules by their names and sets, clues that can be changed, cells and lines that differ.

use crate::support::boardwright_with;
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_ir::constraint::sums::Summed;
use boardwright_tasks::answer::Reason;
use boardwright_tasks::task::{self, Ask, Options, Setup};
use serde_json::Value;

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

/// Every line of a loop joins the two colours of a chessboard, of which a board with an odd number of cells has one more.
#[test]
fn a_loop_through_an_odd_number_of_cells_is_explained_by_counting() {
    let model = |side: usize| {
        format!(
            "[grid]\nrows = {side}\ncolumns = {side}\nlines = \"links\"\n[[rule]]\nname = \"one loop\"\nloop = true\n\
             [[rule]]\nname = \"everywhere\"\neach = \"cell\"\nis = \"visited\"\n"
        )
    };
    let (json, text) = explained(&model(3));
    let argument = json["argument"].as_str().expect("there is an argument");
    assert!(argument.contains("coloured like a chessboard, 5 cells of one colour have 10 lines"), "{argument}");
    assert!(argument.contains("4 of the other have 8"), "{argument}");
    assert!(text.contains(argument), "{text}");
    let rules: Vec<String> = names(&json["origins"], "rule");
    assert!(rules.contains(&"one loop".to_string()) && rules.contains(&"everywhere".to_string()), "{rules:?}");
    // No search finds this out; the sums are a contradiction by themselves.
    let (json, _) = explained(&model(9));
    assert!(json["argument"].as_str().is_some_and(|words| words.contains("41 cells")), "{json}");
    assert_eq!((&json["found_by"], &json["minimal"]), (&"counting".into(), &false.into()));
    let details = names(&json["origins"], "detail");
    assert!(details.contains(&"the board".to_string()) && details.len() <= 82, "81 cells and the loop: {details:?}");
}

/// The ends of a path through all cells of an even board have different colours; no search shows that.
#[test]
fn ends_of_one_colour_are_refuted_by_counting() {
    let path = "[grid]\nrows = 12\ncolumns = 12\nlines = \"links\"\n[[rule]]\npath = true\n[[rule]]\nis = \"visited\"\n\
                [[rule]]\nalong = [[2, 2], [11, 11]]\nis = \"end\"\n";
    let source = Source::new("path", format!("puzzle = \"grid\"\n{path}"));
    let loaded = REGISTRY.load(&source, &Budget::none()).expect("the model is right");
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("there is a way");
    let request = task::Request::new(&loaded, &setup, Ask::Count);
    let report = task::run(&request, &Budget::none(), &mut task::ignore).expect("no check fails");
    assert_eq!(report.count, Some(0u32.into()));
    let Reason::Sums(sums) = &report.reason else { panic!("{:?}", report.reason) };
    assert_eq!(sums.summed, Summed::Chequered { cells: [72, 72], lines: [142, 144] });
}

#[test]
fn sums_that_differ_are_explained_by_their_totals() {
    let (json, _) = explained(SIDES);
    let argument = json["argument"].as_str().expect("there is an argument");
    for part in ["add up to 2", "add up to 3", "the 2 for column 1", "both count the same cells"] {
        assert!(argument.contains(part), "{part}: {argument}");
    }
    // Three cells in a ring, each with one line: lines have two ends.
    let ring = "[grid]\nrows = 1\ncolumns = 3\nwrap = true\nlines = \"links\"\n\
                [[rule]]\nname = \"ends\"\naround = \"lines\"\nexactly = { line = 1 }\n";
    let (json, _) = explained(ring);
    let argument = json["argument"].as_str().expect("there is an argument");
    assert!(argument.contains("add up to 3, an odd number") && argument.contains("every line"), "{argument}");
}

#[test]
fn a_closed_tour_of_an_odd_number_of_cells_is_explained_by_counting() {
    let tour = "[grid]\nrows = 3\ncolumns = 3\nvalues = \"1..9\"\n[[rule]]\nall-different = true\n\
                [[rule]]\nname = \"tour\"\ntour = \"wazir\"\nclosed = true\n";
    let (json, _) = explained(tour);
    let argument = json["argument"].as_str().expect("there is an argument");
    assert!(argument.contains("equally many cells of both colours; the board has 5 and 4"), "{argument}");
}

/// Islands of four and three cells so near to each other that there is no room for both.
#[test]
fn rules_about_groups_name_the_clues() {
    let nurikabe = "[grid]\nvalues = [\".\", \"#\"]\n[picture]\nclue = '''\n4.3\n...\n...\n'''\n\
                    [[rule]]\nname = \"sea\"\nconnected = \"#\"\n\
                    [[rule]]\nname = \"islands\"\ngroup = \".\"\nsize = \"clue\"\nexactly = { clue = 1 }\n\
                    [[rule]]\nname = \"land\"\nat = \"clue\"\nis = \".\"\n";
    let (json, text) = explained(nurikabe);
    let details = names(&json["origins"], "detail");
    assert!(details.contains(&"the 4 at r1c1".to_string()) && details.contains(&"the 3 at r1c3".to_string()), "{text}");
    assert_eq!((&json["origins"][0]["clue"], &json["origins"][0]["line"]), (&true.into(), &6.into()));
    assert_eq!(json["cells"], serde_json::json!([[1, 1], [1, 3]]));
    let changes = names(&json["suggestions"], "change");
    assert!(changes.contains(&"without the 4 at r1c1".to_string()), "{changes:?}");
    assert!(changes.contains(&"with 3 instead of 4 at r1c1".to_string()), "{changes:?}");
    // A Shikaku, whose rectangles are placed when it is solved.
    let shikaku = "[grid]\nlines = \"borders\"\n[picture]\nclue = '''\n3.\n.1\n'''\n[[rule]]\nname = \"rectangles\"\n\
                   group = \"enclosed\"\nrectangle = true\nexactly = { clue = 1 }\nsize = \"clue\"\n";
    let (json, text) = explained(shikaku);
    assert_eq!(
        (&json["origins"][0]["clue"], &json["origins"][0]["detail"]),
        (&true.into(), &"the 1 at r2c2".into()),
        "{text}"
    );
}
