//! Packed puzzles in addresses: their escapes, and the places of their characters.
//!
//! Imports `source` and `diagnostic`. Start with [`plain`].

use boardwright_base::diagnostic::Diagnostic;
use boardwright_base::source::Span;

/// Returns the packed text without the escapes of addresses, and the place of each of its bytes in the link.
pub(super) fn plain(text: &str) -> (String, Vec<usize>) {
    let (mut out, mut places) = (String::new(), Vec::new());
    let mut rest = text.char_indices();
    while let Some((at, character)) = rest.next() {
        let escape = text.get(at + 1..at + 3).filter(|_| character == '%');
        let byte = escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        let character = match byte {
            Some(byte) => {
                _ = (rest.next(), rest.next());
                char::from(byte)
            }
            // A `+` in an address stands for a blank.
            None if character == ' ' => '+',
            None => character,
        };
        out.push(character);
        places.extend(std::iter::repeat_n(at, character.len_utf8()));
    }
    (out, places)
}

/// Returns the error for text after a link, if there is any in this part of the text.
pub(super) fn one_link(code: &'static str, text: &str, begin: usize, end: usize) -> Result<(), Diagnostic> {
    let Some(line) = text[begin..end].find(['\n', '\r']) else { return Ok(()) };
    let rest = text[begin + line..end].trim_start();
    let first = rest.lines().next().unwrap_or_default();
    let place = Span::new(end - rest.len(), end - rest.len() + first.len());
    Err(Diagnostic::new(code, "expected one link").at(place, "unexpected text after the link"))
}
