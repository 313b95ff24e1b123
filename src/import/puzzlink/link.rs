//! A link while it is read.

use crate::import::scan::Scan;

/// A link, taken apart up to its body.
pub(super) struct Link<'a> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: usize,
    pub(super) body: Scan<'a>,
}
