//! Any text as a model: it is read or rejected with errors, without a panic. Small models are lowered to constraints and clauses.

#![no_main]

use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_ir::constraint::Roles;
use boardwright_solvers::pipeline::Request;
use boardwright_puzzle::{Question};
use boardwright_render::svg;
use boardwright_ir::route::Route;
use boardwright_base::source::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.toml", text);
    for fewest in [false, true] {
        let loaded = if fewest { REGISTRY.load_fewest(&source, &Budget::none()) } else { REGISTRY.load(&source, &Budget::none()) };
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(diagnostics) => {
                assert!(diagnostics.render(&source, false).contains("error"), "a refusal says why");
                diagnostics.render(&source, true);
                continue;
            }
        };
        if !small(&source.text) {
            continue;
        }
        let horizon = match loaded.instance.question() {
            Question::Plan { at_least } if at_least > 6 => continue,
            Question::Plan { at_least } => Some(at_least),
            Question::Board => None,
        };
        for formulation in loaded.puzzle.formulations() {
            if let Ok(formulated) = loaded.instance.constrain(formulation.name, horizon, &Budget::none()) {
                // An encoding may not apply, which is an error.
                let budget = Budget::none();
                let request = Request::automatic(&formulated.problem, Roles::ALL, &budget);
                let _ = request.to_cnf(Graphs::Decomposed).map_err(|error| error.to_string());
                let _ = request.to_ilp(true).map_err(|error| error.to_string());
            }
        }
        for odd in loaded.instance.lint().map_or(Vec::new(), |lint| lint.warnings(&Budget::none()).unwrap_or_default()) {
            odd.warning(&source, true);
        }
        let _ = loaded.instance.symmetries(false);
        svg::render(&loaded.instance.draw_givens());
        loaded.instance.formulation(Route::Ilp);
        loaded.instance.methods().map(|methods| methods.direct_method());
    }
});

/// Returns whether constraints are made quickly: the text is short and has no number above 8 outside pictures.
fn small(text: &str) -> bool {
    let number = |rest: &str| {
        let digits: String = rest.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == '_').collect();
        let based = rest.trim_start().starts_with("0x");
        !based && (digits.is_empty() || digits.replace('_', "").parse::<u64>().is_ok_and(|number| number <= 8))
    };
    text.len() <= 900 && text.match_indices(['=', ',', '[', '+']).all(|(place, _)| number(&text[place + 1..]))
}
