//! The rooms below the command line, which are moving into crates of their own.

pub use boardwright_base::{board, budget, clock, diagnostic, digest, program, random, source};
pub use boardwright_cover as exact_cover;
pub use boardwright_frontier as frontier;
pub use boardwright_ilp as ilp;
pub use boardwright_ir::{constraint, effort, fault, route};
pub use boardwright_linear as gf2;
pub use boardwright_model as model;
pub use boardwright_puzzle::solution;
pub use boardwright_sat::cnf;
pub use boardwright_solvers::{backend, output, pipeline};
pub mod genre;
pub mod puzzle;
pub mod answer;
pub mod task;
#[cfg(feature = "compare")]
pub mod compare;
pub mod render;
pub mod import;
pub mod export;
pub mod workbench;
