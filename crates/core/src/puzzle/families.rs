//! The families of this program, one a line, and the way from a model's text to an instance of one of them.

use super::registry::{Loaded, Registry};
use super::{Puzzle, alternation, devils_chessboard, dissection, grid, knightdoku, lights_out};
use crate::budget::Budget;
use crate::genre;
use crate::model::LoadError;
use crate::source::Source;

/// The families, one a line.
pub static PUZZLES: &[&dyn Puzzle] = &[
    &lights_out::LightsOut,
    &dissection::Dissection,
    &devils_chessboard::DevilsChessboard,
    &knightdoku::Knightdoku,
    &alternation::Alternation,
    &grid::GridPuzzle,
];

/// The registry of these families. The genre of a model is checked, too.
pub const REGISTRY: Registry = Registry::new(PUZZLES, |model| genre::read(model).map(|_| ()));

/// Returns the family of that name.
pub fn find(name: &str) -> Option<&'static dyn Puzzle> {
    REGISTRY.find(name)
}

/// Reads a model file; see [`Registry::load`].
///
/// # Errors
/// All mistakes in it, or the limit that was reached.
pub fn load(source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
    REGISTRY.load(source, budget)
}

/// Reads a model file and requests the best board; see [`Registry::load_fewest`].
///
/// # Errors
/// All mistakes in it, or that it has nothing to minimise; or the limit that was reached.
pub fn load_fewest(source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
    REGISTRY.load_fewest(source, budget)
}
