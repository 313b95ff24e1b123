//! A backend: its name and the constructor of its solver.

#[cfg(feature = "exec")]
use crate::backend::exec::Command;
use crate::backend::solver::Opened;
use crate::backend::{Cover, Frontier, Ilp, Linear, Sat};
use boardwright_ir::route::Route;
use boardwright_sat::cnf::graph::Graphs;
use std::borrow::Cow;

/// The constructor of a backend.
#[derive(Clone)]
pub enum Engine {
    /// A SAT solver.
    Sat(fn() -> Box<dyn Sat>),
    /// An ILP solver.
    Ilp(fn() -> Box<dyn Ilp>),
    /// A solver of linear systems.
    Linear(fn() -> Box<dyn Linear>),
    /// An exact cover engine.
    Cover(fn() -> Box<dyn Cover>),
    /// A counter of forms over a frontier.
    Frontier(fn() -> Box<dyn Frontier>),
    /// An external program.
    #[cfg(feature = "exec")]
    External(Command),
}

/// A backend: a registry entry or an external program.
#[derive(Clone)]
pub struct Backend {
    /// The name on the command line.
    pub name: Cow<'static, str>,
    /// A one-line description with the version.
    pub summary: Cow<'static, str>,
    /// The constructor.
    pub engine: Engine,
}

/// Why no backend has a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoBackend {
    /// The name is not in the registry.
    #[error("unknown backend `{0}`")]
    Unknown(String),
    /// The backend `cadical` needs the feature of this name.
    #[error("`cadical` is not built in here: build with the feature `cadical`, or run one with exec:cadical")]
    CadicalNotBuilt,
    /// The command of an external program is empty, or its quotes do not match.
    #[error("`{name}` is not of the form {usage}, with a program and matching quotes")]
    BadCommand {
        /// The name.
        name: String,
        /// The form of such names.
        usage: &'static str,
    },
}

impl Backend {
    /// Returns a registry entry.
    pub const fn new(name: &'static str, summary: &'static str, engine: Engine) -> Backend {
        Backend { name: Cow::Borrowed(name), summary: Cow::Borrowed(summary), engine }
    }

    /// Returns the route that the backend solves.
    pub fn route(&self) -> Route {
        match &self.engine {
            Engine::Sat(_) => Route::Sat,
            Engine::Ilp(_) => Route::Ilp,
            Engine::Linear(_) => Route::Gf2,
            Engine::Cover(_) => Route::ExactCover,
            Engine::Frontier(_) => Route::Frontier,
            #[cfg(feature = "exec")]
            Engine::External(command) => command.route(),
        }
    }

    /// Returns how graph constraints reach the backend: built-in SAT solvers propagate them or receive clauses for
    /// violated ones.
    pub fn graphs(&self) -> Graphs {
        if matches!(self.engine, Engine::Sat(_)) { Graphs::Propagated } else { Graphs::Decomposed }
    }

    /// Returns whether it is a SAT solver with cores, as all built-in ones are.
    pub fn has_cores(&self) -> bool {
        matches!(self.engine, Engine::Sat(_))
    }

    /// Returns whether it reads LP files.
    pub fn reads_lp(&self) -> bool {
        #[cfg(feature = "exec")]
        if let Engine::External(command) = &self.engine {
            return command.reads_lp();
        }
        false
    }

    /// Returns whether it is an external program, which starts anew for every question.
    pub fn is_external(&self) -> bool {
        #[cfg(feature = "exec")]
        if let Engine::External(_) = &self.engine {
            return true;
        }
        false
    }

    /// Returns whether it counts models and finds none.
    pub fn only_counts(&self) -> bool {
        #[cfg(feature = "exec")]
        if let Engine::External(command) = &self.engine {
            return command.counts();
        }
        false
    }

    /// Opens a new solver.
    pub fn open(&self) -> Opened {
        match &self.engine {
            Engine::Sat(open) => Opened::Sat(open()),
            Engine::Ilp(open) => Opened::Ilp(open()),
            Engine::Linear(open) => Opened::Linear(open()),
            Engine::Cover(open) => Opened::Cover(open()),
            Engine::Frontier(open) => Opened::Frontier(open()),
            #[cfg(feature = "exec")]
            Engine::External(command) => command.open(),
        }
    }
}
