//! Integer variables as literals: `[x = v]` and `[x >= v]`.
//!
//! A [`Representation`] determines which literals are variables: values, thresholds, or bits. The other literals are
//! defined from these on demand, by clauses in both directions, so the number of models is preserved. For the values
//! `0, 1, 2`: direct has three variables, exactly one of them true; order has two, `[x >= 2]` implying `[x >= 1]`; log
//! has two bits that are not both 1.

pub mod direct;
pub mod log;
pub mod order;

pub use super::encoding::Representation;

use super::{Choice, NotApplicable};
use crate::cnf::{Cnf, Lit};
use std::ops::RangeInclusive;

/// A literal, or a constant if the domain determines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// A constant.
    Known(bool),
    /// A literal.
    Lit(Lit),
}

impl std::ops::Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Truth::Known(value) => Truth::Known(!value),
            Truth::Lit(literal) => Truth::Lit(!literal),
        }
    }
}

/// The literals of one integer variable.
#[derive(Debug, Clone)]
pub struct Values {
    lower: i64,
    upper: i64,
    /// `equals[i]` is `[x = lower + i]`; empty until needed.
    equals: Vec<Lit>,
    /// `at_least[i]` is `[x >= lower + 1 + i]`; empty until needed.
    at_least: Vec<Lit>,
    /// In the log representation, used instead of both.
    bits: Option<log::Bits>,
}

impl Values {
    /// Adds the variables for an integer variable with this domain.
    ///
    /// # Errors
    /// If the chosen encoding, or the at-most-one encoding it uses, does not support this number of values.
    pub fn new(cnf: &mut Cnf, choice: &Choice, domain: &RangeInclusive<i64>) -> Result<Values, NotApplicable> {
        let (lower, upper) = (*domain.start(), *domain.end());
        let mut values = Values { lower, upper, equals: Vec::new(), at_least: Vec::new(), bits: None };
        let size = values.size();
        if size == 2 {
            // Values and thresholds are one variable and its negation.
            let high = cnf.variable();
            values.equals = vec![!high, high];
            values.at_least = vec![high];
        } else if size > 2 {
            match choice.integer(size)? {
                Representation::Direct => {
                    values.equals = (0..size).map(|_| cnf.variable()).collect();
                    choice.at_most_one(cnf, &values.equals, true)?;
                }
                Representation::Order => values.at_least = order::variables(cnf, size),
                Representation::Log => values.bits = Some(log::Bits::new(cnf, size)),
            }
        }
        Ok(values)
    }

    fn size(&self) -> usize {
        (self.upper - self.lower) as usize + 1
    }

    /// Returns the domain.
    pub fn domain(&self) -> RangeInclusive<i64> {
        self.lower..=self.upper
    }

    /// Returns `[x = value]`.
    pub fn equals(&mut self, cnf: &mut Cnf, value: i64) -> Truth {
        if value < self.lower || value > self.upper {
            return Truth::Known(false);
        }
        if self.lower == self.upper {
            return Truth::Known(true);
        }
        if let Some(bits) = &mut self.bits {
            return Truth::Lit(bits.equals(cnf, (value - self.lower) as u64));
        }
        if self.equals.is_empty() {
            self.equals = order::values(cnf, &self.at_least);
        }
        Truth::Lit(self.equals[(value - self.lower) as usize])
    }

    /// Returns `[x >= value]`.
    pub fn at_least(&mut self, cnf: &mut Cnf, value: i64) -> Truth {
        if value <= self.lower {
            return Truth::Known(true);
        }
        if value > self.upper {
            return Truth::Known(false);
        }
        if let Some(bits) = &mut self.bits {
            return Truth::Lit(bits.at_least(cnf, (value - self.lower) as u64));
        }
        if self.at_least.is_empty() {
            self.at_least = direct::thresholds(cnf, &self.equals);
        }
        Truth::Lit(self.at_least[(value - self.lower - 1) as usize])
    }

    /// Returns all existing literals with their meaning: `=2`, `>=2`, ` bit 0`.
    pub fn literals(&self) -> Vec<(Lit, String)> {
        if let Some(bits) = &self.bits {
            return bits.literals(self.lower);
        }
        let equals = self.equals.iter().zip(self.lower..).map(|(&literal, value)| (literal, format!("={value}")));
        let thresholds = self.at_least.iter().zip(self.lower + 1..);
        equals.chain(thresholds.map(|(&literal, value)| (literal, format!(">={value}")))).collect()
    }

    /// Returns weighted literals whose sum is `x` minus the least value.
    pub fn summands(&mut self, cnf: &mut Cnf) -> Vec<(i64, Lit)> {
        if let Some(bits) = &self.bits {
            return bits.summands();
        }
        let thresholds = (self.lower + 1..=self.upper).map(|value| self.at_least(cnf, value));
        let literals = thresholds.filter_map(|threshold| match threshold {
            Truth::Lit(literal) => Some((1, literal)),
            Truth::Known(_) => None,
        });
        literals.collect()
    }

    /// Returns the value in a model.
    pub fn decode(&self, model: &[bool]) -> i64 {
        if let Some(bits) = &self.bits {
            return self.lower + bits.decode(model);
        }
        if !self.at_least.is_empty() {
            return self.lower + self.at_least.iter().filter(|literal| literal.holds_in(model)).count() as i64;
        }
        let index = self.equals.iter().position(|literal| literal.holds_in(model));
        self.lower + index.unwrap_or(0) as i64
    }

    /// Returns existing literals, at least one of which is true exactly if `x` differs from `value`; empty if the
    /// variable has no other value.
    pub fn differs(&self, value: i64) -> Vec<Lit> {
        if let Some(bits) = &self.bits {
            return bits.differs((value - self.lower) as u64);
        }
        if !self.equals.is_empty() {
            return vec![!self.equals[(value - self.lower) as usize]];
        }
        let index = (value - self.lower) as usize;
        let below = index.checked_sub(1).and_then(|index| self.at_least.get(index)).map(|&literal| !literal);
        below.into_iter().chain(self.at_least.get(index).copied()).collect()
    }
}
