//! Model counters as backends: a real one, and shell scripts that print wrong, malformed or no counts.

#![cfg(unix)]

use crate::support::folder::Folder;
use crate::support::tools::python_has;
use crate::support::{Run, boardwright};
use serde_json::Value;

/// The 8 queens' problem: 92 solutions.
const QUEENS: &str = "models/grid/queens-8.toml";
/// A Knightdoku with one solution.
const WARM_UP: &str = "models/knightdoku/warm-up.toml";

const GANAK: &str = "exec-count:python3 tests/support/model_counter.py {}";

/// Counts with a shell script as the counter.
fn played(folder: &Folder, model: &str, script: &str, more: &[&str]) -> Run {
    let script = folder.file("counter.sh", script);
    let backend = format!("exec-count:sh {script} {{}}");
    boardwright(&[&["count", model, "--backend", &backend], more].concat())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("not JSON ({error}):\n{text}"))
}

#[test]
fn a_count_is_the_word_of_the_program() {
    let folder = Folder::new("count-word");
    let run = played(&folder, QUEENS, "echo c s exact arb int 92", &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let word = "(not verified: the count is the word of `exec-count:sh ";
    assert!(run.stdout.starts_with(&format!("92 solutions {word}")), "{}", run.stdout);
    let run = played(&folder, QUEENS, "echo s mc 92", &["--format", "json"]);
    let answer = json(&run.stdout);
    assert_eq!((&answer["count"], &answer["verified"]), (&92.into(), &true.into()), "one board is verified");
    assert!(answer["trusted"].as_str().is_some_and(|words| words.starts_with("the count is the word of `exec-count:")));
    let script = folder.file("counter.sh", "echo s mc 92");
    let backend = format!("exec-count:sh {script} {{}}");
    let of = |format: &str| {
        let model = "models/sequences/queens.toml";
        boardwright(&["sequence", model, "--set", "n=8..8", "--backend", &backend, "--format", format]).stdout
    };
    assert!(of("text").contains("s)  (not verified: the count is the word of `exec-count:sh "), "{}", of("text"));
    assert!(of("b-file").starts_with("# not verified: ") && of("b-file").ends_with("\n8 92\n"), "{}", of("b-file"));
    let term = &json(&of("json"))["terms"][0];
    assert!(term["trusted"].is_string() && term["term"] == "92", "{term}");
    // Ten solutions or more are the program's word; fewer are listed.
    let run = played(&folder, WARM_UP, "echo s 1", &["--format", "json"]);
    assert_eq!((&json(&run.stdout)["count"], &json(&run.stdout)["trusted"]), (&1.into(), &Value::Null));
}

#[test]
fn the_program_gets_the_variables_to_project_to() {
    let folder = Folder::new("count-projected");
    let kept = folder.0.join("kept.cnf").display().to_string();
    let run = played(&folder, QUEENS, &format!("cp \"$1\" {kept}; echo s 92"), &["--encoding", "at-most-one=ladder"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let written = std::fs::read_to_string(&kept).expect("the script ran");
    assert!(written.starts_with("c t pmc\np cnf ") && written.contains("\nc p show 1 2 3 "), "{written}");
    // Without auxiliary variables there is nothing to project.
    let run = played(&folder, QUEENS, &format!("cp \"$1\" {kept}; echo s 92"), &["--encoding", "at-most-one=pairwise"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let written = std::fs::read_to_string(&kept).expect("the script ran");
    assert!(written.starts_with("c t mc\np cnf 64 ") && !written.contains("show"), "{written}");
}

#[test]
fn counters_that_fail_are_named_with_what_went_wrong() {
    let cases = [
        ("none", "echo s SATISFIABLE", 4, "its output has no count"),
        ("malformed", "echo c s exact arb int lots", 4, "line 1: `lots` is not a number of solutions"),
        ("estimate", "echo c s log10-estimate 1.96", 4, "the program estimates the count"),
        ("two", "echo s mc 92; echo s mc 93", 4, "line 2: it counts 93 solutions here and 92 before"),
        ("zero", "echo c s exact arb int 0", 4, "counted 0 solutions, but at least 10 exist"),
        ("few", "echo c s exact arb int 9", 4, "counted 9 solutions, but at least 10 exist"),
        ("signal", "kill -SEGV $$", 2, "was killed by a signal"),
        ("signal-after", "echo s mc 92; kill -KILL $$", 4, "it prints a count and then is killed by a signal"),
        ("code-after", "echo s mc 92; exit 3", 4, "it prints a count and then ends with exit code 3"),
        ("code", "echo no memory >&2; exit 3", 2, "no memory"),
    ];
    for (name, script, code, words) in cases {
        let folder = Folder::new(&format!("count-{name}"));
        let run = played(&folder, QUEENS, script, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(words) && run.stderr.contains("`exec-count:sh "), "{name}: {}", run.stderr);
    }
    let folder = Folder::new("count-complete");
    let run = played(&folder, WARM_UP, "echo s mc 2", &[]);
    assert_eq!((run.code, run.stdout.as_str()), (4, ""));
    assert!(run.stderr.contains("counted 2 solutions, but 1 exist"), "{}", run.stderr);
    for (backend, words) in [
        ("exec-count:no-such-counter", "program not found: no-such-counter"),
        ("exec-count:", "not of the form exec-count:COMMAND"),
    ] {
        let run = boardwright(&["count", QUEENS, "--backend", backend]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{backend}");
        assert!(run.stderr.contains(words), "{backend}: {}", run.stderr);
    }
}

#[test]
fn counters_end_at_limits_and_only_count() {
    let folder = Folder::new("count-limit");
    let run = played(&folder, QUEENS, "sleep 1000", &["--time-limit", "300ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let run = played(&folder, QUEENS, "echo s UNKNOWN", &["--format", "json"]);
    assert_eq!((run.code, &json(&run.stdout)["count"]), (3, &Value::Null), "{}", run.stderr);
    let run = boardwright(&["solve", QUEENS, "--backend", "exec-count:true"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("it is supported only for counts"), "{}", run.stderr);
}

#[test]
fn ganak_counts_as_we_do() {
    if !python_has("pyganak") {
        return;
    }
    // A000170, A063443, A140517, A002860, A002562 and A002564 of the OEIS.
    for (arguments, count) in [
        (&[QUEENS][..], "92 solutions"),
        (&["models/sequences/kings-any.toml", "--set", "n=5"], "6427 solutions"),
        (&["models/sequences/loops.toml", "--set", "n=3"], "213 solutions"),
        (&["models/sequences/latin-squares.toml", "--set", "n=4"], "576 solutions"),
        (&[QUEENS, "--distinct"], "12 distinct solutions"),
        (&[QUEENS, "--threads", "2"], "92 solutions"),
        (&["models/lights-out/three-states-fewest.toml"], "solution"),
        (&["models/sequences/domination-queens.toml", "--set", "n=5"], "186 solutions with the optimum, 3"),
    ] {
        let own = boardwright(&[&["count"], arguments].concat());
        let run = boardwright(&[&["count"], arguments, &["--backend", GANAK]].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        let number = |run: &Run| run.stdout.split(' ').next().map(str::to_string);
        assert_eq!(number(&run), number(&own), "{arguments:?}: {}", run.stdout);
        assert!(run.stdout.contains(count), "{arguments:?}: {}", run.stdout);
    }
}

#[test]
fn a_comparison_compares_counters() {
    if !python_has("pyganak") {
        return;
    }
    let arguments = ["compare", QUEENS, "--count", "--backends", "xcc", "--backends", GANAK];
    let run = boardwright(&arguments);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("exec-count:python3"), "{}", run.stdout);
}
