//! Normalises sums over literals to a clause, an at-most-one, a cardinality or a pseudo-Boolean constraint.
//!
//! Generic over the literal type, so that the IR and CNF share it. `2a + 2b - 2c <= 2` becomes `a + b + ¬c <= 2`, which
//! is the clause `¬a ∨ ¬b ∨ c`. Normal form: distinct variables, positive coefficients without a common factor, no
//! coefficient above the bound, relation `<=` or `=`, bound between 0 and the sum of the coefficients.
//!
//! An equation is negated if that gives a smaller bound: `a + b + c + d + e = 3` becomes `¬a + ¬b + ¬c + ¬d + ¬e = 2`,
//! and `5a + b + c = 6` becomes `5¬a + ¬b + ¬c = 1`, where the coefficient of `¬a` exceeds the bound: the unit `a`, and
//! exactly one of `¬b`, `¬c`. An at-most constraint is not negated, because the result is an at-least constraint, which
//! no encoding supports.

use super::Relation;
use std::ops::Not;

/// A literal: a variable with a sign.
pub trait Signed: Copy + Ord + Not<Output = Self> {
    /// Returns whether the literal is negative.
    fn is_negated(self) -> bool;
}

impl Signed for super::Literal {
    fn is_negated(self) -> bool {
        self.negated
    }
}

/// The normal form of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape<L> {
    /// Always true (given the units).
    True,
    /// Always false.
    False,
    /// At least one literal.
    Clause(Vec<L>),
    /// At most one of three or more.
    AtMostOne(Vec<L>),
    /// Exactly one, of two or more.
    ExactlyOne(Vec<L>),
    /// At most `k` of `n`, `2 <= k <= n - 2`.
    AtMost(usize, Vec<L>),
    /// Exactly `k` of `n`, `2 <= k <= n / 2`.
    Exactly(usize, Vec<L>),
    /// A weighted sum, `<= bound` or `= bound`.
    PseudoBoolean {
        /// Positive weights, at most the bound, over distinct variables, sorted by variable.
        terms: Vec<(u64, L)>,
        /// Whether the relation is `=` instead of `<=`.
        equal: bool,
        /// At least 1 and less than the sum of the weights; for `=`, at most half of it.
        bound: u64,
    },
}

/// The result of [`recognise`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised<L> {
    /// Literals that must be true.
    pub units: Vec<L>,
    /// The remaining constraint, over other variables.
    pub shape: Shape<L>,
}

/// Normalises `sum of coefficient * literal relation bound`. Literals may repeat and appear with both signs.
pub fn recognise<L: Signed>(terms: &[(i64, L)], relation: Relation, bound: i64) -> Recognised<L> {
    let mut bound = i128::from(bound);
    let mut by_variable: Vec<(L, i128)> = Vec::with_capacity(terms.len());
    for &(coefficient, literal) in terms {
        let coefficient = i128::from(coefficient);
        if literal.is_negated() {
            // c·¬x = c - c·x
            bound -= coefficient;
            by_variable.push((!literal, -coefficient));
        } else {
            by_variable.push((literal, coefficient));
        }
    }
    by_variable.sort_unstable_by_key(|&(literal, _)| literal);
    // Σ >= b is Σ -c·x <= -b.
    let sign = if relation == Relation::AtLeast { -1 } else { 1 };
    bound *= sign;
    let mut positive: Vec<(i128, L)> = Vec::with_capacity(by_variable.len());
    for same in by_variable.chunk_by(|(one, _), (other, _)| one == other) {
        let literal = same[0].0;
        let coefficient = same.iter().map(|&(_, coefficient)| coefficient).sum::<i128>() * sign;
        if coefficient > 0 {
            positive.push((coefficient, literal));
        } else if coefficient < 0 {
            // c·x = c + |c|·¬x
            bound -= coefficient;
            positive.push((-coefficient, !literal));
        }
    }
    let equal = relation == Relation::Equal;
    let mut units = Vec::new();
    loop {
        let total: i128 = positive.iter().map(|&(coefficient, _)| coefficient).sum();
        if equal && 2 * bound > total {
            // Σ c·x = b is Σ c·¬x = Σ c - b; a smaller bound gives a smaller encoding.
            bound = total - bound;
            positive.iter_mut().for_each(|(_, literal)| *literal = !*literal);
        }
        if bound < 0 {
            return Recognised { units, shape: Shape::False };
        }
        let before = positive.len();
        positive.retain(|&(coefficient, literal)| {
            let fits = coefficient <= bound;
            if !fits {
                units.push(!literal);
            }
            fits
        });
        // Removing them lowers the total, so negating the equation may now give a smaller bound.
        if !equal || positive.len() == before {
            break;
        }
    }
    let divisor = positive.iter().fold(0, |acc, &(coefficient, _)| gcd(acc, coefficient));
    if divisor > 1 {
        if equal && bound % divisor != 0 {
            return Recognised { units, shape: Shape::False };
        }
        bound /= divisor;
        for (coefficient, _) in &mut positive {
            *coefficient /= divisor;
        }
    }
    let total: i128 = positive.iter().map(|&(coefficient, _)| coefficient).sum();
    // An equation without terms is 0 = 0 here.
    let always = if equal { positive.is_empty() } else { bound >= total };
    if always {
        return Recognised { units, shape: Shape::True };
    }
    if positive.iter().all(|&(coefficient, _)| coefficient == 1) {
        let literals: Vec<L> = positive.into_iter().map(|(_, literal)| literal).collect();
        // 0 <= bound < n holds here; a coefficient of 1 never exceeds a bound of at least 1.
        return Recognised { units, shape: cardinality(literals, equal, bound as usize) };
    }
    // Numbers beyond 64 bits are saturated; every encoding rejects them as too large.
    let fit = |number: i128| u64::try_from(number).unwrap_or(u64::MAX);
    let terms = positive.into_iter().map(|(coefficient, literal)| (fit(coefficient), literal)).collect();
    Recognised { units, shape: Shape::PseudoBoolean { terms, equal, bound: fit(bound) } }
}

/// Requires `1 <= k < n` (for `k = 0` every coefficient exceeds the bound, so all literals are units).
fn cardinality<L: Signed>(literals: Vec<L>, equal: bool, k: usize) -> Shape<L> {
    let n = literals.len();
    let negations = |literals: Vec<L>| literals.into_iter().map(|literal| !literal).collect();
    match (equal, k) {
        (true, 1) => Shape::ExactlyOne(literals),
        (true, k) => Shape::Exactly(k, literals),
        (false, k) if k == n - 1 => Shape::Clause(negations(literals)),
        (false, 1) => Shape::AtMostOne(literals),
        (false, k) => Shape::AtMost(k, literals),
    }
}

/// Returns the greatest common divisor, which is not negative; 0 of two zeros.
pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::{BoolVar, Literal};
    use super::*;

    fn literal(index: u32) -> Literal {
        BoolVar(index).into()
    }

    #[test]
    fn common_factors_and_signs_are_removed() {
        let (a, b, c) = (literal(0), literal(1), literal(2));
        let found = recognise(&[(2, a), (2, b), (-2, c)], Relation::AtMost, 2);
        assert_eq!(found, Recognised { units: vec![], shape: Shape::Clause(vec![!a, !b, c]) });
    }

    #[test]
    fn opposite_literals_cancel() {
        let a = literal(0);
        let found = recognise(&[(1, a), (1, !a)], Relation::Equal, 1);
        assert_eq!(found, Recognised { units: vec![], shape: Shape::True });
        let found = recognise(&[(1, a), (1, !a)], Relation::AtLeast, 2);
        assert_eq!(found.shape, Shape::False);
    }

    #[test]
    fn equations_are_negated_to_the_smaller_bound() {
        let (a, b, c, d, e) = (literal(0), literal(1), literal(2), literal(3), literal(4));
        let count = |k| recognise(&[(1, a), (1, b), (1, c), (1, d), (1, e)], Relation::Equal, k).shape;
        assert_eq!(count(2), Shape::Exactly(2, vec![a, b, c, d, e]));
        assert_eq!(count(3), Shape::Exactly(2, vec![!a, !b, !c, !d, !e]));
        assert_eq!(count(4), Shape::ExactlyOne(vec![!a, !b, !c, !d, !e]));
        assert_eq!(count(6), Shape::False);
        let all = recognise(&[(1, a), (1, b)], Relation::Equal, 2);
        assert_eq!(all, Recognised { units: vec![a, b], shape: Shape::True });
        // 4a + 3b + 2c = 6 is 4¬a + 3¬b + 2¬c = 3: a, and then 3¬b + 2¬c = 3 is 3b + 2c = 2: not b, and c.
        let found = recognise(&[(4, a), (3, b), (2, c)], Relation::Equal, 6);
        assert_eq!(found, Recognised { units: vec![a, !b, c], shape: Shape::True });
        let terms = vec![(3, !a), (2, !b), (2, !c), (1, !d)];
        let found = recognise(&[(3, a), (2, b), (2, c), (1, d)], Relation::Equal, 5).shape;
        assert_eq!(found, Shape::PseudoBoolean { terms, equal: true, bound: 3 });
        // At-most constraints are not negated.
        let found = recognise(&[(1, a), (1, b), (1, c), (1, d), (1, e)], Relation::AtMost, 3).shape;
        assert_eq!(found, Shape::AtMost(3, vec![a, b, c, d, e]));
    }

    #[test]
    fn oversized_coefficients_saturate() {
        let terms: Vec<(i64, Literal)> =
            (0..5).map(|index| (i64::MIN + i64::from(index), literal(index as u32))).collect();
        let found = recognise(&terms, Relation::AtMost, i64::MIN / 2).shape;
        // -Σ (2^63 - i)·x <= -2^62 is Σ (2^63 - i)·¬x <= 5·2^63 - 10 - 2^62, past 2^64.
        let Shape::PseudoBoolean { bound, .. } = found else { panic!("{found:?}") };
        assert_eq!(bound, u64::MAX);
    }

    #[test]
    fn literals_above_the_bound_become_units() {
        let (a, b, c) = (literal(0), literal(1), literal(2));
        let found = recognise(&[(5, a), (1, b), (1, c)], Relation::AtMost, 1);
        assert_eq!(found, Recognised { units: vec![!a], shape: Shape::Clause(vec![!b, !c]) });
    }
}
