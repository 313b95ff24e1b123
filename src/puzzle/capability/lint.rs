//! Warnings about valid models.

use crate::budget::{Budget, Stop};
use crate::diagnostic::Diagnostic;

/// The capability to warn about a valid model.
pub trait Lint {
    /// Returns the warnings about the model, such as a rule that is always satisfied.
    ///
    /// # Errors
    /// The limit that was reached.
    fn warnings(&self, budget: &Budget) -> Result<Vec<Diagnostic>, Stop>;
}
