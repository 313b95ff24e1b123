//! The names of sets of cells and of clues, as data: `row 3`, `the block at r1c4`, `the 3 for column 2`.
//!
//! Two names are the same thing exactly if they are equal; nobody reads their text back. The text is for messages, as that of
//! [`Cell`]: with `{:#}` it says the size of a rectangle and the number of a path, which tell apart what else has one text.
//! Imports cells only. Start with [`SetName`].

use super::Cell;
use std::fmt;
use std::sync::Arc;

/// The name of a set of cells or lines. Rows, columns and levels count from 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetName {
    /// All cells.
    Board,
    /// One cell, or the lines at it.
    Cell(Cell),
    /// A corner of cells.
    Corner(Cell),
    /// A row or column.
    Line(Line, usize),
    /// A row or column from one of its ends.
    From(Side, usize),
    /// A column of a level of a board of cubes.
    ColumnOfLevel {
        /// The level.
        level: usize,
        /// The column.
        column: usize,
    },
    /// The cells above each other on a board of cubes: the one on the lowest level.
    Pillar(Cell),
    /// A level of a board of cubes.
    Level(usize),
    /// A row or column between walls, by its first cell.
    Unbroken(Line, Cell),
    /// A diagonal, by its first cell.
    Diagonal(Slope, Cell),
    /// A diagonal from corner to corner.
    MainDiagonal(Slope),
    /// A diagonal that goes on at the opposite edge, by its first cell.
    BrokenDiagonal(Slope, Cell),
    /// One of the rectangles that divide the board.
    Block(Rectangle),
    /// Any rectangle.
    Window(Rectangle),
    /// The cells of a straight line, by its ends.
    Run(Cell, Cell),
    /// Two cells.
    Pair(Cell, Cell),
    /// Some cells.
    Cells(Vec<Cell>),
    /// Two sets together.
    Both(Box<[SetName; 2]>),
    /// Several sets that are compared.
    Parts(Vec<SetName>),
    /// A possible line, by its ends.
    Edge(Cell, Cell),
    /// The lines between cells with one mark and cells with the other.
    LinesBetween(Arc<str>, Arc<str>),
    /// The cells or lines around a cell.
    Around(Cell),
    /// The cells in the direction of an arrow.
    Ahead(Cell),
    /// The lines at a set, by their position.
    Lines(LinesOf, Box<SetName>),
    /// A region of a picture.
    Region(Region),
    /// The cells of a region in a row or column.
    Part(Line, usize, Region),
    /// A path that the model lists.
    Path {
        /// Its first cell.
        first: Cell,
        /// Its number in the rule, from 0.
        number: usize,
    },
    /// Two consecutive cells of a path.
    Step(Box<SetName>),
    /// The cells for a tile, as the model writes it.
    Tile(Arc<str>),
}

/// A row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    /// A row.
    Row,
    /// A column.
    Column,
}

/// A side of the board, from which a row or column is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The left end of a row.
    Left,
    /// The right end of a row.
    Right,
    /// The top of a column.
    Top,
    /// The bottom of a column.
    Bottom,
}

/// The direction of a diagonal, from the left to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slope {
    /// Downwards.
    Falling,
    /// Upwards.
    Rising,
}

/// A rectangle: its first cell, and its rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangle {
    /// The cell at the upper left.
    pub at: Cell,
    /// Its number of rows and of columns.
    pub size: (u32, u32),
}

/// The lines of a set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinesOf {
    /// At its cells.
    At,
    /// Between two of its cells.
    Inside,
    /// Between a cell of it and a cell outside.
    Across,
}

/// A region: the name of its picture, and its mark.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    /// The picture.
    pub picture: Arc<str>,
    /// The mark.
    pub mark: Arc<str>,
}

/// A clue: what it says, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clue {
    /// The picture or list that states it, by its number.
    pub source: usize,
    /// What it says.
    pub value: Value,
    /// Where it stands.
    pub place: Place,
    /// The set.
    pub set: SetName,
}

/// The contents of a clue.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A number.
    Number(i64),
    /// Numbers, some of them unknown.
    Numbers(Vec<Option<i64>>),
    /// Another value.
    Word(Arc<str>),
}

/// How a clue belongs to its set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// It is printed at the cell or corner.
    At,
    /// It is printed between two cells.
    Between,
    /// It is listed for the set.
    For,
}

impl Line {
    /// Returns the word.
    pub fn word(self) -> &'static str {
        match self {
            Line::Row => "row",
            Line::Column => "column",
        }
    }
}

impl Side {
    /// Returns whether rows or columns are seen from it.
    pub fn line(self) -> Line {
        match self {
            Side::Left | Side::Right => Line::Row,
            Side::Top | Side::Bottom => Line::Column,
        }
    }

    /// Returns the word, which is also the key of lists.
    pub fn word(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }
}

impl Slope {
    /// Returns the word for diagonals of that direction.
    pub fn word(self) -> &'static str {
        match self {
            Slope::Falling => "diagonal",
            Slope::Rising => "antidiagonal",
        }
    }
}

impl fmt::Display for SetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_exact = f.alternate();
        match self {
            SetName::Board => f.write_str("the board"),
            SetName::Cell(cell) => write!(f, "{cell}"),
            SetName::Corner(at) => write!(f, "the corner {at}"),
            SetName::Line(line, index) => write!(f, "{} {}", line.word(), index + 1),
            SetName::From(side, index) => write!(f, "{} {} from the {}", side.line().word(), index + 1, side.word()),
            SetName::ColumnOfLevel { level, column } => write!(f, "column {} of level {}", column + 1, level + 1),
            SetName::Pillar(cell) => write!(f, "the pillar {cell}"),
            SetName::Level(level) => write!(f, "level {}", level + 1),
            SetName::Unbroken(Line::Row, first) => write!(f, "across from {first}"),
            SetName::Unbroken(Line::Column, first) => write!(f, "down from {first}"),
            SetName::Diagonal(slope, first) => write!(f, "the {} at {first}", slope.word()),
            SetName::MainDiagonal(Slope::Falling) => f.write_str("the falling diagonal"),
            SetName::MainDiagonal(Slope::Rising) => f.write_str("the rising diagonal"),
            SetName::BrokenDiagonal(slope, first) => write!(f, "the broken {} from {first}", slope.word()),
            SetName::Block(rectangle) => rectangle.named("block", f),
            SetName::Window(rectangle) => rectangle.named("window", f),
            SetName::Run(from, to) => write!(f, "the line from {from} to {to}"),
            SetName::Pair(a, b) => write!(f, "{a} and {b}"),
            SetName::Cells(cells) => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                f.write_str(&cells.join(", "))
            }
            SetName::Both(sets) => write!(f, "{} and {}", sets[0], sets[1]),
            SetName::Parts(sets) => match &sets[..] {
                [one, other] => write!(f, "the comparison of {one} and {other}"),
                sets => write!(f, "the comparison of {} sets", sets.len()),
            },
            SetName::Edge(a, b) => write!(f, "the line {a}-{b}"),
            SetName::LinesBetween(a, b) => write!(f, "the lines between {a} and {b}"),
            SetName::Around(cell) => write!(f, "around {cell}"),
            SetName::Ahead(cell) => write!(f, "the cells ahead of {cell}"),
            SetName::Lines(of, set) => {
                let of = match of {
                    LinesOf::At => "at",
                    LinesOf::Inside => "inside",
                    LinesOf::Across => "across the edge of",
                };
                if is_exact { write!(f, "the lines {of} {set:#}") } else { write!(f, "the lines {of} {set}") }
            }
            SetName::Region(region) => write!(f, "{} {}", region.picture, region.mark),
            SetName::Part(line, index, region) => {
                write!(f, "{} {} in {} {}", line.word(), index + 1, region.picture, region.mark)
            }
            SetName::Path { first, number } if is_exact => write!(f, "path {} from {first}", number + 1),
            SetName::Path { first, .. } => write!(f, "the path from {first}"),
            SetName::Step(path) if is_exact => write!(f, "a step of {path:#}"),
            SetName::Step(path) => write!(f, "a step of {path}"),
            SetName::Tile(tile) => write!(f, "tile {tile}"),
        }
    }
}

impl Rectangle {
    fn named(&self, noun: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, (rows, columns)) = (self.at, self.size);
        if f.alternate() { write!(f, "the {rows}x{columns} {noun} at {at}") } else { write!(f, "the {noun} at {at}") }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Numbers(numbers) => {
                let number = |number: &Option<i64>| number.map_or("?".to_string(), |number| number.to_string());
                f.write_str(&numbers.iter().map(number).collect::<Vec<_>>().join(" "))
            }
            Value::Word(word) => f.write_str(word),
        }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clue { value, place, set, .. } = self;
        let place = match place {
            Place::At => "at",
            Place::Between => "between",
            Place::For => "for",
        };
        if f.alternate() { write!(f, "the {value} {place} {set:#}") } else { write!(f, "the {value} {place} {set}") }
    }
}
