//! What happens to the language server.

use boardwright_lsp::Ended;
use boardwright_lsp::frame::{Incoming, Unreadable};

/// What happens to the server.
pub(super) enum Event {
    /// The editor sent something.
    Incoming(Incoming),
    /// The input ended, or cannot be read.
    Closed(Option<Unreadable>),
    /// A job of this number ended.
    Ended(u64, Ended),
}
