//! A SAT, ILP or exact cover solver with randomly permuted variables and constraints, to measure the variance of a
//! solver.
//!
//! Heuristics break ties by variable number; permuting the numbers (and, for SAT, flipping signs) with another seed
//! gives another run of the same solver on the same problem. The answers are unchanged.

use super::{Cover, CoverCount, CoverOutcome, Effort, Fault, Given, Ilp, IlpOutcome, Sat, SatOutcome};
use crate::budget::{Budget, Stop};
use crate::cnf::graph::GraphConstraint;
use crate::cnf::{Cnf, Lit};
use crate::exact_cover::{Cube, ExactCover, Use};
use crate::ilp::{Column, Goal, Program, Row};
use crate::random::Random;
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
    /// The assumptions of the last call.
    assumed: Vec<Lit>,
}

impl ShuffledSat {
    /// Wraps a solver; the seed determines the permutation.
    pub fn new(inner: Box<dyn Sat>, seed: u64) -> ShuffledSat {
        ShuffledSat { inner, random: Random(seed), map: Vec::new(), pending: Vec::new(), assumed: Vec::new() }
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
        for index in self.random.permutation(self.pending.len()) {
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

/// Returns the formula that a SAT solver behind a shuffle receives before its first call, and the literal in it of each variable.
pub fn shuffled_formula(cnf: &Cnf, seed: u64) -> (Cnf, Vec<Lit>) {
    let recorded = Rc::new(RefCell::new(Cnf::new()));
    let mut shuffled = ShuffledSat::new(Box::new(Recorder(Rc::clone(&recorded))), seed);
    shuffled.reserve(cnf.variables());
    cnf.clauses().for_each(|clause| shuffled.add(clause));
    // It passes on the clauses when it is asked.
    shuffled.solve(&[], &Budget::none());
    (recorded.take(), shuffled.map)
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

/// An ILP solver on a permuted program.
pub struct ShuffledIlp {
    inner: Box<dyn Ilp>,
    seed: u64,
}

impl ShuffledIlp {
    /// Wraps a solver; the seed determines the permutation.
    pub fn new(inner: Box<dyn Ilp>, seed: u64) -> ShuffledIlp {
        ShuffledIlp { inner, seed }
    }
}

impl Ilp for ShuffledIlp {
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome {
        let (shuffled, order) = shuffled_program(program, self.seed);
        let back = |values: Vec<i64>| order.iter().map(|&place| values[place]).collect();
        match self.inner.solve(&shuffled, budget) {
            IlpOutcome::Optimal(values) => IlpOutcome::Optimal(back(values)),
            IlpOutcome::Feasible(values, stop) => IlpOutcome::Feasible(back(values), stop),
            other => other,
        }
    }
}

/// Returns the program that an ILP solver behind a shuffle receives, and the index in it of each column.
pub fn shuffled_program(program: &Program, seed: u64) -> (Program, Vec<usize>) {
    let mut random = Random(seed);
    let order = random.permutation(program.columns.len());
    let rows = random.permutation(program.rows.len());
    let mut columns: Vec<Option<Column>> = vec![None; order.len()];
    for (column, &place) in program.columns.iter().zip(&order) {
        columns[place] = Some(column.clone());
    }
    let terms = |terms: &[(usize, i64)]| {
        let mut moved: Vec<(usize, i64)> = terms.iter().map(|&(column, c)| (order[column], c)).collect();
        moved.sort_unstable();
        moved
    };
    let rows = rows.iter().map(|&row| &program.rows[row]);
    let shuffled = Program {
        columns: columns.into_iter().flatten().collect(),
        rows: rows.map(|row| Row { terms: terms(&row.terms), ..row.clone() }).collect(),
        goal: program.goal.as_ref().map(|goal| Goal { terms: terms(&goal.terms), ..goal.clone() }),
    };
    (shuffled, order)
}

/// An exact cover engine with permuted items and options.
pub struct ShuffledCover {
    inner: Box<dyn Cover>,
    seed: u64,
    /// The inner number of each option.
    order: Vec<usize>,
    /// The outer number of each inner option.
    back: Vec<usize>,
}

impl ShuffledCover {
    /// Wraps an engine; the seed determines the permutation.
    pub fn new(inner: Box<dyn Cover>, seed: u64) -> ShuffledCover {
        ShuffledCover { inner, seed, order: Vec::new(), back: Vec::new() }
    }

    /// Returns cubes of the inner engine with the outer numbers of options.
    fn outer(&self, given: Given) -> Given {
        let outer = |options: Vec<usize>| options.into_iter().map(|option| self.back[option]).collect();
        let cubes = given.cubes.into_iter();
        let cubes = cubes.map(|Cube { with, without }| Cube { with: outer(with), without: outer(without) }).collect();
        Given { cubes, ..given }
    }
}

impl Cover for ShuffledCover {
    fn load(&mut self, cover: &ExactCover) -> Result<(), Fault> {
        let mut random = Random(self.seed);
        self.back = random.permutation(cover.options().len());
        self.order = inverse(&self.back);
        let items = random.permutation(cover.items().len());
        let place = inverse(&items);
        let mut shuffled = ExactCover::new();
        for &item in &items {
            shuffled.item(cover.items()[item].min, cover.items()[item].max);
        }
        for &option in &self.back {
            shuffled.option(cover.options()[option].iter().map(|one| Use { item: place[one.item], ..*one }));
        }
        self.inner.load(&shuffled)
    }

    fn enter(&mut self, with: &[usize], without: &[usize]) {
        let inner = |options: &[usize]| options.iter().map(|&option| self.order[option]).collect::<Vec<_>>();
        self.inner.enter(&inner(with), &inner(without));
    }

    fn next(&mut self, budget: &Budget) -> CoverOutcome {
        match self.inner.next(budget) {
            CoverOutcome::Solution(chosen) => {
                let mut chosen: Vec<usize> = chosen.into_iter().map(|option| self.back[option]).collect();
                chosen.sort_unstable();
                CoverOutcome::Solution(chosen)
            }
            CoverOutcome::Given(given) => CoverOutcome::Given(self.outer(given)),
            other @ (CoverOutcome::Exhausted | CoverOutcome::Stopped(_)) => other,
        }
    }

    fn give_every(&mut self, nodes: u64) {
        self.inner.give_every(nodes);
    }

    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool {
        self.inner.is_hard(nodes, budget)
    }

    fn share(&self) -> f64 {
        self.inner.share()
    }

    fn count(&mut self, budget: &Budget) -> CoverCount {
        match self.inner.count(budget) {
            CoverCount::Given(given) => CoverCount::Given(self.outer(given)),
            other @ (CoverCount::Exactly(_) | CoverCount::AtLeast(..)) => other,
        }
    }

    fn nodes(&self) -> Option<u64> {
        self.inner.nodes()
    }
}

fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; permutation.len()];
    for (place, &index) in permutation.iter().enumerate() {
        inverse[index] = place;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilp::{Direction, Relation};

    #[test]
    fn models_come_back_in_our_numbers() {
        for seed in 1..20 {
            let mut solver = ShuffledSat::new(crate::backend::open_sat("varisat"), seed);
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

    #[test]
    fn vectors_come_back_in_our_order() {
        let mut program = Program::default();
        for upper in 1..=4 {
            program.column("", 0, upper);
        }
        program.rows.push(Row { terms: vec![(0, 1), (3, 1)], relation: Relation::AtMost, bound: 4 });
        program.goal =
            Some(Goal { direction: Direction::Maximise, terms: vec![(0, 2), (1, 1), (2, 1), (3, 1)], constant: 0 });
        for seed in 1..20 {
            let outcome = ShuffledIlp::new(crate::backend::open_ilp("minilp"), seed).solve(&program, &Budget::none());
            assert_eq!(outcome, IlpOutcome::Optimal(vec![1, 2, 3, 3]), "seed {seed}");
        }
    }
}
