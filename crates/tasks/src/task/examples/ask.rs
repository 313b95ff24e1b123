//! One board that obeys all rules, or breaks one rule and no other. Start with [`board`].

use super::ExampleError;
use crate::task::diff::oracle::{Asked, Oracle};
use crate::task::failure::{Failure, Invariant};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Random;
use boardwright_ir::constraint::origin::RuleId;
use boardwright_ir::constraint::{Assignment, Constraint, Draft, Literal, Origin, Problem, Roles};
use boardwright_puzzle::Decisions;
use boardwright_puzzle::capability::stances::{Stance, Stances, Taken};
use boardwright_puzzle::solution::Candidate;
use std::sync::Arc;

/// What is known about boards that break a rule alone, or obey all.
#[derive(Debug, Clone)]
pub(super) enum Found {
    /// There is one.
    Board(Box<Candidate>),
    /// There is none.
    Nothing,
    /// It is open: the rule does not state what breaks it, or a limit was reached.
    Open(Option<Stop>),
}

/// The maximum number of parts of a rule that are tried one by one.
const MAX_PARTS: usize = 100;

/// The number of boards that are tried for a rule that does not state what breaks it.
const MAX_BOARDS: usize = 200;

/// The decisions for a part of a rule, after a board that breaks several is known.
const DECISIONS_FOR_A_PART: u64 = 2000;

/// A question about a puzzle.
pub(super) struct Question<'a> {
    pub(super) stances: &'a dyn Stances,
    /// The rule that the board breaks.
    pub(super) rule: Option<RuleId>,
    /// The maximum number of decisions.
    pub(super) decisions: Option<u64>,
    pub(super) budget: &'a Budget,
}

impl Question<'_> {
    /// Searches for a board that breaks the rule alone, one part of it if such a board is found. `random` chooses the values that
    /// are tried first.
    pub(super) fn board(&self, random: Option<&mut Random>) -> Result<Found, ExampleError> {
        let Some(rule) = self.rule else { return self.obeying(random) };
        let stance = |origin: &Origin| if origin.rule == rule { Stance::Either } else { Stance::Holds };
        let taken = match self.stances.taking(&stance, Draft::new(self.budget)) {
            Ok(taken) => taken,
            Err(stop) => return Ok(Found::Open(Some(stop))),
        };
        if taken.parts.iter().any(|part| part.broken.is_none()) {
            return self.sampled(rule, random);
        }
        let mut problem = Problem::clone(&taken.problem);
        let broken: Vec<Literal> =
            taken.parts.iter().filter_map(|part| part.broken.as_deref()).flatten().copied().collect();
        let origin = problem.origin(Origin::named(0, "broken"));
        problem.post(origin, Constraint::clause(broken));
        let preferred = preferred(&taken.decisions, random);
        let mut oracle = Oracle::preferring(&problem, Roles::REQUIRED, &preferred, self.budget)?;
        let first = match oracle.ask_within(self.decisions, &[])? {
            Asked::Found(assignment) => taken.decisions.board(&assignment),
            Asked::Nothing => return Ok(Found::Nothing),
            Asked::Stopped(stop) => return Ok(Found::Open(Some(stop))),
        };
        let board = match self.parts_broken(&first, rule)? {
            1 => first,
            _ => breaking_one(&mut oracle, &taken)?.map_or(first, |assignment| taken.decisions.board(&assignment)),
        };
        match self.parts_broken(&board, rule)? {
            0 => Err(Failure::check(Invariant::Assignment).into()),
            _ => Ok(Found::Board(Box::new(board))),
        }
    }

    fn obeying(&self, random: Option<&mut Random>) -> Result<Found, ExampleError> {
        let taken = match self.stances.taking(&|_| Stance::Holds, Draft::new(self.budget)) {
            Ok(taken) => taken,
            Err(stop) => return Ok(Found::Open(Some(stop))),
        };
        let preferred = preferred(&taken.decisions, random);
        let mut oracle = Oracle::preferring(&taken.problem, Roles::REQUIRED, &preferred, self.budget)?;
        match oracle.ask_within(self.decisions, &[])? {
            Asked::Found(assignment) => {
                let board = taken.decisions.board(&assignment);
                let broken = self.stances.broken(&board).map_err(|_| Failure::check(Invariant::Assignment))?;
                match broken.is_empty() {
                    true => Ok(Found::Board(Box::new(board))),
                    false => Err(Failure::check(Invariant::Assignment).into()),
                }
            }
            Asked::Nothing => Ok(Found::Nothing),
            Asked::Stopped(stop) => Ok(Found::Open(Some(stop))),
        }
    }

    /// Tries boards of the other rules until one breaks the rule.
    fn sampled(&self, rule: RuleId, random: Option<&mut Random>) -> Result<Found, ExampleError> {
        let stance = |origin: &Origin| if origin.rule == rule { Stance::Open } else { Stance::Holds };
        let taken = match self.stances.taking(&stance, Draft::new(self.budget)) {
            Ok(taken) => taken,
            Err(stop) => return Ok(Found::Open(Some(stop))),
        };
        let preferred = preferred(&taken.decisions, random);
        let mut oracle = Oracle::preferring(&taken.problem, Roles::REQUIRED, &preferred, self.budget)?;
        for _ in 0..MAX_BOARDS {
            let assignment = match oracle.ask_within(self.decisions, &[])? {
                Asked::Found(assignment) => assignment,
                Asked::Nothing => return Ok(Found::Nothing),
                Asked::Stopped(stop) => return Ok(Found::Open(Some(stop))),
            };
            let board = taken.decisions.board(&assignment);
            if self.parts_broken(&board, rule)? > 0 {
                return Ok(Found::Board(Box::new(board)));
            }
            let held = literals(&taken.decisions).filter(|literal| assignment.satisfies(*literal));
            oracle.require(held.map(|literal| !literal).collect::<Vec<_>>());
        }
        Ok(Found::Open(None))
    }

    /// Returns how many parts of the rule a board breaks, which obeys all other rules.
    fn parts_broken(&self, board: &Candidate, rule: RuleId) -> Result<usize, ExampleError> {
        let broken = self.stances.broken(board).map_err(|_| Failure::check(Invariant::Assignment))?;
        match broken.iter().all(|part| part.rule == rule) {
            true => Ok(broken.len()),
            false => Err(Failure::check(Invariant::Assignment).into()),
        }
    }
}

/// Searches for an assignment that breaks one part of the rule: all others hold.
fn breaking_one(oracle: &mut Oracle<'_>, taken: &Taken) -> Result<Option<Assignment>, ExampleError> {
    let mut tried: Vec<&Origin> = Vec::new();
    for part in &taken.parts {
        if tried.contains(&&part.origin) {
            continue;
        }
        tried.push(&part.origin);
        if tried.len() > MAX_PARTS {
            break;
        }
        let others = taken.parts.iter().filter(|other| other.origin != part.origin);
        let others: Vec<Literal> = others.filter_map(|other| other.holds).collect();
        if let Asked::Found(assignment) = oracle.ask_within(Some(DECISIONS_FOR_A_PART), &others)? {
            return Ok(Some(assignment));
        }
    }
    Ok(None)
}

/// Returns all literals that decide a board.
fn literals(decisions: &Decisions) -> impl Iterator<Item = Literal> {
    let of_cells = decisions.layers.iter().flatten().flatten();
    let of_lines = decisions.lines.iter().flat_map(|&line| [line, !line]);
    of_cells.copied().chain(of_lines)
}

/// Returns a random value for each cell, and whether each line is there; nothing without random numbers.
pub(super) fn preferred(decisions: &Arc<Decisions>, random: Option<&mut Random>) -> Vec<Literal> {
    let Some(random) = random else { return Vec::new() };
    let cells = decisions.layers.iter().flatten().filter(|values| !values.is_empty());
    let mut preferred: Vec<Literal> = cells.map(|values| values[random.below(values.len())]).collect();
    preferred.extend(decisions.lines.iter().map(|&line| if random.below(2) == 0 { line } else { !line }));
    preferred
}
