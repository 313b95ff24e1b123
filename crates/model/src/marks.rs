//! Pictures of marks: what a puzzle prints on its cells, a character for each cell, or words separated by blanks.
//!
//! ```toml
//! clue = """
//! 3..        # as characters
//! ..a
//! """
//! clue = """
//! 12 . 3>    # as words, where a row has blanks inside
//! .  a .
//! """
//! ```
//!
//! Common indentation, blanks at line ends and a last line break are ignored, as in a [`Drawing`](super::Drawing).

use super::Spanned;
use super::drawing::{Row, rows};
use super::drawn::DrawnRow;
use boardwright_base::board::Cell;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use std::fmt::Display;

/// A picture of marks: at least one row; all with the same number of marks, at least one.
///
/// Rows of different lengths are filled with `_` at their ends, and empty rows are left out: boards of hexagons or
/// triangles have such rows, and an empty row separates the levels of a board of cubes. [`Marks::ragged`] is the error
/// for all other pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct Marks {
    rows: Vec<Vec<Spanned<String>>>,
    drawn: Vec<DrawnRow>,
    ragged: Option<Diagnostic>,
    span: Span,
}

impl Marks {
    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// Returns the mark in a cell of the picture, with its span.
    pub fn at(&self, cell: Cell) -> &Spanned<String> {
        &self.rows[cell.row][cell.column]
    }

    /// Returns the cell that a half turn exchanges with a cell, as the picture is drawn.
    pub fn turned(&self, cell: Cell) -> Cell {
        let row = self.height() - 1 - cell.row;
        Cell { row, column: self.drawn[row].length.saturating_sub(1 + cell.column) }
    }

    /// Returns all cells with their marks, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, &Spanned<String>)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, marks)| marks.iter().enumerate().map(move |(column, mark)| (Cell { row, column }, mark)))
    }

    /// Returns the picture with other marks at the same places.
    pub fn map(&self, mut mark: impl FnMut(Cell, &str) -> String) -> Marks {
        let mut marks = self.clone();
        for (row, cells) in marks.rows.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                cell.value = mark(Cell { row, column }, &cell.value);
            }
        }
        marks
    }

    /// Returns how each row is written.
    pub fn drawn(&self) -> &[DrawnRow] {
        &self.drawn
    }

    /// Returns the picture without places.
    pub(super) fn unplaced(&self) -> Marks {
        let bare = |mark: &Spanned<String>| Spanned { value: mark.value.clone(), span: Span::default() };
        let rows = self.rows.iter().map(|row| row.iter().map(bare).collect()).collect();
        Marks { rows, drawn: super::drawn::unplaced(&self.drawn), ragged: None, span: Span::default() }
    }

    /// Returns the error in a picture whose rows must have the same length, if they do not.
    pub fn ragged(&self) -> Option<&Diagnostic> {
        self.ragged.as_ref()
    }

    /// Returns the span of the whole picture.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// Parses the marks in a string; see [`super::drawing::read`] for the parameters.
pub(super) fn read(
    name: &dyn Display,
    value: &str,
    place: (Span, Option<usize>),
    mistakes: &mut Diagnostics,
) -> Option<Marks> {
    let (span, origin) = place;
    let rows = rows(value);
    if rows.iter().all(|row| row.text.is_empty()) {
        let mistake = Diagnostic::new("empty-drawing", format!("{name} is an empty picture")).at(span, "no rows");
        mistakes.push(mistake.help("draw one character or one word for each cell; `.` is an empty cell"));
        return None;
    }
    let at = |start: usize, length: usize| match origin {
        Some(origin) => Span::new(origin + start, origin + start + length),
        None => span,
    };
    let in_words = rows.iter().any(|row| row.text.trim().contains([' ', '\t']));
    let marks = |row: &Row<'_>| -> Vec<Spanned<String>> {
        let mark = |(offset, text): (usize, &str)| Spanned {
            value: text.to_string(),
            span: at(row.start + offset, text.len()),
        };
        if in_words {
            return words(row.text).map(mark).collect();
        }
        let characters = row.text.char_indices().skip_while(|(_, c)| c.is_whitespace());
        characters.map(|(offset, c)| mark((offset, &row.text[offset..offset + c.len_utf8()]))).collect()
    };
    let read: Vec<Vec<Spanned<String>>> = rows.iter().map(marks).collect();
    // The most frequent width is taken as the intended one.
    let like = |width: usize| read.iter().filter(|row| row.len() == width).count();
    let width = read.iter().map(Vec::len).max_by_key(|&width| (like(width), width)).unwrap_or(0);
    let ragged = read.iter().position(|row| row.len() != width).map(|odd| {
        let what = if in_words { "words" } else { "characters" };
        let (found, row) = (read[odd].len(), &rows[odd]);
        let others =
            if read.len() > 2 && like(width) + 1 == read.len() { "like the other rows" } else { "like another row" };
        let message = format!("row {} of {name} has {found} {what}; expected {width}, {others}", odd + 1);
        let mistake = Diagnostic::new("ragged-drawing", message).at(at(row.start, row.text.len()), "");
        if in_words {
            mistake.help("in a row with blanks, every word is a cell; `.` is an empty cell")
        } else {
            mistake
        }
    });
    let longest = read.iter().map(Vec::len).max().unwrap_or(0);
    let mut drawn: Vec<DrawnRow> = Vec::new();
    let mut kept: Vec<Vec<Spanned<String>>> = Vec::new();
    let mut is_apart = false;
    for (row, mut marks) in rows.iter().zip(read) {
        if marks.is_empty() {
            is_apart = true;
            continue;
        }
        let starts = starts(row.text, in_words);
        let span = at(row.start, row.text.len());
        drawn.push(DrawnRow {
            length: marks.len(),
            indent: starts[0],
            pitch: starts.get(1).map(|next| next - starts[0]),
            is_apart: std::mem::take(&mut is_apart) && !drawn.is_empty(),
            span,
        });
        marks.resize(longest, Spanned { value: "_".to_string(), span });
        kept.push(marks);
    }
    Some(Marks { rows: kept, drawn, ragged, span })
}

/// Returns the positions of the first two marks of a row that has marks.
fn starts(text: &str, in_words: bool) -> Vec<usize> {
    let mut before = ' ';
    let mut starts = Vec::new();
    for (position, c) in text.chars().enumerate() {
        if !c.is_whitespace() && (!in_words || before.is_whitespace()) {
            starts.push(position);
        }
        if starts.len() == 2 {
            break;
        }
        before = c;
    }
    starts
}

/// Returns the words of a row with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split([' ', '\t'])
        .scan(0, |start, word| {
            let at = *start;
            *start += word.len() + 1;
            Some((at, word))
        })
        .filter(|(_, word)| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(value: &str) -> Result<Vec<Vec<String>>, String> {
        let mut mistakes = Diagnostics::none();
        let marks = read(&"`clue`", value, (Span::new(0, value.len()), Some(0)), &mut mistakes);
        let Some(marks) = marks else { return Err(mistakes.iter().map(|m| m.message.to_string()).collect()) };
        if let Some(ragged) = marks.ragged() {
            return Err(ragged.message.to_string());
        }
        for (cell, mark) in marks.cells() {
            assert_eq!(&value[mark.span.start..mark.span.end], mark.value, "the place of {cell}");
        }
        Ok(marks.rows.iter().map(|row| row.iter().map(|mark| mark.value.clone()).collect()).collect())
    }

    #[test]
    fn characters_or_words() {
        assert_eq!(read_all("3.\n.é\n"), Ok(vec![vec!["3".into(), ".".into()], vec![".".into(), "é".into()]]));
        assert_eq!(read_all("12 .\n .  3>\n"), Ok(vec![vec!["12".into(), ".".into()], vec![".".into(), "3>".into()]]));
        assert_eq!(read_all("12\n3\n"), Err("row 2 of `clue` has 1 characters; expected 2, like another row".into()));
        assert_eq!(read_all("1 2\n3\n"), Err("row 2 of `clue` has 1 words; expected 2, like another row".into()));
        assert_eq!(
            read_all("12\n345\n67\n"),
            Err("row 2 of `clue` has 3 characters; expected 2, like the other rows".into())
        );
        assert_eq!(read_all("\n"), Err("`clue` is an empty picture".into()));
    }
}
