//! Places in a model as the page counts them: in UTF-16 units, the units of texts in browsers.
//!
//! Imports `source`. Start with [`Places`].

use boardwright_base::source::{Source, Span, Utf16};
use serde_json::{Value, json};

/// The way from byte offsets of a text to UTF-16 units.
pub(super) struct Places<'t>(Utf16<'t>);

impl<'t> Places<'t> {
    /// Returns the places of a source.
    pub(super) fn of(source: &'t Source) -> Places<'t> {
        Places(Utf16::of(&source.text))
    }

    /// Returns the UTF-16 units before a byte offset; offsets past the end are clamped.
    pub(super) fn units(&self, offset: usize) -> usize {
        self.0.units(offset)
    }

    /// Returns a span as `{"from", "to"}`.
    pub(super) fn span(&self, span: Span) -> Value {
        let from = self.units(span.start);
        json!({ "from": from, "to": self.units(span.end).max(from) })
    }

    /// Returns the text of a span.
    pub(super) fn text(&self, span: Span) -> &'t str {
        self.0.text(span)
    }
}
