//! The command line as a contract: stdout, stderr and exit codes.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with};
use serde_json::Value;
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const WARM_UP: &str = "models/knightdoku/warm-up.toml";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("not JSON ({error}):\n{text}"))
}

#[test]
fn solve_prints_the_board_and_says_that_it_was_verified() {
    let run = boardwright(&["solve", WARM_UP]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("Knightdoku, warm-up\n"), "{}", run.stdout);
    assert_eq!(run.stdout.matches('♞').count(), 27, "three knights in each of nine rows");
    assert!(run.stdout.ends_with("satisfiable: a verified solution\n"), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}'), "no escapes in a pipe");
}

#[test]
fn json_keeps_the_contract() {
    let run = boardwright(&["solve", WARM_UP, "--format", "json"]);
    let report = json(&run.stdout);
    let keys = [
        "model",
        "puzzle",
        "answer",
        "complete",
        "count",
        "optimum",
        "solutions",
        "route",
        "method",
        "backend",
        "formulation",
        "encoding",
        "statistics",
        "verified",
    ];
    for key in keys {
        assert!(report.get(key).is_some(), "{key} is missing");
    }
    assert_eq!(report["model"], WARM_UP);
    assert_eq!(report["puzzle"], "knightdoku");
    assert_eq!(report["answer"], "satisfiable");
    assert_eq!(report["route"], "sat");
    assert_eq!(report["backend"], "varisat");
    assert_eq!(report["verified"], true);
    assert_eq!(report["complete"], false, "one solution was asked for, not a proof that it is alone");
    assert_eq!(report["solutions"][0]["board"].as_array().map(Vec::len), Some(9));
    for key in ["variables", "clauses", "constraints", "seconds"] {
        assert!(!report["statistics"][key].is_null(), "statistics.{key} is missing");
    }
}

#[test]
fn all_solutions_are_listed_once_and_the_list_is_complete() {
    let run = boardwright(&["solve", "models/knightdoku/several.toml", "--all", "--format", "jsonl"]);
    let mut lines: Vec<&str> = run.stdout.lines().collect();
    let summary = json(lines.pop().expect("there is a summary"));
    assert_eq!(summary["count"], 39, "counted with an independent SAT model");
    assert_eq!(summary["complete"], true);
    assert_eq!(lines.len(), 39);
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 39, "no solution twice");
}

#[test]
fn a_limit_on_solutions_is_an_answer_that_is_not_complete() {
    let run = boardwright(&["solve", "models/knightdoku/several.toml", "--limit", "5", "--format", "json"]);
    let report = json(&run.stdout);
    assert_eq!(run.code, 0);
    assert_eq!(report["solutions"].as_array().map(Vec::len), Some(5));
    assert_eq!(report["complete"], false);
    assert!(report["count"].is_null());
}

#[test]
fn unsatisfiable_is_an_answer() {
    let run = boardwright(&["solve", "models/knightdoku/impossible.toml"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("unsatisfiable"), "{}", run.stdout);
    let run = boardwright(&["solve", "models/knightdoku/miscounted.toml"]);
    assert!(run.stdout.contains("(the lines require 27 knights, the blocks 18)"), "why, where no search was needed");
    let run = boardwright(&["solve", "models/knightdoku/impossible.toml", "--exit-code"]);
    assert_eq!(run.code, 20);
    let run = boardwright(&["solve", WARM_UP, "--exit-code"]);
    assert_eq!(run.code, 10);
}

#[test]
fn a_model_comes_from_standard_input() {
    let text = std::fs::read_to_string(WARM_UP).expect("the model is there");
    let run = boardwright_with(&["solve", "-", "--format", "json"], &text, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(json(&run.stdout)["model"], "-");
}

#[test]
fn svg_is_a_document() {
    let run = boardwright(&["solve", WARM_UP, "--format", "svg"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.trim_start().starts_with("<svg") || run.stdout.starts_with("<?xml"));
    assert!(run.stdout.trim_end().ends_with("</svg>"));
}

#[test]
fn the_same_run_prints_the_same_bytes() {
    for seed in ["0", "7"] {
        let arguments = ["solve", "models/knightdoku/several.toml", "--limit", "9", "--seed", seed];
        assert_eq!(boardwright(&arguments).stdout, boardwright(&arguments).stdout);
    }
}

#[test]
fn solved_boards_verify_and_spoilt_ones_do_not() {
    let folder = Folder::new("verify");
    let solved = boardwright(&["solve", WARM_UP, "--format", "json"]).stdout;
    let file = folder.file("solved.json", &solved);
    let run = boardwright(&["verify", WARM_UP, &file]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "verified\n"));

    let board: Vec<String> = json(&solved)["solutions"][0]["board"]
        .as_array()
        .expect("a board is a list")
        .iter()
        .map(|row| row.as_str().expect("of strings").to_string())
        .collect();
    let drawing = board.join("\n");
    assert_eq!(boardwright_with(&["verify", WARM_UP, "-"], &drawing, &[]).code, 0, "a drawing is a solution, too");

    let spoilt = drawing.replacen('K', ".", 1);
    let run = boardwright_with(&["verify", WARM_UP, "-"], &spoilt, &[]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("not a solution: row 1 has 2 knights, expected 3"), "{}", run.stdout);
    let run = boardwright_with(&["verify", WARM_UP, "-", "--format", "json"], &spoilt, &[]);
    assert_eq!(json(&run.stdout)["verified"], false);

    let run = boardwright_with(&["verify", WARM_UP, "-"], "{\"board\": 3}", &[]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
}

/// A row of four cells, a piece of three and one of one: two ways, each the other one's mirror image.
#[test]
fn check_says_that_a_solution_is_unique_up_to_symmetry() {
    let folder = Folder::new("check-up-to-symmetry");
    let model = "puzzle = 'dissection'\nboard = '####'\n[[piece]]\nshape = '###'\n[[piece]]\nshape = '#'\n[expect]\n";
    let checked = |expect: &str| {
        let run = boardwright(&["check", &folder.file("row.toml", format!("{model}{expect} = 1\n"))]);
        (run.code, run.stdout)
    };
    let (code, distinct) = checked("distinct");
    assert!(code == 0 && distinct.contains("unique up to symmetry"), "{distinct}");
    let (code, count) = checked("count");
    assert!(code == 1 && !count.contains("unique"), "{count}");
}

#[test]
fn check_holds_expectations_and_says_when_one_fails() {
    let run = boardwright(&["check", WARM_UP, "models/knightdoku/impossible.toml"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(run.stdout.contains("unique") && run.stdout.contains("no solution"), "{}", run.stdout);
    assert!(run.stdout.contains("route sat, varisat"), "the route is named: {}", run.stdout);

    let folder = Folder::new("check");
    let text = std::fs::read_to_string(WARM_UP).expect("the model is there");
    let wrong = folder.file("wrong.toml", text.replace("count = 1", "count = 2"));
    let run = boardwright(&["check", WARM_UP, &wrong]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("expected 2 solutions, found 1"), "{}", run.stdout);

    let broken = folder.file("broken.toml", "puzzle = 3");
    let run = boardwright(&["check", &broken, WARM_UP]);
    assert_eq!(run.code, 2, "the worst decides");
    assert!(run.stdout.contains("warm-up"), "the others are reported all the same");
}

#[test]
fn lists_name_what_there_is() {
    for (what, name) in [
        ("puzzles", "alternation"),
        ("formulations", "permutations"),
        ("encodings", "sequential-counter"),
        ("backends", "minilp"),
        ("methods", "xor"),
    ] {
        let text = boardwright(&["list", what]);
        assert_eq!(text.code, 0);
        assert!(text.stdout.contains(name), "list {what}: {}", text.stdout);
        let list = json(&boardwright(&["list", what, "--format", "json"]).stdout);
        let names: Vec<&Value> = list.as_array().expect("a list").iter().map(|entry| &entry["name"]).collect();
        assert!(names.contains(&&Value::from(name)), "list {what} --format json");
    }
}

/// The objects of `list encodings --format json`.
fn encodings() -> Vec<Value> {
    let run = boardwright(&["list", "encodings", "--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    json(&run.stdout).as_array().expect("a list").clone()
}

#[test]
fn the_list_of_encodings_keeps_the_contract() {
    let encodings = encodings();
    for entry in &encodings {
        for key in ["constraint", "name", "variables", "clauses", "consistency", "counts", "reference"] {
            assert!(entry[key].as_str().is_some_and(|text| !text.is_empty()), "{entry} has no {key}");
        }
        // The name is accepted as it stands.
        let choice = format!("{}={}", entry["constraint"].as_str().unwrap(), entry["name"].as_str().unwrap());
        let run = boardwright(&["check", WARM_UP, "--encoding", &choice]);
        assert_eq!(run.code, 0, "{choice}: {}", run.stderr);
    }
    let names = |constraint: &str| -> Vec<&str> {
        let entries = encodings.iter().filter(|entry| entry["constraint"] == constraint);
        entries.map(|entry| entry["name"].as_str().expect("a name is a string")).collect()
    };
    let parity = names("parity");
    for length in 3..=8 {
        assert!(parity.contains(&format!("cut{length}").as_str()), "{parity:?}");
        assert!(parity.contains(&format!("cut{length}-pooled").as_str()), "{parity:?}");
    }
    assert_eq!(names("integer"), ["direct", "order", "log"]);
    let graphs = ["connected", "components", "regular"];
    assert!(graphs.iter().all(|constraint| names(constraint).len() >= 2));
    let known = [&["at-most-one", "cardinality", "pseudo-boolean", "parity", "integer"][..], &graphs].concat();
    assert_eq!(known.iter().map(|constraint| names(constraint).len()).sum::<usize>(), encodings.len());
}

#[test]
fn the_list_of_encodings_reads_well() {
    let text = boardwright(&["list", "encodings"]).stdout;
    for line in text.lines() {
        assert!(line.chars().count() <= 80 && line.trim_end() == line, "{line:?}");
    }
    // Every entry has a line of its own, and its properties after it.
    let mut rest = text.as_str();
    for entry in encodings() {
        let name = entry["name"].as_str().expect("a name is a string");
        let start = rest.find(&format!("\n  {name} ")).unwrap_or_else(|| panic!("{name} is not listed in order"));
        rest = &rest[start..];
        assert!(rest.contains("\n      reference  "), "{name} has no reference");
    }
    let integers = "integer: an integer variable with n values

  direct  a variable per value, exactly one of them true
      variables    n, and those of an exactly-one over n (1 when n = 2)
      clauses      those of an exactly-one over n (0 when n = 2)
      consistency  arc consistent
      counts       preserved
      reference    de Kleer, IJCAI 1989

  order   a variable per threshold, each implying the one below
      variables    n - 1
      clauses      n - 2
      consistency  arc consistent
      counts       preserved
      reference    Crawford and Baker, AAAI 1994

  log     the value in binary, values defined from the bits when needed
      variables    w = ⌈log2 n⌉
      clauses      the zeros among the w bits of n - 1
      consistency  checks assignments
      counts       preserved
      reference    Iwama and Miyazaki, IFIP 1994
";
    assert!(text.contains(integers), "{text}");
    // The cuts differ in length alone, and share what is said of them.
    let cuts = "
  cut7         a chain of pieces of at most 7 literals
  cut8         a chain of pieces of at most 8 literals
      variables    c = ⌈(n - L)/(L - 2)⌉ for pieces of L literals
";
    assert!(text.contains(cuts), "{text}");
}

#[test]
fn shells_and_manual_readers_get_their_pages() {
    for shell in ["bash", "zsh", "fish"] {
        let run = boardwright(&["completions", shell]);
        assert_eq!(run.code, 0);
        assert!(run.stdout.contains("boardwright"), "{shell}");
    }
    let run = boardwright(&["man"]);
    assert!(run.stdout.contains(".TH"), "{}", run.stdout);
    let run = boardwright(&["man", "solve"]);
    assert!(run.stdout.contains("time\\-limit"), "{}", run.stdout);
}

#[test]
fn choices_that_do_not_exist_are_explained() {
    for (arguments, words) in [
        (&["--backend", "varisad"][..], "did you mean `varisat`?"),
        (&["--formulation", "cardinalty"], "did you mean `cardinality`?"),
        (&["--route", "sta"], "did you mean `sat`?"),
        (&["--encoding", "at-most-one=lader"], "did you mean `ladder`?"),
        (&["--encoding", "at-most-on=ladder"], "did you mean `at-most-one`?"),
        (&["--encoding", "ladder"], "kind=encoding"),
        (&["--route", "ilp", "--backend", "varisat"], "belongs to the route `sat`, not `ilp`"),
        (&["--encoding", "cardinality=adder,cardinality=bdd"], "`cardinality` is chosen twice"),
        (&["--encoding", ""], "is not of the form kind=encoding"),
        (&["--route", "ilp", "--encoding", "parity=cut3"], "--encoding is not supported for"),
        (&["--route", "ilp", "--search", "linear-up"], "--search is not supported for"),
        (&["--search", "linear-up"], "requires a puzzle with an objective"),
        (&["--fewest"], "nothing to be made fewest"),
        (&["--time-limit", "soon"], "10s"),
        (&["--limit", "0"], "--limit"),
    ] {
        let run = boardwright(&[&["solve", WARM_UP], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn encodings_and_formulations_can_be_chosen() {
    for arguments in [
        &["--encoding", "cardinality=sequential-counter,at-most-one=pairwise"][..],
        &["--formulation", "permutations"],
        &["--backend", "batsat"],
        &["--route", "ilp"],
        &["--backend", "minilp"],
    ] {
        let run = boardwright(&[&["solve", WARM_UP, "--format", "json"], arguments].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        let report = json(&run.stdout);
        assert_eq!(report["answer"], "satisfiable", "{arguments:?}");
        assert_eq!(report["encoding"].is_null(), report["route"] == "ilp");
    }
    let folder = Folder::new("encoding");
    let text = std::fs::read_to_string(WARM_UP).expect("the model is there");
    let chosen = folder.file("chosen.toml", format!("{text}\n[encoding]\ncardinality = \"sequential-counter\"\n"));
    let report = json(&boardwright(&["solve", &chosen, "--format", "json"]).stdout);
    assert_eq!(report["encoding"]["cardinality"], "sequential-counter");
    let wrong = folder.file("wrong.toml", format!("{text}\n[encoding]\ncardinality = \"totaliser\"\n"));
    let run = boardwright(&["solve", &wrong]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("did you mean `totalizer`?") && run.stderr.contains("wrong.toml:"), "{}", run.stderr);
}

#[test]
fn files_that_cannot_be_read_are_explained() {
    let folder = Folder::new("unreadable");
    let binary = folder.file("binary.toml", [b'a', b'\n', 0xff, 0xfe, 0x00]);
    let directory = folder.0.display().to_string();
    for (path, words) in [
        ("no/such/model.toml", "no such file"),
        (directory.as_str(), "it is a folder"),
        (binary.as_str(), "line 2: not a text file"),
    ] {
        let run = boardwright(&["solve", path]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{path}");
        assert!(run.stderr.contains(words), "{path}: {}", run.stderr);
    }
}

#[test]
fn an_output_file_is_whole_or_untouched() {
    let folder = Folder::new("output");
    let target = folder.file("board.txt", "precious\n");
    let run = boardwright(&["solve", "no/such/model.toml", "-o", &target]);
    assert_eq!(run.code, 2);
    assert_eq!(std::fs::read_to_string(&target).expect("it is there"), "precious\n");
    let run = boardwright(&["solve", WARM_UP, "-o", &target]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert!(std::fs::read_to_string(&target).expect("it is there").contains("verified"));
    let left = std::fs::read_dir(&folder.0).expect("it is readable").count();
    assert_eq!(left, 1, "no part of a file is left behind");
    let run = boardwright(&["solve", WARM_UP, "-o", "/no/such/folder/x.txt"]);
    assert_eq!(run.code, 2);
}

/// Format strings panic at widths beyond 65,535.
#[test]
fn a_value_may_be_longer_than_a_format_string_can_pad() {
    let folder = Folder::new("long-value");
    let long = "x".repeat(70_000);
    let model = format!(
        "puzzle = 'grid'\n[grid]\nrows = 2\ncolumns = 2\nvalues = ['a', '{long}']\ngiven = \"\"\"\n{long} .\n. .\n\"\"\"\n\
         [[rule]]\neach = ['row', 'column']\nexactly = {{ a = 1 }}\n"
    );
    let path = folder.file("long.toml", model);
    for command in [&["solve"][..], &["solve", "--format", "json"], &["check"], &["explain"], &["generate", "--from"]] {
        let run = boardwright(&[command, &[&path]].concat());
        assert_eq!(run.code, 0, "{command:?}: {}", run.stderr);
    }
}

/// A Knightdoku without clues and with blocks that make lines and blocks fight: no solver settles 30x30 quickly.
fn endless() -> String {
    let row = ".".repeat(48);
    let board = vec![row; 48].join("\n");
    format!(
        "puzzle = \"knightdoku\"\nblock = [1, 48]\nper_line = 23\nper_block = 23\nclues = \"\"\"\n{board}\n\"\"\"\n"
    )
}

#[test]
fn a_time_limit_holds_on_every_backend() {
    let folder = Folder::new("limit");
    // Enumerating all solutions of an empty board never ends, whatever the backend.
    let model = folder.file("endless.toml", endless());
    for backend in ["varisat", "batsat", "microlp", "minilp"] {
        let start = Instant::now();
        let run =
            boardwright(&["solve", &model, "--all", "--backend", backend, "--time-limit", "1s", "--format", "json"]);
        let took = start.elapsed();
        assert_eq!(run.code, 3, "{backend}: {}", run.stderr);
        let report = json(&run.stdout);
        assert_eq!(report["complete"], false);
        assert_eq!(report["reason"], "the time limit was reached");
        assert!(took < Duration::from_millis(3000), "{backend} took {took:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_known() {
    let folder = Folder::new("interrupt");
    let model = folder.file("endless.toml", endless());
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(["solve", &model, "--all", "--format", "json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    std::thread::sleep(Duration::from_millis(1000));
    let start = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
    assert!(killed.success());
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("it is UTF-8");
    let status = child.wait().expect("it ends");
    assert!(start.elapsed() < Duration::from_millis(1500), "it took {:?}", start.elapsed());
    assert_eq!(status.code(), Some(3));
    let report = json(&text);
    assert_eq!(report["reason"], "interrupted");
    assert_eq!(report["complete"], false);
}

/// Runs a command whose standard output is a pipe without a reader.
fn unread(arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    drop(child.stdout.take());
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_pipe_that_nobody_reads_is_no_error() {
    let output = unread(&["solve", "models/knightdoku/several.toml", "--all"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn help_and_version_are_answers() {
    assert_eq!(boardwright(&["--help"]).code, 0);
    assert!(boardwright(&["--version"]).stdout.starts_with("boardwright "));
    let run = boardwright(&["sovle", WARM_UP]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("solve"), "{}", run.stderr);
}

#[test]
fn short_help_fits_on_a_screen_and_groups_the_options_of_solve() {
    let help = boardwright(&["--help"]).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> =
        commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands.into_iter().filter(|&command| command != "help") {
        let lines = boardwright(&[command, "-h"]).stdout.lines().count();
        assert!((5..=40).contains(&lines), "{command} -h has {lines} lines");
    }
    let help = boardwright(&["solve", "-h"]).stdout;
    let headings: Vec<&str> = help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
    assert_eq!(headings, ["Arguments:", "Options:", "Question:", "Method:", "Limits:", "Output:"]);
}

#[test]
fn check_says_which_of_several_models_asks_for_an_encoding_of_no_rule() {
    let folder = Folder::new("no-rule");
    let text = std::fs::read_to_string(WARM_UP).expect("it is there") + "\n[encoding]\nblobs.cardinality = \"bdd\"\n";
    let wrong = folder.file("wrong.toml", text);
    let run = boardwright(&["check", &wrong, WARM_UP]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.starts_with(&format!("error: {wrong}: unknown rule `blobs`")), "{}", run.stderr);
    assert!(run.stdout.contains(WARM_UP), "the other is checked: {}", run.stdout);
}

fn pairs(pairs: usize) -> String {
    format!("puzzle = \"alternation\"\npairs = {pairs}\n")
}

/// The one solution is written while it is made, and `verify` takes it back.
#[test]
fn long_plans_are_written_whole() {
    let model = "models/alternation/thousand.toml";
    for format in ["json", "jsonl"] {
        let run = boardwright(&["solve", model, "--format", format]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{format}");
        let (solution, report) = match run.stdout.split_once('\n') {
            Some((first, rest)) if format == "jsonl" => (json(first), json(rest)),
            _ => {
                let report = json(&run.stdout);
                (report["solutions"][0].clone(), report)
            }
        };
        assert_eq!((&report["answer"], &report["optimum"]), (&Value::from("optimal"), &Value::from(1000)));
        assert_eq!((&report["method"], &report["verified"]), (&"dimension-reduction".into(), &true.into()));
        assert_eq!(solution["moves"].as_array().map(Vec::len), Some(1000));
        assert_eq!(solution["board"][0], format!("..{}", "WB".repeat(1000)));
        assert!(solution.get("states").is_none(), "a thousand rows of two thousand cells are asked for");
        let verified = boardwright_with(&["verify", model, "-"], &run.stdout, &[]);
        assert_eq!((verified.code, verified.stdout.as_str()), (0, "verified\n"));
        let spoilt = run.stdout.replacen("[2,2001]", "[3,2001]", 1).replacen("[2, 2001]", "[3, 2001]", 1);
        assert_eq!(boardwright_with(&["verify", model, "-"], &spoilt, &[]).code, 1);
    }
    let printed = boardwright(&["solve", model]).stdout;
    assert!(printed.contains("\n   1: 2,3 -> 2001,2002\n"), "{printed}");
    assert!(printed.contains("\n ...  976 more; the JSON has them all\n"), "{printed}");
    assert!(printed.contains("\n1000: 1,2 -> 2000,2001\n"), "{printed}");
    assert!(printed.contains("\noptimal (1000): a verified solution\n"), "{printed}");
    let drawn = boardwright(&["solve", model, "--format", "svg"]).stdout;
    assert!(drawn.starts_with("<svg") && drawn.contains("2,3 -&gt; 2001,2002"), "{drawn}");
    let checked = boardwright(&["check", model]).stdout;
    assert!(checked.contains("a solution, optimum 1000  method dimension-reduction"), "{checked}");
}

#[test]
fn states_are_written_where_they_are_asked_for() {
    let model = pairs(710);
    let solve = |extra: &[&str]| {
        let arguments = [&["solve", "-", "--format", "json"], extra].concat();
        json(&boardwright_with(&arguments, &model, &[]).stdout)
    };
    assert!(solve(&[])["solutions"][0].get("states").is_none());
    let solution = solve(&["--states"])["solutions"][0].clone();
    let states = solution["states"].as_array().expect("every row");
    assert_eq!((states.len(), &states[710]), (711, &solution["board"][0]));
    let line = boardwright_with(&["solve", "-", "--format", "jsonl", "--states"], &model, &[]).stdout;
    assert_eq!(json(line.lines().next().expect("a solution")), solution);
    // A few more moves than are kept, of a plan that a search finds.
    let back_and_forth = "puzzle = 'alternation'\nstart = 'BW..'\nmoves = 250002\n";
    let arguments = ["solve", "-", "--format", "json", "--method", "search"];
    let plan = json(&boardwright_with(&arguments, back_and_forth, &[]).stdout);
    assert!(plan["solutions"][0].get("states").is_none() && plan["solutions"][0]["moves"].is_array());
    let plan = json(&boardwright_with(&[&arguments[..], &["--states"]].concat(), back_and_forth, &[]).stdout);
    assert_eq!(plan["solutions"][0]["states"].as_array().map(Vec::len), Some(250_003));
    let folder = Folder::new("plan-proof");
    let proof = folder.0.join("proof").display().to_string();
    for (arguments, words) in [
        (vec!["solve", WARM_UP, "--states", "--format", "json"], "--states is not supported for"),
        (vec!["solve", "models/alternation/four.toml", "--states"], "--states requires --format json or jsonl"),
        (vec!["solve", "models/alternation/thousand.toml", "--proof", &proof], "a plan of this length"),
    ] {
        let run = boardwright(&arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    }
}

/// What a limit cuts off is no solution, and valid JSON all the same; a reader that goes away is no error.
#[test]
fn a_long_plan_may_be_cut_off() {
    for format in ["json", "jsonl", "text"] {
        let run = boardwright_with(&["solve", "-", "--format", format, "--time-limit", "1ms"], &pairs(2_000_000), &[]);
        assert_eq!((run.code, run.stderr.as_str()), (3, ""), "{format}");
        if format == "text" {
            assert!(run.stdout.starts_with("unknown"), "{}", run.stdout);
            assert!(run.stdout.contains("the time limit was reached"), "{}", run.stdout);
            continue;
        }
        let last = if format == "json" { &*run.stdout } else { run.stdout.lines().last().expect("a summary") };
        assert_eq!(json(last)["answer"], "unknown");
        let verified = boardwright_with(&["verify", "models/alternation/four.toml", "-"], &run.stdout, &[]);
        assert_eq!(verified.code, 2, "nobody takes it for a solution: {}", verified.stdout);
    }
    let output = unread(&["solve", "models/alternation/thousand.toml", "--format", "json"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn the_search_counts_and_lists_shortest_plans() {
    let run = boardwright(&["count", "models/alternation/ten.toml", "--method", "search"]);
    let (number, facts) = run.stdout.split_once('\n').expect("it has lines");
    assert_eq!((run.code, number), (0, "96 solutions with the optimum, 10"));
    // For a requested method, its facts follow the number.
    assert!(facts.contains("states visited"), "{facts}");
    let run =
        boardwright(&["solve", "models/alternation/ten.toml", "--method", "search", "--all", "--format", "jsonl"]);
    assert_eq!(run.stdout.lines().count(), 97);
    let run = boardwright(&["count", "models/alternation/twenty.toml"]);
    assert_eq!((run.code, run.stdout.contains("at least 1")), (3, true), "{}", run.stdout);
}
