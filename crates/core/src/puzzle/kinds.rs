//! The kinds of puzzles that `boardwright new` starts: commented models to start from.
//!
//! The kinds of this file are those of whole families; a genre is a kind, too, and its file is one of
//! [`genre::files`](crate::genre::files).
//!
//! A kind is a file `<family>/kinds/<name>.toml` and a line in [`KINDS`]. The file is a small puzzle that is complete,
//! solvable and satisfies its `[expect]`. Its first line states the rules; its comments explain every key that such a
//! puzzle may need. A family with a single kind of model has a kind of its own name, which explains all keys.

use super::{PUZZLES, Puzzle};

/// A kind of puzzle with a model to start from.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// A description, in one line.
    pub summary: &'static str,
    /// The model.
    pub text: &'static str,
    /// The folder of its family.
    folder: &'static str,
}

/// One kind per line: the folder of the family, the name of the file, and a description.
macro_rules! kinds {
    ($($folder:literal $name:literal $summary:literal)*) => {
        &[$(Kind {
            name: $name,
            summary: $summary,
            text: include_str!(concat!($folder, "/kinds/", $name, ".toml")),
            folder: $folder,
        }),*]
    };
}

/// The registry, family by family in the order of [`PUZZLES`].
pub static KINDS: &[Kind] = kinds! {
    "lights_out" "lights-out" "press buttons until every light is out"
    "dissection" "dissection" "cover a board with pieces"
    "devils_chessboard" "devils-chessboard" "a strategy that names a square by turning one coin"
    "devils_chessboard" "devils-round" "coins, a square, and the coin to turn"
    "knightdoku" "knightdoku" "knights in rows, columns and blocks that see each other"
    "alternation" "alternation" "move blocks of pieces until the colours alternate"
    "grid" "grid" "any board puzzle: cells, values and rules of your own"
};

impl Kind {
    /// The name of its family.
    pub fn family(&self) -> &'static str {
        let is_it = |puzzle: &&&dyn Puzzle| puzzle.name().replace('-', "_") == self.folder;
        PUZZLES.iter().find(is_it).map_or(self.folder, |puzzle| puzzle.name())
    }

    /// Returns the kind with this name.
    pub fn find(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}
