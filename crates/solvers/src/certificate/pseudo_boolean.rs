//! Pseudo-Boolean constraints with exact arithmetic, as a proof checker computes with them.
//!
//! A constraint is `Σ coefficient · variable >= bound` over 0/1 variables. Division and the comparison with a clause refer to its
//! normal form, in which negative coefficients are those of negated variables: `x - 2y >= -1` is `x + 2 ~y >= 1`.

use boardwright_sat::cnf::Lit;
use std::collections::BTreeMap;

/// A constraint `Σ coefficient · variable >= bound`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PseudoBoolean {
    /// The coefficients by variable; none is 0.
    pub(super) terms: BTreeMap<u32, i128>,
    /// The right-hand side.
    pub(super) bound: i128,
}

impl PseudoBoolean {
    /// Returns a constraint; coefficients of the same variable are added.
    pub(super) fn new(terms: impl IntoIterator<Item = (u32, i128)>, bound: i128) -> PseudoBoolean {
        let mut constraint = PseudoBoolean { terms: BTreeMap::new(), bound };
        terms.into_iter().for_each(|(variable, coefficient)| constraint.count(variable, coefficient));
        constraint
    }

    /// Returns `Σ coefficient · literal >= bound`.
    pub(super) fn of_literals(terms: impl IntoIterator<Item = (i128, Lit)>, bound: i128) -> PseudoBoolean {
        let mut constraint = PseudoBoolean { terms: BTreeMap::new(), bound };
        for (coefficient, literal) in terms {
            if literal.negated() {
                constraint.bound -= coefficient;
                constraint.count(literal.variable(), -coefficient);
            } else {
                constraint.count(literal.variable(), coefficient);
            }
        }
        constraint
    }

    fn count(&mut self, variable: u32, coefficient: i128) {
        let entry = self.terms.entry(variable).or_default();
        *entry += coefficient;
        if *entry == 0 {
            self.terms.remove(&variable);
        }
    }

    /// Adds a multiple of a constraint.
    pub(super) fn add(&mut self, other: &PseudoBoolean, times: i128) {
        other.terms.iter().for_each(|(&variable, &coefficient)| self.count(variable, times * coefficient));
        self.bound += times * other.bound;
    }

    /// Returns the bound of the normal form.
    pub(super) fn degree(&self) -> i128 {
        self.bound + self.terms.values().filter(|&&c| c < 0).map(|c| -c).sum::<i128>()
    }

    /// Divides the normal form and rounds up.
    pub(super) fn divide(&mut self, divisor: i128) {
        let degree = ceiling(self.degree(), divisor);
        for coefficient in self.terms.values_mut() {
            *coefficient = coefficient.signum() * ceiling(coefficient.abs(), divisor);
        }
        self.bound = degree - self.terms.values().filter(|&&c| c < 0).map(|c| -c).sum::<i128>();
    }

    /// Returns the literal of the normal form that a variable has.
    fn literal(variable: u32, coefficient: i128) -> Lit {
        Lit::new(variable, coefficient < 0)
    }

    /// Returns whether the constraint alone excludes that all literals of a clause are false.
    pub(super) fn implies(&self, clause: &[Lit]) -> bool {
        let value = |(&variable, &coefficient): (&u32, &i128)| {
            let literal = PseudoBoolean::literal(variable, coefficient);
            if clause.contains(&literal) { 0 } else { coefficient.abs() }
        };
        self.terms.iter().map(value).sum::<i128>() < self.degree()
    }

    /// Returns whether its normal form has no literals but those of a clause.
    pub(super) fn is_within(&self, clause: &[Lit]) -> bool {
        self.terms.iter().all(|(&variable, &c)| clause.contains(&PseudoBoolean::literal(variable, c)))
    }

    /// Returns whether a total assignment satisfies it.
    #[cfg(test)]
    pub(super) fn holds(&self, value: impl Fn(u32) -> bool) -> bool {
        self.terms.iter().filter(|&(&variable, _)| value(variable)).map(|(_, c)| c).sum::<i128>() >= self.bound
    }
}

fn ceiling(number: i128, divisor: i128) -> i128 {
    number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_the_normal_form_up() {
        // 2a - 3b >= -1 is 2a + 3 ~b >= 2; a half is a + 2 ~b >= 1, which is a - 2b >= -1.
        let mut constraint = PseudoBoolean::new([(0, 2), (1, -3)], -1);
        assert_eq!(constraint.degree(), 2);
        constraint.divide(2);
        assert_eq!(constraint, PseudoBoolean::new([(0, 1), (1, -2)], -1));
    }

    #[test]
    fn implied_clauses_are_those_of_all_assignments() {
        let mut random = 7u64;
        let mut implied = 0;
        for case in 0..2000 {
            let mut next = |below: u64| {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (random >> 33) % below
            };
            let terms: Vec<(u32, i128)> = (0..4).map(|variable| (variable, next(7) as i128 - 3)).collect();
            let constraint = PseudoBoolean::new(terms, next(9) as i128 - 4);
            let clause: Vec<Lit> = (0..4)
                .filter(|_| next(2) == 0)
                .collect::<Vec<u32>>()
                .into_iter()
                .map(|v| Lit::new(v, next(2) == 0))
                .collect();
            let models = (0..16u32).map(|bits| move |variable: u32| bits >> variable & 1 == 1);
            let excluded = models
                .filter(|value| constraint.holds(value))
                .all(|value| clause.iter().any(|literal| value(literal.variable()) != literal.negated()));
            assert_eq!(constraint.implies(&clause), excluded, "case {case}: {constraint:?} {clause:?}");
            implied += usize::from(excluded);
        }
        assert!(implied > 100, "{implied}");
    }
}
