//! Problems under construction, which poll a budget while constraints are posted.
//!
//! Formulations post constraints in nested loops. Instead of returning an error from each of them, a draft that has reached a
//! limit drops further constraints; [`Draft::finish`] then reports the limit instead of returning a problem.

use super::dominance::Dominance;
use super::watch::Watch;
use super::{
    BoolVar, Constraint, Direction, IntVar, Interchange, Literal, Origin, OriginId, Posted, Problem, Role, Term,
};
use boardwright_base::budget::{Budget, Stop};
use std::ops::{Deref, RangeInclusive};

/// A problem under construction. What was posted can be read; see [`Problem`] for what each method adds.
#[derive(Debug)]
pub struct Draft {
    problem: Problem,
    watch: Watch,
}

impl Draft {
    /// Returns an empty draft.
    pub fn new(budget: &Budget) -> Draft {
        Draft { problem: Problem::new(), watch: Watch::new(budget) }
    }

    /// Polls the budget at once; for long loops that post few constraints.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&mut self) -> Result<(), Stop> {
        self.watch.check()
    }

    /// Returns the problem.
    ///
    /// # Errors
    /// The limit that was reached, after which constraints were dropped.
    pub fn finish(self) -> Result<Problem, Stop> {
        self.watch.finish().map(|()| self.problem)
    }

    /// Adds a Boolean decision variable.
    pub fn boolean(&mut self, name: impl Into<String>) -> BoolVar {
        self.problem.boolean(name)
    }

    /// Adds a Boolean auxiliary variable.
    pub fn auxiliary(&mut self, name: impl Into<String>) -> BoolVar {
        self.problem.auxiliary(name)
    }

    /// Adds an integer decision variable.
    ///
    /// # Panics
    /// If the domain is empty.
    pub fn integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> IntVar {
        self.problem.integer(name, domain)
    }

    /// Adds an integer auxiliary variable.
    ///
    /// # Panics
    /// If the domain is empty.
    pub fn auxiliary_integer(&mut self, name: impl Into<String>, domain: RangeInclusive<i64>) -> IntVar {
        self.problem.auxiliary_integer(name, domain)
    }

    /// Registers an origin.
    pub fn origin(&mut self, origin: Origin) -> OriginId {
        self.problem.origin(origin)
    }

    /// Adds a required constraint.
    pub fn post(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Required);
    }

    /// Adds a required constraint that holds if `switch` is true; see [`Problem::post_under`].
    pub fn post_under(&mut self, origin: OriginId, switch: Literal, constraint: Constraint) {
        if self.watch.is_open() {
            self.problem.post_under(origin, switch, constraint);
        }
    }

    /// Adds a required constraint that the other required ones together with the redundant ones imply.
    pub fn post_implied(&mut self, origin: OriginId, constraint: Constraint) {
        if self.watch.is_open() {
            self.problem.post_implied(origin, constraint);
        }
    }

    /// Adds a redundant constraint.
    pub fn post_redundant(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Redundant);
    }

    /// Adds a symmetry-breaking constraint.
    pub fn post_symmetry(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Symmetry);
    }

    /// Adds a constraint that removes dominated solutions.
    pub fn post_dominance(&mut self, origin: OriginId, constraint: Constraint) {
        self.add(origin, constraint, Role::Dominance);
    }

    /// Returns literals, each of which implies that the constraint does not hold; see [`Problem::violation`].
    pub fn violation(&mut self, origin: OriginId, constraint: &Constraint) -> Vec<Literal> {
        if self.watch.is_open() { self.problem.violation(origin, constraint) } else { Vec::new() }
    }

    /// Removes the constraints from this index on, and returns them.
    pub fn split_off(&mut self, from: usize) -> Vec<Posted> {
        self.problem.split_off(from)
    }

    /// States what dominated solutions have in common with those that follow from them.
    pub fn set_dominance(&mut self, dominance: Dominance) {
        self.problem.set_dominance(dominance);
    }

    /// Sets the objective.
    pub fn set_objective(&mut self, direction: Direction, terms: Vec<Term>) {
        self.problem.set_objective(direction, terms);
    }

    /// Declares values as interchangeable.
    pub fn interchange(&mut self, interchange: Interchange) {
        self.problem.interchange(interchange);
    }

    fn add(&mut self, origin: OriginId, constraint: Constraint, role: Role) {
        if self.watch.is_open() {
            self.problem.add(origin, constraint, role);
        }
    }
}

impl Deref for Draft {
    type Target = Problem;

    fn deref(&self) -> &Problem {
        &self.problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_draft_that_reached_a_limit_drops_the_rest_and_is_no_problem() {
        let budget = Budget::none();
        let mut draft = Draft::new(&budget);
        let literal = draft.boolean("a").into();
        let origin = draft.origin(Origin::named(0, "some"));
        draft.post(origin, Constraint::clause([literal]));
        assert_eq!(draft.check(), Ok(()));
        budget.interrupt.store(true, Ordering::Relaxed);
        (0..1000).for_each(|_| draft.post(origin, Constraint::clause([literal])));
        assert!(draft.constraints().len() < 100);
        assert_eq!(draft.check(), Err(Stop::Interrupted));
        assert_eq!(draft.finish().err(), Some(Stop::Interrupted));
    }
}
