//! The form of an importer: the options of an import, and what a format makes of a file.
//!
//! Start here to write a format. Knows no format and not the registry.

use crate::diagnostic::{Diagnostics, nearest_within};
use crate::source::Source;

/// The most pieces that are read.
pub(super) const MAX_PIECES: usize = 10_000;

/// What files of other programs may leave open, and the person who imports them says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    /// Pieces may be turned over, where the file does not say.
    pub flip: bool,
    /// The rows and columns of the board, where the file has only the pieces.
    pub board: Option<(usize, usize)>,
    /// Which problem of a file with several, from 1.
    pub problem: Option<usize>,
    /// The game that an ID is of, where it is not told: one of [`super::games`].
    pub from: Option<&'static str>,
}

impl Wishes {
    /// The flags that were given.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let flags = [
            ("--flip", self.flip),
            ("--board", self.board.is_some()),
            ("--problem", self.problem.is_some()),
            ("--from", self.from.is_some()),
        ];
        flags.into_iter().filter_map(|(flag, is_given)| is_given.then_some(flag))
    }
}

/// A kind of file.
pub struct Format {
    /// What it is called.
    pub name: &'static str,
    /// What such a file looks like, in a line.
    pub summary: &'static str,
    /// The flags of [`Wishes`] that say something about such a file.
    pub(super) takes: &'static [&'static str],
    /// Whether a text is such a file, right or wrong.
    pub(super) recognises: fn(&str) -> bool,
    pub(super) read: fn(&Source, &Wishes) -> Result<Draft, Diagnostics>,
}

/// What a format makes of a file.
pub(super) struct Draft {
    /// What was assumed, for comments: a line each.
    pub(super) remarks: Vec<String>,
    /// TOML.
    pub(super) model: String,
}

/// The name that was probably meant: a typing error away, not merely similar (`hashikake` is not `shikaku`).
pub(super) fn near<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(word, (word.chars().count() / 4).max(1), names)
}

/// A text for a comment or a string of TOML: one line, no control characters, not endless.
pub(super) fn plain(text: &str) -> String {
    const LONGEST: usize = 400;
    let line = |character: char| if character.is_control() { ' ' } else { character };
    text.chars().take(LONGEST).map(line).collect::<String>().trim_end().to_string()
}
