//! The questions about the rules of a model, all asked of one incremental solver.
//!
//! Rules are divided into *groups*, such as all of a rule or one of its sets; `grouped` has their literals. Imports the oracle and
//! the sums.
//! Start with [`Rules::new`].

use super::sums::Sums;
use crate::task::diff::oracle::{Asked, Oracle};
use crate::task::explain::Halt;
use crate::task::failure::{Failure, Invariant};
use crate::task::grouped::{Group, group};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::{BuiltIn, Instance, RuleId};
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Literal, Origin, OriginKind, Problem, Roles};
use boardwright_puzzle::Decisions;
use boardwright_puzzle::capability::stances::{BoardNames, BrokenRule, Stance, Stances, Taken};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is a rule of its own in the search for superfluous ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// Each `[[rule]]`; clues are asked about one by one.
    Rules,
    /// Each set of a rule.
    Sets,
}

/// The constraints of rules that hold or are broken, for [`Rules`].
pub(super) struct Stated<'a> {
    stances: &'a dyn Stances,
    problem: Problem,
    decisions: Arc<Decisions>,
    groups: Vec<Group>,
    /// By rule and part: the group.
    group_of: BTreeMap<(RuleId, Instance), usize>,
    /// Implies that a group is broken.
    some_broken: Literal,
    /// Layers and values, and a literal that implies that a cell has the value.
    somewhere: Vec<(String, String, Literal)>,
    /// The constraints when all parts hold.
    plain: Arc<Problem>,
}

/// The answer to whether groups imply the others.
pub(super) enum Answer {
    /// A board obeys them and breaks these groups.
    Breaks(Vec<usize>),
    /// These, which are some of them, imply all groups.
    Implied(Vec<usize>),
    /// More decisions are needed than were allowed.
    GaveUp,
}

/// A solver for questions about groups.
pub(super) struct Rules<'a> {
    stated: &'a Stated<'a>,
    oracle: Oracle<'a>,
    /// Sets of groups that imply all others, as flags.
    sufficient: Vec<Vec<bool>>,
    sums: Sums,
    budget: &'a Budget,
}

impl<'a> Stated<'a> {
    /// Posts the constraints of all groups.
    pub(super) fn new(stances: &'a dyn Stances, grain: Grain, budget: &Budget) -> Result<Stated<'a>, Stop> {
        let Taken { problem, decisions, parts } = stances.taking(&|_| Stance::Either, Draft::new(budget))?;
        let mut problem = Arc::unwrap_or_clone(problem);
        let rule = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
        let is_alone = |origin: &Origin| grain == Grain::Sets || origin.kind == OriginKind::Clue;
        let (groups, group_of) = group(&mut problem, parts, is_alone);
        let some_broken: Literal = problem.auxiliary("").into();
        let all: Vec<Literal> = groups.iter().map(|group| group.broken).collect();
        problem.post(rule, Constraint::implies(some_broken, all));
        let mut somewhere: Vec<(String, String, Literal)> = Vec::new();
        let BoardNames { layers, .. } = stances.names();
        for (layer, cells) in layers.iter().zip(&decisions.layers) {
            for (index, value) in layer.values.iter().enumerate().filter(|_| layer.values.len() > 1) {
                let there: Literal = problem.auxiliary("").into();
                let cells = cells.iter().filter_map(|literals| literals.get(index).copied());
                problem.post(rule, Constraint::implies(there, cells.collect::<Vec<_>>()));
                somewhere.push((layer.name.clone(), value.clone(), there));
            }
        }
        let plain = stances.taking(&|_| Stance::Holds, Draft::new(budget))?.problem;
        Ok(Stated { stances, problem, decisions, groups, group_of, some_broken, somewhere, plain })
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the layers and values that a board may have.
    pub(super) fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.somewhere.iter().map(|(layer, value, _)| (&**layer, &**value))
    }
}

impl<'a> Rules<'a> {
    pub(super) fn new(stated: &'a Stated<'a>, budget: &'a Budget) -> Result<Rules<'a>, Halt> {
        // Boards that break few groups say most.
        let preferred: Vec<Literal> = stated.groups.iter().map(|group| group.holds).collect();
        let oracle = Oracle::preferring(&stated.problem, Roles::REQUIRED, &preferred, budget).map_err(Halt::from)?;
        let sums = Sums::new(&stated.plain, &stated.group_of, stated.groups.len());
        Ok(Rules { stated, oracle, sufficient: Vec::new(), sums, budget })
    }

    /// Returns whether a board obeys all groups and has this value, if one is given.
    pub(super) fn has_board(&mut self, value: Option<usize>, most: Option<u64>) -> Result<Option<bool>, Halt> {
        let mut assumed: Vec<Literal> = self.stated.groups.iter().map(|group| group.holds).collect();
        assumed.extend(value.map(|value| self.stated.somewhere[value].2));
        Ok(self.asked(most, &assumed)?.map(|asked| asked.is_ok()))
    }

    /// Returns some of these groups that contradict each other; `None` if a board obeys them.
    pub(super) fn contradiction(&mut self, among: &[usize]) -> Result<Option<Vec<usize>>, Halt> {
        let assumed: Vec<Literal> = among.iter().map(|&group| self.stated.groups[group].holds).collect();
        Ok(match self.asked(None, &assumed)? {
            Some(Err(core)) => Some(self.groups_in(&core, among)),
            _ => None,
        })
    }

    /// Answers whether a board obeys these groups and breaks others, with at most `most` decisions, if they are limited.
    pub(super) fn breaking(&mut self, kept: &[usize], most: Option<u64>) -> Result<Answer, Halt> {
        let mut is_kept = vec![false; self.stated.groups.len()];
        kept.iter().for_each(|&group| is_kept[group] = true);
        let is_within = |known: &&Vec<bool>| known.iter().zip(&is_kept).all(|(&known, &kept)| kept || !known);
        if let Some(known) = self.sufficient.iter().find(is_within) {
            return Ok(Answer::Implied((0..known.len()).filter(|&group| known[group]).collect()));
        }
        // What follows by adding up sums holds in every board that is asked for.
        let implied = self.sums.implied(kept, self.budget).map_err(Halt::Stopped)?;
        let mut follows: Vec<usize> = (0..implied.len()).filter(|&group| implied[group].is_some()).collect();
        let of_sums = implied.into_iter().flatten().flatten();
        follows.extend(kept);
        if follows.len() == is_kept.len() {
            self.sufficient.push(is_kept);
            return Ok(Answer::Implied(kept.to_vec()));
        }
        let holds = follows.iter().map(|&group| self.stated.groups[group].holds);
        let assumed: Vec<Literal> = holds.chain([self.stated.some_broken]).collect();
        let board = match self.asked(most, &assumed)? {
            None => return Ok(Answer::GaveUp),
            Some(Err(core)) => {
                let mut known = vec![false; self.stated.groups.len()];
                of_sums.chain(self.groups_in(&core, kept)).for_each(|group| known[group] = true);
                let core = (0..known.len()).filter(|&group| known[group]).collect();
                self.sufficient.push(known);
                return Ok(Answer::Implied(core));
            }
            Some(Ok(assignment)) => self.stated.decisions.board(&assignment),
        };
        let wrong = || Halt::Failed(Failure::check(Invariant::Assignment));
        let broken = self.stated.stances.broken(&board).map_err(|_| wrong())?;
        let group = |part: &BrokenRule| self.stated.group_of.get(&(part.rule, part.instance.clone())).copied();
        let mut groups: Vec<usize> = broken.iter().filter_map(group).collect();
        groups.sort_unstable();
        groups.dedup();
        if groups.is_empty() || groups.iter().any(|&group| is_kept[group]) {
            return Err(wrong());
        }
        Ok(Answer::Breaks(groups))
    }

    fn groups_in(&self, core: &[Literal], among: &[usize]) -> Vec<usize> {
        let is_in = |group: &usize| core.contains(&self.stated.groups[*group].holds);
        among.iter().copied().filter(is_in).collect()
    }

    /// Asks for an assignment, or those of the assumptions that contradict the rules; `None` if the decisions do not suffice.
    fn asked(
        &mut self,
        most: Option<u64>,
        assumed: &[Literal],
    ) -> Result<Option<Result<Assignment, Vec<Literal>>>, Halt> {
        match self.oracle.ask_within(most, assumed)? {
            Asked::Found(assignment) => Ok(Some(Ok(assignment))),
            Asked::Nothing => Ok(Some(Err(self.oracle.core(assumed)))),
            Asked::Stopped(Stop::GaveUp) if most.is_some() => Ok(None),
            Asked::Stopped(stop) => Err(Halt::Stopped(stop)),
        }
    }
}
