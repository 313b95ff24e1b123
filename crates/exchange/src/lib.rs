//! Puzzles of other programs: genres with their links, imports and exports; and candidate rules for boards without a model.
//!
//! Knows no family; what reads a model is handed the registry. Imports `puzzle`, `model` and `base`. Start with [`genre`].

pub mod export;
pub mod genre;
pub mod import;
pub mod library;
mod worded;
