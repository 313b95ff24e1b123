//! Counts that sweeps and other ways take turns at, and what `--verbose` says of them.

use crate::support::boardwright;
use crate::support::folder::Folder;
use serde_json::Value;

fn counted(arguments: &[&str]) -> (String, String) {
    let run = boardwright(&[&["count", "--format", "json"], arguments].concat());
    let answer: Value = serde_json::from_str(&run.stdout).expect("an answer in JSON");
    let count = &answer["count"];
    (
        count.as_str().map_or_else(|| count.to_string(), str::to_string),
        answer["route"].as_str().unwrap_or("").to_string(),
    )
}

const KINGS: &str = "models/sequences/kings-any.toml";
const LOOPS: &str = "models/sequences/loops.toml";

/// The exact cover engine needs some 300,000 nodes, the sweep far less.
#[test]
fn a_sweep_takes_over_from_an_exact_cover() {
    let (swept, route) = counted(&[KINGS, "--set", "n=11"]);
    let (covers, other) = counted(&[KINGS, "--set", "n=11", "--route", "exact-cover"]);
    assert_eq!((route.as_str(), other.as_str()), ("frontier", "exact-cover"));
    assert_eq!(swept, covers);
    let threads = counted(&[KINGS, "--set", "n=11", "--threads", "2"]);
    assert_eq!(threads, (swept, route), "the turns do not depend on threads");
}

/// One by one, 1.2 million loops take minutes in a build that is not optimised.
#[test]
fn a_sweep_comes_before_threads_and_checkpoints() {
    let folder = Folder::new("turns-divided");
    let checkpoint = folder.0.join("loops.jsonl").display().to_string();
    for option in [["--threads", "2"], ["--checkpoint", &checkpoint]] {
        let (count, route) = counted(&[&[LOOPS, "--set", "n=5"], &option[..]].concat());
        assert_eq!((count.as_str(), route.as_str()), ("1222363", "frontier"), "{option:?}; OEIS A140517");
    }
}

#[test]
fn coverings_are_exact_covers_with_bounds() {
    let total = "benches/total_queens.toml";
    let run = boardwright(&["count", total, "--set", "n=8", "--set", "k=5", "--verbose"]);
    assert_eq!(run.stdout, "352 solutions\n", "OEIS A002566");
    assert!(
        run.stderr.starts_with("route exact-cover, xcc") && run.stderr.contains("as in a covering\n"),
        "{}",
        run.stderr
    );
    // The sweep for the optimum is too wide, and a SAT solver finds it.
    let optimal = boardwright(&["count", "models/sequences/total-queens.toml", "--set", "n=8", "--verbose"]);
    assert_eq!(optimal.stdout, "352 solutions with the optimum, 5\n");
    assert!(
        optimal.stderr.contains("route exact-cover, xcc") && optimal.stderr.contains("exact cover engine counted\n"),
        "{}",
        optimal.stderr
    );
}

#[test]
fn a_sweep_finds_and_counts_optima() {
    let model = "models/grid/most-kings.toml";
    assert_eq!(counted(&[model]), ("3600".to_string(), "frontier".to_string()), "OEIS A018807");
    assert_eq!(counted(&[model, "--route", "sat"]).0, "3600");
}

#[test]
fn the_boards_that_a_symmetry_keeps_are_swept_too() {
    let (swept, route) = counted(&[LOOPS, "--set", "n=4", "--distinct"]);
    let (listed, other) = counted(&[LOOPS, "--set", "n=4", "--distinct", "--route", "sat"]);
    assert_eq!((route.as_str(), other.as_str()), ("frontier", "sat"));
    assert_eq!(swept, listed);
}

#[test]
fn verbose_says_which_way_and_why() {
    let run = boardwright(&["count", KINGS, "--set", "n=11", "--verbose"]);
    assert!(run.stderr.contains("as in an exact cover\n"), "{}", run.stderr);
    assert!(run.stderr.contains("states in a layer, counted all solutions\n"), "{}", run.stderr);
    let run = boardwright(&["count", LOOPS, "--distinct", "--verbose"]);
    assert!(
        run.stderr.contains("the number of solutions that a symmetry keeps, averaged over all 8"),
        "{}",
        run.stderr
    );
    let run = boardwright(&["check", LOOPS, "--verbose"]);
    assert!(run.stdout.contains("\n         counted by route sat, batsat"), "{}", run.stdout);
    assert!(run.stdout.contains("a sweep over the frontier would have at most 2^"), "{}", run.stdout);
    let run = boardwright(&["solve", "models/lights-out/dugu.toml", "--verbose"]);
    assert!(run.stderr.lines().count() >= 2, "{}", run.stderr);
    assert_eq!(boardwright(&["count", LOOPS, "--verbose", "--quiet"]).code, 2);
}

#[test]
fn a_damaged_layer_is_refused() {
    let folder = Folder::new("turns-damaged");
    let file = folder.0.join("layers");
    let path = file.to_str().expect("it is UTF-8");
    let count = || boardwright(&["count", KINGS, "--set", "n=6", "--route", "frontier", "--checkpoint", path]);
    let first = count();
    assert_eq!((first.code, count().stdout), (0, first.stdout), "the count is taken from the last layer");
    let text = std::fs::read_to_string(&file).expect("the checkpoint was written");
    let place = text.find("\"words\":\"").expect("a layer was saved") + 20;
    let other = if text.as_bytes()[place] == b'7' { "8" } else { "7" };
    std::fs::write(&file, [&text[..place], other, &text[place + 1..]].concat()).expect("it can be written");
    let refused = count();
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("line 2: not a checkpoint, or damaged"), "{}", refused.stderr);
}

#[test]
fn exchanges_of_colours_are_refused_where_there_are_none() {
    let refused = boardwright(&["count", "models/sequences/three-colourings.toml", "--distinct=colours"]);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("use `--distinct` alone"), "{}", refused.stderr);
}

/// Paths that join letters are searched over the frontier, and the board of the genre has one solution.
#[test]
fn paths_between_equal_marks_are_searched_over_the_frontier() {
    let arukone = "models/genres/arukone.toml";
    let (count, route) = counted(&[arukone]);
    assert_eq!((count.as_str(), route.as_str()), ("1", "frontier"));
    let board = |arguments: &[&str]| -> Value {
        let run = boardwright(&[&["solve", arukone, "--format", "json"], arguments].concat());
        serde_json::from_str(&run.stdout).expect("an answer in JSON")
    };
    let (searched, solver) = (board(&[]), board(&["--route", "sat"]));
    assert_eq!((&searched["route"], &solver["route"]), (&"frontier".into(), &"sat".into()));
    assert_eq!(searched["solutions"], solver["solutions"]);
    // Paths between opposite corners cross.
    let folder = Folder::new("turns-unsolvable");
    let file = folder.0.join("crossing.toml").display().to_string();
    let text = r#"
puzzle = "grid"
grid = { rows = 3, columns = 3, lines = "links" }
[picture]
clue = """
A.B
...
B.A
"""
[[rule]]
at = "clue"
is = "end"
[[rule]]
at = "not clue"
is = ["straight", "turn"]
[[rule]]
group = "linked"
exactly = { clue = 2 }
all-equal = "clue"
"#;
    std::fs::write(&file, text).expect("a folder of our own");
    let solved = |arguments: &[&str]| {
        let run = boardwright(&[&["solve", &file, "--format", "json"], arguments].concat());
        let answer: Value = serde_json::from_str(&run.stdout).expect("an answer in JSON");
        (answer["answer"].to_string(), answer["route"].to_string())
    };
    assert_eq!(solved(&[]), ("\"unsatisfiable\"".to_string(), "\"frontier\"".to_string()));
    assert_eq!(solved(&["--route", "sat"]).0, "\"unsatisfiable\"");
}
