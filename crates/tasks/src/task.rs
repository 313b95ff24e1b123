//! What people ask for, driven from an instance to verified solutions.
//!
//! A [`Request`] is a loaded model, a [`Setup`] (the way to the answer), a question ([`Ask`]) and how the work is done. [`run`]
//! works on it on the calling thread, delivers [`Event`]s, and returns one [`crate::answer::Report`]. `detached` does the same
//! on a thread of its own, so that a limit holds even when a backend does not react. [`explain`], [`generate`] and [`proof`] are
//! requests with results of their own. Every task verifies before it returns.
//!
//! Start reading at [`request`](Request), then [`decide`](run) and `runner`, then the work: `enumerate`, `count`, `cover`, `diagram`, `plan`, `method`. A file
//! here imports what is below it: requests and events know nothing of the work, the work knows nothing of threads
//! (`detached`, `parallel`).

pub mod candidates;
pub mod certificate;
pub mod compile;
pub mod count;
mod counting;
mod cover;
mod decide;
pub mod deep;
mod diagram;
pub mod cubes;
#[cfg(feature = "threads")]
pub mod detached;
pub mod diff;
pub mod distinct;
mod divided;
mod enumerate;
mod event;
pub mod examples;
pub mod explain;
mod facts;
pub mod failure;
pub mod fewest;
pub mod generate;
mod grouped;
mod layers;
mod listed;
pub mod learn;
mod method;
pub mod optimize;
mod options;
mod prepared;
#[cfg(feature = "threads")]
mod parallel;
mod plan;
mod posed;
pub mod problem;
pub mod proof;
pub mod recipe;
mod request;
mod runner;
mod search;
mod setup;
mod statement;
mod shapes;
pub mod sizes;
pub mod steps;
mod strategy;
mod symmetries;
mod turns;
mod walk;

pub use self::decide::{decide, run};
pub use self::event::{Event, Observer, Start, ignore};
pub use self::failure::Failure;
pub use self::listed::listed;
pub use self::options::{Options, encodings};
pub use self::prepared::Prepared;
pub use self::request::{Ask, By, Output, Request, Work};
pub use self::setup::{Setup, Solver};
pub use self::shapes::Why;
pub use self::strategy::Strategy;
pub use self::symmetries::{Breaking, Distinct, Symmetries};
pub use self::turns::sweep_outlook;
