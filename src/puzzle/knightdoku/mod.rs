//! Knightdoku: knights on a board so that every line and block has its number and every clue knight sees its number.
//!
//! The rules (David Nacin, *Math Horizons*, April 2021): a square board is divided into blocks; every row and column has
//! `per_line` knights and every block `per_block`; a clue is a knight, and its number counts the knights a knight's move
//! away from it. A cell without a clue may hold a knight or not. Here the piece may be any leaper.
//!
//! Room: the field table and the instance (this file), `constrain` (the formulations), `symmetry` (what keeps an
//! instance), `notation` (boards in files), `verify` (the rules), `analyze` (what can be told without solving), `generate` (makes puzzles).

mod analyze;
mod constrain;
mod generate;
mod notation;
mod symmetry;
mod verify;

use super::capability::analysis::{Analysis, Analyze};
use super::capability::explanation::Explanation;
use super::capability::generation::Generator;
use super::capability::preferences::Preferences;
use super::capability::symmetry::{Symmetry, moved};
use super::{Change, Feature, Formulated, Instance, LoadError, Named, Puzzle, Variations};
use crate::board::Cell;
use crate::board::picture::{Mark, Panel, Picture, Square};
use crate::board::reach;
use crate::board::symmetry::{Group, Permutation};
use crate::budget::{Budget, Refused};
use crate::constraint::{Origin, Problem};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Drawing, Field, Glyph, Kind, Model, Spanned, Table, Value};
use crate::route::Route;
use crate::solution::notation::{Object, Written};
use crate::solution::{Candidate, Rules, Solution, Violation};
use crate::source::Span;

/// The rules that clues, and numbers that do not add up, come from.
const CLUES: &str = "clues";
const COUNTS: &str = "counts";

/// The largest board side: permutations aside, everything is linear in the number of cells.
const MAX_SIDE: i64 = 100;

const STEP: Kind = Kind::Integer { min: 0, max: MAX_SIDE };
const CLUE_PART: Kind = Kind::Integer { min: 0, max: MAX_SIDE };
const CLUE: Kind = Kind::List { item: &CLUE_PART, min: 3, max: 3 };
const BLOCK_SIDE: Kind = Kind::Integer { min: 1, max: MAX_SIDE };

const FIELDS: &[Field] = &[
    Field {
        name: "clues",
        kind: Kind::OneOf(&[
            Kind::Drawing(&[
                Glyph::one('.', "unknown"),
                Glyph::range('0', '9', "a knight here that sees so many knights"),
                Glyph::one('K', "a knight here"),
                Glyph::one('x', "no knight here"),
            ]),
            Kind::List { item: &CLUE, min: 0, max: (MAX_SIDE * MAX_SIDE) as usize },
        ]),
        required: true,
        default: None,
        doc: "the given cells: a picture, or a list of [row, column, number], 1-based",
        example: "[[1, 2, 3], [9, 9, 0]]",
    },
    Field {
        name: "size",
        kind: Kind::Integer { min: 1, max: MAX_SIDE },
        required: false,
        default: None,
        doc: "the side of the board, when the clues are a list (default: block rows times block columns)",
        example: "9",
    },
    Field {
        name: "per_line",
        kind: Kind::Integer { min: 0, max: MAX_SIDE },
        required: false,
        default: Some("3"),
        doc: "knights in every row and column",
        example: "3",
    },
    Field {
        name: "per_block",
        kind: Kind::Integer { min: 0, max: MAX_SIDE * MAX_SIDE },
        required: false,
        default: Some("3"),
        doc: "knights in every block",
        example: "3",
    },
    Field {
        name: "block",
        kind: Kind::List { item: &BLOCK_SIDE, min: 2, max: 2 },
        required: false,
        default: Some("[3, 3]"),
        doc: "rows and columns of a block",
        example: "[3, 3]",
    },
    Field {
        name: "reach",
        kind: Kind::OneOf(&[Kind::Choice(reach::NAMES), Kind::List { item: &STEP, min: 2, max: 2 }]),
        required: false,
        default: Some("\"knight\""),
        doc: "what a clue sees: a leaper by name, or [a, b] for the (a, b) leaper",
        example: "\"knight\"",
    },
];

/// The family.
pub struct Knightdoku;

impl Puzzle for Knightdoku {
    fn name(&self) -> &'static str {
        "knightdoku"
    }

    fn summary(&self) -> &'static str {
        "knights on a board: so many per row, column and block, and clue knights that count the knights they see"
    }

    fn fields(&self) -> &'static [Field] {
        FIELDS
    }

    fn formulations(&self) -> &'static [Named] {
        &[
            Named { name: "cardinality", summary: "a variable per cell; every row, column, block and clue is a count" },
            Named {
                name: "permutations",
                summary: "as the article does: every arrangement of a row, column, block or neighbourhood spelled out",
            },
        ]
    }

    fn generator(&self) -> Option<Generator> {
        Some(generate::generate)
    }

    fn read(&self, model: &Model, _budget: &Budget) -> Result<Box<dyn Instance>, LoadError> {
        Ok(Box::new(Board::read(&model.fields)?))
    }
}

/// What a board has at a cell with a knight, and at one without. It is one layer, in reading order.
const KNIGHT: u16 = 1;
const NO_KNIGHT: u16 = 0;

/// What is given about a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    Nothing,
    NoKnight,
    Knight,
    /// A knight that sees so many.
    Count(usize),
}

impl Given {
    /// As a picture in a model has it.
    fn character(self) -> String {
        match self {
            Given::Nothing => ".".to_string(),
            Given::NoKnight => "x".to_string(),
            Given::Knight => "K".to_string(),
            Given::Count(count) => count.to_string(),
        }
    }
}

/// An instance.
#[derive(Debug, Clone)]
struct Board {
    side: usize,
    block: (usize, usize),
    per_line: usize,
    per_block: usize,
    steps: Vec<(i64, i64)>,
    /// By row and column, each with its place in the model.
    given: Vec<Vec<(Given, Span)>>,
}

impl Board {
    fn read(fields: &Table) -> Result<Board, Diagnostics> {
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
                Diagnostic::new("no-reach", "a (0, 0) leaper reaches nothing")
                    .at(fields.span_of("reach"), "")
                    .help("write two numbers of which one is positive, such as [1, 2] for a knight"),
            );
        }
        let drawing = fields.drawing("clues");
        let stated = fields.integer("size").map(|size| size as usize);
        let side = drawing.map(Drawing::height).or(stated).unwrap_or(block.0 * block.1);
        let mut board = Board {
            side,
            block,
            per_line: fields.integer("per_line").unwrap_or(3) as usize,
            per_block: fields.integer("per_block").unwrap_or(3) as usize,
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

    fn check_sizes(&self, fields: &Table, drawing: Option<&Drawing>, stated: Option<usize>, wrong: &mut Diagnostics) {
        let side = self.side;
        if let Some(drawing) = drawing {
            let (height, width) = (drawing.height(), drawing.width());
            if height != width {
                let message = format!("the board is {height} rows by {width} columns, but it has to be square");
                wrong.push(Diagnostic::new("not-square", message).at(drawing.span(), ""));
                return;
            }
            if side > MAX_SIDE as usize {
                let message = format!("the board has {side} rows; at most {MAX_SIDE} are accepted");
                wrong.push(Diagnostic::new("too-large", message).at(drawing.span(), ""));
            }
            if let Some(size) = stated.filter(|&size| size != side) {
                let message = format!("`size` is {size}, but the picture has {side} rows");
                wrong.push(
                    Diagnostic::new("size-mismatch", message)
                        .at(fields.span_of("size"), "")
                        .help("leave `size` out: the picture says it"),
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
        if self.per_line > side {
            let message = format!("`per_line` is {}, but a line has {side} cells", self.per_line);
            wrong.push(Diagnostic::new("too-many", message).at(fields.span_of("per_line"), ""));
        }
        if self.per_block > rows * columns {
            let message = format!("`per_block` is {}, but a block has {} cells", self.per_block, rows * columns);
            wrong.push(Diagnostic::new("too-many", message).at(fields.span_of("per_block"), ""));
        }
    }

    fn read_drawing(&mut self, drawing: &Drawing, wrong: &mut Diagnostics) {
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

    fn read_list(&mut self, clues: &[Spanned<Value>], wrong: &mut Diagnostics) {
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
                    Diagnostic::new("repeated-clue", format!("a second clue for {cell}"))
                        .at(clue.span, "")
                        .at(first, "the first is here"),
                );
                continue;
            }
            self.give(cell, Given::Count(count as usize), clue.span, wrong);
        }
    }

    fn give(&mut self, cell: Cell, given: Given, place: Span, wrong: &mut Diagnostics) {
        if let Given::Count(count) = given
            && count > self.steps.len()
        {
            let message = format!("a clue of {count} at {cell}, but the piece sees at most {} cells", self.steps.len());
            wrong.push(Diagnostic::new("clue-too-large", message).at(place, ""));
        }
        self.given[cell.row][cell.column] = (given, place);
    }

    fn given(&self, cell: Cell) -> Given {
        self.given[cell.row][cell.column].0
    }

    fn place(&self, cell: Cell) -> Span {
        self.given[cell.row][cell.column].1
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| Cell::new(index / side, index % side))
    }

    /// The cells of every row, column and block, with what to call it and how many knights it has.
    fn sets(&self) -> Vec<(&'static str, String, usize, Vec<Cell>)> {
        let (height, width) = self.block;
        let mut sets = Vec::new();
        for row in 0..self.side {
            let cells = (0..self.side).map(|column| Cell::new(row, column)).collect();
            sets.push(("rows", format!("row {}", row + 1), self.per_line, cells));
        }
        for column in 0..self.side {
            let cells = (0..self.side).map(|row| Cell::new(row, column)).collect();
            sets.push(("columns", format!("column {}", column + 1), self.per_line, cells));
        }
        for top in (0..self.side).step_by(height) {
            for left in (0..self.side).step_by(width) {
                let cells = (0..height * width).map(|i| Cell::new(top + i / width, left + i % width)).collect();
                let name = format!("the block at {}", Cell::new(top, left));
                sets.push(("blocks", name, self.per_block, cells));
            }
        }
        sets
    }

    /// The board with something else at the cell of a clue; `None` when the origin is no clue.
    fn giving(&self, clue: &Origin, given: Given) -> Option<Board> {
        let cell = *clue.cells.first().filter(|_| clue.rule == CLUES)?;
        let mut board = self.clone();
        board.given[cell.row][cell.column].0 = given;
        Some(board)
    }

    /// The board with a mark on each cell, the clues heavier.
    fn picture(&self, mark: impl Fn(Cell) -> Mark) -> Picture {
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

    /// Whether a solution has a knight at a cell.
    fn knight(&self, solution: &Solution, cell: Cell) -> bool {
        solution.candidate().layers[0][cell.row * self.side + cell.column] == KNIGHT
    }

    /// The cells seen from a cell.
    fn seen(&self, cell: Cell) -> Vec<Cell> {
        let sees = |&(rows, columns): &(i64, i64)| cell.offset(rows, columns, self.side, self.side);
        self.steps.iter().filter_map(sees).collect()
    }
}

impl Rules for Board {
    fn verify(&self, claimed: Candidate) -> Result<Candidate, Violation> {
        verify::verify(self, &claimed).map(|()| claimed)
    }

    fn details(&self) -> &'static [&'static str] {
        &[]
    }

    fn read_solution(&self, written: &Written) -> Result<Candidate, Violation> {
        notation::read(self, written)
    }

    fn write_solution(&self, board: &Candidate, to: &mut Object<'_>) {
        notation::write(self, board, to);
    }
}

impl Instance for Board {
    fn draw(&self, solution: &Solution) -> Picture {
        self.picture(|cell| if self.knight(solution, cell) { Mark::Knight } else { Mark::None })
    }

    fn draw_givens(&self) -> Picture {
        self.picture(|cell| match self.given(cell) {
            Given::Nothing => Mark::None,
            Given::NoKnight => Mark::Dot,
            Given::Knight | Given::Count(_) => Mark::Knight,
        })
    }

    fn formulate(&self, formulation: &str, _horizon: Option<usize>, problem: Problem) -> Result<Formulated, Refused> {
        Ok(constrain::constrain(self, formulation, problem)?)
    }

    fn preferences(&self) -> Option<&dyn Preferences> {
        Some(self)
    }

    fn analysis(&self) -> Option<&dyn Analyze> {
        Some(self)
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        Some(self)
    }

    fn explanation(&self) -> Option<&dyn Explanation> {
        Some(self)
    }

    fn variations(&self) -> Option<&dyn Variations> {
        Some(self)
    }
}

impl Preferences for Board {
    fn route(&self) -> Option<Route> {
        Some(Route::Sat)
    }
}

impl Analyze for Board {
    fn analyze(&self, _stop: &dyn Fn() -> bool) -> Analysis {
        analyze::analyze(self)
    }
}

impl Symmetry for Board {
    fn symmetries(&self, _colours: bool) -> Result<Group, String> {
        symmetry::group(self)
    }

    fn image(&self, solution: &Solution, by: &Permutation) -> Candidate {
        Candidate::layer(moved(&solution.candidate().layers[0], by))
    }
}

impl Explanation for Board {
    /// A cell is a knight or not; as a clue, a knight says how many it sees.
    fn features(&self, solution: &Solution) -> Vec<Feature> {
        let knight = |cell: Cell| self.knight(solution, cell);
        let clue = |cell: Cell| match knight(cell) {
            true => self.seen(cell).into_iter().filter(|&seen| knight(seen)).count().to_string(),
            false => "x".to_string(),
        };
        self.cells()
            .map(|cell| Feature { clue: clue(cell), ..Feature::of(cell, notation::character(knight(cell))) })
            .collect()
    }
}

impl Variations for Board {
    fn without(&self, clues: &[&Origin]) -> Option<Box<dyn Instance>> {
        let mut board = self.clone();
        for clue in clues {
            board = board.giving(clue, Given::Nothing)?;
        }
        Some(Box::new(board))
    }

    fn with(&self, feature: &Feature) -> Option<Box<dyn Instance>> {
        let cell =
            feature.cell.filter(|&cell| self.given(cell) == Given::Nothing || self.given(cell) == Given::Knight)?;
        let mut board = self.clone();
        board.given[cell.row][cell.column].0 = match feature.clue.parse() {
            Ok(count) => Given::Count(count),
            Err(_) => Given::NoKnight,
        };
        Some(Box::new(board))
    }

    /// Another number, the nearest first; and for numbers of knights that do not add up, the numbers that do.
    fn changes(&self, origin: &Origin) -> Vec<Change> {
        let mut changes = Vec::new();
        if origin.rule == COUNTS {
            let blocks = self.side / self.block.0 * (self.side / self.block.1);
            let (per_block, per_line) = (self.per_line * self.side / blocks, self.per_block * blocks / self.side);
            if per_block * blocks == self.per_line * self.side {
                let description = format!("with `per_block = {per_block}` instead of {}", self.per_block);
                changes.push(Change { description, instance: Box::new(Board { per_block, ..self.clone() }) });
            }
            if per_line * self.side == self.per_block * blocks && per_line <= self.side {
                let description = format!("with `per_line = {per_line}` instead of {}", self.per_line);
                changes.push(Change { description, instance: Box::new(Board { per_line, ..self.clone() }) });
            }
        }
        let given = origin.cells.first().map(|&cell| (cell, self.given(cell)));
        if let Some((cell, Given::Count(count))) = given.filter(|_| origin.rule == CLUES) {
            let mut others: Vec<usize> = (0..=self.seen(cell).len()).filter(|&other| other != count).collect();
            others.sort_by_key(|other| other.abs_diff(count));
            for other in others {
                if let Some(board) = self.giving(origin, Given::Count(other)) {
                    let description = format!("with {other} instead of {count} at {cell}");
                    changes.push(Change { description, instance: Box::new(board) });
                }
            }
        }
        changes
    }
}
