//! Definitions of auxiliary variables: a literal that is true if and only if all of its parts are.

use super::rules::Rules;
use boardwright_ir::constraint::{Atom, Literal, Operand, Problem};
use std::collections::{HashMap, HashSet};

/// `whole` is true if and only if all parts are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Definition {
    pub(super) whole: Literal,
    pub(super) parts: Vec<Literal>,
}

impl Definition {
    /// Returns the clauses that state it.
    pub(super) fn clauses(&self) -> Vec<Vec<Literal>> {
        let mut clauses: Vec<Vec<Literal>> = self.parts.iter().map(|&part| vec![!self.whole, part]).collect();
        clauses.push(self.parts.iter().map(|&part| !part).chain([self.whole]).collect());
        clauses.iter_mut().for_each(|clause| clause.sort_unstable());
        clauses
    }
}

/// The definitions, by the Boolean variable that they define.
pub(super) type Definitions = HashMap<u32, Definition>;

/// Takes the definitions out of the clauses, and inserts them where they are conditions or parts of clauses.
pub(super) fn extract(problem: &Problem, rules: &mut Rules<'_>) -> Definitions {
    let definitions = found(problem, rules);
    let stated: HashSet<Vec<Literal>> = definitions.values().flat_map(Definition::clauses).collect();
    rules.clauses.retain(|clause| !stated.contains(clause));
    let insert = |literals: &mut Vec<Literal>, negated: bool| {
        // Of a clause, "not all parts"; of a condition, "all parts".
        while let Some(at) = literals.iter().position(|&literal| {
            let wanted = if negated { !literal } else { literal };
            of(&definitions, literal).is_some_and(|definition| definition.whole == wanted)
        }) {
            let literal = literals.swap_remove(at);
            let parts = of(&definitions, literal).map_or(&[][..], |definition| &definition.parts);
            literals.extend(parts.iter().map(|&part| if negated { !part } else { part }));
        }
    };
    rules.clauses.iter_mut().for_each(|clause| insert(clause, true));
    rules.sums.iter_mut().for_each(|sum| insert(&mut sum.when, false));
    distribute(rules, &definitions);
    rules.clauses.iter_mut().for_each(|clause| insert(clause, true));
    rules.tidy();
    definitions
}

/// Returns the definition of the variable of a literal.
pub(super) fn of(definitions: &Definitions, literal: Literal) -> Option<&Definition> {
    match literal.atom {
        Atom::Boolean(variable) => definitions.get(&variable.0),
        _ => None,
    }
}

fn found(problem: &Problem, rules: &Rules<'_>) -> Definitions {
    let clauses: HashSet<&[Literal]> = rules.clauses.iter().map(|clause| &clause[..]).collect();
    let auxiliary = |literal: Literal| match literal.atom {
        Atom::Boolean(variable) if !problem.booleans()[variable.0 as usize].decision => Some(variable.0),
        _ => None,
    };
    let mut definitions = Definitions::new();
    for clause in rules.clauses.iter().filter(|clause| clause.len() > 2) {
        for &whole in clause {
            let Some(variable) = auxiliary(whole) else { continue };
            // Parts are older, so that no circle arises.
            let mut others = clause.iter().filter(|&&literal| literal != whole);
            let follows = others.all(|&literal| {
                let mut pair = [!whole, !literal];
                pair.sort_unstable();
                auxiliary(literal).is_none_or(|other| other < variable) && clauses.contains(&pair[..])
            });
            if follows {
                let parts = clause.iter().filter(|&&literal| literal != whole).map(|&literal| !literal).collect();
                definitions.entry(variable).or_insert(Definition { whole, parts });
            }
        }
    }
    definitions
}

/// The most parts of a definition that turns a clause into several.
const MAX_PARTS: usize = 8;

/// Replaces a clause with one defined literal by a clause for each of its parts.
fn distribute(rules: &mut Rules<'_>, definitions: &Definitions) {
    let mut done = Vec::with_capacity(rules.clauses.len());
    let mut waiting = std::mem::take(&mut rules.clauses);
    while let Some(clause) = waiting.pop() {
        let mut defined = clause.iter().filter(|&&literal| of(definitions, literal).is_some());
        match (defined.next(), defined.next()) {
            (Some(&literal), None) => match of(definitions, literal) {
                Some(definition) if definition.whole == literal && definition.parts.len() <= MAX_PARTS => {
                    let rest = || clause.iter().copied().filter(|&other| other != literal);
                    waiting.extend(definition.parts.iter().map(|&part| rest().chain([part]).collect()));
                }
                _ => done.push(clause),
            },
            _ => done.push(clause),
        }
    }
    done.reverse();
    rules.clauses = done;
}

/// Splits the definitions into those whose variables are still used, and the rest, each in the order of the variables.
pub(super) fn split(
    problem: &Problem,
    rules: &Rules<'_>,
    needed: &[Operand],
    definitions: Definitions,
) -> (Vec<Definition>, Vec<Definition>) {
    let mut used = vec![false; problem.booleans().len()];
    let mut using = |operand: Operand| {
        if let Operand::Literal(Literal { atom: Atom::Boolean(variable), .. }) = operand {
            used[variable.0 as usize] = true;
        }
    };
    rules.each_operand(&mut using);
    needed.iter().copied().for_each(&mut using);
    let mut all: Vec<(u32, Definition)> = definitions.into_iter().collect();
    all.sort_by_key(|(variable, _)| *variable);
    for (variable, definition) in all.iter().rev() {
        if used[*variable as usize] {
            for part in &definition.parts {
                if let Atom::Boolean(part) = part.atom {
                    used[part.0 as usize] = true;
                }
            }
        }
    }
    let (kept, dropped): (Vec<_>, Vec<_>) = all.into_iter().partition(|(variable, _)| used[*variable as usize]);
    let definitions = |all: Vec<(u32, Definition)>| all.into_iter().map(|(_, definition)| definition).collect();
    (definitions(kept), definitions(dropped))
}
