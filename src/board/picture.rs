//! What a puzzle draws: panels of cells with grounds, marks, letters and regions. `render` turns it into text or SVG.
//!
//! A puzzle says what is where and what belongs together (regions: a block, a piece); where lines are thick, what is
//! coloured and how it looks on a terminal or on paper is the renderer's business. A piece of two cells beside a hole,
//! and a knight that was given and sees three others:
//!
//! ```
//! use boardwright::board::picture::{Mark, Square};
//! let piece = Square::new(0).text("A");
//! let dissection = vec![vec![piece.clone(), piece, Square::hole()]];
//! let clue = Square::new(0).mark(Mark::Knight).text("3").given();
//! # assert_eq!((dissection[0][2].region, clue.text.as_str()), (None, "3"));
//! ```
//!
//! Invariant: the rows of a panel are equally long. A renderer takes what is missing in a short row for holes.

use super::Cell;

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
    /// No cell, but something solid that parts cells; what stands on it is light.
    Wall,
    /// Such a thing in a picture where filled cells are dark.
    Stone,
    /// A cell that is filled.
    Filled,
    /// Of a colour: red, green and blue.
    Tinted([u8; 3]),
}

/// What stands on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A chess knight.
    Knight,
    /// A chess queen.
    Queen,
    /// A chess king.
    King,
    /// A chess rook.
    Rook,
    /// A chess bishop.
    Bishop,
    /// A button to press.
    Press,
    /// A black piece.
    Black,
    /// A white piece.
    White,
    /// A coin with heads up.
    Heads,
    /// A coin with tails up.
    Tails,
    /// A place that is known to be empty.
    Dot,
}

impl Mark {
    /// Whether it is a piece of chess.
    pub fn is_chess(self) -> bool {
        matches!(self, Mark::Knight | Mark::Queen | Mark::King | Mark::Rook | Mark::Bishop)
    }
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
    /// Stands out: what a caption speaks of.
    pub marked: bool,
    /// A small text in its upper left corner: a clue beside a value, the sum of a cage.
    pub corner: String,
    /// What else it holds: a second letter.
    pub second: String,
    /// A sign between it and the cell to its right.
    pub right: String,
    /// A sign between it and the cell below.
    pub below: String,
    /// On a wall: numbers for the cells below and to the right.
    pub halves: Option<[String; 2]>,
    /// The cells of one number belong together besides: a broken line runs around them.
    pub cage: Option<usize>,
}

impl Square {
    /// An empty cell of that region.
    pub fn new(region: usize) -> Square {
        Square { region: Some(region), ..Square::default() }
    }

    /// No cell at all.
    pub fn hole() -> Square {
        Square::default()
    }

    /// With that under its mark.
    #[must_use]
    pub fn ground(self, ground: Ground) -> Square {
        Square { ground, ..self }
    }

    /// With that on it.
    #[must_use]
    pub fn mark(self, mark: Mark) -> Square {
        Square { mark, ..self }
    }

    /// With that text on it.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Square {
        Square { text: text.into(), ..self }
    }

    /// Given by the puzzle.
    #[must_use]
    pub fn given(self) -> Square {
        Square { given: true, ..self }
    }

    /// Standing out.
    #[must_use]
    pub fn marked(self) -> Square {
        Square { marked: true, ..self }
    }
}

/// How a panel's lines are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lines {
    /// Heavy between regions, fine between cells.
    #[default]
    All,
    /// Only between regions, which are coloured so that neighbours differ.
    Regions,
    /// None at all: rows of pieces.
    None,
    /// Only dots at the corners of cells: lines are what is looked for.
    Points,
}

/// A line that was found, from one point to another: rows and columns in half cells. The corner of the first cell is
/// `(0, 0)`, its centre `(1, 1)`.
pub type Stroke = [(usize, usize); 2];

/// A line that the puzzle prints through the middles of cells, each a king's step from the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// A thermometer, with its bulb on the first cell.
    pub bulb: bool,
}

/// Texts beside a panel's cells: by row from left to right, by column from top to bottom. Empty where there are none; a
/// text of blanks keeps its place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Margins {
    /// At the left ends of rows.
    pub left: Vec<Vec<String>>,
    /// At their right ends.
    pub right: Vec<Vec<String>>,
    /// Above columns.
    pub top: Vec<Vec<String>>,
    /// Below them.
    pub bottom: Vec<Vec<String>>,
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
    /// Lines that are printed, under everything that stands on cells. Only on paper: on a terminal there is no room.
    pub paths: Vec<Path>,
    /// Lines that were found.
    pub strokes: Vec<Stroke>,
    /// Texts beside the cells.
    pub margins: Margins,
    /// Instead of `rows`, where there are too many cells for lines and marks: one character of ASCII a cell. `.` and `0` are
    /// nothing, `_` is no cell, a digit is a number, and anything else stands out.
    pub dense: Vec<String>,
}

impl Panel {
    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The number of columns: the length of the longest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The cell in that 0-based row and column; `None` for a hole and beyond the panel.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Square> {
        self.rows.get(row)?.get(column).filter(|square| square.region.is_some())
    }

    /// The region of the cell in that 0-based row and column; `None` for a hole and beyond the panel.
    pub fn region(&self, row: usize, column: usize) -> Option<usize> {
        self.rows.get(row)?.get(column)?.region
    }

    /// The label of that row; empty when it has none.
    pub fn label(&self, row: usize) -> &str {
        self.labels.get(row).map_or("", String::as_str)
    }
}

/// Everything that is drawn for one solution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Side by side where there is room, otherwise one under the other.
    pub panels: Vec<Panel>,
    /// Lines under the picture.
    pub captions: Vec<String>,
}

impl Picture {
    /// Makes cells stand out, on every panel that has them.
    pub fn mark(&mut self, cells: &[Cell]) {
        for panel in &mut self.panels {
            for cell in cells {
                let square = panel.rows.get_mut(cell.row).and_then(|row| row.get_mut(cell.column));
                if let Some(square) = square.filter(|square| square.region.is_some()) {
                    square.marked = true;
                }
            }
        }
    }
}
