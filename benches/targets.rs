//! The time targets of the program, one core, release build: `cargo bench -p boardwright-benches`.
//!
//! Each puzzle is timed as a whole (constraints, clauses, solver, decoding, check) and up to the clauses alone, which shows
//! when compilation takes longer than solving. The naive ways are included for comparison: the article's Knightdoku formula
//! and integer programs.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_ir::constraint::Roles;
use boardwright_puzzle::Loaded;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_solvers::pipeline::to_cnf;
use boardwright_tasks::answer::{Answer, Report};
use boardwright_tasks::task::{self, Ask, Options, Setup};
use std::path::Path;

fn main() {
    divan::main();
}

fn load(model: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models").join(model);
    let source = Source::new(model, std::fs::read_to_string(path).expect("the model is there"));
    REGISTRY.load(&source, &Budget::none()).expect("the model is right")
}

fn solve(loaded: &Loaded, ask: Ask, backend: &str, formulation: Option<&str>) -> Report {
    let formulation = formulation.map(str::to_string);
    let options = Options { backend: Some(backend.into()), formulation, ..Options::default() };
    let setup = Setup::resolve(loaded, &options, &Budget::none()).expect("the names exist");
    let report = task::run(&task::Request::new(loaded, &setup, ask), &Budget::none(), &mut task::ignore)
        .expect("it has an answer");
    assert_ne!(report.answer, Answer::Unknown);
    report
}

/// A solution and the proof of its uniqueness: under 20 ms.
#[divan::bench(args = ["warm-up", "regular", "camel"], sample_count = 20)]
fn knightdoku_unique(bencher: divan::Bencher, model: &str) {
    let loaded = load(&format!("knightdoku/{model}.toml"));
    bencher.bench(|| {
        let report = solve(&loaded, Ask::UpTo(2), "varisat", None);
        assert!(report.complete && report.solutions.len() == 1);
        report
    });
}

/// The same with the article's formulation, all arrangements.
#[divan::bench(args = ["warm-up", "regular"], sample_count = 20)]
fn knightdoku_unique_permutations(bencher: divan::Bencher, model: &str) {
    let loaded = load(&format!("knightdoku/{model}.toml"));
    bencher.bench(|| solve(&loaded, Ask::UpTo(2), "varisat", Some("permutations")));
}

/// The same, as an integer program.
#[divan::bench(args = ["microlp", "minilp"], sample_count = 10)]
fn knightdoku_unique_ilp(bencher: divan::Bencher, backend: &str) {
    let loaded = load("knightdoku/regular.toml");
    bencher.bench(|| solve(&loaded, Ask::UpTo(2), backend, None));
}

/// Fewest presses, all lights on, 10x10: under 0.3 s.
#[divan::bench(args = ["varisat", "batsat"], sample_count = 10)]
fn lights_out_fewest_10(bencher: divan::Bencher, backend: &str) {
    let loaded = load("lights-out/all-on-10.toml");
    bencher.bench(|| solve(&loaded, Ask::One, backend, None));
}

/// A strategy for eight squares: under 0.2 s.
#[divan::bench(args = ["varisat", "batsat"], sample_count = 10)]
fn strategy_for_8(bencher: divan::Bencher, backend: &str) {
    let loaded = load("devils-chessboard/strategy-8.toml");
    bencher.bench(|| solve(&loaded, Ask::One, backend, None));
}

/// No strategy for 3, 5, 6, 7 squares, by search: under 0.1 s each.
#[divan::bench(args = [3, 5, 6, 7], sample_count = 10)]
fn no_strategy(bencher: divan::Bencher, squares: u32) {
    let loaded = load(&format!("devils-chessboard/impossible-{squares}.toml"));
    bencher.bench(|| solve(&loaded, Ask::One, "varisat", None));
}

/// Ten pairs in ten moves, and the proof that nine moves are too few: under 1.5 s.
#[divan::bench(args = ["varisat", "batsat"], sample_count = 5)]
fn alternation_10(bencher: divan::Bencher, backend: &str) {
    let loaded = load("alternation/ten.toml");
    bencher.bench(|| {
        let report = solve(&loaded, Ask::One, backend, None);
        assert_eq!(report.optimum, Some(10));
        report
    });
}

/// The 2592 shortest plans of twelve pairs, counted, and the proof that there is none in eleven moves: under 2 s.
#[divan::bench(sample_count = 10)]
fn alternation_12_search(bencher: divan::Bencher) {
    let loaded = pairs(12);
    let setup = method(&loaded, "search");
    bencher.bench(|| {
        let report = task::run(&task::Request::new(&loaded, &setup, Ask::Count), &Budget::none(), &mut task::ignore)
            .expect("every check of ours passes");
        assert_eq!((report.optimum, report.count.clone()), (Some(12), Some(2592u32.into())));
        report
    });
}

/// A million pairs, every move verified: under 2 s.
#[divan::bench(sample_count = 10)]
fn alternation_million_reduced(bencher: divan::Bencher) {
    let loaded = pairs(1_000_000);
    let setup = method(&loaded, "dimension-reduction");
    bencher.bench(|| {
        let report = task::run(&task::Request::new(&loaded, &setup, Ask::One), &Budget::none(), &mut task::ignore)
            .expect("every check of ours passes");
        assert_eq!(report.optimum, Some(1_000_000));
        report
    });
}

fn pairs(pairs: usize) -> Loaded {
    let source = Source::new("pairs.toml", format!("puzzle = \"alternation\"\npairs = {pairs}\n"));
    REGISTRY.load(&source, &Budget::none()).expect("it is a model")
}

fn method(loaded: &Loaded, name: &str) -> Setup {
    let options = Options { method: Some(name.into()), ..Options::default() };
    Setup::resolve(loaded, &options, &Budget::none()).expect("the method exists")
}

/// The first pentomino tiling of 6x10: under 1 s.
#[divan::bench(args = ["varisat", "batsat"], sample_count = 10)]
fn pentominoes_6x10_first(bencher: divan::Bencher, backend: &str) {
    let loaded = load("dissection/pentominoes-6x10.toml");
    bencher.bench(|| solve(&loaded, Ask::One, backend, None));
}

/// From the instance to clauses, without solving.
#[divan::bench(
    args = [
        "knightdoku/regular.toml",
        "lights-out/all-on-10.toml",
        "devils-chessboard/strategy-8.toml",
        "dissection/pentominoes-6x10.toml",
    ],
    sample_count = 20
)]
fn compile(bencher: divan::Bencher, model: &str) {
    let loaded = load(model);
    let formulation = loaded.puzzle.formulations()[0].name;
    bencher.bench(|| {
        let formulated =
            loaded.instance.constrain(formulation, None, &Budget::none()).expect("the default formulation applies");
        to_cnf(&formulated.problem, &Selection::default(), Roles::ALL).map(|lowered| lowered.cnf.len())
    });
}
