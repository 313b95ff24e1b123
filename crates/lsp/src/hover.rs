//! Descriptions of keys and names, from the field tables and the catalogues. Start with [`hover`].

use crate::document::Document;
use crate::slots::{Found, walk};
use crate::words::{Word, encodings, words};
use boardwright_base::budget::Budget;
use boardwright_base::source::Span;
use boardwright_model::{Field, Names, describe};
use serde_json::{Value, json};

/// Returns the description of what stands at an offset; null if it has none.
pub(crate) fn hover(document: &Document, offset: usize, budget: &Budget) -> Value {
    if !document.is_model() {
        return Value::Null;
    }
    let mut found = Value::Null;
    let contains = |span: Span| (span.start..=span.end).contains(&offset);
    walk(&document.tree, &document.fields(), &mut |part, path| {
        let (span, text) = match part {
            Found::Key(key, holder, slot) if contains(key.span) => {
                let own = holder.fields.iter().find(|field| field.name == key.name);
                let text = match (own, holder.key_names()) {
                    (Some(own), _) => Some(field(own)),
                    (None, Some(names)) => named(document, names, &key.name, key.span, budget),
                    (None, None) => {
                        encoding(path, None).or_else(|| slot.and_then(|slot| slot.field.as_ref()).map(field))
                    }
                };
                (key.span, text)
            }
            Found::Text(node, text, slot) if contains(node.span) => {
                let named = slot.names().and_then(|names| named(document, names, &text.value, node.span, budget));
                let named = named.or_else(|| encoding(path, Some(&text.value)));
                (node.span, named.or_else(|| slot.field.as_ref().map(field)))
            }
            _ => return,
        };
        if let Some(text) = text {
            found = json!({ "contents": markdown(&text), "range": document.range(span) });
        }
    });
    found
}

/// Returns the description of a field: what it is for, its values, its default and an example.
pub(crate) fn field(field: &Field) -> String {
    let required = if field.required { " (required)" } else { "" };
    let default = field.default.map_or(String::new(), |default| format!("\n\nDefault: `{default}`"));
    let doc = format!("**`{}`**{required}: {}\n\nExpected: {}{default}", field.name, field.doc, describe(&field.kind));
    format!("{doc}\n\n```toml\n{} = {}\n```", field.name, field.example)
}

/// Returns a text as the protocol has it.
pub(crate) fn markdown(text: &str) -> Value {
    json!({ "kind": "markdown", "value": text })
}

/// Returns the description of a name.
fn named(document: &Document, names: Names, written: &str, at: Span, budget: &Budget) -> Option<String> {
    let bare = written.strip_prefix("not ").unwrap_or(written);
    let known = words(document, names, at, budget);
    let word = known.iter().find(|word| word.name == bare).or_else(|| nearest_usage(&known, bare))?;
    let negated = if bare.len() < written.len() { "not: " } else { "" };
    Some(format!("**`{written}`**: {negated}{}", word.about))
}

/// Returns the word of a usage with other numbers: `block 3x3` for `block 2x4`, `clue` for `clue=3`.
fn nearest_usage<'w>(known: &'w [Word], written: &str) -> Option<&'w Word> {
    let letters = |text: &str| -> String {
        let words: Vec<&str> = text.split(' ').filter(|word| !word.contains(|c: char| c.is_ascii_digit())).collect();
        words.join(" ")
    };
    let stem = letters(written.split('=').next().unwrap_or_default());
    known.iter().find(|word| !stem.is_empty() && letters(&word.name) == stem)
}

/// Returns the description of a kind of encodings, or of an encoding.
fn encoding(path: &[String], name: Option<&str>) -> Option<String> {
    let [first, .., kind] = path else { return None };
    if first != "encoding" {
        return None;
    }
    let word = match name {
        None => encodings(None).into_iter().find(|word| word.name == *kind),
        Some(name) => encodings(Some(kind)).into_iter().find(|word| word.name == name),
    }?;
    Some(format!("**`{}`**: {}", word.name, word.about))
}
