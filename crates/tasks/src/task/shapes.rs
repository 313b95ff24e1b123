//! The default route and backend, by the shape of the problem.

use super::options::{Options, formulation};
use super::prepared::Prepared;
use super::strategy::Strategy;
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_ir::constraint::{Problem, Roles};
use boardwright_puzzle::{Loaded, Question};
use boardwright_solvers::backend::{self, Backend, Route};
use boardwright_solvers::pipeline::LoweringRequest;

/// The reason for a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The user requested it, or something that only it has: an encoding, a search, solutions from a diagram.
    #[error("the options require it")]
    Requested,
    /// The family's problems are solved best by it.
    #[error("the best for this family")]
    Family,
    /// The problem is a linear system.
    #[error("every rule is a congruence")]
    Congruences,
    /// The problem is an exact cover.
    #[error("every rule bounds how many of its choices are taken by one, as in an exact cover")]
    Cover,
    /// The problem is a covering.
    #[error("every rule demands one of its choices, and their number is bounded, as in a covering")]
    Covering,
    /// The default: one solution of an exact cover, too, is found faster by a SAT solver than by its engine.
    #[error("no other route is known to be faster for its rules")]
    Clauses,
}

/// The shapes of a problem's formulations, each computed once.
pub(super) struct Shapes<'a> {
    loaded: &'a Loaded,
    options: &'a Options,
    budget: &'a Budget,
    /// By formulation; `None` if it does not apply.
    made: Vec<(&'static str, Option<Prepared>)>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(loaded: &'a Loaded, options: &'a Options, budget: &'a Budget) -> Shapes<'a> {
        Shapes { loaded, options, budget, made: Vec::new() }
    }

    /// Returns the default route and why: the one that the family prefers, or the one for the shape of its problem; SAT if a choice
    /// requires it. An exact cover is listed and counted as an exact cover. For one solution, clauses are more robust (200 queens
    /// take half a second, and do not finish with the exact cover engine).
    pub(super) fn route(&mut self) -> Result<(Route, Why), Stop> {
        let (instance, options) = (&self.loaded.instance, self.options);
        let of_sat = options.search.is_some() || options.encoding.is_chosen();
        let prefers = |route: Route| {
            let meant = instance.formulation(route);
            options.formulation.is_none() || meant.is_none() || meant == options.formulation.as_deref()
        };
        Ok(match instance.route() {
            _ if of_sat => (Route::Sat, Why::Requested),
            Some(route) if prefers(route) => (route, Why::Family),
            Some(_) => (Route::Sat, Why::Requested),
            None if self.has(Route::Gf2, is_linear)? => (Route::Gf2, Why::Congruences),
            None if options.several && self.has(Route::ExactCover, is_only_cover)? => (Route::ExactCover, Why::Cover),
            None if options.several && self.has(Route::ExactCover, is_only_covering)? => {
                (Route::ExactCover, Why::Covering)
            }
            None => (Route::Sat, Why::Clauses),
        })
    }

    /// Returns the default backend of a route. If the shape determines the route, it is the backend that propagates graph
    /// constraints where there are some, and for a pair of solutions; for an optimum that cores find, the one that is best for
    /// that.
    pub(super) fn backend(&mut self, route: Route) -> Result<&'static Backend, Stop> {
        let shaped = route == Route::Sat && self.loaded.instance.route().is_none();
        let pair = self.options.pair;
        // Between two questions, the default simplifies the whole formula again.
        let one = self.options.search.is_none() && !self.options.several;
        let incremental = |problem: &Problem| {
            problem.has_graphs()
                || pair && problem.objective().is_none()
                || one && Strategy::suited_to(problem) == Strategy::CoreGuided
        };
        let incremental = shaped && self.has(route, |problem, _| Ok(incremental(problem)))?;
        Ok(if incremental { backend::incremental() } else { backend::default_for(route) })
    }

    /// Returns whether the problem of the formulation for a route consists only of what the route solves best: congruences, or
    /// exactly-one and at-most-one constraints.
    fn has(&mut self, route: Route, is: impl Fn(&Problem, &Budget) -> Result<bool, Stop>) -> Result<bool, Stop> {
        let Ok(name) = formulation(self.loaded, self.options.formulation.as_deref(), route) else { return Ok(false) };
        self.prepared(name)?.map_or(Ok(false), |prepared| is(&prepared.formulated.problem, self.budget))
    }

    /// Returns the problem of a formulation; `None` if it does not apply, or is about a plan, whose problem depends on the
    /// number of moves.
    pub(super) fn prepared(&mut self, formulation: &'static str) -> Result<Option<Prepared>, Stop> {
        if self.loaded.instance.question() != Question::Board {
            return Ok(None);
        }
        if let Some((_, made)) = self.made.iter().find(|(made, _)| *made == formulation) {
            return Ok(made.clone());
        }
        let made = match Prepared::build(&*self.loaded.instance, formulation, None, self.budget) {
            Ok(prepared) => Some(prepared),
            Err(Refused::Inapplicable(_)) => None,
            Err(Refused::Stopped(stop)) => return Err(stop),
        };
        self.made.push((formulation, made.clone()));
        Ok(made)
    }
}

/// Returns whether it is a system of congruences.
fn is_linear(problem: &Problem, budget: &Budget) -> Result<bool, Stop> {
    match LoweringRequest::automatic(problem, Roles::REQUIRED, budget).to_gf2() {
        Ok(_) => Ok(true),
        Err(Refused::Inapplicable(_)) => Ok(false),
        Err(Refused::Stopped(stop)) => Err(stop),
    }
}

/// Returns whether it is an exact cover without objective: to prove an optimum the engine would have to list all covers.
fn is_only_cover(problem: &Problem, budget: &Budget) -> Result<bool, Stop> {
    Ok(problem.objective().is_none() && boardwright_cover::lower::is_plain(problem, budget)?)
}

/// Returns whether it is a covering of bounded size without objective.
fn is_only_covering(problem: &Problem, budget: &Budget) -> Result<bool, Stop> {
    Ok(problem.objective().is_none() && boardwright_cover::lower::is_covering(problem, budget)?)
}
