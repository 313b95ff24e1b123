//! The kinds of puzzles that `boardwright new` starts: commented models to start from.
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
    "grid" "adjacent" "a Latin square where bars say which neighbours are consecutive"
    "grid" "akari" "lamps that light every cell and none another (Light Up)"
    "grid" "battleships" "a fleet found from the numbers beside the board"
    "grid" "binairo" "as many 0 as 1 in each line, never three in a row, no two lines the same (Takuzu)"
    "grid" "dominion" "dominoes that part the board into regions of one letter each"
    "grid" "dominosa" "dominoes, each pair of numbers once"
    "grid" "fillomino" "a number in every cell: how many cells its group has"
    "grid" "futoshiki" "a Latin square with signs of less and greater"
    "grid" "heyawake" "black cells in rooms, white ones connected, no white line over three rooms"
    "grid" "hitori" "black out what is there twice in a row or column"
    "grid" "kakuro" "sums of different digits across and down"
    "grid" "keen" "a Latin square with sums, differences, products and quotients of cages"
    "grid" "killer" "a Sudoku with sums of cages"
    "grid" "kropki" "a Latin square with dots between consecutive and doubled numbers"
    "grid" "kurodoko" "black cells so that each number is the number of cells that it sees"
    "grid" "lits" "a tetromino in every region, all connected, none beside its like"
    "grid" "magnets" "poles of magnets counted by rows and columns"
    "grid" "masyu" "a loop that is straight through white pearls and turns at black ones"
    "grid" "minarism" "a Latin square with differences and signs between cells"
    "grid" "minesweeper" "mines counted by the numbers around them"
    "grid" "mosaic" "black cells counted in the 3x3 windows around numbers"
    "grid" "nonogram" "runs of black cells by rows and columns"
    "grid" "numberlink" "paths that join equal numbers and fill the board"
    "grid" "nurikabe" "islands of given sizes in a connected sea"
    "grid" "palisade" "borders that part the board into regions of one size"
    "grid" "shakashaka" "triangles that leave white rectangles, upright or slanted"
    "grid" "shikaku" "rectangles, each with one number: its area"
    "grid" "signpost" "numbers that walk over the board, each in the direction of an arrow"
    "grid" "skyscrapers" "a Latin square of towers and how many are seen from the sides"
    "grid" "slant" "a diagonal in every square, counted where they meet, without a loop (Gokigen)"
    "grid" "slitherlink" "a loop along the sides of cells, which numbers count"
    "grid" "star-battle" "a fixed number of stars in each row, column and region, none touching"
    "grid" "sudoku" "every digit once in each row, column and block"
    "grid" "tents" "a tent beside every tree, none touching, counted by rows and columns"
    "grid" "tracks" "a railway between two stations, counted by rows and columns"
    "grid" "unruly" "as many black as white in each line, never three in a row"
    "grid" "yajilin" "a loop past black cells, which arrows count"
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
