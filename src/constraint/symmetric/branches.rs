//! One branch for each orbit: what symmetries save a search that wants every solution.
//!
//! A piece lies in exactly one of its places, and the board's symmetries permute these. The solutions with the piece in
//! one place are the images of those with it in another place of the same orbit. So it is enough to search one place of
//! each orbit; the images of what is found there are all the rest, each exactly once. Of the 32 places of the cross on
//! 6x10 eight are left.

use super::super::alike::saying;
use super::super::{BoolVar, Problem};
use super::{Action, choice};
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
    let image = |action: &Action, variable: BoolVar| action.booleans[variable.0 as usize];
    let branch = |&variable: &BoolVar| {
        let mut met = BTreeSet::new();
        let images = elements.iter().filter(|action| met.insert(image(action, variable))).cloned().collect();
        Branch { variable, images }
    };
    choice(problem, elements).map(|choice| choice.firsts.iter().map(branch).collect())
}
