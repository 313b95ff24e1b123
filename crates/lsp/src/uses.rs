//! Where a text names a value, a layer or a rule: in tests, keys, lists and pictures. Start with [`uses`].

use crate::document::Document;
use crate::protocol::Wrong;
use crate::slots::{Found, Slot, walk};
use crate::syntax::Key;
use crate::text::Text;
use crate::words::encodings;
use boardwright_base::source::Span;
use boardwright_model::{Kind, Names};

/// What can be renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Value(String),
    Layer(String),
    Rule(String),
}

impl Target {
    pub(crate) fn name(&self) -> &str {
        match self {
            Target::Value(name) | Target::Layer(name) | Target::Rule(name) => name,
        }
    }
}

/// How a use is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A whole key, with the prefix `not ` or without.
    Key { is_negated: bool },
    /// Part of a string.
    Text,
    /// A character of a picture.
    Character,
}

/// A use of a name: its place and how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) span: Span,
    pub(crate) form: Form,
}

/// What can be renamed in a text, with its place: uses of names that may be values, layers or rules.
pub(crate) fn target(document: &Document, offset: usize) -> Option<(Target, Span)> {
    let mut found = None;
    let contains = |span: Span| (span.start..=span.end).contains(&offset);
    walk(&document.tree, &document.fields(), &mut |part, path| {
        for (target, own) in named(part, path) {
            if contains(own.span) {
                found = Some((target, own.span));
            }
        }
    });
    found
}

/// Returns all uses of a name.
///
/// # Errors
/// If one of them cannot be replaced.
pub(crate) fn uses(document: &Document, target: &Target) -> Result<Vec<Use>, Wrong> {
    let mut found = Vec::new();
    let mut wrong = None;
    walk(&document.tree, &document.fields(), &mut |part, path| {
        found.extend(named(part, path).into_iter().filter(|(own, _)| own == target).map(|(_, own)| own));
        if let Some(reason) = hindrance(part, path, target) {
            wrong = Some(Wrong::refused(reason));
        }
    });
    found.sort_by_key(|own| own.span);
    found.dedup();
    wrong.map_or(Ok(found), Err)
}

/// Returns the names in a part of a text.
fn named(part: &Found<'_>, path: &[String]) -> Vec<(Target, Use)> {
    match part {
        // A colour is that of a value or of a rule.
        Found::Key(key, ..) if matches!(path, [table, _] if table == "colours") => {
            let own = Use { span: key.span, form: Form::Key { is_negated: false } };
            [Target::Value(key.name.clone()), Target::Rule(key.name.clone())].map(|target| (target, own.clone())).into()
        }
        Found::Key(key, holder, _) => of_key(key, holder, path).into_iter().collect(),
        Found::Text(_, text, slot) => of_text(text, slot, path),
    }
}

fn of_key(key: &Key, holder: &Slot, path: &[String]) -> Option<(Target, Use)> {
    let plain = Use { span: key.span, form: Form::Key { is_negated: false } };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        ["layer", name] => return Some((Target::Layer(name.to_string()), plain)),
        ["figures", name] => return Some((Target::Value(name.to_string()), plain)),
        ["encoding", name] if encodings(None).iter().all(|kind| kind.name != name) => {
            return Some((Target::Rule(name.to_string()), plain));
        }
        _ => {}
    }
    if holder.key_names() != Some(Names::Test) || holder.fields.iter().any(|field| field.name == key.name) {
        return None;
    }
    let bare = key.name.strip_prefix("not ");
    let form = Form::Key { is_negated: bare.is_some() };
    Some((Target::Value(bare.unwrap_or(&key.name).trim().to_string()), Use { span: key.span, form }))
}

fn of_text(text: &Text, slot: &Slot, path: &[String]) -> Vec<(Target, Use)> {
    let value = text.value.as_str();
    let used = |target: Target, from: usize, form: Form| {
        let span = text.place(from, target.name().len())?;
        Some((target, Use { span, form }))
    };
    let whole = |target: fn(String) -> Target| -> Vec<(Target, Use)> {
        used(target(value.to_string()), 0, Form::Text).into_iter().collect()
    };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    if slot.is_picture() && is_of_values(&path) || path == ["example", "board"] {
        let marks = marks(value).into_iter();
        return marks.filter_map(|(from, mark, form)| used(Target::Value(mark.to_string()), from, form)).collect();
    }
    if path == ["rule", "name"] {
        return whole(Target::Rule);
    }
    if is_values(&path) {
        return whole(Target::Value);
    }
    match slot.names() {
        Some(Names::Test) => {
            let bare = value.strip_prefix("not ").unwrap_or(value);
            used(Target::Value(bare.to_string()), value.len() - bare.len(), Form::Text).into_iter().collect()
        }
        Some(Names::Value) => whole(Target::Value),
        Some(Names::Layer) => whole(Target::Layer),
        Some(Names::Rule) => whole(Target::Rule),
        Some(Names::Drawn) => [whole(Target::Layer), whole(Target::Rule)].concat(),
        _ => Vec::new(),
    }
}

/// Returns whether a path is that of the values of cells.
fn is_values(path: &[&str]) -> bool {
    matches!(path, ["grid", "values"] | ["layer", _, "values"])
}

/// Returns whether the marks of a picture are values.
fn is_of_values(path: &[&str]) -> bool {
    matches!(
        path,
        ["grid", "given" | "start"]
            | ["layer", _, "given"]
            | ["rule", "forbid" | "require"]
            | ["move", "before" | "after"]
            | ["goal", "cells"]
    )
}

/// Returns the marks of a picture with their byte offsets: characters, or words where a row has blanks inside.
fn marks(value: &str) -> Vec<(usize, &str, Form)> {
    let in_words = value.lines().any(|row| row.trim().contains([' ', '\t']));
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in value.char_indices().chain([(value.len(), '\n')]) {
        if !in_words && !c.is_whitespace() {
            found.push((at, &value[at..at + c.len_utf8()], Form::Character));
        }
        if c.is_whitespace() {
            if in_words && at > start {
                found.push((start, &value[start..at], Form::Text));
            }
            start = at + c.len_utf8();
        }
    }
    found
}

/// Returns why a name cannot be replaced in a part of a text.
fn hindrance(part: &Found<'_>, path: &[String], target: &Target) -> Option<String> {
    let Found::Text(_, text, slot) = part else { return None };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let Target::Value(name) = target else { return None };
    if is_values(&path) && text.value != *name && (text.value.contains("..") || slot.kinds.iter().all(is_list)) {
        return Some(format!("`{name}` may be part of `{}` in `values`; list the values first", text.value))
            .filter(|_| spans(&text.value, name));
    }
    if path == ["example", "board"] && text.value.trim_start().starts_with(['{', '[']) {
        return Some("an `[[example]]` has its board in JSON".to_string());
    }
    let is_escaped = !text.is_placed() && text.value.contains(name.as_str());
    (is_escaped && (slot.names().is_some() || slot.is_picture()))
        .then(|| format!("`{name}` may stand in a string with escapes"))
}

fn is_list(kind: &Kind) -> bool {
    matches!(kind, Kind::List { .. })
}

/// Returns whether a range of values, such as `1..9`, may have a value among others.
fn spans(range: &str, name: &str) -> bool {
    let Some((from, to)) = range.split_once("..") else { return false };
    match (from.trim().parse::<i64>(), to.trim().parse::<i64>(), name.parse::<i64>()) {
        (Ok(from), Ok(to), Ok(name)) => (from..=to).contains(&name),
        (_, _, Ok(_)) => true,
        _ => name.chars().count() == 1 && from.trim() <= name && name <= to.trim(),
    }
}
