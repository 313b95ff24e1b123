//! A local search for a pattern that needs many presses.
//!
//! A step presses one cell more or less often. It is accepted unless the sums with quiet patterns that fall short of the
//! wanted presses become heavier than a threshold, which decreases to 0 (G. Dueck, T. Scheuer, "Threshold accepting",
//! Journal of Computational Physics 90, 1990). All numbers are integers, so the result is the same on every machine.

use super::code::Code;
use boardwright_base::random::Random;

/// The number of weights that one attempt may change.
const MAX_CHANGES: usize = 1 << 24;

/// The most steps of one attempt.
const MAX_STEPS: usize = 1 << 15;

/// The number of steps between two polls of the budget.
const STRIDE: usize = 1 << 8;

/// Returns, by class, the number of cells by presses of a pattern that needs at least `wanted` presses, the cells that no
/// quiet pattern presses aside; `None` where none was found.
pub(super) fn climb(code: &Code, wanted: u64, stop: &dyn Fn() -> bool) -> Option<Vec<Vec<usize>>> {
    let words = code.words.filter(|_| !code.classes.is_empty())?;
    let states = usize::from(code.states);
    let mut random = Random(wanted);
    let mut shares: Vec<Vec<usize>> = code.classes.iter().map(|class| even(class.cells.len(), states)).collect();
    // A class with an odd number of cells is mostly pressed or mostly not.
    shares.iter_mut().for_each(|share| share.rotate_right(random.below(states)));
    let wanted = wanted as i32;
    let mut weights = vec![0i32; words];
    for (class, share) in code.classes.iter().zip(&shares) {
        for (weight, &value) in weights.iter_mut().zip(&class.values) {
            *weight += (0..)
                .zip(share)
                .map(|(times, &cells)| (times + i32::from(value)) % states as i32 * cells as i32)
                .sum::<i32>();
        }
    }
    let short = |weight: i32| i64::from((wanted - weight).max(0)).pow(2);
    let mut lack: i64 = weights.iter().map(|&weight| short(weight)).sum();
    let steps = (MAX_CHANGES / words).min(MAX_STEPS);
    for step in 0..steps {
        if lack == 0 {
            return Some(shares);
        }
        if step.is_multiple_of(STRIDE) && stop() {
            return None;
        }
        let index = random.below(code.classes.len());
        let (from, to) = (random.below(states), random.below(states));
        if from == to || shares[index][from] == 0 {
            continue;
        }
        let change: Vec<i32> =
            (0..states).map(|value| ((to + value) % states) as i32 - ((from + value) % states) as i32).collect();
        let values = &code.classes[index].values;
        let after: i64 =
            weights.iter().zip(values).map(|(weight, &value)| short(weight + change[usize::from(value)])).sum();
        let threshold = (steps - step) as i64 * 64 / steps as i64;
        if after - lack <= threshold {
            weights.iter_mut().zip(values).for_each(|(weight, &value)| *weight += change[usize::from(value)]);
            shares[index][from] -= 1;
            shares[index][to] += 1;
            lack = after;
        }
    }
    (lack == 0).then_some(shares)
}

/// Divides cells into parts that differ by at most 1.
fn even(cells: usize, parts: usize) -> Vec<usize> {
    (0..parts).map(|part| (cells + part) / parts).collect()
}
