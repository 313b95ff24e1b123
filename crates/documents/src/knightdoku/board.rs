//! The instance: the board, its blocks and its clues.
//!
//! Start reading at [`Board`]. Imports nothing of its family.

use boardwright_base::board::names::{Line, Rectangle, SetName};
use boardwright_base::board::picture::{Mark, Panel, Picture, Square};
use boardwright_base::board::{Cell, reach};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::{Amount, BuiltIn};
use boardwright_model::{Drawing, Spanned, Table, Value};
use boardwright_puzzle::solution::Solution;

/// The largest side of a board; except for permutations, everything is linear in the number of cells.
pub(super) const MAX_SIDE: i64 = 100;

/// The values of a cell with a knight and of one without. A board has one layer, in reading order.
pub(super) const KNIGHT: u16 = 1;

pub(super) const NO_KNIGHT: u16 = 0;

/// The given information about a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Nothing,
    NoKnight,
    Knight,
    /// A clue: a knight that sees this number of knights.
    Count(usize),
}

impl Given {
    /// The character of a picture in a model.
    pub(super) fn character(self) -> String {
        match self {
            Given::Nothing => ".".to_string(),
            Given::NoKnight => "x".to_string(),
            Given::Knight => "K".to_string(),
            Given::Count(count) => count.to_string(),
        }
    }
}

/// How many knights a set of cells may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Knights {
    pub(super) min: usize,
    pub(super) max: usize,
}

impl Knights {
    /// Returns a fixed number.
    pub(super) fn exactly(number: usize) -> Knights {
        Knights { min: number, max: number }
    }

    /// Returns the number, if it is fixed.
    pub(super) fn fixed(self) -> Option<usize> {
        (self.min == self.max).then_some(self.min)
    }

    /// Returns the number for a set of this number of cells.
    pub(super) fn amount(self, cells: usize) -> Amount {
        match (self.fixed(), self.min, self.max) {
            (Some(number), ..) => Amount::Exactly(number),
            (_, 0, max) => Amount::AtMost(max),
            (_, min, max) if max >= cells => Amount::AtLeast(min),
            (_, min, max) => Amount::Between(min, max),
        }
    }

    /// Reads a number or a range for sets of this number of cells.
    fn read(fields: &Table, name: &str, cells: usize, wrong: &mut Diagnostics) -> Knights {
        // The reader has checked that numbers are not negative.
        let number = |value: i64| usize::try_from(value).unwrap_or(0);
        let Some(range) = fields.table(name) else {
            return Knights::exactly(fields.integer(name).map_or(3, number));
        };
        let knights =
            Knights { min: range.integer("min").map_or(0, number), max: range.integer("max").map_or(cells, number) };
        if knights.min > knights.max {
            let message = format!("`{name}` has min = {}, which is more than max = {}", knights.min, knights.max);
            wrong.push(Diagnostic::new("empty-range", message).at(fields.span_of(name), ""));
        }
        knights
    }
}

/// An instance.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub(super) side: usize,
    pub(super) block: (usize, usize),
    pub(super) per_line: Knights,
    pub(super) per_block: Knights,
    pub(super) steps: Vec<(i64, i64)>,
    /// The given cells by row and column, each with its place in the model.
    pub(super) given: Vec<Vec<(Given, Span)>>,
}

impl Board {
    pub(super) fn read(fields: &Table) -> Result<Board, Diagnostics> {
        let mut wrong = Diagnostics::none();
        let pair = |name: &str| -> Option<(i64, i64)> {
            let items = fields.list(name)?;
            Some((items[0].value.as_integer()?, items[1].value.as_integer()?))
        };
        let block = pair("block").map_or((3, 3), |(rows, columns)| (rows as usize, columns as usize));
        let steps = match pair("reach") {
            Some((a, b)) => reach::leaper(a, b),
            None => fields.text("reach").and_then(reach::named).unwrap_or_default(),
        };
        if steps.is_empty() {
            wrong.push(
                Diagnostic::new("no-reach", "a (0, 0) leaper has no moves")
                    .at(fields.span_of("reach"), "")
                    .help("expected two numbers, at least one positive, such as [1, 2] for a knight"),
            );
        }
        let drawing = fields.drawing("clues");
        let stated = fields.integer("size").map(|size| size as usize);
        let side = drawing.map(Drawing::height).or(stated).unwrap_or(block.0 * block.1);
        let mut board = Board {
            side,
            block,
            per_line: Knights::read(fields, "per_line", side, &mut wrong),
            per_block: Knights::read(fields, "per_block", block.0 * block.1, &mut wrong),
            steps,
            given: vec![vec![(Given::Nothing, Span::default()); side]; side],
        };
        board.check_sizes(fields, drawing, stated, &mut wrong);
        if wrong.is_empty() {
            match drawing {
                Some(drawing) => board.read_drawing(drawing, &mut wrong),
                None => board.read_list(fields.list("clues").unwrap_or_default(), &mut wrong),
            }
        }
        wrong.into_result(board)
    }

    pub(super) fn check_sizes(
        &self,
        fields: &Table,
        drawing: Option<&Drawing>,
        stated: Option<usize>,
        wrong: &mut Diagnostics,
    ) {
        let side = self.side;
        if let Some(drawing) = drawing {
            let (height, width) = (drawing.height(), drawing.width());
            if height != width {
                let message = format!("the board has {height} rows and {width} columns, expected a square");
                wrong.push(Diagnostic::new("not-square", message).at(drawing.span(), ""));
                return;
            }
            if side > MAX_SIDE as usize {
                let message = format!("the board has {side} rows (maximum {MAX_SIDE})");
                wrong.push(Diagnostic::new("too-large", message).at(drawing.span(), ""));
            }
            if let Some(size) = stated.filter(|&size| size != side) {
                let message = format!("`size` is {size}, but the picture has {side} rows");
                wrong.push(
                    Diagnostic::new("size-mismatch", message)
                        .at(fields.span_of("size"), "")
                        .help("remove `size`: the picture determines it"),
                );
            }
        }
        let (rows, columns) = self.block;
        if !side.is_multiple_of(rows) || !side.is_multiple_of(columns) {
            let message = format!("blocks of {rows} by {columns} do not divide a board of {side} by {side}");
            let place = drawing.map_or(fields.span_of("block"), Drawing::span);
            wrong.push(Diagnostic::new("wrong-size", message).at(place, "").help(if rows == columns {
                format!("the side has to be a multiple of {rows}")
            } else {
                format!("the side has to be a multiple of {rows} and of {columns}")
            }));
        }
        if self.per_line.max > side {
            let message = format!("`per_line` is {}, but a line has {side} cells", self.per_line.max);
            wrong.push(Diagnostic::new("too-many", message).at(fields.span_of("per_line"), ""));
        }
        if self.per_block.max > rows * columns {
            let message = format!("`per_block` is {}, but a block has {} cells", self.per_block.max, rows * columns);
            wrong.push(Diagnostic::new("too-many", message).at(fields.span_of("per_block"), ""));
        }
    }

    pub(super) fn read_drawing(&mut self, drawing: &Drawing, wrong: &mut Diagnostics) {
        for (cell, character) in drawing.cells() {
            let place = drawing.span_at(cell);
            let given = match character {
                'K' => Given::Knight,
                'x' => Given::NoKnight,
                digit if digit.is_ascii_digit() => Given::Count(digit as usize - '0' as usize),
                _ => Given::Nothing,
            };
            self.give(cell, given, place, wrong);
        }
    }

    pub(super) fn read_list(&mut self, clues: &[Spanned<Value>], wrong: &mut Diagnostics) {
        for clue in clues {
            let numbers: Vec<i64> =
                clue.value.as_list().unwrap_or_default().iter().filter_map(|item| item.value.as_integer()).collect();
            let &[row, column, count] = numbers.as_slice() else { continue };
            let on_board = |n: i64| (1..=self.side as i64).contains(&n);
            if !on_board(row) || !on_board(column) {
                let message = format!("row {row}, column {column} is off the board of {0} by {0}", self.side);
                wrong.push(
                    Diagnostic::new("off-board", message).at(clue.span, "").help("rows and columns count from 1"),
                );
                continue;
            }
            let cell = Cell::new(row as usize - 1, column as usize - 1);
            if self.given(cell) != Given::Nothing {
                let first = self.place(cell);
                wrong.push(
                    Diagnostic::new("repeated-clue", format!("duplicate clue at {cell}"))
                        .at(clue.span, "")
                        .at(first, "the first is here"),
                );
                continue;
            }
            self.give(cell, Given::Count(count as usize), clue.span, wrong);
        }
    }

    pub(super) fn give(&mut self, cell: Cell, given: Given, place: Span, wrong: &mut Diagnostics) {
        if let Given::Count(count) = given
            && count > self.steps.len()
        {
            let message = format!("clue {count} at {cell} is too large: the piece sees {} cells", self.steps.len());
            wrong.push(Diagnostic::new("clue-too-large", message).at(place, ""));
        }
        self.given[cell.row][cell.column] = (given, place);
    }

    pub(super) fn given(&self, cell: Cell) -> Given {
        self.given[cell.row][cell.column].0
    }

    pub(super) fn place(&self, cell: Cell) -> Span {
        self.given[cell.row][cell.column].1
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| Cell::new(index / side, index % side))
    }

    /// Returns the cells of every row, column and block, with its name and its number of knights.
    pub(super) fn sets(&self) -> Vec<(BuiltIn, SetName, Knights, Vec<Cell>)> {
        let (height, width) = self.block;
        let mut sets = Vec::new();
        for row in 0..self.side {
            let cells = (0..self.side).map(|column| Cell::new(row, column)).collect();
            sets.push((BuiltIn::Rows, SetName::Line(Line::Row, row), self.per_line, cells));
        }
        for column in 0..self.side {
            let cells = (0..self.side).map(|row| Cell::new(row, column)).collect();
            sets.push((BuiltIn::Columns, SetName::Line(Line::Column, column), self.per_line, cells));
        }
        for top in (0..self.side).step_by(height) {
            for left in (0..self.side).step_by(width) {
                let cells = (0..height * width).map(|i| Cell::new(top + i / width, left + i % width)).collect();
                let block = Rectangle { at: Cell::new(top, left), size: (height as u32, width as u32) };
                sets.push((BuiltIn::Blocks, SetName::Block(block), self.per_block, cells));
            }
        }
        sets
    }

    /// Returns the board with another value at the cell of a clue; `None` when the origin is not a clue.
    pub(super) fn giving(&self, clue: &Origin, given: Given) -> Option<Board> {
        let cell = *clue.cells.first().filter(|_| clue.is(BuiltIn::Clues))?;
        let mut board = self.clone();
        board.given[cell.row][cell.column].0 = given;
        Some(board)
    }

    /// Draws the board with a mark on each cell; the clues are heavier.
    pub(super) fn picture(&self, mark: impl Fn(Cell) -> Mark) -> Picture {
        let (height, width) = self.block;
        let square = |cell: Cell| {
            let given = self.given(cell);
            Square {
                region: Some(cell.row / height * (self.side / width) + cell.column / width),
                mark: mark(cell),
                text: if let Given::Count(count) = given { count.to_string() } else { String::new() },
                given: matches!(given, Given::Knight | Given::Count(_)),
                ..Square::default()
            }
        };
        let row = |row: usize| (0..self.side).map(|column| square(Cell::new(row, column))).collect();
        Picture {
            panels: vec![Panel { rows: (0..self.side).map(row).collect(), ..Panel::default() }],
            captions: Vec::new(),
        }
    }

    /// Checks whether a solution has a knight at a cell.
    pub(super) fn knight(&self, solution: &Solution, cell: Cell) -> bool {
        solution.candidate().layers[0][cell.row * self.side + cell.column] == KNIGHT
    }

    /// Returns the cells that a knight at this cell sees.
    pub(super) fn seen(&self, cell: Cell) -> Vec<Cell> {
        let sees = |&(rows, columns): &(i64, i64)| cell.offset(rows, columns, self.side, self.side);
        self.steps.iter().filter_map(sees).collect()
    }
}
