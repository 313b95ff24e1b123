//! Sums that contradict each other, as data.

use super::Origin;

/// Sums that contradict each other. Faces have the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sums {
    /// What the variables are.
    pub counted: Counted,
    /// How the sums contradict each other.
    pub summed: Summed,
}

/// What variables are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Lines.
    Lines,
    /// Values of cells.
    Cells,
    /// Others.
    Choices,
}

/// How sums contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Summed {
    /// Added and subtracted, they cancel, but their numbers do not.
    Cancel {
        /// The sums.
        sums: Vec<NamedSum>,
        /// Whether other sums take part as well, such as that a cell has one value.
        with_others: bool,
    },
    /// The lines at the cells of one colour of a chessboard, and at those of the other.
    Chequered {
        /// The numbers of cells.
        cells: [usize; 2],
        /// The numbers of lines.
        lines: [i64; 2],
    },
    /// They cancel, and add up to a number other than 0.
    Left {
        /// The sums.
        sums: Vec<NamedSum>,
        /// The number.
        total: i64,
    },
    /// Two groups count the same and have different totals.
    Differ {
        /// The groups.
        sums: [Vec<NamedSum>; 2],
        /// Their totals.
        totals: [i64; 2],
    },
    /// They count everything an even number of times, and add up to an odd number.
    Odd {
        /// The sums.
        sums: Vec<NamedSum>,
        /// The number.
        total: i128,
    },
}

/// A sum, by the origin that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSum {
    /// The origin.
    pub origin: Origin,
    /// How often the sum counts.
    pub times: u64,
}
