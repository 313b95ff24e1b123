//! Lowers a [`Problem`] to a [`System`]: congruences of one modulus, and constraints that fix a single variable or
//! nothing.
//!
//! Modulo 2, the unknowns are Boolean variables and integer variables with two values; modulo m, integer variables with
//! m consecutive values, counted from the least. Any other constraint is an error that names it. One equation over
//! integers is allowed in addition if there is no objective (for example a known optimum): it is not eliminated, but
//! filters the solutions during enumeration. Redundant and symmetry constraints are omitted: the required ones imply
//! the redundant ones, and symmetry constraints only remove equivalent solutions.
//!
//! `a + ¬b + c = 1` modulo 2 is the row `a + b + c + 0 = 0`.

use super::{MAX_MODULUS, System};
use boardwright_base::budget::{Budget, Refused};
use boardwright_ir::constraint::Origin;
use boardwright_ir::constraint::origin::words;
use boardwright_ir::constraint::plain::{Conclusion, Global, KeptGraph, Plain};
use boardwright_ir::constraint::simplify::{Shape, recognise};
use boardwright_ir::constraint::{
    Assignment, Atom, Constraint, Direction, Literal, Objective, Operand, OriginId, Problem, Relation, Role, Term,
    TooLarge,
};

/// A system and the mapping back to the problem.
pub struct Linear {
    /// The system. Decision variables come first.
    pub system: System,
    /// The origin of each row.
    pub origins: Vec<OriginId>,
    /// The objective, if there is one.
    pub cost: Option<Cost>,
    /// An equation that solutions must satisfy in addition, if there is one.
    pub total: Option<Total>,
    unknowns: Unknowns,
    /// Whether the equation does not fit into 64 bits.
    overflows: bool,
}

/// A cost to minimise: a weighted sum of the system's variables.
pub struct Cost {
    /// The weight of each variable.
    pub weights: Vec<i64>,
    offset: i64,
    direction: Direction,
}

impl Cost {
    /// Returns the value of the objective for a weighted sum.
    pub fn value(&self, weight: i64) -> i64 {
        match self.direction {
            Direction::Minimise => self.offset + weight,
            Direction::Maximise => self.offset - weight,
        }
    }
}

/// An equation over integers: the weighted sum of the variables has a given value.
pub struct Total {
    /// The weight of each variable of the system.
    pub weights: Vec<i64>,
    /// The value of the sum.
    pub sum: i64,
}

/// Maps the variables of the problem to those of the system.
struct Unknowns {
    modulus: u8,
    booleans: Vec<u32>,
    integers: Vec<u32>,
    /// The least value of each integer variable.
    least: Vec<i64>,
}

/// The allowed values of a variable, as sorted residues.
type Allowed = Vec<u8>;

/// `constant + coefficient * variable`, or a constant.
struct Affine {
    constant: i64,
    term: Option<(u32, i64)>,
}

impl Linear {
    /// Returns the problem's assignment for a solution of the system.
    pub fn assignment(&self, values: &[u8]) -> Assignment {
        let unknowns = &self.unknowns;
        let value = |variable: &u32| values[*variable as usize];
        Assignment {
            booleans: unknowns.booleans.iter().map(|variable| value(variable) == 1).collect(),
            integers: unknowns
                .integers
                .iter()
                .zip(&unknowns.least)
                .map(|(v, least)| least + i64::from(value(v)))
                .collect(),
        }
    }

    /// Returns the allowed values of each variable in a conjunction of literals; `None` if it is contradictory.
    pub fn cube(&self, literals: &[Literal]) -> Option<Vec<(u32, Allowed)>> {
        let mut cube: Vec<(u32, Allowed)> = Vec::new();
        for &literal in literals {
            let (variable, allowed) = self.unknowns.allowed(literal);
            match cube.iter_mut().find(|(other, _)| *other == variable) {
                Some((_, values)) => values.retain(|value| allowed.contains(value)),
                None => cube.push((variable, allowed)),
            }
        }
        cube.iter().all(|(_, allowed)| !allowed.is_empty()).then_some(cube)
    }
}

impl Unknowns {
    fn new(problem: &Problem, modulus: u8) -> Result<Unknowns, NotLinear> {
        if modulus > 2
            && let Some(boolean) = problem.booleans().first()
        {
            return Err(NotLinear::Boolean { name: name(&boolean.name), modulus });
        }
        for integer in problem.integers() {
            let (least, most) = (*integer.domain.start(), *integer.domain.end());
            if most.checked_sub(least) != Some(i64::from(modulus) - 1) {
                return Err(NotLinear::Integer { name: name(&integer.name), least, most, modulus });
            }
        }
        let decisions = problem.booleans().iter().map(|boolean| boolean.decision);
        let decisions: Vec<bool> = decisions.chain(problem.integers().iter().map(|integer| integer.decision)).collect();
        let first = decisions.iter().filter(|decision| **decision).count() as u32;
        let (mut decision, mut other) = (0, first);
        let numbers: Vec<u32> = decisions
            .iter()
            .map(|&decides| {
                let next = if decides { &mut decision } else { &mut other };
                *next += 1;
                *next - 1
            })
            .collect();
        let (booleans, integers) = numbers.split_at(problem.booleans().len());
        let least = problem.integers().iter().map(|integer| *integer.domain.start()).collect();
        Ok(Unknowns { modulus, booleans: booleans.to_vec(), integers: integers.to_vec(), least })
    }

    fn variable(&self, atom: Atom) -> u32 {
        match atom {
            Atom::Boolean(variable) => self.booleans[variable.0 as usize],
            Atom::Equals(variable, _) | Atom::AtLeast(variable, _) => self.integers[variable.0 as usize],
        }
    }

    /// Returns whether a literal is true if its variable has this residue.
    fn satisfies(&self, literal: Literal, residue: u8) -> bool {
        let integer = |index: usize| self.least[index].saturating_add(i64::from(residue));
        let value = match literal.atom {
            Atom::Boolean(_) => residue == 1,
            Atom::Equals(variable, value) => integer(variable.0 as usize) == value,
            Atom::AtLeast(variable, value) => integer(variable.0 as usize) >= value,
        };
        value != literal.negated
    }

    /// Returns the variable of a literal and the residues that make it true.
    fn allowed(&self, literal: Literal) -> (u32, Allowed) {
        let allowed = (0..self.modulus).filter(|&residue| self.satisfies(literal, residue)).collect();
        (self.variable(literal.atom), allowed)
    }

    /// Returns an operand as an affine function of its variable's residue, if it is one.
    fn affine(&self, operand: Operand) -> Option<Affine> {
        let literal = match operand {
            Operand::Integer(variable) => {
                let index = variable.0 as usize;
                return Some(Affine { constant: self.least[index], term: Some((self.integers[index], 1)) });
            }
            Operand::Literal(literal) => literal,
        };
        let (variable, allowed) = self.allowed(literal);
        match (self.modulus, &allowed[..]) {
            (_, []) => Some(Affine { constant: 0, term: None }),
            (modulus, all) if all.len() == usize::from(modulus) => Some(Affine { constant: 1, term: None }),
            (2, [0]) => Some(Affine { constant: 1, term: Some((variable, -1)) }),
            (2, _) => Some(Affine { constant: 0, term: Some((variable, 1)) }),
            _ => None,
        }
    }
}

/// Why a problem is no linear system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what its fields are")]
pub enum NotLinear {
    #[error("`{name}` is 0 or 1, and modulo {modulus} a variable needs {modulus} values")]
    Boolean { name: String, modulus: u8 },
    #[error("`{name}` goes from {least} to {most}, and modulo {modulus} a variable needs {modulus} values")]
    Integer { name: String, least: i64, most: i64, modulus: u8 },
    #[error("elimination supports moduli from 2 to {MAX_MODULUS}, found {0}")]
    Modulus(i64),
    #[error("the objective counts single values of a variable, which are not sums of residues")]
    Objective,
    #[error("the problem has an equation besides the objective")]
    Equation,
    #[error(
        "{what} ({}); elimination supports only congruences modulo one number and fixed values",
        words::part_or_rule(origin)
    )]
    Constraint { what: Nonlinear, origin: Box<Origin> },
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl From<NotLinear> for Refused<NotLinear> {
    fn from(reason: NotLinear) -> Refused<NotLinear> {
        Refused::Inapplicable(reason)
    }
}

/// What keeps a constraint from being linear.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum Nonlinear {
    #[error("a constraint depends on a condition")]
    Condition,
    #[error("a constraint requires connectedness")]
    Connected,
    #[error("a constraint excludes cycles")]
    Acyclic,
    #[error("a constraint bounds the weights of connected parts")]
    Components,
    #[error("a line must match an automaton")]
    Regular,
    #[error("a constraint compares values")]
    Same,
    #[error("a congruence counts single values of variables")]
    Values,
    #[error("the problem has congruences modulo {0} and modulo {1}")]
    Moduli(i64, i64),
    #[error("a clause has {0} literals")]
    Clause(usize),
    #[error("a sum has {0} terms")]
    Sum(usize),
}

/// Lowers a problem.
///
/// # Errors
/// The first constraint or variable that is not supported; or the limit that was reached.
pub fn lower(problem: &Problem, budget: &Budget) -> Result<Linear, Refused<NotLinear>> {
    let modulus = modulus(problem)?;
    let unknowns = Unknowns::new(problem, modulus)?;
    let variables = problem.booleans().len() + problem.integers().len();
    let decisions = problem.booleans().iter().filter(|boolean| boolean.decision).count()
        + problem.integers().iter().filter(|integer| integer.decision).count();
    let system = System::new(modulus, variables, decisions);
    let mut linear = Linear { system, origins: Vec::new(), cost: None, total: None, unknowns, overflows: false };
    for posted in problem.constraints().iter().filter(|posted| posted.role == Role::Required) {
        budget.check()?;
        linear.constraint(&posted.constraint).map_err(|what| {
            let origin = problem.origin_of(posted.origin);
            NotLinear::Constraint { what, origin: origin.clone().into() }
        })?;
        if linear.overflows {
            return Err(NotLinear::from(TooLarge::of(problem, posted.origin)).into());
        }
        linear.origins.resize(linear.system.rows(), posted.origin);
    }
    if problem.objective().is_some() && linear.total.is_some() {
        return Err(NotLinear::Equation.into());
    }
    if let Some(objective) = problem.objective() {
        linear.cost = Some(cost(objective, &linear.unknowns, variables)?);
    }
    Ok(linear)
}

/// Returns the modulus of the first congruence with several terms or, without one, that of the variables.
fn modulus(problem: &Problem) -> Result<u8, NotLinear> {
    let congruence = problem.constraints().iter().find_map(|posted| match &posted.constraint {
        Constraint::Modular { terms, modulus, .. } if terms.len() > 1 && *modulus > 1 => Some(*modulus),
        _ => None,
    });
    let values = |problem: &Problem| {
        let domain = &problem.integers().first()?.domain;
        domain.end().checked_sub(*domain.start())?.checked_add(1)
    };
    let modulus = match congruence {
        Some(modulus) => modulus,
        None if problem.booleans().is_empty() => values(problem).unwrap_or(2),
        None => 2,
    };
    match u8::try_from(modulus) {
        Ok(small @ 2..=MAX_MODULUS) => Ok(small),
        _ => Err(NotLinear::Modulus(modulus)),
    }
}

fn cost(objective: &Objective, unknowns: &Unknowns, variables: usize) -> Result<Cost, NotLinear> {
    let sign = if objective.direction == Direction::Minimise { 1 } else { -1 };
    let mut offset = 0;
    let mut weights = vec![0; variables];
    for term in &objective.terms {
        let affine = unknowns.affine(term.operand).ok_or(NotLinear::Objective)?;
        let factor = i128::from(term.coefficient);
        offset += factor * i128::from(affine.constant);
        if let Some((variable, coefficient)) = affine.term {
            weights[variable as usize] += factor * i128::from(coefficient * sign);
        }
    }
    let offset = i64::try_from(offset).map_err(|_| TooLarge::objective())?;
    let weights = fitting(&weights, unknowns.modulus).ok_or_else(TooLarge::objective)?;
    // Values are the offset plus or minus a weighted sum.
    let most: i128 = weights.iter().map(|&weight| i128::from(weight).abs() * i128::from(unknowns.modulus)).sum();
    i64::try_from(i128::from(offset).abs() + most).map_err(|_| TooLarge::objective())?;
    Ok(Cost { weights, offset, direction: objective.direction })
}

/// Returns weights in 64 bits, if all weighted sums of residues fit.
fn fitting(weights: &[i128], modulus: u8) -> Option<Vec<i64>> {
    let most: i128 = weights.iter().map(|weight| weight.saturating_abs()).fold(0, i128::saturating_add);
    i64::try_from(most.saturating_mul(i128::from(modulus))).ok()?;
    weights.iter().map(|&weight| i64::try_from(weight).ok()).collect()
}

impl Linear {
    fn constraint(&mut self, constraint: &Constraint) -> Result<(), Nonlinear> {
        let modulus = i64::from(self.system.modulus());
        let (when, conclusion) = constraint.conclusion();
        if !when.is_empty() {
            return Err(Nonlinear::Condition);
        }
        let plain = match conclusion {
            Conclusion::Plain(plain) => plain,
            Conclusion::Global(Global::Graph(KeptGraph::Connected(_))) => return Err(Nonlinear::Connected),
            Conclusion::Global(Global::Graph(KeptGraph::Components(_))) => return Err(Nonlinear::Components),
            Conclusion::Global(Global::Regular(_)) => return Err(Nonlinear::Regular),
            Conclusion::Acyclic(_) => return Err(Nonlinear::Acyclic),
            Conclusion::Same(_) => return Err(Nonlinear::Same),
        };
        match &plain {
            Plain::Modular { terms, modulus: own, residue } if *own == modulus => {
                if let Some((row, constant)) = self.row(terms, *residue) {
                    self.system.push(&row, constant);
                    return Ok(());
                }
                self.single(&plain).ok_or(Nonlinear::Values)
            }
            Plain::Modular { modulus: own, .. } => self.single(&plain).ok_or(Nonlinear::Moduli(modulus, *own)),
            Plain::Clause(literals) => self.single(&plain).ok_or(Nonlinear::Clause(literals.len())),
            Plain::Sum { terms, relation, bound } => {
                let done = self
                    .single(&plain)
                    .or_else(|| self.units(terms, *relation, *bound))
                    .or_else(|| self.equation(terms, *relation, *bound));
                done.ok_or(Nonlinear::Sum(terms.len()))
            }
        }
    }

    /// Returns the row of a congruence if every operand is affine.
    fn row(&self, terms: &[Term], residue: i64) -> Option<(Vec<(u32, u8)>, u8)> {
        let modulus = i64::from(self.system.modulus());
        let reduced = |number: i64| number.rem_euclid(modulus);
        let mut row = Vec::with_capacity(terms.len());
        let mut constant = -reduced(residue);
        for term in terms {
            let coefficient = reduced(term.coefficient);
            if coefficient == 0 {
                continue;
            }
            let affine = self.unknowns.affine(term.operand)?;
            constant += coefficient * reduced(affine.constant);
            if let Some((variable, sign)) = affine.term {
                row.push((variable, reduced(coefficient * sign) as u8));
            }
        }
        Some((row, reduced(constant) as u8))
    }

    /// Handles a constraint on at most one variable that leaves it one value, no value or all values; otherwise returns
    /// `None`.
    fn single(&mut self, constraint: &Plain) -> Option<()> {
        let mut variables = Vec::new();
        constraint.each_operand(&mut |operand| {
            let atom = match operand {
                Operand::Literal(literal) => literal.atom,
                Operand::Integer(variable) => Atom::AtLeast(variable, 0),
            };
            variables.push(self.unknowns.variable(atom));
        });
        variables.sort_unstable();
        variables.dedup();
        let allowed = |residue: &u8| self.holds(constraint, *residue);
        let (variable, allowed) = match variables[..] {
            [] if allowed(&0) => return Some(()),
            [] => {
                self.system.push(&[], 1);
                return Some(());
            }
            [variable] => (variable, (0..self.system.modulus()).filter(allowed).collect::<Allowed>()),
            _ => return None,
        };
        match allowed[..] {
            [] => self.system.push(&[], 1),
            [residue] => self.fix(variable, residue),
            _ if allowed.len() == usize::from(self.system.modulus()) => {}
            _ => return None,
        }
        Some(())
    }

    fn fix(&mut self, variable: u32, residue: u8) {
        self.system.push(&[(variable, 1)], super::negative(residue, self.system.modulus()));
    }

    /// Returns whether a constraint on at most one variable holds for this residue.
    fn holds(&self, constraint: &Plain, residue: u8) -> bool {
        let unknowns = &self.unknowns;
        let value = |term: &Term| {
            let operand = match term.operand {
                Operand::Literal(literal) => i128::from(unknowns.satisfies(literal, residue)),
                Operand::Integer(variable) => i128::from(unknowns.least[variable.0 as usize]) + i128::from(residue),
            };
            i128::from(term.coefficient) * operand
        };
        let sum = |terms: &[Term]| terms.iter().map(value).sum::<i128>();
        match constraint {
            Plain::Clause(literals) => literals.iter().any(|&literal| unknowns.satisfies(literal, residue)),
            Plain::Sum { terms, relation, bound } => {
                let sum = sum(terms).clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
                relation.holds(sum, *bound)
            }
            Plain::Modular { terms, modulus, residue } => {
                (sum(terms) - i128::from(*residue)).rem_euclid(i128::from(*modulus)) == 0
            }
        }
    }

    /// Stores the first equation between affine operands.
    fn equation(&mut self, terms: &[Term], relation: Relation, bound: i64) -> Option<()> {
        if relation != Relation::Equal || self.total.is_some() {
            return None;
        }
        let mut weights = vec![0; self.system.variables()];
        let mut sum = i128::from(bound);
        for term in terms {
            let affine = self.unknowns.affine(term.operand)?;
            let factor = i128::from(term.coefficient);
            sum -= factor * i128::from(affine.constant);
            if let Some((variable, coefficient)) = affine.term {
                weights[variable as usize] += factor * i128::from(coefficient);
            }
        }
        self.total = fitting(&weights, self.system.modulus())
            .zip(i64::try_from(sum).ok())
            .map(|(weights, sum)| Total { weights, sum });
        self.overflows = self.total.is_none();
        Some(())
    }

    /// Handles a sum of Boolean literals that consists of units.
    fn units(&mut self, terms: &[Term], relation: Relation, bound: i64) -> Option<()> {
        let literal = |term: &Term| match term.operand {
            Operand::Literal(literal) if matches!(literal.atom, Atom::Boolean(_)) => Some((term.coefficient, literal)),
            _ => None,
        };
        let literals: Option<Vec<(i64, Literal)>> = terms.iter().map(literal).collect();
        let recognised = recognise(&literals?, relation, bound);
        match recognised.shape {
            Shape::True => {}
            Shape::False => self.system.push(&[], 1),
            _ => return None,
        }
        for literal in recognised.units {
            self.fix(self.unknowns.variable(literal.atom), u8::from(!literal.negated));
        }
        Some(())
    }
}

fn name(name: &str) -> String {
    if name.is_empty() { "a variable".into() } else { name.into() }
}
