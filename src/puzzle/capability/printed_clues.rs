//! The clues that a model prints, each with the edit of the text that leaves it out, and the constraints with switches
//! for them.
//!
//! A setter writes the rules and prints every clue; a reduction drops clues from the text. A family makes a [`Switched`]
//! problem once, in which clues can be switched off.

use crate::board::Cell;
use crate::budget::{Budget, Stop};
use crate::constraint::{Literal, Problem};
use crate::model::Model;
use crate::puzzle::formulated::Decoder;
use crate::source::Span;

/// The capability to leave out clues that the model prints, and to print more.
pub trait PrintedClues {
    /// Returns the clues that the model prints. `text` is the text of the model.
    fn printed(&self, model: &Model, text: &str) -> Printed;

    /// Returns the constraints, in which these clues, all of [`PrintedClues::printed`], can be switched off.
    ///
    /// # Errors
    /// The limit that was reached.
    fn switched(&self, clues: &[Clue], budget: &Budget) -> Result<Switched, Stop>;

    /// Returns the edits of the text of the model that give cells values besides: some of [`Switched::choices`].
    fn giving(&self, model: &Model, text: &str, values: &[(Cell, String)]) -> Vec<Edit>;
}

/// A change of a text: what stands in a place instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The place.
    pub span: Span,
    /// What is to stand there.
    pub text: String,
}

impl Edit {
    /// A change.
    pub fn new(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }
}

/// A text with changes in places that do not overlap; everything else stays to the byte.
///
/// ```
/// use boardwright::puzzle::capability::printed_clues::{Edit, edited};
/// use boardwright::source::Span;
/// let edits = [Edit::new(Span::new(4, 5), "."), Edit::new(Span::new(0, 0), "# ")];
/// assert_eq!(edited("3 . 2", &edits), "# 3 . .");
/// ```
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    for Edit { span, text: instead } in edits {
        whole.push_str(&text[at..span.start]);
        whole.push_str(instead);
        at = span.end;
    }
    whole.push_str(&text[at..]);
    whole
}

/// Something printed that might be left out: without it, a condition is dropped and no other is added or changed, so that
/// every solution stays one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// What it is printed in: the name of a picture, of a list or of a layer.
    pub part: String,
    /// Its place in the model.
    pub span: Span,
    /// Where it is in its picture; `None` in a list.
    pub at: Option<Cell>,
    /// Whether it says a number.
    pub is_number: bool,
    /// The clue on which a half turn of the picture puts it: itself in the middle.
    pub turned: Option<usize>,
    /// What the text is without it.
    pub without: Edit,
}

/// What a model prints.
#[derive(Debug, Clone, Default)]
pub struct Printed {
    /// What can be named as something to be kept.
    pub parts: Vec<String>,
    /// Those that are used and yet are no clues, and why: because they are hidden, or part of the rules.
    pub kept: Vec<(String, &'static str)>,
    /// Everything that could be a clue; the same order for the same model with fewer clues.
    pub clues: Vec<Clue>,
    /// Where the text has to change before marks have places of their own: pictures written with escapes. Then there are
    /// no clues yet.
    pub rewritten: Vec<Edit>,
}

/// What comes of the constraints when a clue is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Some are left out, those that hold only where this is true, and nothing else changes.
    Literal(Literal),
    /// Nothing changes: the rules do not speak of it.
    Silent,
    /// Other constraints may come instead: the model without it has to be looked at.
    Unknown,
}

/// What a cell may hold, with the literals that say so.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The cell.
    pub at: Cell,
    /// As a model gives them.
    pub values: Vec<(String, Literal)>,
    /// The choice of the cell on which a half turn of the board puts it.
    pub turned: Option<usize>,
}

/// The constraints of a puzzle whose clues can be switched off.
pub struct Switched {
    /// The constraints.
    pub problem: Problem,
    /// From an assignment to a board.
    pub decode: Decoder,
    /// By clue, in the order of [`Printed::clues`].
    pub switches: Vec<Switch>,
    /// What could be given besides: cells for which nothing is given yet.
    pub choices: Vec<Choice>,
}
