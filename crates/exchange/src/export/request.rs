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
    /// How the genre was found, if the model does not say it.
    pub assumed: Option<String>,
    /// The parts of the model that the link does not say, a line each.
    pub lost: Vec<String>,
}

impl Exported {
    /// Returns the assumption and the losses, a line each.
    pub fn remarks(&self) -> Vec<&str> {
        self.assumed.iter().chain(&self.lost).map(String::as_str).collect()
    }

    /// Merges equal losses: rules may have the same name, or none.
    pub(super) fn merged(mut self) -> Self {
        let mut merged: Vec<(String, usize)> = Vec::new();
        for line in self.lost {
            match merged.iter_mut().find(|(own, _)| *own == line) {
                Some((_, times)) => *times += 1,
                None => merged.push((line, 1)),
            }
        }
        let counted = |(line, times)| if times > 1 { format!("{line} ({times} times)") } else { line };
        self.lost = merged.into_iter().map(counted).collect();
        self
    }
}
