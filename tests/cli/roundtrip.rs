//! compile | solve | decode | verify, for every model: with minisat where it is installed, and always with a solver of ours
//! on the text as it was written.
//!
//! The other forms (wcnf, opb, lp, mps) go round on the models with an objective, where the optimum is known, with the
//! programs that read them.

use crate::support::folder::Folder;
use crate::support::tools::installed;
use crate::support::{boardwright, read_formula};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_families::PUZZLES;
use boardwright_puzzle::{Loaded, Question};
use boardwright_render::compiled::text as written;
use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_solvers::backend::{self, Opened, SatOutcome};
use boardwright_solvers::output::{self, Status};
use boardwright_tasks::answer::Answer;
use boardwright_tasks::task::compile::Compiled;
use boardwright_tasks::task::recipe::{Content, Form, Recipe};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Models that only a method of the family's own answers: colourings of 2^16 and 2^64 vertices are not written down, and
/// that there is none of 2^12 takes a solver for ever, as do 10,000 lights and more and a thousand pairs. Twenty pairs take one half
/// a minute.
const BEYOND_SOLVERS: &[&str] = &[
    // The best strategies have a method, and no formulation.
    "best-3.toml",
    "best-5.toml",
    "best-6.toml",
    "all-on-100.toml",
    "all-on-201.toml",
    "all-on-30.toml",
    "five-states-19.toml",
    "one-rook-light.toml",
    "impossible-12.toml",
    "code-64.toml",
    "coset-16.toml",
    "vasilev-16.toml",
    "strategy-16.toml",
    "strategy-64.toml",
    "thousand.toml",
    "twenty-back.toml",
    "twenty.toml",
];

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for family in PUZZLES {
        let folder = root.join("models").join(family.name());
        for entry in std::fs::read_dir(folder).expect("every family has models") {
            let path = entry.expect("models is readable").path();
            found.push(path.strip_prefix(root).expect("it is in the repository").to_path_buf());
        }
    }
    found.retain(|path| !BEYOND_SOLVERS.iter().any(|beyond| path.ends_with(beyond)));
    found.sort();
    assert!(found.len() > 60, "the models were not found");
    found
}

fn load(path: &Path) -> Loaded {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a model is text");
    let source = Source::new(path.display().to_string(), text);
    REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
}

/// How a model is compiled here: a plan with its known number of moves, or too few where there is none.
fn recipe(loaded: &Loaded, form: Form) -> Recipe {
    let optimum = loaded.model.expect.as_ref().and_then(|expect| expect.optimum);
    let horizon = match loaded.instance.question() {
        Question::Board => None,
        Question::Plan { at_least } => Some(optimum.map_or(at_least, |optimum| optimum as usize)),
    };
    // Without its conclusions a mutilated chessboard takes hours.
    let content = Content::All;
    Recipe { form, formulation: None, content, encoding: Default::default(), horizon, fewest: false, seed: 0 }
}

/// Whether the model has a solution.
fn expected(loaded: &Loaded) -> bool {
    let expect = loaded.model.expect.as_ref().expect("every model expects something");
    expect.answer.as_deref() != Some(Answer::Unsatisfiable.name())
}

/// Solves a formula and says it as the competitions do.
fn answered(cnf: &Cnf, what: &str) -> String {
    let Opened::Sat(mut solver) = backend::find("varisat").expect("it is in the registry").open() else {
        panic!("varisat is a SAT solver")
    };
    solver.load(cnf);
    match solver.solve(&[], &Budget::within(Duration::from_secs(60))) {
        SatOutcome::Satisfiable(model) => {
            let literals = model.iter().zip(1..).map(|(&truth, number)| if truth { number } else { -number });
            let lines: Vec<String> = literals.map(|literal: i64| format!("v {literal}")).collect();
            format!("s SATISFIABLE\n{}\nv 0\n", lines.join("\n"))
        }
        SatOutcome::Unsatisfiable => "s UNSATISFIABLE\n".into(),
        other => panic!("{what}: {other:?}"),
    }
}

#[test]
fn every_model_goes_round() {
    for path in models() {
        let loaded = load(&path);
        let what = path.display().to_string();
        let compiled = Compiled::new(&loaded, &recipe(&loaded, Form::Cnf), &Budget::none())
            .unwrap_or_else(|e| panic!("{what}: {e}"));
        let text = written(&compiled, &what);
        assert!(text.is_ascii(), "{what}");
        assert_eq!(text, written(&compiled, &what), "{what}: the same bytes");
        let cnf = read_formula(&text);
        let said = output::read(&answered(&cnf, &what)).expect("it is well formed");
        assert_eq!(said.status == Some(Status::Satisfiable), expected(&loaded), "{what}");
        if let Some(values) = said.values {
            // A board that is handed out was verified.
            compiled.judge(&loaded, &values).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
    }
}

#[test]
fn shuffled_formulas_go_round() {
    for name in ["knightdoku/warm-up.toml", "lights-out/all-on-5.toml", "grid/queens-11.toml"] {
        let path = Path::new("models").join(name);
        let loaded = load(&path);
        let plain = Compiled::new(&loaded, &recipe(&loaded, Form::Cnf), &Budget::none()).expect("it compiles");
        let plain = written(&plain, name);
        for seed in [1, 7] {
            let recipe = Recipe { seed, ..recipe(&loaded, Form::Cnf) };
            let compiled = Compiled::new(&loaded, &recipe, &Budget::none()).expect("it compiles");
            let text = written(&compiled, name);
            assert_eq!(Recipe::read(&text).map(|read| read.seed).ok(), Some(seed));
            assert!(compiled.says(&plain).is_err(), "{name}: another order is another file");
            let cnf = read_formula(&text);
            let values =
                output::read(&answered(&cnf, name)).expect("it is well formed").values.expect("there is a board");
            compiled.judge(&loaded, &values).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn every_model_goes_round_by_the_command_line() {
    if !installed("minisat") {
        return;
    }
    let folder = Folder::new("roundtrip");
    for path in models() {
        let loaded = load(&path);
        let model = path.display().to_string();
        let formula = folder.file("model.cnf", "");
        let answer = folder.file("answer", "");
        let horizon = recipe(&loaded, Form::Cnf).horizon.map(|horizon| horizon.to_string());
        let horizon: Vec<&str> = horizon.iter().flat_map(|horizon| ["--horizon", horizon]).collect();
        let compile = ["compile", &model, "--to", "cnf", "--roles", "all", "-q", "-o", &formula];
        let run = boardwright(&[&compile[..], &horizon].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{model}");
        let ran =
            Command::new("minisat").args(["-verb=0", "-cpu-lim=60", &formula, &answer]).output().expect("minisat runs");
        assert!(matches!(ran.status.code(), Some(10 | 20)), "{model}: {ran:?}");
        let run = boardwright(&["decode", &model, &answer, "--from", &formula, "--format", "json"]);
        assert_eq!(run.code, 0, "{model}: {}{}", run.stdout, run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        assert_eq!(report["answer"] == "satisfiable", expected(&loaded), "{model}");
        if expected(&loaded) {
            let solution = folder.file("solution.json", &run.stdout);
            let run = boardwright(&["verify", &model, &solution]);
            assert_eq!(run.stdout, "verified\n", "{model}");
        }
    }
}

/// A model counter's view: models of the text, projected to what `c p show` lists, are the solutions.
#[test]
fn counting_projected_to_the_shown_variables_counts_solutions() {
    for (path, encoding, count) in [
        ("models/knightdoku/several.toml", "parity=auto", 39),
        ("models/dissection/dominoes-4x4.toml", "parity=auto", 36),
        ("models/lights-out/three-states.toml", "integer=direct", 27),
        ("models/lights-out/three-states.toml", "integer=order", 27),
        ("models/lights-out/three-states.toml", "integer=log", 27),
    ] {
        let loaded = load(Path::new(path));
        let mut recipe = recipe(&loaded, Form::Cnf);
        recipe.encoding.parse(encoding).expect("it is in the catalogue");
        recipe.content = Content::Rules;
        let text = written(&Compiled::new(&loaded, &recipe, &Budget::none()).expect("it compiles"), path);
        let shown: Vec<i32> = text
            .lines()
            .find_map(|line| line.strip_prefix("c p show "))
            .expect("there is a projection set")
            .split_whitespace()
            .map(|number| number.parse().expect("it is a number"))
            .collect();
        assert_eq!(shown.last(), Some(&0));
        let shown = &shown[..shown.len() - 1];
        let named: BTreeSet<i32> =
            text.lines().filter_map(|line| line.strip_prefix("c ")?.split_once(' ')?.0.parse().ok()).collect();
        assert_eq!(named, shown.iter().copied().collect(), "{path}: the variables shown are those with names");
        let mut cnf = read_formula(&text);
        let mut found = 0;
        while let Some(values) = output::read(&answered(&cnf, path)).expect("it is well formed").values {
            let model = values.truths(cnf.variables()).expect("they are this formula's");
            let differs: Vec<Lit> =
                shown.iter().map(|&number| Lit::new(number as u32 - 1, model[number as usize - 1])).collect();
            cnf.add(&differs);
            found += 1;
        }
        assert_eq!(found, count, "{path}");
    }
}

/// Compiles, runs a program (`{}` the file, `{out}` its answer), decodes, and returns the report.
fn through(model: &str, form: &str, extension: &str, program: &[&str]) -> Value {
    let name = format!("through-{form}-{}-{}", program[0], model.replace(['/', '.'], "-"));
    let folder = Folder::new(&name);
    let file = folder.file(&format!("model.{extension}"), "");
    let answer = folder.file("answer", "");
    assert_eq!(boardwright(&["compile", model, "--to", form, "-o", &file]).code, 0, "{model}");
    let filled = program[1..].iter().map(|word| word.replace("{}", &file).replace("{out}", &answer));
    let ran = Command::new(program[0]).args(filled).output().expect("it runs");
    if !program.contains(&"{out}") {
        std::fs::write(&answer, ran.stdout).expect("it can be written");
    }
    let run = boardwright(&["decode", model, &answer, "--from", &file, "--format", "json"]);
    assert_eq!(run.code, 0, "{model}, {form}, {}: {}{}", program[0], run.stdout, run.stderr);
    serde_json::from_str(&run.stdout).expect("it is JSON")
}

#[test]
fn every_form_keeps_the_objective() {
    let ways: [(&str, &[&str]); 7] = [
        ("wcnf", &["clasp", "{}"]),
        ("opb", &["clasp", "{}"]),
        ("opb", &["minisat+", "{}"]),
        ("lp", &["glpsol", "--lp", "{}", "-w", "{out}"]),
        ("lp", &["cbc", "{}", "-solve", "-solution", "{out}"]),
        ("mps", &["glpsol", "--freemps", "{}", "-w", "{out}"]),
        ("mps", &["cbc", "{}", "-solve", "-solution", "{out}"]),
    ];
    for (form, program) in ways.into_iter().filter(|(_, program)| installed(program[0])) {
        for (model, optimum) in [
            ("models/lights-out/three-states-fewest.toml", 8),
            ("models/lights-out/all-on-4.toml", 4),
            ("models/lights-out/holes.toml", 11),
        ] {
            let report = through(model, form, form, program);
            assert_eq!(report["best"], optimum, "{model}, {form}, {}", program[0]);
            assert_eq!(report["reason"], "the solver reports optimal, which is not checked");
            assert_eq!(report["verified"], true);
        }
        let report = through("models/knightdoku/impossible.toml", form, form, program);
        assert_eq!(report["answer"], "unsatisfiable", "{form}, {}", program[0]);
        // The dissection's long names once made cbc take the MPS file for one with fixed columns.
        for model in ["models/knightdoku/warm-up.toml", "models/dissection/gaps.toml"] {
            let report = through(model, form, form, program);
            assert_eq!(report["verified"], true, "without an objective: {model}, {form}, {}", program[0]);
        }
    }
}
