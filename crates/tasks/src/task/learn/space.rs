//! The version space: the candidates of which some are wanted, as constraints of one incremental solver.
//!
//! The literal under which a candidate holds doubles as the statement that it is in a fitting set. An accepted board requires that
//! the candidates that it breaks are not; a rejected board requires one of them, but only under the literal `asking`, so that the same
//! solver decides what follows from what. Imports the oracle and `counts`. Start with [`Space::new`].

use super::counts;
use super::request::{Examined, Judged, examined};
use crate::task::diff::oracle::{Asked, Oracle};
use crate::task::explain::Halt;
use crate::task::failure::{Failure, Invariant};
use crate::task::grouped::{Group, group};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::{BuiltIn, RuleId};
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Literal, Origin, Problem, Roles};
use boardwright_puzzle::Decisions;
use boardwright_puzzle::capability::stances::{Stance, Stances, Taken};
use boardwright_puzzle::solution::Candidate;
use std::sync::Arc;

/// The constraints of the candidates that no example excludes.
pub(super) struct Stated<'a> {
    pub(super) stances: &'a dyn Stances,
    problem: Problem,
    pub(super) decisions: Arc<Decisions>,
    groups: Vec<Group>,
    /// By rule: its group, if it is not excluded and has a set.
    pub(super) group_of: Vec<Option<usize>>,
    /// Implies that a candidate is broken.
    some_broken: Literal,
    /// Implies that the candidates that hold fit.
    asking: Literal,
}

impl<'a> Stated<'a> {
    /// Posts the constraints of the candidates that are not excluded.
    pub(super) fn new(stances: &'a dyn Stances, excluded: &[bool], budget: &Budget) -> Result<Stated<'a>, Stop> {
        let stance = |origin: &Origin| match origin.rule {
            RuleId::Model(rule) if excluded[rule] => Stance::Open,
            _ => Stance::Either,
        };
        let Taken { problem, decisions, mut parts } = stances.taking(&stance, Draft::new(budget))?;
        parts.retain(|part| stance(&part.origin) == Stance::Either);
        let mut problem = Arc::unwrap_or_clone(problem);
        let (groups, _) = group(&mut problem, parts, |_| false);
        let mut group_of = vec![None; excluded.len()];
        for (number, group) in groups.iter().enumerate().filter(|(_, group)| group.is_stated) {
            if let RuleId::Model(rule) = group.origin.rule {
                group_of[rule] = Some(number);
            }
        }
        let [some_broken, asking] = [problem.auxiliary("").into(), problem.auxiliary("").into()];
        let meaning = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
        let all = groups.iter().filter(|group| group.is_stated).map(|group| group.broken);
        problem.post(meaning, Constraint::implies(some_broken, all.collect::<Vec<_>>()));
        counts::share(&mut problem, budget)?;
        Ok(Stated { stances, problem, decisions, groups, group_of, some_broken, asking })
    }

    fn group(&self, rule: usize) -> Option<&Group> {
        self.group_of[rule].map(|group| &self.groups[group])
    }
}

/// The answer to a search for a board.
pub(super) enum Search {
    /// A board, and the open candidates that it breaks.
    Board(Candidate, Vec<usize>),
    /// There is none; these of the candidates that were to hold, and of those that were to be broken, exclude it.
    Nothing([Vec<usize>; 2]),
    /// More decisions are needed than were allowed.
    GaveUp,
}

/// Which boards are searched for.
#[derive(Default)]
pub(super) struct Sought<'a> {
    /// The candidates that hold.
    pub(super) holds: &'a [usize],
    /// The candidates that are broken.
    pub(super) broken: &'a [usize],
    /// Cells have these values.
    pub(super) values: &'a [Literal],
    /// Whether the board is a question: a fitting set accepts it and another one rejects it.
    pub(super) is_question: bool,
    /// How long it may take.
    pub(super) effort: Effort,
}

/// How long a search may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Effort {
    /// Few decisions more than there are variables.
    Brief,
    /// Some more.
    Long,
    /// Until there is an answer, or the budget ends.
    #[default]
    Unlimited,
}

impl Effort {
    /// Returns the number of decisions, if they are limited.
    fn decisions(self, problem: &Problem) -> Option<u64> {
        let variables = problem.booleans().len() as u64;
        match self {
            Effort::Brief => Some(variables / 4 + 2_000),
            Effort::Long => Some(4 * variables + 20_000),
            Effort::Unlimited => None,
        }
    }
}

/// The candidates that may be wanted, and a solver.
pub(super) struct Space<'a> {
    pub(super) stated: &'a Stated<'a>,
    oracle: Oracle<'a>,
    /// By rule: how likely it is wanted.
    pub(super) likelihoods: &'a [f64],
    /// By rule: whether it may be wanted.
    is_open: Vec<bool>,
    /// By rejected board: the candidates that it breaks.
    rejected: Vec<Vec<usize>>,
    /// Candidates that imply another one.
    implications: Vec<(Vec<usize>, usize)>,
}

impl<'a> Space<'a> {
    pub(super) fn new(
        stated: &'a Stated<'a>,
        likelihoods: &'a [f64],
        known: &[Examined],
        budget: &'a Budget,
    ) -> Result<Space<'a>, Halt> {
        let preferred: Vec<Literal> = stated.groups.iter().map(|group| group.holds).collect();
        let oracle = Oracle::preferring(&stated.problem, Roles::REQUIRED, &preferred, budget).map_err(Halt::from)?;
        let is_open = stated.group_of.iter().map(Option::is_some).collect();
        let mut space = Space { stated, oracle, likelihoods, is_open, rejected: Vec::new(), implications: Vec::new() };
        known.iter().for_each(|one| space.judge(one));
        Ok(space)
    }

    /// Takes an accepted or rejected board into account.
    pub(super) fn judge(&mut self, one: &Examined) {
        let open: Vec<usize> = one.breaks.iter().copied().filter(|&rule| self.is_open[rule]).collect();
        let asking = self.stated.asking;
        if !one.judged.is_accepted {
            let holds = open.iter().filter_map(|&rule| self.stated.group(rule)).map(|group| group.holds);
            self.oracle.require([!asking].into_iter().chain(holds));
            self.rejected.push(open);
            return;
        }
        for rule in open {
            self.is_open[rule] = false;
            self.rejected.iter_mut().for_each(|broken| broken.retain(|&other| other != rule));
            let Some(group) = self.stated.group(rule) else { continue };
            self.oracle.require([!group.holds]);
            self.oracle.require([!group.broken]);
        }
    }

    /// Returns whether a candidate may be wanted.
    pub(super) fn is_open(&self, rule: usize) -> bool {
        self.is_open[rule]
    }

    /// Returns the candidates that may be wanted.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.is_open.len()).filter(|&rule| self.is_open[rule])
    }

    /// Returns whether a rejected board shows that a candidate is wanted.
    pub(super) fn is_certain(&self, rule: usize) -> bool {
        self.rejected.contains(&vec![rule])
    }

    /// Returns the candidates that each rejected board breaks: one of them is wanted.
    pub(super) fn rejected(&self) -> &[Vec<usize>] {
        &self.rejected
    }

    /// Returns these candidates and those that are known to follow from them, as flags.
    fn closure(&self, set: &[usize]) -> Vec<bool> {
        let mut closure = vec![false; self.is_open.len()];
        set.iter().for_each(|&rule| closure[rule] = true);
        loop {
            let follows =
                |(from, rule): &&(Vec<usize>, usize)| !closure[*rule] && from.iter().all(|&rule| closure[rule]);
            match self.implications.iter().find(follows) {
                Some(&(_, rule)) => closure[rule] = true,
                None => return closure,
            }
        }
    }

    /// Searches for a board that obeys some candidates and breaks one of others. What follows is noted: it makes later searches easy.
    pub(super) fn breaking(&mut self, set: &[usize], others: &[usize], effort: Effort) -> Result<Search, Halt> {
        let closure = self.closure(set);
        if others.iter().all(|&rule| closure[rule]) {
            return Ok(Search::Nothing([Vec::new(), Vec::new()]));
        }
        let mut gave_up = false;
        for &rule in others {
            let closure = self.closure(set);
            if closure[rule] {
                continue;
            }
            let holds: Vec<usize> = (0..closure.len()).filter(|&rule| closure[rule]).collect();
            match self.search(&Sought { holds: &holds, broken: &[rule], effort, ..Sought::default() })? {
                Search::Nothing([core, _]) => self.imply(core, rule),
                Search::GaveUp => gave_up = true,
                found => return Ok(found),
            }
        }
        Ok(if gave_up { Search::GaveUp } else { Search::Nothing([Vec::new(), Vec::new()]) })
    }

    /// Notes that candidates imply another one, which then holds for the solver where they do.
    fn imply(&mut self, from: Vec<usize>, rule: usize) {
        let unless = |rule: &usize| self.stated.group(*rule).map(|group| !group.holds);
        let holds = self.stated.group(rule).map(|group| group.holds);
        let clause: Vec<Literal> = from.iter().filter_map(unless).chain(holds).collect();
        self.oracle.require(clause);
        self.implications.push((from, rule));
    }

    /// Searches for a board.
    pub(super) fn search(&mut self, sought: &Sought<'_>) -> Result<Search, Halt> {
        let stated = self.stated;
        let group = |&rule: &usize| stated.group(rule);
        let mut assumed: Vec<Literal> = sought.values.to_vec();
        if sought.is_question {
            assumed.extend([stated.asking, stated.some_broken]);
        }
        assumed.extend(sought.holds.iter().filter_map(group).map(|group| group.holds));
        assumed.extend(sought.broken.iter().filter_map(group).map(|group| group.broken));
        let most = sought.effort.decisions(&stated.problem);
        match self.oracle.ask_within(most, &assumed)? {
            Asked::Found(assignment) => self.board(sought, &assignment),
            Asked::Nothing => {
                let core = self.oracle.core(&assumed);
                let is_in = |literal: &dyn Fn(&Group) -> Literal, rule: &usize| {
                    stated.group(*rule).is_some_and(|group| core.contains(&literal(group)))
                };
                let holds = sought.holds.iter().copied().filter(|rule| is_in(&|group| group.holds, rule)).collect();
                let broken = sought.broken.iter().copied().filter(|rule| is_in(&|group| group.broken, rule)).collect();
                Ok(Search::Nothing([holds, broken]))
            }
            Asked::Stopped(Stop::GaveUp) if most.is_some() => Ok(Search::GaveUp),
            Asked::Stopped(stop) => Err(Halt::Stopped(stop)),
        }
    }

    /// Returns a board after the verifier has confirmed what it obeys and breaks.
    fn board(&self, sought: &Sought<'_>, assignment: &Assignment) -> Result<Search, Halt> {
        let board = self.stated.decisions.board(assignment);
        let judged = Judged { board, is_accepted: true, is_answer: false };
        let Examined { judged, mut breaks } = examined(self.stated.stances, judged).map_err(|_| wrong())?;
        let is_as_sought = !sought.holds.iter().any(|rule| breaks.contains(rule))
            && sought.broken.iter().all(|rule| breaks.contains(rule));
        breaks.retain(|&rule| self.is_open[rule]);
        if !is_as_sought || sought.is_question && breaks.is_empty() {
            return Err(wrong());
        }
        Ok(Search::Board(judged.board, breaks))
    }
}

/// The error of a board that the verifier judges otherwise than the constraints.
pub(super) fn wrong() -> Halt {
    Halt::Failed(Failure::check(Invariant::Assignment))
}
