//! The interface of searches: the trait [`Search`] and the types of its results.

use crate::task::failure::{Failure, Invariant};
use crate::task::strategy::Strategy;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Assignment, Literal, OriginId, Problem};
use boardwright_solvers::backend::Effort;
use num_bigint::BigUint;

/// The next result of a search.
pub(in crate::task) enum NextAssignment {
    /// An assignment that differs from all before on the decision variables.
    Found(Assignment),
    /// There are no more assignments.
    Exhausted,
    /// A limit was reached.
    Stopped(Stop),
}

/// The result of an optimisation.
pub(in crate::task) enum Optimum {
    /// The optimum, proved.
    Proved(i64),
    /// There is no solution at all.
    Infeasible,
    /// A limit was reached; improvements found before were reported.
    Stopped(Stop),
}

/// The result of a route that counts.
pub(in crate::task) enum SearchCount {
    /// The number of assignments.
    Exactly(BigUint),
    /// A limit was reached; the number counted until then.
    AtLeast(BigUint, Stop),
}

/// Sizes, for the statistics.
pub(in crate::task) struct Size {
    pub(in crate::task) variables: usize,
    pub(in crate::task) clauses: Option<usize>,
    pub(in crate::task) rows: Option<usize>,
    /// The part of the above that bounds on the objective have added so far.
    pub(in crate::task) bounds: Added,
}

/// Added variables and clauses.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::task) struct Added {
    pub(in crate::task) variables: usize,
    pub(in crate::task) clauses: usize,
}

/// One problem at the end of a route.
pub(in crate::task) trait Search {
    /// Returns the size of the lowered problem, with the bounds on its objective so far and without clauses that exclude listed
    /// solutions.
    fn size(&self) -> Size;

    /// Returns the digest of the solver's input; see [`super::formula`]. Call it before the first question.
    fn formula(&self) -> String;

    /// Returns the strategy that finds the optimum on the SAT route.
    fn strategy(&self) -> Option<Strategy> {
        None
    }

    /// Returns the encoding of the bounds on the objective, if the search adds them to a formula.
    fn bounds(&self) -> Option<&'static str> {
        None
    }

    /// Returns the effort of the solver so far, if it reports it.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// Finds the optimum and reports improvements on the way.
    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure>;

    /// Restricts later results to assignments in which all these literals hold. Cubes that are entered one after the other are
    /// disjoint, so results of earlier cubes need not be stored.
    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure>;

    /// Counts the assignments of the decision variables, if the route can do so without visiting each; otherwise `None`. Counts in
    /// the entered cube, and optimal ones only after [`Search::optimise`]. Does not change the results of [`Search::next`].
    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        let _ = budget;
        Ok(None)
    }

    /// Returns whether a count without visiting each assignment takes more than this number of nodes, and its states rarely recur.
    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool {
        let _ = (nodes, budget);
        false
    }

    /// If there is no assignment: returns constraints, by their origins, and the multipliers with which they add up to a
    /// contradiction, if the route can determine them.
    fn contradiction(&mut self, budget: &Budget) -> Option<Vec<(OriginId, u8)>> {
        let _ = budget;
        None
    }

    /// Returns the share of the search tree that was searched, from 0 to 1, if the route can determine it.
    fn share(&self) -> Option<f64> {
        None
    }

    /// Returns a remark for people about the way the answer was found, if any.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Returns what remains to be trusted of the last count, as text, if it is a program's word.
    fn trusted(&self) -> Option<String> {
        None
    }

    /// Returns another assignment.
    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure>;
}

/// An improvement during an optimisation.
pub(in crate::task) enum Improvement<'a> {
    /// An assignment and its value; better than the last, except for the first ones of a search from below.
    Better(&'a Assignment, i64),
    /// The optimum is not better than this.
    Bound(i64),
}

/// Receives the improvements of an optimisation.
pub(in crate::task) type ObserveImprovements<'a> = dyn FnMut(Improvement<'_>) -> Result<(), Failure> + 'a;

/// Checks that an assignment satisfies the problem, as every result of a search must.
pub(in crate::task) fn checked(problem: &Problem, assignment: Assignment) -> Result<Assignment, Failure> {
    if problem.holds(&assignment) {
        return Ok(assignment);
    }
    Err(Failure::check(Invariant::Assignment))
}
