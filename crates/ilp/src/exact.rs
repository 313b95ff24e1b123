//! Between floating-point solvers and exact integers: input checks, output checks, and panics.
//!
//! An `f64` represents every integer up to 2^53. A program whose rows stay in that range for all column values (`3x -
//! 5y <= 7` with `0 <= x, y <= 10` stays within 30 + 50 + 7) is passed to a solver without rounding, and can be checked
//! in `i64` without overflow. The returned values are rounded and must pass [`Program::holds`].

use crate::IlpOutcome;
use crate::Program;
use boardwright_base::budget::Budget;
use boardwright_ir::fault::{Inexact, Panicked, Unusable};
use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The largest magnitude up to which `f64` represents every integer.
const EXACT: i128 = 1 << 53;

/// Returns the outcome if no solver is needed: a limit is already reached, numbers exceed `f64`, or there are no
/// columns.
pub fn settle(program: &Program, budget: &Budget) -> Option<IlpOutcome> {
    if let Some(stop) = budget.reached() {
        return Some(IlpOutcome::Stopped(stop));
    }
    if let Err(inexact) = fits(program) {
        return Some(IlpOutcome::Failed(Unusable::from(inexact).into()));
    }
    if program.columns.is_empty() {
        let empty = Vec::new();
        return Some(if program.holds(&empty) { IlpOutcome::Optimal(empty) } else { IlpOutcome::Infeasible });
    }
    None
}

/// Checks that every sum of the program is exact in `f64`.
fn fits(program: &Program) -> Result<(), Inexact> {
    let largest = |terms: &[(usize, i64)]| -> i128 {
        terms
            .iter()
            .map(|&(column, coefficient)| {
                let column = &program.columns[column];
                let value = i128::from(column.lower).abs().max(i128::from(column.upper).abs());
                i128::from(coefficient).abs().saturating_mul(value.max(1))
            })
            .fold(0, i128::saturating_add)
    };
    for (index, column) in program.columns.iter().enumerate() {
        if i128::from(column.lower).abs().max(i128::from(column.upper).abs()) > EXACT {
            return Err(Inexact::Column { index, name: column.name.clone() });
        }
    }
    for (index, row) in program.rows.iter().enumerate() {
        if largest(&row.terms).saturating_add(i128::from(row.bound).abs()) > EXACT {
            return Err(Inexact::Row(index));
        }
    }
    match &program.goal {
        Some(goal) if largest(&goal.terms).saturating_add(i128::from(goal.constant).abs()) > EXACT => {
            Err(Inexact::Objective)
        }
        _ => Ok(()),
    }
}

/// Returns the nearest integers if they are a solution.
pub fn accept(program: &Program, values: impl IntoIterator<Item = f64>) -> Option<Vec<i64>> {
    let values: Vec<i64> = values.into_iter().map(|value| value.round() as i64).collect();
    // Check the bounds first: `holds` is free of overflow only within them.
    let bounded =
        program.columns.iter().zip(&values).all(|(column, &value)| (column.lower..=column.upper).contains(&value));
    (bounded && program.holds(&values)).then_some(values)
}

thread_local! {
    /// Whether a panic of this thread is expected and not printed.
    static HUSHED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a foreign solver and converts its panic to an error, without output on stderr.
///
/// The process's panic hook is wrapped once; it is silent only for threads inside this function.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    static WRAPPED: Once = Once::new();
    WRAPPED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !HUSHED.get() {
                before(info);
            }
        }));
    });
    let outer = HUSHED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    HUSHED.set(outer);
    result.map_err(|payload| Panicked { message: message(payload.as_ref()).to_owned() })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Relation;
    use crate::Row;

    #[test]
    fn a_row_beyond_two_to_the_53_is_refused() {
        let mut program = Program::default();
        let x = program.column("x", 0, 1 << 40);
        program.rows.push(Row { terms: vec![(x, (1 << 13) - 1)], relation: Relation::AtMost, bound: 1 << 40 });
        assert_eq!(fits(&program), Ok(()), "2^53 - 2^40 + 2^40 is 2^53");
        program.rows[0].bound += 1;
        assert_eq!(fits(&program), Err(Inexact::Row(0)));
    }

    #[test]
    fn the_smallest_integers_do_not_overflow_the_check() {
        let mut program = Program::default();
        let x = program.column("x", i64::MIN, i64::MAX);
        program.rows.push(Row { terms: vec![(x, i64::MIN)], relation: Relation::AtMost, bound: i64::MIN });
        assert!(fits(&program).is_err());
    }

    #[test]
    fn a_panic_becomes_an_error() {
        assert_eq!(caught(|| 1), Ok(1));
        assert_eq!(caught(|| -> i32 { panic!("number {}", 7) }), Err(Panicked { message: "number 7".to_owned() }));
    }
}
