//! The instance: the cells of the board, and the pieces.
//!
//! Start reading at [`Board`]. Of its family it imports only `piece`.

use crate::board::Cell;
use crate::board::shape::Colour;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Drawing, Table};
use crate::puzzle::dissection::piece::{self, Piece};
use crate::solution::{Candidate, Placement, Solution};
use crate::source::Span;

/// The rules of constraints that other files refer to.
pub(super) const CELLS: &str = "cells";

pub(super) const PIECES: &str = "pieces";

pub(super) const AREAS: &str = "areas";

/// The largest board, in rows times columns.
pub const MAX_CELLS: usize = 10_000;

/// An instance.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// By row and column, rows of equal length: the colour and the place in the model; `None` where there is no cell.
    pub(super) rows: Vec<Vec<Option<(Colour, Span)>>>,
    /// The place of the whole board.
    pub(super) span: Span,
    /// In the order of the model; at least one.
    pub(super) pieces: Vec<Piece>,
}

impl Board {
    pub(super) fn read(fields: &Table) -> Result<Board, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let rows = fields.drawing("board").map_or(Vec::new(), |drawing| read_rows(drawing, &mut wrong));
        let permitted = |name: &str| fields.boolean(name).unwrap_or(true);
        let pieces = piece::read(fields.tables("piece"), permitted("rotate"), permitted("flip"), &mut wrong);
        wrong.into_result(Board { rows, span: fields.span_of("board"), pieces })
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Returns the cells, in reading order, with their colours and places in the model.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, Colour, Span)> {
        self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.filter_map(move |(column, cell)| cell.map(|(colour, span)| (Cell::new(row, column), colour, span)))
        })
    }

    /// Returns the number of cells.
    pub(super) fn area(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }

    /// Returns the colour of a cell; `None` where there is no cell, and off the board.
    pub(super) fn colour(&self, cell: Cell) -> Option<Colour> {
        let (colour, _) = (*self.rows.get(cell.row)?.get(cell.column)?)?;
        Some(colour)
    }

    /// Checks whether the rows of a solution need blanks between the names.
    pub(super) fn spaced(&self) -> bool {
        self.pieces.iter().any(|piece| piece.name.chars().count() > 1)
    }
}

/// A candidate with these placements.
pub(super) fn candidate(mut placements: Vec<Placement>) -> Candidate {
    placements.sort_unstable_by_key(|placement| (placement.piece, placement.copy));
    Candidate { placements: Some(placements), ..Candidate::default() }
}

/// Returns the placements of a solution.
pub(super) fn placements(solution: &Solution) -> &[Placement] {
    solution.candidate().placements.as_deref().unwrap_or_default()
}

pub(super) fn read_rows(drawing: &Drawing, wrong: &mut Diagnostics) -> Vec<Vec<Option<(Colour, Span)>>> {
    let (height, width) = (drawing.height(), drawing.width());
    if height * width > MAX_CELLS {
        let message = format!("the board has {height} x {width} places (maximum {MAX_CELLS})");
        wrong.push(Diagnostic::new("too-large", message).at(drawing.span(), ""));
        return Vec::new();
    }
    if drawing.cells().all(|(_, character)| character == '_') {
        wrong.push(
            Diagnostic::new("no-cells", "the board has no cells")
                .at(drawing.span(), "")
                .help("draw a cell as '#', or as a capital letter for its colour"),
        );
    }
    let cell = |row: usize, column: usize, character: char| {
        let place = drawing.span_at(Cell::new(row, column));
        piece::colour(character).map(|colour| (colour, place))
    };
    let rows = drawing.rows().enumerate();
    rows.map(|(row, text)| text.chars().enumerate().map(|(column, c)| cell(row, column, c)).collect()).collect()
}
