//! The address of a drawing: its parts, and the lines of text in them.
//!
//! Start with [`lines`].

use super::super::format::MAX_TEXT;
use super::super::packed::{one_link, plain};
use crate::genre::penpa::{Damage, unpack};
use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::{Source, Span};

/// The names of the program in addresses.
const SITES: [&str; 2] = ["penpa-edit", "penpa"];

/// What a link says.
pub(super) struct Lines {
    /// The lines of the drawing.
    pub(super) lines: Vec<String>,
    /// Whether the link has the answer of the setter.
    pub(super) has_answer: bool,
    /// The place of the packed drawing in the text.
    pub(super) span: Span,
}

/// Returns whether the text is an address of penpa or one with its parts, or only these parts, from `m=` on.
pub(super) fn recognises(text: &str) -> bool {
    let text = text.trim_start();
    let first = text.split_whitespace().next().unwrap_or_default();
    let address = first.split(['?', '#']).next().unwrap_or_default();
    let host = address.split_once("://").map(|(_, rest)| rest).unwrap_or(address);
    let of_site = host.split('/').any(|part| SITES.contains(&part)) && (first.contains("://") || host.contains('.'));
    let has_mode = |part: &str| ["m=edit&", "m=solve&"].iter().any(|mode| part.starts_with(mode));
    of_site || first.split(['?', '#']).any(has_mode)
}

/// Returns a part of an address, such as `p=...`, by its name: its place in the text.
fn part(text: &str, name: &str) -> Option<Span> {
    let begin = text.find(['?', '#']).map_or(0, |at| at + 1);
    let mut at = begin;
    for own in text[begin..].split(['&', '#', '?']) {
        let value = own.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        if let Some(value) = value {
            return Some(Span::new(at + own.len() - value.len(), at + own.len()));
        }
        at += own.len() + 1;
    }
    None
}

/// Returns the lines of the drawing in a link.
///
/// # Errors
/// The link has no drawing, or it is damaged.
pub(super) fn lines(source: &Source) -> Result<Lines, Diagnostic> {
    let text = source.text.trim_end();
    let start = text.len() - text.trim_start().len();
    let Some(span) = part(text, "p").filter(|span| span.start < span.end) else {
        return Err(Diagnostic::new("penpa-link", "the link has no drawing")
            .at(Span::new(start, text.len()), "no `p=` with a drawing")
            .help("links are `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`; short links have only a name for one"));
    };
    one_link("penpa-link", text, span.start, text.len())?;
    let packed = &text[span.start..span.end];
    if packed.starts_with("http") {
        let help = "import the address after `p=` by itself";
        return Err(Diagnostic::new("penpa-link", "the link is for a puzzle of another program")
            .at(span, "another address")
            .help(help));
    }
    let (packed, places) = plain(packed);
    let unpacked = unpack(&packed, MAX_TEXT).map_err(|damage| {
        let wrong = Diagnostic::new("penpa-packed", format!("the drawing in the link cannot be read: {damage}"));
        match damage {
            Damage::Digit { place, character } => {
                let from = span.start + places.get(place).copied().unwrap_or(0);
                wrong.at(Span::new(from, from + character.len_utf8()), "expected A-Z, a-z, 0-9, + or /")
            }
            Damage::Short => {
                let last = text[..span.end].char_indices().next_back().map_or(0, |(at, _)| at);
                wrong.at(Span::new(last, span.end), "the drawing ends here").help("copy the whole link")
            }
            _ => wrong.at(span, ""),
        }
    })?;
    let lines = unpacked.split('\n').map(|line| line.trim_end_matches('\r').to_string()).collect();
    Ok(Lines { lines, has_answer: part(text, "a").is_some_and(|span| span.start < span.end), span })
}
