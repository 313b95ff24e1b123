//! Looks for one solution: the search in the usual order, and beside it short searches in random orders.
//!
//! The first solution of a depth-first search takes a time with a heavy tail: an early choice without a solution is undone only
//! after all of its subtree. Searches of lengths as in M. Luby, A. Sinclair, D. Zuckerman ("Optimal speedup of Las Vegas
//! algorithms", 1993) avoid that. All searches share the states known to have no solution. The search in the usual order goes
//! on in turn with the others, so that the end comes with a proof.

use super::list::Listing;
use super::node::Entered;
use super::table::Table;
use crate::CoverOutcome;
use boardwright_base::budget::Budget;
use std::rc::Rc;

/// The number of nodes before the first other search.
const NODES_BEFORE_OTHERS: u64 = 1 << 12;
/// The unit of the lengths of the other searches, in nodes.
const OTHER_UNIT: u64 = 1 << 11;
/// The number of nodes of other searches during which the search in the usual order gets as many.
const OTHERS_UNTIL_HALF: u64 = 1 << 16;
/// From then on, it gets this number of nodes for each: there may be no solution.
const OWN_SHARE: u64 = 8;

/// The other searches.
pub(super) struct Seeking<const N: usize> {
    other: Listing<N>,
    /// The number of the current other search, from 1; 0 before the first.
    turn: u64,
    /// The number of nodes of the other searches in earlier cubes.
    before: u64,
    /// The solution that was found by another search: the search in the usual order finds it again.
    found: Option<Vec<usize>>,
}

impl<const N: usize> Seeking<N> {
    pub(super) fn new(table: &Rc<Table<N>>, seed: u64) -> Seeking<N> {
        Seeking { other: Listing::in_order(table, seed), turn: 0, before: 0, found: None }
    }

    /// Begins with another cube.
    pub(super) fn start(&mut self) {
        (self.turn, self.before, self.found) = (0, self.other.nodes(), None);
    }

    /// Returns the number of nodes of the other searches.
    pub(super) fn nodes(&self) -> u64 {
        self.other.nodes()
    }

    /// Returns the next solution of the cube that `usual` has started.
    pub(super) fn next(&mut self, usual: &mut Listing<N>, cube: &Entered, budget: &Budget) -> CoverOutcome {
        if self.found.is_some() {
            loop {
                match usual.next(cube, budget) {
                    CoverOutcome::Solution(chosen) if self.found.as_ref() == Some(&chosen) => {}
                    outcome => return outcome,
                }
            }
        }
        loop {
            let share = if self.other.nodes() - self.before < OTHERS_UNTIL_HALF { 1 } else { OWN_SHARE };
            usual.pause_after(if self.turn == 0 { NODES_BEFORE_OTHERS } else { luby(self.turn) * OTHER_UNIT * share });
            if let Some(outcome) = usual.next_or_pause(cube, budget) {
                return outcome;
            }
            self.turn += 1;
            usual.exchange_failed(&mut self.other);
            self.other.restart(cube, u64::MAX);
            self.other.pause_after(luby(self.turn) * OTHER_UNIT);
            let outcome = self.other.next_or_pause(cube, budget);
            usual.exchange_failed(&mut self.other);
            if let Some(outcome) = outcome {
                if let CoverOutcome::Solution(chosen) = &outcome {
                    self.found = Some(chosen.clone());
                }
                return outcome;
            }
        }
    }
}

/// Returns a number of the sequence 1, 1, 2, 1, 1, 2, 4, ..., counted from 1.
fn luby(mut index: u64) -> u64 {
    loop {
        let length = u64::BITS - index.leading_zeros();
        if index == (1 << length) - 1 {
            return 1 << (length - 1);
        }
        index -= (1 << (length - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn lengths_are_those_of_the_sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
