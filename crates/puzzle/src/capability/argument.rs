//! Arguments of families that there is no solution, which can be checked by hand: what they state, as data.
//!
//! Their words are in `words`, since analyses state them, too. Start with [`Argument`].

mod words;

use boardwright_base::board::Cell;

/// An argument that there is no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// Every press adds a multiple of the number of states to the sum of some lights, and that sum is not one.
    Lights {
        /// The lights, and how often each counts.
        lights: Vec<(Cell, u8)>,
        /// The number of states of a light.
        states: u8,
        /// Whether the lights are those that are on after chasing row by row, whatever the first row is.
        chased: bool,
    },
    /// No position meets the goal and the rules about the last position.
    NoGoal,
    /// All states that the start reaches were visited, and none is a goal.
    Visited {
        /// The number of states.
        states: u64,
    },
    /// A search from one of the two ends has visited all states that it reaches, and not met the other end.
    Exhausted {
        /// The number of states.
        states: u64,
        /// Whether it searched backwards from the goals.
        is_backward: bool,
    },
    /// No move changes a sum that differs between the start and the goal.
    Kept(KeptSum),
    /// Every move of a tour changes the colour of a chessboard, and the colours have too different numbers of cells.
    Colours {
        /// Whether the tour is closed.
        closed: bool,
        /// The number of white cells.
        white: usize,
        /// The number of black cells.
        black: usize,
    },
    /// Neighbours of a line change only at the two ends of a block, so more moves are needed.
    TooFewMoves {
        /// The number of moves.
        moves: usize,
        /// The least number that could suffice.
        least: usize,
    },
    /// Pairs of neighbours have to change, and a move makes at most two pairs vanish and two appear.
    Neighbours {
        /// The number of moves that are needed.
        least: usize,
        /// By how much the number of pairs of like neighbours has to change.
        like: i64,
        /// By how much the number of pairs of unlike neighbours has to change.
        unlike: i64,
        /// Whether the row is unbroken at the start, so that at most one pair appears in the first move.
        from_unbroken: bool,
        /// Whether the row is unbroken in the goal, so that at most one pair vanishes in the last move.
        to_unbroken: bool,
    },
    /// The numbers of pieces differ from those of the goal, and a move changes few of them.
    Pieces {
        /// The number of moves that are needed.
        least: usize,
    },
    /// Each colour would have an equal share of all vertices.
    Vertices {
        /// The number of squares, by which the number of vertices is not divisible.
        squares: usize,
    },
    /// Every word of a perfect code is near as many words as there are squares.
    Words {
        /// The number of squares, by which the number of words is not divisible.
        squares: usize,
    },
}

/// A sum over the cells of a position that no move changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSum {
    /// The modulus, if the sum is kept only modulo a number.
    pub modulus: Option<u64>,
    /// The sum at the start.
    pub start: i64,
    /// The sum in the goal.
    pub goal: i64,
    /// What counts.
    pub terms: Vec<KeptTerm>,
    /// Whether an odd permutation of the values of the start counts 1 besides.
    pub has_parity: bool,
}

/// A value that counts in a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptTerm {
    /// What it counts.
    pub weight: i64,
    /// The value.
    pub value: String,
    /// The cells where it counts.
    pub cells: Vec<Cell>,
}
