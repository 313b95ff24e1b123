//! The result that a solver prints: status, objective and values, in the numbering of its format.
//!
//! The readers beside this file make an [`Output`]; imports nothing but the errors of `source`.

use boardwright_base::source::Malformed;
use std::collections::BTreeMap;

/// The result that a solver reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// A solution was found.
    Satisfiable,
    /// An optimal solution was found.
    Optimal,
    /// There is no solution.
    Unsatisfiable,
    /// The solver gave no result.
    Unknown,
}

/// The values that a solver reports. Variables that it does not mention are false, or 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// `v 1 -2 3 0`: values by 1-based variable, each with its line.
    Literals(BTreeMap<u64, (bool, usize)>),
    /// `v 101`: the values from the first variable on, and the line.
    Bits(Vec<bool>, usize),
    /// `v x1 -x2 x3`: values by 1-based variable, each with its line.
    Named(BTreeMap<u64, (bool, usize)>),
    /// The values of a program's columns by 1-based number, each with its line.
    Columns(BTreeMap<u64, (f64, usize)>),
}

/// The parsed output of a solver.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The reported status, if any.
    pub status: Option<Status>,
    /// The reported values, if any; never with [`Status::Unsatisfiable`] or [`Status::Unknown`].
    pub values: Option<Values>,
}

impl Output {
    pub(super) fn with_status(status: Status) -> Output {
        Output { status: Some(status), values: None }
    }
}

impl Values {
    /// Returns a line with values, for messages.
    pub fn line(&self) -> usize {
        match self {
            Values::Literals(values) | Values::Named(values) => values.values().next().map_or(1, |&(_, line)| line),
            Values::Bits(_, line) => *line,
            Values::Columns(values) => values.values().next().map_or(1, |&(_, line)| line),
        }
    }

    /// Returns the truth values of variables `1..=variables`.
    ///
    /// # Errors
    /// If a number exceeds `variables`, or these are values of columns.
    pub fn truths(&self, variables: usize) -> Result<Vec<bool>, Malformed> {
        match self {
            Values::Literals(literals) | Values::Named(literals) => spread(literals, variables, "variable"),
            Values::Bits(bits, line) if bits.len() > variables => {
                Err(Malformed::new(*line, format!("{} values, but there are {variables} variables", bits.len())))
            }
            Values::Bits(bits, _) => {
                let mut truths = bits.clone();
                truths.resize(variables, false);
                Ok(truths)
            }
            Values::Columns(_) => {
                Err(Malformed::new(self.line(), "these are values of columns, not of a formula's variables"))
            }
        }
    }

    /// Returns the values of columns `1..=columns`.
    ///
    /// # Errors
    /// If a number exceeds `columns`, or these are literals.
    pub fn columns(&self, columns: usize) -> Result<Vec<f64>, Malformed> {
        match self {
            Values::Columns(values) => spread(values, columns, "column"),
            _ => Err(Malformed::new(self.line(), "these are literals, not values of a program's columns")),
        }
    }
}

pub(super) fn spread<T: Copy + Default>(
    values: &BTreeMap<u64, (T, usize)>,
    size: usize,
    what: &str,
) -> Result<Vec<T>, Malformed> {
    let mut spread = vec![T::default(); size];
    for (&number, &(value, line)) in values {
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        match place.and_then(|place| spread.get_mut(place)) {
            Some(place) => *place = value,
            None => return Err(Malformed::new(line, format!("unknown {what} {number}; there are {size}"))),
        }
    }
    Ok(spread)
}
