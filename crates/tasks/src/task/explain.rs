//! Explanations of an answer in the terms of the puzzle: clues, rows, pieces, cells.
//!
//! - No solution: clues and rules that contradict each other ([`Contradiction`]), and possible changes.
//! - Several: where they differ, and which further clue would decide ([`Differences`]).
//! - One: how few clues force it ([`Forced`]).
//!
//! [`run`] explains a family's instance; [`contradiction`] takes a problem built by hand:
//!
//! ```
//! use boardwright_base::budget::Budget;
//! use boardwright_ir::constraint::{Constraint, Origin, Problem};
//! use boardwright_tasks::task::explain::{self, Minimality};
//!
//! let mut problem = Problem::new();
//! let (a, b) = (problem.boolean("a"), problem.boolean("b"));
//! let says = |problem: &mut Problem, what: &str, literals: &[_]| {
//!     let number = problem.origins().len();
//!     let origin = problem.origin(Origin::named(number, what));
//!     problem.post(origin, Constraint::clause(literals.iter().copied()));
//! };
//! says(&mut problem, "a or b", &[a.into(), b.into()]);
//! says(&mut problem, "b", &[b.into()]);
//! says(&mut problem, "not a", &[!a]);
//! says(&mut problem, "not b", &[!b]);
//! let (origins, proved) = explain::contradiction(&problem, true, &Budget::none())?.expect("it has no solution");
//! let rules: Vec<_> = origins.iter().map(Origin::rule_name).collect();
//! assert_eq!(rules, ["b", "not b"]);
//! assert_eq!(proved, Minimality::Smallest);
//! # Ok::<(), boardwright_tasks::task::Failure>(())
//! ```

mod contradicted;
mod different;
mod explainer;
mod explanation;
mod forced;
pub(super) mod groups;
mod subset;

pub use self::explanation::{
    Contradiction, Decider, Differences, ExplainRequest, Explanation, Finding, Forced, Minimality, Suggestion, Varying,
};

pub use boardwright_ir::constraint::sums::{Counted, NamedSum, Summed, Sums};

use self::explainer::Explainer;
pub(super) use self::explainer::{Halt, SharedExplanation};
pub(super) use self::subset::hitting;
use super::counting;
use super::event::{Event, Observer, Start};
use super::failure::{Failure, Lost};
use super::options::Options;
use super::request::Ask;
use super::setup::Setup;
use crate::answer::Reason;
use crate::answer::{Answer, Report};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Origin, Problem};
use boardwright_puzzle::capability::cells::Cells;
use boardwright_puzzle::{Formulated, Question};
use boardwright_solvers::backend::Route;

/// Explains the answer to a model, on the calling thread; at a limit, returns the results so far.
///
/// # Errors
/// If the formulation does not apply, an internal check fails, or the observer fails.
pub fn run(request: &ExplainRequest, budget: &Budget, observe: &mut Observer<'_>) -> Result<Explanation, Failure> {
    let explanation = SharedExplanation::default();
    let ended = complete(&explanation, request, budget, observe);
    explanation.so_far(ended)
}

/// Does the work on a request, and stores the results in `explanation`.
pub(super) fn complete(
    explanation: &SharedExplanation,
    request: &ExplainRequest,
    budget: &Budget,
    observe: &mut Observer<'_>,
) -> Result<(), Halt> {
    observe(Event::Start(Start::new("explain", request.loaded.puzzle.name())))?;
    let explainer = Explainer::new(request, budget, explanation, observe);
    explainer.explain()?;
    explainer.finish()
}

/// Returns the origins of required constraints that contradict each other, clues first, and the minimality of the set; `None`
/// if the problem can be satisfied. The objective and constraints that are not required are ignored.
///
/// # Errors
/// If a limit is reached before anything is known, or a check fails.
pub fn contradiction(
    problem: &Problem,
    smallest: bool,
    budget: &Budget,
) -> Result<Option<(Vec<Origin>, Minimality)>, Failure> {
    let mut found = None;
    let mut observe = |origins: Vec<Origin>, proved: Minimality| found = Some((origins, proved));
    match contradicted::search(problem, smallest, budget, &mut observe) {
        Ok(_) => Ok(found),
        Err(Halt::Stopped(_)) if found.is_some() => Ok(found),
        Err(Halt::Stopped(stop)) => Err(Failure::Lost(Lost::Part(stop))),
        Err(Halt::Failed(failure)) => Err(failure),
    }
}

impl Explainer<'_> {
    fn explain(&self) -> Result<(), Halt> {
        let instance = &*self.request.loaded.instance;
        let named = self.request.formulation.clone();
        let options = Options { formulation: named.clone(), solver: true, ..Options::default() };
        let mut setup = Setup::resolve(&self.request.loaded, &options, self.budget)?;
        if let Some(()) = self.decided_by_method(&setup)? {
            return Ok(());
        }
        if let Some(()) = self.counted(&setup)? {
            return Ok(());
        }
        let mut first = self.answer(&self.request.loaded, &setup, Ask::One)?;
        if matches!(setup, Setup::Method(_)) && first.answer == Answer::Satisfiable && !first.complete {
            // The method knows a solution, but not whether it is the only one.
            self.known.update(|known| known.answer = first.answer);
            let name = instance.formulation(Route::Sat).unwrap_or(self.request.loaded.puzzle.formulations()[0].name);
            setup = Setup::resolve(
                &self.request.loaded,
                &Options { formulation: Some(name.into()), ..Options::default() },
                self.budget,
            )?;
            first = match self.answer(&self.request.loaded, &setup, Ask::One) {
                Err(Halt::Failed(Failure::Inapplicable(reason))) => {
                    self.known.update(|known| {
                        known.answer = Answer::Satisfiable;
                        known.reason = format!("whether there is another solution is not known: {reason}").into();
                    });
                    return Ok(());
                }
                other => other?,
            };
        }
        if let Setup::Method(method) = setup
            && first.answer == Answer::Optimal
            && !first.complete
        {
            // A plan so long that a method is used for it is too long for a solver.
            self.known.update(|known| (known.answer, known.optimum) = (Answer::Optimal, first.optimum));
            let all = self.answer(&self.request.loaded, &setup, Ask::UpTo(2))?;
            if all.complete || all.solutions.len() > 1 {
                return self.told_apart(None, &all);
            }
            self.known.update(|known| {
                known.reason = format!("whether there is another solution is not known: `{method}` gives one").into();
            });
            return Ok(());
        }
        let formulation = match &setup {
            Setup::Solver { formulation, .. } => Some(*formulation),
            Setup::Method(_) => None,
        };
        self.known.update(|known| {
            // The method may know the answer already.
            if first.answer != Answer::Unknown {
                (known.answer, known.optimum) = (first.answer, first.optimum);
            }
            known.formulation = formulation;
            known.reason = first.reason.clone();
        });
        match first.answer {
            Answer::Unknown if first.stopped => Err(Halt::Stopped(self.budget.reached().unwrap_or(Stop::GaveUp))),
            Answer::Unknown => Ok(()),
            Answer::Unsatisfiable => {
                self.known.update(|known| known.reason = Reason::Unstated);
                let is_eliminated = first.route == Some(Route::Gf2.name());
                self.contradiction(formulation, first.reason, is_eliminated, None)
            }
            Answer::Satisfiable | Answer::Optimal => {
                let all = if first.complete { first } else { self.answer(&self.request.loaded, &setup, Ask::UpTo(2))? };
                self.told_apart(formulation, &all)
            }
        }
    }

    /// Asks the family's method where it answers the question sooner than the solver, which explains it. The fewest moves are
    /// explained from its answer; for a board it only gives the answer.
    fn decided_by_method(&self, setup: &Setup) -> Result<Option<()>, Halt> {
        let loaded = &self.request.loaded;
        let Setup::Solver { formulation, .. } = setup else { return Ok(None) };
        if self.request.formulation.is_some() {
            return Ok(None);
        }
        let method = Setup::resolve(loaded, &Options::default(), self.budget)?;
        if !matches!(method, Setup::Method(_)) {
            return Ok(None);
        }
        let first = self.answer(loaded, &method, Ask::One)?;
        if first.answer == Answer::Unknown {
            return match self.budget.reached() {
                Some(stop) => Err(Halt::Stopped(stop)),
                None => Ok(None),
            };
        }
        self.known.update(|known| {
            known.answer = first.answer;
            known.optimum = first.optimum;
            known.formulation = Some(formulation);
        });
        if loaded.instance.question() == Question::Board {
            return Ok(None);
        }
        if first.answer == Answer::Unsatisfiable {
            return self.contradiction(Some(formulation), first.reason, false, None).map(Some);
        }
        let all = if first.complete { first } else { self.answer(loaded, &method, Ask::UpTo(2))? };
        self.told_apart(Some(formulation), &all).map(Some)
    }

    /// Explains the answer from one or two solutions.
    fn told_apart(&self, formulation: Option<&'static str>, all: &Report) -> Result<(), Halt> {
        let horizon = match self.request.loaded.instance.question() {
            Question::Plan { .. } => all.optimum.and_then(|steps| usize::try_from(steps).ok()),
            Question::Board => None,
        };
        match (all.solutions.as_slice(), all.complete) {
            ([only], true) => self.forced(formulation, horizon, only),
            ([_, _, ..], _) => self.differences(formulation, horizon, all),
            _ => Err(Halt::Stopped(self.budget.reached().unwrap_or(Stop::GaveUp))),
        }
    }

    /// Explains that there is no solution if counting shows it, before a solver searches.
    fn counted(&self, setup: &Setup) -> Result<Option<()>, Halt> {
        let (Setup::Solver { formulation, .. }, Question::Board) = (setup, self.request.loaded.instance.question())
        else {
            return Ok(None);
        };
        let prepared = setup.formulated(&self.request.loaded, formulation, None, self.budget).map_err(Failure::from)?;
        let Formulated { problem, decisions, .. } = prepared.formulated;
        if problem.constraints().iter().any(contradicted::is_counted) {
            return Ok(None);
        }
        let sheet = self.request.loaded.instance.cells().map(Cells::sheet).unwrap_or_default();
        let board = counting::Board { problem: &problem, decisions: decisions.as_deref(), lines: &sheet.lines };
        let Some(counted) = counting::find(&board, self.budget).map_err(Halt::Stopped)? else {
            return Ok(None);
        };
        self.known.update(|known| {
            known.answer = Answer::Unsatisfiable;
            known.formulation = Some(formulation);
        });
        self.contradiction(Some(formulation), Reason::Unstated, false, Some(counted)).map(Some)
    }
}
