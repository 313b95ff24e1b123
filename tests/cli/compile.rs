//! `compile` and `decode` as contracts: what is written, what is refused, and what a solver's output is taken for.

use crate::support::folder::Folder;
use crate::support::{boardwright, boardwright_with, read_formula};
use boardwright_base::budget::Budget;
use boardwright_solvers::backend::{self, Opened, SatOutcome};
use serde_json::Value;

const WARM_UP: &str = "models/knightdoku/warm-up.toml";
const FOUR: &str = "models/alternation/four.toml";
const FEWEST: &str = "models/lights-out/three-states-fewest.toml";
const FORMS: [&str; 5] = ["cnf", "wcnf", "opb", "lp", "mps"];

fn compiled(model: &str, more: &[&str]) -> String {
    let run = boardwright(&[&["compile", model], more].concat());
    assert_eq!(run.code, 0, "{model} {more:?}: {}", run.stderr);
    run.stdout
}

/// A model of a formula, as literals.
fn solved(text: &str) -> Vec<i64> {
    let cnf = read_formula(text);
    let Ok(Opened::Sat(mut solver)) = backend::find("batsat").map(|backend| backend.open()) else {
        panic!("batsat is a SAT solver")
    };
    solver.load(&cnf);
    let SatOutcome::Satisfiable(model) = solver.solve(&[], &Budget::none()) else { panic!("it is satisfiable") };
    model.iter().zip(1..).map(|(&truth, number)| if truth { number } else { -number }).collect()
}

fn spaced(literals: &[i64]) -> String {
    literals.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_form_says_how_it_was_made_and_is_the_same_twice() {
    for form in FORMS {
        let text = compiled(FEWEST, &["--to", form]);
        assert_eq!(text, compiled(FEWEST, &["--to", form]), "{form}");
        assert!(text.is_ascii(), "{form}");
        for words in [
            concat!("boardwright ", env!("CARGO_PKG_VERSION")),
            &format!("model {FEWEST}"),
            &format!("form {form}"),
            "formulation presses",
        ] {
            let sign = if form.ends_with("cnf") {
                "c"
            } else if form == "lp" {
                "\\"
            } else {
                "*"
            };
            assert!(text.contains(&format!("{sign} {words}\n")), "{form} does not say `{words}`");
        }
        assert!(text.contains("presses r1c1"), "{form}: names are inside");
        assert_eq!(text.contains("encoding "), form.ends_with("cnf"), "{form}");
    }
}

/// The board has two cells more of one colour: a conclusion that no solver has to draw.
#[test]
fn conclusions_are_written_on_request_only() {
    const MUTILATED: &str = "models/dissection/mutilated-chessboard.toml";
    let rows = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with(['c', '*'])).map(String::from).collect()
    };
    for (form, conclusion) in [("cnf", "0"), ("opb", "+1 x1 >= 2 ;")] {
        let (rules, all) =
            (compiled(MUTILATED, &["--to", form]), compiled(MUTILATED, &["--to", form, "--roles", "all"]));
        assert!(!rows(&rules).contains(&conclusion.into()), "{form}");
        assert!(rows(&all).contains(&conclusion.into()), "{form}");
        let marked = |text: &str| {
            text.lines().filter(|line| line.starts_with("c redundant") || line.starts_with("* redundant")).count()
        };
        assert_eq!((marked(&rules), marked(&all)), (0, 1), "{form}");
        assert!(rules.contains(" from cells, r1c2\n"), "{form}: rows say where they come from");
        assert!(rules.contains(" roles rules\n") && all.contains(" roles all\n"), "{form}");
    }
}

/// A file of a version before there was a choice has no line `roles`, and the redundant constraints.
#[test]
fn files_of_earlier_versions_are_decoded() {
    let folder = Folder::new("earlier-file");
    let text = compiled(WARM_UP, &["--to", "cnf"]);
    let answer = folder.file("answer", format!("s SATISFIABLE\nv {} 0\n", spaced(&solved(&text))));
    let earlier: String =
        text.lines().filter(|line| *line != "c roles rules").map(|line| format!("{line}\n")).collect();
    assert_ne!(earlier, text);
    let run = boardwright(&["decode", WARM_UP, &answer, "--from", &folder.file("earlier.cnf", earlier)]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let odd = folder.file("odd.cnf", text.replace("c roles rules", "c roles some"));
    let run = boardwright(&["decode", WARM_UP, &answer, "--from", &odd]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("unknown roles `some`; expected rules or all"), "{}", run.stderr);
}

#[test]
fn dropping_an_objective_is_said() {
    let run = boardwright(&["compile", FEWEST, "--to", "cnf"]);
    assert_eq!(run.stderr, "note: cnf has no objective: it was dropped\n");
    assert!(run.stdout.contains("c note: cnf has no objective"), "in the file, too");
    assert_eq!(boardwright(&["compile", FEWEST, "--to", "cnf", "--quiet"]).stderr, "");
    let run = boardwright(&["compile", WARM_UP, "--to", "wcnf"]);
    assert_eq!(run.stderr, "note: the model has no objective: all clauses are hard, and every solution costs 0\n");
    for form in ["wcnf", "opb", "lp", "mps"] {
        assert_eq!(boardwright(&["compile", FEWEST, "--to", form]).stderr, "", "{form} keeps it");
    }
}

#[test]
fn what_cannot_be_compiled_is_refused() {
    let folder = Folder::new("refused");
    let dark = vec!["#".repeat(10); 10].join("\n");
    let rooks = format!("puzzle = \"lights-out\"\nreach = \"row-and-column\"\nlights = \"\"\"\n{dark}\n\"\"\"\n");
    let rooks = folder.file("rooks.toml", rooks);
    for (arguments, words) in [
        (&[FOUR, "--to", "cnf"][..], "add --horizon N; the lower bound is 4"),
        (&[WARM_UP, "--to", "cnf", "--horizon", "3"], "--horizon requires a model that asks for the fewest moves"),
        (
            &[WARM_UP, "--to", "lp", "--encoding", "cardinality=totalizer"],
            "is not supported for lp, which keeps constraints as rows",
        ),
        (&[WARM_UP, "--to", "cnf", "--encoding", "rowz.cardinality=totalizer"], "unknown rule `rowz`"),
        (&[WARM_UP, "--to", "cnf", "--formulation", "cardinalty"], "did you mean `cardinality`?"),
        (&[&rooks, "--to", "cnf", "--encoding", "parity=direct"], "does not apply"),
        (&[WARM_UP, "--to", "smt"], "possible values: cnf, wcnf, opb, lp, mps"),
        (&["no/such.toml", "--to", "cnf"], "no such file"),
        (&["models/devils-chessboard/strategy-64.toml", "--to", "cnf"], "the maximum is 12 squares"),
    ] {
        let run = boardwright(&[&["compile"], arguments].concat());
        assert_eq!((run.code, run.stdout.len()), (2, 0), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn odd_names_break_no_form() {
    let folder = Folder::new("odd-names");
    let text = "puzzle = \"dissection\"\nboard = \"##\"\n[[piece]]\nname = \"\u{e9}-1\"\nshape = \"##\"\n";
    let model = folder.file("m\u{e9}\np cnf 1 1\n.toml", text);
    for form in FORMS {
        let text = compiled(&model, &["--to", form, "-q"]);
        assert!(text.is_ascii(), "{form}");
        assert!(text.contains("\\u{e9}"), "{form} escapes: {text}");
        let solution = match form {
            "cnf" | "wcnf" => "s SATISFIABLE\nv 1 0\n",
            "opb" => "s SATISFIABLE\nv x1\n",
            _ => "Optimal - objective value 0\n 0 x1_whatever 1 0\n",
        };
        let file = folder.file("compiled", &text);
        let run = boardwright_with(&["decode", &model, "-", "--from", &file], solution, &[]);
        assert_eq!(run.code, 0, "{form}: {}{}\n{text}", run.stdout, run.stderr);
    }
}

#[test]
fn every_way_to_print_a_model_gives_the_board() {
    let literals = solved(&compiled(WARM_UP, &["--to", "cnf"]));
    let bits: String = literals.iter().map(|&literal| if literal > 0 { '1' } else { '0' }).collect();
    let half = literals.len() / 2;
    let last_true = literals.iter().rposition(|&literal| literal > 0).expect("there is a knight");
    let board = boardwright(&["solve", WARM_UP]).stdout;
    for output in [
        format!("c talk\ns SATISFIABLE\nv {} 0\n", spaced(&literals)),
        format!("v {}\nv {} 0\ns SATISFIABLE\n", spaced(&literals[..half]), spaced(&literals[half..])),
        format!("s SATISFIABLE\r\nv {} 0\r\n", spaced(&literals[..=last_true])),
        format!("SAT\n{} 0\n", spaced(&literals)),
        format!("o 0\ns OPTIMUM FOUND\nv {bits}\n"),
        format!("o 0\ns OPTIMUM FOUND\nv {}\n", spaced(&literals)),
    ] {
        let run = boardwright_with(&["decode", WARM_UP, "-"], &output, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (0, board.as_str()), "{}", run.stderr);
    }
    let output = format!("s SATISFIABLE\nv {} 0\n", spaced(&literals));
    let run = boardwright_with(&["decode", WARM_UP, "-", "--format", "json"], &output, &[]);
    let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    assert_eq!((&report["answer"], &report["verified"]), (&"satisfiable".into(), &true.into()));
    assert_eq!(report["formulation"], "cardinality");
    assert!(report["statistics"]["clauses"].is_u64());
    let run = boardwright_with(&["decode", WARM_UP, "-", "--format", "svg"], &output, &[]);
    assert!(run.stdout.trim_end().ends_with("</svg>"));
}

#[test]
fn a_solvers_no_is_passed_on_as_its_word() {
    for (output, code, words) in [
        ("s UNSATISFIABLE\n", 0, "the solver reports unsatisfiable, which is not checked"),
        ("UNSAT\n", 0, "the solver reports unsatisfiable, which is not checked"),
        ("INDET\n", 3, "unknown (the solver ended without an answer)"),
        ("s UNKNOWN\n", 3, "unknown (the solver ended without an answer)"),
    ] {
        let run = boardwright_with(&["decode", WARM_UP, "-"], output, &[]);
        assert_eq!(run.code, code, "{output}: {}", run.stderr);
        assert!(run.stdout.contains(words), "{output}: {}", run.stdout);
    }
}

#[test]
fn values_that_break_the_formula_are_a_no() {
    let literals = solved(&compiled(WARM_UP, &["--to", "cnf"]));
    let knight = literals.iter().position(|&literal| literal > 0).expect("there is a knight");
    let mut spoilt = literals;
    spoilt[knight] = -spoilt[knight];
    let output = format!("s SATISFIABLE\nv {} 0\n", spaced(&spoilt));
    let run = boardwright_with(&["decode", WARM_UP, "-"], &output, &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.starts_with("not a solution: clause "), "{}", run.stdout);
    let run = boardwright_with(&["decode", WARM_UP, "-", "--format", "json"], &output, &[]);
    assert_eq!(serde_json::from_str::<Value>(&run.stdout).expect("it is JSON")["verified"], false);
    let run = boardwright_with(&["decode", WARM_UP, "-"], "s SATISFIABLE\nv -x1 x2\n", &[]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("not a solution: row "), "{}", run.stdout);
    let run = boardwright_with(&["decode", WARM_UP, "-"], "Optimal - objective value 0\n 0 x1 7 0\n", &[]);
    assert_eq!((run.code, run.stdout.as_str()), (1, "not a solution: column 1 is 7, not within 0 and 1\n"));
}

#[test]
fn output_that_makes_no_sense_is_refused_with_its_line() {
    for (output, words) in [
        ("hello\n", "-, line 1: missing solver's answer: no line"),
        ("s SATISFIABLE\nv 1 2 3\n", "-, line 2: the values are cut off"),
        ("s SATISFIABLE\nv 1\nv 987654 0\n", "-, line 3: unknown variable 987654"),
        ("s OPTIMUM FOUND\nv x987654\n", "-, line 2: unknown variable 987654"),
        ("c\ns mip 1 1 o 0\nj 1 1\n", "-, line 3: cut off"),
        ("c\ns mip 1 987654 o 0\nj 1 1\ne o f\n", "-, line 4: values of 1 columns, not 987654"),
    ] {
        let run = boardwright_with(&["decode", WARM_UP, "-"], output, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{output}");
        assert!(run.stderr.contains(words), "{output}: {}", run.stderr);
    }
}

#[test]
fn the_compiled_file_says_how_it_was_compiled() {
    let folder = Folder::new("from");
    let choice = ["--to", "cnf", "--horizon", "4", "--encoding", "at-most-one=ladder,integer=order"];
    let text = compiled(FOUR, &choice);
    assert!(text.contains("c horizon 4\n") && text.contains("at-most-one=ladder,"), "{}", &text[..400]);
    let file = folder.file("four.cnf", &text);
    let output = format!("s SATISFIABLE\nv {} 0\n", spaced(&solved(&text)));
    let run = boardwright_with(&["decode", FOUR, "-", "--from", &file], &output, &[]);
    assert!(run.stdout.ends_with("satisfiable: a verified solution\n"), "{}{}", run.stdout, run.stderr);
    // The same by flags.
    let flags = [&["decode", FOUR, "-"], &choice[2..]].concat();
    assert_eq!(boardwright_with(&flags, &output, &[]).stdout, run.stdout);

    let refused = |arguments: &[&str], words: &str| {
        let run = boardwright_with(arguments, &output, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    };
    refused(&["decode", FOUR, "-", "--from", &file, "--horizon", "4"], "--from cannot be combined");
    refused(&["decode", FOUR, "-"], "add --horizon N");
    refused(
        &["decode", "models/alternation/five.toml", "-", "--from", &file],
        "is not what models/alternation/five.toml compiles to: line",
    );
    let lines: Vec<&str> = text.lines().collect();
    let shorter = folder.file("shorter.cnf", lines[..lines.len() - 1].join("\n"));
    refused(&["decode", FOUR, "-", "--from", &shorter], "it ends where the model gives");
    let longer = folder.file("longer.cnf", format!("{text}1 0\n"));
    refused(&["decode", FOUR, "-", "--from", &longer], "`1 0` where the model gives the end");
    let foreign = folder.file("foreign.cnf", "c made by hand\np cnf 1 1\n1 0\n");
    refused(&["decode", FOUR, "-", "--from", &foreign], "missing comment line `boardwright`");
    let newer = folder.file("newer.cnf", text.replace("at-most-one=ladder", "at-most-one=quantum"));
    refused(&["decode", FOUR, "-", "--from", &newer], "unknown encoding `quantum` for at-most-one");
}

#[test]
fn the_fewest_is_recorded_too() {
    let folder = Folder::new("fewest");
    let model = "models/lights-out/three-states.toml";
    let text = compiled(model, &["--to", "opb", "--fewest"]);
    assert!(text.contains("* fewest\n") && text.contains("\nmin:"), "{}", &text[..300]);
    let file = folder.file("fewest.opb", &text);
    let run = boardwright_with(&["decode", model, "-", "--from", &file], "s UNSATISFIABLE\n", &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let plain = compiled(model, &["--to", "opb"]);
    assert!(!plain.contains("\nmin:"), "without it there is no objective");
}
