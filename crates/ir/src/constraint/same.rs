//! Equality of values: whether two lists of literals, such as the values of two cells, agree.
//!
//! One constraint stands for three clauses a place, so that a board of many values stays small until it is lowered.
//! Imports nothing but literals. Start with [`Same`].
//!
//! ```
//! use boardwright_ir::constraint::{Assignment, Constraint, Origin, Problem, Same};
//! // Two cells with the values 1 and 2: `equal` says whether their values are the same.
//! let mut problem = Problem::new();
//! let equal = problem.boolean("equal");
//! let lists = [["a=1", "a=2"], ["b=1", "b=2"]].map(|names| names.map(|name| problem.boolean(name).into()).into());
//! let rule = problem.origin(Origin::named(0, "meaning"));
//! problem.post(rule, Constraint::Same(Same { equal: equal.into(), lists }));
//! let holds = |booleans: [bool; 5]| problem.holds(&Assignment { booleans: booleans.to_vec(), integers: vec![] });
//! assert!(holds([true, false, true, false, true]) && holds([false, true, false, false, true]));
//! assert!(!holds([false, false, true, false, true]) && !holds([true, true, false, false, true]));
//! ```

use super::{Assignment, Literal};
use std::sync::Arc;

/// If `equal` is true, the lists agree at every place; otherwise no place has two true literals.
///
/// Where exactly one literal of each list is true, `equal` is true exactly if it is at the same place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Same {
    /// Whether the lists agree.
    pub equal: Literal,
    /// Two lists of the same length.
    pub lists: [Arc<[Literal]>; 2],
}

impl Same {
    /// Returns the literals at each place.
    pub fn places(&self) -> impl Iterator<Item = [Literal; 2]> {
        self.lists[0].iter().zip(self.lists[1].iter()).map(|(&one, &other)| [one, other])
    }

    /// Returns the clauses that state the constraint.
    pub fn clauses(&self) -> impl Iterator<Item = [Literal; 3]> {
        let equal = self.equal;
        self.places()
            .flat_map(move |[one, other]| [[!equal, !one, other], [!equal, one, !other], [!one, !other, equal]])
    }

    /// Returns whether the assignment satisfies the constraint.
    pub(super) fn holds(&self, assignment: &Assignment) -> bool {
        self.clauses().all(|clause| clause.iter().any(|&literal| assignment.satisfies(literal)))
    }

    /// Visits every literal.
    pub(super) fn each_literal(&self, mut visit: impl FnMut(&Literal)) {
        visit(&self.equal);
        self.lists.iter().flat_map(|list| list.iter()).for_each(visit);
    }

    /// Replaces every literal.
    pub(super) fn rename(&mut self, mut replace: impl FnMut(&mut Literal)) {
        replace(&mut self.equal);
        for list in &mut self.lists {
            Arc::make_mut(list).iter_mut().for_each(&mut replace);
        }
    }
}
