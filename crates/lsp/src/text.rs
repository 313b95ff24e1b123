//! Strings of a text, and where the characters of their values stand. Start with [`Text`].

use boardwright_base::source::Span;

/// A string.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Text {
    pub(crate) value: String,
    /// Where the bytes of the value stand, if that is known.
    places: Places,
    /// Whether its quotes are `"""` or `'''`.
    pub(crate) is_long: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Places {
    /// The value stands literally at this offset.
    Literal(usize),
    /// The offset of each byte of the value, and of its end.
    Escaped(Vec<usize>),
    Unknown,
}

impl Text {
    /// Returns the string of a value, whose text between its quotes starts at an offset.
    pub(crate) fn new(value: String, written: &str, start: usize, is_long: bool) -> Text {
        let places = match written == value {
            true => Places::Literal(start),
            false => match unescaped(written, start) {
                Some((found, places)) if found == value => Places::Escaped(places),
                _ => Places::Unknown,
            },
        };
        Text { value, places, is_long }
    }

    /// Returns whether the value stands in the text as it is.
    pub(crate) fn is_literal(&self) -> bool {
        matches!(self.places, Places::Literal(_))
    }

    /// Returns whether it is known where the value stands.
    pub(crate) fn is_placed(&self) -> bool {
        self.places != Places::Unknown
    }

    /// Returns the place of bytes of the value, if it is known.
    pub(crate) fn place(&self, from: usize, length: usize) -> Option<Span> {
        match &self.places {
            Places::Literal(start) => Some(Span::new(start + from, start + from + length)),
            Places::Escaped(places) => Some(Span::new(*places.get(from)?, *places.get(from + length)?)),
            Places::Unknown => None,
        }
    }
}

/// Returns the value of a string with escapes, and the offset of each of its bytes and of its end; `None` if an escape is not known here.
fn unescaped(written: &str, start: usize) -> Option<(String, Vec<usize>)> {
    let mut value = String::new();
    let mut places = Vec::new();
    let mut letters = written.char_indices();
    while let Some((at, c)) = letters.next() {
        let meant = match c {
            '\\' => match letters.next()?.1 {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                escaped @ ('"' | '\\') => escaped,
                _ => return None,
            },
            c => c,
        };
        value.push(meant);
        places.resize(value.len(), start + at);
    }
    places.push(start + written.len());
    Some((value, places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_have_places() {
        let text = Text::new("é\"\nQ".to_string(), r#"é\"\nQ"#, 10, false);
        assert!(!text.is_literal() && text.is_placed());
        assert_eq!(text.place(0, 2), Some(Span::new(10, 12)));
        assert_eq!(text.place(2, 1), Some(Span::new(12, 14)), "the quote");
        assert_eq!(text.place(4, 1), Some(Span::new(16, 17)), "after the line break");
        assert_eq!(text.place(4, 2), None);
        assert!(!Text::new("é".to_string(), r"\u00e9", 0, false).is_placed());
        assert_eq!(Text::new("ab".to_string(), "ab", 3, true).place(1, 1), Some(Span::new(4, 5)));
    }
}
