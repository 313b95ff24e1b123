//! Reader of single characters with the places for messages.

use boardwright_base::diagnostic::{Diagnostic, quote};
use boardwright_base::source::Span;

/// The unread part of a text. Formats consist of ASCII characters; other characters are unexpected.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scan<'a> {
    text: &'a str,
    /// Offsets in bytes of the whole text.
    at: usize,
    end: usize,
}

impl<'a> Scan<'a> {
    /// Returns a scan over the bytes `start..end` of a text.
    pub(crate) fn new(text: &'a str, start: usize, end: usize) -> Self {
        Scan { text, at: start, end }
    }

    /// Returns the unread text.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads the next character if it is `wanted`; returns whether it was.
    pub(crate) fn eats(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.at += wanted.len_utf8();
        }
        is_next
    }

    /// Reads up to and including a character, or to the end; the result is the text before it.
    pub(crate) fn until(&mut self, stop: char) -> Scan<'a> {
        let length = self.rest().find(stop).unwrap_or(self.rest().len());
        let part = Scan { text: self.text, at: self.at, end: self.at + length };
        self.at = part.end;
        self.eats(stop);
        part
    }

    /// Reads a decimal whole number.
    pub(crate) fn number(&mut self) -> Option<usize> {
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..length].parse().ok()?;
        self.at += length;
        Some(number)
    }

    /// Reads a fixed number of digits in a base.
    pub(crate) fn digits(&mut self, count: usize, base: u32) -> Option<usize> {
        let digits = self.rest().get(..count)?;
        let number = usize::from_str_radix(digits, base).ok().filter(|_| !digits.starts_with(['+', '-']))?;
        self.at += count;
        Some(number)
    }

    /// Returns the span of the next character or of the end.
    pub(crate) fn here(&self) -> Span {
        Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8))
    }

    /// Returns the span of the unread text.
    pub(crate) fn span(&self) -> Span {
        Span::new(self.at, self.end)
    }

    /// Returns the span of the text read since `earlier`.
    pub(crate) fn since(&self, earlier: &Scan<'_>) -> Span {
        Span::new(earlier.at, self.at)
    }

    /// Returns the error for an unexpected next character.
    pub(crate) fn unexpected(&self, accepted: &str) -> Diagnostic {
        match self.peek() {
            Some(character) => {
                Diagnostic::new("link-character", format!("unexpected {}", quote(&character.to_string())))
                    .at(self.here(), format!("expected {accepted}"))
            }
            None => Diagnostic::new("link-short", "unexpected end").at(
                self.here(),
                format!(
                    "expected \
            {accepted}"
                ),
            ),
        }
    }

    /// Returns the text before a later place.
    pub(crate) fn before(&self, later: &Scan<'_>) -> Scan<'a> {
        Scan { text: self.text, at: self.at, end: later.at }
    }

    /// Checks that nothing is left to read.
    pub(crate) fn ends(&self) -> Result<(), Diagnostic> {
        // Some programs end a link with a slash.
        if matches!(self.rest(), "" | "/") {
            return Ok(());
        }
        Err(Diagnostic::new("link-long", "unexpected text after the last item").at(self.span(), "not expected"))
    }
}
