//! Conjunctive normal form: clauses over numbered variables, and the lowering of a [`boardwright_ir::constraint::Problem`] to
//! it.
//!
//! Internally a literal is `2 * variable + sign` with 0-based variables; in DIMACS variables start at 1 and a minus
//! sign negates. Start with [`Cnf`] (the data) and [`Cnf::encode`], then [`lower`] (from the IR) and [`encode`] (the
//! encodings). This room knows no puzzle and no solver; it imports `constraint`, `budget`, `source` and `diagnostic`.

pub mod dimacs;
pub mod encode;
pub mod graph;
pub mod intervals;
pub mod lower;
mod named;
pub mod objective;
pub mod proof;

pub use self::named::{EncodeError, Encoded};

use std::fmt;
use std::ops::Not;

/// A literal of a [`Cnf`]: `2 * variable + (1 if negated)`, variables 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Returns the literal of a 0-based variable.
    pub fn new(variable: u32, negated: bool) -> Lit {
        Lit(variable << 1 | u32::from(negated))
    }

    /// Returns the 0-based variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Returns whether the literal is negative.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the DIMACS number: 1-based, negative if negated.
    pub fn to_dimacs(self) -> i32 {
        let variable = self.variable() as i32 + 1;
        if self.negated() { -variable } else { variable }
    }

    /// Returns the literal of a DIMACS number.
    ///
    /// # Panics
    /// If the number is 0, the end of a clause in DIMACS.
    pub fn from_dimacs(number: i32) -> Lit {
        assert_ne!(number, 0, "0 is not a literal");
        Lit::new(number.unsigned_abs() - 1, number < 0)
    }

    /// Returns the truth value in a model indexed by variable.
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

impl boardwright_ir::constraint::simplify::Signed for Lit {
    fn is_negated(self) -> bool {
        self.negated()
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// A CNF formula over the variables `0..variables()`. Clauses are stored as added: not sorted, not removed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: u32,
    /// All literals, clause after clause.
    literals: Vec<Lit>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
}

impl Cnf {
    /// Returns the formula without variables and clauses.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// Adds a variable and returns its positive literal.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::new(self.variables - 1, false)
    }

    /// Adds a clause; the empty clause makes the formula unsatisfiable.
    pub fn add(&mut self, clause: &[Lit]) {
        debug_assert!(clause.iter().all(|literal| literal.variable() < self.variables), "a literal without a variable");
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// Adds literals to every clause from index `first` on. Drops clauses that become tautologies.
    pub(super) fn widen(&mut self, first: usize, literals: &[Lit]) {
        if literals.is_empty() || first == self.len() {
            return;
        }
        let start = if first == 0 { 0 } else { self.ends[first - 1] };
        let narrow = self.literals.split_off(start);
        let ends = self.ends.split_off(first);
        let mut from = 0;
        for end in ends {
            let mut clause = [&narrow[from..end - start], literals].concat();
            from = end - start;
            clause.sort_unstable();
            clause.dedup();
            // After sorting, the two literals of a variable are adjacent.
            if clause.windows(2).all(|pair| pair[0] != !pair[1]) {
                self.add(&clause);
            }
        }
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// Returns the number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the clauses in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses_from(0)
    }

    /// Returns the clauses from index `first` on, for example those added since [`Cnf::len`] was `first`.
    pub fn clauses_from(&self, first: usize) -> impl Iterator<Item = &[Lit]> {
        (first..self.ends.len()).map(move |index| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] };
            &self.literals[start..self.ends[index]]
        })
    }

    /// Returns the size of the formula after unit propagation: the number of unassigned variables that occur in a
    /// remaining clause, and the number of clauses not satisfied. Both are 0 on a conflict. Takes linear time.
    pub fn propagated(&self) -> (usize, usize) {
        let Some(values) = self.forced() else { return (0, 0) };
        let value = |literal: &Lit| values[literal.variable() as usize].map(|value| value != literal.negated());
        let (mut used, mut left) = (vec![false; self.variables()], 0);
        for clause in self.clauses().filter(|clause| !clause.iter().any(|literal| value(literal) == Some(true))) {
            left += 1;
            for literal in clause.iter().filter(|literal| value(literal).is_none()) {
                used[literal.variable() as usize] = true;
            }
        }
        (used.iter().filter(|&&used| used).count(), left)
    }

    /// Returns the values of variables that follow by unit propagation; `None` on a conflict. Takes linear time.
    pub fn forced(&self) -> Option<Vec<Option<bool>>> {
        let mut values: Vec<Option<bool>> = vec![None; self.variables()];
        let mut occurrences: Vec<Vec<u32>> = vec![Vec::new(); 2 * self.variables()];
        let mut open: Vec<u32> = Vec::with_capacity(self.len());
        let mut queue: Vec<Lit> = Vec::new();
        for (index, clause) in self.clauses().enumerate() {
            for literal in clause {
                occurrences[literal.0 as usize].push(index as u32);
            }
            open.push(clause.len() as u32);
            match clause {
                [] => return None,
                [unit] => queue.push(*unit),
                _ => {}
            }
        }
        let clause = |index: u32| {
            let start = if index == 0 { 0 } else { self.ends[index as usize - 1] };
            &self.literals[start..self.ends[index as usize]]
        };
        let value = |values: &[Option<bool>], literal: Lit| {
            values[literal.variable() as usize].map(|value| value != literal.negated())
        };
        let mut satisfied = vec![false; self.len()];
        while let Some(literal) = queue.pop() {
            match value(&values, literal) {
                Some(true) => continue,
                Some(false) => return None,
                None => values[literal.variable() as usize] = Some(!literal.negated()),
            }
            for &index in &occurrences[literal.0 as usize] {
                satisfied[index as usize] = true;
            }
            for &index in &occurrences[(!literal).0 as usize] {
                open[index as usize] -= 1;
                if open[index as usize] == 1 && !satisfied[index as usize] {
                    queue.extend(clause(index).iter().copied().find(|&other| value(&values, other).is_none()));
                } else if open[index as usize] == 0 && !satisfied[index as usize] {
                    return None;
                }
            }
        }
        Some(values)
    }

    /// Returns whether a model (one value for each variable) satisfies every clause.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn propagation_leaves_what_is_undecided() {
        let left = |variables: u32, clauses: &[&[i32]]| {
            let mut cnf = Cnf::new();
            for _ in 0..variables {
                cnf.variable();
            }
            for clause in clauses {
                let literals: Vec<Lit> = clause.iter().map(|&number| Lit::from_dimacs(number)).collect();
                cnf.add(&literals);
            }
            cnf.propagated()
        };
        assert_eq!(left(3, &[&[1, 2], &[-1, 3]]), (3, 2));
        // 1 propagates 3; the last clause remains without 4, which is false: 2 and 5.
        assert_eq!(left(6, &[&[1], &[1, 2], &[-1, 3], &[-3, -4], &[2, 4, 5]]), (2, 1));
        assert_eq!(left(2, &[&[1], &[-1, 2], &[-2]]), (0, 0));
        assert_eq!(left(2, &[&[1, 2], &[]]), (0, 0));
        // A repeated literal in one clause, and a tautology.
        assert_eq!(left(2, &[&[1, 1], &[2, -2]]), (2, 2));
    }
}
