//! What is exported, to which format, and what comes of it.
//!
//! Imports `model` and `source`.

use crate::genre::files::{self, Fields};
use boardwright_base::source::Source;
use boardwright_model::Model;
use boardwright_puzzle::Registry;

/// A format of another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A link of puzz.link.
    PuzzLink,
    /// A link of penpa-edit.
    Penpa,
    /// A game ID of Simon Tatham's collection.
    Tatham,
    /// A link of f-puzzles.
    FPuzzles,
}

/// What [`export`](crate::export::export) reads.
pub struct Request<'r> {
    /// The text of the model.
    pub source: &'r Source,
    /// The model.
    pub model: &'r Model,
    /// The name of the genre; none to find it.
    pub genre: Option<&'r str>,
    /// The format.
    pub format: Format,
    /// The families, which read the model of the link again.
    pub registry: Registry,
}

impl Request<'_> {
    /// Returns the keys of models of genres.
    pub(super) fn fields(&self) -> Fields {
        files::fields(self.registry)
    }
}

/// A link, and what it does not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The link or the ID.
    pub text: String,
    /// Assumptions, and the parts of the model that the link does not say, a line each.
    pub remarks: Vec<String>,
}
