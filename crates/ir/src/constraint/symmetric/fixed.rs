//! The problem of the assignments fixed by a symmetry: every variable equals its image.
//!
//! The variables of an orbit become one variable, so their terms are added, and a cover remains a cover: an option
//! merged with its image covers the items of both, and if both cover the same item of capacity one, `2x <= 1` makes `x`
//! false. An integer variable reflected by the symmetry is tied to its image by an equation.

use super::{Action, least_members};
use crate::constraint::interchange::Interchange;
use crate::constraint::origin::BuiltIn;
use crate::constraint::{
    Assignment, Atom, BoolVar, Constraint, IntVar, Literal, Operand, Origin, Posted, Problem, Relation, Roles, Term,
};
use std::collections::{BTreeMap, BTreeSet};

/// A problem whose assignments are the fixed assignments of another problem.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The problem, with one variable for each orbit.
    pub problem: Problem,
    booleans: Vec<Value>,
    integers: Vec<IntVar>,
}

/// The representation of a Boolean variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Variable(BoolVar),
    Constant(bool),
}

impl Fixed {
    /// Returns whether a constraint without variables is violated, so that there is no assignment.
    pub fn is_contradictory(&self) -> bool {
        self.problem.constraints().iter().any(|posted| match &posted.constraint {
            Constraint::Clause(literals) => literals.is_empty(),
            Constraint::Sum { terms, relation, bound } => terms.is_empty() && !relation.holds(0, *bound),
            Constraint::Modular { terms, modulus, residue } => terms.is_empty() && residue.rem_euclid(*modulus) != 0,
            Constraint::If { .. }
            | Constraint::Connected(_)
            | Constraint::Acyclic(_)
            | Constraint::Components(_)
            | Constraint::Regular(_)
            | Constraint::Same(_) => false,
        })
    }

    /// Returns the assignment of the original problem for an assignment of this one.
    pub fn expand(&self, assignment: &Assignment) -> Assignment {
        let boolean = |value: &Value| match *value {
            Value::Variable(variable) => assignment.boolean(variable),
            Value::Constant(value) => value,
        };
        Assignment {
            booleans: self.booleans.iter().map(boolean).collect(),
            integers: self.integers.iter().map(|&variable| assignment.integer(variable)).collect(),
        }
    }
}

/// Returns the problem of the assignments that a symmetry fixes. With `optimum`, the objective must have that value;
/// otherwise the objective is dropped.
pub fn fixed(problem: &Problem, action: &Action, optimum: Option<i64>) -> Fixed {
    let decision = |index: usize| problem.booleans()[index].decision;
    let booleans = (0..problem.booleans().len()).filter(|&index| decision(index));
    let booleans = booleans.map(|index| (index, action.booleans[index].0 as usize));
    let integers = (0..problem.integers().len()).filter(|&index| problem.integers()[index].decision);
    let plain = integers.clone().filter(|&index| action.integers[index].sum.is_none());
    let plain = plain.map(|index| (index, action.integers[index].variable.0 as usize));
    let mut joined = Joined {
        booleans: least_members(problem.booleans().len(), booleans),
        integers: least_members(problem.integers().len(), plain),
        constants: BTreeMap::new(),
        kept: BTreeSet::new(),
        contradiction: false,
    };
    for posted in problem.constraints().iter().filter(|posted| is_kept(&posted.constraint)) {
        posted.constraint.each_literal(&mut |literal| {
            if let Atom::Boolean(variable) = literal.atom {
                joined.kept.insert(BoolVar(joined.booleans[variable.0 as usize] as u32));
            }
        });
    }
    let mut work = problem.clone();
    work.constraints.retain(|posted| Roles::FAITHFUL.keep(posted.role));
    let origin = work.origin(Origin::built_in(BuiltIn::Symmetry));
    for index in integers {
        if let Some(bound) = action.integers[index].sum {
            let image = action.integers[index].variable;
            let terms = vec![Term::integer(1, IntVar(index as u32)), Term::integer(1, image)];
            work.post(origin, Constraint::Sum { terms, relation: Relation::Equal, bound });
        }
    }
    if let Some((objective, bound)) = work.objective.take().zip(optimum) {
        work.post(origin, Constraint::Sum { terms: objective.terms, relation: Relation::Equal, bound });
    }
    // Repeat until no more variables become constant.
    loop {
        let before = joined.constants.len();
        for posted in &mut work.constraints {
            joined.join(&mut posted.constraint);
        }
        work.constraints.retain(|posted| !is_trivial(&posted.constraint));
        if joined.constants.len() == before {
            break;
        }
    }
    if joined.contradiction {
        work.post(origin, Constraint::clause([]));
    }
    joined.compact(work)
}

fn is_trivial(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Clause(_) => false,
        Constraint::Sum { terms, relation, bound } => terms.is_empty() && relation.holds(0, *bound),
        Constraint::Modular { terms, modulus, residue } => terms.is_empty() && residue.rem_euclid(*modulus) == 0,
        Constraint::If { .. }
        | Constraint::Connected(_)
        | Constraint::Acyclic(_)
        | Constraint::Components(_)
        | Constraint::Regular(_)
        | Constraint::Same(_) => false,
    }
}

/// Returns whether constraints of this form are only rewritten over the representatives: their variables never become
/// constants.
fn is_kept(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Clause(_) | Constraint::Sum { .. } | Constraint::Modular { .. } => false,
        Constraint::If { .. }
        | Constraint::Connected(_)
        | Constraint::Acyclic(_)
        | Constraint::Components(_)
        | Constraint::Regular(_)
        | Constraint::Same(_) => true,
    }
}

/// The representative of each variable, and the variables with known values.
struct Joined {
    booleans: Vec<usize>,
    integers: Vec<usize>,
    constants: BTreeMap<BoolVar, bool>,
    /// Representatives that must remain variables.
    kept: BTreeSet<BoolVar>,
    contradiction: bool,
}

impl Joined {
    /// Returns the literal over the representative, or its value if that is known.
    fn literal(&self, literal: Literal) -> Result<Literal, bool> {
        let stands = |variable: IntVar| IntVar(self.integers[variable.0 as usize] as u32);
        let atom = match literal.atom {
            Atom::Boolean(variable) => {
                let variable = BoolVar(self.booleans[variable.0 as usize] as u32);
                if let Some(&value) = self.constants.get(&variable) {
                    return Err(value != literal.negated);
                }
                Atom::Boolean(variable)
            }
            Atom::Equals(variable, value) => Atom::Equals(stands(variable), value),
            Atom::AtLeast(variable, value) => Atom::AtLeast(stands(variable), value),
        };
        Ok(Literal { atom, negated: literal.negated })
    }

    /// Adds up terms with equal operands; returns the terms and the sum of the known ones.
    fn sum(&self, terms: &[Term]) -> (Vec<Term>, i64) {
        let mut by_operand: BTreeMap<Operand, i64> = BTreeMap::new();
        let mut constant = 0;
        for &Term { coefficient, operand } in terms {
            let operand = match operand {
                Operand::Literal(literal) => match self.literal(literal) {
                    Ok(literal) => Operand::Literal(literal),
                    Err(value) => {
                        constant += coefficient * i64::from(value);
                        continue;
                    }
                },
                Operand::Integer(variable) => Operand::Integer(IntVar(self.integers[variable.0 as usize] as u32)),
            };
            *by_operand.entry(operand).or_default() += coefficient;
        }
        let terms = by_operand.into_iter().map(|(operand, coefficient)| Term { coefficient, operand });
        (terms.filter(|term| term.coefficient != 0).collect(), constant)
    }

    /// Records the value of a variable; returns false if it must remain a variable.
    fn set(&mut self, literal: Literal) -> bool {
        let Atom::Boolean(variable) = literal.atom else { return false };
        if self.kept.contains(&variable) {
            return false;
        }
        let known = self.constants.insert(variable, !literal.negated);
        self.contradiction |= known == Some(literal.negated);
        true
    }

    /// Rewrites a constraint over the representatives.
    fn join(&mut self, constraint: &mut Constraint) {
        match constraint {
            Constraint::Clause(literals) => {
                let joined: Vec<Result<Literal, bool>> =
                    literals.iter().map(|&literal| self.literal(literal)).collect();
                let mut left: Vec<Literal> = joined.iter().filter_map(|literal| literal.ok()).collect();
                left.sort_unstable();
                left.dedup();
                let opposite = left.iter().any(|&literal| left.binary_search(&!literal).is_ok());
                if opposite || joined.contains(&Err(true)) {
                    *constraint = always();
                } else if let [unit] = left[..]
                    && self.set(unit)
                {
                    *constraint = always();
                } else {
                    *literals = left;
                }
            }
            Constraint::Sum { terms, relation, bound } => {
                let (mut joined, constant) = self.sum(terms);
                *bound -= constant;
                let plain = |term: &Term| match term.operand {
                    Operand::Literal(literal) if !literal.negated && term.coefficient > 0 => Some(literal),
                    _ => None,
                };
                if *relation != Relation::AtLeast && joined.iter().all(|term| plain(term).is_some()) {
                    for term in &joined {
                        if term.coefficient > *bound
                            && let Some(literal) = plain(term)
                        {
                            self.set(!literal);
                        }
                    }
                    joined.retain(|term| match plain(term).map(|literal| self.literal(literal)) {
                        Some(known) => known.is_ok(),
                        None => true,
                    });
                }
                let divisor = joined.iter().fold(0, |divisor, term| gcd(divisor, term.coefficient));
                if divisor > 1 && *bound % divisor == 0 {
                    joined.iter_mut().for_each(|term| term.coefficient /= divisor);
                    *bound /= divisor;
                }
                *terms = joined;
            }
            Constraint::Modular { terms, modulus, residue } => {
                let (mut joined, constant) = self.sum(terms);
                joined.iter_mut().for_each(|term| term.coefficient = term.coefficient.rem_euclid(*modulus));
                joined.retain(|term| term.coefficient != 0);
                *residue = (*residue - constant).rem_euclid(*modulus);
                *terms = joined;
            }
            Constraint::If { .. }
            | Constraint::Connected(_)
            | Constraint::Acyclic(_)
            | Constraint::Components(_)
            | Constraint::Regular(_)
            | Constraint::Same(_) => {
                let literal = |literal| self.literal(literal).expect("no variable of these constraints is a constant");
                constraint.rename(&literal, &|variable| IntVar(self.integers[variable.0 as usize] as u32));
            }
        }
    }

    /// Returns the problem over the remaining variables, renumbered.
    fn compact(&self, work: Problem) -> Fixed {
        let mut problem = Problem { origins: work.origins, ..Problem::new() };
        // Of the representatives that are variables, which are all that constraints have.
        let mut numbers: BTreeMap<BoolVar, BoolVar> = BTreeMap::new();
        for (index, boolean) in work.booleans.into_iter().enumerate() {
            let variable = BoolVar(index as u32);
            if self.booleans[index] == index && !self.constants.contains_key(&variable) {
                numbers.insert(variable, BoolVar(problem.booleans.len() as u32));
                problem.booleans.push(boolean);
            }
        }
        let value = |&stands: &usize| {
            let stands = BoolVar(stands as u32);
            self.constants.get(&stands).map_or_else(|| Value::Variable(numbers[&stands]), |&it| Value::Constant(it))
        };
        let booleans: Vec<Value> = self.booleans.iter().map(value).collect();
        let mut integers: Vec<IntVar> = Vec::with_capacity(work.integers.len());
        for (index, integer) in work.integers.into_iter().enumerate() {
            let stands = self.integers[index];
            integers.push(if stands < index {
                integers[stands]
            } else {
                problem.integers.push(integer);
                IntVar(problem.integers.len() as u32 - 1)
            });
        }
        let literal = |literal: Literal| {
            let stands = |variable: IntVar| integers[variable.0 as usize];
            let atom = match literal.atom {
                Atom::Boolean(variable) => Atom::Boolean(numbers[&variable]),
                Atom::Equals(variable, value) => Atom::Equals(stands(variable), value),
                Atom::AtLeast(variable, value) => Atom::AtLeast(stands(variable), value),
            };
            Literal { atom, ..literal }
        };
        let posted = |mut posted: Posted| {
            posted.constraint.rename(&literal, &|variable| integers[variable.0 as usize]);
            posted
        };
        problem.constraints = work.constraints.into_iter().map(posted).collect();
        let variable = |variable: &BoolVar| match booleans[variable.0 as usize] {
            Value::Variable(variable) => Some(variable),
            Value::Constant(_) => None,
        };
        for interchange in work.interchanges {
            let cells: Vec<Vec<Option<BoolVar>>> =
                interchange.values.iter().map(|values| values.iter().map(variable).collect()).collect();
            // Values that the symmetry exchanges with others, or that some cell cannot have, are left out.
            let mut value_of: BTreeMap<BoolVar, usize> = BTreeMap::new();
            let mut left_out: BTreeSet<usize> = BTreeSet::new();
            for (value, variable) in cells.iter().flat_map(|cell| cell.iter().enumerate()) {
                match variable.map(|variable| value_of.insert(variable, value)) {
                    None => left_out.extend([value]),
                    Some(Some(other)) if other != value => left_out.extend([value, other]),
                    Some(_) => {}
                }
            }
            let kept = |cell: &Vec<Option<BoolVar>>| {
                let values = cell.iter().enumerate().filter(|(value, _)| !left_out.contains(value));
                values.filter_map(|(_, variable)| *variable).collect::<Vec<BoolVar>>()
            };
            // Cells that are images of each other are one.
            let cells: BTreeSet<Vec<BoolVar>> = cells.iter().map(kept).collect();
            let mut met = BTreeSet::new();
            let several = cells.first().is_some_and(|values| values.len() > 1);
            if several && cells.iter().flatten().all(|variable| met.insert(variable)) {
                problem.interchange(Interchange { values: cells.into_iter().collect() });
            }
        }
        Fixed { problem, booleans, integers }
    }
}

/// Returns a trivial constraint, to be removed.
fn always() -> Constraint {
    Constraint::Sum { terms: Vec::new(), relation: Relation::Equal, bound: 0 }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
