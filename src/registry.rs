//! The registry of the program: its families, and the check of the genre that a model may have.

use boardwright_exchange::genre;
use boardwright_families::PUZZLES;
use boardwright_puzzle::Registry;

/// The families of the program. The genre of a model is checked, too.
pub const REGISTRY: Registry = Registry::new(PUZZLES, |model| genre::read(model).map(|_| ()));
