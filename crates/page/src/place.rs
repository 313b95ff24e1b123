//! Places in a model as the page counts them: in UTF-16 units, the units of texts in browsers.
//!
//! Imports `source`. Start with [`Places`].

use boardwright_base::source::{Source, Span};
use serde_json::{Value, json};

/// The way from byte offsets of a text to UTF-16 units.
pub(super) struct Places<'t> {
    text: &'t str,
    /// Whether both units are the same everywhere.
    is_ascii: bool,
}

impl<'t> Places<'t> {
    /// Returns the places of a source.
    pub(super) fn of(source: &'t Source) -> Places<'t> {
        Places { text: &source.text, is_ascii: source.text.is_ascii() }
    }

    /// Returns the UTF-16 units before a byte offset; offsets past the end are clamped.
    pub(super) fn units(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        if self.is_ascii {
            return offset;
        }
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        self.text[..offset].chars().map(char::len_utf16).sum()
    }

    /// Returns a span as `{"from", "to"}`.
    pub(super) fn span(&self, span: Span) -> Value {
        let from = self.units(span.start);
        json!({ "from": from, "to": self.units(span.end).max(from) })
    }

    /// Returns the text of a span.
    pub(super) fn text(&self, span: Span) -> &'t str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_utf16_units() {
        let source = Source::new("x", "é𝔸b");
        let places = Places::of(&source);
        assert_eq!(places.units(2), 1, "é is two bytes but one unit");
        assert_eq!(places.units(6), 3, "𝔸 is four bytes but two units");
        assert_eq!(places.units(4), 1, "inside 𝔸");
        assert_eq!(places.span(Span::new(6, 99)), json!({ "from": 3, "to": 4 }));
        assert_eq!(places.span(Span::new(6, 2)), json!({ "from": 3, "to": 3 }));
    }
}
