//! A SAT solver with randomly permuted variables and clauses, to measure the variance of a solver.
//!
//! Heuristics break ties by variable number; permuting the numbers and flipping signs with another seed gives another run of
//! the same solver on the same formula. The answers are unchanged.

use crate::cnf::graph::GraphConstraint;
use crate::cnf::{Cnf, Lit};
use crate::{Sat, SatOutcome};
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::random::Random;
use boardwright_ir::effort::Effort;
use std::cell::RefCell;
use std::rc::Rc;

/// A SAT solver on a permuted formula.
pub struct ShuffledSat {
    inner: Box<dyn Sat>,
    random: Random,
    /// The inner literal of each variable.
    map: Vec<Lit>,
    /// Translated clauses not yet added; the next call adds them in random order.
    pending: Vec<Vec<Lit>>,
    /// The order in which the last call added clauses.
    order: Vec<usize>,
    /// The assumptions of the last call.
    assumed: Vec<Lit>,
}

impl ShuffledSat {
    /// Wraps a solver; the seed determines the permutation.
    pub fn new(inner: Box<dyn Sat>, seed: u64) -> ShuffledSat {
        let (map, pending, order, assumed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        ShuffledSat { inner, random: Random(seed), map, pending, order, assumed }
    }

    fn translate(&self, literals: &[Lit]) -> Vec<Lit> {
        let inner = |literal: &Lit| {
            let mapped = self.map[literal.variable() as usize];
            if literal.negated() { !mapped } else { mapped }
        };
        literals.iter().map(inner).collect()
    }
}

impl Sat for ShuffledSat {
    fn reserve(&mut self, variables: usize) {
        let first = self.map.len();
        if variables > first {
            let order = self.random.permutation(variables - first);
            for index in order {
                let negated = self.random.next() & 1 == 1;
                self.map.push(Lit::new((first + index) as u32, negated));
            }
            self.inner.reserve(variables);
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        let clause = self.translate(clause);
        self.pending.push(clause);
    }

    fn add_graph(&mut self, constraint: &GraphConstraint) -> bool {
        let mut constraint = constraint.clone();
        for literal in constraint.literals_mut() {
            *literal = self.translate(&[*literal])[0];
        }
        self.inner.add_graph(&constraint)
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        self.order = self.random.permutation(self.pending.len());
        for &index in &self.order {
            self.inner.add(&self.pending[index]);
        }
        self.pending.clear();
        self.assumed = assumptions.to_vec();
        match self.inner.solve(&self.translate(assumptions), budget) {
            SatOutcome::Satisfiable(model) => {
                SatOutcome::Satisfiable(self.map.iter().map(|literal| literal.holds_in(&model)).collect())
            }
            other => other,
        }
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        let inner = self.inner.core()?;
        let failed = |literal: &Lit| self.translate(&[*literal]).iter().all(|literal| inner.contains(literal));
        Some(self.assumed.iter().copied().filter(failed).collect())
    }

    fn effort(&self) -> Option<Effort> {
        self.inner.effort()
    }
}

/// A formula as a SAT solver behind a shuffle receives it before its first call.
#[derive(Clone)]
pub struct ShuffledFormula {
    /// The formula.
    pub cnf: Cnf,
    /// The literal in it of each variable.
    pub map: Vec<Lit>,
    /// The index of each of its clauses before the shuffle.
    pub order: Vec<usize>,
}

/// Shuffles a formula.
pub fn shuffled_formula(cnf: &Cnf, seed: u64) -> ShuffledFormula {
    let recorded = Rc::new(RefCell::new(Cnf::new()));
    let mut shuffled = ShuffledSat::new(Box::new(Recorder(Rc::clone(&recorded))), seed);
    shuffled.load(cnf);
    // It passes on the clauses when it is asked.
    shuffled.solve(&[], &Budget::none());
    ShuffledFormula { cnf: recorded.take(), map: shuffled.map, order: shuffled.order }
}

/// A solver that stores its input and answers nothing.
struct Recorder(Rc<RefCell<Cnf>>);

impl Sat for Recorder {
    fn reserve(&mut self, variables: usize) {
        let mut cnf = self.0.borrow_mut();
        while cnf.variables() < variables {
            cnf.variable();
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.0.borrow_mut().add(clause);
    }

    fn solve(&mut self, _: &[Lit], _: &Budget) -> SatOutcome {
        SatOutcome::Stopped(Stop::GaveUp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_come_back_in_our_numbers() {
        for seed in 1..20 {
            let mut solver = ShuffledSat::new(crate::varisat::open(), seed);
            solver.reserve(3);
            let lits: Vec<Lit> = (0..5).map(|v| Lit::new(v, false)).collect();
            solver.add(&[lits[0]]);
            solver.add(&[!lits[1]]);
            solver.add(&[!lits[0], lits[2]]);
            solver.reserve(5);
            solver.add(&[!lits[2], !lits[4]]);
            let SatOutcome::Satisfiable(model) = solver.solve(&[lits[3]], &Budget::none()) else {
                panic!("satisfiable, seed {seed}");
            };
            assert_eq!(model, [true, false, true, true, false], "seed {seed}");
        }
    }
}
