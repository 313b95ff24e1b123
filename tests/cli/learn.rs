//! `learn` as a process: known rule sets are learned from two boards, answers come from files and pipes, mistakes are named.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use serde_json::Value;
use std::time::Instant;

/// A model of a board with these values and rules.
fn model(rows: usize, columns: usize, values: &str, rules: &[&str]) -> String {
    let rules: String = rules.iter().map(|rule| format!("[[rule]]\n{rule}\n")).collect();
    format!("puzzle = 'grid'\n[grid]\nrows = {rows}\ncolumns = {columns}\nvalues = {values}\n{rules}")
}

const LINES: &str = "each = ['row', 'column']\nall-different = true";

/// Learns a model from two of its solutions with the model as the oracle; checks that the result is equivalent, and that each rule
/// is confirmed by a rejected board. Returns the number of candidates and of questions, and the seconds of the run.
fn learned(target: &str) -> (u64, usize, f64) {
    let folder = Folder::new("learn");
    let file = folder.file("target.toml", target);
    let mut arguments = vec!["learn".to_string()];
    for seed in ["1", "2"] {
        let solved = boardwright(&["solve", &file, "--seed", seed, "--format", "json"]);
        arguments.push(folder.file(&format!("{seed}.json"), solved.stdout));
    }
    arguments.extend(["--oracle", &file, "--format", "json"].map(str::to_string));
    let begin = Instant::now();
    let run = boardwright(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let seconds = begin.elapsed().as_secs_f64();
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let json: Value = serde_json::from_str(&run.stdout).expect("a JSON object");
    assert_eq!((&json["answer"], &json["proved"]), (&Value::from("learned"), &Value::Bool(true)), "{json:#}");
    for rule in json["rules"].as_array().expect("a list") {
        assert!(rule["questions"].as_array().is_some_and(|questions| !questions.is_empty()), "{json:#}");
    }
    let result = folder.file("learned.toml", json["model"].as_str().expect("a text"));
    let diff = boardwright(&["diff", &result, &file]);
    assert_eq!(diff.code, 0, "{}{}\n{json:#}", diff.stdout, diff.stderr);
    // The examples of the learned model are the boards that were given and asked about.
    let examples = boardwright(&["example", &result]);
    assert_eq!(examples.code, 0, "{}", examples.stdout);
    let candidates = json["candidates"].as_u64().expect("a number");
    (candidates, json["questions"].as_array().expect("a list").len(), seconds)
}

/// Learns each model with at most 30 questions.
fn all_learned(targets: &[String]) {
    for target in targets {
        let (candidates, questions, seconds) = learned(target);
        println!("{candidates} candidates, {questions} questions, {seconds:.1} s:\n{target}");
        assert!(questions <= 30, "{questions} questions:\n{target}");
    }
}

#[test]
fn squares_of_numbers_are_learned() {
    all_learned(&[
        model(5, 5, "'1..5'", &[LINES]),
        model(4, 4, "'1..4'", &["each = ['row', 'column', 'block 2x2']\nall-different = true"]),
        model(6, 6, "'1..6'", &["each = ['row', 'column', 'pair knight']\nall-different = true"]),
        model(5, 5, "'1..5'", &[LINES, "each = 'pair'\ndifference-at-least = 2"]),
        model(3, 3, "'1..9'", &["all-different = true", "each = ['row', 'column', 'main diagonal']\nsum = 15"]),
    ]);
}

#[test]
fn placements_are_learned() {
    let diagonals = "each = ['diagonal', 'antidiagonal']\nat-most = { Q = 1 }";
    all_learned(&[
        model(6, 6, "['.', 'Q']", &["each = ['row', 'column']\nexactly = { Q = 1 }", diagonals]),
        model(6, 6, "['.', 'K']", &["each = 'window 2x2'\nat-most = { K = 1 }", "exactly = { K = 6 }"]),
        model(5, 5, "['.', '#']", &["each = 'pair'\nall-different = true"]),
    ]);
}

#[test]
fn connected_and_grouped_cells_are_learned() {
    all_learned(&[
        model(5, 5, "['.', '#']", &["connected = '.'", "each = 'pair'\nat-most = { '#' = 1 }"]),
        model(4, 6, "['.', '#']", &["group = '#'\nsize = 2"]),
    ]);
}

#[test]
fn lines_of_two_values_are_learned() {
    let takuzu = [
        "each = ['row', 'column']\nexactly = { '1' = 3 }",
        "each = 'line 3'\nat-most = { '1' = 2 }\nat-least = { '1' = 1 }",
        "each = ['two rows', 'two columns']\nunlike = true",
    ];
    all_learned(&[model(6, 6, "['0', '1']", &takuzu)]);
}

#[test]
#[ignore = "takes a minute"]
fn rules_of_larger_boards_are_learned() {
    let lines = "each = ['row', 'column']\nexactly = { '*' = 1 }";
    let diagonals = "each = ['diagonal', 'antidiagonal']\nat-most = { '*' = 1 }";
    let apart = "each = 'pair ferz'\nat-most = { '*' = 1 }";
    all_learned(&[
        model(9, 9, "'1..9'", &["each = ['row', 'column', 'block 3x3']\nall-different = true"]),
        model(8, 8, "['.', '*']", &[lines]),
        model(8, 8, "['.', '*']", &[lines, diagonals]),
        model(8, 8, "['.', '*']", &[lines, apart]),
    ]);
}

/// Two boards of a chessboard pattern: few boards, of which most candidates hold.
#[test]
fn likely_rules_need_fewer_questions_than_a_proof() {
    let folder = Folder::new("learn");
    let target = folder.file("target.toml", model(5, 5, "['.', '#']", &["each = 'pair'\nall-different = true"]));
    let boards = folder.file("boards.txt", ".#.#.\n#.#.#\n.#.#.\n#.#.#\n.#.#.\n");
    let learned = |arguments: &[&str]| {
        let run = boardwright(&[&["learn", &boards, "--oracle", &target, "--format", "json"], arguments].concat());
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        serde_json::from_str::<Value>(&run.stdout).expect("a JSON object")
    };
    let (proved, likely) = (learned(&[]), learned(&["--likely"]));
    assert_eq!((&proved["proved"], &likely["proved"]), (&Value::Bool(true), &Value::Bool(false)));
    let questions = |json: &Value| json["questions"].as_array().expect("a list").clone();
    // The questions begin in the same way; the last one of each is about a board of the result.
    let (all, first) = (questions(&proved), questions(&likely));
    assert!(first.len() < all.len(), "{likely:#}");
    assert_eq!(all[..first.len() - 1], first[..first.len() - 1]);
}

/// Two Latin squares of order 4.
const LATIN: &str = "1234\n2143\n3412\n4321\n\n1234\n2341\n3412\n4123\n";

/// Returns the JSON of a run on the boards with these answers.
fn answered(folder: &Folder, answers: &str, arguments: &[&str]) -> (i32, Value) {
    let boards = folder.file("boards.txt", LATIN);
    let run = boardwright_with(&[&["learn", &boards, "--format", "json"], arguments].concat(), answers, &[]);
    let json = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr));
    (run.code, json)
}

#[test]
fn a_run_is_continued_from_its_answers() {
    let folder = Folder::new("learn");
    let target = folder.file("target.toml", model(4, 4, "'1..4'", &[LINES]));
    let (code, whole) = answered(&folder, "", &["--oracle", &target]);
    assert_eq!(code, 0);
    let questions = whole["questions"].as_array().expect("a list").clone();
    assert!(questions.len() > 1, "{whole:#}");
    // The end of the input: what is known so far, and the open question, which is that of the whole run.
    let first = questions[0]["answer"].as_str().expect("a word");
    let (code, part) = answered(&folder, first, &[]);
    assert_eq!((code, &part["complete"]), (3, &Value::Bool(false)));
    assert_eq!(part["questions"].as_array().map(Vec::len), Some(1));
    assert_eq!(part["open"]["board"], questions[1]["board"]);
    // The same answers from a file of words; the JSON of the part and other answers.
    let words: String = questions.iter().map(|one| one["answer"].as_str().unwrap_or("").to_string() + "\n").collect();
    let words = folder.file("words.txt", format!("# comment\n{words}"));
    assert_eq!(answered(&folder, "", &["--answers", &words]), (0, whole.clone()));
    let part = folder.file("part.json", part.to_string());
    let (code, continued) = answered(&folder, "", &["--answers", &part, "--oracle", &target]);
    // It may ask other questions from here on, but learns the same.
    let rules = |json: &Value| -> Vec<Value> {
        json["rules"].as_array().expect("a list").iter().map(|rule| rule["rule"].clone()).collect()
    };
    assert_eq!((code, rules(&continued), &continued["questions"][0]), (0, rules(&whole), &questions[0]));
    // After the only answer is undone, the run is as new.
    let other = if first == "yes" { "no" } else { "yes" };
    let all: String = questions.iter().map(|one| one["answer"].as_str().unwrap_or("").to_string() + "\n").collect();
    assert_eq!(answered(&folder, &format!("{other}\nundo\n{all}"), &[]), (0, whole));
}

#[test]
fn boards_that_no_rule_set_separates_are_named() {
    let folder = Folder::new("learn");
    // The rejected board has equal rows and a decreasing column; so have, in turn, the accepted ones.
    let boards = folder.file("boards.txt", "12\n21\n\n11\n22\n");
    let rejected = folder.file("rejected.txt", "22\n11\n");
    let run = boardwright(&["learn", &boards, "--rejected", &rejected, "--format", "json"]);
    let json: Value = serde_json::from_str(&run.stdout).expect("a JSON object");
    assert_eq!((run.code, &json["answer"]), (1, &Value::from("none")), "{json:#}");
    assert_eq!(json["conflict"]["examples"].as_array().map(|examples| examples[0].clone()), Some(3.into()));
    let run = boardwright(&["learn", &boards, "--rejected", &boards]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.starts_with("no rule set of the library fits: the board of example 3 is rejected"),
        "{}",
        run.stdout
    );
}

#[test]
fn mistakes_are_named() {
    let folder = Folder::new("learn");
    let good = folder.file("good.txt", LATIN);
    let other = folder.file("other.toml", model(3, 3, "'1..3'", &[LINES]));
    let wrong = |content: &str, arguments: &[&str]| {
        let boards = folder.file("boards.txt", content);
        let run = boardwright(&[&["learn", &boards], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{content}: {}", run.stderr);
        run.stderr.replace(&boards, "FILE").replace(&good, "GOOD")
    };
    for (content, message) in [
        (
            "12\n21\n\n123\n231\n312\n",
            "error: FILE, board 2: 3 rows of 3 cells; expected 2 rows of 2, as in the first board\n",
        ),
        ("12\n2\n", "error: FILE, board 1: row 2 has 1 instead of 2 cells, as row 1 has\n"),
        ("1?\n21\n", "error: FILE, board 1: `?` in row 1, column 2 is not a value; expected a solved board\n"),
        ("..\n..\n", "error: all cells have the value `.`; expected at least two values\n"),
        ("\n\n", "error: FILE: it contains no solution\n"),
        (
            "12\n21\n\n1_\n21\n",
            "error: FILE, board 2: row 1, column 2 is a hole in one of this board and the first one; expected the same holes\n",
        ),
    ] {
        assert_eq!(wrong(content, &[]), message);
    }
    let unknown = wrong("12\n21\n", &["--values", "1,3"]);
    assert_eq!(unknown, "error: FILE, board 1: unknown value `2` in row 1, column 2; expected one of `1`, `3`\n");
    let words = folder.file("words.txt", "yes\nmaybe\n");
    assert!(
        wrong("12\n21\n", &["--answers", &words])
            .contains("line 2: unknown answer `maybe`; expected yes, no, undo or quit")
    );
    assert!(
        wrong(LATIN, &["--oracle", &other])
            .contains("the boards are not its boards: expected a board of 3 rows of 3 cells")
    );
}
