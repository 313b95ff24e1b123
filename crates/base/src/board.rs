//! Boards: cells by row and column, the leapers that move on them, the shapes that cover them, their symmetries, and
//! the pictures drawn of them.
//!
//! Rows and columns are 0-based in code and 1-based in everything a person reads (`r1c1` is the top left cell). This
//! room imports no other room. Start with [`Cell`]; [`picture`] is what a puzzle hands to `render`.

pub mod names;
pub mod no_sets;
pub mod picture;
pub mod reach;
pub mod shape;
pub mod signs;
pub mod symmetry;
pub mod tiles;
pub mod tiling;
pub mod topology;
pub mod written;

/// A cell: 0-based row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, counted from the top.
    pub row: usize,
    /// Column, counted from the left.
    pub column: usize,
}

impl Cell {
    /// Returns the cell in the given row and column.
    pub fn new(row: usize, column: usize) -> Cell {
        Cell { row, column }
    }

    /// Returns the cell `rows` down and `columns` to the right, or `None` outside a board of `height` x `width`.
    pub fn offset(self, rows: i64, columns: i64, height: usize, width: usize) -> Option<Cell> {
        let row = usize::try_from(self.row as i64 + rows).ok().filter(|&row| row < height)?;
        let column = usize::try_from(self.column as i64 + columns).ok().filter(|&column| column < width)?;
        Some(Cell { row, column })
    }
}

impl std::fmt::Display for Cell {
    /// Formats the cell 1-based: `r3c4`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Digit by digit: most of the text of a large model is names of cells.
        let mut text = [0; 48];
        let mut start = text.len();
        for (letter, mut number) in [(b'c', self.column + 1), (b'r', self.row + 1)] {
            loop {
                start -= 1;
                text[start] = b'0' + (number % 10) as u8;
                number /= 10;
                if number == 0 {
                    break;
                }
            }
            start -= 1;
            text[start] = letter;
        }
        f.write_str(std::str::from_utf8(&text[start..]).map_err(|_| std::fmt::Error)?)
    }
}
