//! Budgets for problems under construction: a problem that polls its limits while constraints are posted.
//!
//! Formulations post constraints in nested loops. Instead of returning an error from each of them, a problem that has
//! reached a limit drops further constraints, and [`super::Problem::finish`] reports the limit; the problem must not be used then.

use boardwright_base::budget::{Budget, Stop};

/// The number of constraints between polls of the budget.
const POLL_EVERY: u32 = 16;

/// The budget of a problem under construction.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    budget: Budget,
    /// The number of constraints until the next poll.
    left: u32,
    stopped: Option<Stop>,
}

impl Watch {
    /// Returns the watch over a budget.
    pub(super) fn new(budget: &Budget) -> Watch {
        Watch { budget: budget.clone(), left: 0, stopped: None }
    }

    /// Returns whether constraints are still added.
    pub(super) fn is_open(&mut self) -> bool {
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

    /// Polls the budget at once.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn check(&mut self) -> Result<(), Stop> {
        self.stopped = self.stopped.or_else(|| self.budget.check().err());
        self.finish()
    }

    /// Returns the limit that was reached, if any.
    ///
    /// # Errors
    /// The limit.
    pub(super) fn finish(&self) -> Result<(), Stop> {
        self.stopped.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Constraint, Origin, Problem};
    use std::sync::atomic::Ordering;

    #[test]
    fn a_problem_that_reached_a_limit_reports_it_and_drops_the_rest() {
        let budget = Budget::none();
        let mut problem = Problem::within(&budget);
        let literal = problem.boolean("a").into();
        let origin = problem.origin(Origin::named(0, "some"));
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
