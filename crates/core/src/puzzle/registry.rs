//! The registry: the list of families, and the way from a model's text to an instance of one of them.
//!
//! The only file beside the families' own that names a family. Tasks and the command line start here, with [`load`].

use super::family::Puzzle;
use super::instance::Instance;
use super::{alternation, devils_chessboard, dissection, grid, knightdoku, lights_out};
use crate::budget::Budget;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::genre;
use crate::model::{self, LoadError, Model};
use crate::source::Source;
use std::sync::Arc;

/// The families, one a line.
pub static PUZZLES: &[&dyn Puzzle] = &[
    &lights_out::LightsOut,
    &dissection::Dissection,
    &devils_chessboard::DevilsChessboard,
    &knightdoku::Knightdoku,
    &alternation::Alternation,
    &grid::GridPuzzle,
];

/// Returns the family of that name.
pub fn find(name: &str) -> Option<&'static dyn Puzzle> {
    PUZZLES.iter().copied().find(|puzzle| puzzle.name() == name)
}

/// A model file, read: its contents and its puzzle.
#[derive(Clone)]
pub struct Loaded {
    /// The family.
    pub puzzle: &'static dyn Puzzle,
    /// The contents of the file.
    pub model: Model,
    /// The puzzle.
    pub instance: Arc<dyn Instance>,
}

/// Reads a model file.
///
/// # Errors
/// All mistakes in it, or the limit that was reached.
pub fn load(source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
    open(source, false, budget)
}

/// Reads a model file and requests the best board.
///
/// # Errors
/// All mistakes in it, or that it has nothing to minimise; or the limit that was reached.
pub fn load_fewest(source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
    open(source, true, budget)
}

fn open(source: &Source, fewest: bool, budget: &Budget) -> Result<Loaded, LoadError> {
    let names: Vec<&'static str> = PUZZLES.iter().map(|puzzle| puzzle.name()).collect();
    let model = model::read(source, &names, &|name| find(name).map(Puzzle::fields), budget)?;
    genre::read(&model)?;
    let puzzle = find(&model.puzzle).expect("the reader accepts only names of the registry");
    let mut instance = puzzle.read(&model, budget)?;
    if fewest {
        let Some(objective) = instance.objective() else {
            let reason = "this puzzle has nothing to be made fewest";
            return Err(Diagnostics::from(Diagnostic::new("no-objective", reason)).into());
        };
        objective.ask_fewest();
    }
    Ok(Loaded { puzzle, model, instance: Arc::from(instance) })
}
