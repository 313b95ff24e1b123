//! The pieces of a dissection: shape, name and number of copies, read and checked.
//!
//! Solutions show names on their cells. Pieces without a name are called `A` to `Z`, then `a` to `z`, then `AA`,
//! `AB`, ..., in order, without the names of other pieces: unnamed, `B`, unnamed are `A`, `B`, `C`.

use super::GLYPHS;
use super::layout::Lattice;
use super::space;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Orientation, Shape};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use boardwright_model::{Drawing, Field, Kind, Misplaced, Table};
use std::collections::HashMap;

/// The most copies of one piece.
pub const MAX_COPIES: i64 = 10_000;
/// The most cells of all shapes together.
const MAX_SHAPE_CELLS: usize = 100_000;
/// The longest name, in characters.
const MAX_NAME: usize = 20;

const COPIES: Kind = Kind::Integer { min: 0, max: MAX_COPIES };

const RANGE: &[Field] = &[
    Field {
        name: "min",
        kind: COPIES,
        required: false,
        default: Some("0"),
        doc: "minimum number of copies",
        example: "1",
    },
    Field {
        name: "max",
        kind: COPIES,
        required: false,
        default: None,
        doc: "maximum number of copies (default: unlimited)",
        example: "3",
    },
];

/// A picture for each level.
pub(super) const LEVELS: Kind = Kind::List { item: &Kind::Tiled(GLYPHS), min: 1, max: 1000 };

/// The keys of a `[[piece]]`.
pub(super) const FIELDS: &[Field] = &[
    Field {
        name: "name",
        kind: Kind::Text,
        required: false,
        default: None,
        doc: "name of the piece on the board of a solution: letters, digits and '-' (default: A, B, C, ... in order)",
        example: "\"F\"",
    },
    Field {
        name: "copies",
        kind: Kind::OneOf(&[COPIES, Kind::Table(RANGE), Kind::Choice(&["any"])]),
        required: false,
        default: Some("1"),
        doc: "number of copies: a number, a range, or \"any\"",
        example: "{ min = 0, max = 3 }",
    },
    Field {
        name: "shape",
        kind: Kind::OneOf(&[Kind::Tiled(GLYPHS), LEVELS]),
        required: true,
        default: None,
        doc: "cells of the piece, with their colours; they may be disconnected; for cubes, a picture for each level",
        example: "\"_##\\n##_\\n_#_\"",
    },
];

/// A piece.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// Not empty, without blanks, and unique.
    pub(super) name: String,
    /// Its orientations as shapes, each with the motion; at least one, all different.
    pub(super) orientations: Vec<(Orientation, Shape)>,
    /// The fewest copies.
    pub(super) min: usize,
    /// The most copies, at least `min`; `None`: any number.
    pub(super) max: Option<usize>,
    /// Its place in the model.
    pub(super) span: Span,
}

impl Piece {
    /// Returns the number of its cells.
    pub(super) fn size(&self) -> usize {
        self.shape().size()
    }

    /// Returns its shape as drawn.
    pub(super) fn shape(&self) -> &Shape {
        let (_, shape) = &self.orientations[0];
        shape
    }

    /// Returns the least of its orientations: equal for two pieces exactly when they have the same orientations,
    /// since these are the orbit of a shape under a group of turns and flips.
    pub(super) fn kind(&self) -> &Shape {
        self.orientations.iter().map(|(_, shape)| shape).min().unwrap_or(self.shape())
    }

    /// Checks whether it may be used this often.
    pub(super) fn permits(&self, copies: usize) -> bool {
        self.min <= copies && self.max.is_none_or(|max| copies <= max)
    }

    /// Describes the permitted number of copies.
    pub(super) fn copies_in_words(&self) -> String {
        let times = |n: usize| if n == 1 { "once".to_string() } else { format!("{n} times") };
        match (self.min, self.max) {
            (min, Some(max)) if min == max => times(min),
            (0, Some(max)) => format!("at most {}", times(max)),
            (min, Some(max)) => format!("{min} to {max} times"),
            (0, None) => "any number of times".to_string(),
            (min, None) => format!("at least {}", times(min)),
        }
    }
}

/// Returns the colour of a character of a board or shape; `None` for no cell.
pub(super) fn colour(character: char) -> Option<Colour> {
    match character {
        '_' => None,
        '#' => Some(Colour::Any),
        letter => Some(Colour::Letter(letter)),
    }
}

/// Reads the `[[piece]]` tables. Reports errors, and returns the valid pieces.
pub(super) fn read(tables: &[Table], lattice: Lattice, permitted: [bool; 2], wrong: &mut Diagnostics) -> Vec<Piece> {
    let names = names(tables, wrong);
    let mut cells = 0;
    let mut pieces = Vec::with_capacity(tables.len());
    for (table, name) in tables.iter().zip(names) {
        let drawings = space::levels(table, "shape");
        let Some(drawing) = drawings.first() else { continue };
        if let Some(next) = drawings.get(1).filter(|_| !matches!(lattice, Lattice::Space(_))) {
            wrong.push(
                Diagnostic::new("wrong-shape", format!("piece {name} has several levels"))
                    .at(next.span(), "")
                    .help("levels require shape = \"cubes\""),
            );
            continue;
        }
        let Some(drawn) = drawn_cells(&drawings, lattice, wrong) else { continue };
        let Some(shape) = lattice.shape(drawn) else {
            wrong.push(
                Diagnostic::new("no-cells", format!("piece {name} has no cells"))
                    .at(drawing.span(), "")
                    .help("draw a cell as '#', or as a capital letter for its colour"),
            );
            continue;
        };
        cells += shape.size();
        if cells > MAX_SHAPE_CELLS {
            let message = format!("the pieces up to here have {cells} cells (maximum {MAX_SHAPE_CELLS})");
            wrong.push(Diagnostic::new("too-large", message).at(drawing.span(), ""));
            break;
        }
        let (min, max) = copies(table);
        if let Some(max) = max.filter(|&max| max < min) {
            let message = format!("piece {name} has min = {min}, which is more than max = {max}");
            wrong.push(Diagnostic::new("empty-range", message).at(table.span_of("copies"), ""));
        }
        let orientations = lattice.orientations(&shape, permitted);
        let place = if table.get("name").is_some() { "name" } else { "shape" };
        pieces.push(Piece { name, orientations, min, max, span: table.span_of(place) });
    }
    pieces
}

/// Returns the cells of a piece in an array; `None` where its pictures are wrong.
fn drawn_cells(drawings: &[&Drawing], lattice: Lattice, wrong: &mut Diagnostics) -> Option<Vec<(Cell, Colour)>> {
    let mut cells = Vec::new();
    for (level, drawing) in drawings.iter().enumerate() {
        let rows = match lattice {
            Lattice::Plane(sides) => Some(sides.rows(drawing).map_err(|reason| wrong.push(misplaced(&reason))).ok()?),
            Lattice::Squares | Lattice::Space(_) => {
                drawing.ragged().iter().for_each(|mistake| wrong.push(mistake.clone()));
                drawing.ragged().is_empty().then_some(())?;
                None
            }
        };
        let down = if let Lattice::Space(space) = lattice { level * space.stride } else { 0 };
        let at = |cell: Cell| rows.as_ref().map_or(Cell::new(cell.row + down, cell.column), |rows| rows.inside(cell));
        cells.extend(drawing.cells().filter_map(|(cell, character)| Some((at(cell), colour(character)?))));
    }
    Some(cells)
}

/// Returns the error for a row that begins in a wrong place.
pub(super) fn misplaced(reason: &Misplaced) -> Diagnostic {
    Diagnostic::new("wrong-shape", reason.message.clone()).at(reason.span, "").help(reason.help)
}

/// Returns the fewest and the most copies.
fn copies(table: &Table) -> (usize, Option<usize>) {
    // The reader has checked that numbers are not negative.
    let number = |value: i64| usize::try_from(value).unwrap_or(0);
    if let Some(exactly) = table.integer("copies") {
        return (number(exactly), Some(number(exactly)));
    }
    match table.table("copies") {
        Some(range) => (range.integer("min").map_or(0, number), range.integer("max").map(number)),
        None => (0, None),
    }
}

/// Returns the name of every piece: the given names, checked, and for the others the first that are free.
fn names(tables: &[Table], wrong: &mut Diagnostics) -> Vec<String> {
    let mut given: HashMap<&str, Span> = HashMap::new();
    for table in tables {
        let Some(name) = table.text("name") else { continue };
        let span = table.span_of("name");
        let fits = |character: char| character.is_alphanumeric() || character == '-';
        if name.is_empty() || name.chars().count() > MAX_NAME || !name.chars().all(fits) {
            wrong.push(
                Diagnostic::new("bad-name", "invalid name of a piece")
                    .at(span, "")
                    .help(format!("expected 1 to {MAX_NAME} letters, digits and '-'")),
            );
        } else if let Some(&first) = given.get(name) {
            wrong.push(
                Diagnostic::new("repeated-name", format!("duplicate piece name {name}"))
                    .at(span, "")
                    .at(first, "the first is here")
                    .help("use `copies` for several pieces of the same shape, or remove the names"),
            );
        } else {
            given.insert(name, span);
        }
    }
    let mut free = (0..).map(automatic).filter(|name| !given.contains_key(name.as_str()));
    let name = |table: &Table| match table.text("name") {
        Some(name) => name.to_string(),
        None => free.next().expect("there is no end to names"),
    };
    tables.iter().map(name).collect()
}

/// Returns `A` to `Z`, `a` to `z`, `AA` to `ZZ`, `AAA`, ...
fn automatic(index: usize) -> String {
    if (26..52).contains(&index) {
        return char::from(b'a' + (index - 26) as u8).to_string();
    }
    let mut rest = if index < 26 { index } else { index - 26 };
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + (rest % 26) as u8));
        if rest < 26 {
            break;
        }
        rest = rest / 26 - 1;
    }
    letters.iter().rev().collect()
}
