//! A game ID during decoding.

use crate::genre::scan::Scan;

/// An ID, parsed up to its description.
pub(super) struct Id<'a> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: usize,
    /// The parameters after the size, such as `xk`.
    pub(super) more: Scan<'a>,
    /// Whether the size is one number and not two.
    pub(super) is_square: bool,
    pub(super) description: Scan<'a>,
}
