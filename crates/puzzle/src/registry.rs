//! The registry: the families of a program, and the way from a model's text to an instance of one of them.
//!
//! A program lists its families; tasks, imports, comparisons and the page are handed the list. Start with [`Registry::load`].

use super::family::Puzzle;
use super::instance::Instance;
use super::kinds::Kind;
use boardwright_base::budget::Budget;
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Source;
use boardwright_model::{Example, LoadError, Model};
use std::fmt;
use std::sync::Arc;

/// What a program checks of every model, whatever its family is.
pub type Check = fn(&Model) -> Result<(), Diagnostics>;

/// The families of a program.
#[derive(Clone, Copy)]
pub struct Registry {
    families: &'static [&'static dyn Puzzle],
    check: Check,
}

/// A model file, read: its contents and its puzzle.
#[derive(Clone)]
pub struct Loaded {
    /// The families among which its own was found.
    pub registry: Registry,
    /// The family.
    pub puzzle: &'static dyn Puzzle,
    /// The contents of the file.
    pub model: Model,
    /// The puzzle.
    pub instance: Arc<dyn Instance>,
}

impl Loaded {
    /// Returns the puzzle with the pictures and lists of an example.
    ///
    /// # Errors
    /// All mistakes in them, or the limit that was reached.
    pub fn for_example(&self, example: &Example, budget: &Budget) -> Result<Arc<dyn Instance>, LoadError> {
        if example.parts.entries().next().is_none() {
            return Ok(Arc::clone(&self.instance));
        }
        Ok(Arc::from(self.puzzle.read(&self.model.for_example(example), budget)?))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.families.iter().map(|family| family.name())).finish()
    }
}

impl Registry {
    /// Returns the registry of these families, whose models are checked in this way besides.
    pub const fn new(families: &'static [&'static dyn Puzzle], check: Check) -> Registry {
        Registry { families, check }
    }

    /// Returns the registry of these families, whose models are checked by nobody else.
    pub const fn of(families: &'static [&'static dyn Puzzle]) -> Registry {
        Registry { families, check: |_| Ok(()) }
    }

    /// Returns the families.
    pub fn families(&self) -> &'static [&'static dyn Puzzle] {
        self.families
    }

    /// Returns the family of that name.
    pub fn find(&self, name: &str) -> Option<&'static dyn Puzzle> {
        self.families.iter().copied().find(|puzzle| puzzle.name() == name)
    }

    /// Returns the kinds of models to start from, family by family.
    pub fn kinds(&self) -> impl Iterator<Item = &'static Kind> + use<> {
        self.families.iter().flat_map(|family| family.kinds())
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// All mistakes in it, or the limit that was reached.
    pub fn load(&self, source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
        self.open(source, false, budget)
    }

    /// Reads a model file and requests the best board.
    ///
    /// # Errors
    /// All mistakes in it, or that it has nothing to minimise; or the limit that was reached.
    pub fn load_fewest(&self, source: &Source, budget: &Budget) -> Result<Loaded, LoadError> {
        self.open(source, true, budget)
    }

    fn open(&self, source: &Source, fewest: bool, budget: &Budget) -> Result<Loaded, LoadError> {
        let names: Vec<&'static str> = self.families.iter().map(|puzzle| puzzle.name()).collect();
        let model = boardwright_model::read(source, &names, &|name| self.find(name).map(Puzzle::fields), budget)?;
        (self.check)(&model)?;
        let puzzle = self.find(&model.puzzle).expect("the reader accepts only names of the registry");
        let mut instance = puzzle.read(&model, budget)?;
        if fewest {
            let Some(objective) = instance.objective() else {
                let reason = "this puzzle has nothing to be made fewest";
                return Err(Diagnostics::from(Diagnostic::new("no-objective", reason)).into());
            };
            objective.ask_fewest();
        }
        Ok(Loaded { registry: *self, puzzle, model, instance: Arc::from(instance) })
    }
}
