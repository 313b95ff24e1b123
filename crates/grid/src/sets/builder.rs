//! The context in which sets are made. Imports symbols and budgets only.

use crate::symbols::SymbolTable;
use boardwright_base::budget::{Budget, Stop};
use std::cell::Cell;
use std::ops::Deref;

/// The context in which sets are made: the symbols of the model, and the budget for kinds with many sets.
pub(crate) struct SetBuilder<'v> {
    pub(super) symbols: &'v SymbolTable,
    pub(super) budget: &'v Budget,
    /// The limit that was reached: no further set is made.
    pub(super) stopped: Cell<Option<Stop>>,
}

impl Deref for SetBuilder<'_> {
    type Target = SymbolTable;
    fn deref(&self) -> &SymbolTable {
        self.symbols
    }
}

impl SetBuilder<'_> {
    /// Checks whether a limit was reached.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.set(self.stopped.get().or_else(|| self.budget.check().err()));
        self.stopped.get().is_some()
    }
}
