//! The families of the program, one a line.
//!
//! Start with [`PUZZLES`]. Imports the crates of families and `puzzle`; knows nothing of what is asked about them. The program's own registry also
//! checks genres: it stands in the facade.

use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_documents::{alternation, devils_chessboard, dissection, knightdoku, lights_out};
use boardwright_moves::GridPuzzle;
use boardwright_puzzle::{LoadError, Loaded, Puzzle, Registry};

/// The families, one a line.
pub static PUZZLES: &[&dyn Puzzle] = &[
    &lights_out::LightsOut,
    &dissection::Dissection,
    &devils_chessboard::DevilsChessboard,
    &knightdoku::Knightdoku,
    &alternation::Alternation,
    &GridPuzzle,
];

/// The registry of these families alone.
pub const REGISTRY: Registry = Registry::of(PUZZLES);

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
