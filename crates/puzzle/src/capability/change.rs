//! How another puzzle differs from one: a clue, a piece, a cell. `render` has the sentences.

use boardwright_base::board::Cell;
use boardwright_base::board::names::{SetName, Value};
use boardwright_ir::constraint::Origin;

/// A difference between two puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    /// A clue is left out.
    Without(Box<Origin>),
    /// A clue says something else.
    Instead {
        /// What it says then.
        by: Value,
        /// What it says.
        old: Value,
        /// Where it stands.
        place: CluePlace,
    },
    /// A light has another state.
    Light {
        /// Its cell.
        cell: Cell,
        /// Its state then.
        state: u8,
        /// Its state.
        old: u8,
        /// The number of states.
        states: u8,
    },
    /// A piece has another number of copies.
    Copies {
        /// The name of the piece.
        piece: String,
        /// The number then; `None`: any number.
        copies: Option<usize>,
        /// The number.
        old: usize,
    },
    /// A cell has no colour.
    NoColour {
        /// The cell.
        cell: Cell,
        /// The letter of its colour.
        letter: char,
    },
    /// A cell is no part of the board.
    NoCell(Cell),
    /// A key of the model has another number.
    Key {
        /// The key.
        key: &'static str,
        /// The number then.
        number: usize,
        /// The number.
        old: usize,
    },
}

/// The place of a clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CluePlace {
    /// On a cell.
    At(Cell),
    /// At a corner of cells.
    Corner(Cell),
    /// Between two cells.
    Between(Cell, Cell),
    /// In a list, for a set.
    For(SetName),
}
