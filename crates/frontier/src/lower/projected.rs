//! Removes auxiliary variables whose constraints concern a few other variables: for some value of it they all hold.

use super::values::Values;
use crate::bundle::{MAX_ALTERNATIVES, MAX_SCOPE};
use crate::{Effect, Form, Goal, Local, Union};
use boardwright_ir::constraint::{Operand, Problem};
use std::collections::HashSet;

/// Removes what it can: variables that are not part of the solution, of a graph or of the objective. Returns them with their constraints, in
/// the order of the removal; in the form they have one value.
pub(super) fn remove(
    problem: &Problem,
    values: &Values,
    needed: &[Operand],
    form: &mut Form,
) -> Vec<(usize, Vec<Union>)> {
    let variable = |&operand: &Operand| match operand {
        Operand::Literal(literal) => values.choice(literal).variable,
        Operand::Integer(integer) => values.numbers(integer).0,
    };
    let needed: HashSet<usize> = needed.iter().map(variable).collect();
    let auxiliary = |variable: &usize| !values.sources[*variable].is_decision(problem) && !needed.contains(variable);
    let mut removed = Vec::new();
    for variable in (0..form.sizes.len()).filter(auxiliary) {
        let around = around(form, variable);
        let Some(union) = without(variable, form.sizes[variable], &around) else { continue };
        form.locals.retain(|local| local.terms.iter().all(|(other, _)| *other != variable));
        form.unions.retain(|union| !union.scope().contains(&variable));
        form.unions.push(union);
        form.sizes[variable] = 1;
        removed.push((variable, around));
    }
    removed
}

/// Returns the constraints on a variable.
fn around(form: &Form, variable: usize) -> Vec<Union> {
    let has = |local: &Local| local.terms.iter().any(|(other, _)| *other == variable);
    let locals =
        form.locals.iter().filter(|local| has(local)).map(|local| Union { alternatives: vec![vec![local.clone()]] });
    let unions = form.unions.iter().filter(|union| union.alternatives.iter().flatten().any(has)).cloned();
    locals.chain(unions).collect()
}

/// Returns the alternatives that the values of a variable are for the constraints on it; `None` if they are too many.
fn without(variable: usize, size: usize, around: &[Union]) -> Option<Union> {
    let mut scope: Vec<usize> = around.iter().flat_map(Union::scope).collect();
    scope.sort_unstable();
    scope.dedup();
    let alternatives = around.iter().map(|union| union.alternatives.len());
    let product = alternatives.fold(size, usize::saturating_mul);
    let words = around.iter().flat_map(|union| union.alternatives.iter().flatten());
    let mut words = words.filter(|local| matches!(local.goal, Goal::Word(_)));
    if scope.len() > MAX_SCOPE + 1 || product > MAX_ALTERNATIVES || words.next().is_some() {
        return None;
    }
    let mut alternatives: Vec<Vec<Local>> = Vec::new();
    for value in 0..size {
        let mut all: Vec<Vec<Local>> = vec![Vec::new()];
        for union in around {
            let fixed = |locals: &Vec<Local>| -> Vec<Local> {
                locals.iter().filter_map(|local| fixed(local, variable, value)).collect()
            };
            let more: Vec<Vec<Local>> = union.alternatives.iter().map(fixed).collect();
            all = all.iter().flat_map(|own| more.iter().map(|more| [&own[..], &more[..]].concat())).collect();
        }
        alternatives.extend(all);
    }
    // An alternative with a constraint that cannot hold is none.
    alternatives.retain(|locals| locals.iter().all(|local| !local.terms.is_empty() || local.holds(&|_| 0)));
    Some(Union { alternatives })
}

/// Returns the constraint for a value of a variable; `None` if the value satisfies it.
fn fixed(local: &Local, variable: usize, value: usize) -> Option<Local> {
    let mut local = local.clone();
    let Some(at) = local.terms.iter().position(|(other, _)| *other == variable) else { return Some(local) };
    let weight = match local.terms.remove(at).1[value] {
        Effect::Satisfies => return None,
        Effect::Weight(weight) => weight,
    };
    match &mut local.goal {
        Goal::Never | Goal::Word(_) => {}
        Goal::Between(low, high) => {
            let shifted = |bound: i64| match bound {
                i64::MIN | i64::MAX => bound,
                bound => bound.saturating_sub(weight),
            };
            (*low, *high) = (shifted(*low), shifted(*high));
        }
        Goal::Modulo { modulus, residue } => *residue = residue.saturating_sub(weight).rem_euclid(*modulus),
    }
    Some(local)
}
