//! Integer linear programs: columns with bounds, rows and an objective, and the lowering of a problem ([`linearize`]).
//!
//! All columns and coefficients are integers, so a vector can be checked exactly ([`Program::holds`]). File formats:
//! [`lp`], [`mps`] and [`opb`]. This room knows no puzzle and no solver; it imports `constraint`, `budget` and
//! `source`. Start with [`Program`].

pub mod exact;
pub mod farkas;
#[cfg(feature = "microlp")]
pub mod microlp;
pub mod minilp;
pub mod numbers;
pub mod shuffled;
pub mod solver;
mod file;
pub mod linearize;
pub mod lp;
pub mod mps;
pub mod opb;

pub use self::file::Origins;

pub use self::solver::{Ilp, IlpOutcome};

pub use boardwright_ir::constraint::{Direction, Relation};
pub use boardwright_ir::fault::Violated;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A column: an integer variable with bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// A name for people; may be empty.
    pub name: String,
    /// The lower bound.
    pub lower: i64,
    /// The upper bound, at least `lower`.
    pub upper: i64,
}

/// A row: `sum of coefficient * column relation bound`; each column occurs at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Pairs of column and coefficient; no coefficient is 0.
    pub terms: Vec<(usize, i64)>,
    /// The comparison.
    pub relation: Relation,
    /// The right-hand side.
    pub bound: i64,
}

impl Row {
    /// Returns whether a vector satisfies the row.
    pub fn holds(&self, values: &[i64]) -> bool {
        let sum = dot(&self.terms, values);
        self.relation.holds((sum - i128::from(self.bound)).signum() as i64, 0)
    }
}

/// The objective `constant + sum of coefficient * column`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The direction.
    pub direction: Direction,
    /// Pairs of column and coefficient; each column occurs at most once.
    pub terms: Vec<(usize, i64)>,
    /// The constant.
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

    /// Returns whether a vector satisfies all bounds and rows, in exact integers.
    pub fn holds(&self, values: &[i64]) -> bool {
        self.violation(values).is_none()
    }

    /// Returns the first bound or row that a vector violates, if any.
    pub fn violation(&self, values: &[i64]) -> Option<Violated> {
        if values.len() != self.columns.len() {
            return Some(Violated::Length { values: values.len(), columns: self.columns.len() });
        }
        let beyond = |(column, &value): (&Column, &i64)| !(column.lower..=column.upper).contains(&value);
        if let Some(index) = self.columns.iter().zip(values).position(beyond) {
            let Column { lower, upper, .. } = self.columns[index];
            return Some(Violated::Bound { index, value: values[index], lower, upper });
        }
        let broken = self.rows.iter().position(|row| !row.holds(values));
        broken.map(Violated::Row)
    }

    /// Returns the value of the objective, or 0 without one; saturated if it does not fit into 64 bits.
    pub fn value(&self, values: &[i64]) -> i64 {
        let value = |goal: &Goal| i128::from(goal.constant) + dot(&goal.terms, values);
        self.goal.as_ref().map_or(0, value).clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}

fn dot(terms: &[(usize, i64)], values: &[i64]) -> i128 {
    terms.iter().map(|&(column, coefficient)| i128::from(coefficient) * i128::from(values[column])).sum()
}
