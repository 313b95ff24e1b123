//! Certificates: a claim as pseudo-Boolean rows that state the rules, and a proof in the format of VeriPB that they have no solution.
//!
//! The rows are those of the lowering to integer programs, the same whatever encodings a solver gets; a claim adds rows to them. A
//! formula is derived from the rows, clause by clause ([`derive`]), a SAT solver refutes it, and its steps follow. Sums of rows that
//! contradict each other need no formula. The checker reads the rows and the proof alone, so the encodings, the formula and the solver
//! need not be trusted.
//!
//! ```text
//! rows -> meanings of auxiliary variables -> clauses -> steps of the solver -> contradiction
//! ```
//! Supported are problems of Boolean variables whose constraints are clauses, sums, parities of at most five variables, and words;
//! [`Certificate::new`] says why others are not. VeriPB: B. Bogaerts, S. Gocht, C. McCreesh, J. Nordström, "Certified Dominance and
//! Symmetry Breaking for Combinatorial Optimisation", JAIR 77, 2023. Knows the forms of SAT and integer programs, and no puzzle. Start with
//! [`Certificate`].

mod derive;
mod log;
mod proof;
mod pseudo_boolean;
#[cfg(test)]
mod tests;

pub use self::proof::{Ended, Proved};

use crate::pipeline::{NoForm, decompose};
use boardwright_base::budget::{Budget, Refused};
use boardwright_ilp::linearize::linearize;
use boardwright_ilp::opb::{self, Bits};
use boardwright_ilp::{Direction, Program, Relation, Row};
use boardwright_ir::constraint::decomposed::Body;
use boardwright_ir::constraint::plain::{Conclusion, Global, Plain};
use boardwright_ir::constraint::{Atom, Literal, Problem, Roles};
use boardwright_sat::cnf::encode::NotApplicable;
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::lower::{Choices, LowerError, Lowered, Meaningless, Meanings, lower_with_meanings};
use boardwright_sat::cnf::{Cnf, Lit};
use std::ops::Range;

/// Why a problem cannot be certified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Uncertified {
    /// It has no rows or no clauses.
    #[error(transparent)]
    Form(#[from] NoForm),
    /// An encoding's auxiliary variables have no known meaning.
    #[error(transparent)]
    Meaningless(#[from] Meaningless),
    /// An encoding does not apply.
    #[error(transparent)]
    NotApplicable(#[from] NotApplicable),
    /// It has integer variables.
    #[error("integer variables are not supported: {0}")]
    Integer(String),
    /// It has a constraint whose rows are an encoding and no definition.
    #[error("constraints that a graph is connected, has no cycle or has components of a size are not supported")]
    Graph,
    /// Congruences have integers.
    #[error("congruences modulo {0} are not supported")]
    Congruence(i64),
    /// A clause does not follow from the rows of its constraint by a sum.
    #[error("a clause of an encoding is not a sum of rows and meanings")]
    Underived,
    /// The coefficients are too large.
    #[error("a coefficient is too large")]
    TooLarge,
}

/// The largest coefficient and the largest bound: sums of them are exact.
const LARGEST: i128 = 1 << 62;

/// The rows of a claim and the formula that is derived from them.
pub struct Certificate {
    lowered: Lowered,
    program: Program,
    /// The constraint of each row of the rules.
    of: Vec<Option<usize>>,
    meanings: Meanings,
    parts: Vec<Part>,
    /// The number of Boolean variables of the rows that are variables of the formula as well.
    shared: u32,
    /// What the claim adds, one text for each row.
    added: Vec<String>,
}

/// Clauses and the rows that they follow from.
struct Part {
    clauses: Range<usize>,
    rows: Vec<usize>,
    /// The negated conditions.
    otherwise: Vec<Lit>,
}

impl Certificate {
    /// States the rules of a problem and encodes them.
    ///
    /// # Errors
    /// Why it cannot be certified, or the limit that was reached.
    pub fn new(problem: &Problem, encoding: &Selection, budget: &Budget) -> Result<Certificate, Refused<Uncertified>> {
        supported(problem).map_err(Refused::Inapplicable)?;
        let clauses = |error: LowerError| NoForm::of_clauses(error).map(Uncertified::from);
        let decomposed = decompose::plain(problem, encoding, Roles::REQUIRED, budget).map_err(clauses)?;
        let linearized =
            linearize(&decomposed, false, budget).map_err(|error| NoForm::of_rows(error).map(Uncertified::from))?;
        let choices = Choices::new(problem, encoding).map_err(clauses)?.separate();
        let (lowered, meanings) = lower_with_meanings(&decomposed, &choices, budget).map_err(clauses)?;
        meanings.known().map_err(|reason| Refused::Inapplicable(reason.into()))?;
        let parts = decomposed.parts().iter().zip(lowered.ranges()).zip(&linearized.parts);
        let parts = parts.map(|((part, (_, clauses)), rows)| {
            let when = match &part.body {
                Body::Plain { when, .. } => when,
                Body::Graph(never) => match *never {},
            };
            let condition = |literal: &Literal| match literal.atom {
                Atom::Boolean(variable) => Some(Lit::new(variable.0, !literal.negated)),
                _ => None,
            };
            let otherwise = when.iter().filter_map(condition).collect();
            Part { clauses: clauses.clone(), rows: rows.clone(), otherwise }
        });
        let parts = parts.collect();
        let shared = decomposed.booleans() as u32;
        let certificate = Certificate {
            program: linearized.program,
            of: linearized.of,
            meanings,
            parts,
            shared,
            added: Vec::new(),
            lowered,
        };
        let bits = Bits::of(&certificate.program);
        let large = |number: i128| number.abs() > LARGEST;
        let rows = opb::stated(&certificate.program, &bits);
        if rows.iter().any(|row| large(row.bound) || row.terms.iter().any(|&(coefficient, _)| large(coefficient))) {
            return Err(Refused::Inapplicable(Uncertified::TooLarge));
        }
        certificate.check_objective().map_err(Refused::Inapplicable)?;
        certificate.check_derivation(budget)?;
        Ok(certificate)
    }

    /// Checks that bounds on the objective can be encoded.
    fn check_objective(&self) -> Result<(), Uncertified> {
        let Some(cost) = &self.lowered.cost else { return Ok(()) };
        let total: u64 = cost.terms.iter().map(|&(weight, _)| weight).sum();
        let (mut cnf, mut meanings) = (self.lowered.cnf.clone(), self.meanings.clone());
        self.encode_bound(&mut cnf, &mut meanings, total / 2)?;
        meanings.known()?;
        Ok(())
    }

    /// Returns the formula.
    pub fn cnf(&self) -> &Cnf {
        &self.lowered.cnf
    }

    /// Returns the formula with the mapping to the problem.
    pub fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    /// Excludes the solutions that agree with an assignment on the decision variables, with a row and a clause.
    pub fn exclude(&mut self, problem: &Problem, booleans: &[bool], words: impl Into<String>) {
        let decisions = problem.booleans().iter().enumerate().filter(|(_, boolean)| boolean.decision);
        let (mut clause, mut terms, mut ones) = (Vec::new(), Vec::new(), 0);
        for (index, _) in decisions {
            clause.push(Lit::new(index as u32, booleans[index]));
            terms.push((index, if booleans[index] { -1 } else { 1 }));
            ones += i64::from(booleans[index]);
        }
        let first = self.lowered.cnf.len();
        self.lowered.cnf.add(&clause);
        self.state(first, Row { terms, relation: Relation::AtLeast, bound: 1 - ones }, words.into());
    }

    /// Requires that the objective is at least as good as a value, with a row and clauses.
    ///
    /// # Errors
    /// If its encoding cannot be certified, or the value is none of the objective.
    pub fn require(&mut self, value: i64, words: impl Into<String>) -> Result<(), Uncertified> {
        let weight = self.lowered.cost.as_ref().and_then(|cost| cost.weight_of(value));
        let (Some(goal), Some(weight)) = (self.program.goal.clone(), weight) else { return Err(Uncertified::TooLarge) };
        let relation = if goal.direction == Direction::Minimise { Relation::AtMost } else { Relation::AtLeast };
        let first = self.lowered.cnf.len();
        self.bound(weight)?;
        // The claim has no objective any more.
        self.program.goal = None;
        self.state(first, Row { terms: goal.terms, relation, bound: value - goal.constant }, words.into());
        Ok(())
    }

    fn state(&mut self, first: usize, row: Row, words: String) {
        self.parts.push(Part {
            clauses: first..self.lowered.cnf.len(),
            rows: vec![self.program.rows.len()],
            otherwise: Vec::new(),
        });
        self.program.rows.push(row);
        self.added.push(words);
    }

    /// Encodes a bound on the weight of the objective; returns the clauses.
    fn bound(&mut self, weight: u64) -> Result<Range<usize>, Uncertified> {
        let first = self.lowered.cnf.len();
        let (mut cnf, mut meanings) = (std::mem::take(&mut self.lowered.cnf), std::mem::take(&mut self.meanings));
        let encoded = self.encode_bound(&mut cnf, &mut meanings, weight);
        (self.lowered.cnf, self.meanings) = (cnf, meanings);
        encoded?;
        self.meanings.known()?;
        Ok(first..self.lowered.cnf.len())
    }

    fn encode_bound(&self, cnf: &mut Cnf, meanings: &mut Meanings, weight: u64) -> Result<(), NotApplicable> {
        let Some(cost) = &self.lowered.cost else { return Ok(()) };
        let terms = cost.terms.iter().filter_map(|&(weight, literal)| Some((i64::try_from(weight).ok()?, literal)));
        meanings.encode_at_most(cnf, &self.lowered.choice, &terms.collect::<Vec<_>>(), weight)
    }

    /// Returns the values of all variables of the rows, for those that the formula has as well: a congruence determines its
    /// multiple. `None` if a row is violated.
    pub fn completed(&self, model: &[bool]) -> Option<Vec<bool>> {
        let shared = self.shared as usize;
        let columns = self.program.columns.len();
        let mut values: Vec<Option<i64>> = vec![None; columns];
        values.iter_mut().zip(&model[..shared]).for_each(|(value, &truth)| *value = Some(i64::from(truth)));
        // The others are multiples of congruences, of which each has one.
        for column in shared..columns {
            let of_it = |row: &&Row| row.terms.iter().any(|&(other, _)| other == column);
            let rows: Vec<&Row> = self.program.rows.iter().filter(of_it).collect();
            let value = |other: usize, value: i64| if other == column { value } else { values[other].unwrap_or(0) };
            let fits = |&tried: &i64| {
                rows.iter().all(|row| {
                    let sum = row.terms.iter().map(|&(other, c)| c * value(other, tried)).sum::<i64>();
                    row.relation.holds(sum, row.bound)
                })
            };
            let range = &self.program.columns[column];
            let found = (range.lower..=range.upper).find(fits);
            values[column] = found;
        }
        let values: Vec<i64> = values.into_iter().map(|value| value.unwrap_or(0)).collect();
        self.program.holds(&values).then(|| Bits::of(&self.program).truths(&values))
    }

    /// Returns the statement: the rows after comment lines, with the origins of constraints.
    pub fn text(&self, lines: &[String], origin: &dyn Fn(usize) -> String) -> String {
        let rules = self.of.len();
        let origins = |row: usize| match self.of.get(row) {
            Some(Some(constraint)) => format!("from {}", origin(*constraint)),
            Some(None) => "values of integers".to_string(),
            None => self.added[row - rules].clone(),
        };
        opb::write(&self.program, lines, Some(&origins))
    }
}

/// Checks that every constraint has rows that define it.
fn supported(problem: &Problem) -> Result<(), Uncertified> {
    if let Some(integer) = problem.integers().first() {
        return Err(Uncertified::Integer(integer.name.clone()));
    }
    for posted in problem.constraints().iter().filter(|posted| Roles::REQUIRED.keep(posted.role)) {
        match posted.constraint.conclusion().1 {
            Conclusion::Acyclic(_) | Conclusion::Global(Global::Graph(_)) => return Err(Uncertified::Graph),
            Conclusion::Plain(Plain::Modular { modulus, .. }) if modulus != 2 => {
                return Err(Uncertified::Congruence(modulus));
            }
            _ => {}
        }
    }
    Ok(())
}
