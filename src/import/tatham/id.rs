//! A game ID while it is read.

use crate::import::scan::Scan;

/// An ID, taken apart up to its description.
pub(super) struct Id<'a> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: usize,
    /// The parameters behind the size, such as `xk`.
    pub(super) more: Scan<'a>,
    /// Whether the parameters have one number and not two.
    pub(super) is_square: bool,
    pub(super) description: Scan<'a>,
}
