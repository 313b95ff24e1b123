//! The instance: the cells of the board, and the pieces.
//!
//! Start reading at [`Board`]. Of its family it imports only `piece`.

use crate::dissection::layout::{Lattice, Layout};
use crate::dissection::piece::{self, Piece};
use crate::dissection::rows::{Rows, Sides};
use crate::dissection::space::{self, Space};
use boardwright_base::board::Cell;
use boardwright_base::board::shape::Colour;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use boardwright_model::{Drawing, Table};
use boardwright_puzzle::solution::{Candidate, Placement, Solution};

/// The largest board, in rows times columns.
pub const MAX_CELLS: usize = 10_000;

/// The most places of the array of a board of cubes, with the empty rows between levels.
const MAX_ARRAY: usize = 1_000_000;

/// An instance.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// By row and column, rows of equal length: the colour and the place in the model; `None` where there is no cell.
    pub(super) rows: Vec<Vec<Option<(Colour, Span)>>>,
    /// The place of the whole board.
    pub(super) span: Span,
    /// In the order of the model; at least one.
    pub(super) pieces: Vec<Piece>,
    /// How the cells lie in `rows`: boards of cubes have empty rows between levels, other boards places without cells.
    pub(super) layout: Layout,
}

impl Board {
    pub(super) fn read(fields: &Table) -> Result<Board, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let levels = space::levels(fields, "board");
        let sides = match fields.text("shape") {
            Some("hexagons") => Some(Sides::Six),
            Some("triangles") => Some(Sides::Three),
            _ => None,
        };
        let is_flat = fields.text("shape") != Some("cubes");
        if let Some(next) = levels.get(1).filter(|_| is_flat) {
            let mistake = Diagnostic::new("wrong-shape", "the board has several levels").at(next.span(), "");
            wrong.push(mistake.help("levels require shape = \"cubes\""));
        }
        let size = |drawing: &Drawing| (drawing.height(), drawing.width());
        let first = levels.first().map_or((0, 0), |drawing| size(drawing));
        if let Some(other) = levels.iter().find(|drawing| size(drawing) != first) {
            let (rows, columns) = size(other);
            let message = format!(
                "a level has {rows} rows and {columns} columns; expected {} and {}, like the first",
                first.0, first.1
            );
            wrong.push(Diagnostic::new("size-mismatch", message).at(other.span(), ""));
        }
        let extent = space::extent(fields.tables("piece"));
        let space = (!is_flat).then(|| Space::new([levels.len(), first.0, first.1], extent));
        if let Some(space) = space.filter(|space| space.height().saturating_mul(first.1) > MAX_ARRAY) {
            let message =
                format!("the board has {} levels of {} x {} cells: too large", space.levels, first.0, first.1);
            wrong.push(Diagnostic::new("too-large", message).at(fields.span_of("board"), ""));
            return wrong.into_result(Board {
                rows: Vec::new(),
                span: Span::default(),
                pieces: Vec::new(),
                layout: Layout::Squares,
            });
        }
        let mut rows = Vec::new();
        let mut layout = space.map_or(Layout::Squares, Layout::Space);
        if let Some((sides, drawing)) = sides.zip(levels.first()) {
            match sides.rows(drawing) {
                Ok(found) => layout = Layout::Rows(found),
                Err(reason) => wrong.push(piece::misplaced(&reason)),
            }
        } else {
            let ragged = levels.iter().flat_map(|drawing| drawing.ragged());
            ragged.for_each(|mistake| wrong.push(mistake.clone()));
        }
        for drawing in levels.iter().take(if is_flat { 1 } else { levels.len() }) {
            if !rows.is_empty() {
                let gap = space.map_or(0, |space| space.stride - space.rows);
                rows.extend(std::iter::repeat_n(vec![None; first.1], gap));
            }
            rows.extend(read_rows(drawing, &mut wrong));
        }
        if let Layout::Rows(found) = &layout {
            rows = shifted(&rows, found);
        }
        let lattice = sides.map_or(layout.lattice(), Lattice::Plane);
        let permitted = [fields.boolean("rotate").unwrap_or(true), fields.boolean("flip").unwrap_or(is_flat)];
        let pieces = piece::read(fields.tables("piece"), lattice, permitted, &mut wrong);
        wrong.into_result(Board { rows, span: fields.span_of("board"), pieces, layout })
    }

    /// Returns a cell as people see it, in the rows of the picture.
    pub(super) fn named(&self, cell: Cell) -> Cell {
        self.layout.named(cell)
    }

    /// Returns the cell that people see at a place.
    pub(super) fn inside(&self, cell: Cell) -> Cell {
        self.layout.inside(cell)
    }

    /// Returns the number of rows that people see.
    pub(super) fn named_height(&self) -> usize {
        self.layout.space().map_or(self.height(), |space| space.levels * space.rows)
    }

    /// Returns the number of columns that people see.
    pub(super) fn named_width(&self) -> usize {
        if let Layout::Rows(rows) = &self.layout { rows.width } else { self.width() }
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

/// Returns the rows of a picture in the array of the board.
fn shifted(drawn: &[Vec<Option<(Colour, Span)>>], rows: &Rows) -> Vec<Vec<Option<(Colour, Span)>>> {
    let mut array = vec![vec![None; rows.columns()]; drawn.len()];
    for (row, cells) in drawn.iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            let at = rows.inside(Cell::new(row, column));
            array[at.row][at.column] = cell;
        }
    }
    array
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
