//! Parts of rules that hold or break together, such as all sets of a rule, as literals of one problem.
//!
//! Each group has a literal under which it holds, and one that implies that it is broken. Assumptions choose which groups hold, so
//! what a solver learned for one question helps with the next. Start with [`group`].

use boardwright_ir::constraint::origin::{BuiltIn, Instance, RuleId};
use boardwright_ir::constraint::{Constraint, Literal, Origin, Problem};
use boardwright_puzzle::capability::stances::Part;
use std::collections::BTreeMap;

/// Parts of rules that hold or break together.
pub(in crate::task) struct Group {
    pub(in crate::task) origin: Origin,
    /// Whether it states what breaks it.
    pub(in crate::task) is_stated: bool,
    /// The literal under which it holds.
    pub(in crate::task) holds: Literal,
    /// Implies that it is broken.
    pub(in crate::task) broken: Literal,
}

/// Groups, and by rule and part: the group.
pub(in crate::task) type Grouped = (Vec<Group>, BTreeMap<(RuleId, Instance), usize>);

/// Groups parts by their rules, or alone where `is_alone` says so, and posts what the literals of the groups mean.
pub(in crate::task) fn group(problem: &mut Problem, parts: Vec<Part>, is_alone: impl Fn(&Origin) -> bool) -> Grouped {
    let rule = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
    let mut groups: Vec<Group> = Vec::new();
    let mut broken: Vec<Vec<Literal>> = Vec::new();
    let mut group_of = BTreeMap::new();
    let mut by_key: BTreeMap<(RuleId, Option<Instance>), usize> = BTreeMap::new();
    for part in parts {
        let (rule_id, instance) = (part.origin.rule, part.origin.instance.clone());
        let is_alone = is_alone(&part.origin);
        let group = *by_key.entry((rule_id, is_alone.then(|| instance.clone()))).or_insert_with(|| {
            let origin = if is_alone { part.origin.clone() } else { part.origin.clone().part(Instance::Whole) };
            let [holds, is_broken] = [problem.auxiliary("").into(), problem.auxiliary("").into()];
            groups.push(Group { origin, is_stated: true, holds, broken: is_broken });
            broken.push(Vec::new());
            groups.len() - 1
        });
        groups[group].is_stated &= part.broken.is_some();
        broken[group].extend(part.broken.into_iter().flatten());
        if let Some(holds) = part.holds {
            problem.post(rule, Constraint::implies(groups[group].holds, [holds]));
        }
        group_of.insert((rule_id, instance), group);
    }
    for (group, broken) in groups.iter().zip(broken) {
        problem.post(rule, Constraint::implies(group.broken, broken));
        problem.post(rule, Constraint::clause([!group.broken, !group.holds]));
    }
    (groups, group_of)
}
