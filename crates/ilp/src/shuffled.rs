//! An ILP solver with randomly permuted columns and rows, to measure the variance of a solver.
//!
//! Heuristics break ties by number; permuting the numbers with another seed gives another run of the same solver on the same
//! program. The answers are unchanged.

use crate::{Column, Goal, Ilp, IlpOutcome, Program, Row};
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;

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
        let ShuffledProgram { program: shuffled, columns: order, .. } = shuffled_program(program, self.seed);
        let back = |values: Vec<i64>| order.iter().map(|&place| values[place]).collect();
        match self.inner.solve(&shuffled, budget) {
            IlpOutcome::Optimal(values) => IlpOutcome::Optimal(back(values)),
            IlpOutcome::Feasible(values, stop) => IlpOutcome::Feasible(back(values), stop),
            other => other,
        }
    }
}

/// A program as an ILP solver behind a shuffle receives it.
pub struct ShuffledProgram {
    /// The program.
    pub program: Program,
    /// The index in it of each column.
    pub columns: Vec<usize>,
    /// The index of each of its rows before the shuffle.
    pub rows: Vec<usize>,
}

/// Shuffles a program.
pub fn shuffled_program(program: &Program, seed: u64) -> ShuffledProgram {
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
    let shuffled = Program {
        columns: columns.into_iter().flatten().collect(),
        rows: rows
            .iter()
            .map(|&row| &program.rows[row])
            .map(|row| Row { terms: terms(&row.terms), ..row.clone() })
            .collect(),
        goal: program.goal.as_ref().map(|goal| Goal { terms: terms(&goal.terms), ..goal.clone() }),
    };
    ShuffledProgram { program: shuffled, columns: order, rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Relation};

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
            let outcome = ShuffledIlp::new(crate::minilp::open(), seed).solve(&program, &Budget::none());
            assert_eq!(outcome, IlpOutcome::Optimal(vec![1, 2, 3, 3]), "seed {seed}");
        }
    }
}
