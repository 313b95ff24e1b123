//! The request for an explanation, and the explanation with its parts.

use crate::answer::Answer;
use crate::board::Cell;
use crate::board::picture::Picture;
use crate::constraint::Origin;
use crate::puzzle::Loaded;
use crate::solution::Solution;
use crate::solution::notation::Written;

/// What is known about the size of a set of which every part is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimality {
    /// Nothing: there may be less to say.
    Unproved,
    /// None of it can be left out.
    Minimal,
    /// There is no smaller one.
    Smallest,
}

/// A request for an explanation of the answer to a model.
#[derive(Clone)]
pub struct ExplainRequest {
    /// The model.
    pub loaded: Loaded,
    /// The formulation, by name; the family's choice for SAT otherwise.
    pub formulation: Option<String>,
    /// Whether to look for a smallest set instead of a minimal one.
    pub smallest: bool,
}

impl ExplainRequest {
    /// A request for a minimal set, with the formulation that the family chooses.
    pub fn new(loaded: &Loaded) -> ExplainRequest {
        ExplainRequest { loaded: loaded.clone(), formulation: None, smallest: false }
    }
}

/// Why there is no solution.
#[derive(Debug, Clone)]
pub struct Contradiction {
    /// Clues and rules that contradict each other, as the problem has them; clues first. Empty where the reason is all.
    pub origins: Vec<Origin>,
    /// What is known about the size of that set.
    pub proved: Minimality,
    /// An argument in words that needs no search, where the family has one.
    pub argument: Option<String>,
    /// The solver that found the set.
    pub found_by: Option<String>,
    /// Another one, that checked it.
    pub checked_by: Option<String>,
    /// Single changes after which there is a solution.
    pub suggestions: Vec<Suggestion>,
    /// How many of the origins were tried: those that the family knows how to change.
    pub tried: usize,
    /// Whether that is every one of them.
    pub all_tried: bool,
}

/// A change of a single clue after which there is a solution.
#[derive(Debug, Clone)]
pub struct Suggestion {
    /// Which of the contradiction's origins it changes.
    pub origin: usize,
    /// In words that go before "there is a solution".
    pub words: String,
    /// A solution of the changed puzzle, verified against that, as that puzzle writes it.
    pub solution: Written,
    /// That solution, drawn.
    pub picture: Picture,
}

/// Where several solutions differ.
#[derive(Debug, Clone)]
pub struct Differences {
    /// How many solutions are known, and whether they are all there are.
    pub known: usize,
    /// See `known`.
    pub all_known: bool,
    /// What differs, and what it can be.
    pub varying: Vec<Varying>,
    /// How many features all solutions have in common.
    pub common: usize,
    /// Whether it is proved that nothing else differs.
    pub settled: bool,
    /// Two solutions, of those known the two that differ least.
    pub pair: [Solution; 2],
    /// The places in `varying` at which they differ.
    pub apart: Vec<usize>,
    /// The further clue that decides, or decides most.
    pub decider: Option<Decider>,
    /// How many clues were considered, each of which some known solution meets.
    pub considered: usize,
}

/// Something that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Varying {
    /// `r3c4`, `move 4`.
    pub name: String,
    /// Its cell, where it has one.
    pub cell: Option<Cell>,
    /// The values it has in the known solutions, in order.
    pub values: Vec<String>,
}

/// A further clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decider {
    /// What it is about: `r3c4`.
    pub name: String,
    /// Its cell, where it has one.
    pub cell: Option<Cell>,
    /// What it says.
    pub clue: String,
    /// So many solutions meet it.
    pub leaves: usize,
    /// Whether a model can say it; then it was tried on the changed model.
    pub is_model: bool,
}

/// What forces the only solution.
#[derive(Debug, Clone)]
pub struct Forced {
    /// The only solution.
    pub solution: Solution,
    /// Clues that force it, together with the rules.
    pub needed: Vec<Origin>,
    /// The other clues.
    pub spare: Vec<Origin>,
    /// What is known about the number of needed ones.
    pub proved: Minimality,
    /// The solver that proved that the puzzle without the spare clues has no other solution.
    pub checked_by: Option<String>,
}

/// What there is to say.
#[derive(Debug, Clone)]
pub enum Finding {
    /// Nothing yet.
    Nothing,
    /// There is no solution.
    Contradiction(Contradiction),
    /// There are several.
    Differences(Box<Differences>),
    /// There is one.
    Forced(Forced),
}

/// The answer and its explanation.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// As [`crate::answer::Report::answer`].
    pub answer: Answer,
    /// The optimum, where there is one: then the solutions meant are the optimal ones.
    pub optimum: Option<i64>,
    /// The explanation.
    pub finding: Finding,
    /// Why it is not known, or where the explanation was cut short, in words; empty otherwise.
    pub reason: String,
    /// Whether a limit was met before everything was said.
    pub stopped: bool,
    /// The formulation whose constraints were looked at.
    pub formulation: Option<&'static str>,
}
