//! What a certificate states: the rows of a formulation, with words for the origins of rows. Start with [`Statement`].

use super::failure::Failure;
use super::prepared::Prepared;
use super::setup::Setup;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::Origin;
use boardwright_puzzle::{Formulated, Loaded};
use boardwright_solvers::backend::Route;

/// Returns the texts of origins.
type Words = fn(&[Origin]) -> Vec<String>;

/// What a certificate needs besides the order of a proof.
#[derive(Clone, Default)]
pub struct Statement {
    /// The name of the formulation; `None` for that of integer programs.
    pub formulation: Option<String>,
    /// The texts of origins, which comments in front of rows have.
    pub words: Option<Words>,
}

impl Statement {
    /// Returns the problem of the statement.
    ///
    /// # Errors
    /// If the formulation does not apply, or a limit was reached.
    pub(super) fn formulated(
        &self,
        loaded: &Loaded,
        setup: &Setup,
        budget: &Budget,
    ) -> Result<(&'static str, Formulated), Failure> {
        let name = super::options::formulation(loaded, self.formulation.as_deref(), Route::Ilp)?;
        let Prepared { formulated, .. } = setup.formulated(loaded, name, None, budget)?;
        Ok((name, formulated))
    }
}
