//! Equations between whole numbers, reduced by elimination in exact integers.

use super::Numbers;
use boardwright_ir::constraint::Relation;
use boardwright_ir::constraint::simplify::gcd;

/// An equation: the sum of coefficient times number, by variable, is the bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Equation {
    pub coefficients: Vec<i128>,
    pub bound: i128,
}

impl Equation {
    /// Adds a multiple of this equation and of another one such that a coefficient of this one vanishes; `None` on overflow.
    pub(super) fn without(&self, variable: usize, other: &Equation) -> Option<Equation> {
        let (a, b) = (self.coefficients[variable], other.coefficients[variable]);
        let divisor = gcd(a, b);
        if a == 0 || divisor == 0 {
            return Some(self.clone());
        }
        // The factor of this equation is positive, so that it keeps its direction.
        let (factor, times) = (b.abs() / divisor, a / divisor * b.signum());
        let combined = |one: i128, other: i128| one.checked_mul(factor)?.checked_sub(other.checked_mul(times)?);
        let coefficients = self.coefficients.iter().zip(&other.coefficients).map(|(&one, &other)| combined(one, other));
        let combined =
            Equation { coefficients: coefficients.collect::<Option<_>>()?, bound: combined(self.bound, other.bound)? };
        Some(combined.divided())
    }

    /// Divides by the greatest common divisor of all numbers.
    fn divided(mut self) -> Equation {
        let divisor = self.coefficients.iter().fold(self.bound, |divisor, &one| gcd(divisor, one));
        if divisor > 1 {
            self.coefficients.iter_mut().for_each(|one| *one /= divisor);
            self.bound /= divisor;
        }
        self
    }

    /// Returns the variables with a coefficient.
    pub(super) fn variables(&self) -> impl Iterator<Item = usize> + '_ {
        self.coefficients.iter().enumerate().filter(|(_, one)| **one != 0).map(|(variable, _)| variable)
    }
}

/// Returns the equations of the form.
pub(super) fn equations(numbers: &Numbers) -> Vec<Equation> {
    let equal = numbers.rows.iter().filter(|row| row.relation == Relation::Equal);
    equal.map(|row| equation(numbers.variables.len(), &row.terms, row.bound)).collect()
}

/// Returns an equation for terms by variable.
pub(super) fn equation(variables: usize, terms: &[(usize, i64)], bound: i64) -> Equation {
    let mut coefficients = vec![0; variables];
    terms.iter().for_each(|&(variable, coefficient)| coefficients[variable] += i128::from(coefficient));
    Equation { coefficients, bound: bound.into() }
}

/// Eliminates unknown variables, such that each equation has one that no other equation has (Gauss and Jordan); `None` on overflow.
/// Returns the equations, each with this variable, or without one if it has no unknown variable.
pub(super) fn reduced(mut equations: Vec<Equation>, unknown: &[bool]) -> Option<Vec<(Equation, Option<usize>)>> {
    let mut pivots: Vec<Option<usize>> = vec![None; equations.len()];
    for row in 0..equations.len() {
        // A small coefficient keeps the others small.
        let candidates = equations[row].variables().filter(|&variable| unknown[variable]);
        let Some(pivot) = candidates.min_by_key(|&variable| equations[row].coefficients[variable].abs()) else {
            continue;
        };
        pivots[row] = Some(pivot);
        let with = equations[row].clone();
        for (_, other) in equations.iter_mut().enumerate().filter(|(other, _)| *other != row) {
            *other = other.without(pivot, &with)?;
        }
    }
    Some(equations.into_iter().zip(pivots).collect())
}
