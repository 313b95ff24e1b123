//! Links as people pass them on: in angle brackets, as Markdown, with the escapes of addresses, or within a text.
//!
//! Imports the formats whose files are links. Start with [`found`].

use super::format::Format;
use super::{fpuzzles, packed, penpa, puzzlink, saved};

/// The formats whose files are links.
const LINKS: [&Format; 3] = [&fpuzzles::FORMAT, &penpa::FORMAT, &puzzlink::FORMAT];

/// What may follow a link in a text and is no part of it.
const ENDS: [char; 8] = ['<', '>', '"', '(', ')', '[', ']', '`'];

/// Returns the links to puzzles in a text that is no link itself, each once; for a link in a wrapping, that link. A link that holds a
/// file becomes this file.
pub(super) fn found(text: &str) -> Vec<String> {
    let is_link = starts_with_scheme(text.trim_start());
    if let Some(file) = saved::in_link(text).filter(|_| is_link) {
        return vec![file];
    }
    wrapped(text).into_iter().map(|link| saved::in_link(&link).unwrap_or(link)).collect()
}

fn wrapped(text: &str) -> Vec<String> {
    if let Some(link) = in_angles(text).or_else(|| in_markdown(text)).or_else(|| unescaped(text)) {
        return vec![link];
    }
    let is_file = text.trim_start().starts_with(['{', '<']) || is_model(text);
    if is_file || starts_with_scheme(text.trim_start()) { Vec::new() } else { within(text) }
}

/// Returns the text without a full stop at its end. A stop may be part of a link; only the board that it fills says.
pub(super) fn without_stop(text: &str) -> Option<&str> {
    text.trim_end().strip_suffix('.').filter(|text| starts_with_scheme(text.trim_start()))
}

fn starts_with_scheme(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
}

fn is_scheme(text: &str) -> bool {
    ["http", "https"].iter().any(|known| text.eq_ignore_ascii_case(known))
}

/// Returns the link of `<https://...>`, as mail programs write links; they may break its lines, and the end may be lost.
fn in_angles(text: &str) -> Option<String> {
    let inner = text.trim().strip_prefix('<')?;
    let inner = inner.strip_suffix('>').unwrap_or(inner).trim();
    let link = inner.strip_prefix("URL:").unwrap_or(inner);
    (starts_with_scheme(link) && !link.contains(['<', '>'])).then(|| link.split_whitespace().collect())
}

/// Returns the link of `[text](https://...)`.
fn in_markdown(text: &str) -> Option<String> {
    let (_, link) = text.trim().strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
    let link = in_angles(link).unwrap_or_else(|| link.trim().to_string());
    (starts_with_scheme(&link) && !link.contains(char::is_whitespace)).then_some(link)
}

/// Returns a link with the escapes of addresses, as it was before: `https%3A%2F%2F...`, or only `?KIND%2F...`. In a link
/// that is read as it is, a `%` may be part of the puzzle.
fn unescaped(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.contains('%') || text.contains(char::is_whitespace) || is_puzzle(text) {
        return None;
    }
    let plain = packed::plain(text).0;
    (starts_with_scheme(&plain) && is_puzzle(&plain)).then_some(plain)
}

fn is_puzzle(link: &str) -> bool {
    LINKS.iter().any(|format| (format.recognises)(link))
}

/// Returns the links to puzzles within a text.
fn within(text: &str) -> Vec<String> {
    let mut links: Vec<String> = Vec::new();
    for (at, _) in text.match_indices("://") {
        let scheme = text[..at].len() - text[..at].trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        if !is_scheme(&text[at - scheme..at]) {
            continue;
        }
        let rest = &text[at - scheme..];
        let end = rest.find(|c: char| c.is_whitespace() || ENDS.contains(&c)).unwrap_or(rest.len());
        let link = rest[..end].trim_end_matches([',', ';', ':', '!', '?', '*', '\'']).to_string();
        let link = unescaped(&link).unwrap_or(link);
        if is_puzzle(&link) && !links.contains(&link) {
            links.push(link);
        }
    }
    links
}

/// Returns whether a text looks like a model.
pub(super) fn is_model(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("puzzle") && line.contains('='))
}
