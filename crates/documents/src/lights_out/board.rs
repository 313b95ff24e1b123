//! The instance: the lights, and the reach of each press.
//!
//! Start reading at [`Board`]. Of its family it may import only `reach` and `shape`.

use super::reach::Reach;
use super::shape::{self, Places};
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::Tiling;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use boardwright_model::{Drawing, Table};

/// The number of cells above which `auto` chases the lights of a board without holes.
pub(super) const CHASED: usize = 1000;

/// The number of cells above which elimination would take too long, so that the lights are chased if possible.
pub(super) const MAX_ELIMINATED_CELLS: usize = 40_000;

/// The largest side of a board.
pub(super) const MAX_SIDE: usize = 10_000;

/// The most pairs of a button and a light it reaches: each is a term of a constraint. A board of 1000x1000 with
/// `plus` has 5,000,000. Boards that can be chased may have more, as they need no constraints.
pub(super) const MAX_PAIRS: usize = 5_000_000;

/// The number of cells with the same invalid digit that are shown.
const PLACES_SHOWN: usize = 3;

/// The value in [`Board::lights`] where there is no cell.
pub(super) const HOLE: u8 = u8::MAX;

/// An instance.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// From 2 to 9.
    pub(super) states: u8,
    pub(super) wrap: bool,
    pub(super) reach: Reach,
    /// How the cells lie. The reach of other cells than squares is listed by button.
    pub(super) tiling: Tiling,
    pub(super) fewest: bool,
    pub(super) height: usize,
    pub(super) width: usize,
    /// In reading order: the given state, less than `states`, or [`HOLE`]; not all are holes.
    pub(super) lights: Vec<u8>,
    /// The drawing in the model, for the places of the lights.
    pub(super) drawing: Option<Drawing>,
}

/// A board with too many pairs of a button and a light that it changes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the board is too large: {height} x {width} cells can only be chased")]
pub(super) struct TooLarge {
    height: usize,
    width: usize,
}

impl Board {
    pub(super) fn read(fields: &Table) -> Result<Board, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let shape = fields.text("shape").unwrap_or("square");
        let is_square = shape == "square";
        shape::check_keys(fields, shape, &mut wrong);
        let reach = match fields.drawing("reach") {
            Some(drawing) if is_square => Reach::drawn(drawing),
            _ => Ok(fields.text("reach").and_then(Reach::named).unwrap_or_else(Reach::plus)),
        };
        let reach = reach.unwrap_or_else(|mistake| {
            wrong.push(mistake);
            Reach::plus()
        });
        let mut board = Board {
            states: fields.integer("states").unwrap_or(2) as u8,
            wrap: fields.boolean("wrap").unwrap_or(false),
            reach,
            tiling: Tiling::Square,
            fewest: fields.boolean("fewest").unwrap_or(false),
            height: 0,
            width: 0,
            lights: Vec::new(),
            drawing: None,
        };
        if let Some(drawing) = fields.drawing("lights") {
            let (height, width) = (drawing.height(), drawing.width());
            if height > MAX_SIDE || width > MAX_SIDE {
                let message = format!("the board has {height} rows and {width} columns (maximum {MAX_SIDE})");
                wrong.push(Diagnostic::new("too-large", message).at(drawing.span(), ""));
            } else {
                board.read_lights(drawing, &mut wrong);
                if !is_square {
                    let places = Places { cells: board.cells().collect(), height, width };
                    if let Some((tiling, reach)) = shape::read(&places, drawing, fields, &mut wrong) {
                        board.tiling = tiling;
                        board.reach = reach.unwrap_or(board.reach);
                    }
                }
                board.read_list(fields, &mut wrong);
                if board.wrap || board.reach != Reach::plus() {
                    board.check_pairs(fields, drawing, &mut wrong);
                }
            }
        }
        wrong.into_result(board)
    }

    /// Takes the reach of each button from a list, if there is one.
    pub(super) fn read_list(&mut self, fields: &Table, wrong: &mut Diagnostics) {
        let Some(list) = fields.list("reach") else { return };
        if self.wrap {
            let message = "`wrap` has no effect if `reach` is a list of pictures";
            let mistake = Diagnostic::new("needless-wrap", message).at(fields.span_of("wrap"), "");
            wrong.push(mistake.help("remove it: each picture of `reach` already shows which lights a press changes"));
        }
        let cells: Vec<Cell> = self.cells().collect();
        match Reach::listed(list, fields.span_of("reach"), &cells, (self.height, self.width)) {
            Ok(reach) => self.reach = reach,
            Err(mistakes) => wrong.extend(mistakes),
        }
    }

    pub(super) fn check_pairs(&self, fields: &Table, drawing: &Drawing, wrong: &mut Diagnostics) {
        if let Reach::Each(_) = self.reach {
            let pairs = self.reach.pairs(self.height, self.width);
            if pairs > MAX_PAIRS {
                let message = format!("{pairs} pairs of a press and a light it changes (maximum {MAX_PAIRS})");
                wrong.push(Diagnostic::new("too-large", message).at(fields.span_of("reach"), ""));
            }
            return;
        }
        let (height, width) = (drawing.height(), drawing.width());
        let (cells, reached) = (height * width, self.reach.size(height, width));
        if cells * reached > MAX_PAIRS {
            let message = format!(
                "{cells} cells times {reached} places that a press may reach is {} (maximum {MAX_PAIRS})",
                cells * reached
            );
            let mistake = Diagnostic::new("too-large", message).at(drawing.span(), "the cells");
            wrong.push(mistake.at(fields.span_of("reach"), "the places"));
        }
    }

    pub(super) fn read_lights(&mut self, drawing: &Drawing, wrong: &mut Diagnostics) {
        if drawing.rows().all(|row| row.bytes().all(|character| character == b'_')) {
            wrong.push(Diagnostic::new("no-cells", "the board has no cells").at(drawing.span(), "only '_'"));
        }
        let states = self.states;
        for digit in states..=9 {
            let character = char::from(b'0' + digit);
            if drawing.rows().all(|row| !row.contains(character)) {
                continue;
            }
            let cells: Vec<Cell> = drawing.cells().filter(|&(_, c)| c == character).map(|(cell, _)| cell).collect();
            let times = if cells.len() == 1 { String::new() } else { format!(" ({} times)", cells.len()) };
            let message = format!(
                "unknown state {digit}{times}: with `states = {states}`, a light has a state from 0 to {}",
                states - 1
            );
            let mut mistake = Diagnostic::new("state-too-large", message);
            for &cell in cells.iter().take(PLACES_SHOWN) {
                mistake = mistake.at(drawing.span_at(cell), cell.to_string());
            }
            if digit < 9 {
                mistake = mistake.help(format!("`states = {}` has a state {digit}", digit + 1));
            }
            wrong.push(mistake);
        }
        (self.height, self.width) = (drawing.height(), drawing.width());
        self.lights = Vec::with_capacity(self.height * self.width);
        // The table accepts only one-byte characters.
        let state = |character: u8| match character {
            b'_' => HOLE,
            b'.' => 0,
            b'#' => 1,
            digit => digit.wrapping_sub(b'0'),
        };
        for row in drawing.rows() {
            self.lights.extend(row.bytes().map(state));
        }
        self.drawing = Some(drawing.clone());
    }

    /// Formats a state, or a number of presses, as in models and solutions.
    pub(super) fn character(&self, number: u8) -> char {
        match (self.states, number) {
            (2, 0) => '.',
            (2, _) => '#',
            (_, number) => char::from(b'0' + number),
        }
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns a row of [`Board::lights`].
    pub(super) fn row(&self, row: usize) -> &[u8] {
        &self.lights[row * self.width..][..self.width]
    }

    /// Checks whether there is a cell at a place on the board.
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.lights[cell.row * self.width + cell.column] != HOLE
    }

    /// Checks whether every place on the board is a cell.
    pub(super) fn is_full(&self) -> bool {
        !self.lights.contains(&HOLE)
    }

    /// Returns the number of cells.
    pub(super) fn size(&self) -> usize {
        self.lights.iter().filter(|&&state| state != HOLE).count()
    }

    /// Returns the place of a light in the model.
    pub(super) fn place(&self, cell: Cell) -> Option<Span> {
        self.drawing.as_ref().map(|drawing| drawing.span_at(cell))
    }

    /// Returns the cells, without holes, in reading order.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        let places = (0..self.height).flat_map(|row| (0..self.width).map(move |column| Cell::new(row, column)));
        places.filter(|&cell| self.has(cell))
    }

    /// Returns the state of the light at a place on the board; 0 at holes.
    pub(super) fn state(&self, cell: Cell) -> u8 {
        match self.lights[cell.row * self.width + cell.column] {
            HOLE => 0,
            state => state,
        }
    }

    /// Returns a value for every place on the board, holes included, by row and column.
    pub(super) fn map<T>(&self, make: impl Fn(Cell) -> T) -> Vec<Vec<T>> {
        let row = |row: usize| (0..self.width).map(|column| make(Cell::new(row, column))).collect();
        (0..self.height).map(row).collect()
    }

    /// Returns the lights as rows of characters.
    pub(super) fn rows(&self) -> Vec<String> {
        let character = |cell: Cell| if self.has(cell) { self.character(self.state(cell)) } else { '_' };
        self.map(character).into_iter().map(|row| row.into_iter().collect()).collect()
    }

    /// Returns the lights that a press changes, each once, in reading order.
    pub(super) fn reached(&self, button: Cell) -> Vec<Cell> {
        let mut reached = self.reach.reached(button, self.height, self.width, self.wrap);
        reached.retain(|&cell| self.has(cell));
        reached
    }

    /// Checks that there are not too many pairs of a button and a light for a problem; chasing has no such limit.
    ///
    /// # Errors
    /// The reason, when there are too many.
    pub(super) fn check_size(&self) -> Result<(), TooLarge> {
        let pairs = self.reach.pairs(self.height, self.width);
        if pairs <= MAX_PAIRS {
            return Ok(());
        }
        Err(TooLarge { height: self.height, width: self.width })
    }
}
