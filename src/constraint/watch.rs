//! Growth within a budget: a problem that polls limits while constraints are posted to it.
//!
//! Formulations post in many nested loops. Instead of an error from every one of them, a problem that has reached a limit
//! drops what is posted, and [`Problem::finish`] reports the limit: what is left of it is for nobody.

use super::{Posted, Problem};
use crate::budget::{Budget, Stop};

/// How often the budget is polled, in constraints.
const POLL_EVERY: u32 = 16;

/// The budget of a problem that grows.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    budget: Budget,
    /// Constraints until the budget is polled again.
    left: u32,
    stopped: Option<Stop>,
}

impl Watch {
    /// Whether a constraint is still to be added.
    fn is_open(&mut self) -> bool {
        if self.stopped.is_none() {
            self.left = match self.left.checked_sub(1) {
                Some(left) => left,
                None => {
                    self.stopped = self.budget.check().err();
                    POLL_EVERY
                }
            };
        }
        self.stopped.is_none()
    }
}

impl Problem {
    /// An empty problem that polls a budget while it grows. [`Problem::finish`] has to be called before it is used.
    pub fn within(budget: &Budget) -> Problem {
        Problem { watch: Some(Watch { budget: budget.clone(), left: 0, stopped: None }), ..Problem::default() }
    }

    /// Fails once a limit was reached while it grows; for loops that post little.
    ///
    /// # Errors
    /// The limit.
    pub fn check(&mut self) -> Result<(), Stop> {
        let Some(watch) = &mut self.watch else { return Ok(()) };
        watch.stopped = watch.stopped.or_else(|| watch.budget.check().err());
        watch.stopped.map_or(Ok(()), Err)
    }

    /// Ends the growth within a budget: from now on everything that is posted is kept.
    ///
    /// # Errors
    /// The limit that was reached; then constraints are missing.
    pub fn finish(&mut self) -> Result<(), Stop> {
        self.watch.take().and_then(|watch| watch.stopped).map_or(Ok(()), Err)
    }

    /// Adds a constraint, unless a limit was reached: then it returns false.
    pub(super) fn add(&mut self, posted: Posted) -> bool {
        let is_open = self.watch.as_mut().is_none_or(Watch::is_open);
        if is_open {
            self.constraints.push(posted);
        }
        is_open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Constraint, Origin};
    use std::sync::atomic::Ordering;

    #[test]
    fn a_problem_that_reached_a_limit_reports_it_and_drops_the_rest() {
        let budget = Budget::none();
        let mut problem = Problem::within(&budget);
        let literal = problem.boolean("a").into();
        let origin = problem.origin(Origin::rule("some"));
        problem.post(origin, Constraint::clause([literal]));
        budget.interrupt.store(true, Ordering::Relaxed);
        (0..1000).for_each(|_| problem.post(origin, Constraint::clause([literal])));
        assert!(problem.constraints().len() < 100);
        assert_eq!(problem.check(), Err(Stop::Interrupted));
        assert_eq!(problem.finish(), Err(Stop::Interrupted));
        problem.post(origin, Constraint::clause([literal]));
        assert_eq!(problem.finish(), Ok(()), "it was taken note of");
    }
}
