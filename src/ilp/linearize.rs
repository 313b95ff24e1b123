//! Lowers a [`Problem`] to rows.
//!
//! A Boolean variable becomes a 0/1 column. An integer variable becomes a column bounded by its domain and, if a
//! literal refers to it, a 0/1 column for each value, linked to it by two rows. A negated literal is `1 - x`; a
//! threshold `[x >= v]` is a sum of value columns. A congruence gets an integer slack: `sum - modulus * slack =
//! residue`. A conditional constraint is relaxed (big-M) for each false literal of its condition: "`x + y <= 1` if `c`"
//! becomes `x + y + c <= 2`. Graph and regular constraints must be decomposed first.

use super::{Goal, Program, Row};
use crate::budget::{Budget, Stop};
use crate::constraint::decomposed::Decomposed;
use crate::constraint::{Assignment, Atom, Constraint, IntVar, Literal, Operand, Problem, Relation, Roles, Term};
use std::collections::BTreeMap;

/// A program and the mapping back to the problem.
#[derive(Clone)]
pub struct Linearized {
    /// The program.
    pub program: Program,
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

/// Lowers the constraints of the given roles, and the objective. With `listing`, every integer decision variable gets
/// value columns, which [`Linearized::excluding_row`] needs.
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// If a graph or regular constraint was not decomposed.
pub fn linearize(decomposed: &Decomposed, roles: Roles, listing: bool, budget: &Budget) -> Result<Linearized, Stop> {
    let problem = decomposed.problem();
    let mut program = Program::default();
    for boolean in problem.booleans() {
        program.column(boolean.name.clone(), 0, 1);
    }
    let integers: Vec<usize> = problem
        .integers()
        .iter()
        .map(|integer| program.column(integer.name.clone(), *integer.domain.start(), *integer.domain.end()))
        .collect();
    let booleans = problem.booleans().len();
    let mut lowering = Lowering { program, problem, integers, values: vec![None; problem.integers().len()] };
    for posted in problem.constraints().iter().filter(|posted| roles.keep(posted.role)) {
        budget.check()?;
        let (when, constraint) = posted.constraint.conclusion();
        match constraint {
            Constraint::Clause(literals) => {
                let some = literals.iter().copied().chain(when.iter().map(|&literal| !literal));
                let terms: Vec<Term> = some.map(|literal| Term::literal(1, literal)).collect();
                lowering.row(&terms, Relation::AtLeast, 1);
            }
            Constraint::Sum { terms, relation, bound } => {
                let (terms, constant) = lowering.expand(terms);
                lowering.rows_when(terms, *relation, bound - constant, &when);
            }
            Constraint::Modular { terms, modulus, residue } => lowering.modular(terms, *modulus, *residue, &when),
            Constraint::If { .. } => unreachable!("a conclusion has no condition"),
            Constraint::Connected(_) | Constraint::Components(_) | Constraint::Regular(_) => {
                panic!("graphs and words are decomposed before they become rows")
            }
        }
    }
    if let Some(objective) = problem.objective() {
        let (terms, constant) = lowering.expand(&objective.terms);
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
    let (booleans, count) = decomposed.variables();
    lowering.integers.truncate(count);
    Ok(Linearized { program: lowering.program, booleans, integers: lowering.integers, decisions, values })
}

struct Lowering<'a> {
    program: Program,
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
        let size = (upper - lower) as usize + 1;
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
    fn expand(&mut self, terms: &[Term]) -> (Vec<(usize, i64)>, i64) {
        let mut by_column: BTreeMap<usize, i64> = BTreeMap::new();
        let mut constant = 0;
        for term in terms {
            match term.operand {
                Operand::Literal(literal) => {
                    let mut coefficient = term.coefficient;
                    if literal.negated {
                        constant += coefficient;
                        coefficient = -coefficient;
                    }
                    for column in self.columns(literal) {
                        *by_column.entry(column).or_default() += coefficient;
                    }
                }
                Operand::Integer(variable) => {
                    *by_column.entry(self.integers[variable.0 as usize]).or_default() += term.coefficient;
                }
            }
        }
        by_column.retain(|_, coefficient| *coefficient != 0);
        (by_column.into_iter().collect(), constant)
    }

    fn row(&mut self, terms: &[Term], relation: Relation, bound: i64) {
        let (terms, constant) = self.expand(terms);
        self.program.rows.push(Row { terms, relation, bound: bound - constant });
    }

    /// Adds rows that are equivalent to the constraint if all literals of `when` are true, and true otherwise.
    fn rows_when(&mut self, terms: Vec<(usize, i64)>, relation: Relation, bound: i64, when: &[Literal]) {
        if when.is_empty() {
            self.program.rows.push(Row { terms, relation, bound });
            return;
        }
        let (low, high) = self.range(&terms);
        let broken_by = [(Relation::AtMost, high - bound), (Relation::AtLeast, low - bound)];
        for (side, most) in broken_by {
            // Sum <= bound + most * (number of false conditions), or >= with a negative `most`.
            if side.holds(most, 0) || !(relation == side || relation == Relation::Equal) {
                continue;
            }
            let conditions: Vec<Term> = when.iter().map(|&literal| Term::literal(-most, !literal)).collect();
            let (slack, constant) = self.expand(&conditions);
            let mut by_column: BTreeMap<usize, i64> = terms.iter().copied().collect();
            slack.into_iter().for_each(|(column, coefficient)| *by_column.entry(column).or_default() += coefficient);
            by_column.retain(|_, coefficient| *coefficient != 0);
            let terms = by_column.into_iter().collect();
            self.program.rows.push(Row { terms, relation: side, bound: bound - constant });
        }
    }

    /// Returns the least and the greatest value of a sum.
    fn range(&self, terms: &[(usize, i64)]) -> (i64, i64) {
        let (mut low, mut high) = (0, 0);
        for &(column, coefficient) in terms {
            let column = &self.program.columns[column];
            let ends = [coefficient * column.lower, coefficient * column.upper];
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        (low, high)
    }

    fn modular(&mut self, terms: &[Term], modulus: i64, residue: i64, when: &[Literal]) {
        let reduced: Vec<Term> = terms
            .iter()
            .map(|term| Term { coefficient: term.coefficient.rem_euclid(modulus), ..*term })
            .filter(|term| term.coefficient != 0)
            .collect();
        let (mut terms, constant) = self.expand(&reduced);
        let bound = (residue - constant).rem_euclid(modulus);
        let (low, high) = self.range(&terms);
        // sum = bound + modulus * slack
        let lower = (low - bound).div_euclid(modulus) + i64::from((low - bound).rem_euclid(modulus) != 0);
        let upper = (high - bound).div_euclid(modulus);
        if lower > upper {
            // No multiple of the modulus is in range: add an unsatisfiable row.
            self.rows_when(vec![], Relation::Equal, 1, when);
            return;
        }
        let slack = self.program.column("", lower, upper);
        terms.push((slack, -modulus));
        self.rows_when(terms, Relation::Equal, bound, when);
    }
}
