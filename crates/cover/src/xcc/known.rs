//! A cache of results for states of the search.
//!
//! The remaining search depends only on the slots that the remaining options need and on the use counts of items with
//! multiplicities. The cache is bounded and direct-mapped: a newer state replaces an older one in the same place. It
//! grows only while it has enough hits, so searches whose states rarely recur pay little for it.

use super::table::Mask;

/// A state of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State<const N: usize> {
    /// The slots that the remaining options need.
    pub(super) live: Mask<N>,
    /// The use counts of items with multiplicities, packed.
    pub(super) used: u64,
}

impl<const N: usize> State<N> {
    /// Returns a well-distributed hash.
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

/// The initial memory of a cache in bytes, approximately.
const INITIAL_BYTES: usize = 4 << 20;
/// The maximal memory in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The number of insertions after which a cache with few hits is switched off.
const TRIAL: usize = 4096;

/// A cache with a `T` for each stored state.
pub(super) struct Known<const N: usize, T> {
    places: Vec<Option<(State<N>, T)>>,
    /// The places in use.
    used: Vec<u32>,
    /// The numbers of insertions and of hits since the last change of size.
    inserted: usize,
    found: usize,
    /// Whether states recur so rarely that nothing is stored any more.
    off: bool,
}

impl<const N: usize, T> Known<N, T> {
    pub(super) fn new() -> Known<N, T> {
        Known { places: Vec::new(), used: Vec::new(), inserted: 0, found: 0, off: false }
    }

    /// Returns the number of places that fit in this memory, rounded down to a power of two.
    fn places(bytes: usize) -> usize {
        1 << (bytes / size_of::<Option<(State<N>, T)>>()).max(1).ilog2()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for place in self.used.drain(..) {
            self.places[place as usize] = None;
        }
        // The size must not depend on what was counted before.
        self.places.truncate(Self::places(INITIAL_BYTES));
        (self.inserted, self.found, self.off) = (0, 0, false);
    }

    /// Returns whether nothing is stored any more.
    #[inline(always)]
    pub(super) fn is_off(&self) -> bool {
        self.off
    }

    /// Returns whether states recur often.
    pub(super) fn pays(&self) -> bool {
        !self.off && self.found > self.inserted / 8
    }

    /// Returns the stored result of a state.
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

    /// Stores the result of a state.
    pub(super) fn insert(&mut self, state: State<N>, value: T) {
        if self.off {
            return;
        }
        if self.places.is_empty() {
            self.places.resize_with(Self::places(INITIAL_BYTES), || None);
        }
        self.inserted += 1;
        if self.inserted == TRIAL && self.found < TRIAL / 64 {
            self.off = true;
            return;
        }
        if self.inserted > self.places.len() {
            if self.found > self.inserted / 4 && self.places.len() < Self::places(MAX_BYTES) {
                self.grow();
            }
            (self.inserted, self.found) = (0, 0);
        }
        let place = state.spread() & (self.places.len() - 1);
        if self.places[place].replace((state, value)).is_none() {
            self.used.push(place as u32);
        }
    }

    fn grow(&mut self) {
        let size = 2 * self.places.len();
        let old = std::mem::take(&mut self.places);
        self.used.clear();
        self.places.resize_with(size, || None);
        for (state, value) in old.into_iter().flatten() {
            let place = state.spread() & (size - 1);
            if self.places[place].replace((state, value)).is_none() {
                self.used.push(place as u32);
            }
        }
    }
}
