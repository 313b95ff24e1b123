//! The clauses of a formula, derived from the rows of a statement.
//!
//! An auxiliary variable `y` that means "at least 2 of a, b, c" is introduced by two constraints, which some value of `y` satisfies
//! whatever the others are:
//!
//! ```text
//! a + b + c + 2 ~y >= 2      if y is true, at least two are
//! ~a + ~b + ~c + 2 y >= 2    if y is false, at most one is
//! ```
//! A clause is the sum of such constraints, of those for the signs of its auxiliary variables, and a row of its constraint or none.
//! The sums are computed here as well: a clause that does not follow is an error before anything is written.

use super::log::Log;
use super::pseudo_boolean::PseudoBoolean;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::simplify::gcd;
use boardwright_sat::cnf::lower::Meaning;
use boardwright_sat::cnf::{Cnf, Lit};
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;

/// A constraint with its number in the proof.
pub(super) type Numbered = (u64, PseudoBoolean);

/// The clauses of a constraint, and the rows that state it.
pub(super) struct Derivation {
    pub(super) clauses: Range<usize>,
    pub(super) rows: Vec<Numbered>,
    /// The negated conditions of the constraint.
    pub(super) otherwise: Vec<Lit>,
}

/// Why a derivation ends early.
#[derive(Debug)]
pub(super) enum Underived {
    /// A clause does not follow.
    Clause,
    Io(io::Error),
    Stopped(Stop),
}

impl From<io::Error> for Underived {
    fn from(error: io::Error) -> Underived {
        Underived::Io(error)
    }
}

impl From<Stop> for Underived {
    fn from(stop: Stop) -> Underived {
        Underived::Stopped(stop)
    }
}

/// The two constraints of each auxiliary variable: for its negative and for its positive literal in a clause.
#[derive(Default)]
pub(super) struct Definitions(HashMap<u32, [Option<Numbered>; 2]>);

impl Definitions {
    /// Introduces variables by their meanings.
    pub(super) fn introduce<W: Write>(&mut self, log: &mut Log<W>, meanings: &[Meaning]) -> io::Result<()> {
        for Meaning { variable, literals, least } in meanings {
            let (yes, no) = (Lit::new(*variable, false), Lit::new(*variable, true));
            let (count, least) = (literals.len() as i128, i128::from(*least));
            let enough = literals.iter().map(|&literal| (1, literal)).chain([(least, no)]);
            let enough = PseudoBoolean::of_literals(enough, least);
            let most = (count - least + 1).max(0);
            let few = literals.iter().map(|&literal| (1, !literal)).chain([(most, yes)]);
            let few = PseudoBoolean::of_literals(few, most);
            let mut both = [None, None];
            for (side, constraint, witness) in [(0, enough, no), (1, few, yes)] {
                if constraint.degree() > 0 {
                    both[side] = Some((log.redundant(&constraint, witness)?, constraint));
                }
            }
            self.0.insert(*variable, both);
        }
        Ok(())
    }

    /// Derives clauses and returns their numbers.
    pub(super) fn derive<W: Write>(
        &self,
        log: &mut Log<W>,
        cnf: &Cnf,
        derivation: &Derivation,
        budget: &Budget,
    ) -> Result<Vec<u64>, Underived> {
        let Derivation { clauses, rows, otherwise } = derivation;
        let mut rows = rows.clone();
        let mut numbers = Vec::with_capacity(clauses.len());
        let mut temporary = Vec::new();
        for (index, clause) in clauses.clone().zip(cnf.clauses_from(clauses.start)) {
            if index % 64 == 0 {
                budget.check()?;
            }
            let number = match self.clause(log, clause, &rows)? {
                Some(number) => number,
                None => match by_parity(log, clause, &derivation.rows)? {
                    Some(number) => number,
                    None => {
                        // Without the common factor of the coefficients, which the encoding does not see either.
                        let reduced = reduced(log, &rows, otherwise)?;
                        temporary.extend(reduced.iter().map(|&(number, _)| number));
                        rows.extend(reduced);
                        self.clause(log, clause, &rows)?.ok_or(Underived::Clause)?
                    }
                },
            };
            numbers.push(number);
            let mut own = clause.iter().filter(|literal| !otherwise.contains(literal));
            if let (Some(&unit), None) = (own.next(), own.next()) {
                let known = PseudoBoolean::of_literals(clause.iter().map(|&literal| (1, literal)), 1);
                temporary.extend(cancel(log, &mut rows, unit, &(number, known))?);
            }
        }
        log.delete(&temporary)?;
        Ok(numbers)
    }

    /// Derives a clause from the definitions of its auxiliary variables and at most one row, or all rows.
    fn clause<W: Write>(&self, log: &mut Log<W>, clause: &[Lit], rows: &[Numbered]) -> io::Result<Option<u64>> {
        let mut defined = Vec::new();
        for literal in clause {
            let Some(sides) = self.0.get(&literal.variable()) else { continue };
            defined.extend(sides[usize::from(!literal.negated())].as_ref());
        }
        // A variable that is constant needs no other.
        if let Some((number, _)) = defined.iter().find(|(_, definition)| definition.implies(clause)) {
            return log.propagated(clause, Some(*number)).map(Some);
        }
        let single = rows.iter().map(|row| vec![row]);
        for chosen in [Vec::new()].into_iter().chain(single).chain([rows.iter().collect()]) {
            let summands: Vec<&Numbered> = defined.iter().copied().chain(chosen).collect();
            let mut sum = PseudoBoolean::default();
            summands.iter().for_each(|(_, constraint)| sum.add(constraint, 1));
            if !sum.implies(clause) {
                continue;
            }
            if let [(number, _)] = summands[..] {
                return log.propagated(clause, Some(*number)).map(Some);
            }
            let summed: Vec<(u64, i128)> = summands.iter().map(|&&(number, _)| (number, 1)).collect();
            if sum.is_within(clause) {
                let degree = sum.degree();
                let largest = sum.terms.values().map(|c| c.abs().min(degree)).max().unwrap_or(1);
                let operation = if largest > 1 { format!("s {largest} d") } else { "s".to_string() };
                return log.sum(&summed, &operation).map(Some);
            }
            let summed = log.sum(&summed, "")?;
            let number = log.propagated(clause, Some(summed))?;
            log.delete(&[summed])?;
            return Ok(Some(number));
        }
        Ok(None)
    }
}

/// Derives a clause of a parity from the two rows of its equation, whose multiple of two is a variable: halved and rounded up, they
/// differ by one. For `x + y - 2 s = 1` and the clause `x y`: `2x + 2y - 2s >= 1` is `x + y - s >= 1`, and `-x - y + 2s >= -1`, with
/// `x >= 0` and `y >= 0`, is `s >= 0`.
fn by_parity<W: Write>(log: &mut Log<W>, clause: &[Lit], rows: &[Numbered]) -> io::Result<Option<u64>> {
    let [_, _] = rows else { return Ok(None) };
    let mut sum = PseudoBoolean::default();
    let mut halves = Vec::new();
    for (number, row) in rows {
        let is_odd = |literal: &&Lit| row.terms.get(&literal.variable()).is_some_and(|c| c % 2 != 0);
        let added: Vec<Lit> = clause.iter().filter(is_odd).copied().collect();
        let mut half = row.clone();
        added.iter().for_each(|&literal| half.add(&PseudoBoolean::of_literals([(1, literal)], 0), 1));
        half.divide(2);
        sum.add(&half, 1);
        halves.push((*number, added));
    }
    if !sum.implies(clause) || !sum.is_within(clause) {
        return Ok(None);
    }
    log.halves(&halves).map(Some)
}

/// Replaces rows by those in which a known literal no longer stands against the others; returns the numbers of the new ones.
fn cancel<W: Write>(log: &mut Log<W>, rows: &mut [Numbered], unit: Lit, known: &Numbered) -> io::Result<Vec<u64>> {
    let mut added = Vec::new();
    for (number, row) in rows {
        let coefficient = row.terms.get(&unit.variable()).copied().unwrap_or(0);
        if if unit.negated() { coefficient > 0 } else { coefficient < 0 } {
            let times = coefficient.abs();
            row.add(&known.1, times);
            *number = log.sum(&[(*number, 1), (known.0, times)], "")?;
            added.push(*number);
        }
    }
    Ok(added)
}

/// Returns the rows whose coefficients have a common factor, divided by it.
fn reduced<W: Write>(log: &mut Log<W>, rows: &[Numbered], otherwise: &[Lit]) -> io::Result<Vec<Numbered>> {
    let mut reduced = Vec::new();
    for (number, row) in rows {
        let is_condition = |variable: u32| otherwise.iter().any(|literal| literal.variable() == variable);
        let own = row.terms.iter().filter(|&(&variable, _)| !is_condition(variable));
        let factor = own.fold(0, |factor, (_, coefficient)| gcd(factor, coefficient.abs()));
        if factor > 1 {
            let mut row = row.clone();
            row.divide(factor);
            reduced.push((log.sum(&[(*number, 1)], &format!("{factor} d"))?, row));
        }
    }
    Ok(reduced)
}
