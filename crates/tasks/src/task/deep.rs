//! Superfluous rules: which rules, parts of rules and clues follow from the others, and which values no board has.
//!
//! A set of rules is *sufficient* if every board that obeys it obeys all rules. A board that obeys some rules and breaks others
//! shows that a sufficient set has one of those it breaks, so a smallest sufficient set is a smallest set that hits all of these:
//! it is found as a smallest contradiction is (`explain`), with boards in place of corrections. Start with [`run`].

use super::diff::oracle::{Asked, Oracle};
use super::diff::unstated;
use super::explain::{Halt, hitting};
use super::failure::{Failure, Invariant};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::{BuiltIn, Instance, RuleId};
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Literal, Origin, OriginKind, Problem, Roles};
use boardwright_puzzle::Loaded;
use boardwright_puzzle::capability::stances::{BoardNames, BrokenRule, Stance, Stances};
use std::collections::BTreeMap;

/// What is a rule of its own in the search for superfluous ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// Each `[[rule]]`; clues are asked about one by one.
    Rules,
    /// Each set of a rule.
    Sets,
}

/// What is known about the rules of a model.
#[derive(Debug, Clone, Default)]
pub struct Deep {
    /// Whether there is a board; `None` if that is open.
    pub has_board: Option<bool>,
    /// Rules that follow from the others, all together: the others are a smallest sufficient set.
    pub superfluous: Vec<Origin>,
    /// The number of the others.
    pub needed: usize,
    /// Clues of which each follows from everything else.
    pub clues: Vec<Origin>,
    /// Layers and values that no board has.
    pub unused: Vec<(String, String)>,
    /// The rules that do not state what breaks them, which count as needed.
    pub unstated: Vec<Origin>,
    /// The limit that left questions open.
    pub open: Option<Stop>,
}

/// Examines the rules of a model; `None` if its family does not state what breaks a rule.
///
/// # Errors
/// If a check fails.
pub fn run(loaded: &Loaded, grain: Grain, budget: &Budget) -> Result<Option<Deep>, Failure> {
    let Some(stances) = loaded.instance.stances() else { return Ok(None) };
    let mut deep = Deep::default();
    match examine(stances, grain, &mut deep, budget) {
        Ok(()) => {}
        Err(Halt::Stopped(stop)) => deep.open = Some(stop),
        Err(Halt::Failed(failure)) => return Err(failure),
    }
    Ok(Some(deep))
}

/// Parts of rules that hold or break together.
struct Group {
    origin: Origin,
    /// Whether it states what breaks it.
    is_stated: bool,
}

/// The questions about the groups of a model.
struct Rules<'a> {
    stances: &'a dyn Stances,
    groups: Vec<Group>,
    /// By rule and part: the group.
    group_of: BTreeMap<(RuleId, Instance), usize>,
    unstated: Vec<Origin>,
    budget: &'a Budget,
}

fn examine(stances: &dyn Stances, grain: Grain, deep: &mut Deep, budget: &Budget) -> Result<(), Halt> {
    let rules = Rules::new(stances, grain, budget)?;
    deep.unstated = rules.unstated.clone();
    deep.has_board = Some(rules.values(deep)?);
    if deep.has_board == Some(false) {
        return Ok(());
    }
    let clues: Vec<usize> = (0..rules.groups.len()).filter(|&group| rules.is_clue(group)).collect();
    if grain == Grain::Rules {
        for &clue in &clues {
            let others: Vec<usize> = (0..rules.groups.len()).filter(|&group| group != clue).collect();
            if rules.groups[clue].is_stated && rules.breaking(&others)?.is_none() {
                deep.clues.push(rules.groups[clue].origin.clone());
            }
        }
    }
    let always: Vec<usize> = (0..rules.groups.len())
        .filter(|&group| !rules.groups[group].is_stated || (grain == Grain::Rules && clues.contains(&group)))
        .collect();
    let kept = rules.sufficient(&always)?;
    let is_kept = |group: &usize| kept.contains(group);
    let superfluous = (0..rules.groups.len()).filter(|group| !is_kept(group));
    deep.superfluous = superfluous.map(|group| rules.groups[group].origin.clone()).collect();
    deep.needed = kept.len() - if grain == Grain::Rules { clues.len() } else { 0 };
    Ok(())
}

impl<'a> Rules<'a> {
    fn new(stances: &'a dyn Stances, grain: Grain, budget: &'a Budget) -> Result<Rules<'a>, Halt> {
        let taken = stances.taking(&|_| Stance::Breaks, Draft::new(budget)).map_err(Halt::Stopped)?;
        let unstated = unstated(&taken.parts);
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of = BTreeMap::new();
        let mut by_key: BTreeMap<(RuleId, Option<Instance>), usize> = BTreeMap::new();
        for part in taken.parts {
            let (rule, instance) = (part.origin.rule, part.origin.instance.clone());
            let is_own = grain == Grain::Sets || part.origin.kind == OriginKind::Clue;
            let group = *by_key.entry((rule, is_own.then(|| instance.clone()))).or_insert_with(|| {
                let origin = if is_own { part.origin.clone() } else { part.origin.clone().part(Instance::Whole) };
                groups.push(Group { origin, is_stated: true });
                groups.len() - 1
            });
            groups[group].is_stated &= part.broken.is_some();
            group_of.insert((rule, instance), group);
        }
        Ok(Rules { stances, groups, group_of, unstated, budget })
    }

    fn is_clue(&self, group: usize) -> bool {
        self.groups[group].origin.kind == OriginKind::Clue
    }

    fn group(&self, origin: &Origin) -> Option<usize> {
        self.group_of.get(&(origin.rule, origin.instance.clone())).copied()
    }

    /// Returns whether there is a board, and notes the values that none has.
    fn values(&self, deep: &mut Deep) -> Result<bool, Halt> {
        let taken = self.stances.taking(&|_| Stance::Holds, Draft::new(self.budget)).map_err(Halt::Stopped)?;
        let mut problem = Problem::clone(&taken.problem);
        let BoardNames { layers, .. } = self.stances.names();
        let rule = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
        let mut asked: Vec<(String, String, Literal)> = Vec::new();
        for (layer, cells) in layers.iter().zip(&taken.decisions.layers) {
            for (index, value) in layer.values.iter().enumerate().filter(|_| layer.values.len() > 1) {
                let somewhere: Literal = problem.auxiliary("").into();
                let cells = cells.iter().filter_map(|literals| literals.get(index).copied());
                problem.post(rule, Constraint::implies(somewhere, cells.collect::<Vec<_>>()));
                asked.push((layer.name.clone(), value.clone(), somewhere));
            }
        }
        let mut oracle = Oracle::new(&problem, Roles::REQUIRED, self.budget).map_err(Halt::from)?;
        if answered(oracle.ask(&[])?)?.is_none() {
            return Ok(false);
        }
        for (layer, value, somewhere) in asked {
            if answered(oracle.ask(&[somewhere])?)?.is_none() {
                deep.unused.push((layer, value));
            }
        }
        Ok(true)
    }

    /// Returns the groups that a board breaks which obeys these; `None` if there is none.
    fn breaking(&self, kept: &[usize]) -> Result<Option<Vec<usize>>, Halt> {
        let mut is_kept = vec![false; self.groups.len()];
        kept.iter().for_each(|&group| is_kept[group] = true);
        let stance = |origin: &Origin| match self.group(origin) {
            Some(group) if !is_kept[group] => Stance::Breaks,
            _ => Stance::Holds,
        };
        let taken = self.stances.taking(&stance, Draft::new(self.budget)).map_err(Halt::Stopped)?;
        let mut problem = Problem::clone(&taken.problem);
        let broken = taken.parts.iter().flat_map(|part| part.broken.iter().flatten());
        let broken: Vec<Literal> = broken.copied().collect();
        let origin = problem.origin(Origin::named(0, "broken"));
        problem.post(origin, Constraint::clause(broken));
        let mut oracle = Oracle::new(&problem, Roles::REQUIRED, self.budget).map_err(Halt::from)?;
        let Some(assignment) = answered(oracle.ask(&[])?)? else { return Ok(None) };
        let board = taken.decisions.board(&assignment);
        let broken = self.stances.broken(&board).map_err(|_| Halt::Failed(Failure::check(Invariant::Assignment)))?;
        let group = |part: &BrokenRule| self.group_of.get(&(part.rule, part.instance.clone())).copied();
        let mut groups: Vec<usize> = broken.iter().filter_map(group).collect();
        groups.sort_unstable();
        groups.dedup();
        if groups.is_empty() || groups.iter().any(|&group| is_kept[group]) {
            return Err(Halt::Failed(Failure::check(Invariant::Assignment)));
        }
        Ok(Some(groups))
    }

    /// Returns a smallest set of groups with these that implies all groups.
    fn sufficient(&self, always: &[usize]) -> Result<Vec<usize>, Halt> {
        let mut broken_together: Vec<Vec<usize>> = Vec::new();
        loop {
            let kept = [always, &hitting(&broken_together, self.budget)?].concat();
            let Some(mut broken) = self.breaking(&kept)? else { return Ok(kept) };
            // Fewer broken groups say more: as many of them as possible are made to hold.
            let mut at = 0;
            while broken.len() > 1 && at < broken.len() {
                let tried = broken[at];
                let others = (0..self.groups.len()).filter(|group| *group == tried || !broken.contains(group));
                match self.breaking(&others.collect::<Vec<_>>())? {
                    Some(fewer) => broken = fewer,
                    None => at += 1,
                }
            }
            broken_together.push(broken);
        }
    }
}

fn answered(asked: Asked) -> Result<Option<Assignment>, Halt> {
    match asked {
        Asked::Found(assignment) => Ok(Some(assignment)),
        Asked::Nothing => Ok(None),
        Asked::Stopped(stop) => Err(Halt::Stopped(stop)),
    }
}
