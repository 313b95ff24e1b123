//! Why the new facts of a step follow, as far as the constraints of its reason show it.
//!
//! A single clue or rule is an argument if its constraints are tried one after the other, each with what the ones before have shown:
//! a value that it states, a count that is complete or needs all that is left, a parity with one unknown. Where a rule places
//! different values in its cells, its argument is that some values fit only as many cells ([`super::distribution`]).

use super::distribution::Distribution;
use super::fact::Fact;
use super::step::{Argument, Part};
use super::work::Work;
use boardwright_base::board::Cell;
use boardwright_ir::constraint::{Atom, Constraint, Literal, Operand, Relation, Term};
use std::collections::BTreeSet;

/// The maximum number of arguments in the sentence of a step.
const MAX_PARTS: usize = 6;
/// The maximum number of new facts for which arguments are sought: a longer sentence is no help.
const MAX_FACTS: usize = 200;

impl Work {
    /// Returns the arguments of a step, which is yet to be learned; one [`Argument::Other`] if its constraints do not show one.
    pub(super) fn arguments(&self, reason: &[usize], new: &[usize], facts: &[Fact]) -> Vec<Part> {
        let found = match *reason {
            _ if new.len() > MAX_FACTS => None,
            [group] => match self.distribution(group, facts) {
                Some(mut distribution) => distribution.parts(new, facts),
                None => self.one_by_one(group, new, facts),
            },
            [a, b] => (0..2).find_map(|from| self.confined([a, b], from, new, facts)),
            _ => None,
        };
        found
            .or_else(|| self.added(reason, new))
            .filter(|parts| parts.len() <= MAX_PARTS)
            .unwrap_or_else(|| vec![Part { argument: Argument::Other, facts: new.to_vec() }])
    }

    /// Returns arguments from the constraints of a group that together show the new facts.
    fn one_by_one(&self, group: usize, new: &[usize], facts: &[Fact]) -> Option<Vec<Part>> {
        let constraints =
            || self.groups[group].constraints.iter().map(|&index| &self.problem.constraints()[index].constraint);
        if let Some(argument) =
            constraints().find_map(|constraint| self.shown(constraint, new, &self.known, facts, true))
        {
            return Some(vec![argument]);
        }
        let mut known = self.known.clone();
        let mut parts: Vec<Part> = Vec::new();
        while new.iter().any(|&fact| !known[fact] && !means(fact, new, &known, facts)) {
            let part = constraints().find_map(|constraint| self.shown(constraint, new, &known, facts, false))?;
            part.facts.iter().for_each(|&fact| known[fact] = true);
            match parts.last_mut() {
                Some(last) if last.argument == Argument::Stated && part.argument == Argument::Stated => {
                    last.facts.extend(part.facts);
                }
                _ => parts.push(part),
            }
            if parts.len() > MAX_PARTS {
                return None;
            }
        }
        Some(parts)
    }

    /// Returns the argument of a constraint for new facts; if `all`, for all of them.
    fn shown(&self, constraint: &Constraint, new: &[usize], known: &[bool], facts: &[Fact], all: bool) -> Option<Part> {
        let part = match constraint {
            Constraint::Clause(literals) => {
                let &[literal] = &literals[..] else { return None };
                let (fact, _) = self.fact_of(literal)?;
                Part { argument: Argument::Stated, facts: vec![fact] }
            }
            Constraint::Sum { terms, relation, bound } => self.counted(terms, *relation, *bound, known, facts)?,
            Constraint::Modular { terms, modulus: 2, residue } => self.paired(terms, residue.rem_euclid(2), known)?,
            _ => return None,
        };
        let is_new = |fact: &usize| !known[*fact] && new.contains(fact);
        let shows = part.facts.iter().all(is_new) && !part.facts.is_empty();
        (shows && (!all || part.facts.len() == new.len())).then_some(part)
    }

    /// Returns the fact of a literal, and whether the literal is true in the solution.
    fn fact_of(&self, literal: Literal) -> Option<(usize, bool)> {
        let &(fact, holds) = self.by_atom.get(&literal.atom)?;
        Some((fact, holds != literal.negated))
    }

    /// Returns the facts of a sum that counts, each with whether its literal is true in the solution.
    fn counted_facts(&self, terms: &[Term]) -> Option<Vec<(usize, bool)>> {
        let fact = |term: &Term| match term.operand {
            Operand::Literal(literal) if term.coefficient == 1 => self.fact_of(literal),
            _ => None,
        };
        terms.iter().map(fact).collect()
    }

    /// Returns the argument of a count whose known facts decide the others.
    fn counted(&self, terms: &[Term], relation: Relation, bound: i64, known: &[bool], facts: &[Fact]) -> Option<Part> {
        let own = self.counted_facts(terms)?;
        let there = own.iter().filter(|&&(fact, is_true)| known[fact] && is_true).count() as i64;
        let open: Vec<(usize, bool)> = own.iter().copied().filter(|&(fact, _)| !known[fact]).collect();
        let rising = open.iter().filter(|(_, is_true)| *is_true).count() as i64;
        if let (1, Some(part)) = (rising, left(&own, known, facts)) {
            return Some(part);
        }
        let at = common_corner(&own, facts);
        let argument = match relation {
            Relation::AtMost | Relation::Equal if rising == 0 && there == bound => {
                Argument::Complete { count: bound, at }
            }
            Relation::AtLeast | Relation::Equal if rising == open.len() as i64 && there + rising == bound => {
                Argument::Remaining { count: rising, at }
            }
            _ => return None,
        };
        Some(Part { argument, facts: open.into_iter().map(|(fact, _)| fact).collect() })
    }

    /// Returns the argument of a parity with one unknown.
    fn paired(&self, terms: &[Term], residue: i64, known: &[bool]) -> Option<Part> {
        let own = self.counted_facts(terms)?;
        let mut open = own.iter().filter(|(fact, _)| !known[*fact]);
        let (Some(&(fact, _)), None) = (open.next(), open.next()) else { return None };
        let there = own.iter().filter(|&&(fact, is_true)| known[fact] && is_true).count();
        Some(Part { argument: Argument::Parity { odd: residue == 1, there }, facts: vec![fact] })
    }

    /// Returns the argument of several parities, one in each group, in whose sum only one unknown counts an odd number of times.
    fn added(&self, reason: &[usize], new: &[usize]) -> Option<Vec<Part>> {
        let (mut odd, mut counted) = (false, BTreeSet::new());
        for &group in reason {
            let [index] = self.groups[group].constraints[..] else { return None };
            let Constraint::Modular { terms, modulus: 2, residue } = &self.problem.constraints()[index].constraint
            else {
                return None;
            };
            odd ^= residue.rem_euclid(2) == 1;
            for term in terms {
                let Operand::Literal(literal) = term.operand else { return None };
                if term.coefficient != 1 {
                    return None;
                }
                odd ^= literal.negated;
                if !counted.remove(&literal.atom) {
                    counted.insert(literal.atom);
                }
            }
        }
        let own = |atom: &Atom| self.by_atom.get(atom).copied();
        let is_known = |atom: &&Atom| own(atom).is_some_and(|(fact, _)| self.known[fact]);
        let there = counted.iter().filter(is_known).filter(|atom| own(atom).is_some_and(|(_, holds)| holds)).count();
        let open: Vec<Option<usize>> =
            counted.iter().filter(|atom| !is_known(atom)).map(|atom| own(atom).map(|(fact, _)| fact)).collect();
        let (&[Some(fact)], &[own]) = (&open[..], new) else { return None };
        (fact == own).then(|| vec![Part { argument: Argument::Parity { odd, there }, facts: vec![fact] }])
    }

    /// Returns the cells and values of a group that places different values in its cells; `None` if it does something else.
    fn distribution(&self, group: usize, facts: &[Fact]) -> Option<Distribution> {
        let mut found = Distribution::default();
        for &index in &self.groups[group].constraints {
            let Constraint::Sum { terms, relation, bound: 1 } = &self.problem.constraints()[index].constraint else {
                return None;
            };
            let is_exact = match relation {
                Relation::AtMost => false,
                Relation::Equal => true,
                Relation::AtLeast => return None,
            };
            let own: Vec<usize> = self.counted_facts(terms)?.into_iter().map(|(fact, _)| fact).collect();
            found.constrain(&own, is_exact, facts)?;
        }
        found.complete(facts, &self.known).then_some(found)
    }

    /// Returns the argument if the values of the new facts fit the cells of the reason's group `from` only where its group `into` has
    /// them, too.
    fn confined(&self, reason: [usize; 2], from: usize, new: &[usize], facts: &[Fact]) -> Option<Vec<Part>> {
        let own = self.distribution(reason[from], facts)?;
        let fit = own.confined(&self.distribution(reason[1 - from], facts)?, new, facts)?;
        Some(vec![Part { argument: Argument::Confined { from, fit }, facts: new.to_vec() }])
    }
}

/// Returns whether a known placement among the new facts means a fact: which piece its cells have.
fn means(fact: usize, new: &[usize], known: &[bool], facts: &[Fact]) -> bool {
    let places = |&other: &usize| known[other] && facts[other].holds && facts[other].is_of_placement();
    facts[fact].value_at().is_some()
        && new
            .iter()
            .filter(|other| places(other))
            .any(|&other| facts[fact].cells.iter().all(|cell| facts[other].cells.contains(cell)))
}

/// Returns the corner or cell in which all lines meet, if they are several and do.
fn common_corner(own: &[(usize, bool)], facts: &[Fact]) -> Option<Cell> {
    let mut ends = own.iter().map(|&(fact, _)| &facts[fact]);
    let first = ends.next().filter(|fact| fact.is_of_line() && own.len() > 2)?;
    let mut common: Vec<Cell> = first.cells.clone();
    ends.for_each(|fact| common.retain(|cell| fact.cells.contains(cell)));
    <[Cell; 1]>::try_from(common).ok().map(|[cell]| cell)
}

/// Returns the argument if the facts are the values of one cell, which has one value left.
fn left(own: &[(usize, bool)], known: &[bool], facts: &[Fact]) -> Option<Part> {
    let place = |fact: usize| facts[fact].value_at().map(|at| (at.layer, at.cell));
    let first = place(own.first()?.0)?;
    let mut open = own.iter().filter(|(fact, _)| !known[*fact]);
    let (Some(&(fact, true)), None) = (open.next(), open.next()) else { return None };
    let is_cell = own.len() > 1 && own.iter().all(|&(fact, _)| place(fact) == Some(first));
    let at = facts[fact].value_at().filter(|_| is_cell)?;
    Some(Part { argument: Argument::Left(at), facts: vec![fact] })
}
