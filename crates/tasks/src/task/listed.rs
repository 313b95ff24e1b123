//! The first solutions of a model, for faces that show them and what they say about uniqueness. Start with [`listed`].

use super::{Ask, Failure, Observer, Options, Request, Setup, ignore, run};
use crate::answer::Report;
use boardwright_base::budget::Budget;
use boardwright_puzzle::Loaded;

/// Lists solutions, up to a number of them, or finds one where the family cannot list them.
///
/// # Errors
/// As [`run`].
pub fn listed(loaded: &Loaded, most: usize, budget: &Budget, observe: &mut Observer<'_>) -> Result<Report, Failure> {
    let options = Options { several: true, ..Options::default() };
    let several = Setup::resolve(loaded, &options, budget)
        .and_then(|setup| run(&Request::new(loaded, &setup, Ask::UpTo(most)).with_other_ways(), budget, observe));
    match several {
        Err(Failure::Inapplicable(_)) => {
            let setup = Setup::resolve(loaded, &Options::default(), budget)?;
            run(&Request::new(loaded, &setup, Ask::One).with_other_ways(), budget, &mut ignore)
        }
        other => other,
    }
}
