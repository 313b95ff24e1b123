//! Diagnostics with their places in the text and, where a word is suggested, a fix that replaces it. Start with [`diagnostics`].

use super::place::Places;
use crate::diagnostic::{Diagnostic, Diagnostics, Label};
use crate::source::{Source, Span};
use serde_json::{Value, json};

/// Returns the event `diagnostics`.
pub(super) fn diagnostics(source: &Source, list: &Diagnostics, severity: &str) -> Value {
    let places = Places::of(source);
    let all: Vec<Value> = list.iter().map(|own| diagnostic(&places, own, severity)).collect();
    json!({ "event": "diagnostics", "diagnostics": all })
}

fn diagnostic(places: &Places<'_>, own: &Diagnostic, severity: &str) -> Value {
    let label = |label: &Label| {
        let mut object = places.span(label.span);
        object["text"] = label.text.clone().into();
        object
    };
    json!({
        "severity": severity,
        "code": own.code,
        "message": own.message,
        "labels": own.labels.iter().map(label).collect::<Vec<_>>(),
        "help": own.help,
        "fix": fix(places, own),
    })
}

/// Returns the replacement that a diagnostic suggests with "did you mean".
fn fix(places: &Places<'_>, own: &Diagnostic) -> Option<Value> {
    let primary = own.labels.first()?;
    let texts = own.labels.iter().map(|label| &label.text).chain(&own.help).chain([&own.message]);
    let suggestion = texts.filter_map(|text| quoted(text.split_once("did you mean ")?.1)).next()?;
    let found = places.text(primary.span);
    // The span may be longer than the word: a string with its quotes, a whole condition.
    let word = words_of(&own.message).find(|word| found.contains(word.as_str()) && *word != suggestion)?;
    let from = primary.span.start + found.find(&word)?;
    let mut object = places.span(Span::new(from, from + word.len()));
    object["insert"] = suggestion.clone().into();
    object["title"] = format!("Replace with {suggestion}").into();
    Some(object)
}

/// Returns the word in the quotes or backquotes that a text begins with.
fn quoted(text: &str) -> Option<String> {
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '"'))?;
    let rest = &text[1..];
    rest.find(mark).map(|end| rest[..end].to_string()).filter(|word| !word.is_empty())
}

/// Returns the words of a text that stand in quotes or backquotes.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.char_indices().filter(|(_, c)| matches!(c, '`' | '"')).filter_map(|(at, _)| quoted(&text[at..]))
}
