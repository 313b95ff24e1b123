//! The ILP side of a task: one program that grows by rows which exclude the vectors found.

use super::formula;
use super::interface::{Added, Improvement, NextAssignment, ObserveImprovements, Optimum, Search, Size, checked};
use crate::task::failure::Failure;
use crate::task::recipe::Form;
use boardwright_base::budget::Budget;
use boardwright_ilp::Row;
use boardwright_ilp::linearize::Linearized;
use boardwright_ir::constraint::{Assignment, Literal, Problem, Relation};
use boardwright_solvers::backend::{Ilp, IlpOutcome};

/// The search of an ILP solver, which adds rows to one program.
pub(super) struct IlpSearch<'a> {
    problem: &'a Problem,
    solver: Box<dyn Ilp>,
    linearized: Linearized,
    /// Found by the optimisation and not yet returned.
    found: Option<Vec<i64>>,
    /// The vector that was returned last and is not excluded yet.
    last: Option<Vec<i64>>,
    /// The entered cube.
    cube: Vec<Row>,
    /// The file in which the solver would read the program, and the seed with which it shuffles it; for digests.
    form: Form,
    seed: u64,
}

impl<'a> IlpSearch<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        solver: Box<dyn Ilp>,
        linearized: Linearized,
        form: Form,
        seed: u64,
    ) -> Self {
        IlpSearch { problem, solver, linearized, found: None, last: None, cube: Vec::new(), form, seed }
    }

    fn assignment(&self, values: &[i64]) -> Result<Assignment, Failure> {
        checked(self.problem, self.linearized.assignment(values))
    }
}

impl Search for IlpSearch<'_> {
    fn size(&self) -> Size {
        let program = &self.linearized.program;
        let bounds = Added::default();
        Size { variables: program.columns.len(), clauses: None, rows: Some(program.rows.len()), bounds }
    }

    fn formula(&self) -> String {
        formula::of_program(&self.linearized.program, self.form, self.seed)
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        match self.solver.solve(&self.linearized.program, budget) {
            IlpOutcome::Optimal(values) => {
                let value = self.linearized.program.value(&values);
                observe(Improvement::Better(&self.assignment(&values)?, value))?;
                if let Some(goal) = self.linearized.program.goal.take() {
                    let bound = value - goal.constant;
                    self.linearized.program.rows.push(Row { terms: goal.terms, relation: Relation::Equal, bound });
                }
                self.found = Some(values);
                Ok(Optimum::Proved(value))
            }
            IlpOutcome::Feasible(values, stop) => {
                let value = self.linearized.program.value(&values);
                observe(Improvement::Better(&self.assignment(&values)?, value))?;
                Ok(Optimum::Stopped(stop))
            }
            IlpOutcome::Infeasible => Ok(Optimum::Infeasible),
            IlpOutcome::Stopped(stop) => Ok(Optimum::Stopped(stop)),
            IlpOutcome::Failed(fault) => Err(fault.into()),
        }
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        self.found = None;
        self.cube = cube.iter().map(|&literal| self.linearized.literal_row(literal)).collect();
        Ok(())
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        if let Some(last) = self.last.take() {
            let row = self.linearized.excluding_row(&last);
            self.linearized.program.rows.push(row);
        }
        let values = match self.found.take() {
            Some(values) => values,
            None => {
                let rows = self.linearized.program.rows.len();
                self.linearized.program.rows.extend(self.cube.iter().cloned());
                let outcome = self.solver.solve(&self.linearized.program, budget);
                self.linearized.program.rows.truncate(rows);
                match outcome {
                    IlpOutcome::Optimal(values) | IlpOutcome::Feasible(values, _) => values,
                    IlpOutcome::Infeasible => return Ok(NextAssignment::Exhausted),
                    IlpOutcome::Stopped(stop) => return Ok(NextAssignment::Stopped(stop)),
                    IlpOutcome::Failed(fault) => return Err(fault.into()),
                }
            }
        };
        let assignment = self.assignment(&values)?;
        self.last = Some(values);
        Ok(NextAssignment::Found(assignment))
    }
}
