//! Constraints that keep at least one solution of each kind, from the symmetries in general.
//!
//! Where exactly one of some variables is true and the symmetries move these among themselves (the places of a piece), one
//! variable of each set of images is enough: the others are false. That takes units only, on every route. Elsewhere, and
//! for few symmetries: an assignment is not less than any of its images, read as binary numbers (J. Crawford, M. Ginsberg,
//! E. Luks, A. Roy, "Symmetry-breaking predicates for search problems", KR 1996), of which only the first variables are
//! compared: a chain of auxiliary variables says that all so far are equal.
//!
//! On 6x10 the X pentomino has 32 places; of each set of four that are images of each other one is kept.
//!
//! Whether that helps is luck: over four seeds varisat needs 0.45 times the time for a tiling of 3x20 by pentominoes, 0.94
//! times on 6x10, 1.7 times on 8x8 without its centre and 4.3 times for the draughts board. So nothing is broken unasked.

use super::{Action, Choice, choice};
use crate::constraint::{BoolVar, Constraint, IntVar, Literal, Origin, Problem, Role};

/// So many symmetries at most are broken by comparing.
pub const MAX_ELEMENTS: usize = 50;
/// So many variables are compared with their images.
const MAX_COMPARED: usize = 100;

/// How symmetries were broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// The formulation does so itself.
    Already,
    /// Of the variables of an exactly-one, so many were kept of so many.
    Kept(usize, usize),
    /// So many symmetries, each by comparing assignments with their images.
    Compared(usize),
    /// Not at all.
    Not,
}

/// Posts constraints with the role [`Role::Symmetry`]. `generators` generate the symmetries; `elements` are all of them,
/// where they are few; without it, or with a solver that takes no auxiliary variables, only units are posted. A
/// formulation that breaks symmetries itself is left alone: two ways together could drop all solutions of a kind.
pub fn break_symmetry(problem: &mut Problem, generators: &[Action], elements: Option<&[Action]>) -> Broken {
    if problem.constraints().iter().any(|posted| posted.role == Role::Symmetry) {
        return Broken::Already;
    }
    if let Some(Choice { all, firsts: kept }) = choice(problem, generators) {
        let origin = problem.origin(Origin::rule("symmetry").detail("one of each set of images"));
        for &variable in all.iter().filter(|variable| !kept.contains(variable)) {
            problem.post_symmetry(origin, Constraint::clause([!variable]));
        }
        return Broken::Kept(kept.len(), all.len());
    }
    let Some(elements) = elements.filter(|elements| elements.len() <= MAX_ELEMENTS) else { return Broken::Not };
    let order = order(problem);
    let mut compared = 0;
    for element in elements {
        compared += usize::from(compare(problem, &order, element));
    }
    if compared > 0 { Broken::Compared(compared) } else { Broken::Not }
}

/// The decisions as literals, in the order in which assignments are compared.
fn order(problem: &Problem) -> Vec<Literal> {
    let booleans = problem.booleans().iter().enumerate().filter(|(_, boolean)| boolean.decision);
    let booleans = booleans.map(|(index, _)| Literal::from(BoolVar(index as u32)));
    let integers = problem.integers().iter().enumerate().filter(|(_, integer)| integer.decision);
    let values = integers.flat_map(|(index, integer)| {
        let variable = IntVar(index as u32);
        integer.domain.clone().skip(1).map(move |value| variable.at_least(value))
    });
    booleans.chain(values).collect()
}

/// An assignment is not less than what the symmetry makes of it, as far as the first variables tell. Whether that says
/// anything.
fn compare(problem: &mut Problem, order: &[Literal], action: &Action) -> bool {
    let moved = order.iter().map(|&literal| (literal, action.literal(literal))).filter(|(own, image)| own != image);
    let moved: Vec<(Literal, Literal)> = moved.take(MAX_COMPARED).collect();
    if moved.is_empty() {
        return false;
    }
    let origin = problem.origin(Origin::rule("symmetry").detail("not less than its image"));
    let mut equal: Option<Literal> = None;
    for (index, &(own, image)) in moved.iter().enumerate() {
        let so_far = || equal.map(|equal| !equal).into_iter();
        problem.post_symmetry(origin, Constraint::clause(so_far().chain([own, !image])));
        if index + 1 == moved.len() {
            break;
        }
        let next = Literal::from(problem.auxiliary(""));
        problem.post_symmetry(origin, Constraint::clause(so_far().chain([!image, next])));
        problem.post_symmetry(origin, Constraint::clause(so_far().chain([own, next])));
        equal = Some(next);
    }
    true
}
