//! Integer variables as literals: `[x = v]` and `[x >= v]`.
//!
//! A [`Representation`] says what is made of variables: one of the two views, or bits. The rest is defined from it when
//! something asks for it, by clauses in both directions, so that the number of models stays the same. With values
//! `0, 1, 2`: direct makes three variables of which exactly one is true; order makes two, `[x >= 2]` implying `[x >= 1]`;
//! log makes two bits that are not both 1.

pub mod direct;
pub mod log;
pub mod order;

use super::{Choice, DoesNotApply};
use crate::cnf::{Cnf, Lit};
use std::ops::RangeInclusive;

/// What of an integer variable is made of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Representation {
    /// One variable per value.
    Direct,
    /// One variable per threshold above the smallest value.
    Order,
    /// One variable per bit of the value above the smallest one.
    Log,
}

/// A literal, or a constant where the domain leaves no choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// Always so.
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
    /// Instead of both, in the log representation.
    bits: Option<log::Bits>,
}

impl Values {
    /// Represents a variable with this domain.
    ///
    /// # Errors
    /// When the encoding chosen, or the at-most-one encoding it rests on, does not take so many values.
    pub fn new(cnf: &mut Cnf, choice: &Choice, domain: &RangeInclusive<i64>) -> Result<Values, DoesNotApply> {
        let (lower, upper) = (*domain.start(), *domain.end());
        let mut values = Values { lower, upper, equals: Vec::new(), at_least: Vec::new(), bits: None };
        let size = values.size();
        if size == 2 {
            // Both views are one variable and its negation.
            let high = cnf.variable();
            values.equals = vec![!high, high];
            values.at_least = vec![high];
        } else if size > 2 {
            match choice.integer(size)? {
                Representation::Direct => values.equals = direct::variables(cnf, choice, size)?,
                Representation::Order => values.at_least = order::variables(cnf, size),
                Representation::Log => values.bits = Some(log::Bits::new(cnf, size)),
            }
        }
        Ok(values)
    }

    fn size(&self) -> usize {
        (self.upper - self.lower) as usize + 1
    }

    /// The smallest and the largest value.
    pub fn domain(&self) -> RangeInclusive<i64> {
        self.lower..=self.upper
    }

    /// `[x = value]`.
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

    /// `[x >= value]`.
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

    /// Every literal there is, with what it says about the variable: `=2`, `>=2`, ` bit 0`.
    pub fn literals(&self) -> Vec<(Lit, String)> {
        if let Some(bits) = &self.bits {
            return bits.literals(self.lower);
        }
        let equals = self.equals.iter().zip(self.lower..).map(|(&literal, value)| (literal, format!("={value}")));
        let thresholds = self.at_least.iter().zip(self.lower + 1..);
        equals.chain(thresholds.map(|(&literal, value)| (literal, format!(">={value}")))).collect()
    }

    /// What a sum over the variable is made of: `x` is the smallest value and the weights of the true literals.
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

    /// The value in a model.
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

    /// Literals of which one is true exactly when `x` differs from `value`, without new variables; empty when the
    /// variable can have no other value.
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
