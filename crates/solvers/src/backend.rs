//! The choice among the solvers of all routes: the registry, and external programs.
//!
//! Each route's crate has the trait that its solvers implement, and the solvers. This room knows the five forms and nothing before them.
//! Every backend respects its [`Budget`](boardwright_base::budget::Budget); one that cannot be interrupted runs on a thread whose result is abandoned.
//! External programs are backends too, built from a command line (`exec`). Imports the routes, `output`, `budget` and `source`.
//! Start with [`Sat`] and [`BACKENDS`].

mod engine;
mod solver;
#[cfg(feature = "exec")]
pub mod exec;
pub mod refute;

pub use self::engine::{Backend, Engine, NoBackend};
pub use self::solver::Opened;
pub use boardwright_cover::{Cover, CoverCount, CoverOutcome, Given};
pub use boardwright_frontier::{Frontier, FrontierCount, FrontierDiagram, LayerStore};
pub use boardwright_ilp::{Ilp, IlpOutcome};
pub use boardwright_ir::effort::Effort;
pub use boardwright_ir::fault::{Fault, Inexact, Panicked, SystemError, Unusable, WrongOutput, WrongResult};
pub use boardwright_ir::route::Route;
pub use boardwright_linear::{Lightest, Linear, LinearOutcome};
pub use boardwright_sat::{Counter, ModelCount, Sat, SatOutcome};

use boardwright_cover as cover;
use boardwright_frontier as frontier;
use boardwright_ilp as ilp;
use boardwright_linear as linear;
use boardwright_sat as sat;

/// The registry: the first backend of each route is its default. A new backend needs a file in the crate of its route and a line here.
pub static BACKENDS: &[Backend] = &[
    Backend::new(sat::varisat::NAME, sat::varisat::SUMMARY, Engine::Sat(sat::varisat::open)),
    Backend::new(sat::batsat::NAME, sat::batsat::SUMMARY, Engine::Sat(sat::batsat::open)),
    #[cfg(feature = "cadical")]
    Backend::new(sat::cadical::NAME, sat::cadical::SUMMARY, Engine::Sat(sat::cadical::open)),
    #[cfg(feature = "microlp")]
    Backend::new(ilp::microlp::NAME, ilp::microlp::SUMMARY, Engine::Ilp(ilp::microlp::open)),
    Backend::new(ilp::minilp::NAME, ilp::minilp::SUMMARY, Engine::Ilp(ilp::minilp::open)),
    Backend::new(linear::gauss::NAME, linear::gauss::SUMMARY, Engine::Linear(linear::gauss::open)),
    Backend::new(cover::xcc::NAME, cover::xcc::SUMMARY, Engine::Cover(cover::xcc::open)),
    Backend::new(frontier::layers::NAME, frontier::layers::SUMMARY, Engine::Frontier(frontier::layers::open)),
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
    BACKENDS.iter().find(|backend| backend.name == sat::batsat::NAME).expect("batsat is in the registry")
}

/// Returns the names of the backends of a route that are built in.
pub fn names_of(route: Route) -> Vec<&'static str> {
    BACKENDS.iter().filter(|backend| backend.route() == route).map(|backend| &*backend.name).collect()
}
