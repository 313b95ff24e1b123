//! Why the answer is what it is, in the puzzle's own terms: clues, rows, pieces, cells.
//!
//! - No solution: clues and rules that already contradict each other ([`Contradiction`]), and what could be changed.
//! - Several: where they differ, and which further clue would decide ([`Differences`]).
//! - One: how few clues force it ([`Forced`]).
//!
//! [`run`] drives a family's instance; [`contradiction`] takes a problem made by hand:
//!
//! ```
//! use boardwright::budget::Budget;
//! use boardwright::constraint::{Constraint, Origin, Problem};
//! use boardwright::task::explain::{self, Proved};
//!
//! let mut problem = Problem::new();
//! let (a, b) = (problem.boolean("a"), problem.boolean("b"));
//! let says = |problem: &mut Problem, what: &str, literals: &[_]| {
//!     let origin = problem.origin(Origin::rule(what.to_string()));
//!     problem.post(origin, Constraint::clause(literals.iter().copied()));
//! };
//! says(&mut problem, "a or b", &[a.into(), b.into()]);
//! says(&mut problem, "b", &[b.into()]);
//! says(&mut problem, "not a", &[!a]);
//! says(&mut problem, "not b", &[!b]);
//! let (origins, proved) = explain::contradiction(&problem, true, &Budget::none())?.expect("it has no solution");
//! let rules: Vec<&str> = origins.iter().map(|origin| origin.rule.as_ref()).collect();
//! assert_eq!((rules, proved), (vec!["b", "not b"], Proved::Smallest));
//! # Ok::<(), boardwright::task::Failure>(())
//! ```

mod contradicted;
mod counting;
mod different;
mod forced;
mod groups;
mod subset;

use super::event::{Event, Observer, Start, ignore};
use super::failure::Failure;
use super::options::Options;
use super::request::{Ask, Request};
use super::runner;
use super::setup::Setup;
use crate::answer::{Answer, Report};
use crate::backend::{BACKENDS, Backend, Route};
use crate::board::picture::Picture;
use crate::budget::{Budget, Stop};
use crate::cnf::lower::LowerError;
use crate::constraint::{Origin, Problem};
use crate::puzzle::{Formulated, Instance, Loaded, Question};
use crate::solution::Solution;
use crate::solution::notation::Written;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

/// What is known about the size of a set of which every part is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    /// Nothing: there may be less to say.
    Nothing,
    /// None of it can be left out.
    Minimal,
    /// There is no smaller one.
    Smallest,
}

/// A request for an explanation of the answer to a model.
#[derive(Clone)]
pub struct ExplainRequest {
    /// The model.
    pub loaded: Loaded,
    /// The formulation, by name; the family's choice for SAT otherwise.
    pub formulation: Option<String>,
    /// Whether to look for a smallest set instead of a minimal one.
    pub smallest: bool,
}

impl ExplainRequest {
    /// A request for a minimal set, with the formulation that the family chooses.
    pub fn new(loaded: &Loaded) -> ExplainRequest {
        ExplainRequest { loaded: loaded.clone(), formulation: None, smallest: false }
    }
}

/// Why there is no solution.
#[derive(Debug, Clone)]
pub struct Contradiction {
    /// Clues and rules that contradict each other, as the problem has them; clues first. Empty where the reason is all.
    pub origins: Vec<Origin>,
    /// What is known about the size of that set.
    pub proved: Proved,
    /// An argument in words that needs no search, where the family has one.
    pub argument: Option<String>,
    /// The solver that found the set.
    pub found_by: Option<String>,
    /// Another one, that checked it.
    pub checked_by: Option<String>,
    /// Single changes after which there is a solution.
    pub suggestions: Vec<Suggestion>,
    /// How many of the origins were tried: those that the family knows how to change.
    pub tried: usize,
    /// Whether that is every one of them.
    pub all_tried: bool,
}

/// A change of a single clue after which there is a solution.
#[derive(Debug, Clone)]
pub struct Suggestion {
    /// Which of the contradiction's origins it changes.
    pub origin: usize,
    /// In words that go before "there is a solution".
    pub words: String,
    /// A solution of the changed puzzle, verified against that, as that puzzle writes it.
    pub solution: Written,
    /// That solution, drawn.
    pub picture: Picture,
}

/// Where several solutions differ.
#[derive(Debug, Clone)]
pub struct Differences {
    /// How many solutions are known, and whether they are all there are.
    pub known: usize,
    /// See `known`.
    pub all_known: bool,
    /// What differs, and what it can be.
    pub varying: Vec<Varying>,
    /// How many features all solutions have in common.
    pub common: usize,
    /// Whether it is proved that nothing else differs.
    pub settled: bool,
    /// Two solutions, of those known the two that differ least.
    pub pair: [Solution; 2],
    /// The places in `varying` at which they differ.
    pub apart: Vec<usize>,
    /// The further clue that decides, or decides most.
    pub decider: Option<Decider>,
    /// How many clues were considered, each of which some known solution meets.
    pub considered: usize,
}

/// Something that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Varying {
    /// `r3c4`, `move 4`.
    pub name: String,
    /// Its cell, where it has one.
    pub cell: Option<crate::board::Cell>,
    /// The values it has in the known solutions, in order.
    pub values: Vec<String>,
}

/// A further clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decider {
    /// What it is about: `r3c4`.
    pub name: String,
    /// Its cell, where it has one.
    pub cell: Option<crate::board::Cell>,
    /// What it says.
    pub clue: String,
    /// So many solutions meet it.
    pub leaves: usize,
    /// Whether a model can say it; then it was tried on the changed model.
    pub is_model: bool,
}

/// What forces the only solution.
#[derive(Debug, Clone)]
pub struct Forced {
    /// The only solution.
    pub solution: Solution,
    /// Clues that force it, together with the rules.
    pub needed: Vec<Origin>,
    /// The other clues.
    pub spare: Vec<Origin>,
    /// What is known about the number of needed ones.
    pub proved: Proved,
    /// The solver that proved that the puzzle without the spare clues has no other solution.
    pub checked_by: Option<String>,
}

/// What there is to say.
#[derive(Debug, Clone)]
pub enum Finding {
    /// Nothing yet.
    Nothing,
    /// There is no solution.
    Contradiction(Contradiction),
    /// There are several.
    Differences(Box<Differences>),
    /// There is one.
    Forced(Forced),
}

/// The answer and its explanation.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// As [`Report::answer`].
    pub answer: Answer,
    /// The optimum, where there is one: then the solutions meant are the optimal ones.
    pub optimum: Option<i64>,
    /// The explanation.
    pub finding: Finding,
    /// Why it is not known, or where the explanation was cut short, in words; empty otherwise.
    pub reason: String,
    /// Whether a limit was met before everything was said.
    pub stopped: bool,
    /// The formulation whose constraints were looked at.
    pub formulation: Option<&'static str>,
}

/// Why a part of the work ended early.
pub(super) enum Halt {
    Stopped(Stop),
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        match failure {
            Failure::Stopped(stop) => Halt::Stopped(stop),
            other => Halt::Failed(other),
        }
    }
}

impl From<LowerError> for Halt {
    fn from(error: LowerError) -> Halt {
        Failure::from(error).into()
    }
}

/// Explains the answer to a model, on the calling thread; after a limit was met, with what was found until then.
///
/// # Errors
/// When the formulation does not apply, a check of our own fails, or the observer fails.
pub fn run(request: &ExplainRequest, budget: &Budget, observe: &mut Observer<'_>) -> Result<Explanation, Failure> {
    let explanation = SharedExplanation::default();
    let ended = explanation.complete(request, budget, observe);
    explanation.so_far(ended)
}

/// Origins of required constraints that contradict each other, clues first, and what is known about the size of the set;
/// `None` when the problem can be satisfied. The objective, and constraints that are not required, are left out of account.
///
/// # Errors
/// When a limit is met before anything is known, and when a check fails.
pub fn contradiction(
    problem: &Problem,
    smallest: bool,
    budget: &Budget,
) -> Result<Option<(Vec<Origin>, Proved)>, Failure> {
    let mut found = None;
    let mut observe = |origins: Vec<Origin>, proved: Proved| found = Some((origins, proved));
    match contradicted::search(problem, smallest, budget, &mut observe) {
        Ok(_) => Ok(found),
        Err(Halt::Stopped(_)) if found.is_some() => Ok(found),
        Err(Halt::Stopped(stop)) => Err(Failure::Lost(stop.describe().into())),
        Err(Halt::Failed(failure)) => Err(failure),
    }
}

/// The explanation so far, shared with whoever watches the limits. All of it holds at every moment: each part of the work
/// changes it when it has proved something, in one step.
#[derive(Clone)]
pub(super) struct SharedExplanation(Arc<Mutex<Explanation>>);

impl Default for SharedExplanation {
    fn default() -> Self {
        SharedExplanation(Arc::new(Mutex::new(Explanation {
            answer: Answer::Unknown,
            optimum: None,
            finding: Finding::Nothing,
            reason: String::new(),
            stopped: false,
            formulation: None,
        })))
    }
}

impl SharedExplanation {
    /// Does the work on a request.
    pub(super) fn complete(
        &self,
        request: &ExplainRequest,
        budget: &Budget,
        observe: &mut Observer<'_>,
    ) -> Result<(), Halt> {
        observe(Event::Start(Start::new("explain", request.loaded.puzzle.name())))?;
        let (observer, failed) = (RefCell::new(observe), RefCell::new(None));
        let explainer = Explainer { request, budget, known: self, observer, failed };
        explainer.explain()?;
        explainer.failed.into_inner().map_or(Ok(()), |failure: Failure| Err(failure.into()))
    }

    /// What is known when the work has ended: everything there is to say, or what was found when a limit was met.
    pub(super) fn so_far(&self, ended: Result<(), Halt>) -> Result<Explanation, Failure> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match ended {
            Ok(()) => Ok(known),
            Err(Halt::Stopped(stop)) => Ok(Explanation { stopped: true, reason: stop.describe().into(), ..known }),
            Err(Halt::Failed(failure)) => Err(failure),
        }
    }

    /// The optimum, once it is known.
    fn optimum(&self) -> Option<i64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).optimum
    }

    fn update(&self, change: impl FnOnce(&mut Explanation)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The work on one explanation.
struct Explainer<'a> {
    request: &'a ExplainRequest,
    budget: &'a Budget,
    known: &'a SharedExplanation,
    observer: RefCell<&'a mut Observer<'a>>,
    /// What the observer failed with.
    failed: RefCell<Option<Failure>>,
}

impl Explainer<'_> {
    /// Delivers an event. If the observer fails, the work goes on without it, and ends with that failure.
    fn emit(&self, event: Event) {
        let mut failed = self.failed.borrow_mut();
        if failed.is_none() {
            *failed = (self.observer.borrow_mut())(event).err();
        }
    }
}

/// The two SAT solvers: one finds, the other checks.
fn finder() -> &'static Backend {
    sat_backends().next().expect("there are two SAT solvers in the registry")
}

/// See [`finder`].
fn checker() -> &'static Backend {
    sat_backends().nth(1).expect("there are two SAT solvers in the registry")
}

fn sat_backends() -> impl Iterator<Item = &'static Backend> {
    BACKENDS.iter().filter(|backend| backend.route() == Route::Sat)
}

impl Explainer<'_> {
    fn explain(&self) -> Result<(), Halt> {
        let instance = &*self.request.loaded.instance;
        let named = self.request.formulation.clone();
        let options = Options { formulation: named.clone(), ..Options::default() };
        let mut setup = Setup::resolve(&self.request.loaded, &options, self.budget)?;
        if let Some(()) = self.counted(&setup)? {
            return Ok(());
        }
        let mut first = self.answer(&self.request.loaded, &setup, Ask::One)?;
        if matches!(setup, Setup::Method(_)) && first.answer == Answer::Satisfiable && !first.complete {
            // The method knows a solution, but not whether it is alone.
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
                        known.reason = format!("whether there is another solution is not known: {reason}");
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
            // A plan so long that a method is taken for it is too long for a solver.
            self.known.update(|known| {
                known.answer = Answer::Optimal;
                known.optimum = first.optimum;
                known.reason = format!("whether there is another solution is not known: `{method}` gives one");
            });
            return Ok(());
        }
        let formulation = match &setup {
            Setup::Solver { formulation, .. } => Some(*formulation),
            Setup::Method(_) => None,
        };
        self.known.update(|known| {
            known.answer = first.answer;
            known.optimum = first.optimum;
            known.formulation = formulation;
            known.reason.clone_from(&first.reason);
        });
        match first.answer {
            Answer::Unknown if first.stopped => Err(Halt::Stopped(self.budget.reached().unwrap_or(Stop::GaveUp))),
            Answer::Unknown => Ok(()),
            Answer::Unsatisfiable => {
                self.known.update(|known| known.reason.clear());
                self.contradiction(formulation, first.reason, first.route == Some(Route::Gf2.name()), None)
            }
            Answer::Satisfiable | Answer::Optimal => {
                let all = if first.complete { first } else { self.answer(&self.request.loaded, &setup, Ask::UpTo(2))? };
                let horizon = match instance.question() {
                    Question::Plan { .. } => all.optimum.and_then(|steps| usize::try_from(steps).ok()),
                    Question::Board => None,
                };
                match (all.solutions.as_slice(), all.complete) {
                    ([only], true) => self.forced(formulation, horizon, only),
                    ([_, _, ..], _) => self.differences(formulation, horizon, &all),
                    _ => Err(Halt::Stopped(self.budget.reached().unwrap_or(Stop::GaveUp))),
                }
            }
        }
    }

    /// Explains that there is no solution where counting shows it, before a solver has to find it out.
    fn counted(&self, setup: &Setup) -> Result<Option<()>, Halt> {
        let (Setup::Solver { formulation, .. }, Question::Board) = (setup, self.request.loaded.instance.question())
        else {
            return Ok(None);
        };
        let Formulated { problem, .. } = self.formulated(formulation, None)?;
        if problem.constraints().iter().any(contradicted::is_counted) {
            return Ok(None);
        }
        let Some(counted) = counting::find(&problem, self.budget)? else { return Ok(None) };
        self.known.update(|known| {
            known.answer = Answer::Unsatisfiable;
            known.formulation = Some(formulation);
        });
        self.contradiction(Some(formulation), String::new(), false, Some(counted)).map(Some)
    }

    /// The answer of the ordinary journey.
    fn answer(&self, loaded: &Loaded, setup: &Setup, ask: Ask) -> Result<Report, Halt> {
        Ok(runner::run(&Request::new(loaded, setup, ask), self.budget, &mut ignore)?)
    }

    /// A solution of another puzzle of the family, verified against that, if there is one.
    fn solution_of(&self, instance: Box<dyn Instance>) -> Result<Option<(Written, Picture)>, Halt> {
        let loaded = Loaded { instance: Arc::from(instance), ..self.request.loaded.clone() };
        let setup = Setup::resolve(&loaded, &Options::default(), self.budget)?;
        let report = self.answer(&loaded, &setup, Ask::One)?;
        if report.stopped {
            return Err(Halt::Stopped(self.budget.reached().unwrap_or(Stop::GaveUp)));
        }
        let found = report.solutions.into_iter().next();
        Ok(found.map(|solution| (solution.written(&*loaded.instance), loaded.instance.draw(&solution))))
    }

    /// How many solutions another puzzle of the family has, `2` meaning several, by the checker.
    fn solutions_of(&self, instance: Box<dyn Instance>) -> Result<usize, Halt> {
        let loaded = Loaded { instance: Arc::from(instance), ..self.request.loaded.clone() };
        let setup = Setup::resolve(
            &loaded,
            &Options { backend: Some(checker().name.to_string()), ..Options::default() },
            self.budget,
        )?;
        let report = self.answer(&loaded, &setup, Ask::UpTo(2))?;
        if report.stopped {
            return Err(Halt::Stopped(self.budget.reached().unwrap_or(Stop::GaveUp)));
        }
        Ok(report.solutions.len())
    }

    /// The problem with its objective held at the optimum.
    fn formulated(&self, formulation: &str, horizon: Option<usize>) -> Result<Formulated, Halt> {
        let constrained = self.request.loaded.instance.constrain(formulation, horizon, self.budget);
        Ok(constrained.map_err(Failure::from)?)
    }
}
