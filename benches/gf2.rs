//! Elimination modulo 2, on random matrices and on boards of lights, one core, release build:
//! `cargo bench -p boardwright-benches --bench gf2`.
//!
//! Compares blocked elimination with plain elimination (row by row on the same packed words), and boards with a variable
//! for every button with chased ones.

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_linear::Solved;
use boardwright_linear::lower::lower;
use boardwright_linear::vector::{Bits, Residues, Vector};
use boardwright_puzzle::Loaded;
use boardwright_tasks::answer::Report;
use boardwright_tasks::task::{self, Ask, Options, Setup};

fn main() {
    divan::main();
}

fn random_rows<V: Vector>(size: usize, modulus: usize) -> Vec<V> {
    let mut dice = Random(size as u64);
    (0..size)
        .map(|_| {
            let values: Vec<u8> = (0..size).map(|_| dice.below(modulus) as u8).collect();
            V::of(&values)
        })
        .collect()
}

/// Eight columns at a time.
#[divan::bench(args = [1000, 2000, 4000], sample_count = 10)]
fn dense(bencher: divan::Bencher, size: usize) {
    let rows: Vec<Bits> = random_rows(size, 2);
    bencher.with_inputs(|| rows.clone()).bench_values(|mut rows| {
        let rank = Bits::echelon(&mut rows, size, 2, &|| false).map(|pivots| pivots.len());
        assert!(rank.is_some_and(|rank| rank + 10 > size), "a random matrix has nearly full rank");
        rank
    });
}

/// Row by row.
#[divan::bench(args = [1000, 2000, 4000], sample_count = 5)]
fn dense_plain(bencher: divan::Bencher, size: usize) {
    let rows: Vec<Bits> = random_rows(size, 2);
    bencher.with_inputs(|| rows.clone()).bench_values(|mut rows| {
        let mut rank = 0;
        for column in 0..size {
            let Some(pivot) = (rank..size).find(|&row| rows[row].get(column) == 1) else { continue };
            rows.swap(rank, pivot);
            let (above, below) = rows.split_at_mut(rank + 1);
            for row in below.iter_mut().filter(|row| row.get(column) == 1) {
                row.add(&above[rank], 1, 2);
            }
            rank += 1;
        }
        assert!(rank + 10 > size, "a random matrix has nearly full rank");
        rank
    });
}

/// Bytes.
#[divan::bench(args = [3, 6, 7], sample_count = 5)]
fn dense_1000_modulo(bencher: divan::Bencher, modulus: u8) {
    let rows: Vec<Residues> = random_rows(1000, usize::from(modulus));
    bencher
        .with_inputs(|| rows.clone())
        .bench_values(|mut rows| Residues::echelon(&mut rows, 1000, modulus, &|| false).map(|pivots| pivots.len()));
}

/// All lights on.
fn square(side: usize, more: &str) -> Loaded {
    let rows = vec!["#".repeat(side); side].join("\n");
    let source = Source::new("square", format!("puzzle = \"lights-out\"\n{more}\nlights = \"\"\"\n{rows}\n\"\"\""));
    REGISTRY.load(&source, &Budget::none()).expect("the model is right")
}

fn solve(loaded: &Loaded, formulation: Option<&str>) -> Report {
    let options =
        Options { route: Some("gf2".into()), formulation: formulation.map(str::to_string), ..Options::default() };
    let setup = Setup::resolve(loaded, &options, &Budget::none()).expect("the names exist");
    task::run(&task::Request::new(loaded, &setup, Ask::One), &Budget::none(), &mut task::ignore)
        .expect("it has an answer")
}

/// From the instance to the number of solutions: 2^20.
#[divan::bench(args = ["presses", "chased"], sample_count = 20)]
fn lights_30_count(bencher: divan::Bencher, formulation: &str) {
    let loaded = square(30, "");
    bencher.bench(|| {
        let formulated = loaded.instance.constrain(formulation, None, &Budget::none()).expect("both apply");
        let linear = lower(&formulated.problem, &Budget::none()).expect("it is linear");
        let Solved::Space(space) = linear.system.solve(&[], &|| false) else { panic!("it has a solution") };
        assert_eq!(space.count(), (1u64 << 20).into());
        space
    });
}

/// The fewest presses of the 2^20, and the proof: with the count under 1 s.
#[divan::bench(sample_count = 10)]
fn lights_30_fewest(bencher: divan::Bencher) {
    let loaded = square(30, "fewest = true");
    bencher.bench(|| {
        let report = solve(&loaded, None);
        assert_eq!(report.optimum, Some(376));
        report
    });
}

#[divan::bench(args = ["presses", "chased"], sample_count = 5)]
fn lights_100(bencher: divan::Bencher, formulation: &str) {
    let loaded = square(100, "");
    bencher.bench(|| solve(&loaded, Some(formulation)));
}

#[divan::bench(args = ["presses", "chased"], sample_count = 3)]
fn lights_300(bencher: divan::Bencher, formulation: &str) {
    let loaded = square(300, "");
    bencher.bench(|| solve(&loaded, Some(formulation)));
}

#[divan::bench(args = ["presses", "chased"], sample_count = 3)]
fn lights_1000(bencher: divan::Bencher, formulation: &str) {
    let loaded = square(1000, "");
    bencher.bench(|| solve(&loaded, Some(formulation)));
}
