//! The GF(2) side of a task: a system that is solved once, whose solutions are then counted or gone through.
//!
//! A cube fixes variables; where it leaves one several values but not all of them, the system is solved for each of those.
//! After an optimisation only solutions of the least weight are left: they are passed a second time, which takes no memory,
//! however many there are. Where there are too many solutions to go through, a SAT solver looks for the optimum.

use super::{Counted, Found, News, Observe, Optimum, SatSearch, Search, Size, checked};
use crate::backend::{self, Lightest, Limits, Linear, LinearOutcome, Opened, Route, Stop};
use crate::cnf::encode::selection::Selection;
use crate::constraint::{Assignment, Literal, OriginId, Problem, Roles};
use crate::gf2::Space;
use crate::gf2::lower::{self, lower};
use crate::gf2::space::Scan;
use crate::task::Failure;
use crate::task::optimize::Strategy;
use num_bigint::BigUint;

pub(super) struct LinearSearch<'a> {
    problem: &'a Problem,
    solver: Box<dyn Linear>,
    linear: lower::Linear,
    roles: Roles,
    listing: bool,
    /// The residues that each variable of the cube may have; `None` when the cube is empty: one may have none.
    cube: Option<Vec<(u32, Vec<u8>)>>,
    /// The solutions in the cube that were not begun with, in parts, the next one last; `None` before they are worked out.
    parts: Option<Vec<Space>>,
    /// The part that is gone through, and how far.
    at: Option<(Space, Scan)>,
    /// Whether the solution that the way stands at is still to be returned.
    pending: bool,
    /// After an optimisation, the weight of the optimum and the number of solutions that have it.
    lightest: Option<(i64, u64)>,
    /// Where a SAT solver took over: the solver, and the number of generators that were too many.
    sat: Option<(SatSearch<'a>, usize)>,
}

/// What a step leads to.
enum Step {
    Solution,
    End,
    Stopped(Stop),
}

/// So many solutions are passed between two looks at the limits.
const STRIDE: u32 = 1 << 10;

impl<'a> LinearSearch<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        solver: Box<dyn Linear>,
        roles: Roles,
        listing: bool,
    ) -> Result<Self, Failure> {
        let linear = lower(problem).map_err(|reason| not_taken(&reason))?;
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
            lightest: None,
            sat: None,
        })
    }

    /// The solutions in the cube, in parts.
    fn solve(&mut self, limits: &Limits) -> Result<Vec<Space>, Stop> {
        let mut parts = Vec::new();
        if let Some(mut cube) = self.cube.clone() {
            let all = usize::from(self.linear.system.modulus());
            cube.retain(|(_, allowed)| allowed.len() < all);
            // What is fixed first: it may leave the others no choice.
            cube.sort_by_key(|(_, allowed)| allowed.len());
            self.split(&cube, &mut Vec::new(), &mut parts, limits)?;
        }
        parts.reverse();
        Ok(parts)
    }

    /// Adds the solutions that have these variables fixed and keep to the rest of the cube.
    fn split(
        &mut self,
        cube: &[(u32, Vec<u8>)],
        fixed: &mut Vec<(u32, u8)>,
        parts: &mut Vec<Space>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let several = cube.iter().position(|(_, allowed)| allowed.len() > 1).unwrap_or(cube.len());
        let before = fixed.len();
        fixed.extend(cube[..several].iter().map(|(variable, allowed)| (*variable, allowed[0])));
        match self.solver.solve(&self.linear.system, fixed, limits) {
            LinearOutcome::Stopped(stop) => return Err(stop),
            LinearOutcome::Contradiction => {}
            LinearOutcome::Solutions(space) => match &cube[several..] {
                [] => parts.push(space),
                [(variable, allowed), rest @ ..] => {
                    for &value in allowed {
                        fixed.push((*variable, value));
                        self.split(rest, fixed, parts, limits)?;
                        fixed.pop();
                    }
                }
            },
        }
        fixed.truncate(before);
        Ok(())
    }

    /// The beginning of the way through a part: by weight after an optimisation.
    fn way(&self, space: &Space) -> Scan {
        match (&self.linear.cost, self.lightest) {
            (Some(cost), Some(_)) => space.scan(&cost.weights),
            _ => space.scan(&vec![0; self.linear.system.variables()]),
        }
    }

    /// Goes on to the next solution of a part: of the least weight, after an optimisation.
    fn step(&self, scan: &mut Scan, limits: &Limits) -> Step {
        let wanted = self.lightest.map_or(0, |(weight, _)| weight);
        let mut passed = 0u32;
        while let Some(weight) = scan.next_weight() {
            if weight == wanted {
                return Step::Solution;
            }
            passed = passed.wrapping_add(1);
            if passed.is_multiple_of(STRIDE)
                && let Some(stop) = limits.reached()
            {
                return Step::Stopped(stop);
            }
        }
        Step::End
    }

    fn assignment(&self, space: &Space, scan: &Scan) -> Result<Assignment, Failure> {
        checked(self.problem, self.linear.assignment(&space.at(scan.digits())))
    }

    /// Leaves the optimum to a SAT solver.
    fn hand_over(&mut self, space: &Space, limits: &Limits, observe: &mut Observe<'_>) -> Result<Optimum, Failure> {
        let Opened::Sat(solver) = backend::default_for(Route::Sat).open() else {
            return Err(Failure::Check("the default of the route `sat` is no SAT solver".into()));
        };
        let (encoding, strategy) = (Selection::default(), Strategy::default());
        let sat = SatSearch::new(self.problem, solver, &encoding, self.roles, strategy, self.listing)?;
        let (sat, _) = self.sat.insert((sat, space.generators()));
        sat.optimise(limits, observe)
    }
}

fn not_taken(reason: &str) -> Failure {
    Failure::Inapplicable(format!("the route `{}` does not take this problem: {reason}", Route::Gf2.name()))
}

impl Search for LinearSearch<'_> {
    fn size(&self) -> Size {
        Size { variables: self.linear.system.variables(), clauses: None, rows: Some(self.linear.system.rows()) }
    }

    fn optimise(&mut self, limits: &Limits, observe: &mut Observe<'_>) -> Result<Optimum, Failure> {
        let Some(cost) = &self.linear.cost else {
            return Err(Failure::Check("there is nothing to optimise".into()));
        };
        let weights = cost.weights.clone();
        // Nothing was entered yet: it is one part, or none.
        let space = match self.solve(limits) {
            Err(stop) => return Ok(Optimum::Stopped(stop)),
            Ok(mut parts) => parts.pop(),
        };
        let Some(space) = space else { return Ok(Optimum::Infeasible) };
        if space.loose(&weights).is_some() {
            return Err(not_taken("the objective counts variables that the decisions leave open"));
        }
        let (weight, first, stop) = match self.solver.lightest(&space, &weights, limits) {
            Lightest::TooMany => return self.hand_over(&space, limits, observe),
            Lightest::Stopped { weight, first, stop } => (weight, first, Some(stop)),
            Lightest::Found { weight, first, count } => {
                self.lightest = Some((weight, count));
                (weight, first, None)
            }
        };
        let value = self.linear.cost.as_ref().map_or(0, |cost| cost.value(weight));
        observe(News::Better(&self.assignment(&space, &first)?, value))?;
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

    fn count(&mut self, limits: &Limits) -> Result<Option<Counted>, Failure> {
        if self.sat.is_some() {
            return Ok(None);
        }
        if let (Some((_, count)), Some([])) = (self.lightest, self.cube.as_deref()) {
            return Ok(Some(Counted::Exactly(count.into())));
        }
        let parts = match self.solve(limits) {
            Ok(parts) => parts,
            Err(stop) => return Ok(Some(Counted::AtLeast(BigUint::ZERO, stop))),
        };
        if self.lightest.is_none() {
            return Ok(Some(Counted::Exactly(parts.iter().map(Space::count).sum())));
        }
        let mut count = 0u64;
        for space in parts {
            let mut scan = self.way(&space);
            loop {
                match self.step(&mut scan, limits) {
                    Step::Solution => count += 1,
                    Step::End => break,
                    Step::Stopped(stop) => return Ok(Some(Counted::AtLeast(count.into(), stop))),
                }
            }
        }
        Ok(Some(Counted::Exactly(count.into())))
    }

    fn contradiction(&mut self, limits: &Limits) -> Option<Vec<(OriginId, u8)>> {
        let conflict = self.solver.conflict(&self.linear.system, limits)?;
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

    fn next(&mut self, limits: &Limits) -> Result<Found, Failure> {
        if let Some((sat, _)) = &mut self.sat {
            return sat.next(limits);
        }
        if self.parts.is_none() {
            match self.solve(limits) {
                Ok(parts) => self.parts = Some(parts),
                Err(stop) => return Ok(Found::Stopped(stop)),
            }
        }
        loop {
            if let Some((space, mut scan)) = self.at.take() {
                let pending = std::mem::take(&mut self.pending);
                let step = if pending { Step::Solution } else { self.step(&mut scan, limits) };
                let found = match step {
                    Step::Solution => Some(Found::Assignment(self.assignment(&space, &scan)?)),
                    Step::Stopped(stop) => Some(Found::Stopped(stop)),
                    Step::End => None,
                };
                if let Some(found) = found {
                    self.at = Some((space, scan));
                    return Ok(found);
                }
            }
            let Some(space) = self.parts.as_mut().and_then(Vec::pop) else { return Ok(Found::Exhausted) };
            let scan = self.way(&space);
            self.at = Some((space, scan));
        }
    }
}
