//! Boards as tests of rules: what the examples of a model break, boards that break one rule alone, and changes of rules that no
//! example notices.
//!
//! Start with [`check`], [`make`] and [`survey`].

mod ask;
mod computed;
mod make;
mod survey;

pub use self::make::{Made, Making, MakingRequest, make};
pub use self::survey::{Survey, survey};

use super::failure::Failure;
use boardwright_base::budget::{Budget, Stop};
use boardwright_puzzle::capability::stances::{BrokenRule, Stances};
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
    /// A picture or a list of an example is wrong, or a limit was reached while it was read.
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
    let is_as_stated = is_as_stated(&example.verdict, &broken);
    match is_as_stated {
        true => Outcome::AsStated,
        false if broken.is_empty() => Outcome::Obeys,
        false => Outcome::Breaks(broken),
    }
}

/// Returns whether a board that breaks these rules is what an example with this verdict states.
fn is_as_stated(verdict: &Verdict, broken: &[BrokenRule]) -> bool {
    match verdict {
        Verdict::Valid => broken.is_empty(),
        Verdict::Invalid => !broken.is_empty(),
        Verdict::Breaks(name) => !broken.is_empty() && broken.iter().all(|rule| rule.name == name.value),
    }
}
