//! The kinds of puzzles that `boardwright new` starts: commented models, to be changed into one's own.
//!
//! A kind is a file `<family>/kinds/<name>.toml`, a small puzzle that is complete, solvable and holds its `[expect]`, and a line in
//! [`KINDS`]. Its first line says the rules; its comments tell every key that such a puzzle may need. A family whose
//! models are all of one kind has one of its own name, which tells all keys of the family.

use super::{PUZZLES, Puzzle};

/// A kind of puzzle with a model to start from.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// What it is about, in a line.
    pub summary: &'static str,
    /// The model.
    pub text: &'static str,
    /// The folder of its family.
    folder: &'static str,
}

/// One kind a line: the folder of the family, the name of the file, and what it is about.
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
    "devils_chessboard" "devils-chessboard" "a strategy that tells a square by turning one coin"
    "devils_chessboard" "devils-round" "coins, a square, and the coin to turn"
    "knightdoku" "knightdoku" "knights in rows, columns and blocks that see each other"
    "alternation" "alternation" "move blocks of pieces until the colours alternate"
};

impl Kind {
    /// The name of its family.
    pub fn family(&self) -> &'static str {
        let is_it = |puzzle: &&&dyn Puzzle| puzzle.name().replace('-', "_") == self.folder;
        PUZZLES.iter().find(is_it).map_or(self.folder, |puzzle| puzzle.name())
    }

    /// The kind of that name.
    pub fn find(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}
