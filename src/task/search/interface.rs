//! What every search offers: the trait [`Search`] and the types of its answers.

use crate::backend::Effort;
use crate::budget::{Budget, Stop};
use crate::constraint::{Assignment, Literal, OriginId, Problem};
use crate::task::failure::Failure;
use num_bigint::BigUint;

/// The next result of a search.
pub(in crate::task) enum NextAssignment {
    /// An assignment that differs from all before on the decision variables.
    Found(Assignment),
    /// There are no more.
    Exhausted,
    /// A limit was met.
    Stopped(Stop),
}

/// What became of an optimisation.
pub(in crate::task) enum Optimum {
    /// NextAssignment and proved.
    Proved(i64),
    /// There is no solution at all.
    Infeasible,
    /// A limit was met; what was found was handed over.
    Stopped(Stop),
}

/// The result of a route that counts.
pub(in crate::task) enum SearchCount {
    /// The number of assignments.
    Exactly(BigUint),
    /// A limit was met; the number counted until then.
    AtLeast(BigUint, Stop),
}

/// Sizes, for the statistics.
pub(in crate::task) struct Size {
    pub(in crate::task) variables: usize,
    pub(in crate::task) clauses: Option<usize>,
    pub(in crate::task) rows: Option<usize>,
    /// What bounds on the objective added so far; it is part of the above.
    pub(in crate::task) bounds: Added,
}

/// Variables and clauses that were added.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::task) struct Added {
    pub(in crate::task) variables: usize,
    pub(in crate::task) clauses: usize,
}

/// One problem at the end of a route.
pub(in crate::task) trait Search {
    /// How large the lowered problem is, with the bounds on its objective so far and without clauses that exclude what
    /// was listed.
    fn size(&self) -> Size;

    /// Returns the digest of what the solver is handed before the first question, and of how bounds on the objective are
    /// made; see [`super::formula`]. It is for the time before that question.
    fn formula(&self) -> String;

    /// What the solver has done so far, when it tells.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// Finds the optimum, telling what is found on the way.
    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure>;

    /// From now on only assignments in which all these literals hold. Cubes that are entered one after the other are
    /// disjoint, so that nothing that was found before has to be remembered.
    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure>;

    /// How many assignments of the decision variables there are, where the route can tell without visiting each; `None`
    /// where it cannot. In the cube entered, and optimal ones only after [`Search::optimise`]. Leaves untouched what
    /// [`Search::next`] returns.
    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        let _ = budget;
        Ok(None)
    }

    /// When there is no assignment at all: constraints, by their origin, and how often each is added up so that 0 is
    /// something else; where the route can tell.
    fn contradiction(&mut self, budget: &Budget) -> Option<Vec<(OriginId, u8)>> {
        let _ = budget;
        None
    }

    /// Which share of the search tree was gone through, from 0 to 1, where the route can tell.
    fn share(&self) -> Option<f64> {
        None
    }

    /// What a person should know about the way the answer was found, if anything.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Another assignment.
    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure>;
}

/// What an optimisation finds on its way.
pub(in crate::task) enum Improvement<'a> {
    /// An assignment and its value; better than the last, but for the first ones of a search from below.
    Better(&'a Assignment, i64),
    /// The optimum is not better than this.
    Bound(i64),
}

/// Receives the improvements of an optimisation.
pub(in crate::task) type ObserveImprovements<'a> = dyn FnMut(Improvement<'_>) -> Result<(), Failure> + 'a;

/// Every assignment that leaves a search satisfies the problem it was made from.
pub(in crate::task) fn checked(problem: &Problem, assignment: Assignment) -> Result<Assignment, Failure> {
    if problem.holds(&assignment) {
        return Ok(assignment);
    }
    Err(Failure::Check("the solver's assignment does not satisfy the constraints it was given".into()))
}
