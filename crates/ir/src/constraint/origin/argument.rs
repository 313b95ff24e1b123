//! Counts that show, without a search, that there is no solution. Imports nothing.

use std::fmt;

/// A count by which no solution can exist.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Argument {
    /// The pieces and the board differ in the number of their cells.
    #[error("the pieces have {pieces} cells, the board {board}")]
    Areas {
        /// The number of cells of the pieces.
        pieces: Amount,
        /// The number of cells of the board.
        board: usize,
    },
    /// No number of copies gives the pieces the area of the board.
    #[error("no number of copies gives the pieces the area of the board, {board}")]
    NoCopies {
        /// The number of cells of the board.
        board: usize,
    },
    /// The pieces and the board differ in the number of cells of a colour.
    #[error("{}{surplus}", colours.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Colours {
        /// The colours that differ.
        colours: Vec<ColourCount>,
        /// The colourless cells that do not make up for it.
        surplus: Surplus,
    },
    /// On a chequered board, the pieces cannot cover as many cells of either colour.
    #[error("chequered, the board has {}; no orientation of the pieces does", balance(*more))]
    Chequering {
        /// The number of cells of one colour beyond that of the other.
        more: usize,
    },
    /// Rows and columns require another number of knights than blocks.
    #[error("the lines require {lines} knights, the blocks {blocks}")]
    Knights {
        /// The number by rows, or by columns.
        lines: Amount,
        /// The number by blocks.
        blocks: Amount,
    },
    /// No accepted last row has the pieces of the first.
    #[error("no accepted row has these pieces")]
    NoRow,
}

/// A number, or a range of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// This number.
    Exactly(usize),
    /// At least this number.
    AtLeast(usize),
    /// At most this number.
    AtMost(usize),
    /// From one number to another.
    Between(usize, usize),
}

/// The numbers of cells of a colour.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColourCount {
    /// The letter of the colour.
    pub colour: char,
    /// The number of cells of the pieces.
    pub pieces: Amount,
    /// The number of cells of the board.
    pub board: usize,
}

/// Colourless cells that are too few to make up for a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surplus {
    /// There are none.
    None,
    /// This number on the board.
    OfBoard(usize),
    /// This number on the pieces.
    OfPieces(usize),
}

fn balance(more: usize) -> String {
    match more {
        0 => "as many cells of one colour as of the other".to_string(),
        _ => format!("{more} cells more of one colour than of the other"),
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::Exactly(number) => write!(f, "{number}"),
            Amount::AtLeast(number) => write!(f, "at least {number}"),
            Amount::AtMost(number) => write!(f, "at most {number}"),
            Amount::Between(least, most) => write!(f, "{least} to {most}"),
        }
    }
}

impl fmt::Display for ColourCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ColourCount { colour, pieces, board } = self;
        write!(f, "the pieces have {pieces} cells of colour {colour}, the board {board}")
    }
}

impl fmt::Display for Surplus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Surplus::None => Ok(()),
            Surplus::OfBoard(number) => write!(f, ", which its colourless cells ({number}) do not make up for"),
            Surplus::OfPieces(number) => {
                write!(f, ", which the colourless cells of the pieces ({number}) do not make up for")
            }
        }
    }
}
