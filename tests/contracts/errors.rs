//! Errors are types that say what failed: no result has a text as its error. Code for tests is left out.

use crate::source_code::modules;

/// Files that may have such results, each with its reason. There is none.
const TEXT_ERRORS: &[(&str, &str)] = &[];

#[test]
fn errors_are_types() {
    for module in modules() {
        let lines = module.text_errors();
        let allowed = TEXT_ERRORS.iter().any(|(file, _)| *file == module.file);
        let file = &module.path;
        assert!(allowed || lines.is_empty(), "{file}, lines {lines:?}: give the error a type that says what failed");
        assert!(!allowed || !lines.is_empty(), "{file} has no such result: remove the entry");
    }
}
