//! Text for people on the terminal: what of it is escaped, and messages on stderr.
//!
//! Titles, names, values and file names come from strangers. Their control characters would act on the terminal, so every text
//! passes [`visible`] on its way out. Colours are the program's alone: input that can contain the escape character turns them off
//! ([`note_escapes`]), and then none passes.

use std::borrow::Cow;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether some input may contain the escape character.
static ESCAPES: AtomicBool = AtomicBool::new(false);

/// Turns colours off if a name or another text is printed as it is and has the escape character.
pub(super) fn note_name(name: &[u8]) {
    if name.contains(&0x1b) {
        ESCAPES.store(true, Ordering::Relaxed);
    }
}

/// Turns colours off if an input has the escape character, or a way to write it in TOML or JSON.
pub(super) fn note_escapes(input: &[u8]) {
    let is_code = |rest: &[u8]| {
        let codes: [&[u8]; 4] = [b"e", b"x1b", b"u001b", b"u0000001b"];
        codes.iter().any(|code| rest.get(..code.len()).is_some_and(|start| start.eq_ignore_ascii_case(code)))
    };
    let mut places = input.iter().enumerate().filter(|(_, byte)| matches!(byte, b'\\' | 0x1b));
    if places.any(|(place, &byte)| byte == 0x1b || is_code(&input[place + 1..])) {
        ESCAPES.store(true, Ordering::Relaxed);
    }
}

/// Returns the text with control characters (other than line breaks and tabs) and overrides of the writing direction as `\u001b`:
/// so TOML and JSON write them, in which the text stays the same. With `colours`, the escapes of colours stay.
pub(super) fn visible(text: &str, colours: bool) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(place) = rest.find(acts) {
        shown.push_str(&rest[..place]);
        rest = &rest[place..];
        let colour = if colours { colour_length(rest) } else { 0 };
        let length = colour.max(rest.chars().next().map_or(0, char::len_utf8));
        let (head, tail) = rest.split_at(length);
        match head.chars().next() {
            Some(character) if colour == 0 => shown.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => shown.push_str(head),
        }
        rest = tail;
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// Returns whether a character acts on the terminal instead of being shown.
fn acts(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

/// Returns the length of the escape of a colour, such as `ESC[1;32m`, at the start of a text; 0 if there is none.
fn colour_length(text: &str) -> usize {
    let Some(codes) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = codes.find(|c: char| !(c.is_ascii_digit() || c == ';')).unwrap_or(codes.len());
    if codes[end..].starts_with('m') { end + 3 } else { 0 }
}

/// Returns whether stderr accepts escapes.
pub(super) fn stderr_colour() -> bool {
    colour_for(&std::io::stderr())
}

/// Writes to stderr; errors are ignored.
pub(super) fn print_error(text: &str) {
    let _ = std::io::stderr().write_all(visible(text, stderr_colour()).as_bytes());
}

/// Replaces the line of progress on stderr, a terminal; an empty one clears it.
pub(super) fn redraw(line: &str) {
    let _ = std::io::stderr().write_all(format!("\r\x1b[K{}", visible(line, false)).as_bytes());
}

/// Returns whether escapes are accepted: a terminal, neither `NO_COLOR` nor the like, and no input with escapes.
pub(super) fn colour_for(stream: &impl anstream::stream::RawStream) -> bool {
    !ESCAPES.load(Ordering::Relaxed) && anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped() {
        for (text, shown) in [
            ("emoji 🦄, ñ, עברית, 日本\n\tx", "emoji 🦄, ñ, עברית, 日本\n\tx"),
            ("\u{1b}]0;x\u{7}", "\\u001b]0;x\\u0007"),
            ("a\rb\u{0}\u{7f}\u{9b}31m", "a\\u000db\\u0000\\u007f\\u009b31m"),
            ("\u{202e}gnp.\u{2069}", "\\u202egnp.\\u2069"),
            ("\u{1b}[1;32m♞\u{1b}[0m", "\\u001b[1;32m♞\\u001b[0m"),
        ] {
            assert_eq!(visible(text, false), shown);
        }
    }

    #[test]
    fn colours_stay_and_nothing_else() {
        assert_eq!(visible("\u{1b}[1;32m♞\u{1b}[0m", true), "\u{1b}[1;32m♞\u{1b}[0m");
        for (text, shown) in [("\u{1b}[2J", "\\u001b[2J"), ("\u{1b}[", "\\u001b["), ("\u{1b}[1;é", "\\u001b[1;é")] {
            assert_eq!(visible(text, true), shown);
        }
    }
}
