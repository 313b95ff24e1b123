//! What can be written at a place: a header, a key of a table, or a value. Start with [`Cursor::at`].

use crate::document::Document;
use crate::slots::Slot;
use crate::syntax::{Content, Entry, Key, Node};
use boardwright_base::source::Span;

/// What can be written at a place.
#[derive(Debug)]
pub(crate) enum Cursor {
    /// A header: the slot of the table around its last key, and whether it is a list.
    Header { slot: Slot, replaced: Span },
    /// A key: the slot of its table, and the keys that it has.
    Key { slot: Slot, path: Vec<String>, present: Vec<String>, replaced: Span, is_line: bool },
    /// A value: its slot and the keys on the way to it.
    Value { slot: Slot, path: Vec<String>, replaced: Span, is_quoted: bool },
}

impl Cursor {
    /// Returns what can be written at an offset; `None` in comments and where the keys are unknown.
    pub(crate) fn at(document: &Document, offset: usize) -> Option<Cursor> {
        let text = &document.text;
        let section = document.tree.section(offset)?;
        let top = document.fields();
        let line_start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let is_header_line = text[line_start..offset].trim_start().starts_with('[');
        if let Some(header) = section.header.as_ref().filter(|header| offset <= header.span.end && is_header_line) {
            let keys = header.keys.iter().take_while(|key| key.span.end < offset).cloned().collect::<Vec<Key>>();
            let replaced = word(text, offset);
            return Some(Cursor::Header { slot: top.table(&keys)?, replaced });
        }
        let keys = section.header.as_ref().map_or(&[][..], |header| &header.keys);
        let slot = top.table(keys)?;
        let path: Vec<String> = keys.iter().map(|key| key.name.clone()).collect();
        within(text, &section.entries, slot, path, offset, true)
    }
}

/// Returns what can be written among or in entries of a table.
fn within(
    text: &str,
    entries: &[Entry],
    slot: Slot,
    path: Vec<String>,
    offset: usize,
    is_line: bool,
) -> Option<Cursor> {
    let reaches = |entry: &&Entry| {
        let span = entry.span();
        // After `=` on the same line, a value is missing.
        let is_open = entry.equals.is_some() && entry.value.as_ref().is_none_or(|value| is_open(text, value));
        let end = if is_open { line_end(text, span.end) } else { span.end };
        (span.start..=end).contains(&offset)
    };
    let Some(entry) = entries.iter().rfind(reaches) else {
        if is_comment(text, offset) {
            return None;
        }
        return Some(key(text, entries, slot, path, offset, is_line));
    };
    match entry.equals {
        Some(equals) if offset >= equals => {
            let mut path = path;
            let mut inner = slot;
            for key in &entry.keys {
                inner = inner.key(&key.name)?;
                path.push(key.name.clone());
            }
            match &entry.value {
                Some(value) => value_at(text, value, inner, path, offset),
                None if is_comment(text, offset) => None,
                None => {
                    Some(Cursor::Value { slot: inner, path, replaced: Span::new(offset, offset), is_quoted: false })
                }
            }
        }
        _ => {
            let before: Vec<&Key> = entry.keys.iter().take_while(|key| key.span.end < offset).collect();
            let mut path = path;
            let mut slot = slot;
            for key in before {
                slot = slot.key(&key.name)?;
                path.push(key.name.clone());
            }
            Some(key(text, entries, slot, path, offset, is_line))
        }
    }
}

fn key(text: &str, entries: &[Entry], slot: Slot, path: Vec<String>, offset: usize, is_line: bool) -> Cursor {
    let replaced = word(text, offset);
    let others = entries.iter().filter(|entry| entry.keys.first().is_none_or(|key| key.span.start != replaced.start));
    let present = others.filter_map(|entry| entry.name().map(str::to_string)).collect();
    Cursor::Key { slot, path, present, replaced, is_line }
}

fn value_at(text: &str, value: &Node, slot: Slot, path: Vec<String>, offset: usize) -> Option<Cursor> {
    let span = value.span;
    let is_inside = span.start < offset && (offset < span.end || is_open(text, value));
    match &value.content {
        Content::Text(own) => {
            let quotes = if own.is_long { 3 } else { 1 };
            let raw = text.get(span.start..span.end)?;
            let is_closed = raw.len() >= 2 * quotes && raw.ends_with(['"', '\'']);
            let inside = Span::new(span.start + quotes, if is_closed { span.end - quotes } else { span.end });
            (inside.start..=inside.end).contains(&offset).then_some(Cursor::Value {
                slot,
                path,
                replaced: inside,
                is_quoted: true,
            })
        }
        Content::Plain => Some(Cursor::Value { slot, path, replaced: span, is_quoted: false }),
        Content::List(items) => {
            let inner = slot.item();
            let reaches = |item: &&Node| (item.span.start..=item.span.end).contains(&offset);
            if !is_inside {
                return None;
            }
            match items.iter().find(reaches) {
                Some(item) => value_at(text, item, inner, path, offset),
                None => {
                    Some(Cursor::Value { slot: inner, path, replaced: Span::new(offset, offset), is_quoted: false })
                }
            }
        }
        Content::Table(entries) => {
            if is_inside {
                within(text, entries, slot, path, offset, false)
            } else {
                None
            }
        }
    }
}

/// Returns whether the closing bracket of a list or table is missing.
fn is_open(text: &str, value: &Node) -> bool {
    let raw = text.get(value.span.start..value.span.end).unwrap_or_default();
    match value.content {
        Content::List(_) => !raw.ends_with(']'),
        Content::Table(_) => !raw.ends_with('}'),
        Content::Text(_) | Content::Plain => false,
    }
}

/// Returns the span of the word before and after an offset.
fn word(text: &str, offset: usize) -> Span {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let start =
        text[..offset].rfind(|c| !is_part(c)).map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let end = text[offset..].find(|c| !is_part(c)).map_or(text.len(), |at| offset + at);
    Span::new(start, end)
}

fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find(['\n', '\r']).map_or(text.len(), |at| offset + at)
}

/// Returns whether an offset outside values is in a comment.
fn is_comment(text: &str, offset: usize) -> bool {
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[start..offset];
    let (mut quote, mut found) = (None, false);
    for c in line.chars() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '#') => found = true,
            _ => {}
        }
    }
    found
}
