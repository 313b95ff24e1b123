//! Bounds on the presses that the hardest pattern needs, without a search.
//!
//! The average over all quiet patterns bounds the least weight of a coset from above: a cell that is pressed by some of
//! them is pressed equally often by each remainder, half a time on average modulo 2. On 5 x 5 the average is 5 + 20 / 2.
//! The number of ways to press few buttons bounds it from below: if every pattern can be solved with r presses, there
//! are at least as many ways with at most r presses as patterns.

use super::code::Code;
use num_bigint::BigUint;

/// Returns the most presses that the average over all quiet patterns leaves.
pub(super) fn average(code: &Code) -> u64 {
    let states = u64::from(code.states);
    // The sums with all quiet patterns are, equally often, a remainder modulo the greatest common divisor plus its
    // multiples.
    let doubled: u64 =
        code.classes.iter().map(|class| class.cells.len() as u64 * (states + divisor(code, &class.column) - 2)).sum();
    let mut most = doubled / 2;
    // Modulo 2, if a class has an odd number of cells, the weights are not all equal, so that one is below the average.
    if states == 2 && doubled.is_multiple_of(2) && code.classes.iter().any(|class| class.cells.len() % 2 == 1) {
        most -= 1;
    }
    code.fixed_weight() + most
}

/// Returns the greatest common divisor of the entries of a column and the number of states.
fn divisor(code: &Code, column: &[u8]) -> u64 {
    column.iter().fold(u64::from(code.states), |divisor, &part| {
        let (mut a, mut b) = (divisor, u64::from(part));
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    })
}

/// Returns the fewest presses with which there are as many ways to press as patterns of lights that can be solved.
pub(super) fn packed(code: &Code) -> u64 {
    let (length, highest) = (code.length, usize::from(code.states - 1));
    let quiet = code.orders.iter().fold(BigUint::from(1u8), |quiet, &order| quiet * order);
    let patterns = BigUint::from(code.states).pow(length as u32) / quiet;
    let mut ways = vec![BigUint::ZERO; length * highest + 1];
    ways[0] = BigUint::from(1u8);
    for cell in 0..length {
        // A sliding sum of `states` entries, from the highest weight down.
        for weight in (1..=(cell + 1) * highest).rev() {
            let sum: BigUint = (1..=highest.min(weight)).map(|times| ways[weight - times].clone()).sum();
            ways[weight] += sum;
        }
    }
    let mut sum = BigUint::ZERO;
    let reached = ways.iter().position(|ways| {
        sum += ways;
        sum >= patterns
    });
    reached.unwrap_or(0) as u64
}
