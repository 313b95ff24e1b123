//! The options of a run, and their lookup by name in the registries.
//!
//! [`super::setup`] resolves all choices of a run together.

use super::failure::{Failure, Misuse, Named, UnknownName};
use super::strategy::Strategy;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, nearest};
use boardwright_puzzle::{Loaded, Puzzle, Question};
use boardwright_sat::cnf::encode::ChoiceError;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_solvers::backend::{self, Backend, NoBackend, Route};

/// The options of a run; `None` means that the program chooses.
#[derive(Clone, Default)]
pub struct Options {
    /// The name of a method of the family, instead of a formulation and a solver.
    pub method: Option<String>,
    /// The name of a formulation of the family.
    pub formulation: Option<String>,
    /// The name of a route.
    pub route: Option<String>,
    /// The name of a backend.
    pub backend: Option<String>,
    /// The encodings by kind of constraint, which override the model's.
    pub encoding: Selection,
    /// The name of a strategy for the optimum on the SAT route.
    pub search: Option<String>,
    /// The seed that shuffles the solver's variables; 0 for none.
    pub seed: u64,
    /// Whether many solutions are wanted, so that the program chooses the best way of listing and counting.
    pub several: bool,
    /// Whether two solutions are wanted, or one and the proof that there is no other.
    pub pair: bool,
    /// Whether the question needs a solver, so that a method is chosen only where no solver would do.
    pub solver: bool,
}

/// Returns the encodings of a model's `[encoding]`, overridden by chosen ones.
///
/// # Errors
/// [`Failure::Model`] if the model names an unknown kind or encoding.
pub fn encodings(loaded: &Loaded, chosen: &Selection) -> Result<Selection, Failure> {
    let mut of_model = Selection::default();
    let mut wrong = Diagnostics::none();
    for (kind, name) in &loaded.model.encoding {
        if let Err(error) = of_model.set(&kind.value, &name.value) {
            let place = if matches!(error, ChoiceError::Kind { .. }) { kind.span } else { name.span };
            let (word, meant) = error.suggestion().unzip();
            let refused = Diagnostic::new("unknown-encoding", error.to_string()).at(place, "");
            wrong.push(refused.meant(word.unwrap_or_default(), meant));
        }
    }
    wrong.into_result(()).map_err(Failure::Model)?;
    Ok(chosen.over(of_model))
}

/// Returns the formulation of that name, or the one for the route.
pub(super) fn formulation(loaded: &Loaded, name: Option<&str>, route: Route) -> Result<&'static str, Failure> {
    let formulations = loaded.puzzle.formulations();
    match name {
        None => Ok(loaded.instance.formulation(route).unwrap_or(formulations[0].name)),
        Some(name) => by_name(name, Named::Formulation, loaded.puzzle, formulations),
    }
}

pub(in crate::task) fn by_name(
    name: &str,
    what: Named,
    puzzle: &dyn Puzzle,
    among: &'static [boardwright_puzzle::Named],
) -> Result<&'static str, Failure> {
    let names = || among.iter().map(|named| named.name);
    names().find(|&found| found == name).ok_or_else(|| unknown(what, name, Some(puzzle.name()), names().collect()))
}

pub(super) fn route_by_name(name: &str) -> Result<Route, Failure> {
    let names = Route::ALL.map(Route::name);
    Route::ALL
        .into_iter()
        .find(|route| route.name() == name)
        .ok_or_else(|| unknown(Named::Route, name, None, names.to_vec()))
}

pub(super) fn backend_by_name(name: &str) -> Result<Backend, Failure> {
    backend::find(name).map_err(|reason| match reason {
        NoBackend::Unknown(_) => unknown(Named::Backend, name, None, backend::names()),
        NoBackend::CadicalNotBuilt | NoBackend::BadCommand { .. } => Failure::inapplicable(reason),
    })
}

pub(super) fn strategy_by_name(name: &str, loaded: &Loaded, backend: &Backend) -> Result<Strategy, Failure> {
    let strategy = Strategy::ALL
        .into_iter()
        .find(|strategy| strategy.name() == name)
        .ok_or_else(|| unknown(Named::Search, name, None, Strategy::ALL.map(Strategy::name).to_vec()))?;
    if backend.route() != Route::Sat {
        return Err(Misuse::SearchOffSat { backend: backend.name.to_string() }.into());
    }
    match loaded.instance.question() {
        Question::Plan { .. } if strategy != Strategy::LinearUp => {
            Err(Misuse::SearchOfPlan { search: strategy.name() }.into())
        }
        _ => Ok(strategy),
    }
}

fn unknown(what: Named, name: &str, of: Option<&'static str>, expected: Vec<&'static str>) -> Failure {
    let suggestion = nearest(name, expected.iter().copied()).map(str::to_string);
    Failure::inapplicable(UnknownName { what, name: name.to_string(), of, suggestion, expected })
}
