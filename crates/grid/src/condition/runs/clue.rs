//! The lengths of the runs of a set. Imports numbers and symbols.

use crate::rule::{Number, Resolved, Set};
use crate::symbols::SymbolTable;

/// The lengths of runs: those of the model, or a number or list for each set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Clue {
    Fixed(Vec<Option<i64>>),
    Number(Number),
}

impl Clue {
    /// Returns the lengths for a set, `None` for any length; no list where the model gives none.
    pub(super) fn lengths(&self, symbols: &SymbolTable, set: &Set) -> Option<Vec<Option<usize>>> {
        let lengths = match self {
            Clue::Fixed(lengths) => lengths.clone(),
            Clue::Number(number) => match number.of(symbols, set) {
                Resolved::Absent | Resolved::Cell(..) | Resolved::Word(_) | Resolved::Runs(_) => return None,
                Resolved::Number(length) => vec![Some(length)],
                Resolved::Numbers(lengths) => lengths.to_vec(),
            },
        };
        let lengths = lengths.into_iter().filter(|length| *length != Some(0));
        Some(lengths.map(|length| length.and_then(|length| usize::try_from(length).ok())).collect())
    }
}
