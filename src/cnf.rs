//! Conjunctive normal form: clauses over numbered variables, and how a [`crate::constraint::Problem`] becomes one.
//!
//! Inside, a literal is `2 * variable + sign` with 0-based variables; outside (DIMACS) variables start at 1 and a
//! minus sign negates. The room holds the data ([`Cnf`]), the lowering ([`lower`]) and the encodings ([`encode`]);
//! it knows no puzzle and no solver.

pub mod dimacs;
pub mod encode;
pub mod lower;
pub mod objective;

use std::fmt;
use std::ops::Not;

/// A literal of a [`Cnf`]: `2 * variable + (1 if negated)`, variables 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal of a 0-based variable.
    pub fn new(variable: u32, negated: bool) -> Lit {
        Lit(variable << 1 | u32::from(negated))
    }

    /// Its 0-based variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is negative.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// 1-based, negative when negated.
    pub fn to_dimacs(self) -> i32 {
        let variable = self.variable() as i32 + 1;
        if self.negated() { -variable } else { variable }
    }

    /// From 1-based, negative when negated.
    ///
    /// # Panics
    /// On 0, which ends a clause in DIMACS and is no literal.
    pub fn from_dimacs(number: i32) -> Lit {
        assert_ne!(number, 0, "0 is not a literal");
        Lit::new(number.unsigned_abs() - 1, number < 0)
    }

    /// Its truth value in a model indexed by variable.
    pub fn holds_in(self, model: &[bool]) -> bool {
        model[self.variable() as usize] != self.negated()
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl crate::constraint::simplify::Signed for Lit {
    fn is_negated(self) -> bool {
        self.negated()
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// A set of clauses over variables `0..variables()`. Clauses are kept as they are added: no sorting, no removal.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: u32,
    /// All literals, clause after clause.
    literals: Vec<Lit>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
}

impl Cnf {
    /// No variables, no clauses.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// A fresh variable, as its positive literal.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::new(self.variables - 1, false)
    }

    /// Adds a clause; the empty one makes the formula unsatisfiable.
    pub fn add(&mut self, clause: &[Lit]) {
        debug_assert!(clause.iter().all(|literal| literal.variable() < self.variables), "a literal without a variable");
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses, in the order they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses_from(0)
    }

    /// The clauses from index `first` on: what was added since [`Cnf::len`] was `first`.
    pub fn clauses_from(&self, first: usize) -> impl Iterator<Item = &[Lit]> {
        (first..self.ends.len()).map(move |index| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] };
            &self.literals[start..self.ends[index]]
        })
    }

    /// Whether a model (one value per variable) satisfies every clause.
    pub fn holds(&self, model: &[bool]) -> bool {
        self.clauses().all(|clause| clause.iter().any(|literal| literal.holds_in(model)))
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.variables, self.len())?;
        for clause in self.clauses() {
            for literal in clause {
                write!(f, "{literal:?} ")?;
            }
            writeln!(f, "0")?;
        }
        Ok(())
    }
}
