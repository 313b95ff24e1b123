//! The cells and lines of a board by name and place, for tables of what solutions have there.

use boardwright_base::board::Cell;
use boardwright_base::board::picture::Stroke;

/// The capability of puzzles whose boards are cells with values, or lines.
pub trait Cells {
    /// Returns what the decisions of a formulation ([`crate::Decisions`]) decide: its layers, values and lines are in
    /// that order. Where these are placements, there is one layer, whose values are the classes that are placed.
    fn sheet(&self) -> Sheet;

    /// Returns whether a drawn solution has a panel of its own for what is found, after those of the givens.
    fn is_found_apart(&self) -> bool {
        false
    }
}

/// The cells and lines of a board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// The number of rows.
    pub height: usize,
    /// The number of columns.
    pub width: usize,
    /// The layers of values.
    pub layers: Vec<SheetLayer>,
    /// The possible lines.
    pub lines: Vec<SheetLine>,
    /// By class of what is placed, the name of its first piece.
    pub pieces: Vec<String>,
}

/// A layer of values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetLayer {
    /// Its name.
    pub name: String,
    /// The names of its values.
    pub values: Vec<String>,
    /// The place of each of its cells; `None` where the board has none.
    pub cells: Vec<Option<Cell>>,
}

/// A possible line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetLine {
    /// The cells that it joins; for a line along the sides of cells, corners, of which `r1c1` is the top left one.
    pub ends: [Cell; 2],
    /// How it is drawn.
    pub strokes: Vec<Stroke>,
}
