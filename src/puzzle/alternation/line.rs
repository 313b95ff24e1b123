//! The instance: a line of pieces, its goal and its moves.
//!
//! Start reading at [`Line`]. Imports the letters of its pieces.

use super::letters::{Letters, Place};
use crate::solution::{Candidate, Solution};
use crate::source::Span;

/// The most cells, in all states of a plan, that are kept.
pub(super) const MAX_STATES: usize = 1_000_000;

/// A line, cell by cell.
pub(super) type Row = Vec<Place>;

/// Formats the first and the last cell of a block: `2,3`, `4`, `5-9`.
pub(super) fn cells(left: usize, block: usize) -> String {
    let (first, last) = (left + 1, left + block);
    match block {
        1 => first.to_string(),
        2 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    }
}

/// The rows that end the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Goal {
    /// One unbroken row, neighbours all differ.
    Alternating,
    /// One unbroken row that repeats all colours in one order.
    Cyclic,
    /// One unbroken row with each colour in one piece.
    Separated,
    /// One of the listed rows.
    Rows(Vec<Row>),
}

/// An instance. `start` has a piece and `block` adjacent vacant cells; listed rows have its length and its pieces.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) start: Row,
    pub(super) letters: Letters,
    pub(super) goal: Goal,
    pub(super) block: usize,
    pub(super) reverse: bool,
    pub(super) moves: Option<usize>,
    pub(super) start_place: Span,
    /// The place of the goal in the model; `None` where the goal is the default.
    pub(super) goal_place: Option<Span>,
}

impl Line {
    pub(super) fn cells(&self) -> usize {
        self.start.len()
    }

    pub(super) fn pieces(&self) -> usize {
        self.start.iter().filter(|&&place| place != Place::VACANT).count()
    }

    /// Returns the number of pieces of the first colour.
    pub(super) fn black(&self) -> usize {
        self.counts()[0]
    }

    /// Returns the number of pieces of each colour.
    pub(super) fn counts(&self) -> Vec<usize> {
        self.letters.counts(&self.start)
    }

    /// Formats a row.
    pub(super) fn text(&self, row: &[Place]) -> String {
        self.letters.text(row)
    }

    /// Checks whether a plan is short enough to keep and show all its states.
    pub(super) fn keeps_states(&self, moves: usize) -> bool {
        moves.saturating_mul(self.cells()) <= MAX_STATES
    }

    /// Makes a move without checking the rules, which `verify` does; the ends must be on the line.
    pub(super) fn make(&self, row: &mut [Place], (from, to): (usize, usize)) {
        for index in 0..self.block {
            let landing = if self.reverse { self.block - 1 - index } else { index };
            row[to + landing] = std::mem::replace(&mut row[from + index], Place::VACANT);
        }
    }
}

/// A candidate plan of these moves, from left end to left end, 0-based.
pub(super) fn candidate(moves: &[(usize, usize)]) -> Candidate {
    let steps = moves.iter().map(|&(from, to)| (from + 1, to + 1)).collect();
    Candidate { steps: Some(steps), ..Candidate::default() }
}

/// Returns the moves of a solution in the form of [`candidate`].
pub(super) fn moves(solution: &Solution) -> Vec<(usize, usize)> {
    let steps = solution.candidate().steps.iter().flatten();
    steps.map(|&(from, to)| (from - 1, to - 1)).collect()
}
