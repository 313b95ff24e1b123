//! The solvers at the end of each route: one trait for each route, and the registry.
//!
//! This room knows the five forms and nothing before them. Foreign solver crates appear only in `backend/<name>.rs`.
//! Every backend respects its [`Budget`](crate::budget::Budget); one that cannot be interrupted runs on a thread whose result is abandoned.
//! External programs are backends too, built from a command line (`exec`). Imports the forms, `output`, `route`, `budget`,
//! `random` and `source`. Start with [`Sat`] and [`BACKENDS`].

mod engine;
mod solver;
pub mod batsat;
#[cfg(feature = "cadical")]
pub mod cadical;
mod exact;
#[cfg(feature = "exec")]
pub mod exec;

pub mod frontier;
pub mod gauss;
pub mod graph;
#[cfg(feature = "microlp")]
pub mod microlp;
pub mod minilp;
mod refutation;
pub mod refute;
pub mod shuffled;
pub mod varisat;
pub mod xcc;

pub use self::engine::{Backend, Engine, NoBackend};
pub use self::solver::{
    Counter, Cover, CoverCount, CoverOutcome, Frontier, FrontierCount, FrontierDiagram, Given, Ilp, IlpOutcome,
    LayerStore, Lightest, Linear, LinearOutcome, ModelCount, Opened, Sat, SatOutcome,
};
pub use crate::effort::Effort;
pub use crate::fault::{Fault, Inexact, Panicked, SystemError, Unusable, WrongOutput, WrongResult};
pub use crate::route::Route;

/// The registry: the first backend of each route is its default. A new backend needs a file and a line here.
pub static BACKENDS: &[Backend] = &[
    varisat::BACKEND,
    batsat::BACKEND,
    #[cfg(feature = "cadical")]
    cadical::BACKEND,
    #[cfg(feature = "microlp")]
    microlp::BACKEND,
    minilp::BACKEND,
    gauss::BACKEND,
    xcc::BACKEND,
    frontier::BACKEND,
];

/// Returns the backend with this name: a registry entry, or `exec:COMMAND` and similar (see `exec`).
///
/// # Errors
/// The reason why there is none.
pub fn find(name: &str) -> Result<Backend, NoBackend> {
    #[cfg(feature = "exec")]
    if let Some(external) = exec::parse(name) {
        return external;
    }
    let missing = cfg!(not(feature = "cadical")) && name == "cadical";
    BACKENDS.iter().find(|backend| backend.name == name).cloned().ok_or_else(|| match missing {
        true => NoBackend::CadicalNotBuilt,
        false => NoBackend::Unknown(name.to_string()),
    })
}

/// Returns the names that [`find`] knows, with the forms of external programs.
pub fn names() -> Vec<&'static str> {
    let names = BACKENDS.iter().map(|backend| &*backend.name);
    #[cfg(feature = "exec")]
    let names = names.chain(exec::FORMS.iter().map(|form| form.usage));
    names.collect()
}

/// Returns the default backend of a route.
pub fn default_for(route: Route) -> &'static Backend {
    BACKENDS.iter().find(|backend| backend.route() == route).expect("every route has a backend in the registry")
}

/// Returns the default backend of the SAT route for problems with graph constraints, which it propagates, for several
/// questions about one formula, and for optimisation by cores, which it minimises better than others.
pub fn incremental() -> &'static Backend {
    BACKENDS.iter().find(|backend| backend.name == batsat::BACKEND.name).expect("batsat is in the registry")
}

/// Returns the names of the backends of a route that are built in, for tests.
#[cfg(test)]
pub(crate) fn names_for(route: Route) -> Vec<&'static str> {
    BACKENDS.iter().filter(|backend| backend.route() == route).map(|backend| &*backend.name).collect()
}

/// Opens a SAT backend by name, for tests.
#[cfg(test)]
pub(crate) fn open_sat(name: &str) -> Box<dyn Sat> {
    match find(name).map(|backend| backend.open()) {
        Ok(Opened::Sat(solver)) => solver,
        _ => panic!("{name} is no SAT backend"),
    }
}

/// Opens an ILP backend by name, for tests.
#[cfg(test)]
pub(crate) fn open_ilp(name: &str) -> Box<dyn Ilp> {
    match find(name).map(|backend| backend.open()) {
        Ok(Opened::Ilp(solver)) => solver,
        _ => panic!("{name} is no ILP backend"),
    }
}
