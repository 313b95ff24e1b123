//! Fills a model with several solutions: one of them is chosen, and values of it are given until it is the only one.
//!
//! First the cells get random values, in random order, as long as a solution with all these values exists. Then, as long as
//! there is another solution, a cell in which the two differ is given: most values need never be given.

use super::GenerateError;
use super::boards::BRIEF_DECISIONS;
use super::clauses::{Clauses, Searched, finder};
use super::draft::Draft;
use super::unsupported::Unsupported;
use crate::task::failure::{Failure, Invariant, RejectedBoard};
use boardwright_base::board::Cell;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_ir::constraint::origin::{BuiltIn, Instance};
use boardwright_ir::constraint::{Assignment, Constraint, Literal, Origin, Relation};
use boardwright_puzzle::capability::printed_clues::{Choice, Switch, Switched};
use boardwright_puzzle::solution::Solution;

/// The given values, and the solution that is then the only one.
pub(super) struct Filled {
    pub(super) values: Vec<(Cell, String)>,
    pub(super) solution: Solution,
}

/// Chooses a solution of a draft and values of it; with `symmetric` in cells that a half turn exchanges. `optimum` is that of
/// its objective; `progress` is called with the number of values so far.
pub(super) fn fill(
    draft: &Draft,
    optimum: Option<i64>,
    symmetric: bool,
    random: &mut Random,
    budget: &Budget,
    progress: &mut dyn FnMut(usize) -> Result<(), Failure>,
) -> Result<Filled, GenerateError> {
    let Some(mut switched) = draft.switched(budget)? else {
        return Err(GenerateError::check(Invariant::NoConstraints));
    };
    if switched.choices.iter().all(|choice| choice.values.is_empty()) {
        let kept = draft.kept.iter().find(|(name, _)| name == "grid");
        let kept = kept.map(|(layer, what)| Unsupported::KeptValues { layer: layer.clone(), what });
        return Err(kept.unwrap_or(Unsupported::NoValues).into());
    }
    hold_optimum(&mut switched, optimum);
    let solution = drawn(&switched, random, budget)?;
    let mut clauses = Clauses::new(&switched.problem, finder(), budget)?;
    clauses.hold(switches(&switched));
    clauses.exclude(&solution);
    let order = random.permutation(switched.choices.len());
    let mut given: Vec<usize> = Vec::new();
    while let Some(other) = clauses.solve(&[])? {
        let held = |index: usize, by: &Assignment| held(&switched.choices[index], by);
        let differs = |&index: &usize| {
            let value = held(index, &solution);
            value.is_some() && value != held(index, &other)
        };
        let Some(next) = order.iter().copied().find(differs) else {
            return Err(Unsupported::EqualCells.into());
        };
        let turned = switched.choices[next].turned.filter(|&turned| symmetric && turned != next);
        let cells: Vec<usize> =
            [next].into_iter().chain(turned).filter(|&cell| held(cell, &solution).is_some()).collect();
        clauses.hold(cells.iter().filter_map(|&cell| held(cell, &solution)).map(|(_, literal)| *literal));
        given.extend(cells);
        progress(given.len())?;
    }
    given.sort_unstable();
    let value = |&cell: &usize| Some((switched.choices[cell].at, held(&switched.choices[cell], &solution)?.0.clone()));
    let values = given.iter().filter_map(value).collect();
    let solution = Solution::verified(&*draft.loaded.instance, (switched.decode)(&solution))
        .map_err(|violation| GenerateError::check(RejectedBoard::Decoded(violation)))?;
    Ok(Filled { values, solution })
}

/// Restricts an optimum to one of several optimal boards.
fn hold_optimum(switched: &mut Switched, optimum: Option<i64>) {
    let problem = &mut switched.problem;
    if let (Some(objective), Some(bound)) = (problem.objective(), optimum) {
        let terms = objective.terms.clone();
        let origin = problem.origin(Origin::built_in(BuiltIn::Optimum).part(Instance::Bound(bound)));
        problem.post(origin, Constraint::Sum { terms, relation: Relation::Equal, bound });
    }
}

/// Returns the assumptions with everything printed.
fn switches(switched: &Switched) -> impl Iterator<Item = Literal> {
    switched.switches.iter().filter_map(|switch| match switch {
        Switch::Literal(literal) => Some(*literal),
        Switch::Silent | Switch::Unknown => None,
    })
}

/// Returns the value of a cell in an assignment, if a model can give it.
fn held<'c>(choice: &'c Choice, by: &Assignment) -> Option<&'c (String, Literal)> {
    choice.values.iter().find(|(_, literal)| by.satisfies(*literal))
}

/// Returns a random solution; the distribution is not uniform.
fn drawn(switched: &Switched, random: &mut Random, budget: &Budget) -> Result<Assignment, GenerateError> {
    let mut clauses = Clauses::new(&switched.problem, finder(), budget)?;
    clauses.hold(switches(switched));
    let Some(mut known) = clauses.solve(&[])? else {
        return Err(GenerateError::check(Invariant::ReportedSolution));
    };
    // A model may take a decision for each variable.
    let limit = BRIEF_DECISIONS + switched.problem.booleans().len() as u64;
    for cell in random.permutation(switched.choices.len()) {
        let values = &switched.choices[cell].values;
        if values.is_empty() {
            continue;
        }
        let wanted = values[random.below(values.len())].1;
        if !known.satisfies(wanted) {
            match clauses.search(&[wanted], limit)? {
                Searched::Found(found) => known = found,
                Searched::Nothing | Searched::GaveUp => {
                    // Its values are kept.
                    let has = values.iter().find(|(_, literal)| known.satisfies(*literal));
                    clauses.hold(has.map(|(_, literal)| *literal));
                    continue;
                }
            }
        }
        clauses.hold([wanted]);
    }
    Ok(known)
}
