//! The clues that a model prints, each with the edit that removes it from the text, and the constraints with switches
//! for them.
//!
//! A setter writes the rules and prints every clue; a reduction drops clues from the text. A family makes a [`Switched`]
//! problem once, in which clues can be switched off.

pub use boardwright_base::source::{Edit, edited};

use crate::capability::filling::{Computable, FillRequest, Filling};
use crate::formulated::{Decoder, Formulated};
use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::source::Span;
use boardwright_ir::constraint::{Literal, Problem};
use boardwright_model::{LoadError, Model};

/// The capability to leave out clues that the model prints, and to print more.
pub trait PrintedClues {
    /// Returns the clues that the model prints. `text` is the text of the model.
    fn printed(&self, model: &Model, text: &str) -> Printed;

    /// Returns the constraints, in which these clues, all of [`PrintedClues::printed`], can be switched off.
    ///
    /// # Errors
    /// The limit that was reached.
    fn switched(&self, clues: &[Clue], budget: &Budget) -> Result<Switched, Stop>;

    /// Returns the edits of the text of the model that give further cells values: some of [`Switched::choices`].
    fn giving(&self, model: &Model, text: &str, values: &[(Cell, String)]) -> Vec<Edit>;

    /// Returns for each number in these pictures the edit that replaces it by `?`.
    fn weaker(&self, model: &Model, text: &str, names: &[String]) -> Vec<Edit>;

    /// Returns the names of the rules.
    fn rules(&self) -> Vec<String>;

    /// Returns the constraints without the rules of a name.
    ///
    /// # Errors
    /// The limit that was reached.
    fn without_rule(&self, name: &str, budget: &Budget) -> Result<Formulated, Stop>;

    /// Returns the pictures and lists whose marks and entries [`PrintedClues::filling`] can compute.
    fn computable(&self, model: &Model) -> Vec<Computable>;

    /// Prepares to compute the marks of these pictures and the entries of these lists.
    ///
    /// # Errors
    /// The reasons why they cannot be computed; or the limit that was reached.
    fn filling(&self, model: &Model, request: &FillRequest, budget: &Budget) -> Result<Box<dyn Filling>, LoadError>;
}

/// Something printed that could be left out: without it, a condition is dropped and no other is added or changed, so
/// that every solution stays a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// The name of its picture, list or layer.
    pub part: String,
    /// Its place in the model.
    pub span: Span,
    /// Its cell in its picture; `None` in a list.
    pub at: Option<Cell>,
    /// Whether it is a number.
    pub is_number: bool,
    /// The clue to which a half turn of the picture maps it; itself in the middle.
    pub turned: Option<usize>,
    /// The edit that removes it.
    pub without: Edit,
}

/// The printed parts of a model.
#[derive(Debug, Clone, Default)]
pub struct Printed {
    /// The names that a request to keep clues may use.
    pub parts: Vec<String>,
    /// The parts that are used but are not clues, with the reason: they are hidden, or part of the rules.
    pub kept: Vec<(String, &'static str)>,
    /// All possible clues; in the same order for the same model with fewer clues.
    pub clues: Vec<Clue>,
    /// The edits needed before marks have places of their own, for pictures written with escapes. Until then there
    /// are no clues.
    pub rewritten: Vec<Edit>,
}

/// The effect on the constraints when a clue is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// The constraints that hold only where this literal is true are dropped, and nothing else changes.
    Literal(Literal),
    /// Nothing changes: no rule uses the clue.
    Silent,
    /// Other constraints may replace them: the model without the clue has to be read.
    Unknown,
}

/// The possible values of a cell, with their literals.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The cell.
    pub at: Cell,
    /// Each value as in a model, with its literal.
    pub values: Vec<(String, Literal)>,
    /// The choice of the cell to which a half turn of the board maps it.
    pub turned: Option<usize>,
}

/// The constraints of a puzzle whose clues can be switched off.
pub struct Switched {
    /// The constraints.
    pub problem: Problem,
    /// The decoder from an assignment to a board.
    pub decode: Decoder,
    /// By clue, in the order of [`Printed::clues`].
    pub switches: Vec<Switch>,
    /// The possible further given values: cells that have none yet.
    pub choices: Vec<Choice>,
}
