//! The quiet patterns as a linear code, and its classes of cells.
//!
//! Two ways to press make the same change exactly if they differ by a quiet pattern, so a pattern of lights is a coset
//! of the code of quiet patterns, and its fewest presses are the least weight in the coset. Cells at which all quiet
//! patterns agree are exchangeable: only how many of them are pressed how often matters. On 5 x 5 there are four quiet
//! patterns and four classes: 4, 8 and 8 cells, and 5 that no quiet pattern presses.

use boardwright_linear::Space;
use std::collections::BTreeMap;

/// The most quiet patterns that are listed one by one.
const MAX_WORDS: usize = 1 << 16;

/// A class of exchangeable cells that some quiet pattern presses.
pub(super) struct Class {
    /// The cells, by index.
    pub(super) cells: Vec<usize>,
    /// By generator, how often it presses the cells.
    pub(super) column: Vec<u8>,
    /// By quiet pattern, how often it presses the cells; empty if there are more than [`MAX_WORDS`].
    pub(super) values: Vec<u8>,
}

/// The code of quiet patterns.
pub(super) struct Code {
    pub(super) states: u8,
    /// The number of cells.
    pub(super) length: usize,
    /// The order of each generator.
    pub(super) orders: Vec<u8>,
    /// The cells that no quiet pattern presses.
    pub(super) fixed: Vec<usize>,
    pub(super) classes: Vec<Class>,
    /// The number of quiet patterns, unless it is more than [`MAX_WORDS`].
    pub(super) words: Option<usize>,
}

impl Code {
    pub(super) fn new(states: u8, length: usize, quiet: &Space) -> Code {
        let orders = quiet.orders();
        let generators: Vec<Vec<u8>> = (0..orders.len()).map(|index| quiet.generator(index)).collect();
        let words = orders.iter().try_fold(1usize, |words, &order| {
            words.checked_mul(usize::from(order)).filter(|&words| words <= MAX_WORDS)
        });
        let mut fixed = Vec::new();
        let mut cells: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
        for cell in 0..length {
            let column: Vec<u8> = generators.iter().map(|generator| generator[cell]).collect();
            match column.iter().all(|&part| part == 0) {
                true => fixed.push(cell),
                false => cells.entry(column).or_default().push(cell),
            }
        }
        let class = |(column, cells): (Vec<u8>, Vec<usize>)| {
            let values = words.map_or(Vec::new(), |_| values(&column, &orders, states));
            Class { cells, column, values }
        };
        let classes = cells.into_iter().map(class).collect();
        Code { states, length, orders, fixed, classes, words }
    }

    /// Checks whether each generator can be added as often as there are states, as it always can for a prime number.
    pub(super) fn is_free(&self) -> bool {
        self.orders.iter().all(|&order| order == self.states)
    }

    /// Returns the weight that the cells pressed by no quiet pattern have when all are pressed as often as possible.
    pub(super) fn fixed_weight(&self) -> u64 {
        self.fixed.len() as u64 * u64::from(self.states - 1)
    }

    /// Returns the presses of all cells from the number of cells of each class by their presses; the others are
    /// pressed as often as possible.
    pub(super) fn presses(&self, shares: &[Vec<usize>]) -> Vec<u8> {
        let mut presses = vec![self.states - 1; self.length];
        for (class, shares) in self.classes.iter().zip(shares) {
            let times = (0u8..).zip(shares).flat_map(|(times, &share)| std::iter::repeat_n(times, share));
            class.cells.iter().zip(times).for_each(|(&cell, times)| presses[cell] = times);
        }
        presses
    }
}

/// Returns the value of every combination of generators at a class; the first generator changes fastest.
fn values(column: &[u8], orders: &[u8], states: u8) -> Vec<u8> {
    let mut values = vec![0];
    for (&part, &order) in column.iter().zip(orders) {
        let known = values.len();
        for times in 1..order {
            for index in 0..known {
                values.push((values[index] + times * part % states) % states);
            }
        }
    }
    values
}
