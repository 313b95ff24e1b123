//! An ID as the readers of single games get it.

use crate::genre::files::Fields;
use crate::genre::scan::Scan;

/// An ID without the letters of its parameters.
pub(super) struct Id<'t> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) description: Scan<'t>,
    /// The keys of models of genres.
    pub(super) fields: Fields,
}
