//! An instance: the board with its words, the rules and the objective, and what is made of them once. Start with [`Grid`].
//!
//! May import rules and what they are as constraints; the files that draw, edit, check and
//! print an instance stand above.

use super::constrain::{Built, Stated};
use super::reading::Uses;
use super::rule::{Objective, Rule};
use super::symbols::SymbolTable;
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::Draft;
use std::sync::Arc;

/// An instance.
#[derive(Debug)]
pub struct Grid {
    /// The board and the symbols.
    pub symbols: Arc<SymbolTable>,
    /// The rules.
    pub rules: Arc<Vec<Rule>>,
    /// The objective, if there is one.
    pub objective: Option<Objective>,
    /// The symbols that the rules use.
    pub uses: Arc<Uses>,
}

impl Grid {
    /// Returns a grid of a board and its rules.
    pub fn new(
        symbols: Arc<SymbolTable>,
        rules: Arc<Vec<Rule>>,
        objective: Option<Objective>,
        uses: Arc<Uses>,
    ) -> Grid {
        Grid { symbols, rules, objective, uses }
    }

    /// What constraints are made of.
    pub(super) fn stated(&self) -> Stated<'_> {
        Stated { symbols: &self.symbols, rules: &self.rules, objective: self.objective.as_ref() }
    }

    /// Returns the rules as constraints.
    pub(super) fn built(&self, problem: Draft) -> Result<Built, Stop> {
        Built::new(self.stated(), problem)
    }
}
