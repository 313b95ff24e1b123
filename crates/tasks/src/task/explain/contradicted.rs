//! Explanations of unsatisfiable models: clues and rules that contradict each other, and possible changes.
//!
//! Clues have a place in the model; rules have none. A person can change clues only, so as many clues as possible are left out
//! first, then rules, until the set is minimal. Two clues and eleven rows and blocks are easier to correct than eight clues
//! and four rows. A change of one clue that helps belongs to every contradiction, so it suffices to try the clues of one.

use super::explainer::{Explainer, Halt, checker, finder};
use super::explanation::{Contradiction, Finding, Minimality, Suggestion};
use super::groups::{Oracle, Tested};
use super::subset::{minimal, smallest};
use crate::answer::Reason;
use crate::task::counting::CountingContradiction;
use crate::task::event::Event;
use crate::task::failure::{Disagreement, Failure, Invariant};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Constraint, Origin, OriginKind, Posted, Problem, Role};
use boardwright_puzzle::capability::explanation::Explanation;
use boardwright_puzzle::{Change, ChangeKind, Question};

/// The maximum number of groups in which contradictions are searched for if there is an argument already.
const MAX_BESIDE_ARGUMENT: usize = 20;
/// The maximum if rows add up to a contradiction: they are such a set themselves, which a search soon finds.
const MAX_BESIDE_ELIMINATION: usize = 64;

/// The maximum if there is a colouring argument: without it, a search has to try all cases that it covers.
const MAX_BESIDE_COLOURING: usize = 30;

/// Returns whether the formulation itself has found a contradiction by counting.
pub(super) fn is_counted(posted: &Posted) -> bool {
    let is_empty = matches!(&posted.constraint, Constraint::Clause(literals) if literals.is_empty());
    is_empty && posted.role == Role::Redundant
}

/// Returns the maximum number of groups in which a contradiction is searched for.
fn most_groups(eliminated: bool, summed: &[Origin]) -> usize {
    let all_clues = summed.iter().all(|origin| origin.kind == OriginKind::Clue);
    match (eliminated, summed.is_empty()) {
        (true, _) => MAX_BESIDE_ELIMINATION,
        (false, true) => MAX_BESIDE_ARGUMENT,
        (false, false) if all_clues => MAX_BESIDE_ELIMINATION,
        (false, false) => MAX_BESIDE_COLOURING,
    }
}

/// A contradiction among the groups of a problem.
pub(super) struct Searched<'a> {
    oracle: Oracle<'a>,
    /// Origins, clues first.
    kept: Vec<usize>,
}

/// Finds a contradiction, reports ever smaller ones, and checks it with another solver; `None` if there is none.
pub(super) fn search<'a>(
    problem: &'a Problem,
    want_smallest: bool,
    budget: &Budget,
    observe: &mut dyn FnMut(Vec<Origin>, Minimality),
) -> Result<Option<Searched<'a>>, Halt> {
    let mut oracle = Oracle::new(problem, finder(), budget)?;
    let origins: Vec<Origin> = oracle.groups.iter().map(|group| group.origin.clone()).collect();
    let is_clue: Vec<bool> = oracle.groups.iter().map(super::groups::Group::is_clue).collect();
    let all: Vec<usize> = (0..origins.len()).collect();
    let split = |groups: &[usize]| -> (Vec<usize>, Vec<usize>) { groups.iter().partition(|&&group| is_clue[group]) };
    let mut publish = |groups: &[usize], proved: Minimality| {
        let (clues, rules) = split(groups);
        observe(clues.iter().chain(&rules).map(|&group| origins[group].clone()).collect(), proved);
    };
    let Tested::Contradiction(core) = oracle.test(&all)? else { return Ok(None) };
    publish(&core, Minimality::Unproved);
    let (clues, _) = split(&core);
    let (_, rules) = split(&all);
    let clues = minimal(&mut oracle, &rules, clues, &mut |_| ())?;
    let together: Vec<usize> = clues.iter().chain(&rules).copied().collect();
    let Tested::Contradiction(core) = oracle.test(&together)? else {
        return Err(Failure::check(Invariant::LostContradiction).into());
    };
    publish(&core, Minimality::Unproved);
    let (_, rules) = split(&core);
    let rules = minimal(&mut oracle, &clues, rules, &mut |rules| {
        publish(&clues.iter().chain(rules).copied().collect::<Vec<_>>(), Minimality::Unproved);
    })?;
    let mut kept: Vec<usize> = clues.into_iter().chain(rules).collect();
    check(problem, &kept, budget)?;
    publish(&kept, Minimality::Minimal);
    if want_smallest {
        let fewest = smallest(&mut oracle, &[], &all, kept.clone(), budget)?;
        if fewest.len() < kept.len() {
            check(problem, &fewest, budget)?;
        }
        let (clues, rules) = split(&fewest);
        kept = clues.into_iter().chain(rules).collect();
        publish(&kept, Minimality::Smallest);
    }
    Ok(Some(Searched { oracle, kept }))
}

/// Checks these groups alone with another solver.
fn check(problem: &Problem, kept: &[usize], budget: &Budget) -> Result<(), Halt> {
    let mut other = Oracle::new(problem, checker(), budget)?;
    match other.test(kept)? {
        Tested::Contradiction(_) => Ok(()),
        Tested::Satisfiable(_) => {
            let (finder, checker) = (finder().name.to_string(), checker().name.to_string());
            Err(Failure::check(Disagreement::Contradiction { finder, checker }).into())
        }
    }
}

impl Explainer<'_> {
    /// Explains why there is no solution. `argument` is that of the solver, by elimination if `eliminated`; `counted` is a contradiction
    /// found by counting.
    pub(super) fn contradiction(
        &self,
        formulation: Option<&'static str>,
        argument: Reason,
        eliminated: bool,
        counted: Option<CountingContradiction>,
    ) -> Result<(), Halt> {
        let (sums, summed) = counted.map_or((None, Vec::new()), |counted| (Some(counted.sums), counted.origins));
        let family = self.request.loaded.instance.explanation().and_then(Explanation::argument);
        let argument = family.map(Reason::from).or(sums.map(Reason::from)).unwrap_or(argument);
        let has_argument = !argument.is_unstated();
        self.begin(argument);
        let (Some(formulation), Question::Board) = (formulation, self.request.loaded.instance.question()) else {
            return Ok(());
        };
        let by_clue = self.request.loaded.instance.constrain_by_clue(formulation, self.budget);
        let problem = by_clue.map_err(Failure::from)?.problem;
        if let Some(posted) = problem.constraints().iter().find(|posted| is_counted(posted)) {
            return self.blame(problem.origin_of(posted.origin).clone());
        }
        if !summed.is_empty() {
            // Exact sums prove that they are a contradiction, perhaps not a minimal one.
            self.update(|found| {
                found.origins.clone_from(&summed);
                found.found_by = Some("counting".into());
                found.checked_by = Some("exact sums".into());
            });
        }
        if has_argument && super::groups::groups(&problem).len() > most_groups(eliminated, &summed) {
            return Ok(());
        }
        let mut observe = |origins: Vec<Origin>, proved: Minimality| self.publish_set(origins, proved);
        let searched = search(&problem, self.request.smallest, self.budget, &mut observe)?;
        let Some(searched) = searched else {
            return Err(Failure::check(Invariant::RequiredSatisfied).into());
        };
        let removable = self.removable(searched)?;
        self.suggest(&removable)
    }

    /// Records that there is no solution, with an argument if there is one.
    fn begin(&self, argument: Reason) {
        let blank = Contradiction {
            origins: Vec::new(),
            proved: Minimality::Unproved,
            argument,
            found_by: None,
            checked_by: None,
            suggestions: Vec::new(),
            tried: 0,
            all_tried: false,
        };
        self.known.update(|known| known.finding = Finding::Contradiction(blank));
    }

    /// Records a single origin that the formulation itself found contradictory by counting, and tries changes of it.
    fn blame(&self, origin: Origin) -> Result<(), Halt> {
        let changes = self.request.loaded.instance.variations().map_or(0, |family| family.changes(&origin).len());
        self.update(|found| {
            found.origins = vec![origin.clone()];
            found.proved = Minimality::Smallest;
            found.tried = changes.min(1);
        });
        self.suggest(&[origin])
    }

    /// Records a contradiction that the search found.
    fn publish_set(&self, origins: Vec<Origin>, proved: Minimality) {
        let (minimal, smallest) = (proved != Minimality::Unproved, proved == Minimality::Smallest);
        self.emit(Event::Core { size: origins.len(), minimal, smallest });
        self.update(|found| {
            found.origins = origins;
            found.proved = proved;
            found.found_by = Some(finder().name.to_string());
            found.checked_by = minimal.then(|| checker().name.to_string());
        });
    }

    /// Returns the clues that the family can change and without which there is a solution: a change of a clue only helps if
    /// omitting the clue does.
    fn removable(&self, searched: Searched<'_>) -> Result<Vec<Origin>, Halt> {
        let Searched { mut oracle, kept } = searched;
        let mut removable = Vec::new();
        let Some(family) = self.request.loaded.instance.variations() else { return Ok(removable) };
        let clues: Vec<usize> = kept.into_iter().filter(|&group| oracle.groups[group].is_clue()).collect();
        for group in clues {
            let origin = &oracle.groups[group].origin;
            if family.without(&[origin]).is_none() && family.changes(origin).is_empty() {
                continue;
            }
            let others: Vec<usize> = (0..oracle.groups.len()).filter(|&other| other != group).collect();
            if let Tested::Satisfiable(_) = oracle.test(&others)? {
                removable.push(oracle.groups[group].origin.clone());
            }
            self.update(|found| found.tried += 1);
        }
        Ok(removable)
    }

    /// Tries the changes of each of these origins.
    fn suggest(&self, origins: &[Origin]) -> Result<(), Halt> {
        let family = self.request.loaded.instance.variations();
        for (origin, family) in origins.iter().filter_map(|origin| Some((origin, family?))) {
            let left_out = family.without(&[origin]).map(|without| {
                let kind = ChangeKind::Without(Box::new(origin.clone()));
                Change { kind, written: None, instance: without }
            });
            for change in left_out.into_iter().chain(family.changes(origin)) {
                let Change { kind, written, instance } = change;
                let Some(solution) = self.solution_of(instance)? else { continue };
                self.update(|found| {
                    let origin = found.origins.iter().position(|other| other == origin).unwrap_or(0);
                    found.suggestions.push(Suggestion { origin, kind, written, solution });
                });
            }
        }
        self.update(|found| found.all_tried = true);
        Ok(())
    }

    fn update(&self, change: impl FnOnce(&mut Contradiction)) {
        self.known.update(|known| {
            if let Finding::Contradiction(found) = &mut known.finding {
                change(found);
            }
        });
    }
}
