//! One problem at the end of a route, asked again and again: the SAT and the ILP side of a task behind one trait.
//!
//! [`Search::next`] never repeats an assignment of the decision variables. [`Search::optimise`] finds and proves the
//! optimum; after that, `next` returns optimal assignments only. How SAT does that is a strategy ([`super::optimize`]).

mod cover;
pub(super) mod formula;
mod linear;
pub(super) mod orbits;

use self::cover::CoverSearch;
use self::linear::LinearSearch;
use super::failure::Failure;
use super::setup::Solver;
use super::strategy::Strategy;
use crate::backend::graph::cuts::Cuts;
use crate::backend::shuffled::{ShuffledCover, ShuffledIlp, ShuffledSat};
use crate::backend::{Backend, Effort, Ilp, IlpOutcome, Opened, Route, Sat, SatOutcome};
use crate::budget::{Budget, Stop};
use crate::cnf::Lit;
use crate::cnf::graph::GraphConstraint;
use crate::cnf::lower::Lowered;
use crate::constraint::{Assignment, Literal, OriginId, Problem, Relation, Roles};
use crate::ilp::Row;
use crate::ilp::linearize::Linearized;
use crate::pipeline::Request;
use num_bigint::BigUint;

/// What a search finds next.
pub(super) enum Found {
    /// An assignment that differs from all before on the decision variables.
    Assignment(Assignment),
    /// There are no more.
    Exhausted,
    /// A limit was met.
    Stopped(Stop),
}

/// What became of an optimisation.
pub(super) enum Optimum {
    /// Found and proved.
    Proved(i64),
    /// There is no solution at all.
    Infeasible,
    /// A limit was met; what was found was handed over.
    Stopped(Stop),
}

/// What a route that counts came to.
pub(super) enum Counted {
    /// There are so many.
    Exactly(BigUint),
    /// A limit was met; there are so many at least.
    AtLeast(BigUint, Stop),
}

/// Sizes, for the statistics.
pub(super) struct Size {
    pub(super) variables: usize,
    pub(super) clauses: Option<usize>,
    pub(super) rows: Option<usize>,
    /// What bounds on the objective added so far; it is part of the above.
    pub(super) bounds: Added,
}

/// Variables and clauses that were added.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Added {
    pub(super) variables: usize,
    pub(super) clauses: usize,
}

/// One problem at the end of a route.
pub(super) trait Search {
    /// How large the lowered problem is, with the bounds on its objective so far and without clauses that exclude what
    /// was listed.
    fn size(&self) -> Size;

    /// Returns the digest of what the solver is handed before the first question, and of how bounds on the objective are
    /// made; see [`formula`]. It is for the time before that question.
    fn formula(&self) -> String;

    /// What the solver has done so far, when it tells.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// Finds the optimum, telling what is found on the way.
    fn optimise(&mut self, budget: &Budget, observe: &mut Observe<'_>) -> Result<Optimum, Failure>;

    /// From now on only assignments in which all these literals hold. Cubes that are entered one after the other are
    /// disjoint, so that nothing that was found before has to be remembered.
    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure>;

    /// How many assignments of the decision variables there are, where the route can tell without visiting each; `None`
    /// where it cannot. In the cube entered, and optimal ones only after [`Search::optimise`]. Leaves untouched what
    /// [`Search::next`] returns.
    fn count(&mut self, budget: &Budget) -> Result<Option<Counted>, Failure> {
        let _ = budget;
        Ok(None)
    }

    /// When there is no assignment at all: constraints, by their origin, and how often each is added up so that 0 is
    /// something else; where the route can tell.
    fn contradiction(&mut self, budget: &Budget) -> Option<Vec<(OriginId, u8)>> {
        let _ = budget;
        None
    }

    /// Which share of the search tree was gone through, from 0 to 1, where the route can tell.
    fn share(&self) -> Option<f64> {
        None
    }

    /// What a person should know about the way the answer was found, if anything.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Another assignment.
    fn next(&mut self, budget: &Budget) -> Result<Found, Failure>;
}

/// What an optimisation finds on its way.
pub(super) enum News<'a> {
    /// An assignment and its value; better than the last, but for the first ones of a search from below.
    Better(&'a Assignment, i64),
    /// The optimum is not better than this.
    Bound(i64),
}

/// Takes the news.
pub(super) type Observe<'a> = dyn FnMut(News<'_>) -> Result<(), Failure> + 'a;

/// A problem as its solver takes it, from which any number of searches can be opened.
#[derive(Clone)]
pub(super) enum Form {
    Sat(Lowered),
    Ilp(Linearized),
    /// The search lowers the problem itself.
    Own,
}

impl Form {
    /// Lowers a problem for a solver.
    pub(super) fn of(
        problem: &Problem,
        solver: &Solver,
        roles: Roles,
        listing: bool,
        budget: &Budget,
    ) -> Result<Form, Failure> {
        let Solver { backend, encoding, .. } = solver;
        let request = Request { problem, roles, encoding, budget };
        Ok(match backend.route() {
            Route::Sat => Form::Sat(request.to_cnf(backend.graphs())?),
            Route::Ilp => Form::Ilp(request.to_ilp(listing)?),
            Route::ExactCover | Route::Gf2 => Form::Own,
        })
    }

    /// Whether a search that enters another cube returns what a fresh one would, in the same order.
    pub(super) fn forgets(&self) -> bool {
        matches!(self, Form::Own)
    }
}

/// Opens a search over a problem.
pub(super) fn open<'a>(
    problem: &'a Problem,
    solver: &Solver,
    roles: Roles,
    listing: bool,
    budget: &Budget,
) -> Result<Box<dyn Search + 'a>, Failure> {
    let form = Form::of(problem, solver, roles, listing, budget)?;
    open_form(problem, form, solver, roles, listing, budget)
}

/// Opens a search over a problem whose form for this solver, these roles and this kind of question was made before.
pub(super) fn open_form<'a>(
    problem: &'a Problem,
    form: Form,
    solver: &Solver,
    roles: Roles,
    listing: bool,
    budget: &Budget,
) -> Result<Box<dyn Search + 'a>, Failure> {
    let Solver { backend, search: strategy, seed, .. } = solver;
    let wrong = || Failure::Check(format!("{} was opened for a form of another route", backend.name));
    Ok(match backend.open() {
        Opened::Sat(solver) => {
            let Form::Sat(lowered) = form else { return Err(wrong()) };
            let solver = match *seed {
                0 => solver,
                seed => Box::new(ShuffledSat::new(solver, seed)),
            };
            Box::new(SatSearch::new(problem, solver, lowered, strategy.unwrap_or_default(), listing))
        }
        Opened::Ilp(solver) => {
            let Form::Ilp(linearized) = form else { return Err(wrong()) };
            let solver = match *seed {
                0 => solver,
                seed => Box::new(ShuffledIlp::new(solver, seed)),
            };
            Box::new(IlpSearch { problem, solver, linearized, found: None, last: None, cube: Vec::new() })
        }
        Opened::Cover(solver) => {
            let solver = match *seed {
                0 => solver,
                seed => Box::new(ShuffledCover::new(solver, seed)),
            };
            Box::new(CoverSearch::new(problem, solver, roles, budget)?)
        }
        Opened::Linear(solver) => Box::new(LinearSearch::new(problem, solver, roles, listing, budget)?),
    })
}

/// A problem's clauses in a SAT backend, to be asked about under assumptions.
pub(super) fn open_sat<'a>(
    problem: &'a Problem,
    backend: &Backend,
    roles: Roles,
    budget: &Budget,
) -> Result<SatSearch<'a>, Failure> {
    let Opened::Sat(solver) = backend.open() else {
        return Err(Failure::Inapplicable(format!("{} is no SAT solver", backend.name)));
    };
    let lowered = Request::automatic(problem, roles, budget).to_cnf(backend.graphs())?;
    Ok(SatSearch::new(problem, solver, lowered, Strategy::default(), true))
}

/// Every assignment that leaves a search satisfies the problem it was made from.
pub(super) fn checked(problem: &Problem, assignment: Assignment) -> Result<Assignment, Failure> {
    if problem.holds(&assignment) {
        return Ok(assignment);
    }
    Err(Failure::Check("the solver's assignment does not satisfy the constraints it was given".into()))
}

pub(super) struct SatSearch<'a> {
    pub(super) problem: &'a Problem,
    pub(super) solver: Box<dyn Sat>,
    pub(super) lowered: Lowered,
    /// The size of the formula before the first question.
    first: Added,
    /// What bounds on the objective have added since.
    pub(super) bounds: Added,
    /// Clauses of `lowered.cnf` that the solver has.
    handed: usize,
    /// What the solver does not look after itself.
    cuts: Cuts,
    pub(super) strategy: Strategy,
    /// Whether more than one solution is wanted.
    pub(super) listing: bool,
    /// Found by the optimisation and not yet returned.
    pub(super) found: Option<Assignment>,
    /// The cube that was entered; `None` when it is empty: some literal of it is never true.
    cube: Option<Vec<Lit>>,
    /// Which variables blocking clauses need not name.
    pub(super) implied: Vec<bool>,
}

impl<'a> SatSearch<'a> {
    fn new(problem: &'a Problem, solver: Box<dyn Sat>, lowered: Lowered, strategy: Strategy, listing: bool) -> Self {
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

    /// Asks the solver for a model. What it does not know of is told where a model violates it, until none does.
    pub(super) fn ask(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
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
    pub(super) fn hand_over(&mut self) {
        let cnf = &self.lowered.cnf;
        self.solver.reserve(cnf.variables());
        for clause in cnf.clauses_from(self.handed) {
            self.solver.add(clause);
        }
        self.handed = cnf.len();
    }

    /// From now on only models in this cube.
    fn restrict(&mut self, cube: &[Literal]) {
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

    fn optimise(&mut self, budget: &Budget, observe: &mut Observe<'_>) -> Result<Optimum, Failure> {
        self.optimum(budget, observe)
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        self.restrict(cube);
        Ok(())
    }

    fn next(&mut self, budget: &Budget) -> Result<Found, Failure> {
        let Some(cube) = self.cube.clone() else { return Ok(Found::Exhausted) };
        let assignment = match self.found.take() {
            Some(assignment) => assignment,
            None => match self.ask(&cube, budget) {
                SatOutcome::Satisfiable(model) => checked(self.problem, self.lowered.assignment(&model))?,
                SatOutcome::Unsatisfiable => return Ok(Found::Exhausted),
                SatOutcome::Stopped(stop) => return Ok(Found::Stopped(stop)),
                SatOutcome::Failed(fault) => return Err(fault.into()),
            },
        };
        let clause = self.lowered.blocking_clause(self.problem, &assignment, &self.implied);
        self.lowered.cnf.add(&clause);
        self.hand_over();
        Ok(Found::Assignment(assignment))
    }
}

struct IlpSearch<'a> {
    problem: &'a Problem,
    solver: Box<dyn Ilp>,
    linearized: Linearized,
    /// Found by the optimisation and not yet returned.
    found: Option<Vec<i64>>,
    /// The vector that was returned last and is not excluded yet.
    last: Option<Vec<i64>>,
    /// The cube that was entered.
    cube: Vec<Row>,
}

impl IlpSearch<'_> {
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
        formula::of_program(&self.linearized.program)
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut Observe<'_>) -> Result<Optimum, Failure> {
        match self.solver.solve(&self.linearized.program, budget) {
            IlpOutcome::Optimal(values) => {
                let value = self.linearized.program.value(&values);
                observe(News::Better(&self.assignment(&values)?, value))?;
                if let Some(goal) = self.linearized.program.goal.take() {
                    let bound = value - goal.constant;
                    self.linearized.program.rows.push(Row { terms: goal.terms, relation: Relation::Equal, bound });
                }
                self.found = Some(values);
                Ok(Optimum::Proved(value))
            }
            IlpOutcome::Feasible(values, stop) => {
                let value = self.linearized.program.value(&values);
                observe(News::Better(&self.assignment(&values)?, value))?;
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

    fn next(&mut self, budget: &Budget) -> Result<Found, Failure> {
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
                    IlpOutcome::Infeasible => return Ok(Found::Exhausted),
                    IlpOutcome::Stopped(stop) => return Ok(Found::Stopped(stop)),
                    IlpOutcome::Failed(fault) => return Err(fault.into()),
                }
            }
        };
        let assignment = self.assignment(&values)?;
        self.last = Some(values);
        Ok(Found::Assignment(assignment))
    }
}
