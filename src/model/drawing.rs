//! A picture in a model: rows of characters of equal length, each with its place in the file.
//!
//! ```toml
//! lights = """
//!     ..#
//!     .#.
//!     """
//! ```
//!
//! is two rows of three. What is not part of the picture: the indentation that all rows share (blanks and tabs, one character
//! each), blanks and carriage returns at the end of a row, and a last line break with the blanks after it. A blank line
//! anywhere else is a row without characters, and so a mistake. Time and memory are linear in the text (4 bytes a cell).

use super::field::{Glyph, describe_glyphs};
use crate::board::Cell;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;

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

/// Places of one mistake that are shown, and different unknown characters that are reported, in one picture.
const PLACES_SHOWN: usize = 3;
const CHARACTERS_REPORTED: usize = 20;

/// A row as the text has it: where it starts in the text, after the common indentation, and what it says.
struct Row<'t> {
    start: usize,
    text: &'t str,
}

/// Reads the picture that a string draws. `place` is the span of the string and the byte of the source at which `value` starts,
/// if it stands there literally. Notes what is wrong and returns `None` then.
pub(super) fn read(
    name: &dyn Display,
    value: &str,
    glyphs: &[Glyph],
    place: (Span, Option<usize>),
    mistakes: &mut Diagnostics,
) -> Option<Drawing> {
    let (span, origin) = place;
    let rows = rows(value);
    if rows.iter().all(|row| row.text.is_empty()) {
        let mistake = Diagnostic::new("empty-drawing", format!("{name} is an empty picture")).at(span, "no rows");
        mistakes.push(mistake.help(format!("draw with {}", describe_glyphs(glyphs))));
        return None;
    }
    let place = |start: usize, length: usize| match origin {
        Some(origin) => Span::new(origin + start, origin + start + length),
        None => span,
    };
    let mut fine = true;
    for unknown in unknown_characters(&rows, glyphs) {
        fine = false;
        let times = if unknown.count == 1 { String::new() } else { format!(" ({} times)", unknown.count) };
        let character = unknown.character;
        let message = format!("unknown character '{}' in {name}{times}", character.escape_debug());
        let labels = unknown.places.iter().map(|&(start, cell)| {
            let words = format!("row {}, column {}", cell.row + 1, cell.column + 1);
            (place(start, character.len_utf8()), words)
        });
        let mistake = at_each(Diagnostic::new("unknown-character", message), labels);
        mistakes.push(mistake.help(format!("draw with {}", describe_glyphs(glyphs))));
    }
    if let Some((width, usual, ragged)) = ragged_rows(&rows) {
        fine = false;
        let message = match ragged[..] {
            [(row, found)] if rows.len() > 2 => {
                format!("row {} of {name} has {}, the others have {width}", row + 1, characters(found))
            }
            [(row, found)] => {
                format!("row {} of {name} has {}, row {} has {width}", row + 1, characters(found), usual + 1)
            }
            _ => format!("{} rows of {name} do not have {width} characters as row {} has", ragged.len(), usual + 1),
        };
        let labels = ragged.iter().take(PLACES_SHOWN).map(|&(row, found)| {
            let words = format!("row {}: {}", row + 1, characters(found));
            (place(rows[row].start, rows[row].text.len()), words)
        });
        mistakes.push(at_each(Diagnostic::new("ragged-drawing", message), labels));
    }
    fine.then(|| {
        let starts = origin.map(|origin| rows.iter().map(|row| origin + row.start).collect());
        Drawing::new(rows.iter().map(|row| row.text.chars().collect()).collect(), starts, span)
    })
}

/// Cuts the text into rows and takes off what is not part of the picture.
fn rows(value: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut start = 0;
    for line in value.split('\n') {
        rows.push(Row { start, text: line.trim_end_matches([' ', '\t', '\r']) });
        start += line.len() + 1;
    }
    rows.pop_if(|last| last.text.is_empty());
    let inked = rows.iter_mut().filter(|row| !row.text.is_empty());
    let inked: Vec<&mut Row<'_>> = inked.collect();
    let leading = |row: &Row<'_>| row.text.len() - row.text.trim_start_matches([' ', '\t']).len();
    let indentation = inked.iter().map(|row| leading(row)).min().unwrap_or(0);
    for row in inked {
        row.start += indentation;
        row.text = &row.text[indentation..];
    }
    rows
}

/// A character that the picture does not take: how often, and the first few places (byte in the text, cell).
struct Unknown {
    character: char,
    count: usize,
    places: Vec<(usize, Cell)>,
}

/// The unknown characters, in the order they first appear.
fn unknown_characters(rows: &[Row<'_>], glyphs: &[Glyph]) -> Vec<Unknown> {
    let mut unknowns: Vec<Unknown> = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, (offset, character)) in line.text.char_indices().enumerate() {
            if glyphs.iter().any(|glyph| glyph.accepts(character)) {
                continue;
            }
            let place = (line.start + offset, Cell { row, column });
            if let Some(unknown) = unknowns.iter_mut().find(|unknown| unknown.character == character) {
                unknown.count += 1;
                if unknown.places.len() < PLACES_SHOWN {
                    unknown.places.push(place);
                }
            } else if unknowns.len() < CHARACTERS_REPORTED {
                unknowns.push(Unknown { character, count: 1, places: vec![place] });
            }
        }
    }
    unknowns
}

/// The usual width (the most frequent, the first of these), the first row that has it, and the rows that have another with
/// theirs; `None` when all rows have one width.
fn ragged_rows(rows: &[Row<'_>]) -> Option<(usize, usize, Vec<(usize, usize)>)> {
    let widths: Vec<usize> = rows.iter().map(|row| row.text.chars().count()).collect();
    let mut frequency: BTreeMap<usize, (usize, Reverse<usize>)> = BTreeMap::new();
    for (row, &width) in widths.iter().enumerate() {
        frequency.entry(width).or_insert((0, Reverse(row))).0 += 1;
    }
    let (&usual, &(_, Reverse(first))) = frequency.iter().max_by_key(|&(_, rank)| rank)?;
    let ragged: Vec<(usize, usize)> = widths.iter().copied().enumerate().filter(|&(_, width)| width != usual).collect();
    (!ragged.is_empty()).then_some((usual, first, ragged))
}

fn characters(number: usize) -> String {
    match number {
        0 => "no characters".to_string(),
        1 => "1 character".to_string(),
        _ => format!("{number} characters"),
    }
}

/// Adds labels; those that fall on one place become one label.
fn at_each(mut mistake: Diagnostic, labels: impl Iterator<Item = (Span, String)>) -> Diagnostic {
    for (span, words) in labels {
        match mistake.labels.iter_mut().find(|label| label.span == span) {
            Some(label) => label.text = format!("{}; {words}", label.text),
            None => mistake = mistake.at(span, words),
        }
    }
    mistake
}
