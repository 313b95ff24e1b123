//! Contradictions among rows as sums: factors whose combination no 0/1 vector satisfies.
//!
//! `x + y >= 1`, `-x + z >= 0` and `-y - z >= 0` with the factors 1, 1, 1 sum to `0 >= 1` (J. Farkas, "Theorie der einfachen
//! Ungleichungen", 1902). A linear program finds the factors in floating point; they are rounded to fractions, and the sum is
//! checked in exact integers. Not every contradiction among 0/1 variables is one of sums.

use crate::minilp::{Maximised, maximised};
use boardwright_base::budget::Budget;
use std::collections::BTreeMap;

/// A row `Σ coefficient · variable >= bound`.
pub type AtLeast = (Vec<(usize, i128)>, i128);

/// The largest number of rows and variables together, for which the linear program takes seconds.
const LARGEST: usize = 6000;
/// The common denominators that factors are rounded to.
const DENOMINATORS: [i128; 14] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 24, 60, 120, 840, 5040];

/// Returns the factors of rows over 0/1 variables whose sum is a contradiction, as pairs of row and positive factor; `None` if
/// none were found.
pub fn contradiction(rows: &[AtLeast], variables: usize, budget: &Budget) -> Option<Vec<(usize, i128)>> {
    if rows.len() + variables > LARGEST || budget.reached().is_some() {
        return None;
    }
    // Maximise Σ bound · factor - Σ excess, where the excess of a variable is at least its coefficient in the sum.
    let mut columns: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    for (row, (terms, _)) in rows.iter().enumerate() {
        for &(variable, coefficient) in terms {
            columns.entry(variable).or_default().push((row, coefficient as f64));
        }
    }
    let mut variables: Vec<(f64, f64)> = rows.iter().map(|(_, bound)| (*bound as f64, 1.0)).collect();
    let mut limits = Vec::with_capacity(columns.len());
    for (_, mut terms) in columns {
        terms.push((variables.len(), -1.0));
        variables.push((-1.0, f64::INFINITY));
        limits.push(terms);
    }
    let Maximised { value, point } = maximised(&variables, &limits)?;
    if value < 1e-6 {
        return None;
    }
    let factors = &point[..rows.len()];
    DENOMINATORS.iter().find_map(|&denominator| {
        let rounded = factors.iter().map(|factor| (factor * denominator as f64).round() as i128).enumerate();
        let rounded: Vec<(usize, i128)> = rounded.filter(|&(_, factor)| factor > 0).collect();
        contradicts(rows, &rounded).then_some(rounded)
    })
}

/// Returns whether the sum of multiples of rows has no 0/1 vector.
fn contradicts(rows: &[AtLeast], factors: &[(usize, i128)]) -> bool {
    let mut sum: BTreeMap<usize, i128> = BTreeMap::new();
    let mut bound: i128 = 0;
    for &(row, factor) in factors {
        for &(variable, coefficient) in &rows[row].0 {
            let entry = sum.entry(variable).or_default();
            *entry = entry.saturating_add(factor.saturating_mul(coefficient));
        }
        bound = bound.saturating_add(factor.saturating_mul(rows[row].1));
    }
    sum.values().filter(|&&coefficient| coefficient > 0).fold(0i128, |most, &c| most.saturating_add(c)) < bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_found_and_wrong_ones_are_not() {
        let budget = Budget::none();
        let rows = vec![(vec![(0, 1), (1, 1)], 1), (vec![(0, -1), (2, 1)], 0), (vec![(1, -1), (2, -1)], 0)];
        assert_eq!(contradiction(&rows, 3, &budget), Some(vec![(0, 1), (1, 1), (2, 1)]));
        assert_eq!(contradiction(&rows[..2], 3, &budget), None);
        assert!(!contradicts(&rows, &[(0, 1), (1, 1)]));
        // Exactly one of each two of three has no 0/1 vector, but every fraction 1/2.
        let mut odd = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            odd.push((vec![(a, 1), (b, 1)], 1));
            odd.push((vec![(a, -1), (b, -1)], -1));
        }
        assert_eq!(contradiction(&odd, 3, &budget), None);
    }
}
