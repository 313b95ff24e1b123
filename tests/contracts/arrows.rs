//! Arrows point down: no file imports itself through others, no room imports itself through other rooms, and functions are
//! short. Read from the source by `source_code`.

use crate::source_code::{arrows, circles, crate_of, modules, room};
use std::collections::{BTreeMap, BTreeSet};

/// The most lines in the body of a function.
const LONGEST: usize = 80;

/// The modules of its own family that a verifier may import: the instance, and the form of its solutions.
const A_VERIFIER_IMPORTS: &[&str] =
    &["board", "breach", "line", "chessboard", "claim", "notation", "reach", "piece", "position", "mod"];

#[test]
fn files_form_no_circle() {
    let modules = modules();
    let arrows = arrows(&modules);
    if let Some(circle) = circles(&arrows).first() {
        let mut ties = String::new();
        for &from in circle {
            for (to, names) in arrows[from].iter().filter(|(to, _)| circle.contains(to)) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                ties += &format!("\n  {} -> {}: {}", modules[from].path, modules[*to].path, names.join(", "));
            }
        }
        panic!("these files import each other in a circle; move what they share to a file of its own:{ties}");
    }
}

#[test]
fn rooms_form_no_circle() {
    let modules = modules();
    // Cargo sees to it that crates form none.
    let name = |at: usize| (crate_of(&modules, at), room(&modules[at].file));
    let rooms: Vec<(usize, &str)> = (0..modules.len()).map(name).collect::<BTreeSet<_>>().into_iter().collect();
    let number = |at: usize| rooms.iter().position(|room| *room == name(at)).expect("it is in the list");
    let mut between: Vec<BTreeMap<usize, BTreeSet<String>>> = vec![BTreeMap::new(); rooms.len()];
    for (from, arrows) in arrows(&modules).iter().enumerate() {
        for to in arrows.keys().map(|&to| number(to)).filter(|&to| to != number(from)) {
            between[number(from)].entry(to).or_default().insert(modules[from].path.clone());
        }
    }
    let tied: Vec<Vec<&(usize, &str)>> =
        circles(&between).iter().map(|circle| circle.iter().map(|&room| &rooms[room]).collect()).collect();
    assert!(tied.is_empty(), "these rooms import each other in a circle: {tied:?}");
}

#[test]
fn verifiers_import_no_construction() {
    let modules = modules();
    let arrows = arrows(&modules);
    let verifiers = (0..modules.len())
        .filter(|&index| modules[index].path.starts_with("crates/") && modules[index].path.ends_with("/verify.rs"));
    let mut number = 0;
    for verifier in verifiers {
        number += 1;
        let file = &modules[verifier].file;
        let family = file.trim_end_matches("verify.rs");
        for own in arrows[verifier].keys().map(|&to| &modules[to].file).filter(|to| to.starts_with(family)) {
            let name = own[family.len()..].trim_end_matches(".rs");
            let may = A_VERIFIER_IMPORTS.contains(&name);
            assert!(may, "{file} imports {own}: a verifier knows only the rules");
        }
    }
    assert!(number >= 7, "every family has a verify.rs");
}

#[test]
fn functions_are_short() {
    let modules = modules();
    let mut number = 0;
    for module in &modules {
        for (name, lines) in module.functions() {
            number += 1;
            assert!(lines <= LONGEST, "{}: the body of `{name}` has {lines} lines", module.path);
        }
    }
    assert!(number > 6500, "the functions were not found: only {number}");
}
