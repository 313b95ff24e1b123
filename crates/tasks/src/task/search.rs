//! Opens a search: one problem at the end of a route, asked again and again, behind one trait for all routes.
//!
//! [`Search::next`] never repeats an assignment of the decision variables. [`Search::optimise`] finds and proves the
//! optimum; after that, `next` returns optimal assignments only. How SAT does that is a strategy ([`super::optimize`]).
//! Start with the trait in `interface`.

mod counter;
mod cover;
mod dominant;
pub(super) mod frontier;
pub(super) mod formula;
mod ilp;
mod interface;
mod linear;
mod numbers;
pub(super) mod orbits;
mod sat;
mod sought;

use self::counter::CounterSearch;
pub(super) use self::cover::CoverSearch;
pub(super) use self::dominant::DominantSearch;
use self::frontier::FrontierSearch;
use self::ilp::IlpSearch;
pub(super) use self::interface::{
    Improvement, NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size, checked,
};
use self::linear::LinearSearch;
pub(super) use self::numbers::NumbersSearch;
pub(super) use self::sat::SatSearch;
pub(super) use self::sought::{SoughtSearch, Wanted};
use super::failure::{Disagreement, Failure, Inapplicable};
use super::recipe::Form;
use super::setup::Solver;
use super::strategy::Strategy;
use boardwright_base::budget::Budget;
use boardwright_cover::shuffled::ShuffledCover;
use boardwright_ilp::linearize::Linearized;
use boardwright_ilp::shuffled::ShuffledIlp;
use boardwright_ir::constraint::{Literal, Problem, Roles};
use boardwright_sat::cnf::lower::Lowered;
use boardwright_sat::shuffled::ShuffledSat;
use boardwright_solvers::backend::{self, Backend, Opened, Route};
use boardwright_solvers::pipeline::LoweringRequest;
use std::sync::Arc;

/// A problem in the form of its solver, from which any number of searches can be opened.
#[derive(Clone)]
pub(super) enum SolverForm {
    Sat(Lowered),
    Ilp(Linearized),
    Cover(Arc<boardwright_cover::lower::Lowered>),
    /// The search lowers the problem itself.
    Own,
}

impl SolverForm {
    /// Lowers a problem for a solver.
    pub(super) fn of(
        problem: &Problem,
        solver: &Solver,
        roles: Roles,
        listing: bool,
        budget: &Budget,
    ) -> Result<SolverForm, Failure> {
        let Solver { backend, encoding, .. } = solver;
        let request = LoweringRequest { problem, roles, encoding, budget };
        Ok(match backend.route() {
            Route::Sat if backend.only_counts() => SolverForm::Own,
            Route::Sat => SolverForm::Sat(request.to_cnf(backend.graphs())?),
            Route::Ilp => SolverForm::Ilp(request.to_ilp(listing)?),
            // No encoding to choose.
            Route::ExactCover => {
                let request = LoweringRequest::automatic(problem, roles, budget);
                SolverForm::Cover(Arc::new(request.to_exact_cover()?))
            }
            Route::Gf2 | Route::Frontier => SolverForm::Own,
        })
    }

    /// Returns whether a search that enters another cube returns the same solutions as a new one, in the same order.
    pub(super) fn forgets(&self) -> bool {
        matches!(self, SolverForm::Cover(_) | SolverForm::Own)
    }
}

/// Opens a search over a problem.
pub(super) fn open<'a>(
    problem: &'a Problem,
    solver: &Solver,
    roles: Roles,
    listing: bool,
    budget: &Budget,
) -> Result<Box<dyn Search + 'a>, Failure> {
    let form = SolverForm::of(problem, solver, roles, listing, budget)?;
    open_form(problem, form, solver, roles, listing, budget)
}

/// Opens a search over a problem whose form for this solver, these roles and this kind of question exists already.
pub(super) fn open_form<'a>(
    problem: &'a Problem,
    form: SolverForm,
    solver: &Solver,
    roles: Roles,
    listing: bool,
    budget: &Budget,
) -> Result<Box<dyn Search + 'a>, Failure> {
    let opened = solver;
    let Solver { backend, search: strategy, seed, .. } = solver;
    let wrong = || Failure::check(Disagreement::OtherRoute { backend: backend.name.to_string() });
    Ok(match backend.open() {
        Opened::Sat(solver) => {
            let SolverForm::Sat(lowered) = form else { return Err(wrong()) };
            let solver = match *seed {
                0 => solver,
                seed => Box::new(ShuffledSat::new(solver, seed)),
            };
            let suited = || if backend.has_cores() { Strategy::suited_to(problem) } else { Strategy::LinearDown };
            let strategy = strategy.unwrap_or_else(suited);
            Box::new(SatSearch::new(problem, solver, lowered, strategy, listing).shuffled_by(*seed))
        }
        Opened::Ilp(solver) => {
            let SolverForm::Ilp(linearized) = form else { return Err(wrong()) };
            let solver = match *seed {
                0 => solver,
                seed => Box::new(ShuffledIlp::new(solver, seed)),
            };
            let form = if backend.reads_lp() { Form::Lp } else { Form::Opb };
            Box::new(IlpSearch::new(problem, solver, linearized, form, *seed))
        }
        Opened::Cover(_) => {
            let mut search = open_cover(problem, form, opened)?;
            if !listing && problem.objective().is_none() {
                search.seek(*seed);
            }
            Box::new(search)
        }
        Opened::Frontier(counter) => Box::new(FrontierSearch::new(problem, counter, roles, budget)?),
        Opened::Counter(counter) => {
            let own = open(problem, &Solver::of(backend::incremental()), roles, true, budget)?;
            Box::new(CounterSearch::new(problem, counter, own, opened, roles, budget)?)
        }
        Opened::Linear(solver) => Box::new(LinearSearch::new(problem, solver, roles, listing, budget)?),
    })
}

/// Opens a search of an exact cover.
pub(super) fn open_cover<'a>(
    problem: &'a Problem,
    form: SolverForm,
    solver: &Solver,
) -> Result<CoverSearch<'a>, Failure> {
    let (SolverForm::Cover(lowered), Opened::Cover(engine)) = (form, solver.backend.open()) else {
        return Err(Failure::check(Disagreement::OtherRoute { backend: solver.backend.name.to_string() }));
    };
    let engine = match solver.seed {
        0 => engine,
        seed => Box::new(ShuffledCover::new(engine, seed)),
    };
    CoverSearch::new(problem, engine, lowered)
}

/// Opens a SAT backend with the clauses of a problem, for calls under assumptions; its decisions prefer some literals.
pub(super) fn open_sat<'a>(
    problem: &'a Problem,
    backend: &Backend,
    roles: Roles,
    preferred: &[Literal],
    budget: &Budget,
) -> Result<SatSearch<'a>, Failure> {
    let Opened::Sat(mut solver) = backend.open() else {
        return Err(Failure::inapplicable(Inapplicable::NotSat(backend.name.to_string())));
    };
    let mut lowered = LoweringRequest::automatic(problem, roles, budget).to_cnf(backend.graphs())?;
    let preferred = preferred.iter().filter_map(|&literal| lowered.cube(&[literal])).flatten().collect::<Vec<_>>();
    solver.prefer(&preferred);
    Ok(SatSearch::new(problem, solver, lowered, Strategy::default(), true))
}
