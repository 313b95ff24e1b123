//! What is known of states that were met before, so that they are not searched again.
//!
//! What can still be chosen depends only on the slots that the options left need and on how often the items of several
//! uses are used. A bounded table: a state is found at one place or not at all, and a newer one replaces an older. It grows
//! only as long as it is asked with success, so that a search whose states rarely come again pays little for it.

use super::table::Mask;

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
    fn spread(&self) -> usize {
        let mut hash = self.used;
        for word in self.live {
            hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) as usize
    }
}

/// The memory that a table starts with, in bytes, about.
const SMALL: usize = 4 << 20;
/// And the most it may grow to.
const LARGE: usize = 256 << 20;

/// The table: a `T` for each state that is known.
pub(super) struct Known<const N: usize, T> {
    places: Vec<Option<(State<N>, T)>>,
    /// Since the table has this size: states that were noted, and states that were found.
    noted: usize,
    found: usize,
}

impl<const N: usize, T> Known<N, T> {
    pub(super) fn new() -> Known<N, T> {
        Known { places: Vec::new(), noted: 0, found: 0 }
    }

    /// How many places fit into so much memory: a power of two.
    fn places(bytes: usize) -> usize {
        1 << (bytes / size_of::<Option<(State<N>, T)>>()).max(1).ilog2()
    }

    /// What is known of a state.
    #[inline(always)]
    pub(super) fn get(&mut self, state: &State<N>) -> Option<&T> {
        let mask = self.places.len().checked_sub(1)?;
        match &self.places[state.spread() & mask] {
            Some((there, value)) if there == state => {
                self.found += 1;
                Some(value)
            }
            _ => None,
        }
    }

    /// Notes it.
    pub(super) fn insert(&mut self, state: State<N>, value: T) {
        if self.places.is_empty() {
            self.places.resize_with(Self::places(SMALL), || None);
        }
        self.noted += 1;
        if self.noted > self.places.len() {
            if self.found > self.noted / 4 && self.places.len() < Self::places(LARGE) {
                let size = 2 * self.places.len();
                let old = std::mem::take(&mut self.places);
                self.places.resize_with(size, || None);
                for (state, value) in old.into_iter().flatten() {
                    self.places[state.spread() & (size - 1)] = Some((state, value));
                }
            }
            (self.noted, self.found) = (0, 0);
        }
        let place = state.spread() & (self.places.len() - 1);
        self.places[place] = Some((state, value));
    }
}
