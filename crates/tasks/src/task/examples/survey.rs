//! Changes of rules that the examples of a model do not notice. Start with [`survey`].

use super::{ExampleError, Outcome, outcome};
use boardwright_base::budget::Budget;
use boardwright_puzzle::{Example, Instance, LoadError, Loaded, Model, Mutant, Puzzle, Table, Verdict};
use std::sync::Arc;

/// What the examples of a model notice.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The number of mutants that are puzzles.
    pub mutants: usize,
    /// Those of which all examples say the same as of the model.
    pub survivors: Vec<Mutant>,
}

/// Compares the examples of a model with its mutants. Mutants that are no puzzles are left out.
///
/// # Errors
/// If a limit was reached.
pub fn survey(loaded: &Loaded, budget: &Budget) -> Result<Survey, ExampleError> {
    let mut survey = Survey { mutants: 0, survivors: Vec::new() };
    let examples: Vec<&Example> = loaded.model.examples.iter().collect();
    for mutant in loaded.model.mutants() {
        budget.check()?;
        let Some(instance) = instance(loaded.puzzle, &mutant.model, &Table::default(), budget)? else { continue };
        survey.mutants += 1;
        if !is_noticed(loaded.puzzle, &mutant, &instance, &examples, budget)? {
            survey.survivors.push(mutant);
        }
    }
    Ok(survey)
}

/// Returns the puzzle of a model with other pictures and lists; `None` if they are wrong.
pub(super) fn instance(
    puzzle: &dyn Puzzle,
    model: &Model,
    parts: &Table,
    budget: &Budget,
) -> Result<Option<Arc<dyn Instance>>, ExampleError> {
    let read = match parts.entries().next() {
        None => puzzle.read(model, budget),
        Some(_) => puzzle.read(&model.with_parts(parts), budget),
    };
    match read {
        Ok(instance) => Ok(Some(Arc::from(instance))),
        Err(LoadError::Wrong(_)) => Ok(None),
        Err(LoadError::Stopped(stop, _)) => Err(stop.into()),
    }
}

/// Returns whether one of the examples is not what it states if the rules are those of a mutant.
fn is_noticed(
    puzzle: &dyn Puzzle,
    mutant: &Mutant,
    without_parts: &Arc<dyn Instance>,
    examples: &[&Example],
    budget: &Budget,
) -> Result<bool, ExampleError> {
    // Those of the changed rule notice most changes.
    let is_of_rule = |example: &Example| matches!(&example.verdict, Verdict::Breaks(name) if mutant.name.as_ref() == Some(&name.value));
    let [of_rule, others]: [Vec<&Example>; 2] =
        [true, false].map(|wanted| examples.iter().copied().filter(|example| is_of_rule(example) == wanted).collect());
    for example in of_rule.into_iter().chain(others) {
        let instance = match example.parts.entries().next() {
            None => Some(Arc::clone(without_parts)),
            Some(_) => instance(puzzle, &mutant.model, &example.parts, budget)?,
        };
        let Some(instance) = instance else { continue };
        if notices(example, &*instance, puzzle) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether an example is not what it states in a puzzle.
pub(super) fn notices(example: &Example, instance: &dyn Instance, puzzle: &dyn Puzzle) -> bool {
    let Some(stances) = instance.stances() else { return false };
    match outcome(example, instance, stances, puzzle.name()) {
        Outcome::Obeys | Outcome::Breaks(_) => true,
        Outcome::AsStated | Outcome::Unreadable(_) | Outcome::OtherBoard(_) => false,
    }
}
