//! Warnings about valid models.

use boardwright_base::budget::{Budget, Stop};
use boardwright_base::diagnostic::Diagnostic;
use boardwright_ir::constraint::Problem;

/// The capability to warn about a valid model.
pub trait Lint {
    /// Returns the warnings about the model, such as a rule that is always satisfied. `known` is the problem of a formulation
    /// for solvers, if it was built already.
    ///
    /// # Errors
    /// The limit that was reached.
    fn warnings(&self, known: Option<&Problem>, budget: &Budget) -> Result<Vec<Diagnostic>, Stop>;
}
