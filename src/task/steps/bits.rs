//! Sets of small numbers, as words of bits.

/// A set of small numbers.
#[derive(Clone, Default)]
pub(super) struct Bits(Vec<u64>);

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(elements: I) -> Bits {
        let mut bits = Bits::default();
        elements.into_iter().for_each(|element| bits.insert(element));
        bits
    }
}

impl Bits {
    #[inline]
    pub(super) fn insert(&mut self, element: usize) {
        if self.0.len() <= element / 64 {
            self.0.resize(element / 64 + 1, 0);
        }
        self.0[element / 64] |= 1 << (element % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, element: usize) {
        if let Some(word) = self.0.get_mut(element / 64) {
            *word &= !(1 << (element % 64));
        }
    }

    #[inline]
    pub(super) fn contains(&self, element: usize) -> bool {
        self.0.get(element / 64).is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    /// Adds the elements of another set.
    #[inline]
    pub(super) fn join(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Adds the elements of another set that are not in a third one.
    #[inline]
    pub(super) fn join_without(&mut self, other: &Bits, without: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let left = without.0.iter().copied().chain(std::iter::repeat(0));
        self.0.iter_mut().zip(&other.0).zip(left).for_each(|((a, b), without)| *a |= b & !without);
    }

    /// Returns whether the sets have an element in common.
    #[inline]
    pub(super) fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}
