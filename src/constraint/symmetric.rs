//! What a symmetry does to the decision variables of a problem, and what follows from it: the problem of the solutions that
//! it keeps (`fixed`), and constraints that keep one solution of each kind (`breaking`).
//!
//! ```
//! use boardwright::constraint::{Constraint, Origin, Problem, symmetric::{Action, fixed}};
//! // Two of four around a table, and the table turned by a half: the opposite ones are both in or both out.
//! let mut problem = Problem::new();
//! let seats = ["a", "b", "c", "d"].map(|name| problem.boolean(name));
//! let rule = problem.origin(Origin::rule("two of four"));
//! problem.post(rule, Constraint::exactly(2, seats.map(Into::into)));
//! let mut half = Action::identity(&problem);
//! (0..4).for_each(|seat| half.take(seats[seat], seats[(seat + 2) % 4]));
//! let kept = fixed(&problem, &half, None);
//! assert_eq!(kept.problem.booleans().len(), 2);
//! // 2a + 2b = 2 has become a + b = 1.
//! assert_eq!(kept.problem.constraints()[0].constraint.to_owned(), {
//!     let [a, b] = [0, 1].map(|index| boardwright::constraint::BoolVar(index).into());
//!     Constraint::exactly(1, [a, b])
//! });
//! ```

mod breaking;
mod fixed;

pub use breaking::{Broken, MAX_ELEMENTS, break_symmetry};
pub use fixed::{Fixed, fixed};

use super::{Atom, BoolVar, IntVar, Literal, Problem};

/// What a symmetry does to the variables of one problem: the value of a variable in an assignment is the value of its image
/// in the assignment's image. Only decision variables have images; auxiliary ones follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    booleans: Vec<BoolVar>,
    integers: Vec<IntImage>,
}

/// Where an integer variable goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct IntImage {
    variable: IntVar,
    /// The image's value is the variable's own, or what makes this sum with it.
    sum: Option<i64>,
}

impl Action {
    /// Nothing moves.
    pub fn identity(problem: &Problem) -> Action {
        let integer = |index: usize| IntImage { variable: IntVar(index as u32), sum: None };
        Action {
            booleans: (0..problem.booleans().len() as u32).map(BoolVar).collect(),
            integers: (0..problem.integers().len()).map(integer).collect(),
        }
    }

    /// A Boolean variable goes to another.
    pub fn take(&mut self, from: BoolVar, to: BoolVar) {
        self.booleans[from.0 as usize] = to;
    }

    /// An integer variable goes to another.
    pub fn take_integer(&mut self, from: IntVar, to: IntVar) {
        self.integers[from.0 as usize] = IntImage { variable: to, sum: None };
    }

    /// An integer variable goes to another whose value is what is missing to that sum: counted from the other end.
    pub fn reflect(&mut self, from: IntVar, to: IntVar, sum: i64) {
        self.integers[from.0 as usize] = IntImage { variable: to, sum: Some(sum) };
    }

    /// The literal that is true in an assignment's image exactly when this one is true in the assignment.
    pub fn literal(&self, literal: Literal) -> Literal {
        let image = match literal.atom {
            Atom::Boolean(variable) => self.booleans[variable.0 as usize].into(),
            Atom::Equals(variable, value) => {
                let IntImage { variable, sum } = self.integers[variable.0 as usize];
                variable.equals(sum.map_or(value, |sum| sum - value))
            }
            Atom::AtLeast(variable, value) => {
                let IntImage { variable, sum } = self.integers[variable.0 as usize];
                match sum {
                    None => variable.at_least(value),
                    // sum - x <= sum - value
                    Some(sum) => !variable.at_least(sum - value + 1),
                }
            }
        };
        if literal.negated { !image } else { image }
    }

    /// Whether every variable is the image of one, as it has to be.
    pub fn is_permutation(&self) -> bool {
        fn once(mut images: impl Iterator<Item = u32>, count: usize) -> bool {
            let mut met = vec![false; count];
            images.all(|image| met.get_mut(image as usize).is_some_and(|met| !std::mem::replace(met, true)))
        }
        once(self.booleans.iter().map(|image| image.0), self.booleans.len())
            && once(self.integers.iter().map(|image| image.variable.0), self.integers.len())
    }
}

/// The least of every set of numbers that pairs tie together, for `0..count`.
fn leasts(count: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..count).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for (a, b) in pairs {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        parent[a.max(b)] = a.min(b);
    }
    (0..count).map(|at| root(&mut parent, at)).collect()
}
