//! A problem that is built once, with the time that it took.
//!
//! A setup builds it to choose a route, and all work with the setup uses it.

use boardwright_base::budget::{Budget, Refused};
use boardwright_base::clock::Moment;
use boardwright_puzzle::{Formulated, Instance, NoFormulation};

/// A formulated problem, and the seconds that it took to build.
#[derive(Clone)]
pub struct Prepared {
    /// The problem.
    pub formulated: Formulated,
    /// The seconds.
    pub seconds: f64,
}

impl Prepared {
    /// Builds the problem of a formulation.
    pub(super) fn build(
        instance: &dyn Instance,
        formulation: &str,
        horizon: Option<usize>,
        budget: &Budget,
    ) -> Result<Prepared, Refused<NoFormulation>> {
        let start = Moment::now();
        let formulated = instance.constrain(formulation, horizon, budget)?;
        Ok(Prepared { formulated, seconds: start.elapsed().as_secs_f64() })
    }
}
