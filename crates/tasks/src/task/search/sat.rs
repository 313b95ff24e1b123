//! The SAT side of a task: one formula that grows by blocking clauses, cuts and bounds on the objective.

use super::formula;
use super::interface::{Added, NextAssignment, ObserveImprovements, Optimum, Search, Size, checked};
use crate::task::failure::Failure;
use crate::task::strategy::Strategy;
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::{Assignment, Literal, Problem};
use boardwright_sat::cnf::Lit;
use boardwright_sat::cnf::lower::Lowered;
use boardwright_sat::graph::cuts::Cuts;
use boardwright_solvers::backend::{Effort, Sat, SatOutcome};

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
    /// The number of graph constraints that the solver or the cuts have.
    handed_graphs: usize,
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
    /// The seed with which `solver` shuffles; 0 for none.
    seed: u64,
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
            handed_graphs: 0,
            cuts: Cuts::new(&[]),
            strategy,
            listing,
            found: None,
            cube: Some(Vec::new()),
            implied: Lowered::implied(problem),
            seed: 0,
        };
        search.hand_over();
        search
    }

    /// States the seed with which the solver shuffles, for digests.
    pub(super) fn shuffled_by(self, seed: u64) -> Self {
        SatSearch { seed, ..self }
    }

    /// Asks the solver for a model. Adds cuts where a model violates a graph constraint, until none does.
    pub(in crate::task) fn ask(&mut self, assumptions: &[Lit], budget: &Budget) -> SatOutcome {
        loop {
            let mut outcome = self.solver.solve(assumptions, budget);
            let SatOutcome::Satisfiable(model) = &mut outcome else { return outcome };
            let violated = self.cuts.violated(model);
            if violated.is_empty() && !self.lowered.refine(model) {
                return outcome;
            }
            violated.iter().for_each(|cut| self.lowered.cnf.add(cut));
            self.hand_over();
        }
    }

    /// Gives the solver the clauses and graph constraints it does not have yet.
    pub(in crate::task) fn hand_over(&mut self) {
        let cnf = &self.lowered.cnf;
        self.solver.reserve(cnf.variables());
        for clause in cnf.clauses_from(self.handed) {
            self.solver.add(clause);
        }
        self.handed = cnf.len();
        for graph in &self.lowered.graphs[self.handed_graphs..] {
            if !self.solver.add_graph(graph) {
                self.cuts.add(graph);
            }
        }
        self.handed_graphs = self.lowered.graphs.len();
    }

    /// Adds the condition that some of these literals is true.
    pub(in crate::task) fn require(&mut self, literals: impl IntoIterator<Item = Literal>) {
        let mut clause = Vec::new();
        for literal in literals {
            match self.lowered.cube(&[literal]) {
                // It is always true.
                Some(cube) if cube.is_empty() => return,
                Some(cube) => clause.extend(cube),
                None => {}
            }
        }
        self.lowered.cnf.add(&clause);
        self.hand_over();
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
        formula::of_clauses(&self.lowered, self.seed)
    }

    fn strategy(&self) -> Option<Strategy> {
        Some(self.strategy)
    }

    fn bounds(&self) -> Option<&'static str> {
        self.lowered.cost.as_ref().map(|cost| formula::bounds(cost, &self.lowered.choice))
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

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::random::Random;
    use boardwright_ir::constraint::intervals::Merging;
    use boardwright_ir::constraint::{
        Components, Constraint, Demand, Edge, Graph, Measure, Origin, Relation, Roles, Same,
    };
    use boardwright_sat::cnf::graph::Graphs;
    use boardwright_solvers::pipeline::LoweringRequest;
    use std::collections::BTreeSet;

    const VERTICES: usize = 5;

    /// Returns a problem in which the value of each vertex is the size of its component, and the literal of each value.
    fn sizes(random: &mut Random) -> (Problem, Vec<Vec<Literal>>) {
        let mut problem = Problem::new();
        let rule = problem.origin(Origin::named(0, "sizes"));
        let mut values: Vec<Vec<Literal>> = Vec::new();
        for vertex in 0..VERTICES {
            let own: Vec<Literal> =
                (1..=VERTICES).map(|value| problem.boolean(format!("{vertex}={value}")).into()).collect();
            problem.post(rule, Constraint::exactly(1, own.iter().copied()));
            values.push(own);
        }
        let mut edges = Vec::new();
        for a in 0..VERTICES {
            for b in (0..a).filter(|&b| b + 1 == a || random.below(3) == 0) {
                let equal = problem.auxiliary("").into();
                let lists = [values[a].clone().into(), values[b].clone().into()];
                problem.post(rule, Constraint::Same(Same { equal, lists }));
                edges.push(Edge { ends: [a, b], when: Some(equal) });
            }
        }
        let mut demands = Vec::new();
        for (vertex, own) in values.iter().enumerate() {
            for (bound, &when) in (1..).zip(own) {
                demands.push(Demand { vertex, when: Some(when), relation: Relation::Equal, bound });
            }
        }
        let measures = vec![Measure { weights: vec![1; VERTICES], demands }];
        let graph = Graph { vertices: vec![None; VERTICES], edges };
        problem.post(rule, Constraint::Components(Components { graph, measures }));
        (problem, values)
    }

    /// Returns the assignments that satisfy the problem, by brute force: values determine the edges.
    fn accepted(problem: &Problem) -> BTreeSet<Vec<bool>> {
        let decisions = VERTICES * VERTICES;
        let of_choice = |mut choice: usize| {
            let mut booleans = vec![false; problem.booleans().len()];
            for vertex in 0..VERTICES {
                booleans[vertex * VERTICES + choice % VERTICES] = true;
                choice /= VERTICES;
            }
            for posted in problem.constraints() {
                let Constraint::Same(same) = &posted.constraint else { continue };
                let assignment = Assignment { booleans: booleans.clone(), integers: Vec::new() };
                let equal = same.places().any(|place| place.iter().all(|&literal| assignment.satisfies(literal)));
                let boardwright_ir::constraint::Atom::Boolean(variable) = same.equal.atom else { continue };
                booleans[variable.0 as usize] = equal;
            }
            Assignment { booleans, integers: Vec::new() }
        };
        let choices = (0..VERTICES.pow(VERTICES as u32)).map(of_choice);
        choices.filter(|one| problem.holds(one)).map(|one| one.booleans[..decisions].to_vec()).collect()
    }

    fn search<'a>(problem: &'a Problem, backend: &str) -> SatSearch<'a> {
        let budget = Budget::none();
        let request = LoweringRequest::automatic(problem, Roles::FAITHFUL, &budget);
        let lowered = request.to_cnf_merging(Graphs::Propagated, Merging { least: 1, fewest: 2 }).expect("it fits");
        let solver = match backend {
            "batsat" => boardwright_sat::batsat::open(),
            _ => boardwright_sat::varisat::open(),
        };
        SatSearch::new(problem, solver, lowered, Strategy::default(), true)
    }

    /// Lists the solutions under a cube.
    fn listed(search: &mut SatSearch<'_>, cube: &[Literal]) -> BTreeSet<Vec<bool>> {
        search.restrict(cube);
        let mut found = BTreeSet::new();
        while let Ok(NextAssignment::Found(assignment)) = search.next(&Budget::none()) {
            assert!(found.insert(assignment.booleans[..VERTICES * VERTICES].to_vec()), "every solution once");
        }
        found
    }

    #[test]
    fn intervals_lose_no_solution_and_add_none() {
        for seed in 0..12 {
            let random = &mut Random(seed);
            let (problem, values) = sizes(random);
            let accepted = accepted(&problem);
            for backend in ["batsat", "varisat"] {
                let found = listed(&mut search(&problem, backend), &[]);
                assert_eq!(found, accepted, "seed {seed}, {backend}");
                let mut plain = search(&problem, backend);
                plain.implied.clear();
                assert_eq!(listed(&mut plain, &[]), accepted, "seed {seed}, {backend}, long blocking clauses");
                // A value of an interval, true and false.
                let mut by_cube = search(&problem, backend);
                let [vertex, value] = [VERTICES, VERTICES - 1].map(|bound| random.below(bound));
                let literal = values[vertex][value + 1];
                let mut both = listed(&mut by_cube, &[literal]);
                assert!(both.iter().all(|one| one[vertex * VERTICES + value + 1]), "seed {seed}, {backend}");
                both.extend(listed(&mut by_cube, &[!literal]));
                assert_eq!(both, accepted, "seed {seed}, {backend}, by cubes");
            }
        }
    }

    #[test]
    fn a_formula_has_few_values_until_they_are_used() {
        let (problem, _) = sizes(&mut Random(1));
        let mut search = search(&problem, "batsat");
        let before = search.lowered.graphs[0].measures[0].demands.len();
        assert!(before < VERTICES * VERTICES, "{before} demands");
        assert!(search.lowered.graphs.len() == 1);
        listed(&mut search, &[]);
        assert!(search.lowered.graphs.len() > 1, "intervals were split");
    }
}
