//! The shared state of the work on an explanation, and questions about the model and its variations.

use super::explanation::{ExplainRequest, Explanation, Finding};
use crate::answer::Reason;
use crate::answer::{Answer, Report};
use crate::task::decide::decide;
use crate::task::event::{Event, Observer};
use crate::task::failure::Failure;
use crate::task::options::Options;
use crate::task::request::Ask;
use crate::task::setup::Setup;
use boardwright_base::budget::{Budget, Stop};
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::{Formulated, Instance, Loaded};
use boardwright_sat::cnf::lower::LowerError;
use boardwright_solvers::backend::{BACKENDS, Backend, Route};
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

/// The reason why a part of the work ended early.
pub(in crate::task) enum Halt {
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

/// The explanation so far, shared with the watcher of the limits. It is valid at every moment: each part of the work changes
/// it in one step, after it has proved something.
#[derive(Clone)]
pub(in crate::task) struct SharedExplanation(Arc<Mutex<Explanation>>);

impl Default for SharedExplanation {
    fn default() -> Self {
        SharedExplanation(Arc::new(Mutex::new(Explanation {
            answer: Answer::Unknown,
            optimum: None,
            finding: Finding::Nothing,
            reason: Reason::Unstated,
            stopped: false,
            formulation: None,
        })))
    }
}

impl SharedExplanation {
    /// Returns the result of the work: the whole explanation, or the part found before a limit.
    pub(in crate::task) fn so_far(&self, ended: Result<(), Halt>) -> Result<Explanation, Failure> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match ended {
            Ok(()) => Ok(known),
            Err(Halt::Stopped(stop)) => Ok(Explanation { stopped: true, reason: stop.describe().into(), ..known }),
            Err(Halt::Failed(failure)) => Err(failure),
        }
    }

    /// The optimum, once it is known.
    pub(super) fn optimum(&self) -> Option<i64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).optimum
    }

    pub(super) fn update(&self, change: impl FnOnce(&mut Explanation)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The work on one explanation.
pub(super) struct Explainer<'a> {
    pub(super) request: &'a ExplainRequest,
    pub(super) budget: &'a Budget,
    pub(super) known: &'a SharedExplanation,
    observer: RefCell<&'a mut Observer<'a>>,
    /// The failure of the observer.
    failed: RefCell<Option<Failure>>,
}

impl<'a> Explainer<'a> {
    pub(super) fn new(
        request: &'a ExplainRequest,
        budget: &'a Budget,
        known: &'a SharedExplanation,
        observe: &'a mut Observer<'a>,
    ) -> Explainer<'a> {
        Explainer { request, budget, known, observer: RefCell::new(observe), failed: RefCell::new(None) }
    }

    /// Returns the failure of the observer, if any.
    pub(super) fn finish(self) -> Result<(), Halt> {
        self.failed.into_inner().map_or(Ok(()), |failure: Failure| Err(failure.into()))
    }

    /// Delivers an event. If the observer fails, the work goes on without it, and ends with that failure.
    pub(super) fn emit(&self, event: Event) {
        let mut failed = self.failed.borrow_mut();
        if failed.is_none() {
            *failed = (self.observer.borrow_mut())(event).err();
        }
    }
    /// Returns the answer of an ordinary request.
    pub(super) fn answer(&self, loaded: &Loaded, setup: &Setup, ask: Ask) -> Result<Report, Halt> {
        Ok(decide(loaded, setup, ask, self.budget)?)
    }

    /// Returns a solution of another puzzle of the family, verified against that puzzle, if there is one.
    pub(super) fn solution_of(&self, instance: Box<dyn Instance>) -> Result<Option<Written>, Halt> {
        let loaded = Loaded { instance: Arc::from(instance), ..self.request.loaded.clone() };
        let setup = Setup::resolve(&loaded, &Options::default(), self.budget)?;
        let report = self.answer(&loaded, &setup, Ask::One)?;
        if report.stopped {
            return Err(Halt::Stopped(self.budget.reached().unwrap_or(Stop::GaveUp)));
        }
        let found = report.solutions.into_iter().next();
        Ok(found.map(|solution| solution.written(&*loaded.instance)))
    }

    /// Returns the number of solutions of another puzzle of the family, `2` for several, by the checker.
    pub(super) fn solutions_of(&self, instance: Box<dyn Instance>) -> Result<usize, Halt> {
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

    /// Returns the problem with its objective fixed at the optimum.
    pub(super) fn formulated(&self, formulation: &str, horizon: Option<usize>) -> Result<Formulated, Halt> {
        let constrained = self.request.loaded.instance.constrain(formulation, horizon, self.budget);
        Ok(constrained.map_err(Failure::from)?)
    }
}

/// Returns the first SAT solver, which finds.
pub(super) fn finder() -> &'static Backend {
    sat_backends().next().expect("there are two SAT solvers in the registry")
}

/// Returns the second SAT solver, which checks; see [`finder`].
pub(super) fn checker() -> &'static Backend {
    sat_backends().nth(1).expect("there are two SAT solvers in the registry")
}

fn sat_backends() -> impl Iterator<Item = &'static Backend> {
    BACKENDS.iter().filter(|backend| backend.route() == Route::Sat)
}
