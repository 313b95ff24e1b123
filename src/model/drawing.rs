//! A picture in a model: rows of characters of equal length, each with its place in the file.

use crate::board::Cell;
use crate::source::Span;

/// A picture as the model wrote it, common indentation and line ends removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// At least one row; all of the same length, at least one.
    rows: Vec<Vec<char>>,
    /// The byte at which each row starts in the source, when the text there is the row itself.
    starts: Option<Vec<usize>>,
    /// The place of the whole picture.
    span: Span,
}

impl Drawing {
    /// A drawing whose rows start at these bytes of the source (`None`: the text was escaped, so only the whole has a
    /// place). `rows` is not empty and its rows have one length, at least one.
    pub(super) fn new(rows: Vec<Vec<char>>, starts: Option<Vec<usize>>, span: Span) -> Drawing {
        Drawing { rows, starts, span }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// The character of a cell on the drawing.
    pub fn at(&self, cell: Cell) -> char {
        self.rows[cell.row][cell.column]
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<char>] {
        &self.rows
    }

    /// All cells with their characters, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        self.rows.iter().enumerate().flat_map(|(row, characters)| {
            characters.iter().enumerate().map(move |(column, &character)| (Cell { row, column }, character))
        })
    }

    /// The place of a cell's character in the source, or of the whole picture.
    pub fn span_at(&self, cell: Cell) -> Span {
        let Some(starts) = &self.starts else { return self.span };
        let before: usize = self.rows[cell.row][..cell.column].iter().map(|c| c.len_utf8()).sum();
        let start = starts[cell.row] + before;
        Span::new(start, start + self.at(cell).len_utf8())
    }

    /// The place of the whole picture.
    pub fn span(&self) -> Span {
        self.span
    }
}
