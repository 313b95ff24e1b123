//! Makes a puzzle of a model that a setter wrote: its rules stay, and of what it prints as few clues as are needed.
//!
//! Where the model has several solutions, one is chosen and values of it are given ([`super::fill`]); then clues are left out
//! ([`super::reduce`]). It is the text of the model that changes, in the places of what is printed and nowhere else.

use super::clauses::finder;
use super::fill::{Filled, fill};
use super::reduce::{Reduced, Reduction, units};
use super::{Refused, Solvers};
use crate::backend::{BACKENDS, Route};
use crate::board::Cell;
use crate::budget::{Budget, Stop};
use crate::diagnostic::nearest;
use crate::puzzle::printed::{Clue, Edit, Switched, edited};
use crate::puzzle::{self, Loaded};
use crate::random::Random;
use crate::solution::Solution;
use crate::source::Source;
use crate::task::{Failure, TICK};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// After a limit was met, a solver that does not react is abandoned after so long, and the check of what is known by then
/// has as long again: together they stay within half a second.
const PATIENCE: Duration = Duration::from_millis(200);

/// What is to be made of a model.
#[derive(Debug, Clone, Default)]
pub struct Template {
    /// Pictures, lists and layers of which nothing is left out.
    pub keep: Vec<String>,
    /// Whether clues of pictures are left out in pairs that a half turn exchanges.
    pub symmetric: bool,
    /// Another puzzle for every number.
    pub seed: u64,
}

/// A puzzle made of a model.
#[derive(Debug)]
pub struct Setting {
    /// The text of the model.
    pub text: String,
    /// Values that were given because the model had several solutions.
    pub filled: usize,
    /// Clues that are left, of those that might have been left out.
    pub left: usize,
    /// See `left`.
    pub of: usize,
    /// The limit that was met before every clue had been tried.
    pub stopped: Option<Stop>,
    /// The solver that found its solution to be the only one at the end, apart from that which helped to make it.
    pub checked_by: &'static str,
}

/// A model on its way: its text and what that says.
pub(super) struct Draft {
    source: Source,
    pub(super) loaded: Loaded,
    pub(super) clues: Vec<Clue>,
}

impl Draft {
    /// Reads a text.
    pub(super) fn read(text: &str, budget: &Budget) -> Result<Draft, Refused> {
        let source = Source::new("the draft", text);
        let loaded = puzzle::load(&source, budget).map_err(|error| Refused::unread(&source, error))?;
        let printed = loaded.instance.printed(&loaded.model, &source.text).unwrap_or_default();
        Ok(Draft { source, loaded, clues: printed.clues })
    }

    pub(super) fn text(&self) -> &str {
        &self.source.text
    }

    pub(super) fn switched(&self, budget: &Budget) -> Result<Option<Switched>, Refused> {
        self.loaded.instance.switched(&self.clues, budget).map_err(Refused::Stopped)
    }
}

/// Makes a puzzle with one solution of a model; the same for the same model, template and seed. When a limit is met, it is
/// the best that is known by then to have one solution.
///
/// # Errors
/// When nothing can be made of the model, or a limit was met before anything was known to have one solution.
pub fn of_model(source: &Source, loaded: &Loaded, template: &Template, budget: &Budget) -> Result<Setting, Refused> {
    let Some(printed) = loaded.instance.printed(&loaded.model, &source.text) else {
        return Err(Refused::Wish(format!(
            "--from takes models of the family grid, and this is one of {0}; `boardwright generate FAMILY` makes puzzles of \
             lights-out, dissection and knightdoku from nothing",
            loaded.puzzle.name()
        )));
    };
    if let Some(name) = template.keep.iter().find(|name| !printed.parts.contains(name)) {
        let near = nearest(name, printed.parts.iter().map(String::as_str));
        let meant = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        let parts = printed.parts.join(", ");
        let there = if parts.is_empty() { "it prints nothing".to_string() } else { format!("there is {parts}") };
        return Err(Refused::Wish(format!("--keep {name}: the model prints nothing of that name{meant}; {there}")));
    }
    let best = Best::default();
    let job = Job {
        text: edited(&source.text, &printed.rewritten),
        template: template.clone(),
        budget: budget.clone(),
        best: best.clone(),
    };
    let stopped = match watched(move || job.run(), budget) {
        Ok(()) => None,
        Err(Refused::Stopped(stop)) => Some(stop),
        Err(other) => return Err(other),
    };
    // What is known has one solution, and the check of that is not to fall to the limit that was met.
    let (budget, nothing) = match stopped {
        None => (budget.clone(), Stop::GaveUp),
        Some(stop) => (Budget::within(PATIENCE), stop),
    };
    let Some(known) = best.take() else { return Err(Refused::Stopped(nothing)) };
    match (known.checked(&budget), stopped) {
        (Ok((text, checked_by)), _) => {
            let Reduced { left, of, .. } = known.reduced;
            Ok(Setting { text, filled: known.filled, left, of, stopped, checked_by })
        }
        (Err(Refused::Stopped(_)), Some(stop)) => Err(Refused::Stopped(stop)),
        (Err(refused), _) => Err(refused),
    }
}

/// Does the work on another thread, so that a limit holds even where a solver does not react.
fn watched(work: impl FnOnce() -> Result<(), Refused> + Send + 'static, budget: &Budget) -> Result<(), Refused> {
    let lost = |words: String| Refused::Failed(Failure::Lost(words));
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new()
        .name("generate".into())
        .spawn(move || {
            // Nobody listens any more when a limit was met first.
            let _ = sender.send(work());
        })
        .map_err(|error| lost(format!("no thread to solve on: {error}")))?;
    let mut met: Option<(Stop, Instant)> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(ended) => return ended,
            Err(RecvTimeoutError::Disconnected) => return Err(lost("the thread ended without an answer".into())),
            Err(RecvTimeoutError::Timeout) => {
                budget.measure();
                met = met.or_else(|| budget.reached().map(|stop| (stop, Instant::now())));
            }
        }
        if let Some((stop, since)) = met
            && since.elapsed() >= PATIENCE
        {
            return Err(Refused::Stopped(stop));
        }
    }
}

/// The best draft so far: it has one solution.
#[derive(Debug, Clone)]
struct Known {
    reduced: Reduced,
    solution: Solution,
    filled: usize,
    finder: &'static str,
}

/// Shared with the thread that watches the limits.
#[derive(Debug, Clone, Default)]
struct Best(Arc<Mutex<Option<Known>>>);

impl Best {
    fn take(&self) -> Option<Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn tell(&self, known: Known) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}

/// A puzzle on its way.
struct Job {
    text: String,
    template: Template,
    budget: Budget,
    best: Best,
}

impl Job {
    fn run(&self) -> Result<(), Refused> {
        let Template { keep, symmetric, seed } = &self.template;
        let mut random = Random(*seed);
        let mut draft = Draft::read(&self.text, &self.budget)?;
        let solvers = Solvers { budget: &self.budget, refused: None, backend: None };
        let report = solvers.report(&self.text, 2, false)?;
        let is_kept = |clue: &Clue| keep.contains(&clue.part);
        let mut given: Vec<Cell> = Vec::new();
        let solution = match &report.solutions[..] {
            [] => {
                return Err(Refused::Wish(
                    "the model has no solution, so no puzzle can be made of it; `boardwright explain` says why"
                        .to_string(),
                ));
            }
            [_, _, ..] => {
                let Filled { values, solution } = fill(&draft, report.optimum, *symmetric, &mut random, &self.budget)?;
                let edits = draft.loaded.instance.giving(&draft.loaded.model, draft.text(), &values);
                draft = Draft::read(&edited(draft.text(), &edits), &self.budget)?;
                given = values.into_iter().map(|(at, _)| at).collect();
                solution
            }
            [_] if draft.clues.iter().all(is_kept) => {
                let others = if keep.is_empty() { "" } else { " besides what --keep protects" };
                return Err(Refused::Wish(format!(
                    "the model has one solution and prints nothing that could be left out{others}: clues are values in \
                     `given`, marks of pictures whose marks are not regions and not compared with each other, and entries of lists"
                )));
            }
            [solution] => solution.clone(),
        };
        // What was given just now may be left out again, whatever is kept.
        let is_given = |clue: &Clue| clue.part == "grid" && clue.at.is_some_and(|at| given.contains(&at));
        let is_protected = |clue: &Clue| is_kept(clue) && !is_given(clue);
        let open = units(&draft.clues, &is_protected, *symmetric, &mut random);
        let finder = draft.switched(&self.budget)?.map_or("", |switched| &finder(&switched.problem).name);
        let known = solution.clone();
        let mut tell = |reduced: Reduced| {
            self.best.tell(Known { reduced, solution: solution.clone(), filled: given.len(), finder });
        };
        Reduction { known: &known, budget: &self.budget, tell: &mut tell }.reduce(draft, open)
    }
}

impl Known {
    /// The text with what is to be expected of it, and the solver that says so: another one than that which helped.
    fn checked(&self, budget: &Budget) -> Result<(String, &'static str), Refused> {
        let other = BACKENDS.iter().find(|backend| backend.route() == Route::Sat && backend.name != self.finder);
        let other: &'static str = other.map_or("batsat", |backend| &backend.name);
        let draft = Draft::read(&self.reduced.text, budget)?;
        let solvers = Solvers { budget, refused: None, backend: Some(other) };
        let report = solvers.report(draft.text(), 2, false)?;
        let is_one = report.solutions.len() == 1 && report.solutions[0].candidate() == self.solution.candidate();
        if !is_one {
            let words = format!("{other} finds that what was made has not the one solution that it was to have");
            return Err(Refused::Failed(Failure::Check(words)));
        }
        Ok((expecting(&draft, report.optimum), other))
    }
}

/// The text of a draft with one solution, which expects that, if it expects anything.
fn expecting(draft: &Draft, optimum: Option<i64>) -> String {
    let Some(expect) = &draft.loaded.model.expect else { return draft.text().to_string() };
    let answer = if optimum.is_some() { "optimal" } else { "satisfiable" };
    let edits = expect.places.iter().filter_map(|&(key, span)| {
        let (is_so, value) = match key {
            "count" => (expect.count == Some(1), "1".to_string()),
            "distinct" => (expect.distinct == Some(1), "1".to_string()),
            "optimum" => (expect.optimum == optimum, optimum?.to_string()),
            _ => (expect.answer.as_deref() == Some(answer), format!("\"{answer}\"")),
        };
        (!is_so).then(|| Edit::new(span, value))
    });
    edited(draft.text(), &edits.collect::<Vec<_>>())
}
