//! The text of a model file, and positions in it.
//!
//! A [`Span`] is a half-open range of byte offsets into [`Source::text`]; a [`Malformed`] is an error in a line of a
//! machine-written file; an [`Edit`] replaces a span; [`Utf16`] has the positions of editors. Imports no other room. Start with [`Source`].

mod edit;
mod utf16;

pub use self::edit::{Edit, edited};
pub use self::utf16::Utf16;

use std::borrow::Cow;

/// A text with the name that messages use for it (a path, or `-` for standard input).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name in messages.
    pub name: String,
    /// The whole text, without a byte order mark.
    pub text: String,
}

impl Source {
    /// Returns a source; removes a byte order mark at the start of the text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Source { name: name.into(), text }
    }

    /// Returns the 1-based line and column (in characters) of a byte offset; offsets past the end are clamped.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// A half-open range of bytes in a [`Source`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// Returns the span `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}

/// An error in a machine-written file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Malformed {
    /// The 1-based line.
    pub line: usize,
    /// The description.
    pub reason: String,
}

impl Malformed {
    /// Returns an error in a line, counted from 1.
    pub fn new(line: usize, reason: impl Into<String>) -> Malformed {
        Malformed { line, reason: reason.into() }
    }
}

/// Returns the text as printable ASCII on one line, with all other characters as `\u{...}`, for comment lines of any
/// file format.
///
/// ```
/// use boardwright_base::source::one_line;
/// assert_eq!(one_line("knight r3c4"), "knight r3c4");
/// assert_eq!(one_line("a\nb \u{e9}\\"), "a\\u{a}b \\u{e9}\\u{5c}");
/// ```
pub fn one_line(text: &str) -> Cow<'_, str> {
    let plain = |c: char| (c == ' ' || c.is_ascii_graphic()) && c != '\\';
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if plain(c) { line.push(c) } else { line.extend(c.escape_unicode()) }
    }
    Cow::Owned(line)
}

/// The text after as many blanks as make it `width` characters wide. Format strings do the same, but panic beyond 65,535.
///
/// ```
/// assert_eq!(boardwright_base::source::pad_left("é", 3), "  é");
/// ```
pub fn pad_left(text: &str, width: usize) -> String {
    blanks(text, width) + text
}

/// The text before as many blanks as make it `width` characters wide.
///
/// ```
/// assert_eq!(boardwright_base::source::pad_right("é", 3), "é  ");
/// ```
pub fn pad_right(text: &str, width: usize) -> String {
    text.to_string() + &blanks(text, width)
}

fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let source = Source::new("x", "añb\ncd");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (1, 3), "ñ is two bytes but one character");
        assert_eq!(source.position(5), (2, 1));
        assert_eq!(source.position(99), (2, 3));
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        let source = Source::new("x", "\u{feff}a = 1");
        assert_eq!(source.text, "a = 1");
    }
}
