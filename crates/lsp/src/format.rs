//! Formatting: blanks, empty lines and pictures. Both texts are read, and must say the same. Start with [`format`].

use crate::document::Document;
use crate::protocol::Wrong;
use crate::slots::{Found, Slot, walk};
use crate::syntax::{Content, Entry, Node, Tree};
use boardwright_base::budget::Budget;
use boardwright_base::source::{Edit, Span, edited, pad_right};
use serde_json::{Value, json};

/// Returns the edit that formats a document; null if it is no model, or has errors.
///
/// # Errors
/// If the formatted text does not say the same.
pub(crate) fn format(document: &Document, budget: &Budget) -> Result<Value, Wrong> {
    let Some(before) = document.is_model().then(|| document.load(budget).ok()).flatten() else {
        return Ok(Value::Null);
    };
    let text = formatted(&document.text, &document.fields());
    let after = document.load_text(&text, budget).ok();
    if !after.is_some_and(|after| before.model.says_the_same(&after.model)) {
        return Err(Wrong::refused("cannot format this text without a change of the model"));
    }
    let edit = difference(&document.text, &text);
    Ok(edit.map_or(json!([]), |edit| document.edits(&[edit])))
}

/// Returns the edit of the part in which two texts differ.
fn difference(before: &str, after: &str) -> Option<Edit> {
    if before == after {
        return None;
    }
    let boundary = |at: usize| before.is_char_boundary(at) && after.is_char_boundary(at);
    let same = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let start = (0..=same).rev().find(|&at| boundary(at)).unwrap_or(0);
    let most = before.len().min(after.len()) - start;
    let same = before.bytes().rev().zip(after.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
    let is_end = |&length: &usize| {
        before.is_char_boundary(before.len() - length) && after.is_char_boundary(after.len() - length)
    };
    let end = (0..=same).rev().find(is_end).unwrap_or(0);
    Some(Edit::new(Span::new(start, before.len() - end), &after[start..after.len() - end]))
}

/// Returns a text with its pictures and then its lines formatted.
pub(crate) fn formatted(text: &str, fields: &Slot) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut edits = Vec::new();
    walk(&Tree::of(text), fields, &mut |part, _| {
        if let Found::Text(node, own, slot) = part
            && slot.is_picture()
            && own.is_long
            && own.is_literal()
        {
            let quotes = &text[node.span.start..node.span.start + 3];
            edits.push(Edit::new(node.span, format!("{quotes}{newline}{}{quotes}", picture(&own.value, newline))));
        }
    });
    lines(&edited(text, &edits), newline)
}

/// Returns the rows of a picture without common indentation, words in columns, each row with its line break.
fn picture(value: &str, newline: &str) -> String {
    let mut rows: Vec<&str> = value.split('\n').map(|row| row.trim_end_matches([' ', '\t', '\r'])).collect();
    if rows.len() > 1 && rows.last() == Some(&"") {
        rows.pop();
    }
    let indentation = |row: &&str| row.len() - row.trim_start_matches([' ', '\t']).len();
    let filled = || rows.iter().filter(|row| !row.is_empty());
    let common = filled().map(indentation).min().unwrap_or(0);
    let words: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    let width = words.iter().map(Vec::len).max().unwrap_or(0);
    // Where rows are indented, the columns have a meaning.
    let is_table = width > 1
        && filled().all(|row| indentation(row) == common)
        && words.iter().all(|row| row.is_empty() || row.len() == width);
    let columns: Vec<usize> = (0..width)
        .map(|column| {
            words.iter().filter_map(|row| row.get(column)).map(|word| word.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut written = String::new();
    for (row, words) in rows.iter().zip(&words) {
        if is_table {
            let padded: Vec<String> = words.iter().zip(&columns).map(|(word, width)| pad_right(word, *width)).collect();
            written.push_str(padded.join(" ").trim_end());
        } else {
            written.push_str(row.get(common..).unwrap_or_default());
        }
        written.push_str(newline);
    }
    written
}

/// Returns a text with its lines formatted: no indentation of keys, one blank around `=`, no blanks at line ends, at most one
/// empty line, and one before each header.
fn lines(text: &str, newline: &str) -> String {
    let tree = Tree::of(text);
    let mut edits = Vec::new();
    let mut strings = Vec::new();
    for table in &tree.tables {
        table.header.iter().for_each(|header| edits.extend(unindented(text, header.span.start)));
        for entry in &table.entries {
            edits.extend(unindented(text, entry.span().start));
            edits.extend(spaced(text, entry));
            entry.value.iter().for_each(|value| long_strings(value, &mut strings));
        }
    }
    let headers: Vec<usize> = tree.tables.iter().filter_map(|table| Some(table.header.as_ref()?.span.start)).collect();
    let mut written = String::with_capacity(text.len());
    let mut is_empty_before = true;
    let mut is_comment_before = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(at, at + line.len());
        at = span.end;
        let begins_inside = strings.iter().any(|own| own.start < span.start && span.start < own.end);
        let ends_inside = strings.iter().any(|own| own.start < span.end && span.end < own.end);
        let of_line: Vec<Edit> = edits
            .iter()
            .filter(|own| span.start <= own.span.start && own.span.end <= span.end)
            .map(|own| Edit::new(Span::new(own.span.start - span.start, own.span.end - span.start), own.text.as_str()))
            .collect();
        let whole = edited(line, &of_line);
        if begins_inside && ends_inside {
            written.push_str(line);
            continue;
        }
        let content = if ends_inside { whole } else { whole.trim_end().to_string() + newline };
        let is_empty = content.trim().is_empty() && !begins_inside;
        if is_empty && is_empty_before {
            continue;
        }
        let is_header = headers.iter().any(|&start| span.start <= start && start < span.end);
        if is_header && !is_empty_before && !is_comment_before {
            written.push_str(newline);
        }
        written.push_str(&content);
        is_empty_before = is_empty;
        is_comment_before = content.trim_start().starts_with('#') && !begins_inside;
    }
    let trimmed = written.trim_end_matches(['\n', '\r', ' ', '\t']).len();
    written.truncate(trimmed);
    if !written.is_empty() {
        written.push_str(newline);
    }
    written
}

/// Returns the edit that removes blanks at the start of the line of a key or a header.
fn unindented(text: &str, start: usize) -> Option<Edit> {
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let blanks = &text[line..start];
    (!blanks.is_empty() && blanks.trim().is_empty()).then(|| Edit::new(Span::new(line, start), ""))
}

/// Returns the edit that puts one blank on each side of `=`.
fn spaced(text: &str, entry: &Entry) -> Option<Edit> {
    let keys = entry.keys.last()?.span.end;
    let value = entry.value.as_ref()?.span.start;
    let between = text.get(keys..value)?;
    (between.trim() == "=" && between != " = ").then(|| Edit::new(Span::new(keys, value), " = "))
}

fn long_strings(value: &Node, found: &mut Vec<Span>) {
    match &value.content {
        Content::Text(text) if text.is_long => found.push(value.span),
        Content::Text(_) | Content::Plain => {}
        Content::List(items) => items.iter().for_each(|item| long_strings(item, found)),
        Content::Table(entries) => {
            entries.iter().filter_map(|entry| entry.value.as_ref()).for_each(|value| long_strings(value, found));
        }
    }
}
