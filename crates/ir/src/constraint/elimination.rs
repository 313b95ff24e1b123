//! Elimination of variables from equations, in exact integers or modulo a prime, with the multipliers of what was added up.
//!
//! Start with [`Elimination`].

use super::simplify::gcd;
use super::{Atom, Literal};
use std::collections::BTreeMap;

/// A sum of Boolean variables and a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sum {
    /// The coefficients by variable, never 0.
    pub terms: BTreeMap<u32, i128>,
    /// The number.
    pub bound: i128,
    /// By the number of an equation: how often it was added; never 0. The sum itself counts once if it is an equation.
    pub multipliers: BTreeMap<usize, i128>,
}

/// Equations in which the first variable of each, by which they are found here, occurs in no later one.
pub struct Elimination {
    by_first: BTreeMap<u32, Sum>,
    /// A prime, if the numbers count modulo it.
    modulus: Option<i128>,
    /// The number of coefficients that may still be computed.
    steps: u64,
}

impl Sum {
    /// Reads the sum of literals that is compared with a bound; `None` if one is no Boolean variable.
    pub fn of(terms: impl IntoIterator<Item = (i64, Literal)>, bound: i64) -> Option<Sum> {
        let mut sum = Sum { bound: bound.into(), ..Sum::default() };
        for (coefficient, Literal { atom, negated }) in terms {
            let Atom::Boolean(variable) = atom else { return None };
            let coefficient = i128::from(coefficient);
            // `not x` is 1 - x.
            let (coefficient, constant) = if negated { (-coefficient, coefficient) } else { (coefficient, 0) };
            sum.bound -= constant;
            *sum.terms.entry(variable.0).or_insert(0) += coefficient;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
    }

    /// Names this equation in the multipliers of what it is added to.
    #[must_use]
    pub fn numbered(self, number: usize) -> Sum {
        Sum { multipliers: BTreeMap::from([(number, 1)]), ..self }
    }

    /// Multiplies this sum by a factor, and adds another one as often as the other factor says.
    fn combined(&self, factor: i128, other: &Sum, times: i128, modulus: Option<i128>) -> Option<Sum> {
        let add = |one: i128, other: i128| {
            let sum = one.checked_mul(factor)?.checked_add(other.checked_mul(times)?)?;
            Some(modulus.map_or(sum, |modulus| sum.rem_euclid(modulus)))
        };
        let mut sum = Sum {
            terms: merged(&self.terms, &other.terms, add)?,
            bound: add(self.bound, other.bound)?,
            multipliers: merged(&self.multipliers, &other.multipliers, add)?,
        };
        let all = sum.terms.values().chain(sum.multipliers.values());
        let divisor = all.fold(sum.bound, |divisor, &one| gcd(divisor, one));
        if modulus.is_none() && divisor > 1 {
            sum.terms.values_mut().chain(sum.multipliers.values_mut()).for_each(|one| *one /= divisor);
            sum.bound /= divisor;
        }
        Some(sum)
    }
}

/// Merges two lists of coefficients, and leaves out zeros.
fn merged<K: Ord + Copy>(
    one: &BTreeMap<K, i128>,
    other: &BTreeMap<K, i128>,
    add: impl Fn(i128, i128) -> Option<i128>,
) -> Option<BTreeMap<K, i128>> {
    let mut merged = BTreeMap::new();
    for (&key, &coefficient) in one {
        merged.insert(key, add(coefficient, other.get(&key).copied().unwrap_or(0))?);
    }
    for (&key, &coefficient) in other.iter().filter(|(key, _)| !one.contains_key(key)) {
        merged.insert(key, add(0, coefficient)?);
    }
    merged.retain(|_, coefficient| *coefficient != 0);
    Some(merged)
}

impl Elimination {
    /// Counts in exact integers, or modulo a prime; after `steps` coefficients, nothing more is found.
    pub fn new(modulus: Option<i128>, steps: u64) -> Elimination {
        Elimination { by_first: BTreeMap::new(), modulus, steps }
    }

    /// Returns how many coefficients may still be computed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Adds multiples of the equations to a sum so that the first variable of none of them remains; `None` on overflow, or after too
    /// many steps. In exact integers, the sum is multiplied by positive numbers only, so that an inequality keeps its direction.
    pub fn reduced(&mut self, mut sum: Sum) -> Option<Sum> {
        if let Some(modulus) = self.modulus {
            sum.terms.values_mut().for_each(|coefficient| *coefficient = coefficient.rem_euclid(modulus));
            sum.terms.retain(|_, coefficient| *coefficient != 0);
            sum.bound = sum.bound.rem_euclid(modulus);
        }
        let mut from = 0;
        loop {
            let found =
                sum.terms.range(from..).find_map(|(&variable, &a)| Some((variable, a, self.by_first.get(&variable)?)));
            let Some((variable, a, with)) = found else { return Some(sum) };
            let lengths = sum.terms.len() + with.terms.len() + sum.multipliers.len() + with.multipliers.len();
            self.steps = self.steps.checked_sub(lengths as u64)?;
            // The first coefficient is positive.
            let b = *with.terms.get(&variable)?;
            let divisor = gcd(a, b);
            sum = sum.combined(b / divisor, with, -(a / divisor), self.modulus)?;
            from = variable;
        }
    }

    /// Adds an equation. Returns what is left of it if no variable is: the multipliers of a combination, and a number that is to be 0.
    pub fn add(&mut self, equation: Sum) -> Option<Sum> {
        let sum = self.reduced(equation)?;
        let Some((&first, &coefficient)) = sum.terms.first_key_value() else { return Some(sum) };
        let sign = if coefficient < 0 { -1 } else { 1 };
        self.by_first.insert(first, sum.combined(sign, &Sum::default(), 0, self.modulus)?);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::random::Random;

    /// Random equations of five variables: what is left is the sum of the equations by their multipliers, and no equation is left out.
    #[test]
    fn multipliers_add_up_to_what_is_left() {
        let (mut left, mut refuted) = (0, 0);
        for seed in 0..500 {
            let mut random = Random(seed);
            let mut equation = || {
                let terms =
                    (0..5).map(|variable| (variable, i128::from(random.within(-2, 2)))).filter(|term| term.1 != 0);
                Sum { terms: terms.collect(), bound: random.within(-3, 3).into(), ..Sum::default() }
            };
            let equations: Vec<Sum> = (0..7).map(|_| equation()).collect();
            for modulus in [None, Some(2)] {
                let mut elimination = Elimination::new(modulus, 1_000_000);
                for (number, equation) in equations.iter().enumerate() {
                    let Some(sum) = elimination.add(equation.clone().numbered(number)) else { continue };
                    left += 1;
                    refuted += usize::from(sum.bound != 0);
                    let is_zero = |value: i128| modulus.map_or(value, |modulus| value.rem_euclid(modulus)) == 0;
                    let total = |of: &dyn Fn(&Sum) -> i128| -> i128 {
                        sum.multipliers.iter().map(|(&number, times)| times * of(&equations[number])).sum()
                    };
                    for variable in 0..5 {
                        let total = total(&|equation| equation.terms.get(&variable).copied().unwrap_or(0));
                        assert!(is_zero(total), "seed {seed}, {modulus:?}, variable {variable}");
                    }
                    assert!(is_zero(total(&|equation| equation.bound) - sum.bound), "seed {seed}, {modulus:?}");
                }
            }
        }
        // Two of seven equations of five variables depend on the others.
        assert!(left >= 2 * 2 * 500 && refuted > 500, "{left}, {refuted}");
    }
}
