//! The language server: what editors show about the text of a model.
//!
//! [`Server`] receives the messages of an editor and returns what is to be done: messages to send, and [`Job`]s. It starts no
//! thread, reads no file and knows no time; `boardwright lsp` does that. The positions of the Language Server Protocol are lines and UTF-16
//! units in them.
//!
//! ```text
//! syntax     the tables, entries and values of a text that may have errors
//! text       strings, and where their characters stand
//! slots      the fields that belong to them
//! document   a text with its syntax and positions
//! cursor     what can be written at a place
//! words      the names that a model may use there
//! problems   diagnostics and quick fixes
//! complete   completion
//! hover      descriptions
//! uses       where a value, a layer or a rule is named
//! rename     renaming, checked by reading both texts
//! format     formatting, checked by reading both texts
//! outline    symbols and folding
//! verdict    the number of solutions above a model; drawings and explanations
//! frame      messages as bytes
//! protocol   parts of messages
//! dispatch   requests about a document
//! server     the state: documents, pending requests, jobs
//! ```
//!
//! Imports `base`, `model`, `puzzle`, `sat` (the catalogue of encodings), `exchange` (genres), `tasks` and `render`. Start with [`Server`].

mod dispatch;
mod complete;
mod cursor;
mod document;
mod format;
pub mod frame;
mod hover;
mod outline;
mod problems;
mod protocol;
mod rename;
mod server;
mod slots;
mod syntax;
#[cfg(test)]
mod tests;
mod text;
mod uses;
mod verdict;
mod words;

pub use self::document::Host;
pub use self::server::{Effect, Ended, Job, Outcome, Server};
