//! The problem that a request poses: that of the formulation, with symmetries broken and redundant constraints left out.
//!
//! It does not depend on the solver, except that an exact cover takes unit clauses only and that sweeps break no symmetries
//! without a request: comparisons compare solvers of one problem. Start with [`Posing::pose`].

use super::distinct::action;
use super::failure::Failure;
use super::prepared::Prepared;
use super::request::{Ask, Request};
use super::setup::Setup;
use super::strategy::covers_or_packs;
use super::symmetries::{Breaking, Distinct};
use boardwright_base::board::symmetry::Permutation;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::symmetric::{Action, MAX_ELEMENTS, break_symmetry};
use boardwright_ir::constraint::{Problem, Roles};
use boardwright_puzzle::{Formulated, Instance};
use boardwright_solvers::backend::Route;
use num_bigint::BigUint;
use std::sync::Arc;

/// How the problem of a formulation is changed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posing {
    /// The choice of the request.
    pub(super) breaking: Option<Breaking>,
    /// Whether one solution is wanted.
    pub(super) one: bool,
    /// Whether redundant constraints are left out.
    pub(super) without_redundant: bool,
    /// The route.
    pub(super) route: Route,
}

impl Posing {
    /// Changes the problem of a formulation.
    ///
    /// # Errors
    /// If symmetries are to be broken and are not known, or a check of them fails.
    pub(super) fn pose(
        self,
        instance: &dyn Instance,
        formulated: &mut Formulated,
        budget: &Budget,
    ) -> Result<(), Failure> {
        if self.without_redundant {
            Arc::make_mut(&mut formulated.problem).drop_redundant();
        }
        match self.breaking {
            Some(Breaking::Off) => Ok(()),
            Some(Breaking::Break) => self.post_breaking(instance, formulated, budget),
            None if self.breaking_helps(&formulated.problem) => {
                match self.post_breaking(instance, formulated, budget) {
                    Err(Failure::Inapplicable(_)) => Ok(()),
                    posted => posted,
                }
            }
            None => Ok(()),
        }
    }

    /// Returns the roles of the constraints that the search keeps.
    pub(super) fn roles(self) -> Roles {
        if self.one && self.breaking != Some(Breaking::Off) { Roles::ALL } else { Roles::FAITHFUL }
    }

    /// Returns whether breaking symmetries is known to shorten the search for an optimum.
    fn breaking_helps(self, problem: &Problem) -> bool {
        self.one && matches!(self.route, Route::Sat | Route::Ilp) && covers_or_packs(problem)
    }

    /// Posts constraints that break the symmetries. Permutations of colours are not broken.
    fn post_breaking(
        self,
        instance: &dyn Instance,
        formulated: &mut Formulated,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let group = Distinct::Symmetries.group(instance)?;
        let actions = |elements: &[Permutation]| {
            elements
                .iter()
                .map(|element| action(instance, formulated, element))
                .collect::<Result<Vec<Action>, Failure>>()
        };
        let generators: Vec<_> = group.generators().iter().map(|symmetry| symmetry.permutation.clone()).collect();
        let generators = actions(&generators)?;
        // Only unit clauses keep an exact cover an exact cover.
        let small = group.order() <= &BigUint::from(MAX_ELEMENTS) && self.route != Route::ExactCover;
        let stop = || budget.reached().is_some();
        let elements = if small { group.elements(&stop).ok() } else { None };
        let elements = elements.map(|elements| actions(&elements)).transpose()?;
        break_symmetry(Arc::make_mut(&mut formulated.problem), &generators, elements.as_deref());
        Ok(())
    }
}

impl Request {
    /// Returns how the request changes the problem of a formulation.
    pub(super) fn posing(&self) -> Posing {
        let route = match &self.setup {
            Setup::Solver { solver, .. } => solver.backend.route(),
            Setup::Method(_) => Route::Sat,
        };
        let work = &self.work;
        Posing {
            breaking: work.symmetries.breaking,
            one: self.ask == Ask::One,
            without_redundant: work.without_redundant,
            route,
        }
    }

    /// Returns the problem that the request poses, before any encoding, and the roles of the constraints that its search keeps;
    /// `horizon` is the number of steps of a plan.
    ///
    /// # Errors
    /// If the formulation does not apply, symmetries cannot be broken as requested, or a limit was reached.
    pub fn posed(
        &self,
        formulation: &str,
        horizon: Option<usize>,
        budget: &Budget,
    ) -> Result<(Prepared, Roles), Failure> {
        let mut prepared = self.setup.formulated(&self.loaded, formulation, horizon, budget)?;
        let start = boardwright_base::clock::Moment::now();
        self.posing().pose(&*self.loaded.instance, &mut prepared.formulated, budget)?;
        prepared.seconds += start.elapsed().as_secs_f64();
        Ok((prepared, self.posing().roles()))
    }
}
