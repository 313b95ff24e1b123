//! What a puzzle draws: panels of cells with grounds, marks, letters and regions. `render` turns it into text or SVG.
//!
//! A puzzle says what is where and what belongs together (regions: a block, a piece); where lines are thick, what is
//! coloured and how it looks on a terminal or on paper is the renderer's business.

/// What lies under a cell's mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ground {
    /// Nothing special.
    #[default]
    Plain,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A lamp that is on.
    Lit,
    /// Stands out: what a caption speaks of.
    Marked,
}

/// What stands on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A chess knight.
    Knight,
    /// A button to press.
    Press,
    /// A black piece, or a coin with heads up.
    Black,
    /// A white piece, or a coin with tails up.
    White,
    /// A place that is known to be empty.
    Dot,
}

/// One cell of a panel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Square {
    /// The cells of one number belong together; a line separates them from others. `None`: there is no cell here.
    pub region: Option<usize>,
    /// What lies under it.
    pub ground: Ground,
    /// What stands on it.
    pub mark: Mark,
    /// A short text on it: a piece's name, a number of neighbours.
    pub text: String,
    /// Given by the puzzle (drawn heavier) rather than found.
    pub given: bool,
}

/// How a panel's lines are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lines {
    /// Heavy between regions, fine between cells.
    #[default]
    All,
    /// Only between regions.
    Regions,
    /// None at all: rows of pieces.
    None,
}

/// A rectangle of cells with a title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Panel {
    /// Above it; may be empty.
    pub title: String,
    /// Rows, all of the same length.
    pub rows: Vec<Vec<Square>>,
    /// One label a row, at its right; empty when there are none.
    pub labels: Vec<String>,
    /// Which lines.
    pub lines: Lines,
}

/// Everything that is drawn for one solution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Side by side where there is room, otherwise one under the other.
    pub panels: Vec<Panel>,
    /// Lines under the picture.
    pub captions: Vec<String>,
}
