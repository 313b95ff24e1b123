//! The instance: a start position, moves, and a goal. Start with [`Game`].
//!
//! Imports the board, its symbols and rules; knows no reader, search or check.

use boardwright_base::board::Cell;
use boardwright_base::source::Span;
use boardwright_grid::Grid;
use boardwright_grid::rule::Rule;
use boardwright_grid::symbols::{Atom, Site, SymbolTable, Test};
use std::sync::Arc;

/// The values of all cells, in the order of the cells.
pub(super) type Values = Vec<u16>;

/// A puzzle of positions.
#[derive(Debug, Clone)]
pub(super) struct Game {
    /// The board, its symbols, and the rules that positions keep.
    pub(super) grid: Arc<Grid>,
    /// The position before the first move.
    pub(super) start: Values,
    /// The place of the start in the model.
    pub(super) start_span: Span,
    /// The moves.
    pub(super) moves: Vec<Move>,
    /// The goal.
    pub(super) goal: Goal,
    /// The place of the goal in the model.
    pub(super) goal_span: Span,
    /// The symbols of two positions as one board, and the rules about a position and the next one; `None` without any.
    pub(super) pairs: Option<(SymbolTable, Vec<Rule>)>,
}

/// A kind of move.
#[derive(Debug, Clone)]
pub(super) struct Move {
    /// Its name in plans.
    pub(super) name: String,
    /// Its place in the model.
    pub(super) span: Span,
    /// What it adds to the length of a plan; 0 for a move that does not count.
    pub(super) cost: u32,
    /// What it changes.
    pub(super) form: Form,
    /// Whether the same piece may go on in the same move.
    pub(super) repeat: Repeat,
}

impl Move {
    /// Returns the piece if the move is that of all cells with this value.
    pub(super) fn whole(&self, value: u16) -> Option<&Piece> {
        match &self.form {
            Form::Piece(piece) if piece.whole && piece.pieces[usize::from(value)] => Some(piece),
            _ => None,
        }
    }
}

/// Whether a piece may make several moves that count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    /// It may not.
    Once,
    /// Any number in one direction.
    Straight,
    /// Any number in any direction.
    Any,
}

/// What a move changes.
#[derive(Debug, Clone)]
pub(super) enum Form {
    /// A picture before and one after.
    Pattern(Pattern),
    /// A piece that goes to another place.
    Piece(Piece),
    /// What is poured from one vessel into another.
    Pour(Pour),
}

/// Equal values that go together from the mouth of one vessel to that of another, as many as fit.
#[derive(Debug, Clone)]
pub(super) struct Pour {
    /// By value, whether it is poured.
    pub(super) pieces: Vec<bool>,
    /// The value of a vacant cell.
    pub(super) vacant: u16,
    /// The cells of each vessel, from its mouth on; no cell is in two of them.
    pub(super) vessels: Vec<Vec<usize>>,
}

/// Pictures before and after a move.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    /// By orientation: the places as steps from the first one, and what is there before and after.
    pub(super) orientations: Vec<Vec<Change>>,
}

/// A place of a pattern.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// The step from the first place of the picture that is part of it.
    pub(super) at: (i64, i64),
    /// What is there before.
    pub(super) before: Before,
    /// What is there after.
    pub(super) after: After,
}

/// What a place of a pattern holds before the move.
#[derive(Debug, Clone)]
pub(super) enum Before {
    /// Anything.
    Any,
    /// A value that passes a test. Places with the same name hold the same value.
    Test {
        /// The test.
        test: Test,
        /// The name of several values, if it is one.
        name: Option<String>,
    },
}

/// What a place of a pattern holds after the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum After {
    /// What it held before.
    Unchanged,
    /// A value.
    Value(u16),
    /// What a place with this name held before.
    Named(String),
}

/// A piece that goes to another place.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// By value, whether it is one of the pieces.
    pub(super) pieces: Vec<bool>,
    /// By value, whether the piece may go to a cell with it.
    pub(super) onto: Vec<bool>,
    /// The value that the piece leaves behind.
    pub(super) leaves: u16,
    /// The rows and columns of adjacent pieces that go together.
    pub(super) block: (usize, usize),
    /// Whether all cells with one value are one piece.
    pub(super) whole: bool,
    /// Whether a whole piece goes in the direction of its length only.
    pub(super) lengthwise: bool,
    /// Where it goes.
    pub(super) by: By,
    /// Whether it goes on until it is stopped: by a cell that it may not enter, a wall, or the edge.
    pub(super) slides: bool,
    /// The picture whose marks between cells are walls.
    pub(super) walls: Option<usize>,
}

impl Piece {
    /// Returns the step of a direction, by its number.
    pub(super) fn step(&self, way: usize) -> (i64, i64) {
        match &self.by {
            By::Leap(steps) | By::Ride(steps) => steps.get(way).copied().unwrap_or_default(),
            By::Anywhere => (0, 0),
        }
    }

    /// Checks whether a wall is between two cells.
    pub(super) fn is_parted(&self, symbols: &SymbolTable, a: usize, b: usize) -> bool {
        let site = Site::Between([a.min(b), a.max(b)]);
        self.walls.is_some_and(|walls| symbols.between[walls].1.contains_key(&site))
    }
}

/// Where a piece goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum By {
    /// To cells one of these steps away.
    Leap(Vec<(i64, i64)>),
    /// Any number of steps in one of these directions, through free cells.
    Ride(Vec<(i64, i64)>),
    /// Anywhere.
    Anywhere,
}

/// The positions that end a plan.
#[derive(Debug, Clone)]
pub(super) struct Goal {
    /// Pictures, of which one must match; by cell, the accepted values. Empty: no picture is required.
    pub(super) pictures: Vec<Vec<Vec<bool>>>,
    /// By value, whether as few cells as possible hold it.
    pub(super) fewest: Option<Vec<bool>>,
}

impl Game {
    /// Returns the text of a value.
    pub(super) fn text(&self, value: u16) -> &str {
        &self.grid.symbols.layers[0].values[usize::from(value)]
    }

    /// Returns the number of values of a cell.
    pub(super) fn value_count(&self) -> usize {
        self.grid.symbols.layers[0].values.len()
    }

    /// Returns the number of cells.
    pub(super) fn cell_count(&self) -> usize {
        self.grid.symbols.topology.cells.len()
    }

    /// Returns the place of a cell.
    pub(super) fn place(&self, cell: usize) -> Cell {
        self.grid.symbols.topology.cells[cell]
    }

    /// Returns the value of cells without a piece: the one called ".", if there is one.
    pub(super) fn vacant(&self) -> Option<u16> {
        let values = &self.grid.symbols.layers[0].values;
        values.iter().position(|value| value == ".").map(|value| value as u16)
    }

    /// Whether every move counts.
    pub(super) fn all_moves_count(&self) -> bool {
        self.moves.iter().all(|one| one.cost > 0)
    }
}

/// Returns the values that pass a test of values; `None` for another test.
pub(super) fn mask_of(test: &Test, count: usize) -> Option<Vec<bool>> {
    let mut accepted = vec![false; count];
    for (negated, atom) in &test.any {
        let Atom::Value(_, wanted) = atom else { return None };
        wanted.iter().zip(&mut accepted).for_each(|(wanted, accepted)| *accepted |= wanted != negated);
    }
    Some(accepted)
}
