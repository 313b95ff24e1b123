//! Diagnostics with their places in the text and, where a word is suggested, a fix that replaces it. Start with [`diagnostics`].

use super::place::Places;
use super::words::PAGE;
use crate::diagnostic::{Diagnostic, Diagnostics, Label};
use crate::source::{Source, Span};
use serde_json::{Value, json};

/// Returns the event `diagnostics`.
pub(super) fn diagnostics(source: &Source, list: &Diagnostics, severity: &str) -> Value {
    let places = Places::of(source);
    let all: Vec<Value> = list.worded(PAGE).iter().map(|own| diagnostic(&places, own, severity)).collect();
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
        "message": own.message.to_string(),
        "labels": own.labels.iter().map(label).collect::<Vec<_>>(),
        "help": own.help.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "fix": fix(places, own),
    })
}

/// Returns the replacement that a diagnostic suggests with "did you mean".
fn fix(places: &Places<'_>, own: &Diagnostic) -> Option<Value> {
    let primary = own.labels.first()?;
    let message = own.message.to_string();
    let help = own.help.iter().map(ToString::to_string);
    let mut texts = own.labels.iter().map(|label| label.text.clone()).chain(help).chain([message.clone()]);
    let suggestion = texts.find_map(|text| quoted(text.split_once("did you mean ")?.1))?;
    let found = places.text(primary.span);
    // The span may be longer than the word: a string with its quotes, a whole condition.
    let word = words_of(&message).find(|word| found.contains(word.as_str()) && *word != suggestion)?;
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
