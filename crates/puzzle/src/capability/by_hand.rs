//! Plans made by hand: the position after some moves, and the moves that can follow.

use crate::solution::{Candidate, Violation};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;

/// The capability to make a plan move by move.
pub trait ByHand {
    /// Returns the position after moves, each by its [`Turn::token`].
    ///
    /// # Errors
    /// The rule that a move breaks.
    fn after(&self, moves: &[Vec<u16>]) -> Result<Table, Violation>;
}

/// A position of a plan that is being made.
pub struct Table {
    /// Its picture.
    pub picture: Picture,
    /// The moves that can follow.
    pub turns: Vec<Turn>,
    /// The plan so far, as a solution that is yet to be verified.
    pub plan: Candidate,
    /// What the moves add up to: their number, where each counts as one.
    pub cost: u64,
    /// The number of pieces that are to be few, where that is the goal; then every plan is a solution.
    pub left: Option<usize>,
}

/// A move that can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What names it among the moves from its position.
    pub token: Vec<u16>,
    /// Its description.
    pub words: String,
    /// The cells of what is moved.
    pub from: Vec<Cell>,
    /// The cells that it goes to; the same ones, where a press is a move.
    pub to: Vec<Cell>,
}
