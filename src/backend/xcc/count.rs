//! Counts.
use super::table::Table;
use crate::backend::{CoverCount, Limits};
use std::rc::Rc;
pub(super) fn count<const N: usize>(
    _table: &Rc<Table<N>>,
    _with: &[u32],
    _without_these: &[u32],
    _limits: &Limits,
) -> CoverCount {
    CoverCount::Exactly(0u32.into())
}
