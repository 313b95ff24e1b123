//! Diagnostics: the errors and warnings of the command line, and the edits that correct them. Start with [`analyse`].

use crate::document::{Document, MAX_BYTES, range};
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::{Source, Span, Utf16};
use boardwright_exchange::genre;
use boardwright_puzzle::Loaded;
use serde_json::{Value, json};

/// The maximum number of diagnostics that are sent.
const MAX_SENT: usize = 200;

const ERROR: u8 = 1;
const WARNING: u8 = 2;
const INFORMATION: u8 = 3;

/// A diagnostic whose spans are those of the document.
#[derive(Debug)]
struct Problem {
    severity: u8,
    diagnostic: Diagnostic,
}

/// Returns the diagnostics of a document as the command line finds them; none if it is no model.
pub(crate) fn analyse(document: &Document, budget: &Budget) -> Value {
    let lines = Utf16::of(&document.text);
    let found = found(document, budget);
    found.iter().take(MAX_SENT).map(|problem| sent(document, &lines, problem)).collect()
}

/// Returns the diagnostic of a document whose check ended without a result.
pub(crate) fn unchecked(reason: &str) -> Value {
    let start = json!({ "line": 0, "character": 0 });
    let range = json!({ "start": start, "end": start });
    let message = format!("the model was not checked: {reason}");
    json!([{ "range": range, "severity": INFORMATION, "code": "limit", "source": "boardwright", "message": message }])
}

/// Returns the quick fixes of the diagnostics that a span meets.
pub(crate) fn fixes(document: &Document, at: Span, budget: &Budget) -> Value {
    let lines = Utf16::of(&document.text);
    let mut actions = Vec::new();
    for problem in found(document, budget) {
        let own = &problem.diagnostic;
        if !own.labels.first().is_some_and(|label| label.span.start <= at.end && at.start <= label.span.end) {
            continue;
        }
        let correction = own.correction(&document.text);
        let is_preferred = correction.is_some();
        let others = own.replacements(&document.text);
        let others = others.into_iter().filter(|edit| correction.as_ref().is_none_or(|meant| meant.text != edit.text));
        for (index, edit) in correction.iter().cloned().chain(others).enumerate() {
            actions.push(json!({
                "title": format!("Replace with {}", edit.text),
                "kind": "quickfix",
                "diagnostics": [sent(document, &lines, &problem)],
                "isPreferred": is_preferred && index == 0,
                "edit": document.workspace_edit(&[edit]),
            }));
        }
    }
    actions.into()
}

fn found(document: &Document, budget: &Budget) -> Vec<Problem> {
    let words = document.host.words;
    let problem = |severity, diagnostic: &Diagnostic| Problem { severity, diagnostic: diagnostic.worded(words) };
    if document.text.len() > MAX_BYTES {
        let message = format!("the text has {} bytes; expected at most {MAX_BYTES}", document.text.len());
        return vec![problem(INFORMATION, &Diagnostic::new("too-large", message))];
    }
    if !document.is_model() {
        return Vec::new();
    }
    let (source, included) = match document.included(&document.text) {
        Ok(included) => included,
        Err(error) => return error.iter().map(|own| problem(ERROR, own)).collect(),
    };
    let mut problems: Vec<Problem> = match document.host.registry.load(&source, budget) {
        Err(error) => {
            let mut errors: Vec<Problem> = error.iter().map(|own| problem(ERROR, own)).collect();
            if let Some(stop) = error.stop() {
                errors.push(problem(INFORMATION, &Diagnostic::new("limit", format!("{stop} while reading the model"))));
            }
            errors
        }
        Ok(loaded) => checked(&source, &loaded, budget).iter().map(|(severity, own)| problem(*severity, own)).collect(),
    };
    for problem in &mut problems {
        problem.diagnostic.labels.iter_mut().for_each(|label| label.span = included.place(label.span, &source));
    }
    problems
}

/// Returns what `check` reports about a model without errors.
fn checked(source: &Source, loaded: &Loaded, budget: &Budget) -> Vec<(u8, Diagnostic)> {
    let mut found = Vec::new();
    if let Ok(Some(genre)) = genre::read(&loaded.model)
        && let Err(wrong) = genre::check::examples(&genre, &loaded.model, source)
    {
        found.extend(wrong.iter().map(|own| (ERROR, own.clone())));
    }
    match loaded.instance.lint().map(|lint| lint.warnings(None, budget)) {
        Some(Ok(warnings)) => found.extend(warnings.into_iter().map(|own| (WARNING, own))),
        Some(Err(stop)) => {
            found.push((INFORMATION, Diagnostic::new("limit", format!("{stop} while searching for warnings"))));
        }
        None => {}
    }
    found
}

fn sent(document: &Document, lines: &Utf16<'_>, problem: &Problem) -> Value {
    let own = &problem.diagnostic;
    let primary = own.labels.first();
    let label = primary.map(|label| label.text.clone()).filter(|text| !text.is_empty());
    let help = own.help.iter().map(|help| format!("help: {help}"));
    let message: Vec<String> = std::iter::once(own.message.to_string()).chain(label).chain(help).collect();
    let related: Vec<Value> = (own.labels.iter().skip(1))
        .map(|label| {
            let location = json!({ "uri": document.uri, "range": range(lines, label.span) });
            json!({ "location": location, "message": label.text })
        })
        .collect();
    json!({
        "range": range(lines, primary.map(|label| label.span).unwrap_or_default()),
        "severity": problem.severity,
        "code": own.code,
        "source": "boardwright",
        "message": message.join("\n"),
        "relatedInformation": related,
    })
}
