//! The types of a request for an explanation and of its result.

use crate::answer::{Answer, Reason};
use boardwright_base::board::Cell;
use boardwright_ir::constraint::Origin;
use boardwright_puzzle::solution::Solution;
use boardwright_puzzle::solution::notation::Written;
use boardwright_puzzle::{ChangeKind, Loaded, Part, PartValue};

/// What is known about the minimality of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimality {
    /// Nothing; a smaller set may exist.
    Unproved,
    /// No element can be left out.
    Minimal,
    /// No smaller set exists.
    Smallest,
}

/// A request for an explanation of the answer to a model.
#[derive(Clone)]
pub struct ExplainRequest {
    /// The model.
    pub loaded: Loaded,
    /// The name of the formulation; by default the family's choice for SAT.
    pub formulation: Option<String>,
    /// Whether to look for a smallest set instead of a minimal one.
    pub smallest: bool,
}

impl ExplainRequest {
    /// Returns a request for a minimal set, with the default formulation of the family.
    pub fn new(loaded: &Loaded) -> ExplainRequest {
        ExplainRequest { loaded: loaded.clone(), formulation: None, smallest: false }
    }
}

/// The reason why there is no solution.
#[derive(Debug, Clone)]
pub struct Contradiction {
    /// Clues and rules that contradict each other, as named in the problem; clues first. Empty if the argument suffices.
    pub origins: Vec<Origin>,
    /// The minimality of that set.
    pub proved: Minimality,
    /// An argument that needs no search, if there is one.
    pub argument: Reason,
    /// The solver that found the set.
    pub found_by: Option<String>,
    /// The solver that checked it.
    pub checked_by: Option<String>,
    /// Single changes after which there is a solution.
    pub suggestions: Vec<Suggestion>,
    /// The number of origins that were tried: those that the family can change.
    pub tried: usize,
    /// Whether all of them were tried.
    pub all_tried: bool,
}

/// A change of a single clue after which there is a solution.
#[derive(Debug, Clone)]
pub struct Suggestion {
    /// The index of the contradiction's origin that it changes.
    pub origin: usize,
    /// What changes.
    pub kind: ChangeKind,
    /// The clue as a model writes it, before and after; `None` if that is not all that changes.
    pub written: Option<[String; 2]>,
    /// A solution of the changed puzzle, verified against it, in that puzzle's format.
    pub solution: Written,
}

/// The differences of several solutions.
#[derive(Debug, Clone)]
pub struct Differences {
    /// The number of known solutions, and whether they are all solutions.
    pub known: usize,
    /// See `known`.
    pub all_known: bool,
    /// The features that differ, with their values.
    pub varying: Vec<Varying>,
    /// The number of features that all solutions have in common.
    pub common: usize,
    /// Whether it is proved that no other feature differs.
    pub settled: bool,
    /// Two solutions, the most similar of the known ones.
    pub pair: [Solution; 2],
    /// The indices in `varying` at which they differ.
    pub apart: Vec<usize>,
    /// The further clue that decides, or decides most.
    pub decider: Option<Decider>,
    /// The number of clues considered; some known solution satisfies each.
    pub considered: usize,
}

/// A feature that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Varying {
    /// The part of a solution.
    pub part: Part,
    /// Its cell, if it has one.
    pub cell: Option<Cell>,
    /// Its values in the known solutions, in order.
    pub values: Vec<PartValue>,
}

/// A further clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decider {
    /// Its subject.
    pub part: Part,
    /// Its cell, if it has one.
    pub cell: Option<Cell>,
    /// What it says.
    pub clue: PartValue,
    /// The number of solutions that satisfy it.
    pub leaves: usize,
    /// Whether a model can express it; then it was tried on the changed model.
    pub is_model: bool,
}

/// The clues that force the only solution.
#[derive(Debug, Clone)]
pub struct Forced {
    /// The only solution.
    pub solution: Solution,
    /// Clues that force it, together with the rules.
    pub needed: Vec<Origin>,
    /// The other clues.
    pub spare: Vec<Origin>,
    /// The minimality of the set of needed clues.
    pub proved: Minimality,
    /// The solver that proved that the puzzle without the spare clues has no other solution.
    pub checked_by: Option<String>,
}

/// An explanation.
#[derive(Debug, Clone)]
pub enum Finding {
    /// Nothing yet.
    Nothing,
    /// No solution.
    Contradiction(Contradiction),
    /// Several solutions.
    Differences(Box<Differences>),
    /// One solution.
    Forced(Forced),
}

/// The answer and its explanation.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// As [`crate::answer::Report::answer`].
    pub answer: Answer,
    /// The optimum, if there is one: then the explanation is about optimal solutions.
    pub optimum: Option<i64>,
    /// The explanation.
    pub finding: Finding,
    /// The reason why the answer is unknown or the explanation incomplete.
    pub reason: Reason,
    /// Whether a limit was reached before the explanation was complete.
    pub stopped: bool,
    /// The formulation whose constraints were examined.
    pub formulation: Option<&'static str>,
}
