//! Any text as a formula, as a solver's output and as the head of a compiled file: it is read or refused in words. What
//! is read is written and read again.

#![no_main]

use boardwright::cnf::dimacs;
use boardwright::output;
use boardwright::task::recipe::Recipe;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
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
