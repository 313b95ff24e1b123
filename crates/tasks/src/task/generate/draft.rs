//! A draft: the text of a model on its way to a puzzle, and its content.

use super::GenerateError;
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_puzzle::capability::printed_clues::{Clue, Edit, Switched};
use boardwright_puzzle::{Loaded, Registry};

/// A draft: its text and its content.
pub(super) struct Draft {
    source: Source,
    pub(super) loaded: Loaded,
    pub(super) clues: Vec<Clue>,
    /// The printed parts that are not clues, and the reason.
    pub(super) kept: Vec<(String, &'static str)>,
}

impl Draft {
    /// Reads a text.
    pub(super) fn read(registry: Registry, text: &str, budget: &Budget) -> Result<Draft, GenerateError> {
        let source = Source::new("the draft", text);
        let loaded = registry.load(&source, budget).map_err(|error| GenerateError::unread(&source, error))?;
        let printed = loaded.instance.printed_clues().map(|family| family.printed(&loaded.model, &source.text));
        let printed = printed.unwrap_or_default();
        Ok(Draft { source, loaded, clues: printed.clues, kept: printed.kept })
    }

    /// Reads another text with the same families.
    pub(super) fn again(&self, text: &str, budget: &Budget) -> Result<Draft, GenerateError> {
        Draft::read(self.loaded.registry, text, budget)
    }

    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    pub(super) fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the edits that print these values.
    pub(super) fn giving(&self, values: &[(Cell, String)]) -> Vec<Edit> {
        let family = self.loaded.instance.printed_clues();
        family.map_or(Vec::new(), |family| family.giving(&self.loaded.model, self.text(), values))
    }

    pub(super) fn switched(&self, budget: &Budget) -> Result<Option<Switched>, GenerateError> {
        let switched = self.loaded.instance.printed_clues().map(|family| family.switched(&self.clues, budget));
        switched.transpose().map_err(GenerateError::stopped)
    }
}
