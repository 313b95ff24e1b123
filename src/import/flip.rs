//! Game IDs of Flip, of Simon Tatham's Portable Puzzle Collection: Lights Out where each square has a reach of its own.
//!
//! ```text
//! 2x2:edb7,8          W x H, the squares that a click of each changes, the squares that are lit
//! 1110 1101 1011 0111, 1000
//! ```
//!
//! Both are bits, four to a hexadecimal digit, the highest first, squares in reading order; what is left of the last digit
//! says nothing. The word `flip` may stand before the ID, and `c` or `r`, how the collection made the matrix, behind the
//! size. The form: the comments of `flip.c` in the collection.

use super::{Draft, Format, Wishes};
use crate::board::{Cell, reach};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};

pub(super) const FORMAT: Format = Format {
    name: "a game ID of Flip (Simon Tatham's collection)",
    summary: "`2x2:edb7,8`: the size, what each click changes and what is lit, in hexadecimal digits",
    takes: &[],
    recognises,
    read,
};

/// The most squares: their matrix has 4,000,000 bits.
const MAX_SQUARES: usize = 2000;

/// An ID, taken apart. The texts are slices of the file's.
struct Id<'a> {
    columns: usize,
    rows: usize,
    size: &'a str,
    matrix: &'a str,
    start: &'a str,
}

fn id(text: &str) -> Option<Id<'_>> {
    let text = text.trim();
    let text = text.strip_prefix("flip").map_or(text, str::trim_start);
    let (size, description) = text.split_once(':')?;
    let sides = size.trim_end_matches(['c', 'r']);
    let (columns, rows) = sides.split_once('x').unwrap_or((sides, sides));
    let side = |text: &str| text.parse::<usize>().ok().filter(|&side| side > 0);
    let (matrix, start) = description.split_once(',')?;
    Some(Id { columns: side(columns)?, rows: side(rows)?, size, matrix, start })
}

/// A size, and two hexadecimal numbers of which the first is much too long for most other games; or the game's name.
fn recognises(text: &str) -> bool {
    let named = text.trim_start().starts_with("flip ");
    id(text).is_some_and(|id| {
        let squares = id.columns.saturating_mul(id.rows);
        let hexadecimal = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        named
            || hexadecimal(id.matrix) && hexadecimal(id.start) && id.matrix.len() >= squares.saturating_mul(squares) / 8
    })
}

fn read(source: &Source, _: &Wishes) -> Result<Draft, Diagnostics> {
    let Some(Id { columns, rows, size, matrix, start }) = id(&source.text) else {
        return Err(Diagnostic::new("not-an-id", "this is no game ID of Flip").into());
    };
    let place = |part: &str| {
        let start = part.as_ptr() as usize - source.text.as_ptr() as usize;
        Span::new(start, start + part.len())
    };
    let squares = columns.saturating_mul(rows);
    if squares > MAX_SQUARES {
        let message = format!("the board has {columns} x {rows} squares; at most {MAX_SQUARES} are accepted");
        return Err(Diagnostic::new("too-large", message).at(place(size), "").into());
    }
    let mut wrong = Diagnostics::none();
    let mut read = |part: &str, what: &str, bits: usize| {
        bits_of(part, bits).unwrap_or_else(|mistake| {
            let help = format!("an ID of {columns} x {rows} squares has {bits} bits here, four to a digit");
            let (message, Span { start, end }) = (format!("{what}: {}", mistake.0), mistake.1);
            let base = place(part).start;
            wrong.push(Diagnostic::new("wrong-bits", message).at(Span::new(base + start, base + end), "").help(help));
            vec![false; bits]
        })
    };
    let changes = read(matrix, "what each click changes", squares * squares);
    let lit = read(start, "what is lit", squares);
    wrong.into_result(())?;
    let picture = |bits: &[bool]| -> String { bits.iter().map(|&bit| if bit { '#' } else { '.' }).collect() };
    let lights: Vec<String> = lit.chunks(columns).map(picture).collect();
    let mut model = format!("puzzle = \"lights-out\"\nlights = \"\"\"\n{}\n\"\"\"\n", lights.join("\n"));
    let remarks = if is_plus(&changes, rows, columns) {
        "A click changes its own square and the four neighbours, which is what lights-out does unasked."
    } else {
        let pictures: Vec<String> = changes.chunks(squares).map(|row| format!("    \"{}\",\n", picture(row))).collect();
        model.push_str(&format!("reach = [\n{}]\n", pictures.concat()));
        "A picture for each square, its rows one after the other: what a click there changes."
    };
    Ok(Draft { remarks: vec![remarks.to_string()], model })
}

/// So many bits from hexadecimal digits.
///
/// # Errors
/// What is wrong, and where in the text.
fn bits_of(text: &str, bits: usize) -> Result<Vec<bool>, (String, Span)> {
    if let Some((at, character)) = text.char_indices().find(|(_, character)| !character.is_ascii_hexdigit()) {
        let message = format!("'{}' is no hexadecimal digit", character.escape_debug());
        return Err((message, Span::new(at, at + character.len_utf8())));
    }
    let digits = bits.div_ceil(4);
    if text.len() != digits {
        let s = if text.len() == 1 { "" } else { "s" };
        return Err((format!("{} digit{s} instead of {digits}", text.len()), Span::new(0, text.len())));
    }
    let digits = text.chars().filter_map(|digit| digit.to_digit(16));
    Ok(digits.flat_map(|digit| (0..4).rev().map(move |bit| digit >> bit & 1 == 1)).take(bits).collect())
}

/// Whether every square changes itself and its neighbours and no others.
fn is_plus(changes: &[bool], rows: usize, columns: usize) -> bool {
    let cells: Vec<Cell> = (0..rows * columns).map(|place| Cell::new(place / columns, place % columns)).collect();
    let neighbours = reach::named("wazir").unwrap_or_default();
    let plus = |button: Cell, light: Cell| {
        button == light
            || neighbours.iter().any(|&(down, right)| button.offset(down, right, rows, columns) == Some(light))
    };
    let pairs = cells.iter().flat_map(|&button| cells.iter().map(move |&light| (button, light)));
    pairs.zip(changes).all(|((button, light), &changes)| plus(button, light) == changes)
}
