//! The GF(2) side of a task: a system that is solved once, whose solutions are then counted or visited.
//!
//! A cube fixes variables; if it leaves a variable several values but not all of them, the system is solved for each of those.
//! After an optimisation only solutions of the least weight are wanted: all are visited a second time, which takes no memory.
//! If there are too many solutions to visit, a SAT solver searches for the optimum.

use super::formula;
use super::interface::{
    Added, Improvement, NextAssignment, ObserveImprovements, Optimum, Search, SearchCount, Size, checked,
};
use super::sat::SatSearch;
use crate::task::failure::{Failure, Inapplicable, Invariant, NoRoute};
use crate::task::strategy::Strategy;
use boardwright_base::budget::{Budget, Stop};
use boardwright_ir::constraint::{Assignment, Literal, OriginId, Problem, Roles};
use boardwright_linear::Space;
use boardwright_linear::lower;
use boardwright_linear::space::Scan;
use boardwright_sat::cnf::graph::Graphs;
use boardwright_solvers::backend::{self, Lightest, Linear, LinearOutcome, Opened, Route};
use boardwright_solvers::pipeline::LoweringRequest;
use num_bigint::BigUint;

pub(super) struct LinearSearch<'a> {
    problem: &'a Problem,
    solver: Box<dyn Linear>,
    linear: lower::Linear,
    roles: Roles,
    listing: bool,
    /// The possible residues of each variable of the cube; `None` if the cube is empty, because a variable has none.
    cube: Option<Vec<(u32, Vec<u8>)>>,
    /// The parts of the solutions in the cube that were not begun, the next one last; `None` before they are computed.
    parts: Option<Vec<Space>>,
    /// The part that is being visited, and the position in it.
    at: Option<(Space, Scan)>,
    /// Whether the solution at the position is still to be returned.
    pending: bool,
    /// The weights of the variables and their total: after an optimisation, or if an equation fixes it.
    wanted: Option<(Vec<i64>, i64)>,
    /// After an optimisation, the number of solutions with that total.
    lightest: Option<u64>,
    /// The SAT solver that took over, and the number of generators that were too many.
    sat: Option<(SatSearch<'a>, usize)>,
}

/// The result of a step.
enum ScanStep {
    Solution,
    End,
    Stopped(Stop),
}

/// The number of solutions between two polls of the limits.
const STRIDE: u32 = 1 << 10;

impl<'a> LinearSearch<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        solver: Box<dyn Linear>,
        roles: Roles,
        listing: bool,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let mut linear = LoweringRequest::automatic(problem, roles, budget)
            .to_gf2()
            .map_err(|refused| refused.map(|form| Inapplicable::Route { route: Route::Gf2, reason: form.into() }))?;
        let wanted = linear.total.take().map(|total| (total.weights, total.sum));
        Ok(LinearSearch {
            problem,
            solver,
            linear,
            roles,
            listing,
            cube: Some(Vec::new()),
            parts: None,
            at: None,
            pending: false,
            wanted,
            lightest: None,
            sat: None,
        })
    }

    /// Returns the solutions in the cube, in parts.
    fn solve(&mut self, budget: &Budget) -> Result<Vec<Space>, Stop> {
        let mut parts = Vec::new();
        if let Some(mut cube) = self.cube.clone() {
            let all = usize::from(self.linear.system.modulus());
            cube.retain(|(_, allowed)| allowed.len() < all);
            // Fixed variables first: they may determine the others.
            cube.sort_by_key(|(_, allowed)| allowed.len());
            self.split(&cube, &mut Vec::new(), &mut parts, budget)?;
        }
        parts.reverse();
        Ok(parts)
    }

    /// Adds the solutions that have these variables fixed and satisfy the rest of the cube.
    fn split(
        &mut self,
        cube: &[(u32, Vec<u8>)],
        fixed: &mut Vec<(u32, u8)>,
        parts: &mut Vec<Space>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let several = cube.iter().position(|(_, allowed)| allowed.len() > 1).unwrap_or(cube.len());
        let before = fixed.len();
        fixed.extend(cube[..several].iter().map(|(variable, allowed)| (*variable, allowed[0])));
        match self.solver.solve(&self.linear.system, fixed, budget) {
            LinearOutcome::Stopped(stop) => return Err(stop),
            LinearOutcome::Contradiction => {}
            LinearOutcome::Solutions(space) => match &cube[several..] {
                [] => parts.push(space),
                [(variable, allowed), rest @ ..] => {
                    for &value in allowed {
                        fixed.push((*variable, value));
                        self.split(rest, fixed, parts, budget)?;
                        fixed.pop();
                    }
                }
            },
        }
        fixed.truncate(before);
        Ok(())
    }

    /// Fails if the decision variables do not determine the total.
    fn decided(&self, space: &Space, weights: &[i64]) -> Result<(), Failure> {
        match space.loose(weights) {
            None => Ok(()),
            Some(_) => Err(Inapplicable::Route { route: Route::Gf2, reason: NoRoute::LooseSum }.into()),
        }
    }

    /// Returns the start of the visit of a part: by weight if only some are wanted.
    fn way(&self, space: &Space) -> Scan {
        match &self.wanted {
            Some((weights, _)) => space.scan(weights),
            None => space.scan(&vec![0; self.linear.system.variables()]),
        }
    }

    /// Advances to the next wanted solution of a part.
    fn step(&self, scan: &mut Scan, budget: &Budget) -> ScanStep {
        let wanted = self.wanted.as_ref().map_or(0, |(_, weight)| *weight);
        let mut passed = 0u32;
        while let Some(weight) = scan.next_weight() {
            if weight == wanted {
                return ScanStep::Solution;
            }
            passed = passed.wrapping_add(1);
            if passed.is_multiple_of(STRIDE)
                && let Some(stop) = budget.reached()
            {
                return ScanStep::Stopped(stop);
            }
        }
        ScanStep::End
    }

    fn assignment(&self, space: &Space, scan: &Scan) -> Result<Assignment, Failure> {
        checked(self.problem, self.linear.assignment(&space.at(scan.digits())))
    }

    /// Hands the optimisation to a SAT solver.
    fn hand_over(
        &mut self,
        space: &Space,
        budget: &Budget,
        observe: &mut ObserveImprovements<'_>,
    ) -> Result<Optimum, Failure> {
        let Opened::Sat(solver) = backend::default_for(Route::Sat).open() else {
            return Err(Failure::check(Invariant::NoSatSolver));
        };
        let strategy = Strategy::default();
        let lowered = LoweringRequest::automatic(self.problem, self.roles, budget).to_cnf(Graphs::Propagated);
        let lowered = lowered?;
        let sat = SatSearch::new(self.problem, solver, lowered, strategy, self.listing);
        let (sat, _) = self.sat.insert((sat, space.generators()));
        sat.optimise(budget, observe)
    }
}

impl Search for LinearSearch<'_> {
    fn size(&self) -> Size {
        let (variables, rows) = (self.linear.system.variables(), self.linear.system.rows());
        Size { variables, clauses: None, rows: Some(rows), bounds: Added::default() }
    }

    fn formula(&self) -> String {
        let cost = self.linear.cost.as_ref();
        formula::of_system(
            &self.linear.system,
            cost.map(|cost| (cost.weights.as_slice(), cost.value(0), cost.value(1))),
        )
    }

    fn optimise(&mut self, budget: &Budget, observe: &mut ObserveImprovements<'_>) -> Result<Optimum, Failure> {
        let Some(cost) = &self.linear.cost else {
            return Err(Failure::check(Invariant::NoObjective));
        };
        let weights = cost.weights.clone();
        // No cube was entered: there is one part, or none.
        let space = match self.solve(budget) {
            Err(stop) => return Ok(Optimum::Stopped(stop)),
            Ok(mut parts) => parts.pop(),
        };
        let Some(space) = space else { return Ok(Optimum::Infeasible) };
        self.decided(&space, &weights)?;
        let (weight, first, stop) = match self.solver.lightest(&space, &weights, budget) {
            Lightest::TooMany => return self.hand_over(&space, budget, observe),
            Lightest::Stopped { weight, first, stop } => (weight, first, Some(stop)),
            Lightest::Found { weight, first, count } => {
                self.lightest = Some(count);
                self.wanted = Some((weights, weight));
                (weight, first, None)
            }
        };
        let value = self.linear.cost.as_ref().map_or(0, |cost| cost.value(weight));
        observe(Improvement::Better(&self.assignment(&space, &first)?, value))?;
        self.at = Some((space, first));
        self.pending = true;
        self.parts = Some(Vec::new());
        Ok(stop.map_or(Optimum::Proved(value), Optimum::Stopped))
    }

    fn enter(&mut self, cube: &[Literal]) -> Result<(), Failure> {
        if let Some((sat, _)) = &mut self.sat {
            sat.restrict(cube);
            return Ok(());
        }
        self.cube = self.linear.cube(cube);
        self.parts = None;
        self.at = None;
        self.pending = false;
        Ok(())
    }

    fn count(&mut self, budget: &Budget) -> Result<Option<SearchCount>, Failure> {
        if self.sat.is_some() {
            return Ok(None);
        }
        if let (Some(count), Some([])) = (self.lightest, self.cube.as_deref()) {
            return Ok(Some(SearchCount::Exactly(count.into())));
        }
        let parts = match self.solve(budget) {
            Ok(parts) => parts,
            Err(stop) => return Ok(Some(SearchCount::AtLeast(BigUint::ZERO, stop))),
        };
        let Some((weights, _)) = &self.wanted else {
            return Ok(Some(SearchCount::Exactly(parts.iter().map(Space::count).sum())));
        };
        parts.iter().try_for_each(|space| self.decided(space, weights))?;
        let mut count = 0u64;
        for space in parts {
            let mut scan = self.way(&space);
            loop {
                match self.step(&mut scan, budget) {
                    ScanStep::Solution => count += 1,
                    ScanStep::End => break,
                    ScanStep::Stopped(stop) => return Ok(Some(SearchCount::AtLeast(count.into(), stop))),
                }
            }
        }
        Ok(Some(SearchCount::Exactly(count.into())))
    }

    fn contradiction(&mut self, budget: &Budget) -> Option<Vec<(OriginId, u8)>> {
        let conflict = self.solver.conflict(&self.linear.system, budget)?;
        Some(conflict.0.into_iter().map(|(row, often)| (self.linear.origins[row], often)).collect())
    }

    fn remark(&self) -> Option<String> {
        let (_, generators) = self.sat.as_ref()?;
        let solver = &backend::default_for(Route::Sat).name;
        Some(format!(
            "every solution is one of them plus any of {generators} independent patterns: too many to go through, so \
             that {solver} looked for the best"
        ))
    }

    fn next(&mut self, budget: &Budget) -> Result<NextAssignment, Failure> {
        if let Some((sat, _)) = &mut self.sat {
            return sat.next(budget);
        }
        if self.parts.is_none() {
            match self.solve(budget) {
                Ok(parts) => self.parts = Some(parts),
                Err(stop) => return Ok(NextAssignment::Stopped(stop)),
            }
        }
        loop {
            if let Some((space, mut scan)) = self.at.take() {
                let pending = std::mem::take(&mut self.pending);
                let step = if pending { ScanStep::Solution } else { self.step(&mut scan, budget) };
                let found = match step {
                    ScanStep::Solution => Some(NextAssignment::Found(self.assignment(&space, &scan)?)),
                    ScanStep::Stopped(stop) => Some(NextAssignment::Stopped(stop)),
                    ScanStep::End => None,
                };
                if let Some(found) = found {
                    self.at = Some((space, scan));
                    return Ok(found);
                }
            }
            let Some(space) = self.parts.as_mut().and_then(Vec::pop) else { return Ok(NextAssignment::Exhausted) };
            if let Some((weights, _)) = &self.wanted {
                self.decided(&space, weights)?;
            }
            let scan = self.way(&space);
            self.at = Some((space, scan));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Search, open};
    use super::*;
    use crate::task::Solver;
    use boardwright_base::random::Random;
    use boardwright_ir::constraint::{Constraint, Direction, Origin, Term};
    use std::collections::BTreeSet;

    /// Congruences over integers of `modulus` values, one of them auxiliary and determined, perhaps with an objective.
    fn problem(dice: &mut Random) -> Problem {
        let modulus = 2 + dice.below(5) as i64;
        let mut problem = Problem::new();
        let count = if modulus == 2 { 6 } else { 4 };
        let variables: Vec<_> = (0..count).map(|i| problem.integer(format!("x{i}"), -1..=modulus - 2)).collect();
        let total = problem.auxiliary_integer("total", 0..=modulus - 1);
        let rule = problem.origin(Origin::named(0, "rows"));
        for row in 0..=dice.below(3) {
            let mut term = |&variable| Term::integer(dice.within(0, modulus - 1), variable);
            let mut terms: Vec<Term> = variables.iter().map(&mut term).collect();
            terms.extend((row == 0).then(|| Term::integer(1, total)));
            problem.post(rule, Constraint::Modular { terms, modulus, residue: dice.within(0, 5) });
        }
        if dice.below(2) == 0 {
            let mut terms: Vec<Term> = variables.iter().map(|&x| Term::integer(dice.within(-1, 2), x)).collect();
            terms.push(Term::integer(1, total));
            problem.set_objective(dice.one_of(&[Direction::Minimise, Direction::Maximise]), terms);
        }
        problem
    }

    fn listed(search: &mut dyn Search, what: &str) -> BTreeSet<Vec<i64>> {
        let mut found = BTreeSet::new();
        loop {
            match search.next(&Budget::none()) {
                Ok(NextAssignment::Found(assignment)) => assert!(found.insert(assignment.integers), "{what}: twice"),
                Ok(NextAssignment::Exhausted) => return found,
                _ => panic!("{what}: it has no limit"),
            }
        }
    }

    fn counted(search: &mut dyn Search, what: &str) -> usize {
        match search.count(&Budget::none()) {
            Ok(Some(SearchCount::Exactly(count))) => usize::try_from(count).expect("a small number"),
            Ok(Some(SearchCount::AtLeast(count, stop))) => panic!("{what}: {stop:?} after {count}"),
            _ => panic!("{what}: it counts without visiting each"),
        }
    }

    #[test]
    fn cubes_divide_what_is_listed_and_counted() {
        let mut several = 0;
        for seed in 0..200 {
            let dice = &mut Random(seed);
            let problem = problem(dice);
            let what = format!("seed {seed}: {problem:?}");
            let [mut linear, mut sat] = ["gauss", "batsat"].map(|name| {
                let solver = Solver::new(&backend::find(name).expect("it is in the registry"));
                let mut search = open(&problem, &solver, Roles::FAITHFUL, true, &Budget::none()).expect("it is linear");
                if problem.objective().is_some() {
                    let outcome = search.optimise(&Budget::none(), &mut |_| Ok(())).expect("it has no limit");
                    assert!(!matches!(outcome, Optimum::Stopped(_)), "{what}");
                }
                search
            });
            let count = counted(&mut *linear, &what);
            let all = listed(&mut *linear, &what);
            assert_eq!(all, listed(&mut *sat, &what), "{what}");
            assert_eq!(all.len(), count, "{what}");
            several += usize::from(count > 1);
            let values = problem.integers()[0].domain.clone();
            let (x, y) = (boardwright_ir::constraint::IntVar(0), boardwright_ir::constraint::IntVar(1));
            let value = dice.within(*values.start(), *values.end());
            let bound = dice.within(*values.start(), *values.end() + 1);
            let cubes: [&[Literal]; 4] = [
                &[x.equals(value)],
                &[!x.equals(value), y.at_least(bound), y.at_least(bound - 1)],
                &[!y.at_least(bound), !x.equals(value), x.at_least(value)],
                &[!y.at_least(bound), !x.at_least(value)],
            ];
            let mut left = all;
            for cube in cubes {
                linear.enter(cube).expect("it takes every literal");
                let count = counted(&mut *linear, &what);
                let part = listed(&mut *linear, &what);
                assert_eq!(part.len(), count, "{what}, {cube:?}");
                for found in part {
                    assert!(left.remove(&found), "{what}, {cube:?}: {found:?} is in two parts or in none");
                }
            }
            assert!(left.is_empty(), "{what}: {left:?} is in no part");
        }
        assert!(several > 80, "{several}");
    }

    /// One of each of forty pairs: 2^40 solutions, too many to visit.
    #[test]
    fn a_sat_solver_takes_over_when_there_is_too_much() {
        let mut problem = Problem::new();
        let booleans: Vec<_> = (0..80).map(|index| problem.boolean(format!("b{index}"))).collect();
        let rule = problem.origin(Origin::named(0, "pairs"));
        for pair in booleans.chunks(2) {
            problem.post(rule, Constraint::parity(true, [pair[0].into(), pair[1].into()]));
        }
        problem.set_objective(Direction::Minimise, booleans.iter().map(|&b| Term::literal(1, b)).collect());
        let solver = Solver::new(&backend::find("gauss").expect("it is in the registry"));
        let mut search = open(&problem, &solver, Roles::FAITHFUL, true, &Budget::none()).expect("it is linear");
        assert_eq!(search.remark(), None);
        let optimum = search.optimise(&Budget::none(), &mut |_| Ok(()));
        assert!(matches!(optimum, Ok(Optimum::Proved(40))));
        assert!(search.remark().is_some_and(|remark| remark.contains("40 independent patterns")));
        assert!(matches!(search.next(&Budget::none()), Ok(NextAssignment::Found(_))));
    }
}
