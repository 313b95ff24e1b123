//! Numbers that look random and that a seed reproduces, on every machine.
//!
//! SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. For
//! shuffling and for tests; not for secrets. And a hash that is quick and likewise the same everywhere.
//!
//! ```
//! use boardwright::random::Random;
//! // The first numbers of seed 0, as published with the reference implementation.
//! let mut random = Random(0);
//! assert_eq!(random.next(), 0xe220_a839_7b1d_cdaf);
//! assert_eq!(random.next(), 0x6e78_9e6a_a1b9_65f4);
//! ```

use std::hash::Hasher;

/// A generator; its state, at first any number, which is the seed.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// Any of the 2^64 numbers.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `bound - 1`; `bound` is not 0. Small bounds are as good as equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// From `low` to `high`, ends included.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    /// One of the items, of which there is at least one.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A permutation of `0..n` (R. A. Fisher, F. Yates, 1938).
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}
/// Hashes quickly: each word is mixed in by a multiplication whose two halves are folded. Several times faster than the hash of
/// the standard library, which withstands attackers; nobody attacks the search of his own boards.
#[derive(Debug, Clone, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = ((product as u64) ^ (product >> 64) as u64).wrapping_add(0xD1B5_4A32_D192_ED03);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
