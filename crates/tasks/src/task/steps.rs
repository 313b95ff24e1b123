//! The way to a solution as steps that a person can follow: what follows, from which clues and rules.
//!
//! A *fact* is a decision on which all solutions agree: the value of a cell, a value that a cell does not have, a line. A *step*
//! has a reason, which is a set of clues and instances of rules, and the facts that follow from it together with the facts
//! known so far. Its size is the number of clues and instances of rules; known facts have weight 0, since they are on the
//! board. [`run`] always takes a smallest reason, as far as its work limit allows, and states a proved lower bound.
//!
//! - `fact`: the facts of a board. `formula`: the clauses by group, and parts of them. `prover`: incremental solvers.
//! - `step`: the types. `start`: formulation, optimum and formulas of a model. `work`: the state. `chain`: the loop over the steps. `single`: reasons of size 1. `smallest`: larger ones, by implicit hitting sets. `hitting`: the search for these.
//! - `argument` and `distribution`: why facts follow, for a sentence. `grade`: the difficulty. `position`: a board typed by hand.
//! - `better`: why no board is better than the optimum. `moves`: the moves of a plan, which has no such facts.
//!
//! May import `explain::groups` and what tasks import. Start with [`run`].

mod argument;
mod better;
mod bits;
mod chain;
mod distribution;
mod fact;
mod formula;
pub mod grade;
mod hitting;
pub mod moves;
mod position;
mod prover;
mod single;
mod smallest;
mod start;
mod step;
#[cfg(test)]
mod tests;
mod work;

pub use self::fact::{Fact, Subject, ValueAt};
pub use self::position::{BadPosition, Entered, Entry, entries, entry, typed};
pub use self::step::{Argument, Better, CALLS, Fit, Part, Step, Steps, StepsRequest};

use self::work::Work;
use super::explain::Halt;
use super::failure::Failure;
use crate::answer::Answer;
use crate::answer::Reason;
use boardwright_base::budget::Budget;
use boardwright_puzzle::capability::cells::Cells;

/// Returns the steps of a model, on the calling thread; at a limit, those so far. Every step is verified by another solver.
///
/// # Errors
/// If the model has no steps (plans), a formulation does not apply, or an internal check fails.
pub fn run(request: &StepsRequest, budget: &Budget) -> Result<Steps, Failure> {
    observed(request, budget, &mut |_, _| ())
}

/// [`run`]; after each step, `known` gets the number of facts that are known, and of all facts.
///
/// # Errors
/// As [`run`].
pub fn observed(
    request: &StepsRequest,
    budget: &Budget,
    known: &mut dyn FnMut(usize, usize),
) -> Result<Steps, Failure> {
    let mut steps = Steps {
        answer: Answer::Unknown,
        unique: None,
        optimum: None,
        solution: None,
        facts: Vec::new(),
        sheet: request.loaded.instance.cells().map(Cells::sheet).unwrap_or_default(),
        given: Vec::new(),
        steps: Vec::new(),
        wrong: Vec::new(),
        reason: Reason::Unstated,
        stopped: false,
        better: None,
        formulation: "",
        calls: 0,
    };
    let mut ended = Work::start(request, budget, &mut steps)
        .and_then(|work| work.map_or(Ok(()), |work| chain::run(work, &mut steps, known)));
    if ended.is_ok() {
        ended = better::contradiction(request, &steps, budget).map(|found| steps.better = found);
    }
    match ended {
        Ok(()) => Ok(steps),
        Err(Halt::Stopped(stop)) => Ok(Steps { stopped: true, reason: stop.describe().into(), ..steps }),
        Err(Halt::Failed(failure)) => Err(failure),
    }
}
