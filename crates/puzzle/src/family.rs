//! A family of puzzles: its name, its keys, its formulations and methods, and the reader that makes instances.
//!
//! May import `model` and the traits beside it; knows no family. The list of families is in `registry`.

use super::capability::generation::Generator;
use super::instance::Instance;
use super::kinds::Kind;
use boardwright_base::budget::Budget;
use boardwright_model::{Field, LoadError, Model, Names};

/// A named way of doing something, with a line about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The name on the command line.
    pub name: &'static str,
    /// A description of one line.
    pub summary: &'static str,
}

/// A family of puzzles.
pub trait Puzzle: Sync {
    /// The name in `puzzle = "..."`.
    fn name(&self) -> &'static str;

    /// The rules, in a line.
    fn summary(&self) -> &'static str;

    /// The keys of its models.
    fn fields(&self) -> &'static [Field];

    /// Its formulations; the first is the default.
    fn formulations(&self) -> &'static [Named];

    /// Its own algorithms, which need no solver. Instances of a family that has any offer
    /// [`Instance::methods`].
    fn methods(&self) -> &'static [Named] {
        &[]
    }

    /// Returns the words of a kind that strings of every model may use, as they are written, with what they stand for.
    fn words(&self, of: Names) -> Vec<Named> {
        let _ = of;
        Vec::new()
    }

    /// Its kinds of models to start from.
    fn kinds(&self) -> &'static [Kind] {
        &[]
    }

    /// The capability to generate puzzles with one solution.
    fn generator(&self) -> Option<Generator> {
        None
    }

    /// Makes an instance of a model that was read against [`Puzzle::fields`].
    ///
    /// # Errors
    /// All mistakes in the model beyond what its table can check; or the limit that was reached.
    fn read(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Instance>, LoadError>;
}
