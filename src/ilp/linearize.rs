//! From a [`Problem`] to rows: every constraint is linear already, or nearly.
//!
//! A Boolean variable is a 0/1 column; an integer variable is a column with its domain as bounds, and, when a literal
//! speaks of one of its values, a 0/1 column per value tied to it. A negated literal is `1 - x`, a threshold
//! `[x >= v]` a sum of value columns. A congruence gets an integer slack: `sum - modulus * slack = residue`. What depends on
//! a condition may be broken by as much as it can be, once for each literal of the condition that is false:
//! `x + y <= 1` where `c` holds is `x + y + c <= 2`. What is no sum at all was decomposed before.

use super::{Goal, Program, Row};
use crate::budget::{Budget, Stop};
use crate::constraint::decomposed::Decomposed;
use crate::constraint::{Assignment, Atom, Constraint, IntVar, Literal, Operand, Problem, Relation, Roles, Term};
use std::collections::BTreeMap;

/// A program and the way back.
#[derive(Clone)]
pub struct Linearized {
    /// The program.
    pub program: Program,
    booleans: usize,
    /// The column of each integer variable.
    integers: Vec<usize>,
    /// The 0/1 columns of the decision variables; an assignment of the decisions is a vector of these.
    decisions: Vec<usize>,
    /// By integer variable, the first value of its domain and the column that says it has it, where there is one.
    values: Vec<Option<(i64, usize)>>,
}

impl Linearized {
    /// A row that says that a literal is true. A value is excluded by its column, which a listing makes for every decision.
    ///
    /// # Panics
    /// When a value of a variable is excluded for which there are no such columns.
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

    /// The problem's assignment in a vector of the program.
    pub fn assignment(&self, values: &[i64]) -> Assignment {
        Assignment {
            booleans: values[..self.booleans].iter().map(|&value| value == 1).collect(),
            integers: self.integers.iter().map(|&column| values[column]).collect(),
        }
    }

    /// A row that excludes exactly the vectors that agree with this one on the decision variables.
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

/// Lowers the constraints of the given roles, and the objective. With `listing`, integer decision variables get value
/// columns even where no constraint asks for them, so that [`Linearized::excluding_row`] can speak of them.
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// When a graph or a word was not decomposed.
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
    /// The first 0/1 column of each variable's values, once made.
    values: Vec<Option<usize>>,
}

impl Lowering<'_> {
    /// The 0/1 columns of a variable's values, in order; made and tied to the variable at first use.
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

    /// The columns of a literal's atom: their sum is 1 when it is true, 0 when it is false.
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

    /// Terms over distinct columns, and the constant that is left.
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

    /// Rows that say something where all literals of `when` hold, and nothing elsewhere.
    fn rows_when(&mut self, terms: Vec<(usize, i64)>, relation: Relation, bound: i64, when: &[Literal]) {
        if when.is_empty() {
            self.program.rows.push(Row { terms, relation, bound });
            return;
        }
        let (low, high) = self.range(&terms);
        let broken_by = [(Relation::AtMost, high - bound), (Relation::AtLeast, low - bound)];
        for (side, most) in broken_by {
            // Sum <= bound + most * (number of false conditions), or >= with a negative most.
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

    /// The least and the greatest value of a sum.
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
            // No multiple in reach: a row that nothing satisfies.
            self.rows_when(vec![], Relation::Equal, 1, when);
            return;
        }
        let slack = self.program.column("", lower, upper);
        terms.push((slack, -modulus));
        self.rows_when(terms, Relation::Equal, bound, when);
    }
}
