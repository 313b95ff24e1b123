//! The SAT side of a task: one formula that grows by blocking clauses, cuts and bounds on the objective.

use super::formula;
use super::interface::{Added, NextAssignment, ObserveImprovements, Optimum, Search, Size, checked};
use crate::backend::graph::cuts::Cuts;
use crate::backend::{Effort, Sat, SatOutcome};
use crate::budget::Budget;
use crate::cnf::Lit;
use crate::cnf::graph::GraphConstraint;
use crate::cnf::lower::Lowered;
use crate::constraint::{Assignment, Literal, Problem};
use crate::task::failure::Failure;
use crate::task::strategy::Strategy;

/// The search of a SAT solver, which adds clauses to one formula; [`crate::task::optimize`] finds the optimum.
pub(in crate::task) struct SatSearch<'a> {
    pub(in crate::task) problem: &'a Problem,
    pub(in crate::task) solver: Box<dyn Sat>,
    pub(in crate::task) lowered: Lowered,
    /// The size of the formula before the first question.
    first: Added,
    /// The size of the bounds on the objective added since.
    pub(in crate::task) bounds: Added,
    /// The number of clauses of `lowered.cnf` that the solver has.
    handed: usize,
    /// The graph constraints that the solver does not propagate.
    cuts: Cuts,
    pub(in crate::task) strategy: Strategy,
    /// Whether more than one solution is wanted.
    pub(in crate::task) listing: bool,
    /// Found by the optimisation and not yet returned.
    pub(in crate::task) found: Option<Assignment>,
    /// The entered cube; `None` if it is empty, because a literal of it is never true.
    cube: Option<Vec<Lit>>,
    /// The variables that blocking clauses need not contain.
    pub(in crate::task) implied: Vec<bool>,
}

impl<'a> SatSearch<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        solver: Box<dyn Sat>,
        lowered: Lowered,
        strategy: Strategy,
        listing: bool,
    ) -> Self {
        let first = Added { variables: lowered.cnf.variables(), clauses: lowered.cnf.len() };
        let mut search = SatSearch {
            problem,
            solver,
            lowered,
            first,
            bounds: Added::default(),
            handed: 0,
            cuts: Cuts::new(&[]),
            strategy,
            listing,
            found: None,
            cube: Some(Vec::new()),
            implied: Lowered::implied(problem),
        };
        search.hand_over();
        let graphs = search.lowered.graphs.iter();
        let left: Vec<GraphConstraint> = graphs.filter(|graph| !search.solver.add_graph(graph)).cloned().collect();
        search.cuts = Cuts::new(&left);
        search
    }

    /// Asks the solver for a model. Adds cuts where a model violates a graph constraint, until none does.
    pub(in crate::task) fn ask(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        loop {
            let outcome = self.solver.solve(assumptions, budget);
            let SatOutcome::Satisfiable(model) = &outcome else { return outcome };
            let violated = self.cuts.violated(model);
            if violated.is_empty() {
                return outcome;
            }
            violated.iter().for_each(|cut| self.lowered.cnf.add(cut));
            self.hand_over();
        }
    }

    /// Gives the solver the clauses it does not have yet.
    pub(in crate::task) fn hand_over(&mut self) {
        let cnf = &self.lowered.cnf;
        self.solver.reserve(cnf.variables());
        for clause in cnf.clauses_from(self.handed) {
            self.solver.add(clause);
        }
        self.handed = cnf.len();
    }

    /// Restricts later models to this cube.
    pub(super) fn restrict(&mut self, cube: &[Literal]) {
        self.found = None;
        self.cube = self.lowered.cube(cube);
        self.hand_over();
    }
}

impl Search for SatSearch<'_> {
    fn size(&self) -> Size {
        let Added { variables, clauses } = self.first;
        let bounds = self.bounds;
        Size { variables: variables + bounds.variables, clauses: Some(clauses + bounds.clauses), rows: None, bounds }
    }

    fn formula(&self) -> String {
        formula::of_clauses(&self.lowered)
    }

    fn effort(&self) -> Option<Effort> {
        self.solver.effort()
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        self.optimum(budget, observe)
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        self.restrict(cube);
        Ok(())
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        let Some(cube) = self.cube.clone() else { return Ok(NextAssignment::Exhausted) };
        let assignment = match self.found.take() {
            Some(assignment) => assignment,
            None => match self.ask(&cube, budget) {
                SatOutcome::Satisfiable(model) => checked(self.problem, self.lowered.assignment(&model))?,
                SatOutcome::Unsatisfiable => return Ok(NextAssignment::Exhausted),
                SatOutcome::Stopped(stop) => return Ok(NextAssignment::Stopped(stop)),
                SatOutcome::Failed(fault) => return Err(fault.into()),
            },
        };
        let clause = self.lowered.blocking_clause(self.problem, &assignment, &self.implied);
        self.lowered.cnf.add(&clause);
        self.hand_over();
        Ok(NextAssignment::Found(assignment))
    }
}
