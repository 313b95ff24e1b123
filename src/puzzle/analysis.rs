//! What can be told about an instance without solving it: its `analyze`; and about a solution of it.

use super::method::Fact;
use crate::board::picture::Picture;

/// What there is to tell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Analysis {
    /// In the order in which a person reads them.
    pub facts: Vec<Fact>,
    /// What is drawn of them; may be empty.
    pub picture: Picture,
    /// Instructions for solving it by hand, to be printed, where that makes sense.
    pub card: Option<Picture>,
    /// A table for other programs, where there is one: a line a row, its cells separated by tabs, the first line their names.
    pub table: Option<String>,
}
