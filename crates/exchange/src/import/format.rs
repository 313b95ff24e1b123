//! The interface of an importer: the options of an import, and the result of reading a file.
//!
//! Start here to add a format. Imports no format and not the registry.

use crate::genre::files::Opened;
use crate::genre::files::{self, Fields};
use boardwright_base::diagnostic::{Diagnostics, Setting, Text, nearest_within};
use boardwright_base::source::Source;
use boardwright_puzzle::Registry;

/// The longest accepted text, in bytes; for a compressed file, after decompression.
pub const MAX_TEXT: usize = 16 << 20;

/// The maximum number of pieces.
pub(super) const MAX_PIECES: usize = 10_000;

/// Options of an import that a file may leave open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Allows turning pieces over, if the file does not say.
    pub flip: bool,
    /// The rows and columns of the board, if the file has only the pieces.
    pub board: Option<(usize, usize)>,
    /// The problem of a file with several, from 1.
    pub problem: Option<usize>,
    /// The game of a game ID that does not name it: one of [`super::games`].
    pub from: Option<String>,
}

impl Options {
    /// Returns the options that were set.
    pub(super) fn given(&self) -> impl Iterator<Item = Setting> {
        let settings = [
            (Setting::Flip, self.flip),
            (Setting::Board, self.board.is_some()),
            (Setting::Problem, self.problem.is_some()),
            (Setting::Game, self.from.is_some()),
        ];
        settings.into_iter().filter_map(|(setting, is_given)| is_given.then_some(setting))
    }
}

/// What a file is read with.
#[derive(Clone, Copy)]
pub(super) struct Order<'a> {
    /// What the file leaves open.
    pub(super) options: &'a Options,
    /// The families, which read the model that is made.
    pub(super) registry: Registry,
}

impl Order<'_> {
    /// Returns the keys of models of genres.
    pub(super) fn fields(&self) -> Fields {
        files::fields(self.registry)
    }
}

/// Reads a file as a puzzle of a genre.
pub(super) type ReadAs = fn(&Source, &Opened, Registry) -> Result<Draft, Diagnostics>;

/// A file format.
pub struct Format {
    /// The name of the format.
    pub name: &'static str,
    /// An example of such a file, in one line.
    pub summary: fn() -> Text,
    /// The settings of [`Options`] that apply to such a file.
    pub(super) takes: &'static [Setting],
    /// Returns whether a text is such a file, correct or not.
    pub(super) recognises: fn(&str) -> bool,
    pub(super) read: fn(&Source, Order<'_>) -> Result<Draft, Diagnostics>,
    /// Reads a file as a puzzle of a genre, if the format has files of genres.
    pub(super) read_as: Option<ReadAs>,
}

/// The result of reading a file.
pub(super) struct Draft {
    /// The assumptions of the import, as comments: one per line.
    pub(super) remarks: Vec<String>,
    /// The model as TOML.
    pub(super) model: String,
}

/// Returns the name that is one typing error away; a merely similar name does not count (`hashikake` is not `shikaku`).
pub(super) fn near<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(word, (word.chars().count() / 4).max(1), names)
}

/// Prepares a text for a comment or a TOML string: one line, no control characters, limited length.
pub(super) fn plain(text: &str) -> String {
    const LONGEST: usize = 400;
    let line = |character: char| if character.is_control() { ' ' } else { character };
    text.chars().take(LONGEST).map(line).collect::<String>().trim_end().to_string()
}
