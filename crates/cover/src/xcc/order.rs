//! The order of a search that restarts.
//!
//! Among items with equally few options, those that could not be covered before come first. Of the options of a node, those come
//! first that use items with few options from the start, such as awkward pieces. Both are perturbed at random.

use super::table::{Mask, Table};
use boardwright_base::random::Random;

/// A random order, and what earlier searches have learned.
pub(super) struct Order<const N: usize> {
    random: Random,
    /// By slot: how often it could not be covered, in units of [`FAILURE`], and a random part below that.
    weights: Vec<u32>,
    /// By option: the sum of [`SINGLE`] over the square of the number of options, over the slots that it needs.
    scarcity: Vec<u64>,
    /// The options of a node with their keys.
    keyed: Vec<(u64, u32)>,
}

/// The weight of a failure.
const FAILURE: u32 = 1 << 8;
/// The maximum weight; from it on, all weights are halved.
const MAX_WEIGHT: u32 = 1 << 24;
/// The scarcity of a slot with one option. Sums over all slots times twice [`NOISE`] fit in 64 bits.
const SINGLE: u64 = 1 << 32;
/// Keys are scarcities times a random number from this up to twice this.
const NOISE: usize = 1 << 16;

impl<const N: usize> Order<N> {
    pub(super) fn new(table: &Table<N>, seed: u64) -> Order<N> {
        let mut options = vec![0; 64 * N];
        for &option in &table.options {
            slots(&table.needs[option as usize]).for_each(|slot| options[slot] += 1);
        }
        let scarce = |slot: usize| SINGLE / u64::pow(options[slot], 2).max(1);
        let scarcity = table.needs.iter().map(|needs| slots(needs).map(scarce).sum()).collect();
        Order { random: Random(seed), weights: vec![0; 64 * N], scarcity, keyed: Vec::new() }
    }

    /// Begins another search: keeps the failures and draws the random parts again.
    pub(super) fn restart(&mut self) {
        for weight in &mut self.weights {
            *weight = *weight / FAILURE * FAILURE + self.random.below(FAILURE as usize) as u32;
        }
    }

    /// Records that these slots could not be covered.
    pub(super) fn blame(&mut self, failed: &Mask<N>) {
        for slot in slots(failed) {
            self.weights[slot] += FAILURE;
            if self.weights[slot] >= MAX_WEIGHT {
                self.weights.iter_mut().for_each(|weight| *weight /= 2);
            }
        }
    }

    /// Returns the weight of a slot.
    pub(super) fn weight(&self, slot: usize) -> u32 {
        self.weights[slot]
    }

    /// Returns the slot with the largest weight, if there is one.
    pub(super) fn first(&self, few: &Mask<N>) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        for slot in slots(few) {
            if best.is_none_or(|(weight, _)| self.weights[slot] > weight) {
                best = Some((self.weights[slot], slot));
            }
        }
        best.map(|(_, slot)| slot)
    }

    /// Sorts the options of a node.
    pub(super) fn sort(&mut self, options: &mut [u32]) {
        self.keyed.clear();
        for &option in options.iter() {
            let factor = NOISE + self.random.below(NOISE);
            self.keyed.push((self.scarcity[option as usize] * factor as u64, option));
        }
        self.keyed.sort_unstable_by(|one, other| other.cmp(one));
        options.iter_mut().zip(&self.keyed).for_each(|(option, &(_, keyed))| *option = keyed);
    }
}

/// Returns the slots of a mask.
fn slots<const N: usize>(mask: &Mask<N>) -> impl Iterator<Item = usize> + '_ {
    mask.iter().enumerate().flat_map(|(word, &rest)| {
        let mut rest = rest;
        std::iter::from_fn(move || {
            let slot = (rest != 0).then(|| word * 64 + rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(slot)
        })
    })
}
