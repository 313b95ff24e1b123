//! A link during decoding.

use crate::import::scan::Scan;

/// A link, parsed up to its body.
pub(super) struct Link<'a> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: usize,
    pub(super) body: Scan<'a>,
}
