//! Rules as local constraints of the form.

use super::rules::{Rules, Sum, Word};
use super::unfit::{MAX_WORD_STATES, NotFrontier, Unfit};
use super::values::Values;
use crate::network::Choice;
use crate::{Effect, Form, Goal, Local, WordAutomaton};
use boardwright_ir::constraint::{Literal, Operand, Problem};
use std::collections::BTreeMap;

/// Adds all rules but the graphs.
pub(super) fn add(problem: &Problem, rules: &Rules<'_>, values: &Values, form: &mut Form) -> Result<(), NotFrontier> {
    form.locals.extend(rules.clauses.iter().filter_map(|literals| values.clause(literals)).map(clause));
    form.locals.extend(rules.sums.iter().filter_map(|rule| sum(rule, values)));
    for rule in &rules.words {
        form.locals.push(word(rule, values).map_err(|what| what.of(problem, rule.posted))?);
    }
    Ok(())
}

/// Adds the clause that a literal is true.
pub(super) fn require(form: &mut Form, values: &Values, literal: Literal) {
    form.locals.extend(values.clause(&[literal]).map(clause));
}

fn clause(choices: Vec<Choice>) -> Local {
    let effect = |&satisfies: &bool| if satisfies { Effect::Satisfies } else { Effect::Weight(0) };
    let terms = choices.iter().map(|choice| (choice.variable, choice.values.iter().map(effect).collect()));
    Local { terms: terms.collect(), goal: Goal::Never }
}

/// Returns a sum; `None` if it always holds.
fn sum(rule: &Sum, values: &Values) -> Option<Local> {
    let mut terms: BTreeMap<usize, Vec<Effect>> = BTreeMap::new();
    let zero = |variable: usize| vec![Effect::Weight(0); values.possible[variable].len()];
    let mut add = |variable: usize, weights: &mut dyn Iterator<Item = i64>| {
        let effects = terms.entry(variable).or_insert_with(|| zero(variable));
        for (effect, more) in effects.iter_mut().zip(weights) {
            if let Effect::Weight(weight) = effect {
                *weight = weight.saturating_add(more);
            }
        }
    };
    for term in &rule.terms {
        match term.operand {
            Operand::Literal(literal) => {
                let choice = values.choice(literal);
                add(choice.variable, &mut choice.values.iter().map(|&holds| i64::from(holds) * term.coefficient));
            }
            Operand::Integer(integer) => {
                let (variable, numbers) = values.numbers(integer);
                add(variable, &mut numbers.iter().map(|number| number.saturating_mul(term.coefficient)));
            }
        }
    }
    for &literal in &rule.when {
        let choice = values.choice(literal);
        let effects = terms.entry(choice.variable).or_insert_with(|| zero(choice.variable));
        for (effect, _) in effects.iter_mut().zip(&choice.values).filter(|(_, holds)| !**holds) {
            *effect = Effect::Satisfies;
        }
    }
    let mut offset = 0i64;
    let mut always = false;
    terms.retain(|_, effects| {
        let same = effects.iter().all(|effect| *effect == effects[0]);
        match effects.first() {
            Some(&Effect::Weight(weight)) if same => offset = offset.saturating_add(weight),
            Some(Effect::Satisfies) if same => always = true,
            _ => return true,
        }
        false
    });
    let goal = match rule.modulus {
        Some(modulus) => Goal::Modulo { modulus, residue: rule.low.saturating_sub(offset).rem_euclid(modulus) },
        None => {
            let low = if rule.low == i64::MIN { i64::MIN } else { rule.low.saturating_sub(offset) };
            let high = if rule.high == i64::MAX { i64::MAX } else { rule.high.saturating_sub(offset) };
            Goal::Between(low, high)
        }
    };
    (!always).then(|| Local { terms: terms.into_iter().collect(), goal })
}

fn word(Word { when, regular, .. }: &Word<'_>, values: &Values) -> Result<Local, Unfit> {
    let states = regular.automaton.accepting.len();
    if states >= MAX_WORD_STATES {
        return Err(Unfit::Automaton);
    }
    let mut automaton = WordAutomaton::from(&regular.automaton);
    // The symbol of a value that states none or several: no state continues with it.
    let none = automaton.next.iter().map(Vec::len).max().unwrap_or(0);
    automaton.next.iter_mut().for_each(|row| row.resize(none + 1, None));
    // The symbol of a variable that is only a condition: every state stays.
    let stays = none + 1;
    automaton.next.iter_mut().enumerate().for_each(|(state, row)| row.push(Some(state)));
    let mut terms: Vec<(usize, Vec<Effect>)> = Vec::new();
    for literals in &regular.sequence {
        let (variable, symbols) = values.symbols(literals)?;
        if terms.iter().any(|(known, _)| *known == variable) {
            return Err(Unfit::Symbols);
        }
        let effect = |symbol: &Option<usize>| Effect::Weight(symbol.unwrap_or(none) as i64);
        terms.push((variable, symbols.iter().map(effect).collect()));
    }
    for choice in when.iter().map(|&literal| values.choice(literal)) {
        let place = terms.iter().position(|(known, _)| *known == choice.variable).unwrap_or_else(|| {
            terms.push((choice.variable, vec![Effect::Weight(stays as i64); choice.values.len()]));
            terms.len() - 1
        });
        for (effect, _) in terms[place].1.iter_mut().zip(&choice.values).filter(|(_, holds)| !**holds) {
            *effect = Effect::Satisfies;
        }
    }
    Ok(Local { terms, goal: Goal::Word(Box::new(automaton)) })
}
