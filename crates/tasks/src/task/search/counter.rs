//! A problem for an external model counter, whose count is checked as far as our own solver can.
//!
//! The program gets the formula with the decision variables to project to. Up to [`LISTED`] solutions are then listed by our own
//! solver: a count below their number, or one that differs from it when there are no more, is wrong. Larger counts remain the
//! program's word. Our solver also finds the optimum.

use super::formula;
use super::interface::{Added, NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size};
use crate::task::failure::{BadCount, Failure};
use crate::task::setup::Solver;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Assignment, Literal, Problem, Roles};
use boardwright_sat::cnf::encode::selection::Selection;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_sat::cnf::{Cnf, Lit};
use boardwright_solvers::backend::{Counter, ModelCount};
use boardwright_solvers::pipeline::LoweringRequest;
use num_bigint::BigUint;

/// The maximum number of solutions that are listed to check a count.
const LISTED: usize = 10;

pub(in crate::task) struct CounterSearch<'a> {
    problem: &'a Problem,
    counter: Box<dyn Counter>,
    /// The program's name, for messages.
    name: String,
    encoding: Selection,
    roles: Roles,
    lowered: Lowered,
    /// The entered cube; `None` if it is empty.
    cube: Option<Vec<Lit>>,
    /// The search of our own solver.
    own: Box<dyn Search + 'a>,
    /// The solutions that it found in the cube.
    found: Vec<Assignment>,
    /// The number of them that were returned.
    returned: usize,
    /// Whether a count was not checked completely.
    trusted: bool,
}

impl<'a> CounterSearch<'a> {
    /// Lowers a problem for a counter; `own` is the search of our own solver.
    pub(super) fn new(
        problem: &'a Problem,
        counter: Box<dyn Counter>,
        own: Box<dyn Search + 'a>,
        solver: &Solver,
        roles: Roles,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let encoding = solver.encoding.clone();
        let lowered = LoweringRequest { problem, roles, encoding: &encoding, budget }.to_cnf(Graphs::Decomposed)?;
        Ok(CounterSearch {
            problem,
            counter,
            name: solver.backend.name.to_string(),
            encoding,
            roles,
            lowered,
            cube: Some(Vec::new()),
            own,
            found: Vec::new(),
            returned: 0,
            trusted: false,
        })
    }

    /// Asks the program.
    fn asked(&mut self, budget: &Budget) -> ModelCount {
        let Some(cube) = &self.cube else { return ModelCount::Exactly(BigUint::ZERO) };
        let names = self.lowered.names(self.problem);
        let shown: Vec<u32> = names.into_iter().map(|(variable, _)| variable).collect();
        let mut cnf: Cnf = self.lowered.cnf.clone();
        cube.iter().for_each(|&literal| cnf.add(&[literal]));
        let projected = shown.len() < cnf.variables();
        self.counter.count(&cnf, projected.then_some(&shown), budget)
    }

    /// Lists solutions until one more than `number` is known, or there are no more.
    fn list(&mut self, number: usize, budget: &Budget) -> Result<Option<NextAssignment>, Failure> {
        while self.found.len() <= number {
            match self.own.next(budget)? {
                NextAssignment::Found(assignment) => self.found.push(assignment),
                end => return Ok(Some(end)),
            }
        }
        Ok(None)
    }

    /// Checks a count against solutions that our own solver lists.
    fn check(&mut self, count: BigUint, budget: &Budget) -> Result<SearchCount, Failure> {
        let end = self.list(LISTED - 1, budget)?;
        let known = self.found.len();
        let wrong = |is_exact: bool| {
            let (program, count) = (self.name.to_string(), count.clone());
            Err(Failure::check(BadCount::Program { program, count, known, is_exact }))
        };
        match end {
            _ if count < known.into() => wrong(false),
            Some(NextAssignment::Exhausted) if count != known.into() => wrong(true),
            Some(NextAssignment::Exhausted) => Ok(SearchCount::Exactly(count)),
            Some(NextAssignment::Stopped(stop)) => Ok(SearchCount::AtLeast(known.into(), stop)),
            _ => {
                self.trusted = true;
                Ok(SearchCount::Exactly(count))
            }
        }
    }
}

impl Search for CounterSearch<'_> {
    fn size(&self) -> Size {
        let (variables, clauses) = (self.lowered.cnf.variables(), Some(self.lowered.cnf.len()));
        Size { variables, clauses, rows: None, bounds: Added::default() }
    }

    fn formula(&self) -> String {
        formula::of_clauses(&self.lowered, 0)
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        let optimum = self.own.optimise(budget, observe)?;
        if let Optimum::Proved(value) = optimum {
            let problem = &self.problem.clone().with_objective_value(value);
            let request = LoweringRequest { problem, roles: self.roles, encoding: &self.encoding, budget };
            self.lowered = request.to_cnf(Graphs::Decomposed)?;
        }
        Ok(optimum)
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        self.cube = self.lowered.cube(cube);
        self.found.clear();
        self.returned = 0;
        self.own.enter(cube)
    }

    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        match self.asked(budget) {
            ModelCount::Exactly(count) => self.check(count, budget).map(Some),
            ModelCount::Stopped(stop) => Ok(Some(SearchCount::AtLeast(BigUint::ZERO, stop))),
            ModelCount::Failed(fault) => Err(fault.into()),
        }
    }

    fn trusted(&self) -> Option<String> {
        self.trusted.then(|| format!("the count is the word of `{}`", self.name))
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        if let Some(end) = self.list(self.returned, budget)? {
            return Ok(end);
        }
        self.returned += 1;
        Ok(NextAssignment::Found(self.found[self.returned - 1].clone()))
    }
}
