//! Times and sizes of the cardinality encodings: at most 3 of 9, 5 of 20, 10 of 100, and 50 of 1,000 (target: less than
//! 50 ms). `benches/cardenc.py` prints the same table for python-sat's `CardEnc`. Also a whole model, the 6x10 pentominoes,
//! with each at-most-one encoding (target: less than 0.3 s).
//!
//! `cargo bench -p boardwright-benches --bench encodings`

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_ir::constraint::Roles;
use boardwright_sat::cnf::Cnf;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::encode::{ENCODINGS, Encode, Encoding, Kind};
use boardwright_solvers::pipeline::to_cnf;
use std::fmt;
use std::path::Path;

fn main() {
    print_sizes();
    divan::main();
}

const SIZES: [(usize, usize); 4] = [(9, 3), (20, 5), (100, 10), (1000, 50)];

/// An encoding at a size that it takes.
#[derive(Clone, Copy)]
struct Case {
    encoding: &'static Encoding,
    n: usize,
    k: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of {}", self.encoding.name, self.k, self.n)
    }
}

impl Case {
    fn encode(self) -> Cnf {
        let Encode::Cardinality(encode) = self.encoding.encode else { unreachable!("only cardinalities are listed") };
        let mut cnf = Cnf::new();
        let literals: Vec<_> = (0..self.n).map(|_| cnf.variable()).collect();
        encode(&mut cnf, &literals, self.k, false);
        cnf
    }
}

fn encodings(kind: Kind) -> impl Iterator<Item = &'static Encoding> {
    ENCODINGS.iter().filter(move |encoding| encoding.kind == kind)
}

fn cases() -> impl Iterator<Item = Case> {
    let of = |encoding| SIZES.into_iter().map(move |(n, k)| Case { encoding, n, k });
    encodings(Kind::Cardinality).flat_map(of).filter(|case| (case.encoding.applies)(case.n, case.k).is_ok())
}

/// Auxiliary variables and clauses, as a table.
fn print_sizes() {
    let titles: Vec<String> = SIZES.iter().map(|(n, k)| format!("{k} of {n}")).collect();
    println!("| variables, clauses | {} |\n| --- | --- | --- | --- | --- |", titles.join(" | "));
    for encoding in encodings(Kind::Cardinality) {
        let cells = SIZES.map(|(n, k)| match (encoding.applies)(n, k) {
            Ok(()) => {
                let cnf = Case { encoding, n, k }.encode();
                format!("{}, {}", cnf.variables() - n, cnf.len())
            }
            Err(_) => "does not apply".to_string(),
        });
        println!("| {} | {} |", encoding.name, cells.join(" | "));
    }
    println!();
}

#[divan::bench(args = cases(), sample_count = 20)]
fn at_most(case: Case) -> Cnf {
    case.encode()
}

#[divan::bench(args = encodings(Kind::AtMostOne).map(|encoding| encoding.name), sample_count = 20)]
fn compile_pentominoes(bencher: divan::Bencher, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/dissection/pentominoes-6x10.toml");
    let source = Source::new("pentominoes", std::fs::read_to_string(path).expect("the model is there"));
    let loaded = REGISTRY.load(&source, &Budget::none()).expect("the model is right");
    let formulation = loaded.puzzle.formulations()[0].name;
    let mut selection = Selection::default();
    selection.set("at-most-one", name).expect("it is registered");
    bencher.bench(|| {
        let formulated =
            loaded.instance.constrain(formulation, None, &Budget::none()).expect("the default formulation applies");
        to_cnf(&formulated.problem, &selection, Roles::ALL).map(|lowered| lowered.cnf.len())
    });
}
