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

    /// Keeps the elements of another set.
    #[inline]
    pub(super) fn keep(&mut self, other: &Bits) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    /// Removes the elements of another set.
    #[inline]
    pub(super) fn subtract(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// Returns the elements that another set has, too.
    #[inline]
    pub(super) fn both(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Returns the elements that another set lacks.
    #[inline]
    pub(super) fn without(&self, other: &Bits) -> Bits {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        Bits(self.0.iter().zip(others).map(|(a, b)| a & !b).collect())
    }

    /// Returns whether the sets have an element in common.
    #[inline]
    pub(super) fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns whether another set has all elements.
    #[inline]
    pub(super) fn is_within(&self, other: &Bits) -> bool {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        self.0.iter().zip(others).all(|(a, b)| a & !b == 0)
    }

    /// Returns the number of elements.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the least element.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        self.0.iter().position(|&word| word != 0).map(|at| at * 64 + self.0[at].trailing_zeros() as usize)
    }

    /// Returns the elements, ascending.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors(Some(word), |&left| Some(left & left.wrapping_sub(1)))
                .take_while(|&left| left != 0)
                .map(move |left| at * 64 + left.trailing_zeros() as usize)
        })
    }
}
