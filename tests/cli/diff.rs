//! `diff` as a process: rules that are equivalent, rules that a board distinguishes, hidden layers, names that do not match.

use crate::support::boardwright;
use crate::support::folder::Folder;
use serde_json::Value;

/// Runs `diff` on two models; returns the exit code and the JSON.
fn diff(first: &str, second: &str, arguments: &[&str]) -> (i32, Value) {
    let folder = Folder::new("diff");
    let files = [folder.file("first.toml", first), folder.file("second.toml", second)];
    let all = [&["diff", &files[0], &files[1], "--format", "json"], arguments].concat();
    let run = boardwright(&all);
    let json = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    (run.code, json)
}

fn queens(rows: &str, columns: &str) -> String {
    format!(
        "puzzle = 'grid'\n[parameter]\nn = 5\n[grid]\nrows = 'n'\ncolumns = 'n'\nvalues = ['.', 'Q']\n\
         [[rule]]\nname = 'rows'\neach = 'row'\n{rows} = {{ Q = 1 }}\n\
         [[rule]]\nname = 'columns'\neach = 'column'\n{columns} = {{ Q = 1 }}\n"
    )
}

/// As many rows as columns: one queen in each row and at most one in each column are one in each column.
#[test]
fn at_most_one_in_each_column_is_one_in_each_column() {
    let (code, json) = diff(&queens("exactly", "exactly"), &queens("exactly", "at-most"), &[]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    assert_eq!((&json["only_first"], &json["only_second"]), (&Value::Null, &Value::Null));
    let (code, json) = diff(&queens("exactly", "exactly"), &queens("at-most", "at-most"), &["--set", "n=3"]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("first-implies-second")));
    assert_eq!(json["only_second"]["board"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["only_second"]["breaks"], serde_json::json!(["rows", "columns"]));
    let (code, json) = diff(&queens("exactly", "at-least"), &queens("at-most", "exactly"), &[]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    let (code, json) = diff(&queens("exactly", "at-most"), &queens("exactly", "at-least"), &["--set", "n=2"]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    let (code, json) = diff(&queens("at-least", "at-most"), &queens("at-most", "at-least"), &["--set", "n=2"]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    assert_eq!(json["has_board"], true);
    let two = |rows: u8| format!("{}[[rule]]\nexactly = {{ Q = {rows} }}\n", queens("exactly", "at-most"));
    let (code, json) = diff(&two(1), &two(3), &["--set", "n=2"]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")), "two rows have two queens");
    assert_eq!(json["has_board"], false);
    let loose = queens("at-least", "at-least");
    let (code, json) = diff(&loose, &queens("at-most", "at-most"), &["--set", "n=2"]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("neither")));
}

/// A Sudoku in which some rows and columns are left out. Rows 1, 4, 7 and columns 1, 4, 7 follow from the others.
fn sudoku(without: &[usize], columns_too: bool) -> String {
    let line = |cells: Vec<[usize; 2]>| format!("{cells:?}");
    let kept = |line: &usize| !without.contains(line);
    let rows = (1..=9).filter(kept).map(|row| line((1..=9).map(|column| [row, column]).collect()));
    let columns = (1..=9).filter(|column| !columns_too || kept(column));
    let columns = columns.map(|column| line((1..=9).map(|row| [row, column]).collect()));
    let lines: Vec<String> = rows.chain(columns).collect();
    format!(
        "puzzle = 'grid'\n[grid]\nrows = 9\ncolumns = 9\nvalues = '1..9'\n[[rule]]\nname = 'blocks'\neach = 'block 3x3'\n\
         all-different = true\n[[rule]]\nname = 'lines'\nalong = [{}]\nall-different = true\n",
        lines.join(", ")
    )
}

#[test]
fn six_lines_of_a_sudoku_are_superfluous_and_two_of_a_band_are_not() {
    let whole = sudoku(&[], true);
    let (code, json) = diff(&whole, &sudoku(&[1, 4, 7], true), &[]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    let (code, json) = diff(&whole, &sudoku(&[1, 2], false), &[]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("first-implies-second")));
    assert_eq!(json["only_second"]["breaks"], serde_json::json!(["lines"]));
}

const LOOP: &str = "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nlines = 'borders'\n[[rule]]\nloop = true\n";

/// The lines part the inside from the outside, which are values of a hidden layer.
fn sides(rim: bool) -> String {
    let mut text =
        "puzzle = 'grid'\nhidden = ['grid', 'north', 'south', 'west', 'east', 'rim']\n[grid]\nrows = 3\ncolumns = 3\n\
        lines = 'borders'\nvalues = ['O', 'I']\n[picture]\n\
        north = '''\nxxx\n...\n...\n'''\nsouth = '''\n...\n...\nxxx\n'''\nwest = '''\nx..\nx..\nx..\n'''\n\
        east = '''\n..x\n..x\n..x\n'''\nrim = '''\nxxx\nx.x\nxxx\n'''\n"
            .to_string();
    for (picture, side) in [("north", "up"), ("south", "down"), ("west", "left"), ("east", "right")] {
        text += &format!("[[rule]]\nat = '{picture}'\nwhere = 'I'\nis = 'line {side}'\n");
        text += &format!("[[rule]]\nat = '{picture}'\nwhere = 'O'\nis-not = 'line {side}'\n");
    }
    for value in ["I", "O"] {
        text += &format!(
            "[[rule]]\neach = ['window 1x2', 'window 2x1']\naround = 'lines inside'\namong = '{value}'\nis-not = 'line'\n"
        );
        for (side, line) in [("right", "left"), ("down", "up")] {
            text += &format!("[[rule]]\nwhere = '{value}'\naround = '{side}'\nuntil = 'line {line}'\nis = '{value}'\n");
        }
    }
    text += "[[rule]]\nconnected = 'I'\n[[rule]]\nat-least = { I = 1 }\n";
    if rim {
        text += "[[rule]]\ngroup = 'O'\nat-least = { rim = 1 }\n";
    }
    text
}

#[test]
fn a_hidden_layer_of_sides_draws_the_same_loops() {
    let (code, json) = diff(LOOP, &sides(true), &[]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    // Loops along the sides of 3x3 cells: OEIS A140517.
    assert_eq!(json["known"]["only_first"]["tried"].as_u64(), Some(213));
    // Without the last rule, there may be a hole.
    let (code, json) = diff(&sides(false), LOOP, &[]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("second-implies-first")));
    assert_eq!(json["only_first"]["breaks"], serde_json::json!(["rule 1"]));
    // A rule about the hidden layer that some loops cannot obey.
    let small = format!("{}[[rule]]\nat-most = {{ I = 8 }}\n", sides(true));
    let (code, json) = diff(LOOP, &small, &[]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("second-implies-first")));
    assert_eq!(json["only_first"]["breaks"], serde_json::json!([]));
}

fn nurikabe(pools: &str) -> String {
    format!(
        "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['#', '.']\n[picture]\nclue = '''\n..1\n...\n...\n'''\n\
         [[rule]]\nat = 'clue'\nis = '.'\n[[rule]]\ngroup = '.'\nexactly = {{ clue = 1 }}\nsize = 'clue'\n\
         [[rule]]\nconnected = '#'\n{pools}"
    )
}

#[test]
fn a_sea_without_the_rule_of_pools_may_have_one() {
    let pools = "[[rule]]\nname = 'no pools'\neach = 'window 2x2'\nat-least = { '.' = 1 }\n";
    let (code, json) = diff(&nurikabe(pools), &nurikabe(""), &[]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("first-implies-second")));
    assert_eq!(json["only_second"]["breaks"], serde_json::json!(["no pools"]));
}

/// Pairs are variables that a board does not determine: boards are tried one by one.
#[test]
fn conditions_without_a_stated_violation_are_tried() {
    let row = |rule: &str| {
        format!("puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 4\nvalues = ['T', 't']\n[[rule]]\nname = 'tents'\n{rule}")
    };
    let (code, json) = diff(&row("exactly = { T = 2 }"), &row("matched = { T = 't' }"), &[]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("second-implies-first")));
    assert_eq!(json["only_first"]["breaks"], serde_json::json!(["tents"]));
    // The only perfect matching of a path of four cells pairs the first two and the last two.
    let halves = "exactly = { T = 2 }\n[[rule]]\neach = 'block 1x2'\nexactly = { T = 1 }";
    let (code, json) = diff(&row(halves), &row("matched = { T = 't' }"), &[]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    assert_eq!(json["known"]["only_first"], serde_json::json!({ "by": "all-boards", "tried": 4 }));
}

#[test]
fn clues_can_be_left_out() {
    let given = |clue: &str| {
        format!(
            "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nvalues = '1..2'\ngiven = '''\n{clue}\n..\n'''\n[[rule]]\neach = 'row'\nall-different = true\n"
        )
    };
    let (code, json) = diff(&given("1."), &given(".1"), &[]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("neither")));
    assert_eq!(json["only_first"]["breaks"], serde_json::json!(["given"]));
    let (code, json) = diff(&given("1."), &given(".1"), &["--clues", "none"]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
}

#[test]
fn boards_that_do_not_match_are_errors() {
    let folder = Folder::new("diff");
    let one = folder.file("one.toml", "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nvalues = ['.', 'Q']\n");
    let other = folder.file("other.toml", "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nvalues = ['.', 'K']\n");
    let wide = folder.file("wide.toml", "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 3\nvalues = ['.', 'Q']\n");
    let run = |arguments: &[&str]| boardwright(&[&["diff"], arguments].concat());
    let wrong = run(&[&one, &other]);
    assert_eq!((wrong.code, wrong.stdout.as_str()), (2, ""));
    assert!(wrong.stderr.contains("the value `Q` of the layer `grid` is in the first model only"), "{}", wrong.stderr);
    assert_eq!(run(&[&one, &other, "--map", "Q=K"]).code, 0);
    let wrong = run(&[&one, &wide]);
    assert!(wrong.code == 2 && wrong.stderr.contains("r1c3 is a cell of the second model only"), "{}", wrong.stderr);
    let wrong = run(&[&one, "models/lights-out/all-on-10.toml"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("rules of `lights-out` cannot be compared"), "{}", wrong.stderr);
    assert_eq!(run(&[&one, &other, "--map", "K"]).code, 2);
}

fn slitherlink(condition: &str, picture: &str) -> String {
    format!(
        "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nlines = 'borders'\n[picture]\n{picture} = \"\"\"\n...\n.2.\n...\n\"\"\"\n\
         [[rule]]\nname = 'loop'\nloop = true\n[[rule]]\nname = 'numbers'\nat = '{picture}'\naround = 'lines'\n\
         {condition} = {{ line = '{picture}' }}\n"
    )
}

/// Without numbers, all of these are one loop. With a number, at most so many lines are not exactly that many.
#[test]
fn rules_are_compared_with_all_clues() {
    let (exactly, at_most) = (slitherlink("exactly", "clue"), slitherlink("at-most", "clue"));
    let (code, json) = diff(&exactly, &at_most, &["--clues", "none"]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    let (code, json) = diff(&exactly, &at_most, &["--clues", "any"]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("first-implies-second")));
    assert_eq!(json["only_second"]["breaks"], serde_json::json!(["numbers"]));
    assert_eq!(json["only_second"]["clues"].as_array().map(Vec::len), Some(1), "one number shows it");
    assert_eq!(json["known"]["only_first"]["by"], "each-clue");
    let split =
        exactly.replace("exactly = { line = 'clue' }", "at-least = { line = 'clue' }\nat-most = { line = 'clue' }");
    let (code, json) = diff(&exactly, &split, &["--clues", "any"]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    assert_eq!(json["known"]["only_second"]["clues"], 90, "nine cells, the numbers 0 to 9");
    // Other names of the same clues.
    let renamed = slitherlink("exactly", "number");
    let (code, json) = diff(&exactly, &renamed, &["--clues", "any", "--map", "clue=number"]);
    assert_eq!((code, json["relation"].as_str()), (0, Some("equivalent")));
    let folder = Folder::new("diff-clues");
    let files = [folder.file("first.toml", &exactly), folder.file("second.toml", &renamed)];
    let run = boardwright(&["diff", &files[0], &files[1], "--clues", "any"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the clues `clue` are in the first model only"), "{}", run.stderr);
}

/// Islands of which each has one number: rules that consider several clues together are compared by boards with all their clues.
#[test]
fn clues_that_rules_consider_together() {
    let nurikabe = |last: &str| {
        format!(
            "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['#', '.']\n[picture]\nclue = \"\"\"\n...\n...\n...\n\"\"\"\n\
             [[rule]]\nname = 'islands'\nat = 'clue'\nis = '.'\n[[rule]]\nname = 'one'\ngroup = '.'\nexactly = {{ clue = 1 }}\n\
             [[rule]]\nname = 'sea'\nconnected = '#'\n{last}"
        )
    };
    let sizes = "[[rule]]\nname = 'sizes'\ngroup = '.'\nsize = 'clue'\n";
    let (code, json) = diff(&nurikabe(sizes), &nurikabe(""), &["--clues", "any"]);
    assert_eq!((code, json["relation"].as_str()), (1, Some("unknown")));
    assert_eq!(json["only_second"]["breaks"], serde_json::json!(["sizes"]));
    assert!(!json["only_second"]["clues"].as_array().is_none_or(Vec::is_empty), "{json}");
    let (code, json) = diff(&nurikabe(sizes), &nurikabe(sizes), &["--clues", "any"]);
    assert_eq!((code, json["relation"].as_str()), (3, Some("unknown")));
    assert_eq!(json["known"]["only_first"]["together"], serde_json::json!(["clue"]));
}

/// A board with all its clues obeys a model if some values of the hidden layer do, and not only the first ones.
#[test]
fn clues_that_rules_consider_together_with_a_hidden_layer() {
    let plain = "[grid]\nrows = 2\ncolumns = 2\nvalues = ['.', '#']\n[picture]\nclue = \"\"\"\n..\n..\n\"\"\"\n\
        [[rule]]\nname = 'one'\ngroup = '.'\nat-most = { clue = 1 }\n";
    let hidden = "[layer.side]\nvalues = ['a', 'b', 'c']\n[[rule]]\nname = 'sides'\nwhere = '.'\nis-not = 'a'\n";
    let first = format!("puzzle = 'grid'\n{plain}");
    let second = format!("puzzle = 'grid'\nhidden = ['side']\n{plain}{hidden}");
    let (code, json) = diff(&first, &second, &["--clues", "any"]);
    assert_eq!((code, json["relation"].as_str()), (3, Some("unknown")), "{json}");
    // A rule that no value of the hidden layer obeys, if two clues are in a group.
    let strict = second.replace("at-most = { clue = 1 }", "at-most = { clue = 0 }");
    let (code, json) = diff(&first, &strict, &["--clues", "any"]);
    assert_eq!((code, json["only_first"]["breaks"].as_array().map(Vec::len)), (1, Some(0)), "{json}");
}
