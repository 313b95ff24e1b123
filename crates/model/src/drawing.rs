//! A picture in a model: rows of characters of equal length, each with its place in the file.
//!
//! ```toml
//! lights = """
//!     ..#
//!     .#.
//!     """
//! ```
//!
//! is two rows of three. Not part of the picture: the indentation common to all rows (spaces and tabs, one character
//! each), blanks and carriage returns at the end of a row, and a last line break with the blanks after it. A blank line
//! elsewhere is an empty row, which is an error. Pictures of hexagons and triangles may also have rows that are indented
//! and of different lengths ([`read_tiled`]). Time and memory are linear in the text (a byte for each cell with an
//! ASCII character).

use super::drawn::DrawnRow;
use super::field::{Glyph, describe_glyphs};
use boardwright_base::board::Cell;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

/// A picture of a model, without common indentation and line ends. Clones share the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The concatenated rows: at least one; all with the same number of characters, at least one.
    text: Arc<String>,
    /// The byte offset in `text` of each row, and the total length.
    rows: Vec<usize>,
    /// The byte offset of each row in the source, if the source has the rows literally.
    starts: Option<Vec<usize>>,
    /// How the rows are written, if they may be indented.
    drawn: Vec<DrawnRow>,
    /// The errors in a picture that must be a rectangle, if it is none.
    ragged: Vec<Diagnostic>,
    /// The span of the whole picture.
    span: Span,
}

impl Drawing {
    /// Returns a drawing whose rows start at these byte offsets of the source (`None`: the text was escaped, so only
    /// the whole picture has a span). `rows` is not empty and its rows have the same length, at least one.
    fn new(rows: &[Row<'_>], starts: Option<Vec<usize>>, span: Span) -> Drawing {
        let mut text = String::with_capacity(rows.iter().map(|row| row.text.len()).sum());
        let mut ends = vec![0];
        for row in rows {
            text.push_str(row.text);
            ends.push(text.len());
        }
        Drawing { text: text.into(), rows: ends, starts, drawn: Vec::new(), ragged: Vec::new(), span }
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.rows.len() - 1
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.row(0).chars().count()
    }

    /// Returns a row.
    pub fn row(&self, row: usize) -> &str {
        &self.text[self.rows[row]..self.rows[row + 1]]
    }

    /// Returns the rows.
    pub fn rows(&self) -> impl Iterator<Item = &str> {
        (0..self.height()).map(|row| self.row(row))
    }

    /// Returns all cells with their characters, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        self.rows().enumerate().flat_map(|(row, text)| {
            text.chars().enumerate().map(move |(column, character)| (Cell { row, column }, character))
        })
    }

    /// Returns the span of a cell's character in the source, or of the whole picture.
    pub fn span_at(&self, cell: Cell) -> Span {
        let Some(starts) = &self.starts else { return self.span };
        let pitch = self.drawn.get(cell.row).and_then(|row| row.pitch).unwrap_or(1);
        let mut characters = self.row(cell.row).char_indices().skip(cell.column);
        let Some((before, character)) = characters.next() else { return self.span };
        let start = starts[cell.row] + before + cell.column * (pitch - 1);
        Span::new(start, start + character.len_utf8())
    }

    /// Returns the span of the whole picture.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the drawing without places.
    pub(super) fn unplaced(&self) -> Drawing {
        let drawn = super::drawn::unplaced(&self.drawn);
        Drawing { starts: None, drawn, ragged: Vec::new(), span: Span::default(), ..self.clone() }
    }

    /// Returns how each row is written; empty unless rows may be indented.
    pub fn drawn(&self) -> &[DrawnRow] {
        &self.drawn
    }

    /// Returns the errors in a picture that must be a rectangle without blanks, if it is none.
    pub fn ragged(&self) -> &[Diagnostic] {
        &self.ragged
    }
}

/// The maximal numbers of labels for one error, and of distinct unknown characters reported, in one picture.
const PLACES_SHOWN: usize = 3;
const CHARACTERS_REPORTED: usize = 20;

/// A row of the text: its byte offset after the common indentation, and its text.
pub(super) struct Row<'t> {
    pub(super) start: usize,
    pub(super) text: &'t str,
}

/// Parses the picture in a string. `place` is the span of the string and the byte offset in the source at which `value`
/// starts, if the source has it literally. Reports errors and then returns `None`.
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
    if let Some(Ragged { width, usual, others }) = ragged_rows(&rows) {
        fine = false;
        let message = match others[..] {
            [(row, found)] if rows.len() > 2 => {
                format!("row {} of {name} has {}; expected {width}, like the other rows", row + 1, characters(found))
            }
            [(row, found)] => {
                format!("row {} of {name} has {}, but row {} has {width}", row + 1, characters(found), usual + 1)
            }
            _ => format!("{} rows of {name} do not have {}, like row {}", others.len(), characters(width), usual + 1),
        };
        let labels = others.iter().take(PLACES_SHOWN).map(|&(row, found)| {
            let words = format!("row {}: {}", row + 1, characters(found));
            (place(rows[row].start, rows[row].text.len()), words)
        });
        mistakes.push(at_each(Diagnostic::new("ragged-drawing", message), labels));
    }
    fine.then(|| {
        let starts = origin.map(|origin| rows.iter().map(|row| origin + row.start).collect());
        Drawing::new(&rows, starts, span)
    })
}

/// Parses a picture whose rows may be indented and have different lengths, with the same number of blanks between all
/// characters of a row. Short rows are filled with `_`. See [`read`] for the parameters.
pub(super) fn read_tiled(
    name: &dyn Display,
    value: &str,
    glyphs: &[Glyph],
    place: (Span, Option<usize>),
    mistakes: &mut Diagnostics,
) -> Option<Drawing> {
    let mut strict = Diagnostics::none();
    let rectangle = read(name, value, glyphs, place, &mut strict);
    let rows = rows(value);
    let Some(drawn) = rows.iter().map(|row| drawn_row(row, glyphs, place)).collect::<Option<Vec<DrawnRow>>>() else {
        strict.iter().for_each(|mistake| mistakes.push(mistake.clone()));
        return None;
    };
    if let Some(rectangle) = rectangle {
        return Some(Drawing { drawn, ..rectangle });
    }
    let longest = drawn.iter().map(|row| row.length).max().unwrap_or(0);
    let filled: Vec<String> = rows
        .iter()
        .map(|row| {
            let mut text: String = row.text.chars().filter(|c| !c.is_whitespace()).collect();
            text.extend(std::iter::repeat_n('_', longest - text.chars().count()));
            text
        })
        .collect();
    let texts: Vec<Row<'_>> = filled.iter().map(|text| Row { start: 0, text }).collect();
    let start = |origin: usize| rows.iter().zip(&drawn).map(move |(row, drawn)| origin + row.start + drawn.indent);
    let starts: Option<Vec<usize>> = place.1.map(|origin| start(origin).collect());
    let ragged = strict.iter().cloned().collect();
    Some(Drawing { drawn, ragged, ..Drawing::new(&texts, starts, place.0) })
}

/// Returns how a row is written; `None` if it is empty or has other characters, or blanks in irregular places.
fn drawn_row(row: &Row<'_>, glyphs: &[Glyph], (span, origin): (Span, Option<usize>)) -> Option<DrawnRow> {
    let marks = || row.text.chars().enumerate().filter(|(_, c)| *c != ' ');
    let places: Vec<usize> = marks().map(|(place, _)| place).collect();
    let indent = *places.first()?;
    let pitch = places.get(1).map(|next| next - indent);
    let is_even = places.windows(2).all(|pair| Some(pair[1] - pair[0]) == pitch);
    let is_known = marks().all(|(_, c)| glyphs.iter().any(|glyph| glyph.accepts(c)));
    let span = origin.map_or(span, |origin| Span::new(origin + row.start, origin + row.start + row.text.len()));
    (is_even && is_known).then_some(DrawnRow { length: places.len(), indent, pitch, is_apart: false, span })
}

/// Splits the text into rows and removes everything that is not part of the picture.
pub(super) fn rows(value: &str) -> Vec<Row<'_>> {
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

/// A character that the picture does not accept: the number of occurrences, and the first one in each of the first few
/// rows that have it (byte offset, cell).
struct Unknown {
    character: char,
    count: usize,
    places: Vec<(usize, Cell)>,
}

/// Returns the unknown characters, in order of their first occurrence.
fn unknown_characters(rows: &[Row<'_>], glyphs: &[Glyph]) -> Vec<Unknown> {
    let mut unknowns: Vec<Unknown> = Vec::new();
    let accepted: [bool; 256] =
        std::array::from_fn(|byte| byte < 128 && glyphs.iter().any(|glyph| glyph.accepts(char::from(byte as u8))));
    for (row, line) in rows.iter().enumerate() {
        // Nearly all rows are valid, and there may be a hundred million cells.
        if line.text.bytes().all(|byte| accepted[usize::from(byte)]) {
            continue;
        }
        for (column, (offset, character)) in line.text.char_indices().enumerate() {
            if glyphs.iter().any(|glyph| glyph.accepts(character)) {
                continue;
            }
            let place = (line.start + offset, Cell { row, column });
            if let Some(unknown) = unknowns.iter_mut().find(|unknown| unknown.character == character) {
                unknown.count += 1;
                let on_new_row = unknown.places.iter().all(|(_, cell)| cell.row != row);
                if on_new_row && unknown.places.len() < PLACES_SHOWN {
                    unknown.places.push(place);
                }
            } else if unknowns.len() < CHARACTERS_REPORTED {
                unknowns.push(Unknown { character, count: 1, places: vec![place] });
            }
        }
    }
    unknowns
}

/// Rows of different widths.
struct Ragged {
    /// The most frequent width; on ties the first.
    width: usize,
    /// The first row with that width.
    usual: usize,
    /// The rows with other widths, with their widths.
    others: Vec<(usize, usize)>,
}

/// Returns `None` if all rows have the same width.
fn ragged_rows(rows: &[Row<'_>]) -> Option<Ragged> {
    let widths: Vec<usize> = rows.iter().map(|row| row.text.chars().count()).collect();
    let mut frequency: BTreeMap<usize, (usize, Reverse<usize>)> = BTreeMap::new();
    for (row, &width) in widths.iter().enumerate() {
        frequency.entry(width).or_insert((0, Reverse(row))).0 += 1;
    }
    let (&width, &(_, Reverse(usual))) = frequency.iter().max_by_key(|&(_, rank)| rank)?;
    let others: Vec<(usize, usize)> = widths.into_iter().enumerate().filter(|&(_, found)| found != width).collect();
    (!others.is_empty()).then_some(Ragged { width, usual, others })
}

fn characters(number: usize) -> String {
    match number {
        0 => "no characters".to_string(),
        1 => "1 character".to_string(),
        _ => format!("{number} characters"),
    }
}

/// Adds labels; merges labels with equal spans.
fn at_each(mut mistake: Diagnostic, labels: impl Iterator<Item = (Span, String)>) -> Diagnostic {
    for (span, words) in labels {
        match mistake.labels.iter_mut().find(|label| label.span == span) {
            Some(label) => label.text = format!("{}; {words}", label.text),
            None => mistake = mistake.at(span, words),
        }
    }
    mistake
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLYPHS: &[Glyph] = &[Glyph::one('#', "lit"), Glyph::one('.', "dark"), Glyph::one('é', "odd")];

    fn draw(value: &str) -> Result<Vec<String>, Vec<String>> {
        let mut mistakes = Diagnostics::none();
        let span = Span::new(0, value.len());
        let drawing = read(&"`board`", value, GLYPHS, (span, Some(0)), &mut mistakes);
        assert_eq!(drawing.is_none(), !mistakes.is_empty(), "a drawing or a reason");
        let Some(drawing) = drawing else {
            return Err(mistakes.iter().map(|mistake| mistake.message.to_string()).collect());
        };
        for (cell, character) in drawing.cells() {
            let Span { start, end } = drawing.span_at(cell);
            assert_eq!(&value[start..end], character.to_string(), "the place of {cell}");
        }
        Ok(drawing.rows().map(str::to_string).collect())
    }

    fn rows_are(value: &str, rows: &[&str]) {
        assert_eq!(draw(value), Ok(rows.iter().map(ToString::to_string).collect()), "{value:?}");
    }

    #[test]
    fn surrounding_blanks_are_not_part_of_a_picture() {
        rows_are("#.\n.#", &["#.", ".#"]);
        rows_are("#.\n.#\n", &["#.", ".#"]);
        rows_are("  #.\n  .#\n  ", &["#.", ".#"]);
        rows_are("\t#.\n\t.#\n", &["#.", ".#"]);
        rows_are("    #.\r\n    .#\r\n  ", &["#.", ".#"]);
        rows_are("#.  \n.#\t\n", &["#.", ".#"]);
        rows_are("#é#", &["#é#"]);
        rows_are(".", &["."]);
    }

    #[test]
    fn blank_rows_and_blanks_inside_rows_are_mistakes() {
        for empty in ["", "\n", "  ", " \n\t\r\n \n"] {
            assert_eq!(draw(empty), Err(vec!["`board` is an empty picture".to_string()]), "{empty:?}");
        }
        let blank = "row 2 of `board` has no characters; expected 2, like the other rows".to_string();
        assert_eq!(draw("#.\n\n.#\n"), Err(vec![blank]));
        assert_eq!(draw("# #\n...\n"), Err(vec!["unknown character ' ' in `board`".to_string()]));
        let unknown = "unknown character ' ' in `board`".to_string();
        assert_eq!(draw(" .\n..\n"), Err(vec![unknown]), "indentation is what all rows share");
    }

    #[test]
    fn ragged_rows_are_compared_with_the_usual_width() {
        let message = |value: &str| draw(value).unwrap_err().join("; ");
        assert_eq!(message("...\n..\n...\n"), "row 2 of `board` has 2 characters; expected 3, like the other rows");
        assert_eq!(message("..\n...\n...\n"), "row 1 of `board` has 2 characters; expected 3, like the other rows");
        assert_eq!(message("..\n.\n"), "row 2 of `board` has 1 character, but row 1 has 2");
        assert_eq!(message(".\n..\n...\n..\n"), "2 rows of `board` do not have 2 characters, like row 2");
    }

    #[test]
    fn an_unknown_character_is_reported_once_with_three_places() {
        let mut mistakes = Diagnostics::none();
        let value = "xx.\n.x.\ny..\nx..\nx..\n";
        read(&"`board`", value, GLYPHS, (Span::new(0, value.len()), Some(0)), &mut mistakes);
        let found: Vec<(String, Vec<(usize, &str)>)> = mistakes
            .iter()
            .map(|m| (m.message.to_string(), m.labels.iter().map(|l| (l.span.start, l.text.as_str())).collect()))
            .collect();
        let places = vec![(0, "row 1, column 1"), (5, "row 2, column 2"), (12, "row 4, column 1")];
        assert_eq!(
            found,
            [
                ("unknown character 'x' in `board` (5 times)".into(), places),
                ("unknown character 'y' in `board`".into(), vec![(8, "row 3, column 1")]),
            ]
        );
    }

    #[test]
    fn rows_of_hexagons_may_be_indented_and_of_different_lengths() {
        let read = |value: &str| {
            let mut mistakes = Diagnostics::none();
            let span = Span::new(0, value.len());
            let drawing = read_tiled(&"`board`", value, GLYPHS, (span, Some(0)), &mut mistakes);
            assert_eq!(drawing.is_none(), !mistakes.is_empty(), "a drawing or a reason");
            drawing
        };
        let value = "  # .\n # . #\n# #\n";
        let drawing = read(value).expect("rows with blanks between all characters");
        assert_eq!(drawing.rows().collect::<Vec<_>>(), ["#._", "#.#", "##_"]);
        assert_eq!(drawing.ragged().len(), 2, "no rectangle");
        let drawn: Vec<(usize, usize)> = drawing.drawn().iter().map(|row| (row.indent, row.length)).collect();
        assert_eq!(drawn, [(2, 2), (1, 3), (0, 2)]);
        for (cell, character) in drawing.cells().filter(|(cell, _)| cell.column < drawn[cell.row].1) {
            let Span { start, end } = drawing.span_at(cell);
            assert_eq!(&value[start..end], character.to_string(), "the place of {cell}");
        }
        let rectangle = read("#.\n.#\n").expect("a rectangle");
        assert_eq!((rectangle.ragged(), rectangle.drawn().len()), (&[][..], 2));
        for wrong in ["# .\n\n# #\n", "# .  #\n.\n", "# x\n#\n", "\n"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn without_an_origin_every_place_is_the_whole_picture() {
        let mut mistakes = Diagnostics::none();
        let span = Span::new(7, 20);
        let drawing = read(&"`board`", "#.\n.#", GLYPHS, (span, None), &mut mistakes).expect("a fine picture");
        assert_eq!(drawing.span_at(Cell::new(1, 1)), span);
        assert_eq!(read(&"`board`", "x.\n.x", GLYPHS, (span, None), &mut mistakes), None);
        let labels = &mistakes.iter().next().expect("one mistake").labels;
        assert_eq!(
            labels,
            &[boardwright_base::diagnostic::Label { span, text: "row 1, column 1; row 2, column 2".to_string() }]
        );
    }
}
