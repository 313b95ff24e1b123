//! `check --deep`: superfluous rules and clues, and values that no solution has.

use crate::support::boardwright_with;
use serde_json::{Value, json};

fn deep(model: &str) -> (i32, Value) {
    let run = boardwright_with(&["check", "-", "--deep", "--format", "json", "--time-limit", "300s"], model, &[]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    (run.code, json["models"][0]["deep"].clone())
}

/// One queen in each of three rows are three queens, and no clue is needed twice.
#[test]
fn rules_clues_and_values() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['.', 'Q', 'K']\ngiven = '''\nQ..\n.x.\n...\n'''\n\
        [[rule]]\nname = 'rows'\neach = 'row'\nexactly = { Q = 1 }\n[[rule]]\nname = 'columns'\neach = 'column'\nat-most = { Q = 1 }\n\
        [[rule]]\nname = 'three'\nexactly = { Q = 3 }\n[[rule]]\nname = 'no kings'\nis-not = 'K'\n";
    let (code, deep) = deep(model);
    assert_eq!(code, 0);
    assert_eq!(deep["with_clues"]["superfluous"], json!(["three"]));
    assert_eq!(deep["with_clues"]["needed"], 3);
    assert_eq!(deep["with_clues"]["unused"], json!([{ "layer": "grid", "value": "K" }]));
    assert_eq!(deep["with_clues"]["clues"], json!([]));
    assert_eq!(deep["without_clues"]["superfluous"].as_array().map(Vec::len), Some(1));
    let both = model.replace(".x.", "x..");
    let (_, deep) = self::deep(&both);
    assert_eq!(deep["with_clues"]["clues"].as_array().map(Vec::len), Some(1), "{deep}");
}

/// Eight of the twelve rows, columns and blocks of a 4x4 Sudoku suffice: a search by hand found 288 boards for these, as for all.
#[test]
fn four_lines_of_a_small_sudoku_are_superfluous() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 4\ncolumns = 4\nvalues = '1..4'\n[[rule]]\neach = ['row', 'column', 'block 2x2']\n\
        all-different = true\n";
    let (code, deep) = deep(model);
    assert_eq!((code, &deep["with_clues"]["superfluous"]), (0, &json!([])));
    assert_eq!(deep["without_clues"]["needed"], 8);
    assert_eq!(deep["without_clues"]["superfluous"].as_array().map(Vec::len), Some(4));
}

/// Six of the 27 rows, columns and blocks of a Sudoku are superfluous (B. Demoen, M. Garcia de la Banda, "Redundant Sudoku
/// rules", 2013), and no more in any set.
#[test]
fn six_lines_of_a_sudoku_are_superfluous() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 9\ncolumns = 9\nvalues = '1..9'\n[[rule]]\neach = ['row', 'column', 'block 3x3']\n\
        all-different = true\n";
    let (_, deep) = deep(model);
    assert_eq!(deep["without_clues"]["needed"], 21);
    assert_eq!(deep["without_clues"]["superfluous"].as_array().map(Vec::len), Some(6));
}

/// That ten columns with at most one queen each hold ten queens only if each has one is hard for clauses; the rest is easy.
#[test]
fn a_hard_question_leaves_the_others_decided() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 14\ncolumns = 14\nvalues = ['.', 'Q', 'K']\n[[rule]]\nname = 'rows'\neach = 'row'\n\
        at-least = { Q = 1 }\n[[rule]]\nname = 'columns'\neach = 'column'\nat-most = { Q = 1 }\n[[rule]]\nname = 'all columns'\n\
        each = 'column'\nat-least = { Q = 1 }\n[[rule]]\nname = 'no kings'\nis-not = 'K'\n";
    let run = boardwright_with(&["check", "-", "--deep", "--format", "json", "--time-limit", "3s"], model, &[]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    let own = &json["models"][0]["deep"]["with_clues"];
    assert_eq!(run.code, 3);
    assert_eq!(own["unused"], json!([{ "layer": "grid", "value": "K" }]));
    assert_eq!(own["open"], json!(["whether all columns is superfluous"]), "{own}");
}

#[test]
fn rules_that_contradict_each_other_are_told() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 1\ncolumns = 2\nvalues = ['.', 'Q']\n[[rule]]\nexactly = { Q = 1 }\n\
        [[rule]]\nis = 'Q'\n";
    let (_, deep) = deep(&format!("{model}[[rule]]\nname = 'all equal'\nall-equal = true\n"));
    assert_eq!(deep["without_clues"]["has_board"], false);
    assert_eq!(deep["with_clues"]["contradiction"], json!(["rule 1", "all equal"]));
}

/// Rows without columns are one side of a Latin square; in a Latin square, both are written.
#[test]
fn a_rule_of_which_one_side_is_written() {
    let model = "puzzle = 'grid'\n[grid]\nrows = 4\ncolumns = 4\nvalues = '1..4'\n[[rule]]\nname = 'lines'\n\
        each = ['row', 'block 2x2']\nall-different = true\n";
    let (_, deep) = deep(model);
    assert_eq!(deep["without_clues"]["one_sided"], json!([{ "rule": "lines", "reflection": "rows-columns" }]));
    let (_, deep) = self::deep(&model.replace("'block 2x2'", "'column'"));
    assert_eq!(deep["without_clues"]["one_sided"], json!([]));
    // Regions may lie anywhere.
    let regions = "[picture]\nroom = \"\"\"\naabb\naabb\naabb\naabb\n\"\"\"\n";
    let rooms =
        model.replace("'row', 'block 2x2'", "'region room'").replace("all-different = true", "exactly = { 1 = 2 }");
    let (_, deep) = self::deep(&rooms.replace("[[rule]]", &format!("{regions}[[rule]]")));
    assert_eq!(deep["without_clues"]["one_sided"], json!([]));
}

/// A queen in each row and at most one in each column are n queens; on one cell, the queen of the row says all. There are no two
/// and no three queens (W. Ahrens, 1921).
#[test]
fn rules_that_are_superfluous_for_each_size() {
    let model = "puzzle = 'grid'\n[parameter]\nn = 4\n[grid]\nrows = 'n'\ncolumns = 'n'\nvalues = ['.', 'Q']\n[[rule]]\n\
        name = 'rows'\neach = 'row'\nexactly = { Q = 1 }\n[[rule]]\nname = 'columns'\neach = 'column'\nat-most = { Q = 1 }\n\
        [[rule]]\nname = 'all'\nexactly = { Q = 'n' }\n[[rule]]\nname = 'diagonals'\neach = ['diagonal', 'antidiagonal']\n\
        at-most = { Q = 1 }\n";
    let flags = ["check", "-", "--deep", "--format", "json", "--sizes", "n=1..5"];
    let run = boardwright_with(&flags, model, &[]);
    let json: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    let sizes = &json["models"][0]["deep"]["sizes"];
    assert_eq!(sizes["always_superfluous"], json!(["all"]));
    let boards: Vec<&Value> = sizes["each"].as_array().into_iter().flatten().map(|size| &size["has_board"]).collect();
    assert_eq!(boards, [true, false, false, true, true]);
    assert_eq!(sizes["each"][0]["superfluous"], json!(["columns", "all", "diagonals"]));
    let run = boardwright_with(&["check", "-", "--deep", "--sizes", "n=3"], model, &[]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("expected FROM..TO"), "{}", run.stderr);
}

/// Three rows with a queen each have three queens, as the model expects, or not.
#[test]
fn expected_superfluous_rules_are_compared() {
    let model = |names: &str| {
        format!(
            "puzzle = 'grid'\n[expect]\nsuperfluous = [{names}]\n[grid]\nrows = 3\ncolumns = 3\nvalues = ['.', 'Q']\n\
             [[rule]]\nname = 'rows'\neach = 'row'\nexactly = {{ Q = 1 }}\n[[rule]]\nname = 'three'\nexactly = {{ Q = 3 }}\n"
        )
    };
    assert_eq!(boardwright_with(&["check", "-", "--deep"], &model("'three'"), &[]).code, 0);
    let run = boardwright_with(&["check", "-", "--deep"], &model("'rows'"), &[]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.contains("expected the superfluous rules rows, found the superfluous rules three"),
        "{}",
        run.stdout
    );
    assert_eq!(boardwright_with(&["check", "-"], &model("'rows'"), &[]).code, 0, "only --deep compares");
}
