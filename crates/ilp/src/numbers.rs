//! Whole numbers with sums over them, and values that exclude each other: the form of magic squares and of counters with sums.
//!
//! A problem states that a cell has one value by a literal for each value. [`read`] recognises such cells and reads sums over
//! their literals as sums over their numbers:
//!
//! ```text
//! exactly one of x0 x1 x2, exactly one of y0 y1 y2      two variables, 0 to 2
//! x1 + 2 x2 + 2 y1 + 4 y2 = 6                           x + 2 y = 6
//! at most one of x1 y1                                  x and y are not both 1
//! ```
//!
//! [`plan`] chooses an order in which equations determine most numbers, [`search`] searches in this order, and [`exchange`] looks for
//! a board whose numbers are all different by exchanging two of them. Imports the IR. Start with [`Numbers`].

pub mod exchange;
mod equations;
mod pairs;
pub mod plan;
pub mod read;
pub mod search;

use crate::{Goal, Row};
use boardwright_ir::constraint::{Assignment, BoolVar};

/// The largest number of variables, and the largest product of the squares of the numbers of variables and of rows: equations are
/// reduced at each level of a plan.
const MOST_VARIABLES: usize = 256;
const MOST_WORK: usize = 100_000_000;
/// The largest number of sets of values that exclude each other: those in use are bits.
pub const MOST_EXCLUSIONS: usize = 256;

/// A value of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The Boolean that states it.
    pub boolean: BoolVar,
    /// Other Booleans that are true with it, such as the digits of a binary number.
    pub others: Vec<BoolVar>,
    /// Its number. Numbers of one variable differ.
    pub number: i64,
    /// The exclusions that it belongs to, by index.
    pub exclusions: Vec<usize>,
}

/// Variables with values, sums over their numbers, and values of which at most one is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// The values of each variable, by ascending number.
    pub variables: Vec<Vec<Value>>,
    /// Sums over the numbers, by variable.
    pub rows: Vec<Row>,
    /// The objective, by variable.
    pub goal: Option<Goal>,
    /// The exclusions: for each, whether one of its values must be taken.
    pub exclusions: Vec<bool>,
    /// The number of Booleans of the problem.
    pub booleans: usize,
}

impl Numbers {
    /// Returns the problem's assignment for a value of each variable, by index.
    pub fn assignment(&self, values: &[usize]) -> Assignment {
        let mut booleans = vec![false; self.booleans];
        for (variable, &value) in self.variables.iter().zip(values) {
            let Value { boolean, others, .. } = &variable[value];
            others.iter().chain([boolean]).for_each(|boolean| booleans[boolean.0 as usize] = true);
        }
        Assignment { booleans, integers: Vec::new() }
    }
}

#[cfg(test)]
mod tests;
