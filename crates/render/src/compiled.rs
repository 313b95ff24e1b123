//! The text of a compiled file, with the words for the origins of its clauses and rows.

use crate::origin::Shown;
use boardwright_tasks::task::compile::Compiled;

/// Returns the text of the file; `model` is the name of the model's file.
pub fn text(compiled: &Compiled, model: &str) -> String {
    let shown = Shown::new(compiled.origins());
    compiled.text(model, &|origin| {
        let (part, rule) = (shown.part(origin), shown.rule(origin));
        if part.is_empty() { rule } else { format!("{rule}, {part}") }
    })
}
