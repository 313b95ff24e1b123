//! What is asked about a puzzle, and what is answered: the crate that drives the journey from an instance to a verified solution.
//!
//! Knows no family; what needs the list of families is handed the registry. Imports `puzzle`, `solvers`, the routes, `ir` and
//! `base`. Start with [`task`].

pub mod answer;
pub mod task;
