//! The capabilities: what a family may offer beyond the core, one trait a file.
//!
//! A family implements the trait for its instance and offers it by one line in its `impl Instance`; a task asks the
//! instance for it and handles `None`. The files know no family, no registry and not the trait `Instance`.

pub mod analysis;
pub mod argument;
pub mod by_clue;
pub mod by_hand;
pub mod cells;
pub mod change;
pub mod explanation;
pub mod fact;
pub mod filling;
pub mod generation;
pub mod lint;
pub mod methods;
pub mod objective;
pub mod plans;
pub mod preferences;
pub mod printed_clues;
pub mod stances;
pub mod symmetry;
pub mod words;
