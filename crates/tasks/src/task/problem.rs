//! Solves a problem built by hand, without a puzzle, on any backend.
//!
//! ```
//! use boardwright_solvers::backend;
//! use boardwright_base::budget::Budget;
//! use boardwright_ir::constraint::{Constraint, Origin, Problem};
//! use boardwright_tasks::task::{Ask, Solver, problem};
//!
//! let mut pair = Problem::new();
//! let (a, b, c) = (pair.boolean("a"), pair.boolean("b"), pair.boolean("c"));
//! let rule = pair.origin(Origin::named(0, "two of three"));
//! pair.post(rule, Constraint::exactly(2, [a.into(), b.into(), c.into()]));
//! let solver = Solver::new(&backend::find("varisat").unwrap());
//! let all = problem::assignments(&pair, &solver, Ask::All, &Budget::none())?;
//! assert!(all.complete);
//! assert_eq!(all.found.len(), 3);
//! # Ok::<(), boardwright_tasks::task::Failure>(())
//! ```

use super::failure::Failure;
use super::request::Ask;
use super::search::{NextAssignment, Optimum, open};
use super::setup::Solver;
use super::shapes::Why;
use crate::answer::Answer;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Assignment, Problem, Roles};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_solvers::backend::Backend;

impl Solver {
    /// Returns a backend with default encodings and no shuffling.
    pub fn new(backend: &Backend) -> Solver {
        Solver {
            backend: backend.clone(),
            encoding: Selection::default(),
            search: None,
            seed: 0,
            automatic: false,
            why: Why::Requested,
        }
    }
}

/// The assignments found of a problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignments {
    /// The answer.
    pub answer: Answer,
    /// Assignments that satisfy the problem and differ in the decision variables; optimal ones if it has an objective.
    pub found: Vec<Assignment>,
    /// Whether it is proved that there are no others.
    pub complete: bool,
    /// The optimum, if there is an objective and it is proved.
    pub optimum: Option<i64>,
}

/// Returns the assignments of a problem: one, some, or all. Constraints marked as symmetry are used for [`Ask::One`] only.
///
/// # Errors
/// If an encoding does not apply or an internal check fails.
pub fn assignments(problem: &Problem, solver: &Solver, ask: Ask, budget: &Budget) -> Result<Assignments, Failure> {
    let listing = ask != Ask::One;
    let roles = if listing { Roles::FAITHFUL } else { Roles::ALL };
    let mut search = open(problem, solver, roles, listing, budget)?;
    let mut known = Assignments { answer: Answer::Unknown, found: Vec::new(), complete: false, optimum: None };
    let mut answer = Answer::Satisfiable;
    if problem.objective().is_some() {
        match search.optimise(budget, &mut |_| Ok(()))? {
            Optimum::Proved(value) => {
                known.optimum = Some(value);
                answer = Answer::Optimal;
            }
            Optimum::Infeasible => {
                return Ok(Assignments { answer: Answer::Unsatisfiable, complete: true, ..known });
            }
            Optimum::Stopped(_) => return Ok(known),
        }
    }
    let wanted = ask.wanted();
    while known.found.len() < wanted {
        match search.next(budget)? {
            NextAssignment::Found(assignment) => {
                known.answer = answer;
                known.found.push(assignment);
            }
            NextAssignment::Exhausted => {
                known.complete = true;
                if known.found.is_empty() {
                    known.answer = Answer::Unsatisfiable;
                }
                break;
            }
            NextAssignment::Stopped(_) => break,
        }
    }
    Ok(known)
}
