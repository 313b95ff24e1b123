//! One branch for each orbit: what symmetries save a search that wants every solution.
//!
//! A piece lies in exactly one of its places, and the board's symmetries permute these. The solutions with the piece in
//! one place are the images of those with it in another place of the same orbit. So it is enough to search one place of
//! each orbit; the images of what is found there are all the rest, each exactly once. Of the 32 places of the cross on
//! 6x10 eight are left.

use super::super::alike::{exactly_one, saying};
use super::super::{BoolVar, Problem, Role};
use super::Action;
use std::collections::BTreeSet;

/// A place to be searched, and what leads from it to every place of its orbit.
pub struct Branch {
    /// Of the orbit's variables the one that is searched.
    pub variable: BoolVar,
    /// One for each variable of the orbit, itself first.
    pub images: Vec<Action>,
}

/// The branches along the exactly-one of decisions that symmetries shrink most; `None` where there is none that every
/// symmetry maps to itself, or they save nothing. `elements` are all elements of a group, the identity first; those that
/// do not keep the constraints make it `None`, too. The problem must not have an objective or auxiliary variables.
pub fn branches(problem: &Problem, elements: &[Action]) -> Option<Vec<Branch>> {
    let decisions = problem.booleans().iter().all(|boolean| boolean.decision) && problem.integers().is_empty();
    if elements.len() < 2 || problem.objective().is_some() || !decisions {
        return None;
    }
    let as_it_is = saying(problem, &|literal| literal);
    let keeps =
        |action: &Action| action.is_permutation() && saying(problem, &|literal| action.literal(literal)) == as_it_is;
    if !elements.iter().all(keeps) {
        return None;
    }
    let required = problem.constraints().iter().filter(|posted| posted.role == Role::Required);
    let image = |action: &Action, variable: BoolVar| action.booleans[variable.0 as usize];
    let mut best: Option<(Vec<BoolVar>, Vec<BoolVar>)> = None;
    for choice in required.filter_map(|posted| exactly_one(&posted.constraint)) {
        let members: BTreeSet<BoolVar> = choice.iter().copied().collect();
        let invariant = elements.iter().all(|action| choice.iter().all(|&one| members.contains(&image(action, one))));
        if !invariant {
            continue;
        }
        let first = |one: &BoolVar| elements.iter().all(|action| image(action, *one) >= *one);
        let firsts: Vec<BoolVar> = choice.iter().copied().filter(first).collect();
        // The largest saving, then the fewest branches.
        let better = best.as_ref().is_none_or(|(all, saved)| {
            let (new, old) = (firsts.len() * all.len(), saved.len() * choice.len());
            new < old || new == old && firsts.len() < saved.len()
        });
        if better && firsts.len() < choice.len() {
            best = Some((choice, firsts));
        }
    }
    let branch = |&variable: &BoolVar| {
        let mut met = BTreeSet::new();
        let images = elements.iter().filter(|action| met.insert(image(action, variable))).cloned().collect();
        Branch { variable, images }
    };
    best.map(|(_, firsts)| firsts.iter().map(branch).collect())
}
