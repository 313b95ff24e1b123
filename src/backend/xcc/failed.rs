//! States from which no solution was found, so that they are not searched again.
//!
//! What can still be chosen depends only on the slots that the options left need and on how often the items of several
//! uses are used. A bounded table: a state is found at one place or not at all, and a newer one replaces an older.

use super::table::Mask;

/// How many states are kept, at most.
const SIZE: usize = 1 << 16;

/// A state of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State<const N: usize> {
    /// The slots that the options left need.
    pub(super) live: Mask<N>,
    /// How often items of several uses are used, packed.
    pub(super) used: u64,
}

impl<const N: usize> State<N> {
    /// A number that is spread well.
    #[inline(always)]
    pub(super) fn spread(&self) -> u64 {
        let mut hash = self.used;
        for word in self.live {
            hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
    }
}

/// The table.
pub(super) struct Failed<const N: usize> {
    states: Vec<Option<State<N>>>,
}

impl<const N: usize> Failed<N> {
    pub(super) fn new() -> Failed<N> {
        Failed { states: Vec::new() }
    }

    /// Whether there is known to be no solution from here.
    #[inline(always)]
    pub(super) fn contains(&self, state: &State<N>) -> bool {
        let Some(mask) = self.states.len().checked_sub(1) else { return false };
        self.states[state.spread() as usize & mask].as_ref() == Some(state)
    }

    /// Notes that there is none.
    pub(super) fn insert(&mut self, state: State<N>) {
        if self.states.is_empty() {
            // Less than 8 MB, however wide a state is.
            let size = SIZE.min((1 << 20) / (N + 2).next_power_of_two());
            self.states = vec![None; size];
        }
        let place = state.spread() as usize & (self.states.len() - 1);
        self.states[place] = Some(state);
    }
}
