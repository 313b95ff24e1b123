//! All solutions of a cover, and their number, without a limit. Start with [`ExactCover::solutions`].

use crate::{Cover, CoverCount, CoverOutcome, ExactCover, xcc};
use boardwright_base::budget::Budget;
use boardwright_ir::fault::Fault;
use num_bigint::BigUint;

/// The solutions of a cover, one by one.
pub struct Solutions {
    engine: Box<dyn Cover>,
}

impl ExactCover {
    /// Returns the solutions one by one, each as its options, ascending. They are found while they are asked for.
    ///
    /// # Errors
    /// If the cover is too large for the engine.
    pub fn solutions(&self) -> Result<Solutions, Fault> {
        let mut engine = xcc::open();
        engine.load(self)?;
        Ok(Solutions { engine })
    }

    /// Returns the number of solutions, without listing them: parts of the search that recur are counted once.
    ///
    /// # Errors
    /// If the cover is too large for the engine.
    pub fn count(&self) -> Result<BigUint, Fault> {
        match self.solutions()?.engine.count(&Budget::none()) {
            CoverCount::Exactly(count) => Ok(count),
            CoverCount::Given(_) | CoverCount::AtLeast(..) => {
                unreachable!("no limit was set, and nothing is given away")
            }
        }
    }
}

impl Iterator for Solutions {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        match self.engine.next(&Budget::none()) {
            CoverOutcome::Solution(options) => Some(options),
            CoverOutcome::Exhausted => None,
            CoverOutcome::Given(_) | CoverOutcome::Stopped(_) => {
                unreachable!("no limit was set, and nothing is given away")
            }
        }
    }
}
