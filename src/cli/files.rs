//! Messages on the terminal.

use std::io::Write;

/// Whether escapes are welcome on stderr.
pub(super) fn stderr_colour() -> bool {
    colour_for(&std::io::stderr())
}

/// Writes to stderr; a closed stderr is nobody's concern.
pub(super) fn print_error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Whether escapes are welcome: a terminal, and `NO_COLOR` and the like do not forbid them.
pub(super) fn colour_for(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
