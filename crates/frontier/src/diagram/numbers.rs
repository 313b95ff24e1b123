//! Large numbers of one size, packed: the numbers of completions of a layer.

use num_bigint::BigUint;

/// Numbers with the same number of words each, the lowest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    limbs: usize,
    words: Vec<u64>,
}

impl Numbers {
    pub(super) fn one() -> Numbers {
        Numbers { limbs: 1, words: vec![1] }
    }

    pub(super) fn zeros(count: usize, limbs: usize) -> Numbers {
        Numbers { limbs, words: vec![0; count * limbs] }
    }

    /// Returns how many numbers there are.
    pub fn len(&self) -> usize {
        self.words.len() / self.limbs
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn limbs(&self) -> usize {
        self.limbs
    }

    pub(super) fn words(&self, index: usize) -> &[u64] {
        &self.words[index * self.limbs..(index + 1) * self.limbs]
    }

    /// Returns a number.
    pub fn get(&self, index: usize) -> BigUint {
        match self.words(index) {
            [only] => BigUint::from(*only),
            words => BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()),
        }
    }

    /// Adds a number with at most as many words; returns false if the sum does not fit.
    pub(super) fn add(&mut self, index: usize, more: &[u64]) -> bool {
        let sum = &mut self.words[index * self.limbs..(index + 1) * self.limbs];
        let mut carry = false;
        for (place, word) in sum.iter_mut().enumerate() {
            let (once, first) = word.overflowing_add(more.get(place).copied().unwrap_or(0));
            let (twice, second) = once.overflowing_add(u64::from(carry));
            *word = twice;
            carry = first || second;
        }
        !carry
    }
}

/// Returns whether a number is less than another one; missing words are 0.
pub(super) fn is_less(number: &[u64], other: &[u64]) -> bool {
    let word = |words: &[u64], place: usize| words.get(place).copied().unwrap_or(0);
    let places = (0..number.len().max(other.len())).rev();
    let mut different = places.map(|place| (word(number, place), word(other, place))).skip_while(|(a, b)| a == b);
    different.next().is_some_and(|(a, b)| a < b)
}

/// Subtracts a number that is not larger.
pub(super) fn subtract(from: &mut [u64], less: &[u64]) {
    let mut borrow = false;
    for (place, word) in from.iter_mut().enumerate() {
        let (once, first) = word.overflowing_sub(less.get(place).copied().unwrap_or(0));
        let (twice, second) = once.overflowing_sub(u64::from(borrow));
        *word = twice;
        borrow = first || second;
    }
}
