//! Diagnostics with their places in the text and, where a word is suggested, a fix that replaces it. Start with [`diagnostics`].

use super::place::Places;
use super::words::PAGE;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Label, nearest_few};
use boardwright_base::source::{Source, Span};
use serde_json::{Value, json};

/// The maximum number of accepted names that the page shows.
const NEAREST: usize = 3;

/// Returns the event `diagnostics`.
pub(super) fn diagnostics(source: &Source, list: &Diagnostics, severity: &str) -> Value {
    let places = Places::of(source);
    let object = |own: &Diagnostic| {
        let mut object = diagnostic(&places, &own.worded(PAGE), severity);
        object["near"] = near(&places, own);
        object
    };
    let all: Vec<Value> = list.iter().map(object).collect();
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

/// Returns the replacements of a word by the accepted ones nearest to it, for the page, which does not list them all.
fn near(places: &Places<'_>, own: &Diagnostic) -> Value {
    let Some(label) = own.labels.first() else { return json!([]) };
    let word = places.text(label.span).trim_matches('"');
    let accepted = own.help.iter().flat_map(boardwright_base::diagnostic::Text::names);
    let replacement = |name: &str| {
        let mut object = places.span(label.span);
        object["insert"] = name.into();
        object["title"] = format!("Replace with {name}").into();
        object
    };
    nearest_few(word, NEAREST, accepted).into_iter().map(replacement).collect()
}

/// Returns the replacement of a word by the one that was probably meant.
fn fix(places: &Places<'_>, own: &Diagnostic) -> Option<Value> {
    let (primary, fix) = (own.labels.first()?, own.fix.as_ref()?);
    // The span may be longer than the word: a string with its quotes, a whole condition.
    let from = primary.span.start + places.text(primary.span).find(&fix.word)?;
    let mut object = places.span(Span::new(from, from + fix.word.len()));
    object["insert"] = fix.meant.clone().into();
    object["title"] = format!("Replace with {}", fix.meant).into();
    Some(object)
}
