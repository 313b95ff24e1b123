//! `[parameter]` and `--set`: one model for boards of every size, on every command that reads a model.

use crate::support::folder::Folder;
use crate::support::{Run, boardwright};

const QUEENS: &str = r#"# n queens
puzzle = "grid"
[parameter]
n = { default = 6, min = 1, max = 30 } # the side
[grid]
rows = "n"
columns = "n"
values = [".", "Q"]
[[rule]]
each = ["row", "column"]
exactly = { Q = 1 }
[[rule]]
each = ["diagonal", "antidiagonal"]
at-most = { Q = "2 - 1^n" }
[expect]
count = 4
"#;

fn queens(folder: &Folder) -> String {
    folder.file("queens.toml", QUEENS)
}

fn count(model: &str, settings: &[&str]) -> String {
    let run = boardwright(&[&["count", model][..], settings].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout.trim_end().to_string()
}

/// OEIS A000170: 1, 0, 0, 2, 10, 4, 40, 92.
#[test]
fn a_set_parameter_changes_the_board() {
    let folder = Folder::new("parameters-count");
    let model = queens(&folder);
    assert_eq!(count(&model, &[]), "4 solutions");
    for (n, solutions) in [("1", "1 solution"), ("3", "0 solutions"), ("5", "10 solutions"), ("8", "92 solutions")] {
        assert_eq!(count(&model, &["--set", &format!("n={n}")]), solutions, "{n}");
    }
}

/// Latin squares of order 4 in 2x2 blocks: the 288 Sudoku grids, OEIS A107739.
#[test]
fn ranges_and_sizes_take_expressions() {
    let folder = Folder::new("parameters-sizes");
    let model = folder.file(
        "sudoku.toml",
        "puzzle = \"grid\"\nparameter = { b = 2 }\n[grid]\nrows = \"b^2\"\ncolumns = \"b*b\"\nvalues = \"1..b^2\"\n\
         [[rule]]\neach = [\"row\", \"column\", \"block bxb\"]\nall-different = true\n",
    );
    assert_eq!(count(&model, &[]), "288 solutions");
    assert_eq!(count(&model, &["--set", "b=1"]), "1 solution");
}

/// A range of letters has no parameters in it, even if its ends are named like some.
#[test]
fn a_range_of_letters_stays_one() {
    let folder = Folder::new("parameters-letters");
    let text =
        "puzzle = \"grid\"\nparameter = { a = 1, n = 3 }\n[grid]\nrows = 1\ncolumns = \"n\"\nvalues = \"b..n\"\n";
    let counted = count(&folder.file("letters.toml", text), &[]);
    assert!(counted.starts_with("2197 solutions"), "13^3: {counted}");
}

/// A strategy needs a power of two squares (document on the devil's chessboard).
#[test]
fn families_take_parameters() {
    let folder = Folder::new("parameters-families");
    let text = "puzzle = \"devils-chessboard\"\nparameter = { k = 2 }\nsquares = \"2^k - k + 2\"\n";
    let model = folder.file("strategy.toml", text);
    assert_eq!(boardwright(&["solve", &model]).code, 0, "4 squares");
    let five = boardwright(&["solve", &model, "--set", "k=1", "--exit-code"]);
    assert!(five.stdout.contains("unsatisfiable"), "3 squares: {}{}", five.stdout, five.stderr);
}

#[test]
fn every_command_that_reads_a_model_sets_parameters() {
    let folder = Folder::new("parameters-commands");
    let model = queens(&folder);
    let fine = |arguments: &[&str]| {
        let run = boardwright(&[arguments, &["--set", "n=5"]].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        run
    };
    let solved = fine(&["solve", &model, "--format", "json"]).stdout;
    let solution = folder.file("solution.json", &solved);
    assert!(fine(&["verify", &model, &solution]).stdout.contains("verified"), "a board of side 5");
    assert_eq!(boardwright(&["verify", &model, &solution]).code, 1, "not one of side 6");
    let cnf = fine(&["compile", &model, "--to", "cnf"]).stdout;
    assert!(cnf.contains("r5c5") && !cnf.contains("r6c1"), "{cnf}");
    assert!(fine(&["analyze", &model, "--sizes"]).stdout.contains("25 of them decisions"));
    let check = fine(&["check", &model]);
    assert!(check.stdout.contains("no [expect]"), "the expected answer is that of the defaults: {}", check.stdout);
    assert_eq!(boardwright(&["explain", &model, "--set", "n=3"]).code, 0, "no three queens");
    assert_eq!(boardwright(&["compare", &model, "--set", "n=4", "-q"]).code, 0);
    let generated = fine(&["generate", "--from", &model]).stdout;
    assert!(generated.contains("n = { default = 5, min = 1, max = 30 } # the side"), "{generated}");
}

#[test]
fn a_wrong_setting_is_explained() {
    let folder = Folder::new("parameters-wrong");
    let model = queens(&folder);
    let error = |settings: &[&str]| {
        let Run { code, stdout, stderr } = boardwright(&[&["count", &model][..], settings].concat());
        assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
        stderr
    };
    assert!(error(&["--set", "n=0"]).contains("`n` is 0; expected a whole number from 1 to 30"));
    for (setting, place) in [("n=-1", "min = 1"), ("n=31", "max = 30")] {
        let wrong = error(&["--set", setting]);
        let column = 1 + QUEENS.lines().nth(3).and_then(|line| line.find(place)).expect("it is there") + "min = ".len();
        assert!(wrong.contains(&format!("{model}:4:{column}")), "{wrong}");
        assert!(wrong.contains("n = { default = 6, min = 1, max = 30 } # the side"), "the line of the file: {wrong}");
        assert_eq!(wrong.matches("error").count(), 1, "no consequences: {wrong}");
    }
    let unknown = error(&["--set", "m=4"]);
    assert!(unknown.contains("unknown parameter `m`") && unknown.contains("help: parameters: n"), "{unknown}");
    assert!(error(&["--set", "n=4", "--set", "n=5"]).contains("the parameter `n` is set twice"));
    assert!(error(&["--set", "n"]).contains("expected NAME=VALUE, such as n=10"));
    assert!(error(&["--set", "n=four"]).contains("`four` is not a whole number"));
    for beyond in ["99999999999999999999", "-99999999999999999999"] {
        let wrong = error(&["--set", &format!("n={beyond}")]);
        assert!(wrong.contains(&format!("`{beyond}` is out of range")) && wrong.contains("64 bits"), "{wrong}");
    }
    let plain = folder.file("plain.toml", "puzzle = \"lights-out\"\nlights = \"#\"\n");
    let run = boardwright(&["solve", &plain, "--set", "n=4"]);
    assert!(run.stderr.contains("declare it in the model: [parameter] and, below it, n = 8"), "{}", run.stderr);
    let campaign = "models/campaigns/encodings.toml";
    let run = boardwright(&["compare", campaign, "--set", "n=4"]);
    assert!(run.stderr.contains("--set requires models; set it in the campaign file"), "{}", run.stderr);
}
