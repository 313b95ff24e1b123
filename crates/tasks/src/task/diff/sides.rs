//! One side of a comparison: a board that obeys one rule set and breaks the other, or that there is none. Start with [`side`].

use super::matching::{Matching, Mismatch};
use super::oracle::{Asked, Oracle};
use crate::task::failure::{Failure, Invariant, RejectedBoard};
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::Instance as RulePart;
use boardwright_ir::constraint::{Atom, Constraint, Draft, Literal, Origin, Problem, Roles};
use boardwright_puzzle::capability::filling::FurtherClue;
use boardwright_puzzle::capability::stances::{BrokenRule, Part, Stance, Stances};
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_puzzle::{Decisions, Formulated, Instance, Loaded, Puzzle};
use std::sync::Arc;

/// Two models, and names of the first that the second calls otherwise.
#[derive(Clone)]
pub struct DiffRequest {
    /// The first model.
    pub first: Loaded,
    /// The second model.
    pub second: Loaded,
    /// Layers and values of the first model with their names in the second.
    pub map: Vec<(String, String)>,
    /// Whether further clues are unknowns: the models are compared with all clues that they could have. The first model's names of
    /// pictures and lists are those of the second one.
    pub any_clues: bool,
}

/// How the boards of two rule sets are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// They are the same.
    Equivalent,
    /// Each board of the first obeys the second, and not the reverse.
    FirstImpliesSecond,
    /// Each board of the second obeys the first, and not the reverse.
    SecondImpliesFirst,
    /// Each has a board that the other rejects.
    Neither,
    /// A question is open.
    Unknown,
}

impl Relation {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Equivalent => "equivalent",
            Relation::FirstImpliesSecond => "first-implies-second",
            Relation::SecondImpliesFirst => "second-implies-first",
            Relation::Neither => "neither",
            Relation::Unknown => "unknown",
        }
    }
}

/// What is known about boards that obey one rule set and break the other.
#[derive(Debug, Clone)]
pub enum Side {
    /// There is one.
    Board(Box<Distinguishing>),
    /// There is none: each board of the one obeys the other.
    Implied(Proof),
    /// It is open.
    Open(Open),
}

/// A board that obeys one rule set and breaks the other.
#[derive(Debug, Clone)]
pub struct Distinguishing {
    /// The board, verified by the rules that it obeys.
    pub solution: Solution,
    /// The rules of the other set that it breaks; empty if it breaks them together with hidden layers.
    pub breaks: Vec<BrokenRule>,
    /// The clues that both sets have besides those of their models.
    pub clues: Vec<FurtherClue>,
    /// The board with the clues.
    pub picture: Picture,
}

impl Distinguishing {
    fn new(obeyed: &Model<'_>, solution: Solution, breaks: Vec<BrokenRule>) -> Distinguishing {
        let picture = obeyed.instance.draw(&solution);
        Distinguishing { solution, breaks, clues: Vec::new(), picture }
    }
}

/// How it is known that there is no such board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Rules and a violation contradict each other.
    Contradiction,
    /// All boards of the rules were tried; their number.
    AllBoards(usize),
    /// So it is without further clues, and with each one of these by itself; as each rule considers one clue, with any of them.
    EachClue(ClueSet),
}

/// The clues with which rules were compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClueSet {
    /// The pictures and lists.
    pub parts: Vec<String>,
    /// The marks that rules name.
    pub words: Vec<String>,
    /// The largest number, if numbers are marks.
    pub up_to: Option<usize>,
    /// The number of clues: places and marks.
    pub clues: usize,
    /// The clues that one of the models cannot have.
    pub unreadable: usize,
}

/// Why a question is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Open {
    /// The number of boards that were tried.
    pub tried: usize,
    /// The limit that was reached, if that is why.
    pub stop: Option<Stop>,
    /// The rules that do not state their violation.
    pub unstated: Vec<Origin>,
    /// The hidden layers on which the broken rules depend.
    pub hidden: Vec<String>,
    /// The pictures and lists of which rules consider several clues together, so that clues one by one decide nothing.
    pub together: Vec<String>,
    /// The number of boards with all their clues that both models accept.
    pub filled: usize,
}

/// The result of a comparison.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The boards of the first model that break the second.
    pub only_first: Side,
    /// The boards of the second model that break the first.
    pub only_second: Side,
    /// Where the models are equivalent: whether some board obeys them; `None` if that is open. Otherwise there is one, or it was not
    /// asked.
    pub has_board: Option<bool>,
}

impl Difference {
    /// Returns how the boards are related.
    pub fn relation(&self) -> Relation {
        match (&self.only_first, &self.only_second) {
            (Side::Implied(_), Side::Implied(_)) => Relation::Equivalent,
            (Side::Implied(_), Side::Board(_)) => Relation::FirstImpliesSecond,
            (Side::Board(_), Side::Implied(_)) => Relation::SecondImpliesFirst,
            (Side::Board(_), Side::Board(_)) => Relation::Neither,
            _ => Relation::Unknown,
        }
    }

    /// Returns whether it is proved that a board is in one set only.
    pub fn differs(&self) -> bool {
        [&self.only_first, &self.only_second].into_iter().any(|side| matches!(side, Side::Board(_)))
    }
}

/// Why two models cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// Their boards do not match.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The work failed.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl From<Stop> for DiffError {
    fn from(stop: Stop) -> DiffError {
        DiffError::Failed(stop.into())
    }
}

impl Matching {
    /// Matches the boards of two models in both directions.
    pub(super) fn both([first, second]: [&Model<'_>; 2], map: &[(String, String)]) -> Result<[Matching; 2], Mismatch> {
        let there = Matching::new([&first.stances.names(), &second.stances.names()], map)?;
        let back = there.turned();
        Ok([there, back])
    }
}

/// A model whose rules can be broken.
pub(super) struct Model<'a> {
    pub(super) puzzle: &'static dyn Puzzle,
    pub(super) instance: &'a dyn Instance,
    pub(super) stances: &'a dyn Stances,
}

impl<'a> Model<'a> {
    pub(super) fn of(loaded: &'a Loaded) -> Result<Model<'a>, Mismatch> {
        Model::new(loaded.puzzle, &*loaded.instance)
    }

    pub(super) fn new(puzzle: &'static dyn Puzzle, instance: &'a dyn Instance) -> Result<Model<'a>, Mismatch> {
        let stances = instance.stances().ok_or(Mismatch::Family(puzzle.name()))?;
        Ok(Model { puzzle, instance, stances })
    }

    /// Returns the constraints of all rules.
    fn obeyed(&self, budget: &Budget) -> Result<(Arc<Problem>, Arc<Decisions>), DiffError> {
        let formulation = self.puzzle.formulations()[0].name;
        let constrained = self.instance.constrain(formulation, None, budget);
        let Formulated { problem, decisions, .. } = constrained.map_err(Failure::from)?;
        let decisions = decisions.ok_or(Mismatch::Family(self.puzzle.name()))?;
        Ok((problem, decisions))
    }
}

/// Searches for a board that obeys one model and breaks the other.
pub(super) fn side(
    obeyed: &Model<'_>,
    broken: &Model<'_>,
    matching: &Matching,
    budget: &Budget,
) -> Result<Side, DiffError> {
    let hidden = matching.hidden[1].clone();
    if !hidden.is_empty() {
        return tried(obeyed, broken, matching, Vec::new(), budget);
    }
    let (own, decisions) = obeyed.obeyed(budget)?;
    let taken = broken.stances.taking(&|_: &Origin| Stance::Breaks, Draft::new(budget))?;
    let mut problem = Problem::clone(&own);
    let literals = problem.absorb(&taken.problem, &matching.shared([&decisions, &taken.decisions]));
    let violations = taken.parts.iter().filter_map(|part| part.broken.as_ref()).flatten();
    let violations: Vec<Literal> = violations.map(|&literal| renamed(literal, &literals)).collect();
    let origin = problem.origin(Origin::named(0, "broken"));
    problem.post(origin, Constraint::clause(violations));
    let unstated = unstated(&taken.parts);
    match Oracle::new(&problem, Roles::FAITHFUL, budget)?.ask(&[])? {
        Asked::Found(assignment) => {
            let board = decisions.board(&assignment);
            let found = distinguishing(obeyed, broken, matching, board)?;
            // The violation holds on the board, so the other verifier rejects it.
            let found = found.ok_or_else(|| Failure::check(Invariant::Assignment))?;
            Ok(Side::Board(Box::new(found)))
        }
        Asked::Nothing if unstated.is_empty() => Ok(Side::Implied(Proof::Contradiction)),
        Asked::Nothing => tried(obeyed, broken, matching, unstated, budget),
        Asked::Stopped(stop) => Ok(Side::Open(Open { stop: Some(stop), unstated, hidden, ..Open::default() })),
    }
}

/// Returns the rules that do not state what breaks them, each once.
fn unstated(parts: &[Part]) -> Vec<Origin> {
    let mut rules: Vec<Origin> = Vec::new();
    for part in parts.iter().filter(|part| part.broken.is_none()) {
        if !rules.iter().any(|known| known.rule == part.origin.rule) {
            rules.push(part.origin.clone().part(RulePart::Whole));
        }
    }
    rules
}

/// Returns the literal that one of an absorbed problem became.
pub(in crate::task) fn renamed(literal: Literal, literals: &[Literal]) -> Literal {
    match literal.atom {
        Atom::Boolean(variable) if literal.negated => !literals[variable.0 as usize],
        Atom::Boolean(variable) => literals[variable.0 as usize],
        _ => literal,
    }
}

/// Returns what a board of one model breaks in the other; `None` if it obeys that, too.
pub(super) fn distinguishing(
    obeyed: &Model<'_>,
    broken: &Model<'_>,
    matching: &Matching,
    board: Candidate,
) -> Result<Option<Distinguishing>, DiffError> {
    let other = matching.board(&board, &broken.stances.names());
    let solution = Solution::verified(obeyed.instance, board)
        .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
    let breaks = broken.stances.broken(&other);
    let breaks = breaks.map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
    let breaks = BrokenRule::first_of_each(breaks);
    Ok((!breaks.is_empty()).then(|| Distinguishing::new(obeyed, solution, breaks)))
}

/// Whether a board obeys a model with some values of the hidden layers that only this model has.
enum Completed {
    /// It does.
    Obeys,
    /// It breaks the model with all values.
    Breaks,
    /// A limit was reached.
    Stopped(Stop),
}

/// Searches for values of the hidden layers of a model with which a board obeys it; `assumed` is the board.
fn completed(
    broken: &Model<'_>,
    decisions: &Decisions,
    completions: &mut Oracle<'_>,
    assumed: &[Literal],
) -> Result<Completed, DiffError> {
    Ok(match completions.ask(assumed)? {
        Asked::Found(found) => {
            let found = Solution::verified(broken.instance, decisions.board(&found));
            found.map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
            Completed::Obeys
        }
        Asked::Nothing => Completed::Breaks,
        Asked::Stopped(stop) => Completed::Stopped(stop),
    })
}

/// Returns a board that breaks a model with all values of its hidden layers.
fn broken_with_hidden(obeyed: &Model<'_>, board: Candidate) -> Result<Distinguishing, DiffError> {
    let solution = Solution::verified(obeyed.instance, board)
        .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?;
    Ok(Distinguishing::new(obeyed, solution, Vec::new()))
}

/// Like [`distinguishing`], with any values of the hidden layers that only the other model has; `None` also if a limit was reached.
pub(super) fn distinguishing_with_hidden(
    obeyed: &Model<'_>,
    broken: &Model<'_>,
    matching: &Matching,
    board: Candidate,
    budget: &Budget,
) -> Result<Option<Distinguishing>, DiffError> {
    if matching.hidden[1].is_empty() {
        return distinguishing(obeyed, broken, matching, board);
    }
    let (problem, decisions) = broken.obeyed(budget)?;
    let mut completions = Oracle::new(&problem, Roles::FAITHFUL, budget)?;
    match completed(broken, &decisions, &mut completions, &matching.held(&board, &decisions))? {
        Completed::Breaks => Ok(Some(broken_with_hidden(obeyed, board)?)),
        Completed::Obeys | Completed::Stopped(_) => Ok(None),
    }
}

/// Tries boards of one model on the other, until one breaks it or all were tried.
fn tried(
    obeyed: &Model<'_>,
    broken: &Model<'_>,
    matching: &Matching,
    unstated: Vec<Origin>,
    budget: &Budget,
) -> Result<Side, DiffError> {
    let (own, decisions) = obeyed.obeyed(budget)?;
    let (others, other_decisions) = broken.obeyed(budget)?;
    let pairs = matching.pairs([&decisions, &other_decisions]);
    let mut boards = Oracle::new(&own, Roles::FAITHFUL, budget)?;
    let hidden = matching.hidden[1].clone();
    let mut completions = Oracle::new(&others, Roles::FAITHFUL, budget)?;
    let mut tried = 0;
    let open = |tried, stop| {
        let (unstated, hidden) = (unstated.clone(), hidden.clone());
        Ok(Side::Open(Open { tried, stop: Some(stop), unstated, hidden, ..Open::default() }))
    };
    loop {
        let assignment = match boards.ask(&[])? {
            Asked::Found(assignment) => assignment,
            Asked::Nothing => return Ok(Side::Implied(Proof::AllBoards(tried))),
            Asked::Stopped(stop) => return open(tried, stop),
        };
        let board = decisions.board(&assignment);
        let held = pairs.iter().filter(|[one, _]| assignment.satisfies(*one));
        let [held, assumed]: [Vec<Literal>; 2] =
            [0, 1].map(|side: usize| held.clone().map(|pair| pair[side]).collect());
        if hidden.is_empty() {
            if let Some(found) = distinguishing(obeyed, broken, matching, board)? {
                return Ok(Side::Board(Box::new(found)));
            }
        } else {
            match completed(broken, &other_decisions, &mut completions, &assumed)? {
                Completed::Obeys => {}
                Completed::Breaks => return Ok(Side::Board(Box::new(broken_with_hidden(obeyed, board)?))),
                Completed::Stopped(stop) => return open(tried, stop),
            }
        }
        tried += 1;
        boards.require(held.into_iter().map(|literal| !literal));
    }
}
