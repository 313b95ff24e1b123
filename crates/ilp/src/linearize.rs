//! Lowers a decomposed problem to rows.
//!
//! A Boolean variable becomes a 0/1 column. An integer variable becomes a column bounded by its domain and, if a
//! literal refers to it, a 0/1 column for each value, linked to it by two rows. A negated literal is `1 - x`; a
//! threshold `[x >= v]` is a sum of value columns. A congruence gets an integer slack: `sum - modulus * slack =
//! residue`. A conditional constraint is relaxed (big-M) for each false literal of its condition: "`x + y <= 1` if `c`"
//! becomes `x + y + c <= 2`. Graph and regular constraints were decomposed before. Numbers are computed in 128 bits, and
//! those of rows must fit into 64. Imports the IR. Start with [`linearize`].

use super::{Goal, Program, Row};
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::decomposed::{Body, Decomposed};
use boardwright_ir::constraint::plain::Plain;
use boardwright_ir::constraint::{Assignment, Atom, IntVar, Literal, Operand, Problem, Relation, Term, TooLarge};
use std::collections::BTreeMap;

/// A program and the mapping back to the problem.
#[derive(Clone)]
pub struct Linearized {
    /// The program.
    pub program: Program,
    /// The index in the problem of the constraint that each row states; `None` for rows that tie values to an integer.
    pub of: Vec<Option<usize>>,
    /// The rows of each part of the decomposed problem, in its order; without those that tie values to an integer.
    pub parts: Vec<Vec<usize>>,
    booleans: usize,
    /// The column of each integer variable.
    integers: Vec<usize>,
    /// The 0/1 columns of the decision variables; their values determine the decisions. Empty unless the program is for
    /// listing.
    decisions: Vec<usize>,
    /// For each integer variable, the least value of its domain and the first of its value columns, if there are any.
    values: Vec<Option<(i64, usize)>>,
}

impl Linearized {
    /// Returns a row that is true exactly if the literal is. The literal `[x != v]` needs a value column, which exists
    /// for every decision variable of a program for listing.
    ///
    /// # Panics
    /// If `[x != v]` is requested for a variable without value columns.
    pub fn literal_row(&self, literal: Literal) -> Row {
        let positive = !literal.negated;
        let (column, relation, bound) = match literal.atom {
            Atom::Boolean(variable) => (variable.0 as usize, Relation::Equal, i64::from(positive)),
            Atom::AtLeast(variable, value) if positive => {
                (self.integers[variable.0 as usize], Relation::AtLeast, value)
            }
            Atom::AtLeast(variable, value) => (self.integers[variable.0 as usize], Relation::AtMost, value - 1),
            Atom::Equals(variable, value) if positive => (self.integers[variable.0 as usize], Relation::Equal, value),
            Atom::Equals(variable, value) => {
                let index = variable.0 as usize;
                let domain = &self.program.columns[self.integers[index]];
                if !(domain.lower..=domain.upper).contains(&value) {
                    return Row { terms: Vec::new(), relation: Relation::Equal, bound: 0 };
                }
                let (lower, first) =
                    self.values[index].expect("a listing makes a column for every value of a decision");
                (first + (value - lower) as usize, Relation::Equal, 0)
            }
        };
        Row { terms: vec![(column, 1)], relation, bound }
    }

    /// Returns the problem's assignment for a vector of the program.
    pub fn assignment(&self, values: &[i64]) -> Assignment {
        Assignment {
            booleans: values[..self.booleans].iter().map(|&value| value == 1).collect(),
            integers: self.integers.iter().map(|&column| values[column]).collect(),
        }
    }

    /// Returns a row that excludes exactly the vectors that agree with `values` on the decision variables.
    pub fn excluding_row(&self, values: &[i64]) -> Row {
        // Σ over ones of (1 - x) + Σ over zeros of x >= 1
        let mut ones = 0;
        let mut terms = Vec::with_capacity(self.decisions.len());
        for &column in &self.decisions {
            if values[column] == 1 {
                ones += 1;
                terms.push((column, -1));
            } else {
                terms.push((column, 1));
            }
        }
        Row { terms, relation: Relation::AtLeast, bound: 1 - ones }
    }
}

/// Why a problem cannot be lowered to rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinearizeError {
    /// A row or the objective does not fit into 64 bits.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] Stop),
}

/// Lowers a decomposed problem and its objective. With `listing`, every integer decision variable gets value columns,
/// which [`Linearized::excluding_row`] needs.
///
/// # Errors
/// If a number does not fit into 64 bits, or a limit was reached.
pub fn linearize(decomposed: &Decomposed, listing: bool, budget: &Budget) -> Result<Linearized, LinearizeError> {
    let problem = decomposed.problem();
    let mut program = Program::default();
    let booleans = problem.booleans().len();
    for index in 0..decomposed.booleans() {
        program.column(problem.booleans().get(index).map_or("", |boolean| &boolean.name), 0, 1);
    }
    let integers: Vec<usize> = problem
        .integers()
        .iter()
        .map(|integer| program.column(integer.name.clone(), *integer.domain.start(), *integer.domain.end()))
        .collect();
    let values = vec![None; problem.integers().len()];
    let mut lowering = Lowering { program, of: Vec::new(), problem, integers, values };
    let mut parts = Vec::with_capacity(decomposed.parts().len());
    for part in decomposed.parts() {
        budget.check()?;
        let first = lowering.program.rows.len();
        match &part.body {
            Body::Plain { when, then } => {
                lowering.constraint(when, then).ok_or_else(|| TooLarge::of(problem, part.origin))?;
                lowering.of.resize(lowering.program.rows.len(), Some(part.of));
            }
            Body::Graph(never) => match *never {},
        }
        parts.push((first..lowering.of.len()).filter(|&row| lowering.of[row].is_some()).collect());
    }
    if let Some(objective) = problem.objective() {
        let (terms, constant) = lowering.expand(&objective.terms);
        let (low, high) = lowering.range(&terms);
        let is_value = |value: i128| i64::try_from(value.saturating_add(constant)).is_ok();
        let fits = is_value(low) && is_value(high);
        let goal = || Some((fitting(terms)?, i64::try_from(constant).ok().filter(|_| fits)?));
        let (terms, constant) = goal().ok_or_else(TooLarge::objective)?;
        lowering.program.goal = Some(Goal { direction: objective.direction, terms, constant });
    }
    let mut decisions = Vec::new();
    if listing {
        decisions.extend((0..booleans).filter(|&index| problem.booleans()[index].decision));
        for (index, integer) in problem.integers().iter().enumerate() {
            if integer.decision {
                decisions.extend(lowering.value_columns(IntVar(index as u32)));
            }
        }
    }
    let domains = problem.integers().iter().map(|integer| *integer.domain.start());
    let values = domains.zip(&lowering.values).map(|(lower, first)| first.map(|first| (lower, first))).collect();
    let Lowering { program, of, integers, .. } = lowering;
    Ok(Linearized { program, of, parts, booleans, integers, decisions, values })
}

/// A sum over distinct columns, without zeros.
type Columns = Vec<(usize, i128)>;

/// Returns the terms in 64 bits, if they fit.
fn fitting(terms: Columns) -> Option<Vec<(usize, i64)>> {
    terms.into_iter().map(|(column, coefficient)| Some((column, coefficient.try_into().ok()?))).collect()
}

struct Lowering<'a> {
    program: Program,
    /// The constraint of each row; a row of the current one may still be missing.
    of: Vec<Option<usize>>,
    problem: &'a Problem,
    integers: Vec<usize>,
    /// The first value column of each integer variable, once created.
    values: Vec<Option<usize>>,
}

impl Lowering<'_> {
    /// Returns the value columns of a variable in order; creates them on first use.
    fn value_columns(&mut self, variable: IntVar) -> std::ops::Range<usize> {
        let index = variable.0 as usize;
        let integer = &self.problem.integers()[index];
        let (lower, upper) = (*integer.domain.start(), *integer.domain.end());
        let size = upper.abs_diff(lower) as usize + 1;
        let first = match self.values[index] {
            Some(first) => first,
            None => {
                let first = self.program.columns.len();
                for value in lower..=upper {
                    self.program.column(format!("{}={value}", integer.name), 0, 1);
                }
                let one = (first..first + size).map(|column| (column, 1)).collect();
                self.program.rows.push(Row { terms: one, relation: Relation::Equal, bound: 1 });
                let mut tie: Vec<(usize, i64)> =
                    (0..size).map(|i| (first + i, lower + i as i64)).filter(|&(_, value)| value != 0).collect();
                tie.push((self.integers[index], -1));
                self.program.rows.push(Row { terms: tie, relation: Relation::Equal, bound: 0 });
                self.of.resize(self.program.rows.len(), None);
                self.values[index] = Some(first);
                first
            }
        };
        first..first + size
    }

    /// Returns the columns whose sum is the truth value of the literal's atom.
    fn columns(&mut self, literal: Literal) -> Vec<usize> {
        match literal.atom {
            Atom::Boolean(variable) => vec![variable.0 as usize],
            Atom::Equals(variable, value) => {
                let domain = self.problem.integers()[variable.0 as usize].domain.clone();
                let columns = self.value_columns(variable);
                domain.zip(columns).filter(|&(v, _)| v == value).map(|(_, column)| column).collect()
            }
            Atom::AtLeast(variable, value) => {
                let domain = self.problem.integers()[variable.0 as usize].domain.clone();
                let columns = self.value_columns(variable);
                domain.zip(columns).filter(|&(v, _)| v >= value).map(|(_, column)| column).collect()
            }
        }
    }

    /// Returns the terms over distinct columns, and the constant.
    fn expand(&mut self, terms: &[Term]) -> (Columns, i128) {
        let mut by_column: BTreeMap<usize, i128> = BTreeMap::new();
        let mut constant = 0;
        for term in terms {
            let mut coefficient = i128::from(term.coefficient);
            match term.operand {
                Operand::Literal(literal) => {
                    if literal.negated {
                        constant += coefficient;
                        coefficient = -coefficient;
                    }
                    for column in self.columns(literal) {
                        *by_column.entry(column).or_default() += coefficient;
                    }
                }
                Operand::Integer(variable) => {
                    *by_column.entry(self.integers[variable.0 as usize]).or_default() += coefficient;
                }
            }
        }
        by_column.retain(|_, coefficient| *coefficient != 0);
        (by_column.into_iter().collect(), constant)
    }

    /// Adds the rows of a constraint that holds if all literals of `when` are true; `None` if they do not fit.
    fn constraint(&mut self, when: &[Literal], then: &Plain) -> Option<()> {
        match then {
            Plain::Clause(literals) => {
                let some = literals.iter().copied().chain(when.iter().map(|&literal| !literal));
                let terms: Vec<Term> = some.map(|literal| Term::literal(1, literal)).collect();
                let (terms, constant) = self.expand(&terms);
                self.row(terms, Relation::AtLeast, 1 - constant)
            }
            Plain::Sum { terms, relation, bound } => {
                let (terms, constant) = self.expand(terms);
                self.rows_when(terms, *relation, i128::from(*bound) - constant, when)
            }
            Plain::Modular { terms, modulus, residue } => self.modular(terms, *modulus, *residue, when),
        }
    }

    fn row(&mut self, terms: Columns, relation: Relation, bound: i128) -> Option<()> {
        self.program.rows.push(Row { terms: fitting(terms)?, relation, bound: bound.try_into().ok()? });
        Some(())
    }

    /// Adds rows that are equivalent to the constraint if all literals of `when` are true, and true otherwise.
    fn rows_when(&mut self, terms: Columns, relation: Relation, bound: i128, when: &[Literal]) -> Option<()> {
        if when.is_empty() {
            return self.row(terms, relation, bound);
        }
        let (low, high) = self.range(&terms);
        for (side, most) in [(Relation::AtMost, high - bound), (Relation::AtLeast, low - bound)] {
            // Sum <= bound + most * (number of false conditions), or >= with a negative `most`.
            let is_broken = if side == Relation::AtMost { most > 0 } else { most < 0 };
            if !is_broken || !(relation == side || relation == Relation::Equal) {
                continue;
            }
            let factor = i64::try_from(-most).ok()?;
            let conditions: Vec<Term> = when.iter().map(|&literal| Term::literal(factor, !literal)).collect();
            let (slack, constant) = self.expand(&conditions);
            let mut by_column: BTreeMap<usize, i128> = terms.iter().copied().collect();
            slack.into_iter().for_each(|(column, coefficient)| *by_column.entry(column).or_default() += coefficient);
            by_column.retain(|_, coefficient| *coefficient != 0);
            self.row(by_column.into_iter().collect(), side, bound - constant)?;
        }
        Some(())
    }

    /// Returns the least and the greatest value of a sum.
    fn range(&self, terms: &[(usize, i128)]) -> (i128, i128) {
        let (mut low, mut high) = (0i128, 0i128);
        for &(column, coefficient) in terms {
            let column = &self.program.columns[column];
            // Saturated, it is too large for a row, too.
            let ends = [column.lower, column.upper].map(|end| coefficient.saturating_mul(i128::from(end)));
            low = low.saturating_add(ends[0].min(ends[1]));
            high = high.saturating_add(ends[0].max(ends[1]));
        }
        (low, high)
    }

    fn modular(&mut self, terms: &[Term], modulus: i64, residue: i64, when: &[Literal]) -> Option<()> {
        let reduced: Vec<Term> = terms
            .iter()
            .map(|term| Term { coefficient: term.coefficient.rem_euclid(modulus), ..*term })
            .filter(|term| term.coefficient != 0)
            .collect();
        let (mut terms, constant) = self.expand(&reduced);
        let modulus = i128::from(modulus);
        let bound = (i128::from(residue) - constant).rem_euclid(modulus);
        let (low, high) = self.range(&terms);
        // sum = bound + modulus * slack
        let lower = (low - bound).div_euclid(modulus) + i128::from((low - bound).rem_euclid(modulus) != 0);
        let upper = (high - bound).div_euclid(modulus);
        if lower > upper {
            // No multiple of the modulus is in range: add an unsatisfiable row.
            return self.rows_when(vec![], Relation::Equal, 1, when);
        }
        let slack = self.program.column("", lower.try_into().ok()?, upper.try_into().ok()?);
        terms.push((slack, -modulus));
        self.rows_when(terms, Relation::Equal, bound, when)
    }
}
