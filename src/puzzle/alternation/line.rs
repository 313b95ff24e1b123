//! The instance: a line of pieces, its goal and its moves.
//!
//! Start reading at [`Line`]. Imports nothing of its family.

use crate::solution::{Candidate, Solution};
use crate::source::Span;

/// More cells than this in all states of a plan are not kept.
pub(super) const MAX_STATES: usize = 1_000_000;

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Vacant,
    Black,
    White,
}

impl Place {
    /// As rows are written.
    pub(super) fn of(character: char) -> Option<Place> {
        match character {
            '.' => Some(Place::Vacant),
            'B' => Some(Place::Black),
            'W' => Some(Place::White),
            _ => None,
        }
    }

    /// The value that it has in a layer.
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

/// A row as it is written.
pub(super) fn text(row: &[Place]) -> String {
    row.iter().map(|place| place.character()).collect()
}

/// The first and the last cell of a block, as a person says it: `2,3`, `4`, `5-9`.
pub(super) fn cells(left: usize, block: usize) -> String {
    let (first, last) = (left + 1, left + block);
    match block {
        1 => first.to_string(),
        2 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    }
}

/// Which rows end the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Goal {
    /// One unbroken row, neighbours all differ.
    Alternating,
    /// One unbroken row with at most one change of colour.
    Separated,
    /// One of these.
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
    /// None where the goal is the default.
    pub(super) goal_place: Option<Span>,
}

impl Line {
    pub(super) fn cells(&self) -> usize {
        self.start.len()
    }

    pub(super) fn pieces(&self) -> usize {
        self.start.iter().filter(|&&place| place != Place::Vacant).count()
    }

    /// How many pieces are black.
    pub(super) fn black(&self) -> usize {
        self.start.iter().filter(|&&place| place == Place::Black).count()
    }

    /// The unbroken rows that are accepted wherever they stand, as pieces alone; none when the pieces cannot make any.
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
            // Pieces of one colour have nothing to be separated from.
            Goal::Separated => vec![run(Place::Black, black).chain(run(Place::White, white)).collect()],
            Goal::Rows(_) => Vec::new(),
        }
    }

    /// How many accepted rows there are that have the pieces of the start.
    pub(super) fn goal_count(&self) -> usize {
        match &self.goal {
            Goal::Rows(rows) => rows.len(),
            _ => self.unbroken_goals().len() * (self.cells() - self.pieces() + 1),
        }
    }

    /// These rows; none when the goal cannot be met, whatever the moves. [`Line::goal_count`] says how many.
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

    /// Whether a plan is short enough for all its states to be kept, and shown.
    pub(super) fn keeps_states(&self, moves: usize) -> bool {
        moves.saturating_mul(self.cells()) <= MAX_STATES
    }

    /// Makes a move, and leaves its rules to `verify`; the ends have to be on the line.
    pub(super) fn make(&self, row: &mut [Place], (from, to): (usize, usize)) {
        for index in 0..self.block {
            let landing = if self.reverse { self.block - 1 - index } else { index };
            row[to + landing] = std::mem::replace(&mut row[from + index], Place::Vacant);
        }
    }
}

/// The claim that these moves, from left end to left end, 0-based, are a plan.
pub(super) fn candidate(moves: &[(usize, usize)]) -> Candidate {
    let steps = moves.iter().map(|&(from, to)| (from + 1, to + 1)).collect();
    Candidate { steps: Some(steps), ..Candidate::default() }
}

/// The moves of a solution, as [`candidate`] takes them.
pub(super) fn moves(solution: &Solution) -> Vec<(usize, usize)> {
    let steps = solution.candidate().steps.iter().flatten();
    steps.map(|&(from, to)| (from - 1, to - 1)).collect()
}

/// Whether two rows have the same numbers of black and of white pieces.
pub(super) fn same_pieces(a: &[Place], b: &[Place]) -> bool {
    let count = |row: &[Place], colour: Place| row.iter().filter(|&&place| place == colour).count();
    [Place::Black, Place::White].into_iter().all(|colour| count(a, colour) == count(b, colour))
}
