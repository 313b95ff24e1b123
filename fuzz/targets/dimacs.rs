//! Any bytes as a solver's output, as the head of a compiled file and as a proof: they are read, or rejected with a reason,
//! and no proof refutes a formula that has a model.

#![no_main]

use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_sat::cnf::proof::check;
use boardwright_solvers::output;
use boardwright_tasks::task::recipe::Recipe;
use libfuzzer_sys::fuzz_target;

/// It has models: 2 and 4 true.
const OPEN: [&[i32]; 6] = [&[1, 2, 3], &[-1, 2, 3], &[-3, 2], &[4, 5], &[-5, 4, -1], &[4, -3, 5]];

fuzz_target!(|bytes: &[u8]| {
    let mut open = Cnf::new();
    for _ in 0..5 {
        open.variable();
    }
    for clause in OPEN {
        let literals: Vec<Lit> = clause.iter().map(|&literal| Lit::from_dimacs(literal)).collect();
        open.add(&literals);
    }
    let rejected = check(&open, bytes, &|| false).expect_err("no proof refutes what has a model");
    assert!(!rejected.to_string().is_empty());
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for read in [output::read(text), output::read_competition(text)].into_iter().flatten() {
        if let Some(values) = read.values {
            let _ = values.truths(20);
            let _ = values.columns(20);
            values.line();
        }
    }
    let _ = Recipe::read(text).map(|recipe| recipe.lines("model", "formulation"));
});
