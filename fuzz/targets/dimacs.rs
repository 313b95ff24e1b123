//! Any bytes as a formula, as a solver's output, as the head of a compiled file and as a proof: they are read or refused
//! in words. What is read is written and read again, and no proof refutes what has a model.

#![no_main]

use boardwright::cnf::dimacs;
use boardwright::cnf::proof::check;
use boardwright::output;
use boardwright::task::recipe::Recipe;
use libfuzzer_sys::fuzz_target;

/// It has models: 2 and 4 true.
const OPEN: &str = "p cnf 5 6\n1 2 3 0\n-1 2 3 0\n-3 2 0\n4 5 0\n-5 4 -1 0\n4 -3 5 0\n";

fuzz_target!(|bytes: &[u8]| {
    let open = dimacs::read(OPEN).expect("it is a formula");
    let rejected = check(&open, bytes, &|| false).expect_err("no proof refutes what has a model");
    assert!(!rejected.to_string().is_empty());
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(cnf) = dimacs::read(text) {
        assert!(dimacs::read(&dimacs::write_plain(&cnf)) == Ok(cnf), "what is written is read");
    }
    for read in [output::read(text), output::read_competition(text)].into_iter().flatten() {
        if let Some(values) = read.values {
            let _ = values.truths(20);
            let _ = values.columns(20);
            values.line();
        }
    }
    let _ = Recipe::read(text).map(|recipe| recipe.lines("model", "formulation"));
});
