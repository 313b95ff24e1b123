//! Reading what programs wrote character by character, with the places for messages.

use crate::diagnostic::{Diagnostic, quote};
use crate::source::Span;

/// A part of a text that is still to be read. Its characters are ASCII; others are read as what no format has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan<'a> {
    text: &'a str,
    /// Bytes of the whole text.
    at: usize,
    end: usize,
}

impl<'a> Scan<'a> {
    /// The bytes `start..end` of a text.
    pub(super) fn new(text: &'a str, start: usize, end: usize) -> Self {
        Scan { text, at: start, end }
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Whether the next character is this one, which then is read.
    pub(super) fn eats(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.at += wanted.len_utf8();
        }
        is_next
    }

    /// Reads up to a character, which is read, too, or to the end.
    pub(super) fn until(&mut self, stop: char) -> Scan<'a> {
        let length = self.rest().find(stop).unwrap_or(self.rest().len());
        let part = Scan { text: self.text, at: self.at, end: self.at + length };
        self.at = part.end;
        self.eats(stop);
        part
    }

    /// Reads a whole number of decimal digits.
    pub(super) fn number(&mut self) -> Option<usize> {
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..length].parse().ok()?;
        self.at += length;
        Some(number)
    }

    /// Reads so many digits of a base.
    pub(super) fn digits(&mut self, count: usize, base: u32) -> Option<usize> {
        let digits = self.rest().get(..count)?;
        let number = usize::from_str_radix(digits, base).ok().filter(|_| !digits.starts_with(['+', '-']))?;
        self.at += count;
        Some(number)
    }

    /// The next character, or where the end is.
    pub(super) fn here(&self) -> Span {
        Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8))
    }

    /// All that is left.
    pub(super) fn span(&self) -> Span {
        Span::new(self.at, self.end)
    }

    /// What was read since `earlier`.
    pub(super) fn since(&self, earlier: &Scan<'_>) -> Span {
        Span::new(earlier.at, self.at)
    }

    /// The next character is not what may stand there.
    pub(super) fn unexpected(&self, accepted: &str) -> Diagnostic {
        match self.peek() {
            Some(character) => {
                Diagnostic::new("link-character", format!("unexpected {}", quote(&character.to_string())))
                    .at(self.here(), format!("expected {accepted}"))
            }
            None => Diagnostic::new("link-short", "it ends too early").at(
                self.here(),
                format!(
                    "expected \
            {accepted}"
                ),
            ),
        }
    }

    /// Nothing is left to read.
    pub(super) fn ends(&self) -> Result<(), Diagnostic> {
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(Diagnostic::new("link-long", "unexpected text after the last item").at(self.span(), "not expected"))
    }
}
