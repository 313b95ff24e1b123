//! Problems of Tiler (D. Misiak, <https://github.com/davidmisiak/tiler>), a solver of polyomino tilings.
//!
//! Shapes are separated by empty lines; the first is the board, the others are pieces. `N:` before a piece limits it to N
//! copies; otherwise their number is not limited. A shape has one of four forms, here always the L-tromino or a square:
//!
//! ```text
//! 3L         a name            2x2        width x height
//! DDRRULUL   its perimeter     x          a picture
//! 5:3L       five of them      xx
//! ```
//!
//! Shapes are connected, and a perimeter does not touch itself. As an extension of Tiler's files, each shape may take one
//! line, or all may be on one line as on Tiler's command line. Tiler turns pieces over only with an option of its own;
//! `--flip` corresponds to it.

use super::dissection::{Copies, MAX_CELLS, MAX_COPIES, Tile, Tiling};
use super::stones::MAX_MISTAKES;
use super::{Draft, Format, MAX_PIECES, Order};
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Shape};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Setting, Text, nearest, quote};
use boardwright_base::source::{Source, Span};
use std::collections::BTreeSet;

pub(super) const FORMAT: Format = Format {
    name: "a problem of Tiler",
    summary: || {
        Text::from(
            "a board such as `8x8` or a picture of `x`, an empty line, then pieces such as `3L`, `2:4T`, `DDRRULUL`",
        )
    },
    takes: &[Setting::Flip],
    recognises,
    read,
    read_as: None,
};

/// The one-sided polyominoes of up to five cells by Tiler's names, rows separated by `/`.
const NAMED: &[(&str, &str)] = &[
    ("1", "#"),
    ("2", "##"),
    ("3I", "###"),
    ("3L", "#_/##"),
    ("4I", "####"),
    ("4J", "_#/_#/##"),
    ("4L", "#_/#_/##"),
    ("4O", "##/##"),
    ("4S", "_##/##_"),
    ("4T", "###/_#_"),
    ("4Z", "##_/_##"),
    ("5A", "_#/_#/##/_#"),
    ("5F", "_##/##_/_#_"),
    ("5G", "#_/##/_#/_#"),
    ("5I", "#####"),
    ("5J", "_#/_#/_#/##"),
    ("5L", "#_/#_/#_/##"),
    ("5N", "_#/##/#_/#_"),
    ("5P", "##/##/#_"),
    ("5Q", "##/##/_#"),
    ("5R", "##_/_##/_#_"),
    ("5S", "_##/_#_/##_"),
    ("5T", "###/_#_/_#_"),
    ("5U", "#_#/###"),
    ("5V", "#__/#__/###"),
    ("5W", "#__/##_/_##"),
    ("5X", "_#_/###/_#_"),
    ("5Y", "#_/#_/##/#_"),
    ("5Z", "##_/_#_/_##"),
];

fn recognises(text: &str) -> bool {
    let is_picture = |line: &str| line.chars().all(|c| c == 'x' || c == ' ');
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let word = first.split_whitespace().next().unwrap_or_default();
    let is_path = word.chars().all(|c| matches!(c, 'U' | 'D' | 'L' | 'R'));
    let sides = word.split_once(['x', 'X']);
    let is_size = sides.is_some_and(|(w, h)| [w, h].iter().all(|n| n.chars().all(|c| c.is_ascii_digit() || c == '-')));
    !word.is_empty() && (is_picture(first) || is_path || is_size || word.starts_with(|c: char| c.is_ascii_digit()))
}

/// A shape as written in the file.
struct Said<'t> {
    /// The maximum number of copies, if given.
    count: Option<(usize, Span)>,
    body: Body<'t>,
    span: Span,
}

enum Body<'t> {
    /// A name, a size or a perimeter.
    Word(&'t str),
    /// Rows of `x` and blanks.
    Picture(Vec<&'t str>),
}

fn read(source: &Source, Order { options, .. }: Order<'_>) -> Result<Draft, Diagnostics> {
    let mut wrong = Diagnostics::none();
    let said = shapes_said(&source.text, &mut wrong);
    let mut shapes: Vec<Shape> = Vec::new();
    if said.len() > MAX_PIECES {
        let message = format!("the file has {} shapes; at most {MAX_PIECES} are accepted", said.len());
        return Err(Diagnostic::new("too-large", message).into());
    }
    for said in &said {
        match shape(said) {
            Ok(shape) => shapes.push(shape),
            Err(mistake) => wrong.push(mistake),
        }
    }
    if let Some((_, place)) = said.first().and_then(|board| board.count) {
        let message = "the first shape is the board; it cannot have a number of copies";
        wrong.push(
            Diagnostic::new("counted-board", message).at(place, "").help("give the board first, then the pieces"),
        );
    }
    let mut wrong = wrong.into_result(()).err().unwrap_or_default();
    if said.len() < 2 && wrong.is_empty() {
        let end = Span::new(source.text.trim_end().len(), source.text.trim_end().len());
        let message = "the file has a board and no piece";
        wrong.push(
            Diagnostic::new("no-pieces", message).at(end, "").help("add pieces such as `3L` after an empty line"),
        );
    }
    wrong.into_result(())?;
    let (board, pieces) = shapes.split_first().expect("two shapes at least were read without mistakes");
    let counts: Vec<Option<usize>> = said[1..].iter().map(|said| said.count.map(|(count, _)| count)).collect();
    let cells = counts.iter().zip(pieces).map(|(count, piece)| Some((*count)?.saturating_mul(piece.size())));
    let cells: Option<usize> = cells.sum();
    let all_are_used = cells == Some(board.size());
    let mut remarks = Vec::new();
    if all_are_used {
        remarks.push("The pieces have as many cells as the board, so all of them are used.".to_string());
    } else if counts.iter().any(Option::is_some) {
        remarks.push("In Tiler `N:` is the maximum number of copies of a piece; not all must be used.".to_string());
    }
    remarks.push(match options.flip {
        true => "Option: pieces may be turned over. They may be turned.".to_string(),
        false => "Pieces may be turned but not turned over; an import with the option `flip` allows it.".to_string(),
    });
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut tiles = Vec::new();
    for ((said, piece), count) in said[1..].iter().zip(pieces).zip(counts) {
        let word = match said.body {
            Body::Word(word) => Some(word).filter(|word| word.starts_with(|c: char| c.is_ascii_digit())),
            Body::Picture(_) => None,
        };
        tiles.push(Tile {
            remark: None,
            name: word.filter(|word| names.insert(word)).map(str::to_string),
            copies: match count {
                None => Copies::Any,
                Some(count) if all_are_used => Copies::Exactly(count),
                Some(count) => Copies::Between(0, count),
            },
            shape: vec![drawn(piece)],
        });
    }
    let tiling = Tiling { title: None, flip: options.flip, is_solid: false, board: vec![drawn(board)], pieces: tiles };
    Ok(Draft { remarks, model: tiling.toml() })
}

/// Rows of `#` and `_`.
fn drawn(shape: &Shape) -> Vec<String> {
    let mut rows = vec![vec!['_'; shape.width()]; shape.height()];
    shape.cells().iter().for_each(|(cell, _)| rows[cell.row][cell.column] = '#');
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// Splits the text into shapes.
fn shapes_said<'t>(text: &'t str, wrong: &mut Diagnostics) -> Vec<Said<'t>> {
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        Span::new(start, start + part.len())
    };
    let is_picture = |line: &str| !line.is_empty() && line.chars().all(|c| c == 'x' || c == ' ');
    let mut said: Vec<Said<'t>> = Vec::new();
    // The number before a shape, and the rows of an unfinished picture.
    let mut count: Option<(usize, Span)> = None;
    let mut picture: Vec<&'t str> = Vec::new();
    let finish = |picture: &mut Vec<&'t str>, count: &mut Option<(usize, Span)>, said: &mut Vec<Said<'t>>| {
        let rows = std::mem::take(picture);
        if rows.iter().any(|row| row.contains('x')) {
            let span = Span::new(place(rows[0]).start, place(rows[rows.len() - 1]).end);
            said.push(Said { count: count.take(), body: Body::Picture(rows), span });
        }
    };
    for line in text.lines() {
        // Stop after this many errors.
        if said.len() > MAX_PIECES || wrong.iter().count() >= MAX_MISTAKES {
            break;
        }
        if is_picture(line) {
            picture.push(line);
            continue;
        }
        if !picture.is_empty() && line.trim_start().starts_with('x') {
            wrong.push(
                Diagnostic::new("bad-picture", "a row of a picture consists of `x` and blanks")
                    .at(place(line), "")
                    .help("end a picture with an empty line"),
            );
            picture.push(line);
            continue;
        }
        finish(&mut picture, &mut count, &mut said);
        let mut rest = line;
        while let Some(word) = rest.split_whitespace().next() {
            let start = word.as_ptr() as usize - rest.as_ptr() as usize;
            rest = &rest[start..];
            let (number, body) = word.split_once(':').map_or((None, word), |(number, body)| (Some(number), body));
            if let Some(number) = number {
                let number = &rest[..number.len() + 1];
                count = counted(number, place(number), count, wrong);
                rest = &rest[number.len()..];
                // A picture may start on the line of its number.
                if is_picture(rest) && rest.contains('x') {
                    picture.push(rest);
                    rest = "";
                }
                if body.is_empty() || rest.is_empty() {
                    continue;
                }
            }
            rest = &rest[body.len()..];
            let body = if body.chars().all(|c| c == 'x') { Body::Picture(vec![body]) } else { Body::Word(body) };
            let of = match &body {
                Body::Word(word) => word,
                Body::Picture(rows) => rows[0],
            };
            said.push(Said { count: count.take(), span: place(of), body });
        }
    }
    finish(&mut picture, &mut count, &mut said);
    if let Some((_, place)) = count {
        let message = "expected a piece after this number";
        wrong.push(
            Diagnostic::new("no-shape", message).at(place, "").help("write `2:4T`, or the shape on the next line"),
        );
    }
    said
}

/// Reads `N:`; a second number before a shape is an error.
fn counted(text: &str, place: Span, before: Option<(usize, Span)>, wrong: &mut Diagnostics) -> Option<(usize, Span)> {
    if let Some((_, before)) = before {
        wrong.push(
            Diagnostic::new("no-shape", "expected a piece after this number")
                .at(before, "")
                .at(place, "another number"),
        );
    }
    let number = text.trim_end_matches(':');
    match number.parse::<usize>() {
        Ok(count) if is_number(number) && count <= MAX_COPIES => Some((count, place)),
        _ => {
            let message = format!("invalid number of copies: {}", quote(number));
            let help = format!(
                "write a whole number from 1 to {MAX_COPIES} before the colon; omit both for any number of copies"
            );
            wrong.push(Diagnostic::new("bad-count", message).at(place, "").help(help));
            Some((1, place))
        }
    }
}

/// Returns whether it is a whole number from 1, in Tiler's notation.
fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0')
}

/// Reads a shape.
fn shape(said: &Said<'_>) -> Result<Shape, Diagnostic> {
    let wrong = |code, message: String| Diagnostic::new(code, message).at(said.span, "");
    let shape = match &said.body {
        Body::Picture(rows) => {
            let cells: usize = rows.iter().map(|row| row.matches('x').count()).sum();
            if cells > MAX_CELLS {
                let message = format!("the picture has {cells} cells; at most {MAX_CELLS} are accepted");
                return Err(wrong("too-large", message));
            }
            let cells = rows.iter().enumerate().flat_map(|(row, text)| cells_of(row, text, 'x'));
            Shape::new(cells).expect("a picture without x is no shape")
        }
        Body::Word(word) => {
            if let Some((_, rows)) = NAMED.iter().find(|(name, _)| name == word) {
                let cells = rows.split('/').enumerate().flat_map(|(row, text)| cells_of(row, text, '#'));
                return Ok(Shape::new(cells).expect("named shapes have cells"));
            }
            if let Some((width, height)) = word.split_once('x') {
                return rectangle(width, height).map_err(|reason| wrong("bad-size", reason.to_string()));
            }
            if word.chars().all(|c| matches!(c, 'U' | 'D' | 'L' | 'R')) {
                return enclosed(word, said.span);
            }
            let names = || NAMED.iter().map(|(name, _)| *name);
            let cells = word.chars().next().filter(|c| ('1'..='5').contains(c));
            let alike: Vec<&str> = names().filter(|name| name.len() > 1 && name.chars().next() == cells).collect();
            let mistake = wrong("unknown-shape", format!("unknown shape {}", quote(word)));
            return Err(match (nearest(word, names()), alike.is_empty()) {
                _ if word.chars().all(|c| c.is_ascii_digit()) => {
                    mistake.help("write a size without blanks (`8x10`) and a name with a letter (`4T`)")
                }
                (_, false) => mistake.help(format!("the names for this number of cells are {}", alike.join(", "))),
                (Some(near), _) if word.eq_ignore_ascii_case(near) => mistake.help(format!("write `{near}`")),
                _ => mistake.help(
                    "a shape is a name such as `3L` or `5W`, a size such as `2x4`, a perimeter such as `DDRRULUL`, \
                     or a picture of `x` and blanks",
                ),
            });
        }
    };
    if shape.height() * shape.width() > MAX_CELLS {
        return Err(wrong("too-large", too_large(shape.height(), shape.width())));
    }
    if !shape.is_connected() {
        return Err(wrong("not-connected", "the shape is not connected by sides of cells".to_string())
            .help("Tiler accepts only connected shapes; end a picture with an empty line"));
    }
    Ok(shape)
}

fn cells_of(row: usize, text: &str, cell: char) -> impl Iterator<Item = (Cell, Colour)> {
    let cells = text.chars().enumerate().filter(move |&(_, character)| character == cell);
    cells.map(move |(column, _)| (Cell::new(row, column), Colour::Any))
}

fn too_large(height: usize, width: usize) -> String {
    format!("the shape has a box of {width} x {height} places; at most {MAX_CELLS} are accepted")
}

/// A reason why a word is not the size of a rectangle.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum BadSize {
    #[error("expected width x height with whole numbers from 1: `8x10`")]
    NotNumbers,
    #[error("{}", too_large(*height, *width))]
    TooLarge { height: usize, width: usize },
}

/// Returns a rectangle of a number of columns and rows.
fn rectangle(width: &str, height: &str) -> Result<Shape, BadSize> {
    let side = |text: &str| {
        // A number too long to parse is too large anyway.
        is_number(text).then(|| text.parse().unwrap_or(usize::MAX))
    };
    let (Some(width), Some(height)) = (side(width), side(height)) else {
        return Err(BadSize::NotNumbers);
    };
    if width.saturating_mul(height) > MAX_CELLS {
        return Err(BadSize::TooLarge { height, width });
    }
    let cells = (0..width * height).map(|i| (Cell::new(i / width, i % width), Colour::Any));
    Shape::new(cells).ok_or(BadSize::NotNumbers)
}

/// Returns the cells inside a perimeter: steps along the grid lines that return to their start.
fn enclosed(steps: &str, span: Span) -> Result<Shape, Diagnostic> {
    let wrong = |message: String, at: usize| {
        let place = Span::new(span.start + at, span.start + at + 1);
        Diagnostic::new("bad-perimeter", message)
            .at(place, "")
            .help("a perimeter goes round the shape once, one letter per step, and does not meet itself before its end")
    };
    if steps.len() > 4 * MAX_CELLS {
        return Err(wrong(
            format!("the perimeter has {} steps; at most {} are accepted", steps.len(), 4 * MAX_CELLS),
            0,
        ));
    }
    let (mut x, mut y) = (0_i64, 0_i64);
    let mut met = BTreeSet::new();
    // The vertical steps: the row and the grid line of each.
    let mut walls: Vec<(i64, i64)> = Vec::new();
    for (number, step) in steps.chars().enumerate() {
        if !met.insert((x, y)) {
            return Err(wrong("the perimeter meets itself before this step".to_string(), number));
        }
        match step {
            'U' => {
                y -= 1;
                walls.push((y, x));
            }
            'D' => {
                walls.push((y, x));
                y += 1;
            }
            'L' => x -= 1,
            _ => x += 1,
        }
    }
    if (x, y) != (0, 0) {
        let sides = [(y > 0, y, 'U'), (y < 0, -y, 'D'), (x > 0, x, 'L'), (x < 0, -x, 'R')];
        let missing = sides.iter().filter(|(is_missing, ..)| *is_missing);
        let missing: String =
            missing.map(|&(_, number, step)| step.to_string().repeat(number.min(20) as usize)).collect();
        return Err(wrong(format!("the perimeter does not return to its start: missing {missing}"), steps.len() - 1));
    }
    walls.sort_unstable();
    let (top, left) = (met.iter().map(|&(_, y)| y).min().unwrap_or(0), met.iter().map(|&(x, _)| x).min().unwrap_or(0));
    let size = |least: i64, most: Option<i64>| (most.unwrap_or(least) - least) as usize;
    let height = size(top, met.iter().map(|&(_, y)| y).max());
    let width = size(left, met.iter().map(|&(x, _)| x).max());
    if height.saturating_mul(width) > MAX_CELLS {
        return Err(Diagnostic::new("too-large", too_large(height, width)).at(span, ""));
    }
    // In a row, walls alternate between the start and the end of the inside.
    let inside = walls.chunks(2).flat_map(|pair| match pair {
        &[(row, from), (_, to)] => (from..to).map(|column| ((row - top) as usize, (column - left) as usize)).collect(),
        _ => Vec::new(),
    });
    Shape::new(inside.map(|(row, column)| (Cell::new(row, column), Colour::Any)))
        .ok_or_else(|| wrong("the perimeter encloses no cell".to_string(), 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The eighteen one-sided pentominoes and seven one-sided tetrominoes (S. Golomb, *Polyominoes*), each exactly once, and the
    /// names of mirror images.
    #[test]
    fn the_named_shapes_are_the_one_sided_polyominoes() {
        let shape = |name: &str| {
            let (_, rows) = NAMED.iter().find(|(other, _)| *other == name).expect("a name");
            Shape::drawn(&rows.split('/').collect::<Vec<_>>()).expect("it has cells")
        };
        let kind = |shape: Shape| shape.orientations(true, false).into_iter().map(|(_, shape)| shape).min();
        let kinds: BTreeSet<_> = NAMED.iter().map(|(name, _)| kind(shape(name))).collect();
        assert_eq!(kinds.len(), NAMED.len(), "each is there once");
        for (size, number) in [(1, 1), (2, 1), (3, 2), (4, 7), (5, 18)] {
            let of_size = NAMED.iter().filter(|(name, _)| shape(name).size() == size && shape(name).is_connected());
            assert_eq!(of_size.count(), number, "{size} cells");
        }
        for pair in ["4J4L", "4S4Z", "5A5Y", "5F5R", "5G5N", "5J5L", "5P5Q", "5S5Z"] {
            let (one, other) = pair.split_at(2);
            assert_eq!(kind(shape(one).flipped()), kind(shape(other)), "{pair}");
        }
    }
}
