//! The instance: a line of pieces, its goal and its moves.
//!
//! Start reading at [`Line`]. Imports nothing of its family.

use crate::solution::{Candidate, Solution};
use crate::source::Span;

/// The most cells, in all states of a plan, that are kept.
pub(super) const MAX_STATES: usize = 1_000_000;

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Vacant,
    Black,
    White,
}

impl Place {
    /// Returns the content that a character stands for.
    pub(super) fn of(character: char) -> Option<Place> {
        match character {
            '.' => Some(Place::Vacant),
            'B' => Some(Place::Black),
            'W' => Some(Place::White),
            _ => None,
        }
    }

    /// Returns the content that a value of a layer stands for.
    pub(super) fn of_value(value: u16) -> Option<Place> {
        [Place::Vacant, Place::Black, Place::White].into_iter().find(|&place| place as u16 == value)
    }

    pub(super) fn character(self) -> char {
        match self {
            Place::Vacant => '.',
            Place::Black => 'B',
            Place::White => 'W',
        }
    }
}

/// A line, cell by cell.
pub(super) type Row = Vec<Place>;

/// Formats a row.
pub(super) fn text(row: &[Place]) -> String {
    row.iter().map(|place| place.character()).collect()
}

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
    /// One unbroken row with at most one change of colour.
    Separated,
    /// One of the listed rows.
    Rows(Vec<Row>),
}

/// An instance. `start` has a piece and `block` adjacent vacant cells; listed rows have its length and its pieces.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) start: Row,
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
        self.start.iter().filter(|&&place| place != Place::Vacant).count()
    }

    /// Returns the number of black pieces.
    pub(super) fn black(&self) -> usize {
        self.start.iter().filter(|&&place| place == Place::Black).count()
    }

    /// Returns the unbroken rows that are accepted at any place, as pieces alone; none when the pieces cannot make
    /// any.
    pub(super) fn unbroken_goals(&self) -> Vec<Row> {
        let (pieces, black) = (self.pieces(), self.black());
        let white = pieces - black;
        let run = |place: Place, count: usize| std::iter::repeat_n(place, count);
        match &self.goal {
            Goal::Alternating => [[Place::Black, Place::White], [Place::White, Place::Black]]
                .map(|pair| pair.into_iter().cycle().take(pieces).collect::<Row>())
                .into_iter()
                .filter(|row| same_pieces(row, &self.start))
                .collect(),
            Goal::Separated if black > 0 && white > 0 => vec![
                run(Place::Black, black).chain(run(Place::White, white)).collect(),
                run(Place::White, white).chain(run(Place::Black, black)).collect(),
            ],
            // Pieces of one colour are always separated.
            Goal::Separated => vec![run(Place::Black, black).chain(run(Place::White, white)).collect()],
            Goal::Rows(_) => Vec::new(),
        }
    }

    /// Returns the number of accepted rows that have the pieces of the start.
    pub(super) fn goal_count(&self) -> usize {
        match &self.goal {
            Goal::Rows(rows) => rows.len(),
            _ => self.unbroken_goals().len() * (self.cells() - self.pieces() + 1),
        }
    }

    /// Returns these rows; none when no moves can reach the goal. [`Line::goal_count`] is their number.
    pub(super) fn goal_rows(&self) -> Vec<Row> {
        if let Goal::Rows(rows) = &self.goal {
            return rows.clone();
        }
        let mut rows = Vec::new();
        for pieces in self.unbroken_goals() {
            for first in 0..=self.cells() - pieces.len() {
                let mut row = vec![Place::Vacant; self.cells()];
                row[first..first + pieces.len()].copy_from_slice(&pieces);
                rows.push(row);
            }
        }
        rows
    }

    /// Checks whether a plan is short enough to keep and show all its states.
    pub(super) fn keeps_states(&self, moves: usize) -> bool {
        moves.saturating_mul(self.cells()) <= MAX_STATES
    }

    /// Makes a move without checking the rules, which `verify` does; the ends must be on the line.
    pub(super) fn make(&self, row: &mut [Place], (from, to): (usize, usize)) {
        for index in 0..self.block {
            let landing = if self.reverse { self.block - 1 - index } else { index };
            row[to + landing] = std::mem::replace(&mut row[from + index], Place::Vacant);
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

/// Checks whether two rows have the same numbers of black and of white pieces.
pub(super) fn same_pieces(a: &[Place], b: &[Place]) -> bool {
    let count = |row: &[Place], colour: Place| row.iter().filter(|&&place| place == colour).count();
    [Place::Black, Place::White].into_iter().all(|colour| count(a, colour) == count(b, colour))
}
