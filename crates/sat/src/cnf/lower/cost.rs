//! An objective over the literals of a formula. Start with [`Cost`].

use crate::cnf::Lit;
use boardwright_ir::constraint::Direction;

/// The objective over literals: minimise `offset + sum of weights of true literals`. A maximised objective is negated.
#[derive(Debug, Clone)]
pub struct Cost {
    /// Positive weights, each variable at most once.
    pub terms: Vec<(u64, Lit)>,
    /// The constant part.
    pub offset: i64,
    /// The original direction.
    pub direction: Direction,
}

impl Cost {
    /// Returns the value of the problem's objective if the true literals weigh `weight`.
    pub fn value(&self, weight: u64) -> i64 {
        let value = self.offset + weight as i64;
        if self.direction == Direction::Maximise { -value } else { value }
    }

    /// Returns the weight of the true literals for a value of the problem's objective; `None` if the value is out of
    /// range.
    pub fn weight_of(&self, value: i64) -> Option<u64> {
        let value = if self.direction == Direction::Maximise { value.checked_neg()? } else { value };
        u64::try_from(value.checked_sub(self.offset)?).ok()
    }

    /// Returns the weight of the true literals in a model.
    pub fn weight(&self, model: &[bool]) -> u64 {
        self.terms.iter().filter(|(_, literal)| literal.holds_in(model)).map(|&(weight, _)| weight).sum()
    }
}
