//! Which route and backend are taken when nobody chose them: the shape of the problem decides.

use super::options::{Options, formulation};
use crate::backend::{self, Backend, Route};
use crate::budget::{Budget, Refused, Stop};
use crate::constraint::{Problem, Roles};
use crate::exact_cover;
use crate::pipeline::Request;
use crate::puzzle::{Loaded, Question};

/// What the shape of a problem says about the way to take. Each formulation is made once.
pub(super) struct Shapes<'a> {
    loaded: &'a Loaded,
    options: &'a Options,
    budget: &'a Budget,
    /// By formulation; `None` where it does not apply.
    made: Vec<(&'static str, Option<Problem>)>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(loaded: &'a Loaded, options: &'a Options, budget: &'a Budget) -> Shapes<'a> {
        Shapes { loaded, options, budget, made: Vec::new() }
    }

    /// The route to take when nobody chose one: what the family prefers, or what the shape of its problem says; SAT where a
    /// choice was made that only SAT can keep. An exact cover is listed and counted best as what it is; for one solution of
    /// it clauses are safer (200 queens take half a second, and the exact cover engine for ever).
    pub(super) fn route(&mut self) -> Result<Route, Stop> {
        let (instance, options) = (&self.loaded.instance, self.options);
        let of_sat = options.search.is_some() || options.encoding.is_chosen();
        let prefers = |route: Route| {
            let meant = instance.formulation(route);
            options.formulation.is_none() || meant.is_none() || meant == options.formulation.as_deref()
        };
        Ok(match instance.route() {
            _ if of_sat => Route::Sat,
            Some(route) if prefers(route) => route,
            Some(_) => Route::Sat,
            None if self.has(Route::Gf2, is_linear)? => Route::Gf2,
            None if options.several && self.has(Route::ExactCover, is_only_cover)? => Route::ExactCover,
            None => Route::Sat,
        })
    }

    /// The backend of a route when nobody chose one: where the shape of its problem decides for a family, and there are
    /// graphs, that which propagates them.
    pub(super) fn backend(&mut self, route: Route) -> Result<&'static Backend, Stop> {
        let shaped = route == Route::Sat && self.loaded.instance.route().is_none();
        let has_graphs = shaped && self.has(route, |problem, _| Ok(problem.has_graphs()))?;
        Ok(if has_graphs { backend::for_graphs() } else { backend::default_for(route) })
    }

    /// Whether the problem of the formulation for a route has the shape that the route is best at: congruences alone, or
    /// exactly-one and at-most-one alone.
    fn has(&mut self, route: Route, is: impl Fn(&Problem, &Budget) -> Result<bool, Stop>) -> Result<bool, Stop> {
        let Ok(name) = formulation(self.loaded, self.options.formulation.as_deref(), route) else { return Ok(false) };
        if self.loaded.instance.question() != Question::Board {
            return Ok(false);
        }
        if self.made.iter().all(|(own, _)| *own != name) {
            let made = match self.loaded.instance.constrain(name, None, self.budget) {
                Ok(formulated) => Some(formulated.problem),
                Err(Refused::Inapplicable(_)) => None,
                Err(Refused::Stopped(stop)) => return Err(stop),
            };
            self.made.push((name, made));
        }
        match self.made.iter().find(|(own, _)| *own == name) {
            Some((_, Some(problem))) => is(problem, self.budget),
            _ => Ok(false),
        }
    }
}

/// A system of congruences.
fn is_linear(problem: &Problem, budget: &Budget) -> Result<bool, Stop> {
    match Request::automatic(problem, Roles::REQUIRED, budget).to_gf2() {
        Ok(_) => Ok(true),
        Err(Refused::Inapplicable(_)) => Ok(false),
        Err(Refused::Stopped(stop)) => Err(stop),
    }
}

/// An exact cover of which none is better than another: the engine lists covers, and to prove an optimum it lists them all.
fn is_only_cover(problem: &Problem, budget: &Budget) -> Result<bool, Stop> {
    Ok(problem.objective().is_none() && exact_cover::lower::is_plain(problem, budget)?)
}
