//! The instance: the squares and the question.
//!
//! Start reading at [`Chessboard`].

use crate::board::Cell;
use crate::puzzle::devils_chessboard::code::Code;
use crate::puzzle::devils_chessboard::strategy::Strategy;
use crate::puzzle::devils_chessboard::word;
use crate::source::Span;

/// The most squares of a board.
pub(super) const MAX_SQUARES: i64 = 1024;

/// Up to here a strategy is written as its `2^n` colours and a code as its words, beyond that by its notation.
pub(super) const MAX_TABLE: usize = 16;

/// Up to here tables are drawn: larger ones do not fit a page.
pub(super) const MAX_DRAWN: usize = 8;

/// What is asked for. What is named in it has been verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    /// Any strategy.
    Strategy,
    /// This strategy.
    Named(Strategy),
    /// A flip.
    Round {
        /// Whether each square shows heads.
        coins: Vec<bool>,
        /// The devil's square.
        target: usize,
        /// What the prisoners have agreed on.
        strategy: Strategy,
    },
    /// Any perfect code.
    Code,
    /// This perfect code.
    NamedCode(Code),
    /// A partition of all words into perfect codes.
    Partition,
}

/// An instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chessboard {
    /// At least 1.
    pub(super) squares: usize,
    pub(super) asked: Asked,
    /// Where the model says how many squares there are.
    pub(super) place: Span,
}

impl Chessboard {
    /// The coins of a vertex as people read them: in binary, square 0 at the right, heads 1. At most [`MAX_TABLE`] squares.
    pub(super) fn vertex(&self, vertex: usize) -> String {
        format!("{vertex:0width$b}", width = self.squares)
    }

    /// A word of a code as people read it: the coins of the squares from 1, square 1 at the right.
    pub(super) fn word(&self, word: usize) -> String {
        word::written(&word::word(word, self.squares - 1))
    }

    /// Whether a code or a partition is asked for, so that words stand where vertices do otherwise.
    pub(super) fn of_words(&self) -> bool {
        matches!(self.asked, Asked::Code | Asked::NamedCode(_) | Asked::Partition)
    }

    /// How many squares stand in a row of a printed board: the root where it is whole, otherwise all of them.
    pub(super) fn row_length(&self) -> usize {
        let root = self.squares.isqrt();
        if root * root == self.squares { root } else { self.squares }
    }

    /// How many bits the vertices in the table of a strategy have, or the words in that of a code.
    pub(super) fn bits(&self) -> usize {
        if self.of_words() { self.squares - 1 } else { self.squares }
    }

    /// How many cells a row of the table has, by their exponent of two: the lower half of the bits.
    pub(super) fn across(&self) -> usize {
        self.bits().div_ceil(2)
    }

    /// Where a vertex or a word stands in the table; `None` when the table is too large to be drawn.
    pub(super) fn table_cell(&self, vertex: usize) -> Option<Cell> {
        let across = self.across();
        (self.squares <= MAX_DRAWN).then(|| Cell::new(vertex >> across, vertex & ((1 << across) - 1)))
    }

    /// A square as people read it: its number, and where it is on a printed board of several rows.
    pub(super) fn square(&self, square: usize) -> String {
        let length = self.row_length();
        if length == self.squares {
            return format!("square {square}");
        }
        format!("square {square} ({})", Cell::new(square / length, square % length))
    }
}
