//! The distribution of fewest presses, by all ways to press up to the exchange of cells of a class.
//!
//! The ways are the numbers of cells of each class that are pressed 0, 1, 2, ... times. Each stands for as many ways as
//! a product of multinomial coefficients says. The weights of its sums with all quiet patterns are kept from class to
//! class, and the least of them is the fewest presses. Where the number of states is prime, cells on which the quiet
//! patterns are independent are left unpressed, so that every pattern of lights is met once.

use super::code::Code;
use crate::lights_out::analyze::leftmost;
use num_bigint::BigUint;
use std::ops::{AddAssign, Mul};

/// The most steps: a step adds the weights of one way and one quiet pattern. They take some seconds.
const MAX_STEPS: u64 = 1 << 30;

/// The number of ways between two polls of the budget.
const STRIDE: u64 = 1 << 10;

/// All patterns of lights that can be solved, by fewest presses.
pub(super) struct Distribution {
    /// By fewest presses, the number of patterns.
    pub(super) patterns: Vec<BigUint>,
    /// The number of ways to solve the hardest patterns with the fewest presses.
    pub(super) presses: BigUint,
    /// The presses of one of the hardest patterns.
    pub(super) example: Vec<u8>,
}

/// Why there is no distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoDistribution {
    #[error("the distribution of fewest presses: stopped before it was complete")]
    Stopped,
    #[error("the distribution of fewest presses takes more than {MAX_STEPS} steps")]
    TooLong,
}

/// A number of ways: 128 bits where they suffice.
trait Ways: Clone + From<u64> + for<'a> AddAssign<&'a Self> + for<'a> Mul<&'a Self, Output = Self> {
    fn large(&self) -> BigUint;
}

impl Ways for u128 {
    fn large(&self) -> BigUint {
        BigUint::from(*self)
    }
}

impl Ways for BigUint {
    fn large(&self) -> BigUint {
        self.clone()
    }
}

/// Returns the distribution, if it does not take too long.
pub(super) fn distribution(code: &Code, stop: &dyn Fn() -> bool) -> Result<Distribution, NoDistribution> {
    let words = code.words.ok_or(NoDistribution::TooLong)?;
    let steps = code.classes.iter().try_fold(words as u64, |steps, class| {
        let ways = (1..u64::from(code.states))
            .try_fold(1u64, |ways, part| Some(ways.checked_mul(class.cells.len() as u64 + part)? / part))?;
        steps.checked_mul(ways)
    });
    // Leaving out independent cells divides the steps by about the number of quiet patterns.
    if steps.is_none_or(|steps| steps / words as u64 > MAX_STEPS) {
        return Err(NoDistribution::TooLong);
    }
    // All ways together are `states` to the number of cells, so this bounds every sum and product.
    match code.length as f64 * f64::from(code.states).log2() < 120.0 {
        true => Sum::<u128>::new(code, words).distribution(stop),
        false => Sum::<BigUint>::new(code, words).distribution(stop),
    }
}

/// A way to press the cells of a class.
struct Share<N> {
    /// By presses, the number of cells.
    cells: Vec<usize>,
    /// The number of choices of these cells.
    ways: N,
    /// By quiet pattern, the weight of the sum.
    weights: Vec<u32>,
}

struct Sum<'a, N> {
    code: &'a Code,
    words: usize,
    /// By class, its shares.
    shares: Vec<Vec<Share<N>>>,
    /// By class, the number of cells left unpressed.
    unpressed: Vec<usize>,
    patterns: Vec<N>,
    /// The most presses so far, the ways that need them, and the shares of the first.
    hardest: (u32, N, Vec<usize>),
    visited: u64,
}

impl<'a, N: Ways> Sum<'a, N> {
    fn new(code: &'a Code, words: usize) -> Sum<'a, N> {
        let mut unpressed = vec![0; code.classes.len()];
        if matches!(code.states, 2 | 3 | 5 | 7) && code.is_free() {
            let rows: Vec<Vec<u8>> = (0..code.orders.len())
                .map(|row| code.classes.iter().map(|class| class.column[row]).collect())
                .collect();
            leftmost(&rows, code.states).into_iter().for_each(|class| unpressed[class] = 1);
        }
        let shares = code.classes.iter().zip(&unpressed).map(|(class, &unpressed)| {
            let mut shares = Vec::new();
            let mut cells = Vec::new();
            divide(class.cells.len() - unpressed, usize::from(code.states), &mut cells, &mut |cells| {
                let mut cells = cells.to_vec();
                let ways = multinomial(&cells);
                cells[0] += unpressed;
                let weight = |value: &u8| {
                    (0u8..)
                        .zip(&cells)
                        .map(|(times, &cells)| u32::from((times + value) % code.states) * cells as u32)
                        .sum()
                };
                let weights = class.values.iter().map(weight).collect();
                shares.push(Share { cells, ways, weights });
            });
            shares
        });
        let shares = shares.collect();
        let patterns = vec![N::from(0); code.length * usize::from(code.states - 1) + 1];
        Sum { code, words, shares, unpressed, patterns, hardest: (0, N::from(0), Vec::new()), visited: 0 }
    }

    fn distribution(mut self, stop: &dyn Fn() -> bool) -> Result<Distribution, NoDistribution> {
        let shares = std::mem::take(&mut self.shares);
        self.sum(&shares, &mut Vec::new(), &vec![0; self.words], &N::from(1), stop).ok_or(NoDistribution::Stopped)?;
        // Without cells left unpressed, every pattern of lights was met once for each quiet pattern.
        let repeated = if self.unpressed.contains(&1) { 1 } else { self.words as u64 };
        let mut patterns: Vec<BigUint> = self.patterns.iter().map(|ways| ways.large() / repeated).collect();
        for _ in &self.code.fixed {
            for weight in (0..patterns.len()).rev() {
                let lower = 1..usize::from(self.code.states).min(weight + 1);
                let sum: BigUint = lower.map(|times| patterns[weight - times].clone()).sum();
                patterns[weight] += sum;
            }
        }
        while patterns.len() > 1 && patterns.last().is_some_and(|last| *last == BigUint::ZERO) {
            patterns.pop();
        }
        let (_, presses, chosen) = self.hardest;
        let chosen: Vec<Vec<usize>> =
            shares.iter().zip(chosen).map(|(shares, index)| shares[index].cells.clone()).collect();
        let example = self.code.presses(&chosen);
        Ok(Distribution { patterns, presses: presses.large() / repeated, example })
    }

    /// Adds the ways to press the remaining classes; `None` when stopped.
    fn sum(
        &mut self,
        shares: &[Vec<Share<N>>],
        chosen: &mut Vec<usize>,
        weights: &[u32],
        ways: &N,
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        let Some((first, rest)) = shares.split_first() else {
            self.count(weights, ways, chosen);
            return Some(());
        };
        let mut sums = vec![0; weights.len()];
        for (index, share) in first.iter().enumerate() {
            self.visited += 1;
            if self.visited.is_multiple_of(STRIDE) && stop() {
                return None;
            }
            sums.iter_mut().zip(weights).zip(&share.weights).for_each(|((sum, a), b)| *sum = a + b);
            let ways = ways.clone() * &share.ways;
            chosen.push(index);
            self.sum(rest, chosen, &sums, &ways, stop)?;
            chosen.pop();
        }
        Some(())
    }

    fn count(&mut self, weights: &[u32], ways: &N, chosen: &[usize]) {
        let fewest = weights.iter().copied().min().unwrap_or(0);
        self.patterns[fewest as usize] += ways;
        let hardest = &mut self.hardest;
        if fewest > hardest.0 || hardest.2.is_empty() {
            *hardest = (fewest, N::from(0), chosen.to_vec());
        }
        if fewest == hardest.0 {
            let least = weights.iter().filter(|&&weight| weight == fewest).count() as u64;
            hardest.1 += &(ways.clone() * &N::from(least));
        }
    }
}

/// Hands over all ways to write a number of cells as an ordered sum.
fn divide(cells: usize, parts: usize, chosen: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if parts == 1 {
        chosen.push(cells);
        visit(chosen);
        chosen.pop();
        return;
    }
    for share in 0..=cells {
        chosen.push(share);
        divide(cells - share, parts - 1, chosen, visit);
        chosen.pop();
    }
}

/// Returns the number of ways to divide cells into groups of these sizes.
fn multinomial<N: Ways>(groups: &[usize]) -> N {
    // The rows of Pascal's triangle need sums alone, which do not exceed the result.
    let mut ways = N::from(1);
    let mut cells = 0;
    for &group in groups {
        cells += group;
        ways = ways * &binomial::<N>(cells, group);
    }
    ways
}

/// Returns the number of ways to choose some of the cells.
pub(super) fn choices(cells: usize, chosen: usize) -> BigUint {
    binomial(cells, chosen)
}

fn binomial<N: Ways>(cells: usize, chosen: usize) -> N {
    let mut row = vec![N::from(1)];
    for _ in 0..cells {
        let next = (0..=row.len()).map(|index| {
            let mut sum = if index > 0 { row[index - 1].clone() } else { N::from(0) };
            if let Some(other) = row.get(index) {
                sum += other;
            }
            sum
        });
        row = next.collect();
    }
    row.swap_remove(chosen)
}
