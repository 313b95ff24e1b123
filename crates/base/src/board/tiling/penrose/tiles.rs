//! The two tilings of Penrose, and the length of their rows.

/// The two tilings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::board::tiling) enum Tiles {
    Kites,
    Rhombs,
}

/// The length of a row or a column of the tiling.
pub(super) const UNIT: i64 = 100;
