//! The families of puzzles, what they are, and the registry with which the program reads models.

pub use boardwright_documents::{alternation, devils_chessboard, dissection, knightdoku, lights_out};
pub use boardwright_families::{PUZZLES, find};
pub use boardwright_grid as grid;
pub use boardwright_moves as moves;
pub use boardwright_puzzle::*;

use boardwright_base::budget::Budget;
use boardwright_base::source::Source;
use boardwright_exchange::genre;

/// The registry of the program's families. The genre of a model is checked, too.
pub const REGISTRY: Registry = Registry::new(PUZZLES, |model| genre::read(model).map(|_| ()));

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
