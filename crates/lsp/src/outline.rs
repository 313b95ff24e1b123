//! The outline of a text: its tables and keys, and what can be folded. Start with [`symbols`].

use crate::document::{Document, range};
use crate::syntax::{Content, Entry, Node, Section};
use boardwright_base::source::{Span, Utf16};
use serde_json::{Value, json};

/// Kinds of symbols in the protocol.
const NAMESPACE: u8 = 3;
const PROPERTY: u8 = 7;

/// Returns the tables and keys of a document; none if it is no model.
pub(crate) fn symbols(document: &Document) -> Value {
    if !document.is_model() {
        return json!([]);
    }
    let lines = Utf16::of(&document.text);
    let mut found: Vec<Value> = Vec::new();
    for table in &document.tree.tables {
        let entries = table.entries.iter().map(|entry| entry_symbol(entry, &lines));
        match &table.header {
            None => found.extend(entries),
            Some(header) => {
                let name: Vec<&str> = header.keys.iter().map(|key| key.name.as_str()).collect();
                found.push(json!({
                    "name": named(&name.join(".")),
                    "detail": table.text("name").unwrap_or_default(),
                    "kind": NAMESPACE,
                    "range": range(&lines, filled(document, table)),
                    "selectionRange": range(&lines, header.span),
                    "children": entries.collect::<Vec<Value>>(),
                }));
            }
        }
    }
    found.into()
}

fn entry_symbol(entry: &Entry, lines: &Utf16<'_>) -> Value {
    let name: Vec<&str> = entry.keys.iter().map(|key| key.name.as_str()).collect();
    let keys = Span::new(entry.span().start, entry.keys.last().map_or(0, |key| key.span.end));
    json!({
        "name": named(&name.join(".")),
        "kind": PROPERTY,
        "range": range(lines, entry.span()),
        "selectionRange": range(lines, keys),
    })
}

/// Returns a name that is not empty, as the protocol requires.
fn named(name: &str) -> &str {
    if name.trim().is_empty() { "\"\"" } else { name }
}

/// Returns the span of a table without comments and empty lines before the next one.
fn filled(document: &Document, table: &Section) -> Span {
    let last = table.entries.last().map(|entry| entry.span().end);
    let header = table.header.as_ref().map_or(table.span.end, |header| header.span.end);
    let end = last.unwrap_or(header).max(header).min(document.text.len());
    Span::new(table.span.start, end)
}

/// Returns what can be folded: tables, pictures and other values of several lines.
pub(crate) fn folds(document: &Document) -> Value {
    if !document.is_model() {
        return json!([]);
    }
    let lines = Utf16::of(&document.text);
    let mut spans = Vec::new();
    for table in &document.tree.tables {
        if table.header.is_some() {
            spans.push(filled(document, table));
        }
        table.entries.iter().for_each(|entry| values(entry, &mut spans));
    }
    let mut folds: Vec<(usize, usize)> = spans
        .iter()
        .map(|span| (lines.position(span.start).0, lines.position(span.end).0))
        .filter(|(start, end)| end > start)
        .collect();
    folds.sort_unstable();
    folds.dedup();
    folds.iter().map(|(start, end)| json!({ "startLine": start, "endLine": end })).collect()
}

fn values(entry: &Entry, spans: &mut Vec<Span>) {
    let Some(value) = &entry.value else { return };
    spans.push(Span::new(entry.span().start, value.span.end));
    inner(value, spans);
}

fn inner(value: &Node, spans: &mut Vec<Span>) {
    match &value.content {
        Content::Text(_) | Content::Plain => {}
        Content::List(items) => {
            for item in items {
                spans.push(item.span);
                inner(item, spans);
            }
        }
        Content::Table(entries) => entries.iter().for_each(|entry| values(entry, spans)),
    }
}
