//! One branch for each orbit: symmetries shorten a search for all solutions.
//!
//! A piece lies in exactly one of its placements, and the board's symmetries permute these. The solutions with one placement are
//! the images of the solutions with another placement of the same orbit. It is therefore enough to search one placement of each
//! orbit; the images of the solutions found there are all other solutions, each exactly once. Of the 32 placements of the X
//! pentomino on 6x10, 8 are searched.

use super::super::equality::sorted_required;
use super::super::{BoolVar, Problem};
use super::{Action, choice};
use std::collections::BTreeSet;

/// A branch: a variable to search, and symmetries that map it to every variable of its orbit.
pub struct Branch {
    /// The variable of the orbit that is searched.
    pub variable: BoolVar,
    /// One symmetry for each variable of the orbit, the identity first.
    pub images: Vec<Action>,
}

/// Returns the branches on the exactly-one constraint that the symmetries reduce most, or `None` if there is no such
/// constraint closed under all symmetries, if there is nothing to save, or if an element does not preserve the
/// constraints. `elements` are all elements of a group, the identity first. Returns `None` for problems with an
/// objective or auxiliary variables.
pub fn branches(problem: &Problem, elements: &[Action]) -> Option<Vec<Branch>> {
    let decisions = problem.booleans().iter().all(|boolean| boolean.decision) && problem.integers().is_empty();
    if elements.len() < 2 || problem.objective().is_some() || !decisions {
        return None;
    }
    let original = sorted_required(problem, &|literal| literal);
    let keeps = |action: &Action| {
        action.is_permutation() && sorted_required(problem, &|literal| action.literal(literal)) == original
    };
    if !elements.iter().all(keeps) {
        return None;
    }
    let image = |action: &Action, variable: BoolVar| action.booleans[variable.0 as usize];
    let branch = |&variable: &BoolVar| {
        let mut met = BTreeSet::new();
        let images = elements.iter().filter(|action| met.insert(image(action, variable))).cloned().collect();
        Branch { variable, images }
    };
    choice(problem, elements).map(|choice| choice.representatives.iter().map(branch).collect())
}
