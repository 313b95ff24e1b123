//! The instance: the squares and the question.
//!
//! Start reading at [`Chessboard`].

use crate::devils_chessboard::claim::Code;
use crate::devils_chessboard::claim::Strategy;
use crate::devils_chessboard::word;
use boardwright_base::board::Cell;
use boardwright_base::source::Span;
use boardwright_ir::constraint::origin::Word;

/// The most squares of a board.
pub(super) const MAX_SQUARES: i64 = 1024;

/// The most squares for which a strategy is written as its `2^n` colours and a code as its words; above that, by its
/// notation.
pub(super) const MAX_TABLE: usize = 16;

/// The most squares for which tables are drawn: larger ones do not fit a page.
pub(super) const MAX_DRAWN: usize = 8;

/// The question. Whatever it names has been verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    /// Any strategy.
    Strategy,
    /// A strategy that wins the most pairs of coins and a square.
    Best,
    /// This strategy.
    Named(Strategy),
    /// A flip.
    Round {
        /// Whether each square shows heads.
        coins: Vec<bool>,
        /// The devil's square.
        target: usize,
        /// The agreement of the prisoners.
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
    /// A word that is decoded by the code that the model names.
    pub(super) received: Option<Vec<bool>>,
    /// The place of the number of squares in the model.
    pub(super) place: Span,
}

impl Chessboard {
    /// Formats a vertex for people: in binary, square 0 at the right, heads 1. At most [`MAX_TABLE`] squares.
    pub(super) fn vertex(&self, vertex: usize) -> String {
        format!("{vertex:0width$b}", width = self.squares)
    }

    /// Formats a word of a code for people: the coins from square 1 on, square 1 at the right.
    pub(super) fn word(&self, word: usize) -> String {
        word::written(&word::word(word, self.squares - 1))
    }

    /// Returns a vertex as a word of bits.
    pub(super) fn bits_of_vertex(&self, vertex: usize) -> Word {
        Word { number: vertex, bits: self.squares }
    }

    /// Returns a word of a code as a word of bits.
    pub(super) fn bits_of_word(&self, word: usize) -> Word {
        Word { number: word, bits: self.squares - 1 }
    }

    /// Checks whether the question is about a code or a partition, so that tables have words instead of vertices.
    pub(super) fn of_words(&self) -> bool {
        matches!(self.asked, Asked::Code | Asked::NamedCode(_) | Asked::Partition)
    }

    /// Returns the length of a row of the printed board: the square root where it is an integer, otherwise the number
    /// of squares.
    pub(super) fn row_length(&self) -> usize {
        let root = self.squares.isqrt();
        if root * root == self.squares { root } else { self.squares }
    }

    /// Returns the number of bits of a vertex in the table of a strategy, or of a word in the table of a code.
    pub(super) fn bits(&self) -> usize {
        if self.of_words() { self.squares - 1 } else { self.squares }
    }

    /// Returns the exponent of two of the number of cells in a row of the table: the lower half of the bits.
    pub(super) fn across(&self) -> usize {
        self.bits().div_ceil(2)
    }

    /// Returns the cell of a vertex or a word in the table; `None` when the table is too large to be drawn.
    pub(super) fn table_cell(&self, vertex: usize) -> Option<Cell> {
        let across = self.across();
        (self.squares <= MAX_DRAWN).then(|| Cell::new(vertex >> across, vertex & ((1 << across) - 1)))
    }

    /// Formats a square for people: its number, and its cell on a printed board of several rows.
    pub(super) fn square(&self, square: usize) -> String {
        let length = self.row_length();
        if length == self.squares {
            return format!("square {square}");
        }
        format!("square {square} ({})", Cell::new(square / length, square % length))
    }
}
