//! Integer programs: columns with bounds, rows, an objective; and how a problem becomes one ([`linearize`]).
//!
//! All columns are integers and all coefficients are integers, so a vector can be checked exactly
//! ([`Program::holds`]). Written to files as [`lp`], [`mps`] and [`opb`]. Knows no puzzle and no solver.

mod file;
pub mod linearize;
pub mod lp;
pub mod mps;
pub mod opb;

pub use crate::constraint::{Direction, Relation};

/// A column: an integer variable with bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// For people; may be empty.
    pub name: String,
    /// Smallest value.
    pub lower: i64,
    /// Largest value, at least `lower`.
    pub upper: i64,
}

/// A row: `sum of coefficient * column  relation  bound`, every column at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// `(column, coefficient)`, coefficients not zero.
    pub terms: Vec<(usize, i64)>,
    /// The comparison.
    pub relation: Relation,
    /// The right-hand side.
    pub bound: i64,
}

/// What is to be small or large: `constant + sum of coefficient * column`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// Which way.
    pub direction: Direction,
    /// `(column, coefficient)`, every column at most once.
    pub terms: Vec<(usize, i64)>,
    /// Added to the sum.
    pub constant: i64,
}

/// An integer program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// The variables.
    pub columns: Vec<Column>,
    /// The constraints.
    pub rows: Vec<Row>,
    /// The objective, if any.
    pub goal: Option<Goal>,
}

impl Program {
    /// Adds a column and returns its index.
    pub fn column(&mut self, name: impl Into<String>, lower: i64, upper: i64) -> usize {
        self.columns.push(Column { name: name.into(), lower, upper });
        self.columns.len() - 1
    }

    /// Whether a vector keeps every bound and row, in exact integers.
    pub fn holds(&self, values: &[i64]) -> bool {
        self.violation(values).is_none()
    }

    /// The first bound or row that a vector does not keep, in words.
    pub fn violation(&self, values: &[i64]) -> Option<String> {
        if values.len() != self.columns.len() {
            return Some(format!("there are {} values for {} columns", values.len(), self.columns.len()));
        }
        let beyond = |(column, &value): (&Column, &i64)| !(column.lower..=column.upper).contains(&value);
        if let Some(index) = self.columns.iter().zip(values).position(beyond) {
            let Column { lower, upper, .. } = self.columns[index];
            return Some(format!("column {} is {}, not within {lower} and {upper}", index + 1, values[index]));
        }
        let broken = self.rows.iter().position(|row| !row.relation.holds(dot(&row.terms, values), row.bound));
        broken.map(|index| format!("row {} does not hold", index + 1))
    }

    /// The value of the objective; 0 without one.
    pub fn value(&self, values: &[i64]) -> i64 {
        self.goal.as_ref().map_or(0, |goal| goal.constant + dot(&goal.terms, values))
    }
}

fn dot(terms: &[(usize, i64)], values: &[i64]) -> i64 {
    terms.iter().map(|&(column, coefficient)| coefficient * values[column]).sum()
}
