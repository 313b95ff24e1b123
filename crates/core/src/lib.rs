//! The rooms below the command line, which are moving into crates of their own.

pub use boardwright_base::{board, budget, clock, diagnostic, digest, program, random, source};
pub use boardwright_ir::{constraint, effort, fault, route};
pub mod model;
pub mod genre;
pub mod puzzle;
pub mod cnf;
pub mod ilp;
pub mod exact_cover;
pub mod gf2;
pub mod frontier;
pub mod pipeline;
pub mod output;
pub mod backend;
pub mod solution;
pub mod answer;
pub mod task;
#[cfg(feature = "compare")]
pub mod compare;
pub mod render;
pub mod import;
pub mod export;
pub mod workbench;
