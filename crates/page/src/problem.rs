//! Diagnostics with their places in the text and, where a word is suggested, a fix that replaces it. Start with [`diagnostics`].

use super::place::Places;
use super::words::PAGE;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Label};
use boardwright_base::source::{Edit, Source};
use serde_json::{Value, json};

/// Returns the event `diagnostics`.
pub(super) fn diagnostics(source: &Source, list: &Diagnostics, severity: &str) -> Value {
    let places = Places::of(source);
    let object = |own: &Diagnostic| {
        let mut object = diagnostic(&places, &own.worded(PAGE), severity);
        object["fix"] = own.correction(&source.text).map_or(Value::Null, |edit| replacement(&places, &edit));
        object["near"] = own.replacements(&source.text).iter().map(|edit| replacement(&places, edit)).collect();
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
    })
}

/// Returns an edit that replaces a word, with its title.
fn replacement(places: &Places<'_>, edit: &Edit) -> Value {
    let mut object = places.span(edit.span);
    object["insert"] = edit.text.clone().into();
    object["title"] = format!("Replace with {}", edit.text).into();
    object
}
