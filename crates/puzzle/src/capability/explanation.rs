//! Explanations: why there is no solution, and how two solutions differ.

use super::argument::Argument;
use crate::solution::Solution;
use boardwright_base::board::Cell;
use boardwright_base::board::names::Line;
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::Word;
use std::sync::Arc;

/// The capability to explain why there is no solution, or how solutions differ.
pub trait Explanation {
    /// Returns the reason why there is no solution, where that takes no search.
    fn argument(&self) -> Option<Argument> {
        None
    }

    /// Describes a contradiction that elimination found: origins of constraints of one of its problems, and how often each
    /// constraint is added; the sum is `0 = b` with `b` not 0. `None` where the names of the origins are the best description.
    fn contradiction(&self, added: &[(&Origin, u8)]) -> Option<Argument> {
        let _ = added;
        None
    }

    /// Returns the features of a solution. Solutions with the same features are equal. A feature is equal in two
    /// solutions exactly when some of the decision variables of every formulation are.
    fn features(&self, solution: &Solution) -> Vec<Feature>;
}

/// A part of a solution with its value: a cell, the fourth move. `render` names both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// The part; each part of a solution has one feature.
    pub part: Part,
    /// Its cell, where it has one.
    pub cell: Option<Cell>,
    /// The value; solutions that differ in the feature have different values.
    pub value: PartValue,
    /// The most that a further clue could state of the value; for most puzzles the value itself.
    pub clue: PartValue,
}

/// A part of a solution, or of a model that a clue could be about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A cell of a layer.
    Cell {
        /// The cell.
        cell: Cell,
        /// The name of the layer; empty for the first.
        layer: Arc<str>,
    },
    /// A line between two points.
    Line(Cell, Cell),
    /// A side of a cell.
    Border(Beside, Cell),
    /// A move, by its number from 0.
    Move(usize),
    /// The code that has a word.
    Code(Word),
    /// Whether a code has a word.
    Member(Word),
    /// The colour of a vertex.
    Colour(Word),
    /// A place of a picture or list.
    Printed {
        /// The name of the picture or list.
        name: String,
        /// The place there.
        at: PrintedAt,
    },
}

/// A direction from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Beside {
    /// Upwards.
    Above,
    /// Downwards.
    Below,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A place of a picture or list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PrintedAt {
    /// A cell.
    Cell(Cell),
    /// Between two cells.
    Between(Cell, Cell),
    /// A corner of cells.
    Corner(Cell),
    /// An entry for a row or column, by its number from 0.
    Line(Line, usize),
    /// An entry of a list of another kind, by the key of the list and its number from 0.
    Numbered(String, usize),
    /// An entry for the mark of a region.
    Region(String),
}

/// The value of a part of a solution.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartValue {
    /// A number.
    Number(usize),
    /// A symbol of the solution or the model.
    Symbol(Arc<str>),
    /// A line is there.
    Line,
    /// No line is there.
    NoLine,
    /// A word is in a code.
    In,
    /// A word is not in a code.
    Out,
    /// A piece, with the cells on which it lies.
    Piece {
        /// Its name.
        name: Arc<str>,
        /// Its cells.
        cells: Arc<[Cell]>,
    },
    /// A move, in the notation of its family.
    Move(String),
    /// The plan has ended: another one of the same cost has more moves.
    NoMove,
}

impl PartValue {
    /// A symbol.
    pub fn symbol(text: impl ToString) -> PartValue {
        PartValue::Symbol(text.to_string().into())
    }
}

impl Feature {
    /// The value of a cell.
    pub fn of(cell: Cell, value: PartValue) -> Feature {
        Feature { part: Part::Cell { cell, layer: "".into() }, cell: Some(cell), clue: value.clone(), value }
    }

    /// A move, by its number from 0, in the notation of its family.
    pub fn of_move(index: usize, notation: String) -> Feature {
        let value = PartValue::Move(notation);
        Feature { part: Part::Move(index), cell: None, clue: value.clone(), value }
    }
}
