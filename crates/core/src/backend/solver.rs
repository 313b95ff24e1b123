//! The traits that backends implement, one for each route, and their outcomes.
//!
//! Start here to write a backend. Knows no backend and not the registry.

use crate::budget::{Budget, Stop};
use crate::cnf::graph::GraphConstraint;
use crate::cnf::{Cnf, Lit};
use crate::effort::Effort;
use crate::exact_cover::{Cube, ExactCover};
use crate::fault::Fault;
use crate::frontier::diagram::Diagram;
use crate::frontier::order::Ordered;
use crate::frontier::{Form, Reach, SavedLayer};
use crate::gf2::space::Scan;
use crate::gf2::{Conflict, Space, System};
use crate::ilp::Program;
use num_bigint::BigUint;

/// The result of a SAT solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SatOutcome {
    /// Satisfiable, with a value for every variable the solver knows, indexed by variable.
    Satisfiable(Vec<bool>),
    /// There is no model under the assumptions.
    Unsatisfiable,
    /// A limit was reached first. The solver may be unusable afterwards: do not call it again.
    Stopped(Stop),
    /// The solver has no usable result.
    Failed(Fault),
}

/// An incremental SAT solver.
pub trait Sat {
    /// Ensures that variables `0..variables` exist; every model covers them.
    fn reserve(&mut self, variables: usize);

    /// Makes decisions prefer these literals, whose variables are reserved later. A solver may ignore it.
    fn prefer(&mut self, literals: &[Lit]) {
        let _ = literals;
    }

    /// Adds a permanent clause over reserved variables. The empty clause makes the formula unsatisfiable.
    fn add(&mut self, clause: &[Lit]);

    /// Adds a permanent graph constraint over reserved variables and returns true, if the solver supports graph
    /// constraints. Otherwise returns false and changes nothing.
    fn add_graph(&mut self, constraint: &GraphConstraint) -> bool {
        let _ = constraint;
        false
    }

    /// Searches for a model in which all assumptions hold.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome;

    /// Limits the decisions of each later search, which then ends with [`Stop::GaveUp`](crate::budget::Stop::GaveUp); `None`
    /// for no limit. A solver may ignore it.
    fn limit_decisions(&mut self, most: Option<u64>) {
        let _ = most;
    }

    /// After [`SatOutcome::Unsatisfiable`]: returns assumptions of that call that contradict the clauses, not
    /// necessarily a minimal set; empty if the clauses alone are unsatisfiable. `None` if the solver does not support
    /// cores.
    fn core(&mut self) -> Option<Vec<Lit>> {
        None
    }

    /// Returns statistics of the solver, if available.
    fn effort(&self) -> Option<Effort> {
        None
    }
}

/// The result of an ILP solver. Vectors have one value for each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IlpOutcome {
    /// A proved optimum (or a feasible vector if the program has no objective).
    Optimal(Vec<i64>),
    /// A limit was reached; this is the best vector found.
    Feasible(Vec<i64>, Stop),
    /// There is no feasible vector.
    Infeasible,
    /// A limit was reached before a vector was found.
    Stopped(Stop),
    /// The solver failed, or returned a vector that is not a solution.
    Failed(Fault),
}

/// An ILP solver.
pub trait Ilp {
    /// Solves the program. Returned vectors have been checked in exact integers ([`Program::holds`]); a vector that
    /// fails the check gives [`IlpOutcome::Failed`].
    fn solve(&mut self, program: &Program, budget: &Budget) -> IlpOutcome;
}

/// The result of a solver of linear systems.
#[derive(Debug, Clone)]
pub enum LinearOutcome {
    /// All solutions.
    Solutions(Space),
    /// There is no solution.
    Contradiction,
    /// A limit was reached.
    Stopped(Stop),
}

/// The minimum weight solutions of a linear system.
#[derive(Debug, Clone)]
pub enum Lightest {
    /// The minimum was found.
    Found {
        /// The minimum weight.
        weight: i64,
        /// The enumeration up to the first minimum weight solution.
        first: Scan,
        /// The number of minimum weight solutions.
        count: u64,
    },
    /// There are too many solutions to enumerate.
    TooMany,
    /// A limit was reached.
    Stopped {
        /// The least weight so far.
        weight: i64,
        /// The enumeration up to the first solution of that weight.
        first: Scan,
        /// The limit.
        stop: Stop,
    },
}

/// A solver of linear systems modulo a number.
pub trait Linear {
    /// Returns all solutions with some variables fixed, each at most once.
    fn solve(&mut self, system: &System, fixed: &[(u32, u8)], budget: &Budget) -> LinearOutcome;

    /// Returns inconsistent rows of a system without solutions, checked; `None` if a limit was reached.
    fn conflict(&mut self, system: &System, budget: &Budget) -> Option<Conflict>;

    /// Returns the minimum weight solutions, where variable `i` counts `weights[i]` times.
    fn lightest(&mut self, space: &Space, weights: &[i64], budget: &Budget) -> Lightest;
}

/// A part of a search that the engine leaves to others; see [`Cover::give_every`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// The cubes, in the order in which the engine would have searched them. They come after everything that it still searches,
    /// and before everything that it gave earlier.
    pub cubes: Vec<Cube>,
    /// The share of the entered cube that each has, from 0 to 1.
    pub share: f64,
}

/// The next result of an exact cover engine.
#[derive(Debug, Clone, PartialEq)]
pub enum CoverOutcome {
    /// The options of a new solution, ascending.
    Solution(Vec<usize>),
    /// There are no more solutions.
    Exhausted,
    /// The engine gives these cubes away; the next call resumes the search of the rest.
    Given(Given),
    /// A limit was reached; the next call resumes the search.
    Stopped(Stop),
}

/// The number of solutions of a cover.
#[derive(Debug, Clone, PartialEq)]
pub enum CoverCount {
    /// The exact number, without those in cubes that were given away.
    Exactly(BigUint),
    /// The engine gives these cubes away, or has paused without giving any; the next call resumes the count of the rest.
    Given(Given),
    /// A lower bound; a limit was reached.
    AtLeast(BigUint, Stop),
}

/// An exact cover engine.
pub trait Cover {
    /// Loads a cover in place of any previous one and restarts the enumeration.
    ///
    /// # Errors
    /// If the cover is too large.
    fn load(&mut self, cover: &ExactCover) -> Result<(), Fault>;

    /// Restricts the solutions to those with all options of `with` and none of `without`, and restarts the enumeration.
    /// With both empty there is no restriction.
    fn enter(&mut self, with: &[usize], without: &[usize]);

    /// Makes the engine give parts of each entered cube away from now on, after this number of nodes and again after the same
    /// number, unless it would have to do much of the work again for them.
    fn give_every(&mut self, nodes: u64);

    /// Returns whether a count of the entered cube takes more than this number of nodes, and its states rarely recur.
    fn is_hard(&mut self, nodes: u64, budget: &Budget) -> bool;

    /// Returns the next solution.
    fn next(&mut self, budget: &Budget) -> CoverOutcome;

    /// Returns the share of the search tree that has been searched, from 0 to 1; the branches of a node have equal
    /// shares.
    fn share(&self) -> f64;

    /// Returns the number of solutions, including those already listed. Does not affect the enumeration.
    fn count(&mut self, budget: &Budget) -> CoverCount;

    /// Nodes of the search tree that were visited so far, when the engine reports them.
    fn nodes(&self) -> Option<u64> {
        None
    }
}

/// The result of counting a form over a frontier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontierCount {
    /// The number of solutions.
    Exactly {
        /// The number.
        count: BigUint,
        /// A solution, by variable, if there is one.
        example: Option<Vec<usize>>,
        /// The number of states of the widest layer.
        states: usize,
    },
    /// The frontier is wider than the given reach, or than the engine supports.
    TooWide,
    /// A limit was reached.
    Stopped(Stop),
}

/// The result of a sweep over a frontier that keeps its layers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontierDiagram {
    /// All solutions.
    Kept(Diagram),
    /// The frontier is wider than the engine supports.
    TooWide,
    /// A limit was reached.
    Stopped(Stop),
}

/// Where a sweep over a frontier saves layers, and from where it continues.
pub trait LayerStore {
    /// Returns the layer from which the sweep continues.
    fn saved(&mut self) -> Option<SavedLayer>;

    /// Returns whether to save a complete layer now. The last layer is always saved.
    fn is_due(&mut self) -> bool;

    /// Saves a layer in place of the one before.
    fn save(&mut self, layer: SavedLayer);
}

/// A counter of forms over a frontier.
pub trait Frontier {
    /// Counts the solutions of a form, with its automata for an order.
    fn count(&mut self, form: &Form, ordered: &Ordered, reach: Reach, budget: &Budget) -> FrontierCount;

    /// Counts as [`Frontier::count`] does, without a limit of its own and with a number of threads; saves layers, and continues
    /// from the saved one. One that is not of this form and order is ignored.
    fn count_saved(
        &mut self,
        form: &Form,
        ordered: &Ordered,
        threads: usize,
        budget: &Budget,
        store: &mut dyn LayerStore,
    ) -> FrontierCount;

    /// Returns the solutions of a form as a diagram, with its automata for an order. The memory of the layers counts against the
    /// limit of the budget.
    fn diagram(&mut self, form: &Form, ordered: &Ordered, budget: &Budget) -> FrontierDiagram;
}

/// The result of a model counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelCount {
    /// The number of models, projected to the shown variables.
    Exactly(BigUint),
    /// A limit was reached.
    Stopped(Stop),
    /// The counter failed.
    Failed(Fault),
}

/// A model counter.
pub trait Counter {
    /// Counts the models of a formula, projected to these variables; `None` for all variables.
    fn count(&mut self, cnf: &Cnf, shown: Option<&[u32]>, budget: &Budget) -> ModelCount;
}

/// An open backend.
pub enum Opened {
    /// A SAT solver.
    Sat(Box<dyn Sat>),
    /// An ILP solver.
    Ilp(Box<dyn Ilp>),
    /// A solver of linear systems.
    Linear(Box<dyn Linear>),
    /// An exact cover engine.
    Cover(Box<dyn Cover>),
    /// A counter of forms over a frontier.
    Frontier(Box<dyn Frontier>),
    /// A model counter.
    Counter(Box<dyn Counter>),
}
