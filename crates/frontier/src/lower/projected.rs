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
    let mut rules = Indexed::of(form);
    for variable in (0..form.sizes.len()).filter(auxiliary) {
        let around = rules.around(variable);
        let Some(union) = without(variable, form.sizes[variable], &around) else { continue };
        rules.replace(variable, union);
        form.sizes[variable] = 1;
        removed.push((variable, around));
    }
    if !removed.is_empty() {
        form.locals = rules.locals.into_iter().flatten().collect();
        form.unions = rules.unions.into_iter().flatten().collect();
    }
    removed
}

/// The constraints of a form with an index; `None` for those that were replaced.
struct Indexed {
    locals: Vec<Option<Local>>,
    unions: Vec<Option<Union>>,
    /// By variable, in increasing order.
    locals_at: Vec<Vec<usize>>,
    unions_at: Vec<Vec<usize>>,
}

impl Indexed {
    fn of(form: &Form) -> Indexed {
        let mut locals_at = vec![Vec::new(); form.sizes.len()];
        for (index, local) in form.locals.iter().enumerate() {
            local.terms.iter().for_each(|(variable, _)| locals_at[*variable].push(index));
        }
        let mut unions_at = vec![Vec::new(); form.sizes.len()];
        for (index, union) in form.unions.iter().enumerate() {
            union.scope().into_iter().for_each(|variable| unions_at[variable].push(index));
        }
        let (locals, unions) = (form.locals.iter().cloned().map(Some), form.unions.iter().cloned().map(Some));
        Indexed { locals: locals.collect(), unions: unions.collect(), locals_at, unions_at }
    }

    /// Returns the constraints on a variable.
    fn around(&self, variable: usize) -> Vec<Union> {
        let locals = self.locals_at[variable].iter().filter_map(|&index| self.locals[index].as_ref());
        let locals = locals.map(|local| Union { alternatives: vec![vec![local.clone()]] });
        locals.chain(self.unions_at[variable].iter().filter_map(|&index| self.unions[index].clone())).collect()
    }

    /// Replaces the constraints on a variable.
    fn replace(&mut self, variable: usize, union: Union) {
        self.locals_at[variable].iter().for_each(|&index| self.locals[index] = None);
        self.unions_at[variable].iter().for_each(|&index| self.unions[index] = None);
        union.scope().into_iter().for_each(|other| self.unions_at[other].push(self.unions.len()));
        self.unions.push(Some(union));
    }
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
