//! Recognises cells, what other Booleans say of them, and sums over them in the constraints of a problem.

use super::pairs::{Collected, Pairs};
use super::{MOST_EXCLUSIONS, MOST_VARIABLES, MOST_WORK, Numbers, Value};
use crate::{Goal, Row};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::simplify::gcd;
use boardwright_ir::constraint::{
    Assignment, Atom, Automaton, BoolVar, Constraint, Literal, Operand, Problem, Regular, Relation, Role, Term,
};
use std::collections::{BTreeMap, BTreeSet};

/// Recognises the required constraints of a problem; `None` if they are others, or if no sum has several variables.
///
/// # Errors
/// The limit that was reached.
pub fn recognised(problem: &Problem, budget: &Budget) -> Result<Option<Numbers>, Stop> {
    if !problem.integers().is_empty() {
        return Ok(None);
    }
    let Some(cells) = Cells::of(problem) else { return Ok(None) };
    budget.check()?;
    Ok(cells.read(problem))
}

/// Returns the Boolean of a literal that is not negated.
fn positive(term: &Term) -> Option<BoolVar> {
    match *term {
        Term {
            coefficient: 1,
            operand: Operand::Literal(Literal { atom: Atom::Boolean(boolean), negated: false }),
        } => Some(boolean),
        _ => None,
    }
}

/// Returns the Booleans of which one or at most one is true, and whether one must be.
fn at_most_one(constraint: &Constraint) -> Option<(Vec<BoolVar>, bool)> {
    match constraint {
        Constraint::Sum { terms, relation: relation @ (Relation::Equal | Relation::AtMost), bound: 1 } => {
            Some((terms.iter().map(positive).collect::<Option<_>>()?, *relation == Relation::Equal))
        }
        Constraint::Clause(literals) if literals.len() == 2 && literals.iter().all(|literal| literal.negated) => {
            let booleans = literals.iter().map(|literal| positive(&Term::literal(1, !*literal)));
            Some((booleans.collect::<Option<_>>()?, false))
        }
        _ => None,
    }
}

/// What a Boolean means.
#[derive(Clone)]
struct Meaning {
    cell: usize,
    /// Whether it is true, by the place of the cell's value.
    truths: Vec<bool>,
}

/// The cells of a problem, each with its Booleans, and what each Boolean means.
struct Cells {
    /// By cell.
    booleans: Vec<Vec<BoolVar>>,
    /// By Boolean: of which cell it states a value, and the place of the value.
    places: Vec<Option<(usize, usize)>>,
    /// By Boolean.
    meanings: Vec<Meaning>,
    /// By cell: other Booleans whose meanings are about it.
    others: Vec<Vec<BoolVar>>,
    /// The indices of the constraints that state that a cell has one value, and the meanings of other Booleans.
    stated_by: BTreeSet<usize>,
}

/// A Boolean that a clause forces if no value makes the clause true: the Boolean, its truth, the cell, and the places of the other
/// literals, each with whether it is negated.
type Defining = (BoolVar, bool, usize, Vec<(usize, bool)>);

/// Reads a clause over one Boolean that states no value, and values of one cell.
fn defining(literals: &[Literal], places: &[Option<(usize, usize)>]) -> Option<Defining> {
    let (mut other, mut of, mut rest) = (None, None, Vec::with_capacity(literals.len()));
    for literal in literals {
        let Atom::Boolean(boolean) = literal.atom else { return None };
        match places[boolean.0 as usize] {
            None if other.is_none() => other = Some((boolean, !literal.negated)),
            None => return None,
            Some((cell, _)) if of.is_some_and(|of| of != cell) => return None,
            Some((cell, place)) => {
                of = Some(cell);
                rest.push((place, literal.negated));
            }
        }
    }
    let (boolean, truth) = other?;
    Some((boolean, truth, of?, rest))
}

impl Cells {
    /// Returns the cells if every Boolean belongs to one.
    fn of(problem: &Problem) -> Option<Cells> {
        let mut places: Vec<Option<(usize, usize)>> = vec![None; problem.booleans().len()];
        let mut booleans_of: Vec<Vec<BoolVar>> = Vec::new();
        let mut stated_by = BTreeSet::new();
        let required = || problem.constraints().iter().enumerate().filter(|(_, one)| one.role == Role::Required);
        for (index, posted) in required() {
            let Some((booleans, true)) = at_most_one(&posted.constraint) else { continue };
            let is_new = |boolean: &BoolVar| places[boolean.0 as usize].is_none();
            let distinct: BTreeSet<BoolVar> = booleans.iter().copied().collect();
            if booleans.is_empty() || distinct.len() < booleans.len() || !booleans.iter().all(is_new) {
                continue;
            }
            for (place, boolean) in booleans.iter().enumerate() {
                places[boolean.0 as usize] = Some((booleans_of.len(), place));
            }
            booleans_of.push(booleans);
            stated_by.insert(index);
        }
        if booleans_of.len() > MOST_VARIABLES {
            return None;
        }
        // Whether the clauses of another Boolean force it, by the place of the value.
        let mut forced: BTreeMap<BoolVar, (usize, Vec<[bool; 2]>)> = BTreeMap::new();
        for (index, posted) in required() {
            let Constraint::Clause(literals) = &posted.constraint else { continue };
            let Some((boolean, truth, cell, rest)) = defining(literals, &places) else { continue };
            let entry = forced.entry(boolean).or_insert_with(|| (cell, vec![[false; 2]; booleans_of[cell].len()]));
            if entry.0 != cell {
                return None;
            }
            for (place, forces) in entry.1.iter_mut().enumerate() {
                forces[usize::from(truth)] |= rest.iter().all(|&(of, negated)| (of == place) == negated);
            }
            stated_by.insert(index);
        }
        let mut others = vec![Vec::new(); booleans_of.len()];
        let mut meanings = Vec::with_capacity(places.len());
        for (index, place) in places.iter().enumerate() {
            let boolean = BoolVar(index as u32);
            meanings.push(match *place {
                Some((cell, place)) => {
                    Meaning { cell, truths: (0..booleans_of[cell].len()).map(|one| one == place).collect() }
                }
                None => {
                    let (cell, forces) = forced.get(&boolean)?;
                    if forces.iter().any(|forces| forces[0] == forces[1]) {
                        return None;
                    }
                    others[*cell].push(boolean);
                    Meaning { cell: *cell, truths: forces.iter().map(|forces| forces[1]).collect() }
                }
            });
        }
        Some(Cells { booleans: booleans_of, places, meanings, others, stated_by })
    }

    /// Reads the other constraints; `None` if they are not sums and exclusions.
    fn read(&self, problem: &Problem) -> Option<Numbers> {
        let sizes: Vec<usize> = self.booleans.iter().map(Vec::len).collect();
        let mut allowed: Vec<Vec<bool>> = sizes.iter().map(|&size| vec![true; size]).collect();
        let mut exclusions: Vec<(Vec<BoolVar>, bool)> = Vec::new();
        let mut sums = Vec::new();
        let mut pairs: BTreeMap<[usize; 2], Pairs> = BTreeMap::new();
        for (index, posted) in problem.constraints().iter().enumerate() {
            if posted.role != Role::Required || self.stated_by.contains(&index) {
                continue;
            }
            if self.restricts(problem, &posted.constraint, &mut allowed) {
                continue;
            }
            if self.relates(&posted.constraint, &mut pairs) {
                continue;
            }
            match (at_most_one(&posted.constraint), &posted.constraint) {
                (Some(exclusion), _) => exclusions.push(exclusion),
                (None, Constraint::Sum { terms, relation, bound }) => {
                    sums.push((self.collected(terms)?, *relation, i128::from(*bound)));
                }
                (None, Constraint::Regular(regular)) => sums.push(self.word(regular)?),
                _ => return None,
            }
        }
        for (cells, pairs) in pairs {
            match (pairs.sum(cells, &cells.map(|cell| &allowed[cell][..])), pairs.excluded) {
                (Some(sum), _) => sums.push(sum),
                (None, Some(excluded)) => exclusions.extend(excluded.into_iter().map(|pair| (pair.to_vec(), false))),
                (None, None) => return None,
            }
        }
        let work = (sums.len() * sizes.len()).saturating_pow(2);
        if work > MOST_WORK || exclusions.len() > MOST_EXCLUSIONS || sums.iter().all(|(sum, ..)| sum.of.len() < 2) {
            return None;
        }
        let goal = match problem.objective() {
            Some(objective) => Some((self.collected(&objective.terms)?, objective.direction)),
            None => None,
        };
        let scales = self.scales(sums.iter().map(|(sum, ..)| sum).chain(goal.iter().map(|(sum, _)| sum)));
        let mut rows = Vec::with_capacity(sums.len());
        for (sum, relation, bound) in &sums {
            let (terms, constant) = sum.over(&scales)?;
            let bound = bound.checked_sub(constant)?.try_into().ok()?;
            rows.push(Row { terms, relation: *relation, bound });
        }
        let goal = match &goal {
            Some((sum, direction)) => {
                let (terms, constant) = sum.over(&scales)?;
                Some(Goal { direction: *direction, terms, constant: constant.try_into().ok()? })
            }
            None => None,
        };
        let mut variables = Vec::with_capacity(sizes.len());
        for (cell, booleans) in self.booleans.iter().enumerate() {
            let allowed = booleans.iter().zip(&scales[cell]).zip(&allowed[cell]).filter(|(_, allowed)| **allowed);
            let value = |((&boolean, &number), _): ((&BoolVar, &i64), &bool)| {
                let place = self.places[boolean.0 as usize].map_or(0, |(_, place)| place);
                let others = self.others[cell].iter().filter(|other| self.meanings[other.0 as usize].truths[place]);
                Value { boolean, others: others.copied().collect(), number, exclusions: Vec::new() }
            };
            let mut values: Vec<Value> = allowed.map(value).collect();
            values.sort_by_key(|value| value.number);
            if values.windows(2).any(|pair| pair[0].number == pair[1].number) {
                return None;
            }
            variables.push(values);
        }
        for (index, (booleans, _)) in exclusions.iter().enumerate() {
            for &boolean in booleans {
                let (cell, _) = self.places[boolean.0 as usize]?;
                if let Some(value) = variables[cell].iter_mut().find(|value| value.boolean == boolean) {
                    value.exclusions.push(index);
                }
            }
        }
        let exclusions = exclusions.iter().map(|&(_, must)| must).collect();
        Some(Numbers { variables, rows, goal, exclusions, booleans: problem.booleans().len() })
    }

    /// Returns whether a constraint is about one cell, whose values it then restricts.
    fn restricts(&self, problem: &Problem, constraint: &Constraint, allowed: &mut [Vec<bool>]) -> bool {
        let mut of = BTreeSet::new();
        constraint.each_literal(&mut |literal| {
            if let Atom::Boolean(boolean) = literal.atom {
                of.insert(self.meanings[boolean.0 as usize].cell);
            }
        });
        let (Some(&cell), 1) = (of.first(), of.len()) else { return false };
        let mut assignment = Assignment { booleans: vec![false; problem.booleans().len()], integers: Vec::new() };
        for (place, allowed) in allowed[cell].iter_mut().enumerate() {
            for boolean in self.booleans[cell].iter().chain(&self.others[cell]) {
                assignment.booleans[boolean.0 as usize] = self.meanings[boolean.0 as usize].truths[place];
            }
            *allowed &= constraint.holds(&assignment);
        }
        true
    }

    /// Returns whether a constraint is a clause about two cells, whose pairs of values it then restricts.
    fn relates(&self, constraint: &Constraint, pairs: &mut BTreeMap<[usize; 2], Pairs>) -> bool {
        let Constraint::Clause(literals) = constraint else { return false };
        let mut of = BTreeMap::new();
        for literal in literals {
            let Atom::Boolean(boolean) = literal.atom else { return false };
            let Meaning { cell, truths } = &self.meanings[boolean.0 as usize];
            let broken = of.entry(*cell).or_insert_with(|| vec![true; truths.len()]);
            broken.iter_mut().zip(truths).for_each(|(broken, truth)| *broken &= *truth == literal.negated);
        }
        let mut cells = of.iter();
        let (Some((&one, broken)), Some((&other, with)), None) = (cells.next(), cells.next(), cells.next()) else {
            return false;
        };
        let entry = pairs.entry([one, other]).or_insert_with(|| Pairs {
            allowed: vec![vec![true; with.len()]; broken.len()],
            excluded: Some(Vec::new()),
        });
        let broken = (entry.allowed.iter_mut().zip(broken)).filter(|(_, broken)| **broken);
        for (allowed, _) in broken {
            allowed.iter_mut().zip(with).for_each(|(allowed, with)| *allowed &= !with);
        }
        match (at_most_one(constraint), &mut entry.excluded) {
            (Some((pair, _)), Some(excluded)) if pair.len() == 2 => excluded.push([pair[0], pair[1]]),
            _ => entry.excluded = None,
        }
        true
    }

    /// Returns the coefficients of a sum, by cell and place.
    fn collected(&self, terms: &[Term]) -> Option<Collected> {
        let mut sum = Collected { of: BTreeMap::new() };
        for term in terms {
            let Operand::Literal(Literal { atom: Atom::Boolean(boolean), negated }) = term.operand else { return None };
            let Meaning { cell, truths } = &self.meanings[boolean.0 as usize];
            let coefficients = sum.of.entry(*cell).or_insert_with(|| vec![0; truths.len()]);
            for (coefficient, truth) in coefficients.iter_mut().zip(truths) {
                *coefficient += i128::from(term.coefficient) * i128::from(*truth != negated);
            }
        }
        Some(sum)
    }

    /// Returns the sum that an automaton computes over cells: its states are the sums so far, where the symbols count 0, 1, 2, ..., and
    /// only sums beyond the greatest accepted one are missing.
    fn word(&self, regular: &Regular) -> Option<(Collected, Relation, i128)> {
        let Automaton { start, accepting, next } = &regular.automaton;
        let mut sums: Vec<Option<usize>> = vec![None; next.len()];
        sums[*start] = Some(0);
        let mut open = vec![*start];
        while let Some(state) = open.pop() {
            let steps = next[state].iter().enumerate().filter_map(|(symbol, next)| Some((symbol, (*next)?)));
            for (symbol, next) in steps {
                let sum = sums[state]? + symbol;
                match sums[next] {
                    None => open.push(next),
                    Some(other) if other == sum => continue,
                    Some(_) => return None,
                }
                sums[next] = Some(sum);
            }
        }
        let accepted = || sums.iter().zip(accepting).filter(|(sum, accepting)| **accepting && sum.is_some());
        let most = accepted().filter_map(|(sum, _)| *sum).max()?;
        let is_missing_beyond = |(sum, next): (&Option<usize>, &Vec<Option<usize>>)| {
            sum.is_none_or(|sum| (0..next.len()).all(|symbol| next[symbol].is_some() || sum + symbol > most))
        };
        if !sums.iter().zip(next).all(is_missing_beyond) {
            return None;
        }
        let relation = match accepted().count() {
            1 => Relation::Equal,
            count if count == sums.iter().flatten().filter(|&&sum| sum <= most).count() => Relation::AtMost,
            _ => return None,
        };
        let mut terms = Vec::new();
        for symbols in &regular.sequence {
            let mut places = BTreeSet::new();
            for (symbol, literal) in symbols.iter().enumerate() {
                let term = Term::literal(1, *literal);
                places.insert(self.places[positive(&term)?.0 as usize]?);
                terms.push(Term { coefficient: symbol as i64, ..term });
            }
            // Each value of one cell is a symbol.
            let cell = places.first()?.0;
            if places.len() != symbols.len() || places.len() != self.booleans[cell].len() || places.last()?.0 != cell {
                return None;
            }
        }
        Some((self.collected(&terms)?, relation, most as i128))
    }

    /// Returns the number of each value of each cell: the coefficients of the first sum in which they differ, such that the first is
    /// 0 and they have no common divisor; without such a sum, 0, 1, 2, ...
    fn scales<'s>(&self, sums: impl Iterator<Item = &'s Collected>) -> Vec<Vec<i64>> {
        let mut scales: Vec<Option<Vec<i64>>> = vec![None; self.booleans.len()];
        for (&cell, coefficients) in sums.flat_map(|sum| &sum.of) {
            let divisor = coefficients.iter().fold(0, |divisor, one| gcd(divisor, one - coefficients[0]));
            if scales[cell].is_none() && divisor != 0 {
                let numbers = coefficients.iter().map(|one| i64::try_from((one - coefficients[0]) / divisor).ok());
                scales[cell] = numbers.collect();
            }
        }
        let without = |cell: usize| (0..self.booleans[cell].len() as i64).collect();
        scales.into_iter().enumerate().map(|(cell, scale)| scale.unwrap_or_else(|| without(cell))).collect()
    }
}
