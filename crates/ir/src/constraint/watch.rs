//! The budget of what is under construction, polled now and then.

use boardwright_base::budget::{Budget, Stop};

/// The number of constraints between polls of the budget.
const POLL_EVERY: u32 = 16;

/// The budget of constraints that are being added.
#[derive(Debug)]
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
