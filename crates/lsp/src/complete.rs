//! Completion: keys from the field tables, values, and names. Start with [`complete`].

use crate::cursor::Cursor;
use crate::document::{Document, range};
use crate::hover;
use crate::protocol::Wrong;
use crate::slots::Slot;
use crate::words::{Word, encodings, words};
use boardwright_base::budget::Budget;
use boardwright_base::source::{Span, Utf16};
use boardwright_model::{Field, Kind, Names, describe};
use serde_json::{Value, json};

/// Kinds of items in the protocol.
const FIELD: u8 = 5;
const MODULE: u8 = 9;
const VALUE: u8 = 12;
const ENUM_MEMBER: u8 = 20;
const REFERENCE: u8 = 18;

/// The key of the table of encodings.
const ENCODING: &str = "encoding";

/// Returns what can be written at an offset; nothing if the document is no model.
pub(crate) fn complete(document: &Document, offset: usize, budget: &Budget) -> Result<Value, Wrong> {
    let mut items = Items { document, lines: Utf16::of(&document.text), list: Vec::new() };
    if document.is_model() {
        match Cursor::at(document, offset) {
            None => {}
            Some(Cursor::Header { slot, replaced }) => {
                slot.fields.iter().filter(|field| is_table(field)).for_each(|field| {
                    items.add(field.name, field.name, MODULE, replaced, Some(field));
                });
            }
            Some(Cursor::Key { slot, path, present, replaced, is_line }) => {
                items.keys(&slot, &path, &present, replaced, budget);
                if is_line {
                    items.headers(replaced);
                }
            }
            Some(Cursor::Value { slot, path, replaced, is_quoted }) => {
                items.values(&slot, &path, replaced, is_quoted, budget);
            }
        }
    }
    Ok(json!({ "isIncomplete": false, "items": items.list }))
}

/// Returns whether a field is usually written with a header.
fn is_table(field: &Field) -> bool {
    matches!(field.kind, Kind::Table(_) | Kind::Tables(_) | Kind::Map(_) | Kind::By(..) | Kind::Pairs)
}

struct Items<'d> {
    document: &'d Document,
    lines: Utf16<'d>,
    list: Vec<Value>,
}

impl Items<'_> {
    fn add(&mut self, label: &str, text: &str, kind: u8, replaced: Span, field: Option<&Field>) {
        let mut item = json!({
            "label": label,
            "kind": kind,
            "textEdit": { "range": range(&self.lines, replaced), "newText": text },
        });
        if let Some(field) = field {
            item["detail"] = describe(&field.kind).into();
            item["documentation"] = hover::markdown(&hover::field(field));
        }
        self.list.push(item);
    }

    fn word(&mut self, word: &Word, text: &str, replaced: Span) {
        self.add(&word.name, text, REFERENCE, replaced, None);
        if let Some(item) = self.list.last_mut() {
            item["detail"] = word.about.clone().into();
        }
    }

    fn keys(&mut self, slot: &Slot, path: &[String], present: &[String], replaced: Span, budget: &Budget) {
        // The value of a key that is rewritten stays.
        let has_value = self.document.text[replaced.end..].trim_start_matches([' ', '\t']).starts_with('=');
        let equals = if has_value { "" } else { " = " };
        for field in slot.fields.iter().filter(|field| !present.iter().any(|key| key == field.name)) {
            self.add(field.name, &format!("{}{equals}", field.name), FIELD, replaced, Some(field));
        }
        if let Some(names) = slot.key_names() {
            for word in words(self.document, names, replaced, budget) {
                self.word(&word, &format!("{}{equals}", quoted_key(&word.name)), replaced);
            }
        }
        if path.first().is_some_and(|key| key == ENCODING) {
            encodings(None).iter().for_each(|word| self.word(word, &format!("{}{equals}", word.name), replaced));
            for word in words(self.document, Names::Rule, replaced, budget) {
                self.word(&word, &format!("{}.", quoted_key(&word.name)), replaced);
            }
        }
    }

    /// Adds the headers of tables, which can stand on every line.
    fn headers(&mut self, replaced: Span) {
        for field in self.document.fields().fields.iter().filter(|field| is_table(field)) {
            let header = match field.kind {
                Kind::Tables(_) => format!("[[{}]]", field.name),
                Kind::Map(Kind::Table(_)) => format!("[{}.", field.name),
                _ => format!("[{}]", field.name),
            };
            self.add(&header, &header, MODULE, replaced, Some(field));
        }
    }

    fn values(&mut self, slot: &Slot, path: &[String], replaced: Span, is_quoted: bool, budget: &Budget) {
        let string = |name: &str| if is_quoted { escaped(name) } else { format!("\"{}\"", escaped(name)) };
        let mut has_words = false;
        for kind in &slot.kinds {
            match kind {
                Kind::Boolean if !is_quoted => {
                    ["true", "false"].iter().for_each(|word| self.add(word, word, VALUE, replaced, None));
                    has_words = true;
                }
                Kind::Choice(choices) => {
                    choices.iter().for_each(|choice| self.add(choice, &string(choice), ENUM_MEMBER, replaced, None));
                    has_words = true;
                }
                Kind::Named(names) => {
                    // What is negated is a test, too.
                    let is_negated = is_quoted && self.lines.text(replaced).starts_with("not ");
                    let start = replaced.start + if is_negated { "not ".len() } else { 0 };
                    let replaced = Span::new(start, replaced.end);
                    let found = words(self.document, *names, replaced, budget);
                    found.iter().for_each(|word| self.word(word, &string(&word.name), replaced));
                    has_words = true;
                }
                _ => {}
            }
        }
        if let [first, .., kind] = path
            && first == ENCODING
        {
            encodings(Some(kind)).iter().for_each(|word| self.word(word, &string(&word.name), replaced));
            has_words = true;
        }
        // Where no words fit, an example shows the form.
        if let Some(field) = slot.field.as_ref().filter(|_| !is_quoted && !has_words && !slot.is_picture()) {
            self.add(field.example, field.example, VALUE, replaced, Some(field));
        }
    }
}

/// Returns a key, in quotes where TOML requires them.
pub(crate) fn quoted_key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) { name.to_string() } else { format!("\"{}\"", escaped(name)) }
}

/// Returns a text as it stands in a string with double quotes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
