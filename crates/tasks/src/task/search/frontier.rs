//! A problem over a frontier: it is counted in one sweep, which also finds one solution. For an optimum, and for what
//! [`crate::task`] asks of all solutions at once, the layers of the sweep are kept as a diagram.
//!
//! The route does not list. A second solution is refused.

use super::formula;
use super::interface::{Added, Improvement, NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size};
use crate::task::failure::{BadCount, Failure, Inapplicable, Invariant, NoRoute};
use boardwright_base::budget::{Budget, Refused, Stop};
use boardwright_frontier::diagram::Diagram;
use boardwright_frontier::lower::Lowered;
use boardwright_frontier::order::{self, Ordered};
use boardwright_frontier::{Form, Reach};
use boardwright_ir::constraint::{Assignment, Literal, Posted, Problem, Role, Roles};
use boardwright_solvers::backend::{Frontier, FrontierCount, FrontierDiagram, LayerStore, Route};
use boardwright_solvers::pipeline::LoweringRequest;
use num_bigint::BigUint;

/// The count and a solution, or the limit that was reached.
pub(in crate::task) type SweepEnd = Result<(BigUint, Option<Assignment>), Stop>;

pub(in crate::task) struct FrontierSearch<'a> {
    problem: &'a Problem,
    counter: Box<dyn Frontier>,
    lowered: Lowered,
    ordered: Ordered,
    /// The form restricted to the entered cube, with the automata for the same order.
    cube: Option<(Form, Ordered)>,
    /// The count in the cube and a solution, once known.
    counted: Option<(BigUint, Option<Assignment>)>,
    /// Whether the solution was returned.
    returned: bool,
}

impl<'a> FrontierSearch<'a> {
    /// Lowers a problem and finds an order.
    ///
    /// # Errors
    /// Why the route does not support the problem, or the limit that was reached.
    pub(in crate::task) fn new(
        problem: &'a Problem,
        counter: Box<dyn Frontier>,
        roles: Roles,
        budget: &Budget,
    ) -> Result<Self, Refused<Inapplicable>> {
        let lowered = LoweringRequest::automatic(problem, roles, budget).to_frontier();
        let lowered = lowered.map_err(|refused| refused.map(|reason| unfit(reason.into())))?;
        let ordered = order::best(&lowered.form, budget)?;
        let ordered = ordered.map_err(|reason| Refused::Inapplicable(unfit(reason.into())))?;
        Ok(FrontierSearch { problem, counter, lowered, ordered, cube: None, counted: None, returned: false })
    }

    /// Returns the logarithm to base 2 of a bound on the number of states of the widest layer.
    pub(in crate::task) fn most_states(&self) -> f64 {
        self.ordered.width
    }

    /// Returns an optimistic estimate of the number of steps: as if the states were the square root of their bound.
    pub(in crate::task) fn promise(&self) -> f64 {
        let choices: usize = self.lowered.form.sizes.iter().sum();
        (self.ordered.width / 2.0).exp2() * choices as f64
    }

    /// Returns the form and the mapping of its variables.
    pub(in crate::task) fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    /// Returns the assignment for a solution of the form, checked.
    pub(in crate::task) fn assignment(&self, values: &[usize]) -> Result<Assignment, Failure> {
        let assignment = self.lowered.assignment(values);
        // Of auxiliary variables, only those of required constraints have a value.
        let required = |posted: &&Posted| posted.role == Role::Required;
        let mut required = self.problem.constraints().iter().filter(required);
        match required.all(|posted| posted.constraint.holds(&assignment)) {
            true => Ok(assignment),
            false => Err(Failure::check(Invariant::SweptSolution)),
        }
    }

    /// Counts the cube within a reach, and returns a solution; `None` if the frontier is too wide.
    pub(in crate::task) fn within(
        &mut self,
        reach: Reach,
        budget: &Budget,
    ) -> Result<Option<(BigUint, Option<Assignment>)>, Failure> {
        let (form, ordered) = match &self.cube {
            Some((form, ordered)) => (form, ordered),
            None => (&self.lowered.form, &self.ordered),
        };
        match self.counter.count(form, ordered, reach, budget) {
            FrontierCount::Exactly { count, example, .. } => {
                Ok(Some((count, example.map(|values| self.assignment(&values)).transpose()?)))
            }
            FrontierCount::TooWide => Ok(None),
            FrontierCount::Stopped(stop) => Err(stop.into()),
        }
    }

    /// Counts all solutions with a number of threads, saves layers and continues from a saved one; the count of the cube is that of the whole.
    pub(in crate::task) fn count_saved(
        &mut self,
        threads: usize,
        store: &mut dyn LayerStore,
        budget: &Budget,
    ) -> Result<SweepEnd, Failure> {
        match self.counter.count_saved(&self.lowered.form, &self.ordered, threads, budget, store) {
            FrontierCount::Exactly { count, example, .. } => {
                Ok(Ok((count, example.map(|values| self.assignment(&values)).transpose()?)))
            }
            FrontierCount::TooWide => Err(unfit(NoRoute::TooWide).into()),
            FrontierCount::Stopped(stop) => Ok(Err(stop)),
        }
    }

    /// Returns all solutions in the cube as a diagram.
    ///
    /// # Errors
    /// If the frontier is too wide, or a limit was reached.
    pub(in crate::task) fn diagram(&mut self, budget: &Budget) -> Result<Diagram, Failure> {
        let (form, ordered) = match &self.cube {
            Some((form, ordered)) => (form, ordered),
            None => (&self.lowered.form, &self.ordered),
        };
        match self.counter.diagram(form, ordered, budget) {
            FrontierDiagram::Kept(diagram) => Ok(diagram),
            FrontierDiagram::TooWide => Err(unfit(NoRoute::TooWide).into()),
            FrontierDiagram::Stopped(stop) => Err(stop.into()),
        }
    }

    /// Returns the optimum and the solutions that have it; `None` if there is no solution.
    pub(in crate::task) fn optimal(&mut self, budget: &Budget) -> Result<Option<(i64, Diagram)>, Failure> {
        let diagram = self.diagram(budget)?;
        let Some(objective) = &self.lowered.objective else { return Err(unfit(NoRoute::NoObjective).into()) };
        Ok(diagram.optimal(&objective.weights, objective.maximise, budget)?)
    }

    /// Optimises, and counts the optimal solutions.
    fn optimised(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        let Some((best, diagram)) = self.optimal(budget)? else {
            self.counted = Some((BigUint::ZERO, None));
            return Ok(Optimum::Infeasible);
        };
        let count = diagram.count(&diagram.completions(budget)?);
        let example = self.assignment(&diagram.first().unwrap_or_default())?;
        let terms = self.problem.objective().map_or(&[][..], |objective| &objective.terms);
        if example.sum(terms) != best {
            return Err(Failure::check(BadCount::Optimum(best)));
        }
        observe(Improvement::Better(&example, best))?;
        observe(Improvement::Bound(best))?;
        self.counted = Some((count, Some(example)));
        self.returned = false;
        Ok(Optimum::Proved(best))
    }

    /// Counts the cube if that was not done.
    fn sweep(&mut self, budget: &Budget) -> Result<Result<&(BigUint, Option<Assignment>), Stop>, Failure> {
        if self.counted.is_none() {
            self.counted = match self.within(Reach::ALL, budget) {
                Ok(None) => return Err(unfit(NoRoute::TooWide).into()),
                Ok(counted) => counted,
                Err(Failure::Stopped(stop)) => return Ok(Err(stop)),
                Err(failure) => return Err(failure),
            };
        }
        Ok(Ok(self.counted.as_ref().expect("it was just set")))
    }
}

fn unfit(reason: NoRoute) -> Inapplicable {
    Inapplicable::Route { route: Route::Frontier, reason }
}

impl Search for FrontierSearch<'_> {
    fn size(&self) -> Size {
        let form = &self.lowered.form;
        let rows = form.locals.len() + form.networks.len();
        Size { variables: form.sizes.len(), clauses: None, rows: Some(rows), bounds: Added::default() }
    }

    fn formula(&self) -> String {
        formula::of_frontier(&self.lowered.form, &self.ordered.order)
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        match self.optimised(budget, observe) {
            Err(Failure::Stopped(stop)) => Ok(Optimum::Stopped(stop)),
            optimum => optimum,
        }
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        self.counted = None;
        self.returned = false;
        self.cube = match cube {
            [] => None,
            literals => {
                let form = self.lowered.within(literals);
                let ordered =
                    order::ordered(&form, &self.ordered.order).map_err(|reason| Failure::from(unfit(reason.into())))?;
                Some((form, ordered))
            }
        };
        Ok(())
    }

    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        Ok(Some(match self.sweep(budget)? {
            Ok((count, _)) => SearchCount::Exactly(count.clone()),
            Err(stop) => SearchCount::AtLeast(BigUint::ZERO, stop),
        }))
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        let returned = self.returned;
        let (found, more) = match self.sweep(budget)? {
            Err(stop) => return Ok(NextAssignment::Stopped(stop)),
            Ok((count, example)) => (example.clone(), *count > BigUint::from(1u32)),
        };
        match found {
            Some(example) if !returned => {
                self.returned = true;
                Ok(NextAssignment::Found(example))
            }
            Some(_) if more => Err(Inapplicable::List(Route::Frontier).into()),
            _ => Ok(NextAssignment::Exhausted),
        }
    }
}
