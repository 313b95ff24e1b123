//! The moves of a shortest plan, one after the other, and why fewer do not suffice.
//!
//! A plan has no facts about one board. Its steps are its moves: each with the number of moves that could be made instead, and
//! which of them also begin a shortest way to the goal, if all shortest plans could be listed. That fewer moves do not suffice
//! follows from the family's lower bound, or from a visit of all positions that fewer moves reach. The visit is another program than
//! the search that finds the plan, and has to agree with it. Start with [`run`].

use super::step::StepsRequest;
use crate::answer::Answer;
use crate::answer::Reason;
use crate::task::failure::{Failure, Invariant, NoSteps, RejectedBoard};
use crate::task::{self, Ask, Options, Request, Setup};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Picture;
use boardwright_base::budget::Budget;
use boardwright_puzzle::Question;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::by_hand::{ByHand, Table};
use boardwright_puzzle::capability::plans::{Plans, Visited};
use boardwright_puzzle::solution::{Candidate, Solution};

/// The number of plans up to which all shortest ones are listed.
const MAX_PLANS: usize = 1000;
/// The maximum number of moves of a plan.
const MAX_MOVES: usize = 1000;
/// The maximum number of positions that are visited. Only if they suffice, all shortest plans are listed.
const MAX_VISITED: usize = 500_000;

/// The moves of a plan.
#[derive(Debug, Clone)]
pub struct Moves {
    /// As [`crate::answer::Report::answer`].
    pub answer: Answer,
    /// The proved least cost of a plan; the number of moves, where each costs 1.
    pub optimum: Option<i64>,
    /// The verified plan.
    pub solution: Option<Solution>,
    /// The picture of the start.
    pub start: Option<Picture>,
    /// The moves in their order.
    pub moves: Vec<Move>,
    /// The number of shortest plans, if all are known.
    pub plans: Option<usize>,
    /// Why a plan has no smaller cost; empty if no number of moves is too few, or the model requires the number of moves.
    pub fewer: Vec<Fewer>,
    /// The reason why there is no plan, or why the answer is unknown.
    pub reason: Reason,
    /// Whether a limit was reached.
    pub stopped: bool,
    /// The formulation or the method.
    pub method: &'static str,
}

/// A move.
#[derive(Debug, Clone)]
pub struct Move {
    /// Its description: `3,4 -> 1,2`.
    pub words: String,
    /// The position after it.
    pub picture: Picture,
    /// The cells of what was moved, before and after.
    pub cells: [Vec<Cell>; 2],
    /// The number of moves that are possible instead, with this one.
    pub possible: usize,
    /// The cost of the moves that remain.
    pub remaining: u64,
    /// The other moves that begin a shortest way to the goal; `None` if it is unknown whether there are any.
    pub others: Option<Vec<String>>,
}

/// A reason why fewer moves do not suffice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fewer {
    /// A lower bound on the number of moves.
    Bound {
        /// The bound.
        least: usize,
        /// Why it holds.
        why: Argument,
    },
    /// All positions that fewer moves reach were visited; none is a goal. By distance from the start: their number.
    Visited(Vec<u64>),
    /// A complete search, from this number of moves on, below the least.
    Searched {
        /// The least number that the search excludes.
        from: usize,
        /// The least number of moves.
        below: usize,
    },
}

/// Returns the moves of a shortest plan; at a limit, those of a plan if one was found.
///
/// # Errors
/// If the model has no plans, the plan is too long, or an internal check fails.
pub fn run(request: &StepsRequest, budget: &Budget) -> Result<Moves, Failure> {
    let loaded = &request.loaded;
    let (Some(plans), Some(by_hand)) = (loaded.instance.plans(), loaded.instance.by_hand()) else {
        return Err(Failure::inapplicable(NoSteps::NoPlans));
    };
    let options = Options { formulation: request.formulation.clone(), ..Options::default() };
    let setup = Setup::resolve(loaded, &options, budget)?;
    let method = match &setup {
        Setup::Method(name) => *name,
        Setup::Solver { formulation, .. } => *formulation,
    };
    let mut report = task::decide(loaded, &setup, Ask::One, budget)?;
    let mut found = Moves {
        answer: report.answer,
        optimum: report.optimum,
        solution: report.solutions.first().cloned(),
        start: None,
        moves: Vec::new(),
        plans: None,
        fewer: Vec::new(),
        reason: std::mem::take(&mut report.reason),
        stopped: report.stopped,
        method,
    };
    let Some(solution) = &found.solution else {
        return match report.answer {
            Answer::Satisfiable | Answer::Optimal => Err(Failure::inapplicable(NoSteps::TooLong { most: MAX_MOVES })),
            _ => Ok(found),
        };
    };
    let number = solution.candidate().steps.as_ref().map_or(solution.candidate().layers.len(), Vec::len);
    if number > MAX_MOVES {
        return Err(Failure::inapplicable(NoSteps::TooLong { most: MAX_MOVES }));
    }
    if let Some(Ok(least)) = report.optimum.map(usize::try_from) {
        let visited = plans.visited(MAX_VISITED, &|| budget.reached().is_some());
        if visited.is_some() && matches!(setup, Setup::Method(_)) {
            let all = Request::new(loaded, &setup, Ask::UpTo(MAX_PLANS));
            report = task::run(&all, budget, &mut task::ignore)?;
            found.solution = report.solutions.first().cloned().or(found.solution);
            found.plans = report.complete.then_some(report.solutions.len()).filter(|&number| number > 0);
        }
        found.fewer = fewer(plans, loaded.instance.question(), least, visited)?;
    }
    let Some(solution) = &found.solution else { return Ok(found) };
    let positions: Vec<Vec<String>> = match found.plans {
        Some(_) => report.solutions.iter().map(|solution| positions(plans, solution.candidate())).collect(),
        None => Vec::new(),
    };
    let others = Listed { solutions: &report.solutions, positions: &positions };
    let (start, moves) = followed(by_hand, solution.candidate(), &others, budget)?;
    (found.start, found.moves) = (Some(start), moves);
    Ok(found)
}

/// Plans with the positions that they pass, as text.
struct Listed<'a> {
    solutions: &'a [Solution],
    positions: &'a [Vec<String>],
}

impl Listed<'_> {
    /// Returns whether plans can be compared position by position: all have as many.
    fn are_alike(&self) -> bool {
        !self.positions.is_empty() && self.positions.iter().all(|own| own.len() == self.positions[0].len())
    }

    /// Returns the plans that pass the position of the first plan after some moves.
    fn through(&self, moves: usize) -> impl Iterator<Item = &Candidate> {
        let passes = move |own: &Vec<String>| own[moves] == self.positions[0][moves];
        let through = self.solutions.iter().zip(self.positions).filter(move |(_, own)| passes(own));
        through.map(|(solution, _)| solution.candidate())
    }
}

/// Returns the positions of a plan as text.
fn positions(plans: &dyn Plans, plan: &Candidate) -> Vec<String> {
    let Some(steps) = &plan.steps else { return plan.layers.iter().map(|layer| format!("{layer:?}")).collect() };
    let mut rules = plans.follow();
    let mut all = vec![rules.board().concat()];
    for &step in steps {
        // A verified plan follows the rules.
        if rules.step(step).is_ok() {
            all.push(rules.board().concat());
        }
    }
    all
}

/// Returns whether a plan that was made by hand ends with the move of another plan from the same position.
fn ends_with(made: &Candidate, plan: &Candidate, moves: usize) -> bool {
    match (&made.steps, &plan.steps) {
        (Some(made), Some(steps)) => made.last() == steps.get(moves),
        _ => made.layers.last() == plan.layers.get(moves + 1),
    }
}

/// Makes the moves of a plan. Returns the picture of the start, and the moves.
fn followed(
    by_hand: &dyn ByHand,
    plan: &Candidate,
    listed: &Listed<'_>,
    budget: &Budget,
) -> Result<(Picture, Vec<Move>), Failure> {
    let wrong = |violation| Failure::check(RejectedBoard::ByHand(violation));
    let number = plan.steps.as_ref().map_or_else(|| plan.layers.len().saturating_sub(1), Vec::len);
    let mut tokens: Vec<Vec<u16>> = Vec::new();
    let mut table = by_hand.after(&tokens).map_err(wrong)?;
    let start = table.picture.clone();
    let mut moves: Vec<Move> = Vec::new();
    let mut costs = Vec::new();
    for index in 0..number {
        budget.check()?;
        let mut next: Option<(usize, Table)> = None;
        let mut others: Option<Vec<String>> = listed.are_alike().then(Vec::new);
        for (at, turn) in table.turns.iter().enumerate() {
            tokens.push(turn.token.clone());
            let made = by_hand.after(&tokens).map_err(wrong)?;
            tokens.pop();
            if ends_with(&made.plan, plan, index) {
                next = Some((at, made));
            } else if let Some(others) = &mut others
                && listed.through(index).any(|other| ends_with(&made.plan, other, index))
            {
                others.push(turn.words.clone());
            }
        }
        let (at, made) = next.ok_or_else(|| Failure::check(RejectedBoard::NoMove(index + 1)))?;
        let turn = &table.turns[at];
        tokens.push(turn.token.clone());
        costs.push(made.cost);
        moves.push(Move {
            words: turn.words.clone(),
            picture: made.picture.clone(),
            cells: [turn.from.clone(), turn.to.clone()],
            possible: table.turns.len(),
            remaining: 0,
            others,
        });
        table = made;
    }
    let total = costs.last().copied().unwrap_or(0);
    moves.iter_mut().zip(costs).for_each(|(own, cost)| own.remaining = total - cost);
    Ok((start, moves))
}

/// Returns why fewer moves than the least number do not suffice.
fn fewer(plans: &dyn Plans, question: Question, least: usize, visited: Option<Visited>) -> Result<Vec<Fewer>, Failure> {
    let at_least = match question {
        Question::Plan { at_least } => Some(at_least),
        Question::Board => None,
    };
    let bound = at_least.and_then(|least| Some(Fewer::Bound { least, why: plans.why_at_least()? }));
    let from = at_least.filter(|_| bound.is_some()).unwrap_or(0);
    let mut found: Vec<Fewer> = bound.into_iter().collect();
    match visited {
        Some(visited) if !visited.has_goal || visited.layers.len() != least => {
            return Err(Failure::check(Invariant::VisitedPlan));
        }
        Some(visited) if from < least => found.push(Fewer::Visited(visited.layers)),
        None if from < least && at_least.is_some() => found.push(Fewer::Searched { from, below: least }),
        _ => {}
    }
    Ok(found)
}
