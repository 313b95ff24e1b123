//! microlp: branch and bound over a sparse simplex, in Rust; built through good_lp.
//!
//! The budget is checked between slices: microlp runs for 100 ms, is interrupted by its own clock, and is resumed. It
//! reads that clock between nodes and every 1000 pivots. A node interrupted in its relaxation starts over, so a slice
//! in which no node was finished is followed by one of twice the length. If a relaxation takes seconds, cancellation is
//! therefore noticed late, but the deadline, which limits every slice, is exceeded by at most 1000 pivots (half a
//! second for the 4096 columns and 1024 rows of a 16 by 16 Sudoku).
//!
//! Column bounds must fit in `i32`. Without an objective the first solution ends the search, and it is arbitrary, so
//! listing adds rows that exclude the solutions found and solves again.

use crate::Program;
use crate::exact;
use crate::{Direction, Relation};
use crate::{Ilp, IlpOutcome};
use ::microlp::{Error, ResumeOptions, Solution, SolveOptions, SolveOutcome};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::fault::{Unusable, WrongResult};
use good_lp::solvers::microlp::MicroLpProblem;
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};
use std::time::Duration;

/// The name of the solver.
pub const NAME: &str = "microlp";
/// What it is, in a line.
pub const SUMMARY: &str = "microlp 0.6.0 through good_lp, branch and bound in Rust";

/// Opens a new solver.
pub fn open() -> Box<dyn Ilp> {
    Box::new(Microlp)
}

/// The largest coefficient. With coefficients of 10^12 the tolerances of microlp let an integral vector fail its own check, so
/// that it ends with an error.
const MAX_COEFFICIENT: u64 = 1_000_000_000;

/// The running time of microlp between checks of the budget.
const SLICE: Duration = Duration::from_millis(100);

struct Microlp;

impl Ilp for Microlp {
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome {
        if let Some(outcome) = exact::settle(program, budget) {
            return outcome;
        }
        let in_range = |value: i64| i32::try_from(value).is_ok();
        if let Some(column) = program.columns.iter().find(|column| !in_range(column.lower) || !in_range(column.upper)) {
            let (name, lower, upper) = (column.name.clone(), column.lower, column.upper);
            return IlpOutcome::Failed(Unusable::Bounds { name, lower, upper }.into());
        }
        let sums = program.rows.iter().map(|row| &row.terms).chain(program.goal.as_ref().map(|goal| &goal.terms));
        let largest = sums.flatten().map(|&(_, coefficient)| coefficient.unsigned_abs()).max().unwrap_or(0);
        if largest > MAX_COEFFICIENT {
            return IlpOutcome::Failed(Unusable::Coefficient { largest, most: MAX_COEFFICIENT }.into());
        }
        exact::caught(|| run(program, budget)).unwrap_or_else(|panicked| IlpOutcome::Failed(panicked.into()))
    }
}

fn run(program: &Program, budget: &Budget) -> IlpOutcome {
    match search(build(program).as_inner(), budget) {
        Ok((outcome, stop)) => judge(program, outcome.into_solution().ok(), stop),
        Err(Error::Infeasible) => IlpOutcome::Infeasible,
        Err(error) => failed(WrongResult::Reported { solver: NAME, reason: error.to_string() }),
    }
}

fn failed(wrong: WrongResult) -> IlpOutcome {
    IlpOutcome::Failed(wrong.into())
}

/// Runs slices until the end or until a limit is reached.
fn search(problem: &::microlp::Problem, budget: &Budget) -> Result<(SolveOutcome, Option<Stop>), Error> {
    let mut slice = SLICE;
    let mut options = SolveOptions::default();
    options.time_limit = Some(budget.remaining().map_or(slice, |left| left.min(slice)));
    let mut outcome = problem.solve_with(options)?;
    while !outcome.is_optimal() {
        if let Some(stop) = budget.reached() {
            return Ok((outcome, Some(stop)));
        }
        let nodes = outcome.stats().nodes_solved;
        let mut options = ResumeOptions::default();
        options.time_limit = Some(budget.remaining().map_or(slice, |left| left.min(slice)));
        outcome = outcome.resume_with(options)?;
        if outcome.stats().nodes_solved == nodes {
            slice *= 2;
        }
    }
    Ok((outcome, None))
}

/// Checks microlp's result in exact integers.
fn judge(program: &Program, solution: Option<Solution>, stop: Option<Stop>) -> IlpOutcome {
    match (solution, stop) {
        (Some(solution), stop) => match exact::accept(program, solution.iter().map(|(_, value)| value)) {
            None => failed(WrongResult::NoSolution(NAME)),
            Some(values) => match stop {
                Some(stop) if program.goal.is_some() => IlpOutcome::Feasible(values, stop),
                _ => IlpOutcome::Optimal(values),
            },
        },
        (None, Some(stop)) => IlpOutcome::Stopped(stop),
        (None, None) => failed(WrongResult::NoAnswer(NAME)),
    }
}

/// Builds the program for good_lp. Bounds must fit in `i32`.
fn build(program: &Program) -> MicroLpProblem {
    let mut variables = ProblemVariables::new();
    let columns: Vec<Variable> = program
        .columns
        .iter()
        .map(|column| variables.add(variable().integer().clamp(column.lower as f64, column.upper as f64)))
        .collect();
    let sum = |terms: &[(usize, i64)]| {
        let mut sum = Expression::with_capacity(terms.len());
        for &(column, coefficient) in terms {
            sum.add_mul(coefficient as f64, columns[column]);
        }
        sum
    };
    let unsolved = match &program.goal {
        None => variables.minimise(Expression::default()),
        Some(goal) => match goal.direction {
            Direction::Minimise => variables.minimise(sum(&goal.terms)),
            Direction::Maximise => variables.maximise(sum(&goal.terms)),
        },
    };
    let mut model = unsolved.using(good_lp::microlp);
    for row in &program.rows {
        let (left, right) = (sum(&row.terms), row.bound as f64);
        model.add_constraint(match row.relation {
            Relation::AtMost => constraint::leq(left, right),
            Relation::Equal => constraint::eq(left, right),
            Relation::AtLeast => constraint::geq(left, right),
        });
    }
    model
}
