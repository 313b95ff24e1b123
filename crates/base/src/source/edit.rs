//! Edits of a text: places and what replaces them. Start with [`Edit`].

use super::Span;

/// An edit: a place in a text, and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The place.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl Edit {
    /// Returns an edit.
    pub fn new(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }
}

/// Applies edits at places that do not overlap; everything else stays to the byte.
///
/// ```
/// use boardwright_base::source::{Edit, Span, edited};
/// let edits = [Edit::new(Span::new(4, 5), "."), Edit::new(Span::new(0, 0), "# ")];
/// assert_eq!(edited("3 . 2", &edits), "# 3 . .");
/// ```
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    for Edit { span, text: instead } in edits {
        whole.push_str(&text[at..span.start]);
        whole.push_str(instead);
        at = span.end;
    }
    whole.push_str(&text[at..]);
    whole
}
