//! The proof of a certificate: sums of rows where they suffice, otherwise the derived clauses and the steps of a solver.

use super::derive::{Definitions, Derivation, Numbered, Underived};
use super::log::Log;
use super::pseudo_boolean::PseudoBoolean;
use super::{Certificate, Uncertified};
use crate::backend::Backend;
use crate::backend::refute::Refutation;
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_ilp::farkas::contradiction;
use boardwright_ilp::opb::{self, Bits};
use boardwright_ir::fault::Fault;
use boardwright_sat::cnf::proof::{Broken, Step, Steps};
use boardwright_sat::cnf::{Cnf, Lit};
use std::collections::HashMap;
use std::io::{self, Write};

/// A proof that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    /// The number of lines that add a constraint.
    pub steps: u64,
    /// Whether a sum of rows is all of it.
    pub is_sum: bool,
}

/// Why a proof is not written.
#[derive(Debug)]
pub enum Ended {
    /// The problem cannot be certified after all.
    Uncertified(Uncertified),
    /// A limit was reached.
    Stopped(Stop),
    /// The solver failed.
    Failed(Fault),
    /// The solver's proof cannot be read.
    Broken(Broken),
    /// The claim is false: the formula has a model.
    Satisfiable,
    /// The file cannot be written.
    Io(io::Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Io(error)
    }
}

impl From<Underived> for Ended {
    fn from(underived: Underived) -> Ended {
        match underived {
            Underived::Clause => Ended::Uncertified(Uncertified::Underived),
            Underived::Io(error) => Ended::Io(error),
            Underived::Stopped(stop) => Ended::Stopped(stop),
        }
    }
}

/// The rows as the checker numbers them.
pub(super) struct Numbering {
    /// By row of the program: one constraint, or two for an equation.
    pub(super) rows: Vec<Vec<Numbered>>,
    /// The number of all of them.
    pub(super) last: u64,
    /// The number of variables of the statement.
    variables: u32,
}

impl Certificate {
    pub(super) fn numbering(&self) -> Numbering {
        let bits = Bits::of(&self.program);
        let mut numbering =
            Numbering { rows: vec![Vec::new(); self.program.rows.len()], last: 0, variables: bits.variables() as u32 };
        for stated in opb::stated(&self.program, &bits) {
            let terms = |sign: i128| stated.terms.iter().map(move |&(c, variable)| (variable as u32, sign * c));
            let mut number = |sign: i128| {
                numbering.last += 1;
                let numbered = (numbering.last, PseudoBoolean::new(terms(sign), sign * stated.bound));
                if let Some(row) = stated.row {
                    numbering.rows[row].push(numbered);
                }
            };
            number(1);
            if stated.equal {
                number(-1);
            }
        }
        numbering
    }

    /// Returns the literal of the proof for a literal of the formula.
    fn literal(&self, numbering: &Numbering, literal: Lit) -> Lit {
        let variable = literal.variable();
        let there = if variable < self.shared { variable } else { numbering.variables + variable - self.shared };
        Lit::new(there, literal.negated())
    }

    /// Derives all clauses without writing them.
    pub(super) fn check_derivation(&self, budget: &Budget) -> Result<(), Refused<Uncertified>> {
        let numbering = self.numbering();
        let log = Log::new(io::sink(), numbering.variables, numbering.last);
        let derived = log.map_err(Underived::from).and_then(|mut log| self.derive(&mut log, &numbering, None, budget));
        match derived {
            Ok(_) => Ok(()),
            Err(Underived::Stopped(stop)) => Err(Refused::Stopped(stop)),
            Err(Underived::Clause | Underived::Io(_)) => Err(Refused::Inapplicable(Uncertified::Underived)),
        }
    }

    /// Derives all clauses; returns them as the proof has them, and their numbers. The last part follows from the improved
    /// objective, if there is one.
    fn derive<W: Write>(
        &self,
        log: &mut Log<W>,
        numbering: &Numbering,
        improved: Option<&Numbered>,
        budget: &Budget,
    ) -> Result<(Cnf, Vec<u64>), Underived> {
        // The clauses with the proof's variables, whose numbers have a gap for the bits of integers.
        let mut cnf = Cnf::new();
        let gap = numbering.variables - self.shared.min(numbering.variables);
        for _ in 0..self.cnf().variables() + gap as usize {
            cnf.variable();
        }
        let there = |literal: &Lit| self.literal(numbering, *literal);
        for clause in self.cnf().clauses() {
            cnf.add(&clause.iter().map(there).collect::<Vec<Lit>>());
        }
        let mut definitions = Definitions::default();
        let first = log.last;
        let mut meanings = self.meanings.known().unwrap_or_default().to_vec();
        for meaning in &mut meanings {
            meaning.variable = there(&Lit::new(meaning.variable, false)).variable();
            meaning.literals.iter_mut().for_each(|literal| *literal = there(literal));
        }
        definitions.introduce(log, &meanings)?;
        let introduced: Vec<u64> = (first + 1..=log.last).collect();
        let mut numbers = Vec::with_capacity(cnf.len());
        for part in &self.parts {
            let rows = part.rows.iter().flat_map(|&row| match numbering.rows.get(row) {
                Some(rows) => rows.clone(),
                None => improved.into_iter().cloned().collect(),
            });
            let derivation = Derivation {
                clauses: part.clauses.clone(),
                rows: rows.collect(),
                otherwise: part.otherwise.iter().map(there).collect(),
            };
            numbers.extend(definitions.derive(log, &cnf, &derivation, budget)?);
        }
        log.delete(&introduced)?;
        Ok((cnf, numbers))
    }

    /// Writes a proof that the rows have no solution; with a solution, that none is better.
    ///
    /// # Errors
    /// See [`Ended`].
    pub fn prove<W: Write>(
        mut self,
        out: W,
        best: Option<&[bool]>,
        prover: &Backend,
        self_check: bool,
        budget: &Budget,
    ) -> Result<Proved, Ended> {
        let numbering = self.numbering();
        let mut log = Log::new(out, numbering.variables, numbering.last)?;
        let has_objective = self.program.goal.as_ref().is_some_and(|goal| !goal.terms.is_empty());
        let minimised = opb::minimised(&self.program, &Bits::of(&self.program)).unwrap_or_default();
        let mut value = 0;
        let mut improved = None;
        if let Some(best) = best {
            value = minimised.iter().filter(|&&(_, variable)| best[variable]).map(|&(weight, _)| weight).sum();
            let terms = minimised.iter().map(|&(weight, variable)| (variable as u32, -weight));
            improved = Some((log.improve(best)?, PseudoBoolean::new(terms, 1 - value)));
        }
        let conclusion = || has_objective.then(|| best.map(|best| (value, best)));
        let rows: Vec<&Numbered> = numbering.rows.iter().flatten().chain(&improved).collect();
        let plain = rows.iter().map(|(_, row)| (row.terms.iter().map(|(&v, &c)| (v as usize, c)).collect(), row.bound));
        let plain: Vec<(Vec<(usize, i128)>, i128)> = plain.collect();
        if let Some(factors) = contradiction(&plain, numbering.variables as usize, budget) {
            let summands: Vec<(u64, i128)> = factors.iter().map(|&(row, factor)| (rows[row].0, factor)).collect();
            let last = log.sum(&summands, "")?;
            let steps = last - numbering.last;
            log.conclude(last, conclusion())?;
            return Ok(Proved { steps, is_sum: true });
        }
        if best.is_some() {
            let first = self.cnf().len();
            let weight = self.lowered.cost.as_ref().map_or(0, |cost| cost.weight(best.unwrap_or_default()));
            self.bound_below(first, weight).map_err(Ended::Uncertified)?;
        }
        let (cnf, numbers) = self.derive(&mut log, &numbering, improved.as_ref(), budget)?;
        let mut drat = Vec::new();
        match prover.refute(&cnf, &mut drat, self_check, budget) {
            Refutation::Refuted => {}
            Refutation::Stopped(stop) => return Err(Ended::Stopped(stop)),
            Refutation::Failed(fault) => return Err(Ended::Failed(fault)),
            Refutation::Satisfiable => return Err(Ended::Satisfiable),
        }
        let last = follow(&mut log, &cnf, &numbers, &drat, budget)?;
        let steps = log.last - numbering.last;
        log.conclude(last, conclusion())?;
        Ok(Proved { steps, is_sum: false })
    }

    /// Encodes that the objective weighs less than that of a solution.
    fn bound_below(&mut self, first: usize, weight: u64) -> Result<(), Uncertified> {
        match weight.checked_sub(1) {
            Some(weight) => {
                self.bound(weight)?;
            }
            None => self.lowered.cnf.add(&[]),
        }
        let clauses = first..self.cnf().len();
        // Past all rows of the statement: the improved objective.
        self.parts.push(super::Part { clauses, rows: vec![usize::MAX], otherwise: Vec::new() });
        Ok(())
    }
}

/// Writes the steps of a solver, and returns the number of the contradiction.
fn follow<W: Write>(log: &mut Log<W>, cnf: &Cnf, numbers: &[u64], drat: &[u8], budget: &Budget) -> Result<u64, Ended> {
    let sorted = |clause: &[Lit]| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        clause
    };
    let mut known: HashMap<Vec<Lit>, Vec<u64>> = HashMap::new();
    for (clause, &number) in cnf.clauses().zip(numbers) {
        if clause.is_empty() {
            return Ok(number);
        }
        known.entry(sorted(clause)).or_default().push(number);
    }
    let mut steps = Steps::new(drat)?;
    let mut clause = Vec::new();
    while let Some(step) = steps.next(&mut clause).map_err(Ended::Broken)? {
        if let Some(stop) = budget.reached() {
            return Err(Ended::Stopped(stop));
        }
        let key = sorted(&clause);
        match step {
            Step::Add => {
                let number = log.propagated(&key, None)?;
                if key.is_empty() {
                    return Ok(number);
                }
                known.entry(key).or_default().push(number);
            }
            // A unit that is deleted would no longer hold, which solvers do not mean.
            Step::Delete if key.len() > 1 => {
                if let Some(number) = known.get_mut(&key).and_then(Vec::pop) {
                    log.delete(&[number])?;
                }
            }
            Step::Delete => {}
        }
    }
    Ok(log.propagated(&[], None)?)
}
