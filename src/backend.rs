//! The solvers at the end of a route, behind one trait per route, and the registry of them.
//!
//! Knows the four forms and nothing before them. Foreign solver crates appear only in `backend/<name>.rs`. Every backend
//! keeps [`Budget`]; one that cannot be interrupted says so and is run on a thread whose result is abandoned. Programs that
//! are no part of this one are backends, too, made from a command line ([`exec`]).

pub mod batsat;
#[cfg(feature = "cadical")]
pub mod cadical;
mod exact;
pub mod exec;
pub mod gauss;
pub mod graph;
pub mod microlp;
pub mod minilp;
pub mod refute;
pub mod shuffled;
pub mod varisat;
pub mod xcc;

use crate::budget::{Budget, Stop};
use crate::cnf::Lit;
use crate::cnf::encode::decompose::Graphs;
use crate::cnf::graph::Watched;
use crate::exact_cover::ExactCover;
use crate::gf2::space::Scan;
use crate::gf2::{Conflict, Space, System};
use crate::ilp::Program;
pub use crate::route::Route;
use num_bigint::BigUint;
use std::borrow::Cow;

/// What a SAT solver says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SatOutcome {
    /// A value for every variable the solver has seen, indexed by variable.
    Satisfiable(Vec<bool>),
    /// No model under the assumptions.
    Unsatisfiable,
    /// A limit was met first. The solver may be spent: do not call it again.
    Stopped(Stop),
    /// It has no answer that can be used.
    Failed(Fault),
}

/// What is wrong with a solver; in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It cannot be started, or it ended with an error and without an answer.
    #[error("{0}")]
    Unusable(String),
    /// It failed in the middle, or what it returned is not a solution.
    #[error("{0}")]
    Wrong(String),
}

/// An incremental SAT solver.
pub trait Sat {
    /// Makes sure that variables `0..variables` exist; every model covers them.
    fn reserve(&mut self, variables: usize);

    /// Adds a clause over reserved variables, for good. The empty clause makes everything unsatisfiable.
    fn add(&mut self, clause: &[Lit]);

    /// Takes a graph constraint over reserved variables, for good, if it is able to: whether it does. Otherwise nothing
    /// has changed.
    fn watch(&mut self, constraint: &Watched) -> bool {
        let _ = constraint;
        false
    }

    /// Looks for a model in which all assumptions hold, within the limits.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome;

    /// After [`SatOutcome::Unsatisfiable`]: assumptions of that call that already contradict the clauses, not necessarily
    /// as few as possible; empty when the clauses alone do. `None` when the solver does not tell.
    fn core(&mut self) -> Option<Vec<Lit>> {
        None
    }

    /// What the solver has done so far, when it tells.
    fn effort(&self) -> Option<Effort> {
        None
    }
}

/// What a SAT solver has done since it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Conflicts met.
    pub conflicts: u64,
    /// Literals propagated.
    pub propagations: u64,
}

/// What an ILP solver says. Vectors have one value per column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IlpOutcome {
    /// Proved optimal (or just feasible, when the program has no objective).
    Optimal(Vec<i64>),
    /// A limit was met with this in hand.
    Feasible(Vec<i64>, Stop),
    /// There is no feasible vector.
    Infeasible,
    /// A limit was met with nothing in hand.
    Stopped(Stop),
    /// The solver failed or returned something that is not a solution.
    Failed(Fault),
}

/// An ILP solver.
pub trait Ilp {
    /// Solves the program within the limits. What it returns has been checked in exact integers
    /// ([`Program::holds`]); a vector that fails the check is [`IlpOutcome::Failed`].
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome;
}

/// What a solver of linear systems says.
#[derive(Debug, Clone)]
pub enum LinearOutcome {
    /// All solutions.
    Solutions(Space),
    /// There are none.
    Contradiction,
    /// A limit was met.
    Stopped(Stop),
}

/// The lightest solutions of a linear system.
#[derive(Debug, Clone)]
pub enum Lightest {
    /// There is none lighter.
    Found {
        /// Their weight.
        weight: i64,
        /// The way through all solutions, as far as the first of them.
        first: Scan,
        /// How many there are.
        count: u64,
    },
    /// There are too many solutions to go through.
    TooMany,
    /// A limit was met.
    Stopped {
        /// The least weight so far.
        weight: i64,
        /// The way as far as the first of that weight.
        first: Scan,
        /// The limit.
        stop: Stop,
    },
}

/// A solver of linear systems modulo a number.
pub trait Linear {
    /// All solutions that have these variables fixed, each of which is named once.
    fn solve(&mut self, system: &System, fixed: &[(u32, u8)], budget: &Budget) -> LinearOutcome;

    /// Rows that contradict each other, where a system has no solution. Checked; `None` when a limit was met.
    fn conflict(&mut self, system: &System, budget: &Budget) -> Option<Conflict>;

    /// The solutions of least weight, variable `i` counting `weights[i]` times.
    fn lightest(&mut self, space: &Space, weights: &[i64], budget: &Budget) -> Lightest;
}

/// What an exact cover engine finds next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoverOutcome {
    /// The options of a solution, ascending; none that was found before.
    Solution(Vec<usize>),
    /// There are no more.
    Exhausted,
    /// A limit was met first; another call goes on from there.
    Stopped(Stop),
}

/// How many solutions a cover has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoverCount {
    /// Exactly so many.
    Exactly(BigUint),
    /// A limit was met; so many at least.
    AtLeast(BigUint, Stop),
}

/// An exact cover engine.
pub trait Cover {
    /// Takes a cover, in place of any before. Its solutions are listed from the first on.
    ///
    /// # Errors
    /// In words, when it is too large.
    fn load(&mut self, cover: &ExactCover) -> Result<(), Fault>;

    /// From now on only solutions with all options of `with` and none of `without`, from the first on. With both empty:
    /// all solutions.
    fn enter(&mut self, with: &[usize], without: &[usize]);

    /// Another solution.
    fn next(&mut self, budget: &Budget) -> CoverOutcome;

    /// Which share of the search tree was gone through to list what was listed, from 0 to 1; the branches of a node have
    /// equal shares.
    fn share(&self) -> f64;

    /// How many solutions there are, with those that were listed. Does not disturb the list.
    fn count(&mut self, budget: &Budget) -> CoverCount;
}

/// How a backend is opened.
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
    /// A program that is run.
    External(exec::Command),
}

/// An open backend.
pub enum Opened {
    /// A SAT solver.
    Sat(Box<dyn Sat>),
    /// An ILP solver.
    Ilp(Box<dyn Ilp>),
    /// A solver of linear systems.
    Linear(Box<dyn Linear>),
    /// An exact cover engine.
    Cover(Box<dyn Cover>),
}

/// A solver: an entry of the registry, or a program to run.
#[derive(Clone)]
pub struct Backend {
    /// The name on the command line.
    pub name: Cow<'static, str>,
    /// What it is, in a line, with its version.
    pub summary: Cow<'static, str>,
    /// How to open it.
    pub engine: Engine,
}

impl Backend {
    /// The route it ends.
    pub fn route(&self) -> Route {
        match &self.engine {
            Engine::Sat(_) => Route::Sat,
            Engine::Ilp(_) => Route::Ilp,
            Engine::Linear(_) => Route::Gf2,
            Engine::Cover(_) => Route::ExactCover,
            Engine::External(command) => command.route(),
        }
    }

    /// What becomes of graph constraints on the way to it: SAT solvers that are built in propagate them, or are told where
    /// they violate them.
    pub fn graphs(&self) -> Graphs {
        if matches!(self.engine, Engine::Sat(_)) { Graphs::Propagated } else { Graphs::Decomposed }
    }

    /// A fresh solver.
    pub fn open(&self) -> Opened {
        match &self.engine {
            Engine::Sat(open) => Opened::Sat(open()),
            Engine::Ilp(open) => Opened::Ilp(open()),
            Engine::Linear(open) => Opened::Linear(open()),
            Engine::Cover(open) => Opened::Cover(open()),
            Engine::External(command) => command.open(),
        }
    }
}

/// The registry: the first of each route is its default. A new backend is a file and a line here.
pub static BACKENDS: &[Backend] = &[
    varisat::BACKEND,
    batsat::BACKEND,
    #[cfg(feature = "cadical")]
    cadical::BACKEND,
    microlp::BACKEND,
    minilp::BACKEND,
    gauss::BACKEND,
    xcc::BACKEND,
];

/// The backend of that name: one of the registry, or `exec:COMMAND` and the like (see [`exec`]).
///
/// # Errors
/// `None` when there is none of that name; words when it is a command that cannot be understood.
pub fn find(name: &str) -> Result<Backend, Option<String>> {
    if let Some(external) = exec::parse(name) {
        return external.map_err(Some);
    }
    let missing = cfg!(not(feature = "cadical")) && name == "cadical";
    BACKENDS.iter().find(|backend| backend.name == name).cloned().ok_or_else(|| {
        missing.then(|| {
            "`cadical` is not built in here: build with --features cadical, or run one with exec:cadical".into()
        })
    })
}

/// The backend a route takes when none is chosen.
pub fn default_for(route: Route) -> &'static Backend {
    BACKENDS.iter().find(|backend| backend.route() == route).expect("every route has a backend in the registry")
}

/// The backend that the SAT route takes when none is chosen and there are graph constraints: it propagates them.
pub fn for_graphs() -> &'static Backend {
    BACKENDS.iter().find(|backend| backend.name == batsat::BACKEND.name).expect("batsat is in the registry")
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
