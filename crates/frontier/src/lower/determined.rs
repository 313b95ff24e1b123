//! Checks that the decision variables determine all other variables of the form.

use super::definitions::Definition;
use super::unfit::{NotFrontier, rule_about};
use super::values::{Source, Values};
use crate::automaton::{DEAD, Levelled, NoAutomaton};
use crate::{Form, Local};
use boardwright_ir::constraint::{BoolVar, IntVar, Literal, Problem};
use std::collections::HashSet;

/// The maximum number of states of the constraints around a variable.
const MAX_STATES: usize = 1 << 10;

/// Checks that every auxiliary variable of a form is defined, or that the constraints around it leave it one value for all values
/// of determined variables. `whole` is the form with the variables that were removed, which may determine others.
pub(super) fn check(
    problem: &Problem,
    values: &Values,
    form: &Form,
    definitions: &[Definition],
    whole: &Form,
    removed: &HashSet<usize>,
) -> Result<(), NotFrontier> {
    let is_open = |known: &[bool]| (0..known.len()).find(|variable| !known[*variable] && !removed.contains(variable));
    let mut known: Vec<bool> = values.sources.iter().map(|source| source.is_decision(problem)).collect();
    if is_open(&known).is_none() {
        return Ok(());
    }
    // The removed variables are many, and seldom determine another one.
    determine(values, form, definitions, removed, &mut known);
    if is_open(&known).is_some() && !removed.is_empty() {
        determine(values, whole, definitions, &HashSet::new(), &mut known);
    }
    match is_open(&known) {
        None => Ok(()),
        Some(open) => Err(undetermined(problem, &values.sources[open])),
    }
}

/// Returns the reason with the name of the variable, and of the first rule about it.
fn undetermined(problem: &Problem, source: &Source) -> NotFrontier {
    let (boolean, integer) = match source {
        Source::Boolean(variable) => (Some(*variable), None),
        Source::Group(variables) => (variables.first().copied(), None),
        Source::Integer(variable) => (None, Some(*variable)),
    };
    let name = match (boolean, integer) {
        (Some(variable), _) => problem.booleans()[variable.0 as usize].name.clone(),
        (_, Some(variable)) => problem.integers()[variable.0 as usize].name.clone(),
        _ => String::new(),
    };
    let variables = boolean.map(|BoolVar(index)| (false, index)).or(integer.map(|IntVar(index)| (true, index)));
    NotFrontier::Auxiliary { name, rule: rule_about(problem, variables.into_iter().collect()) }
}

/// Marks the variables that known ones determine, but none of `unknown`.
fn determine(values: &Values, form: &Form, definitions: &[Definition], unknown: &HashSet<usize>, known: &mut [bool]) {
    let mut at: Vec<Vec<&Local>> = vec![Vec::new(); known.len()];
    for local in &form.locals {
        local.terms.iter().for_each(|(variable, _)| at[*variable].push(local));
    }
    loop {
        let mut changed = false;
        for definition in definitions {
            let variable = |literal: Literal| values.choice(literal).variable;
            let whole = variable(definition.whole);
            if !known[whole] && definition.parts.iter().all(|&part| known[variable(part)]) {
                (known[whole], changed) = (true, true);
            }
        }
        for variable in 0..known.len() {
            let open = !known[variable] && !unknown.contains(&variable);
            if open && is_determined(form, &at[variable], variable, known) {
                (known[variable], changed) = (true, true);
            }
        }
        if !changed {
            break;
        }
    }
}

fn is_determined(form: &Form, around: &[&Local], variable: usize, known: &[bool]) -> bool {
    if form.sizes[variable] < 2 {
        return true;
    }
    let others = |local: &&&Local| local.terms.iter().all(|(other, _)| *other == variable || known[*other]);
    let locals: Vec<&Local> = around.iter().filter(others).copied().collect();
    // The others first, so that the last level shows the values that they leave.
    let mut places: Vec<usize> = (0..form.sizes.len()).collect();
    places[variable] = usize::MAX;
    let one = |locals: &[&Local]| match Levelled::of(&[locals.to_vec()], &form.sizes, &places, MAX_STATES) {
        Ok(automaton) => Ok(automaton.levels.last().is_none_or(|last| {
            let rows = last.next.chunks(form.sizes[variable]);
            last.variable == variable
                && rows.into_iter().all(|row| row.iter().filter(|&&next| next != DEAD).count() < 2)
        })),
        Err(reason) => Err(reason),
    };
    match one(&locals) {
        Ok(one) => one && !locals.is_empty(),
        Err(NoAutomaton::TooLarge) => locals.iter().any(|local| one(&[local]) == Ok(true)),
    }
}
