//! Boards: cells by row and column, the pieces that reach across them, the shapes that cover them, and what is drawn.
//!
//! Rows and columns are 0-based inside and 1-based wherever a person sees them (`r1c1` is the top left). Imports nothing
//! of ours.

pub mod picture;
pub mod reach;
pub mod shape;
pub mod symmetry;

/// A cell: 0-based row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From the top.
    pub row: usize,
    /// From the left.
    pub column: usize,
}

impl Cell {
    /// The cell in that row and column.
    pub fn new(row: usize, column: usize) -> Cell {
        Cell { row, column }
    }

    /// The cell that far away, if it is on a board of that size.
    pub fn offset(self, rows: i64, columns: i64, height: usize, width: usize) -> Option<Cell> {
        let row = usize::try_from(self.row as i64 + rows).ok().filter(|&row| row < height)?;
        let column = usize::try_from(self.column as i64 + columns).ok().filter(|&column| column < width)?;
        Some(Cell { row, column })
    }
}

impl std::fmt::Display for Cell {
    /// As a person reads it: `r3c4`, 1-based.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}
