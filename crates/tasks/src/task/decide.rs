//! What decides a question: is there a solution, is there a second one, which value is the best.
//!
//! Commands ask here, except comparisons, which measure one way. A question has a way by default ([`Setup`]), and other ways that
//! sometimes know sooner: a solver beside the family's method, the engine for lists beside the one for a single board, sums that
//! contradict each other. They begin when the first way has ended without an answer, or, with threads, when it has used half of
//! the time, so that what one of them knows in a time is known in twice that time. Requests up to symmetry and parts of a
//! request have none. Without a limit they never change the answer of the first way. Start with [`run`].

#[cfg(feature = "threads")]
mod beside;
mod other_ways;

use self::other_ways::{try_sums, try_way};
use super::event::{Observer, ignore};
use super::facts::{Facts, SharedFacts};
use super::failure::{Failure, Lost};
use super::request::{Ask, Request};
use super::runner;
use super::setup::Setup;
use crate::answer::{Reason, Report};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::fixed;
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::explanation::Explanation;

/// Works on a request to its answer or to a limit, on the calling thread. Every solution is verified.
///
/// # Errors
/// If the formulation or an encoding does not apply, an internal check fails, the request breaks symmetries and wants more than
/// one solution, or the observer fails.
pub fn run(request: &Request, budget: &Budget, observe: &mut Observer<'_>) -> Result<Report, Failure> {
    request.check()?;
    answer(request, budget, &SharedFacts::new(Facts::of(request)), observe)
}

/// [`run`] for a checked request, with facts with which another thread may end the run.
pub(super) fn answer(
    request: &Request,
    budget: &Budget,
    facts: &SharedFacts,
    observe: &mut Observer<'_>,
) -> Result<Report, Failure> {
    #[cfg(feature = "threads")]
    let _beside = beside::Beside::start(request, budget, facts);
    let conclusion = match argument(request, budget) {
        Some(reason) => runner::concluded(request, reason, observe)?,
        None => runner::work(request, budget, facts, observe)?,
    };
    if conclusion.is_open() && !conclusion.stopped && !facts.of(Facts::has_solution) {
        afterwards(request, budget, facts);
    }
    // Nobody waits for the answer of a run that was cut short.
    facts.conclude(conclusion).ok_or_else(|| Failure::Lost(Lost::CutShort))
}

/// Asks a question with the way by default, and with the other ways where it leaves the answer open.
///
/// # Errors
/// As [`super::run`].
pub fn decide(loaded: &Loaded, setup: &Setup, ask: Ask, budget: &Budget) -> Result<Report, Failure> {
    run(&Request::new(loaded, setup, ask).with_other_ways(), budget, &mut ignore)
}

/// Returns why the question has no solution, where that takes no search: the family's argument, or sums that contradict each other.
fn argument(request: &Request, budget: &Budget) -> Option<Reason> {
    match &request.setup {
        Setup::Solver { solver, .. } if solver.automatic && request.work.leaf.is_none() => {
            let of_family = request.loaded.instance.explanation().and_then(Explanation::argument);
            // Solvers of clauses cannot count the lines of a graph.
            of_family.map(Reason::from).or_else(|| {
                other_ways::sums(request, |problem| problem.has_graphs() && fixed::are_likely(problem), budget)
                    .map(Reason::from)
            })
        }
        // A method gives the family's argument itself.
        Setup::Solver { .. } | Setup::Method(_) => None,
    }
}

/// Tries the other ways one after the other, after the first one has ended without an answer.
fn afterwards(request: &Request, budget: &Budget, facts: &SharedFacts) {
    if request.others.is_empty() {
        return;
    }
    try_sums(request, budget, facts);
    for way in &request.others {
        if facts.knows() || budget.reached().is_some() {
            return;
        }
        try_way(request, way, budget, facts);
    }
}
