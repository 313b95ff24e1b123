//! An open backend: a solver of one of the routes. Knows no backend and not the registry.

use boardwright_cover::Cover;
use boardwright_frontier::Frontier;
use boardwright_ilp::Ilp;
use boardwright_linear::Linear;
use boardwright_sat::{Counter, Sat};

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
    /// A counter of forms over a frontier.
    Frontier(Box<dyn Frontier>),
    /// A model counter.
    Counter(Box<dyn Counter>),
}
