//! `count --limit`, and messages about options that are numbers.

use crate::support::boardwright;
use crate::support::folder::Folder;
use serde_json::Value;

const PENTOMINOES: &str = "models/dissection/pentominoes-8x8-hole.toml";
const KINGS: &str = "models/sequences/kings-any.toml";

fn counted(arguments: &[&str]) -> String {
    let run = boardwright(&[&["count"], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

/// 520 solutions, 65 of them distinct (D. Scott, 1958).
#[test]
fn a_count_stops_at_its_limit() {
    for threads in [&[][..], &["--threads", "2"]] {
        let of = |limit: &str| counted(&[&[PENTOMINOES, "--limit", limit], threads].concat());
        assert_eq!(of("100"), "at least 100 solutions\n");
        assert_eq!(of("520"), "at least 520 solutions\n");
        assert_eq!(of("521"), "520 solutions\n");
    }
    let distinct = counted(&[PENTOMINOES, "--limit", "60", "--distinct"]);
    assert_eq!(distinct, "at least 60 distinct solutions (up to the 8 symmetries of the board: D4)\n");
    // Two distinct solutions of 16 in all are not enough for a limit of 3.
    let kings = counted(&["models/sequences/kings.toml", "--set", "n=2", "--distinct", "--limit", "3"]);
    assert!(!kings.starts_with("at least"), "{kings}");
}

/// The answer does not depend on the way: a search that lists, and a sweep that counts at once.
#[test]
fn every_route_stops_at_the_limit() {
    let mut answers = Vec::new();
    for route in ["sat", "exact-cover", "frontier"] {
        let text = counted(&[KINGS, "--set", "n=6", "--limit", "1000", "--route", route, "--format", "json"]);
        let answer: Value = serde_json::from_str(&text).expect("an answer in JSON");
        let keys = ["answer", "complete", "count", "at_least", "reason"];
        answers.push(keys.map(|key| answer[key].clone()));
    }
    let expected = [Value::from("satisfiable"), false.into(), Value::Null, 1000.into(), Value::Null];
    assert!(answers.iter().all(|answer| *answer == expected), "{answers:?}");
}

#[test]
fn a_count_that_stopped_at_its_limit_continues_from_its_checkpoint() {
    let folder = Folder::new("count-limit");
    let path = folder.0.join("checkpoint");
    let path = path.to_str().expect("it is UTF-8");
    let of = |limit: &str| counted(&[PENTOMINOES, "--checkpoint", path, "--limit", limit]);
    assert_eq!((of("50").as_str(), of("1000").as_str()), ("at least 50 solutions\n", "520 solutions\n"));
}

#[test]
fn a_limit_is_refused_where_the_count_has_no_end() {
    for options in [&["--by", "cell"][..], &["--split", "4", "-o", "jobs"]] {
        let run = boardwright(&[&["count", PENTOMINOES, "--limit", "5"], options].concat());
        assert_eq!(run.code, 2, "{}", run.stdout);
        assert!(run.stderr.contains("'--limit <N>' cannot be used with"), "{}", run.stderr);
    }
}

#[test]
fn options_that_are_numbers_name_what_they_accept() {
    let range = "expected a whole number from 0 on";
    for (command, option, expected) in [
        (&["count", PENTOMINOES][..], "--limit", "expected a whole number from 1 on"),
        (&["steps", KINGS], "--calls", range),
        (&["compare", KINGS], "--seeds", range),
        (&["compare", KINGS], "--cpus", range),
        (&["worker", "folder"], "--jobs", range),
        (&["generate", "dissection"], "--pieces", "expected a whole number from 0 to 65535"),
    ] {
        let run = boardwright(&[command, &[option, "x"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{option}");
        assert!(run.stderr.contains(&format!("invalid value 'x' for '{option} <")), "{}", run.stderr);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn a_question_for_a_diagram_is_refused_by_its_name() {
    let hanoi = "models/moves/hanoi.toml";
    for (arguments, expected) in [
        (&["count", hanoi, "--by", "cell"][..], "`count --by cell` is not supported for plans"),
        (&["solve", hanoi, "--random", "2"], "`solve --random` is not supported for plans"),
        (&["solve", KINGS, "--best", "2"], "`solve --best` requires a model with an objective"),
        (
            &["solve", "models/genres/palisade.toml", "--random", "1"],
            "the board does not determine an auxiliary variable of the rule `regions`",
        ),
    ] {
        let run = boardwright(arguments);
        assert_eq!(run.code, 2, "{}", run.stdout);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}
