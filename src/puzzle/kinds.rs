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
    "grid" "grid" "any board puzzle: cells, values and rules of your own"
    "grid" "adjacent" "numbers once in each line, bars between neighbours that differ by 1"
    "grid" "akari" "lights that light every cell and not each other, also called Light Up"
    "grid" "battleships" "a fleet with the cells of ships in every line told"
    "grid" "dominion" "dominoes that divide the board into areas of one letter"
    "grid" "fillomino" "numbers that say how large their group is"
    "grid" "futoshiki" "numbers once in each line, signs between them"
    "grid" "heyawake" "painted cells in rooms, the others in one piece"
    "grid" "hitori" "paint cells until no number is twice in a line"
    "grid" "kakuro" "runs of different numbers with their sums"
    "grid" "keen" "numbers once in each line, cages with sums, products, differences and ratios"
    "grid" "killer" "a Sudoku with cages and their sums"
    "grid" "kropki" "numbers once in each line, dots between neighbours"
    "grid" "kurodoko" "painted cells, and how far the numbers see"
    "grid" "lits" "a tetromino in every room, all in one piece"
    "grid" "magnets" "dominoes with two poles, counted in every line"
    "grid" "masyu" "a loop through pearls"
    "grid" "minarism" "numbers once in each line, differences and signs between them"
    "grid" "minesweeper" "mines, and how many are around a cell"
    "grid" "mosaic" "painted cells, and how many are in and around a cell"
    "grid" "nonogram" "painted cells, and the runs of every line"
    "grid" "numberlink" "lines that join equal numbers"
    "grid" "nurikabe" "islands in a sea"
    "grid" "palisade" "regions of a given size, and the borders around a cell"
    "grid" "shikaku" "rectangles with one number each"
    "grid" "skyscrapers" "heights once in each line, and how many are seen from its end"
    "grid" "slitherlink" "a loop along the sides of cells"
    "grid" "star-battle" "stars in every line and room that do not touch"
    "grid" "sudoku" "numbers once in each line and block"
    "grid" "tents" "a tent for every tree"
    "grid" "unruly" "two values, half of each in every line and no three in a row"
    "grid" "yajilin" "a loop, and painted cells that arrows count"
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
