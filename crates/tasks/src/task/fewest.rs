//! Smallest sets of cells that determine a board: the fewest clues of a solution, and the fewest cells that determine every board.
//!
//! Both questions have one form: which *places* must agree so that two boards are equal? Two boards that differ show that one of the
//! places where they differ is needed, and a smallest set that hits all these differences is asked about (`least`). For clues,
//! one of the boards is the solution. Start with [`clues`] and [`cells`].

mod least;

pub use self::least::Least;

use self::least::{Pair, least};
use super::diff::oracle::{Asked, Oracle};
use super::diff::renamed;
use super::distinct::{Distinct, Symmetries};
use super::failure::{Failure, RejectedBoard};
use super::{Ask, Options, Request, Setup, run};
use boardwright_base::board::Cell;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::{BuiltIn, RuleId};
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Literal, Origin, Problem, Roles};
use boardwright_puzzle::capability::stances::{Stance, Stances};
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_puzzle::{Decisions, Loaded};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A value of a solution that may be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// The layer; `None` if drawings show one layer only.
    pub layer: Option<String>,
    /// The cell.
    pub cell: Cell,
    /// The value.
    pub value: String,
}

/// The fewest clues of a solution.
#[derive(Debug, Clone)]
pub struct FewestClues {
    /// The solution.
    pub solution: Solution,
    /// What is known; its places are clues.
    pub least: Least<Clue>,
}

/// Why a question about places has no answer.
#[derive(Debug)]
pub enum NoPlaces {
    /// The family does not support it.
    Family,
    /// There is no board.
    NoBoard,
    /// The work failed.
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for NoPlaces {
    fn from(failure: F) -> NoPlaces {
        NoPlaces::Failed(failure.into())
    }
}

/// Finds the fewest values that, given with the rules and without the model's given values, leave a solution unique: this one, or
/// the first that is found.
///
/// # Errors
/// If the family does not support it, there is no solution, a limit was reached before there is one, or a check fails.
pub fn clues(loaded: &Loaded, of: Option<Solution>, budget: &Budget) -> Result<FewestClues, NoPlaces> {
    clues_below(loaded, of, usize::MAX, budget)
}

/// The fewest clues of all solutions.
#[derive(Debug, Clone)]
pub struct FewestOfAll {
    /// The solution with the fewest, and its clues; if not all solutions are known, of those that are.
    pub fewest: FewestClues,
    /// The number of solutions, up to symmetry if the symmetries are known.
    pub solutions: usize,
    /// Whether solutions that a symmetry maps to each other count once.
    pub is_up_to_symmetry: bool,
    /// The limit that was reached before all were examined.
    pub stop: Option<Stop>,
}

/// Finds the fewest clues of all solutions, up to symmetry. The bound is that of the solutions that were examined.
///
/// # Errors
/// As [`clues`].
pub fn of_all(loaded: &Loaded, budget: &Budget) -> Result<FewestOfAll, NoPlaces> {
    let setup = Setup::resolve(loaded, &Options { several: true, ..Options::default() }, budget)?;
    let is_up_to_symmetry = loaded.instance.symmetries(false).is_ok();
    let distinct = is_up_to_symmetry.then_some(Distinct::Symmetries);
    let request = Request::new(loaded, &setup, Ask::All).up_to(Symmetries { distinct, breaking: None });
    let report = run(&request, budget, &mut super::ignore)?;
    let mut best: Option<FewestClues> = None;
    let mut stop = report.stopped.then(|| budget.reached()).flatten();
    for solution in &report.solutions {
        let enough = best.as_ref().and_then(|best| best.least.best.as_ref()).map_or(usize::MAX, Vec::len);
        let found = clues_below(loaded, Some(solution.clone()), enough, budget)?;
        stop = stop.or(found.least.stop);
        let is_better = found.least.best.as_ref().is_some_and(|clues| clues.len() < enough);
        if best.is_none() || is_better {
            best = Some(found);
        }
        if stop.is_some() {
            break;
        }
    }
    let fewest = match (best, stop) {
        (Some(best), _) => best,
        (None, Some(stop)) => return Err(stop.into()),
        (None, None) => return Err(NoPlaces::NoBoard),
    };
    Ok(FewestOfAll { fewest, solutions: report.solutions.len(), is_up_to_symmetry, stop })
}

/// [`clues`], or a proof that the solution needs at least `enough`.
fn clues_below(loaded: &Loaded, of: Option<Solution>, enough: usize, budget: &Budget) -> Result<FewestClues, NoPlaces> {
    let stances = loaded.instance.stances().ok_or(NoPlaces::Family)?;
    let is_given = |origin: &Origin| origin.rule == RuleId::BuiltIn(BuiltIn::Given);
    let stance = |origin: &Origin| if is_given(origin) { Stance::Either } else { Stance::Holds };
    let taken = stances.taking(&stance, Draft::new(budget))?;
    let mut problem = Arc::unwrap_or_clone(taken.problem);
    let different: Literal = problem.auxiliary("").into();
    let mut oracle = Oracle::new(&problem, Roles::FAITHFUL, budget)?;
    let solution = match of {
        Some(solution) => solution,
        None => {
            let given: Vec<Literal> = taken.parts.iter().filter_map(|part| part.holds).collect();
            let board = match oracle.ask(&given)? {
                Asked::Found(assignment) => taken.decisions.board(&assignment),
                Asked::Nothing => return Err(NoPlaces::NoBoard),
                Asked::Stopped(stop) => return Err(stop.into()),
            };
            Solution::verified(&*loaded.instance, board)
                .map_err(|violation| Failure::check(RejectedBoard::Decoded(violation)))?
        }
    };
    let (places, agree) = shown(stances, solution.candidate(), &taken.decisions);
    let lines = taken.decisions.lines.iter().zip(&solution.candidate().lines);
    let lines = lines.map(|(&line, &is_there)| if is_there { !line } else { line });
    oracle.require([!different].into_iter().chain(agree.iter().map(|&literal| !literal)).chain(lines));
    let check = |assignment: &Assignment| {
        let broken = stances.broken(&taken.decisions.board(assignment));
        let is_given = |rule: RuleId| rule == RuleId::BuiltIn(BuiltIn::Given);
        broken.is_ok_and(|broken| broken.iter().all(|part| is_given(part.rule)))
    };
    let least = least(&mut oracle, &Pair { agree: &agree, different, check: &check }, enough, budget)?;
    Ok(FewestClues { solution, least: least.map(|place| places[place].clone()) })
}

/// Returns the values of a board that drawings show and that could be others, with their literals.
fn shown(stances: &dyn Stances, board: &Candidate, decisions: &Decisions) -> (Vec<Clue>, Vec<Literal>) {
    let names = stances.names();
    let is_shown = |layer: &usize| !names.layers[*layer].hidden && names.layers[*layer].values.len() > 1;
    let layers: Vec<usize> = (0..names.layers.len()).filter(is_shown).collect();
    let mut clues = Vec::new();
    let mut literals = Vec::new();
    for &layer in &layers {
        let layer_name = (layers.len() > 1).then(|| names.layers[layer].name.clone());
        for (index, &cell) in names.cells.iter().enumerate() {
            let value = usize::from(board.layers[layer][index]);
            let Some(&literal) = decisions.layers[layer][index].get(value) else { continue };
            literals.push(literal);
            clues.push(Clue { layer: layer_name.clone(), cell, value: names.layers[layer].values[value].clone() });
        }
    }
    (clues, literals)
}

/// Finds the fewest cells whose values always determine the whole board: two boards that agree on them are equal.
///
/// # Errors
/// If the family does not support it, a limit was reached before the constraints are there, or a check fails.
pub fn cells(loaded: &Loaded, budget: &Budget) -> Result<Least<Cell>, NoPlaces> {
    let stances = loaded.instance.stances().ok_or(NoPlaces::Family)?;
    let taken = stances.taking(&|_| Stance::Holds, Draft::new(budget))?;
    let mut problem = Problem::clone(&taken.problem);
    let literals = problem.absorb(&taken.problem, &BTreeMap::new());
    let own = &*taken.decisions;
    let there = |literal: &Literal| renamed(*literal, &literals);
    let of_cell = |cell: &Vec<Literal>| cell.iter().map(there).collect();
    let other = Decisions {
        layers: own.layers.iter().map(|cells| cells.iter().map(of_cell).collect()).collect(),
        lines: own.lines.iter().map(there).collect(),
        placements: Vec::new(),
    };
    let names = stances.names();
    let rule = problem.origin(Origin::built_in(BuiltIn::Meaning).definition());
    let mut agree: Vec<Literal> = Vec::with_capacity(names.cells.len());
    for cell in 0..names.cells.len() {
        let same: Literal = problem.auxiliary("").into();
        let mut differences = vec![same];
        for layer in (0..names.layers.len()).filter(|&layer| !names.layers[layer].hidden) {
            for (&one, &two) in own.layers[layer][cell].iter().zip(&other.layers[layer][cell]) {
                problem.post(rule, Constraint::clause([!same, !one, two]));
                problem.post(rule, Constraint::clause([!same, one, !two]));
                let differs: Literal = problem.auxiliary("").into();
                problem.post(rule, Constraint::implies(differs, [one]));
                problem.post(rule, Constraint::implies(differs, [!two]));
                differences.push(differs);
            }
        }
        problem.post(rule, Constraint::clause(differences));
        agree.push(same);
    }
    let different: Literal = problem.auxiliary("").into();
    let mut differences: Vec<Literal> = agree.iter().map(|&same| !same).collect();
    for (&one, &two) in own.lines.iter().zip(&other.lines) {
        let differs: Literal = problem.auxiliary("").into();
        problem.post(rule, Constraint::clause([!differs, one, two]));
        problem.post(rule, Constraint::clause([!differs, !one, !two]));
        differences.push(differs);
    }
    problem.post(rule, Constraint::implies(different, differences));
    let check = |assignment: &Assignment| {
        let boards = [own, &other].map(|decisions| decisions.board(assignment));
        boards.iter().all(|board| stances.broken(board).is_ok_and(|broken| broken.is_empty()))
    };
    let mut oracle = Oracle::new(&problem, Roles::FAITHFUL, budget)?;
    let least = least(&mut oracle, &Pair { agree: &agree, different, check: &check }, usize::MAX, budget)?;
    Ok(least.map(|cell| names.cells[cell]))
}
