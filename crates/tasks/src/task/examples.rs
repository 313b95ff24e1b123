//! Boards as tests of rules: what the examples of a model break, and boards that break one rule alone.
//!
//! Start with [`check`] and [`make`].

use super::diff::oracle::{Asked, Oracle};
use super::failure::{Failure, Invariant};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::origin::{Instance as RulePart, RuleId};
use boardwright_ir::constraint::{Constraint, Draft, Literal, Origin, Problem, Roles};
use boardwright_puzzle::capability::stances::{BrokenRule, Stance, Stances};
use boardwright_puzzle::solution::notation::{self, Malformed};
use boardwright_puzzle::solution::{Candidate, Violation};
use boardwright_puzzle::{Example, Instance, LoadError, Loaded, Verdict};

/// What an example turned out to be.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// What it states.
    AsStated,
    /// Its board obeys all rules.
    Obeys,
    /// Its board breaks these rules.
    Breaks(Vec<BrokenRule>),
    /// Its board is malformed.
    Unreadable(Malformed),
    /// Its board is of another puzzle.
    OtherBoard(Violation),
}

/// Why examples cannot be checked.
#[derive(Debug)]
pub enum ExampleError {
    /// A picture of an example is wrong, or a limit was reached while it was read.
    Picture(LoadError),
    /// The family does not say which rules a board breaks.
    Family(&'static str),
    /// The work failed.
    Failed(Failure),
}

impl From<LoadError> for ExampleError {
    fn from(error: LoadError) -> ExampleError {
        ExampleError::Picture(error)
    }
}

impl From<Failure> for ExampleError {
    fn from(failure: Failure) -> ExampleError {
        ExampleError::Failed(failure)
    }
}

impl From<Stop> for ExampleError {
    fn from(stop: Stop) -> ExampleError {
        ExampleError::Failed(stop.into())
    }
}

/// Checks the examples of a model, in their order.
///
/// # Errors
/// If a picture is wrong, the family has no examples, or a limit was reached.
pub fn check(loaded: &Loaded, budget: &Budget) -> Result<Vec<Outcome>, ExampleError> {
    let mut outcomes = Vec::with_capacity(loaded.model.examples.len());
    for example in &loaded.model.examples {
        budget.check()?;
        let instance = loaded.for_example(example, budget)?;
        let stances = instance.stances().ok_or(ExampleError::Family(loaded.puzzle.name()))?;
        outcomes.push(outcome(example, &*instance, stances, loaded.puzzle.name()));
    }
    Ok(outcomes)
}

fn outcome(example: &Example, instance: &dyn Instance, stances: &dyn Stances, family: &str) -> Outcome {
    let written = match notation::read(&example.board.value, family) {
        Ok(written) => written,
        Err(malformed) => return Outcome::Unreadable(malformed),
    };
    // A text is a board or a list of boards, and never empty.
    let Some(written) = written.first() else { return Outcome::Unreadable(Malformed::Empty) };
    let broken = Candidate::read(instance, written).and_then(|board| stances.broken(&board));
    let broken = match broken {
        Ok(broken) => BrokenRule::first_of_each(broken),
        Err(violation) => return Outcome::OtherBoard(violation),
    };
    let is_as_stated = match &example.verdict {
        Verdict::Valid => broken.is_empty(),
        Verdict::Invalid => !broken.is_empty(),
        Verdict::Breaks(name) => !broken.is_empty() && broken.iter().all(|rule| rule.name == name.value),
    };
    match is_as_stated {
        true => Outcome::AsStated,
        false if broken.is_empty() => Outcome::Obeys,
        false => Outcome::Breaks(broken),
    }
}

/// A board for a rule.
#[derive(Debug, Clone)]
pub struct Made {
    /// The rule that it breaks; `None`: it breaks none.
    pub breaks: Option<Origin>,
    /// What is known.
    pub found: Found,
}

/// What is known about boards that break a rule alone.
#[derive(Debug, Clone)]
pub enum Found {
    /// There is one. It breaks one part of the rule if such a board exists.
    Board(Box<Candidate>),
    /// There is none: the rule follows from the others.
    Nothing,
    /// It is open: the rule does not state what breaks it, or a limit was reached.
    Open(Option<Stop>),
}

/// Returns a board that obeys all rules, and for each rule a board that breaks it and no other.
///
/// # Errors
/// If the family has no examples, or a check fails.
pub fn make(loaded: &Loaded, budget: &Budget) -> Result<Vec<Made>, ExampleError> {
    let instance = &*loaded.instance;
    let stances = instance.stances().ok_or(ExampleError::Family(loaded.puzzle.name()))?;
    let maker = Maker { stances, budget };
    let parts = stances.taking(&|_| Stance::Open, Draft::new(budget))?.parts;
    let mut rules: Vec<Origin> = Vec::new();
    for part in &parts {
        if !rules.iter().any(|known| known.rule == part.origin.rule) {
            rules.push(part.origin.clone().part(RulePart::Whole));
        }
    }
    let mut made = vec![Made { breaks: None, found: maker.board(&|_| false, None)? }];
    for rule in rules {
        let is_of_rule = |origin: &Origin| origin.rule == rule.rule;
        let mut found = maker.board(&is_of_rule, Some(rule.rule))?;
        if let Found::Board(_) = found {
            let own = parts.iter().map(|part| &part.origin).filter(|origin| is_of_rule(origin));
            for part in own.take(MAX_PARTS) {
                let one = maker.board(&|origin| origin == part, Some(rule.rule))?;
                if matches!(one, Found::Board(_)) {
                    found = one;
                    break;
                }
            }
        }
        made.push(Made { breaks: Some(rule), found });
    }
    Ok(made)
}

/// The maximum number of parts of a rule that are tried one by one.
const MAX_PARTS: usize = 100;

struct Maker<'a> {
    stances: &'a dyn Stances,
    budget: &'a Budget,
}

impl Maker<'_> {
    /// Returns a board that breaks one of these parts of a rule, if there is a rule, and no others.
    fn board(&self, breaks: &dyn Fn(&Origin) -> bool, rule: Option<RuleId>) -> Result<Found, ExampleError> {
        let stance = |origin: &Origin| if breaks(origin) { Stance::Breaks } else { Stance::Holds };
        let taken = match self.stances.taking(&stance, Draft::new(self.budget)) {
            Ok(taken) => taken,
            Err(stop) => return Ok(Found::Open(Some(stop))),
        };
        let mut problem = Problem::clone(&taken.problem);
        if rule.is_some() {
            let broken = taken.parts.iter().flat_map(|part| part.broken.iter().flatten());
            let broken: Vec<Literal> = broken.copied().collect();
            let origin = problem.origin(Origin::named(0, "broken"));
            problem.post(origin, Constraint::clause(broken));
        }
        let is_stated = taken.parts.iter().all(|part| part.broken.is_some());
        match Oracle::new(&problem, Roles::REQUIRED, self.budget)?.ask(&[])? {
            Asked::Found(assignment) => {
                let board = taken.decisions.board(&assignment);
                let broken = self.stances.broken(&board).map_err(|_| Failure::check(Invariant::Assignment))?;
                let is_right = match rule {
                    None => broken.is_empty(),
                    Some(rule) => !broken.is_empty() && broken.iter().all(|part| part.rule == rule),
                };
                if !is_right {
                    return Err(Failure::check(Invariant::Assignment).into());
                }
                Ok(Found::Board(Box::new(board)))
            }
            Asked::Nothing if is_stated => Ok(Found::Nothing),
            Asked::Nothing => Ok(Found::Open(None)),
            Asked::Stopped(stop) => Ok(Found::Open(Some(stop))),
        }
    }
}
