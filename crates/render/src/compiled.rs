//! The text of a compiled file, with the words for the origins of its clauses and rows.

use crate::origin::Shown;
use boardwright_ir::constraint::Origin;
use boardwright_tasks::task::compile::Compiled;

/// Returns the text of the file; `model` is the name of the model's file.
pub fn text(compiled: &Compiled, model: &str) -> String {
    let shown = Shown::new(compiled.origins());
    compiled.text(model, &|origin| words(&shown, origin))
}

/// Returns the texts of all origins of a problem, for comments.
pub fn origins(origins: &[Origin]) -> Vec<String> {
    let shown = Shown::new(origins);
    origins.iter().map(|origin| words(&shown, origin)).collect()
}

fn words(shown: &Shown, origin: &Origin) -> String {
    let (part, rule) = (shown.part(origin), shown.rule(origin));
    if part.is_empty() { rule } else { format!("{rule}, {part}") }
}
