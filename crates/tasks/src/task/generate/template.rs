//! Makes a puzzle from a setter's model: the rules stay, and only needed clues are kept.
//!
//! If the model has several solutions, one is chosen and values of it are given ([`super::fill`]); then clues are left out
//! ([`super::reduce`]). The text of the model changes only in the printed parts. At the end another solver checks the
//! resulting text and the rules of the original model.

use super::clauses::Clauses;
use super::draft::Draft;
use super::goal::Goals;
use super::reduce::Reduced;
use super::{GRACE_AFTER_LIMIT, GenerateError, Solvers};
use crate::task::failure::{Disagreement, Invariant};
use boardwright_base::budget::{Budget, Stop};
use boardwright_puzzle::Registry;
use boardwright_puzzle::capability::printed_clues::{Edit, Switch, edited};
use boardwright_puzzle::solution::Solution;
use boardwright_solvers::backend::{self, BACKENDS, Backend, Route};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The settings.
#[derive(Debug, Clone, Default)]
pub struct Template {
    /// Pictures, lists and layers whose clues are all kept.
    pub keep: Vec<String>,
    /// Pictures and lists whose clues are computed from a random solution; `grid` allows given values besides.
    pub fill: Vec<String>,
    /// The sizes of computed rooms.
    pub sizes: Option<RangeInclusive<usize>>,
    /// The number of computed rooms.
    pub rooms: Option<usize>,
    /// Whether computed numbers are replaced by question marks where that is enough.
    pub weaken: bool,
    /// The goals.
    pub goals: Goals,
    /// Whether clues of pictures are left out in pairs that a half turn exchanges.
    pub symmetric: bool,
    /// The random seed.
    pub seed: u64,
}

/// A puzzle made from a model.
#[derive(Debug)]
pub struct Setting {
    /// The text of the model.
    pub text: String,
    /// Given values, which were added because the model had several solutions.
    pub filled: usize,
    /// Remaining clues, of those that might have been left out.
    pub left: usize,
    /// See `left`.
    pub of: usize,
    /// Numbers that were replaced by question marks.
    pub weakened: usize,
    /// Whether no clue can be left out; false if a goal asks for more clues.
    pub is_last: bool,
    /// The grade and the score, if a difficulty was wanted.
    pub difficulty: Option<(&'static str, u64)>,
    /// The goals that are not met.
    pub missed: Vec<String>,
    /// The puzzles that were made without meeting the goals.
    pub attempts: usize,
    /// Whether every clue was tried.
    pub is_finished: bool,
    /// The limit that was met.
    pub stopped: Option<Stop>,
    /// The solver that found the solution to be the only one in the final check, different from the one that helped; `None` if a
    /// limit left no time for it.
    pub checked_by: Option<&'static str>,
}

/// Returns the result from the best draft, at the end or at a limit. `check` checks a draft within a limit and then has the
/// given patience.
fn settled(so_far: SoFar, stopped: Option<Stop>, budget: &Budget, check: &Check<'_>) -> Result<Setting, GenerateError> {
    let SoFar { unique, progress, attempts } = so_far;
    let Some(unique) = unique else {
        return Err(GenerateError::Stopped { stop: stopped.unwrap_or(Stop::GaveUp), progress });
    };
    // The limit does not end the check of the best draft.
    let (limit, patience) = match stopped {
        None => (budget.clone(), GRACE_AFTER_LIMIT),
        Some(_) => (Budget::within(GRACE_AFTER_LIMIT), Duration::ZERO),
    };
    let (checked_by, unchecked) = match check(unique.clone(), limit, patience) {
        Ok(solver) => (Some(solver), None),
        Err(GenerateError::Stopped { stop, .. }) => (None, Some(stop)),
        Err(refused) => return Err(refused),
    };
    let UniqueDraft { reduced: Reduced { text, left, of, weakened, .. }, filled, is_last, difficulty, missed, .. } =
        unique;
    let (is_finished, stopped) = (stopped.is_none(), stopped.or(unchecked));
    Ok(Setting {
        text,
        filled,
        left,
        of,
        weakened,
        is_last,
        difficulty,
        missed,
        attempts,
        is_finished,
        stopped,
        checked_by,
    })
}

/// Checks a draft within a budget, and is abandoned this long after a limit; returns the solver used.
pub(in crate::task) type Check<'a> = dyn Fn(UniqueDraft, Budget, Duration) -> Result<&'static str, GenerateError> + 'a;

/// The best draft so far: it has one solution.
#[derive(Debug, Clone)]
pub(in crate::task) struct UniqueDraft {
    pub(super) registry: Registry,
    pub(super) reduced: Reduced,
    pub(super) solution: Solution,
    pub(super) filled: usize,
    pub(super) finder: &'static str,
    /// The text of the model before clues were left out.
    pub(super) original: Arc<str>,
    /// Whether no clue can be left out of it.
    pub(super) is_last: bool,
    /// Its grade and score, if a difficulty is wanted.
    pub(super) difficulty: Option<(&'static str, u64)>,
    /// The goals that it does not meet.
    pub(super) missed: Vec<String>,
}

impl UniqueDraft {
    /// Returns another draft of the same reduction.
    pub(super) fn with(&self, reduced: Reduced) -> UniqueDraft {
        // Weaker clues are not those of the original.
        let original = if reduced.weakened > 0 { reduced.text.as_str().into() } else { self.original.clone() };
        UniqueDraft { reduced, original, ..self.clone() }
    }
}

/// The state so far.
#[derive(Debug, Clone, Default)]
struct SoFar {
    unique: Option<UniqueDraft>,
    /// The progress as text, while no draft is known to have one solution.
    progress: String,
    /// The puzzles that were made and did not meet the goals.
    attempts: usize,
}

/// The best draft so far, shared with the watcher of the limits.
#[derive(Debug, Clone, Default)]
pub(in crate::task) struct SharedDraft(Arc<Mutex<SoFar>>);

impl SharedDraft {
    fn so_far(&self) -> SoFar {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the number of puzzles that did not meet the goals.
    pub(super) fn attempts(&self, attempts: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).attempts = attempts;
    }

    pub(super) fn set(&self, unique: UniqueDraft) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).unique = Some(unique);
    }

    pub(super) fn progress(&self, words: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).progress = words;
    }

    /// Returns the puzzle at the end of the work.
    pub(in crate::task) fn settled(
        &self,
        ended: Result<(), GenerateError>,
        budget: &Budget,
        check: &Check<'_>,
    ) -> Result<Setting, GenerateError> {
        let stopped = match ended {
            Ok(()) => None,
            Err(GenerateError::Stopped { stop, .. }) => Some(stop),
            Err(other) => return Err(other),
        };
        settled(self.so_far(), stopped, budget, check)
    }
}

impl UniqueDraft {
    /// Checks that the text has exactly the one solution, also under the rules of the original. Returns the solver that found it,
    /// which is not the one that helped.
    pub(in crate::task) fn checked(&self, budget: &Budget) -> Result<&'static str, GenerateError> {
        let other = BACKENDS.iter().find(|backend| backend.route() == Route::Sat && backend.name != self.finder);
        let other: &'static Backend = other.unwrap_or_else(|| backend::incremental());
        let report = Solvers::new(self.registry, budget, Some(&other.name)).report(&self.reduced.text, 2, false)?;
        if !matches!(&report.solutions[..], [one] if one.candidate() == self.solution.candidate()) {
            let checker = other.name.to_string();
            return Err(GenerateError::check(Disagreement::OtherSolution { checker }));
        }
        self.check_the_original(other, budget)?;
        Ok(&other.name)
    }

    /// Checks that the solution is the only one under the rules of the original with the omitted clues switched off, except for
    /// those that only the text can omit.
    fn check_the_original(&self, other: &Backend, budget: &Budget) -> Result<(), GenerateError> {
        let gone = &self.reduced.gone;
        let mut draft = Draft::read(self.registry, &self.original, budget)?;
        if draft.loaded.instance.verify(self.solution.candidate().clone()).is_err() {
            return Err(GenerateError::check(Invariant::OriginalBroken));
        }
        let Some(mut switched) = draft.switched(budget)? else { return Ok(()) };
        let is_read = |id: &usize| gone.contains(id) && switched.switches[*id] == Switch::Unknown;
        let (read, ids): (Vec<usize>, Vec<usize>) = (0..draft.clues.len()).partition(is_read);
        if !read.is_empty() {
            let edits: Vec<Edit> = read.iter().map(|&id| draft.clues[id].without.clone()).collect();
            draft = draft.again(&edited(&self.original, &edits), budget)?;
            let without = draft.switched(budget)?.filter(|without| without.switches.len() == ids.len());
            switched = without.ok_or_else(|| GenerateError::check(Invariant::OriginalClues))?;
        }
        let switches = ids.iter().zip(&switched.switches).filter_map(|(id, switch)| match switch {
            Switch::Literal(literal) => Some(if gone.contains(id) { !*literal } else { *literal }),
            Switch::Silent | Switch::Unknown => None,
        });
        // If optimal boards are requested, they were compared when the text was solved.
        if switched.problem.objective().is_some() {
            return Ok(());
        }
        let mut clauses = Clauses::new(&switched.problem, other, budget)?;
        clauses.hold(switches);
        let found = clauses.solve(&[])?.filter(|found| (switched.decode)(found) == *self.solution.candidate());
        let found = found.ok_or_else(|| GenerateError::check(Invariant::OriginalOther))?;
        clauses.exclude(&found);
        match clauses.solve(&[])? {
            Some(_) => Err(GenerateError::check(Invariant::OriginalSeveral)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::failure::Failure;
    use boardwright_families::REGISTRY;

    const LATIN: &str = "puzzle = 'grid'\n[grid]\nvalues = '1..3'\ngiven = '''\n12.\n23.\n...\n'''\n\
                         [[rule]]\neach = ['row', 'column']\nall-different = true\n";

    /// Returns a draft without the clues of these numbers.
    fn known(original: &str, gone: &[usize]) -> UniqueDraft {
        let solver = Solvers::new(REGISTRY, &Budget::none(), None).report(LATIN, 1, false).expect("it is solved");
        let draft = Draft::read(REGISTRY, original, &Budget::none()).expect("it is a model");
        let edits: Vec<Edit> = gone.iter().map(|&clue| draft.clues[clue].without.clone()).collect();
        let reduced =
            Reduced { text: edited(original, &edits), left: 4 - gone.len(), of: 4, gone: gone.to_vec(), weakened: 0 };
        UniqueDraft {
            registry: REGISTRY,
            reduced,
            solution: solver.solutions[0].clone(),
            filled: 0,
            finder: "varisat",
            original: original.into(),
            is_last: true,
            difficulty: None,
            missed: Vec::new(),
        }
    }

    fn check(draft: UniqueDraft, limit: Budget, _: Duration) -> Result<&'static str, GenerateError> {
        draft.checked(&limit)
    }

    fn so_far(unique: UniqueDraft) -> SoFar {
        SoFar { unique: Some(unique), ..SoFar::default() }
    }

    fn failure(known: &UniqueDraft) -> String {
        match known.checked(&Budget::none()) {
            Err(GenerateError::Failed(Failure::Check(failed))) => failed.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_best_draft_is_the_result_at_a_limit() {
        let setting =
            settled(so_far(known(LATIN, &[])), Some(Stop::Interrupted), &Budget::none(), &check).expect("it is known");
        assert_eq!((setting.text.as_str(), setting.left, setting.stopped), (LATIN, 4, Some(Stop::Interrupted)));
        assert!(!setting.is_finished, "a number can be left out");
        let nothing = SoFar { progress: "not far".to_string(), ..SoFar::default() };
        match settled(nothing, Some(Stop::Time), &Budget::none(), &check) {
            Err(GenerateError::Stopped { stop: Stop::Time, progress }) => assert_eq!(progress, "not far"),
            other => panic!("{other:?}"),
        }
        // The limit is reached in the last check.
        let spent = Budget::within(Duration::ZERO);
        let setting = settled(so_far(known(LATIN, &[3])), None, &spent, &check).expect("it is known");
        assert!(setting.is_finished && setting.checked_by.is_none() && setting.stopped.is_some(), "{setting:?}");
    }

    #[test]
    fn several_solutions_under_the_original_rules_fail_the_check() {
        assert_eq!(known(LATIN, &[3]).checked(&Budget::none()).map_err(|refused| format!("{refused:?}")), Ok("batsat"));
        // Without two numbers there are several solutions.
        assert!(failure(&known(LATIN, &[2, 3])).contains("not the one solution"));
        // The text has one solution, the original with the clues that are left has several.
        let mut rules = known(LATIN, &[2, 3]);
        rules.reduced.text = LATIN.to_string();
        assert!(failure(&rules).contains("the rules of the original: "));
        // Its solution breaks a rule of the original.
        let mut other = known(LATIN, &[3]);
        other.original = format!("{LATIN}[[rule]]\nat = 'given'\nis = '3'\n").into();
        assert!(
            failure(&other).contains("the rules of the original: the solution of the generated puzzle breaks them")
        );
        let Err(refused) = settled(so_far(rules), None, &Budget::none(), &check) else { panic!("it fails") };
        assert!(matches!(refused, GenerateError::Failed(Failure::Check(_))), "exit code 4: {refused:?}");
    }
}
