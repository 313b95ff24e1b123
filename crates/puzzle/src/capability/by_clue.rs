//! Constraints posted clue by clue, for explanations.

use crate::formulated::{Formulated, NoFormulation};
use boardwright_base::budget::Refused;
use boardwright_ir::constraint::Draft;

/// The capability to post what each clue requires by itself.
pub trait ByClue {
    /// Posts the constraints of a formulation, with those of each clue by themselves wherever that is equivalent, though a
    /// solver may take longer.
    ///
    /// # Errors
    /// The reason why the formulation does not apply to this instance; or the limit that was reached.
    fn formulate_by_clue(&self, formulation: &str, problem: Draft) -> Result<Formulated, Refused<NoFormulation>>;

    /// Posts the constraints of a formulation as a person follows them, which may state consequences of clues as well.
    ///
    /// # Errors
    /// As `formulate_by_clue`.
    fn formulate_to_follow(&self, formulation: &str, problem: Draft) -> Result<Formulated, Refused<NoFormulation>> {
        self.formulate_by_clue(formulation, problem)
    }

    /// Returns the formulation in which a person follows the solution best; `None`: the one for SAT.
    fn followed(&self) -> Option<&'static str> {
        None
    }
}
