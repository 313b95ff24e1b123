//! Messages on the terminal.

use std::io::Write;

/// Returns whether stderr accepts escapes.
pub(super) fn stderr_colour() -> bool {
    colour_for(&std::io::stderr())
}

/// Writes to stderr; errors are ignored.
pub(super) fn print_error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Returns whether escapes are accepted: a terminal, and neither `NO_COLOR` nor the like.
pub(super) fn colour_for(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
