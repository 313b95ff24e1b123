//! The setup of a request: the choices of the user, and defaults of the instance and the registries for the rest.
//!
//! Start at [`Setup::resolve`]. The shape of the problem ([`super::shapes`]) determines the defaults.

use super::failure::{Failure, Misuse, Named};
use super::options::{Options, backend_by_name, by_name, encodings, formulation, route_by_name, strategy_by_name};
use super::prepared::Prepared;
use super::shapes::{Shapes, Why};
use super::strategy::Strategy;
use boardwright_base::budget::{Budget, Refused};
use boardwright_puzzle::{Loaded, NoFormulation, Question};
use boardwright_sat::cnf::encode::selection::{AUTOMATIC, Selection};
use boardwright_solvers::backend::{Backend, Route};

/// A solver and its options.
#[derive(Clone)]
pub struct Solver {
    /// The backend, which determines the route.
    pub backend: Backend,
    /// The encodings, on the SAT route.
    pub encoding: Selection,
    /// The strategy for the optimum, on the SAT route; `None` for the one that suits
    /// the constraints.
    pub search: Option<Strategy>,
    /// The seed that shuffles the solver's variables; 0 for none.
    pub seed: u64,
    /// Whether the program chose the route by the problem's shape; then a count may take another one.
    pub automatic: bool,
    /// The reason for the route.
    pub why: Why,
}

impl Solver {
    /// Returns a backend with default options.
    pub(super) fn of(backend: &Backend) -> Solver {
        let backend = backend.clone();
        Solver { backend, encoding: Selection::default(), search: None, seed: 0, automatic: false, why: Why::Requested }
    }
}

/// The setup: all choices that determine the computation.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Setup {
    /// A method of the family.
    Method(&'static str),
    /// A formulation, lowered for a solver.
    Solver {
        /// The formulation's name.
        formulation: &'static str,
        /// The solver.
        solver: Solver,
        /// The problem; `None` for a plan, whose problem depends on the number of moves, or if the formulation does not apply,
        /// which the work reports.
        prepared: Option<Prepared>,
    },
}

impl Setup {
    /// Resolves options; the instance and the registries provide the defaults.
    ///
    /// # Errors
    /// If a name is unknown, two choices contradict each other, or a limit was reached.
    pub fn resolve(loaded: &Loaded, options: &Options, budget: &Budget) -> Result<Setup, Failure> {
        let options = &Options { encoding: encodings(loaded, &options.encoding)?, ..options.clone() };
        let route = options.route.as_deref().filter(|&name| name != "auto");
        let chose = options.formulation.is_some()
            || route.is_some()
            || options.backend.is_some()
            || options.search.is_some()
            || options.encoding.is_chosen();
        if let Some(name) = &options.method {
            let methods = loaded.puzzle.methods();
            if methods.is_empty() {
                return Err(Misuse::NoMethods { family: loaded.puzzle.name() }.into());
            }
            let method = by_name(name, Named::Method, loaded.puzzle, methods)?;
            if chose || options.seed != 0 {
                return Err(Misuse::MethodAndSolver { method }.into());
            }
            if loaded.instance.methods().is_none() {
                return Err(Misuse::Method { method }.into());
            }
            return Ok(Setup::Method(method));
        }
        if !chose && let Some(methods) = loaded.instance.methods() {
            let fast = || methods.fast_method().filter(|_| !options.solver && options.seed == 0);
            if let Some(method) = methods.direct_method().or_else(fast) {
                return Ok(Setup::Method(method));
            }
        }
        let route = route.map(route_by_name).transpose()?;
        let mut why = Why::Requested;
        let mut shapes = Shapes::new(loaded, options, budget);
        let backend = match &options.backend {
            None => {
                let (route, reason) = route.map_or_else(|| shapes.route(), |route| Ok((route, Why::Requested)))?;
                why = reason;
                shapes.backend(route)?.clone()
            }
            Some(name) => backend_by_name(name)?,
        };
        let formulation = formulation(loaded, options.formulation.as_deref(), backend.route())?;
        if let Some(route) = route.filter(|&route| route != backend.route()) {
            let (name, of) = (backend.name.to_string(), backend.route());
            return Err(Misuse::OtherRoute { backend: name, route: of, requested: route }.into());
        }
        let search = options.search.as_deref().map(|name| strategy_by_name(name, loaded, &backend)).transpose()?;
        let automatic = !chose && backend.route() != Route::Gf2;
        let solver = Solver { backend, search, encoding: options.encoding.clone(), seed: options.seed, automatic, why };
        Ok(Setup::Solver { formulation, solver, prepared: shapes.prepared(formulation)? })
    }

    /// Returns the encodings.
    pub fn encoding(&self) -> &Selection {
        match self {
            Setup::Solver { solver, .. } => &solver.encoding,
            Setup::Method(_) => &AUTOMATIC,
        }
    }

    /// Returns the problem that the setup has built.
    pub fn prepared(&self) -> Option<&Prepared> {
        match self {
            Setup::Solver { prepared, .. } => prepared.as_ref(),
            Setup::Method(_) => None,
        }
    }

    /// Returns the problem of a formulation, with the seconds that it took to build since the setup was made: the setup's own
    /// problem takes none.
    ///
    /// # Errors
    /// If the formulation does not apply, or a limit was reached.
    pub fn formulated(
        &self,
        loaded: &Loaded,
        name: &str,
        horizon: Option<usize>,
        budget: &Budget,
    ) -> Result<Prepared, Refused<NoFormulation>> {
        match self {
            Setup::Solver { formulation, prepared: Some(prepared), .. }
                if *formulation == name && horizon.is_none() =>
            {
                Ok(Prepared { seconds: 0.0, ..prepared.clone() })
            }
            _ => Prepared::build(&*loaded.instance, name, horizon, budget),
        }
    }

    /// Returns whether an answer has an optimum: the fewest moves, or that of an objective.
    ///
    /// # Errors
    /// If the formulation has another name than those of the family, or a limit was reached.
    pub fn has_objective(&self, loaded: &Loaded, budget: &Budget) -> Result<bool, Failure> {
        if let Question::Plan { .. } = loaded.instance.question() {
            return Ok(true);
        }
        let formulation = match self {
            Setup::Method(_) => formulation(loaded, None, Route::Sat)?,
            Setup::Solver { formulation, .. } => formulation,
        };
        match self.formulated(loaded, formulation, None, budget) {
            Ok(prepared) => Ok(prepared.formulated.problem.objective().is_some()),
            // A method may apply where no formulation does; a solver reports the reason when it runs.
            Err(Refused::Inapplicable(_)) => Ok(true),
            Err(Refused::Stopped(stop)) => Err(stop.into()),
        }
    }

    /// Returns the reason for the way, as text.
    pub fn reason(&self) -> String {
        match self {
            Setup::Method(_) => "a method of the family answers the question directly".into(),
            Setup::Solver { solver, .. } => solver.why.to_string(),
        }
    }

    /// Formats as `method xor`, or `route sat, varisat, formulation cardinality`.
    pub fn describe(&self) -> String {
        match self {
            Setup::Method(name) => format!("method {name}"),
            Setup::Solver { formulation, solver: Solver { backend, .. }, .. } => {
                format!("route {}, {}, formulation {formulation}", backend.route().name(), backend.name)
            }
        }
    }
}
