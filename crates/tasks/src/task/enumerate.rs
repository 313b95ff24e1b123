//! Solutions of one problem: the first, a number of them, or all; with an objective, the optimal ones.
//!
//! A repeated solution is a bug and stops the run. Every solution is verified.

use super::cubes::{Leaf, NodePath, Outlet, TreeEnd, TreeEvent, leaves};
use super::distinct::Orbits;
use super::event::Event;
use super::facts::{Conclusion, Facts};
use super::failure::{Failure, Invariant, Misuse};
use super::prepared::Prepared;
use super::request::{Ask, Request};
use super::runner::{PROGRESS_EVERY, Runner};
use super::search::orbits::OrbitSearch;
use super::search::{DominantSearch, Improvement, NextAssignment, Optimum, Search, Size, SolverForm, open, open_form};
use super::search::{NumbersSearch, SoughtSearch, Wanted};
use super::setup::Solver;
use super::strategy::Strategy;
use super::symmetries::Breaking;
use super::walk::in_order;
use crate::answer::Remark;
use boardwright_base::budget::Stop;
use boardwright_base::clock::Moment;
use boardwright_ir::constraint::split::Splitter;
use boardwright_ir::constraint::{Constraint, Direction, Dominance, Origin, Posted, Problem, Roles};
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_puzzle::{Decoder, Formulated};
use boardwright_solvers::backend::{self, Route};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The end of a list of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// There are no other solutions.
    Everything,
    /// The requested number of solutions was found.
    Enough,
    /// A limit was reached.
    Stopped(Stop),
}

/// The number of cubes of a list, for any number of threads, because the order of the list depends on it.
const LEAVES: usize = 256;

/// The maximum number of stored digests, which detect repeated solutions. A run that lists more has shown by then that its
/// solver does not repeat solutions.
const REMEMBERED: usize = 2_000_000;

/// A result of the search of a cube.
enum CubeItem {
    Found(Solution),
    /// The cube was searched completely.
    Done {
        path: NodePath,
        share: f64,
    },
}

/// The list of the solutions of cubes.
struct ListedCubes<'r, 'a> {
    runner: &'r Runner<'a>,
    filter: DuplicateFilter,
    wanted: usize,
    listed: usize,
    /// The number of solutions in the current cube.
    in_cube: u64,
    /// The share of the tree that is done.
    share: f64,
}

impl ListedCubes<'_, '_> {
    /// Delivers solutions; `complete`: all cubes before were searched completely.
    fn take(&mut self, items: Vec<CubeItem>, complete: bool) -> Result<ControlFlow<()>, Failure> {
        for item in items {
            match item {
                CubeItem::Found(solution) => {
                    self.in_cube += 1;
                    if !self.filter.accepts(&solution)? {
                        continue;
                    }
                    self.runner.deliver(solution)?;
                    self.listed += 1;
                    if self.listed == self.wanted {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                CubeItem::Done { path, share } => {
                    self.share += share;
                    let count = std::mem::take(&mut self.in_cube).into();
                    // After a cube that a limit has cut short, a checkpoint must not name another one.
                    if complete {
                        self.runner.emit(Event::Cube { node: path, count })?;
                    }
                    let (share, found) = (Some(self.share), self.listed.into());
                    self.runner.emit(Event::Progress { share, found, part: None })?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A filter for the solutions of a list: each once, or one of each orbit if distinct ones are requested.
pub(super) struct DuplicateFilter {
    /// Digests of the solutions so far.
    seen: HashSet<u64>,
    /// A single solution cannot be repeated.
    several: bool,
    orbits: Option<Orbits>,
}

impl DuplicateFilter {
    /// Returns whether a candidate belongs to a known orbit, so that it is verified and not wanted.
    ///
    /// # Errors
    /// As [`DuplicateFilter::accepts`].
    pub(super) fn rejects(&mut self, candidate: &Candidate) -> Result<bool, Failure> {
        let known = self.orbits.as_ref().is_some_and(|orbits| orbits.contains(candidate));
        if known {
            self.note(candidate)?;
        }
        Ok(known)
    }

    fn note(&mut self, candidate: &Candidate) -> Result<(), Failure> {
        if self.several && self.seen.len() < REMEMBERED && !self.seen.insert(candidate.digest()) {
            return Err(Failure::check(Invariant::FoundTwice));
        }
        Ok(())
    }

    /// Returns whether a solution is wanted.
    ///
    /// # Errors
    /// If it occurs for the second time. Two different solutions with one digest would fail, too; among two million solutions
    /// the probability is one in ten million.
    pub(super) fn accepts(&mut self, solution: &Solution) -> Result<bool, Failure> {
        self.note(solution.candidate())?;
        self.orbits.as_mut().map_or(Ok(true), |orbits| orbits.is_new(solution))
    }
}

impl Runner<'_> {
    /// A board, or boards.
    pub(super) fn board(&self, formulation: &str, solver: &Solver) -> Result<Conclusion, Failure> {
        let formulated = self.formulated(formulation, None)?;
        let Formulated { problem, decode, .. } = &formulated;
        if problem.objective().is_none() && solver.search.is_some() {
            return Err(Misuse::SearchWithoutObjective.into());
        }
        let (work, route) = (&self.request.work, solver.backend.route());
        if route == Route::ExactCover
            && problem.objective().is_none()
            && self.request.ask != Ask::One
            && !work.checkpoint
        {
            let listed = self.list_cover(&formulated, solver)?;
            return match listed {
                Listed::Everything if self.found() == 0 => self.none(problem, solver),
                _ => Ok(self.concluded(listed)),
            };
        }
        let mut search = match self.sought(problem, solver)? {
            Some(sought) => sought,
            None => self.opened_by_orbits(&formulated, solver)?,
        };
        let mut optimum = None;
        if problem.objective().is_some() {
            let strategy = search.strategy();
            self.facts.update(|facts| facts.search = strategy.map(Strategy::name));
            match self.optimised(&mut *search, decode)? {
                Optimum::Stopped(stop) => return Ok(Conclusion::stopped(stop)),
                Optimum::Infeasible => return self.none(problem, solver),
                Optimum::Proved(value) => optimum = Some(value),
            }
        }
        let remark = search.remark();
        // Elimination visits all optimal solutions at once; cubes would repeat that.
        let uncut = optimum.is_some() && solver.backend.route() == Route::Gf2;
        let dominance = self.dominance(problem, solver);
        let listed = if self.request.work.is_plain() || uncut || dominance.is_some() {
            self.listed(&mut *search, decode)?
        } else {
            let fixed = optimum.map(|value| Problem::clone(problem).with_objective_value(value));
            self.listed_by_cubes(fixed.as_ref().unwrap_or(problem), decode, solver, None)?
        };
        if listed == Listed::Everything && self.found() == 0 {
            return self.none(problem, solver);
        }
        let conclusion = self.concluded(listed).with_optimum(optimum);
        Ok(match (listed, remark) {
            (Listed::Everything | Listed::Enough, Some(reason)) => Conclusion { reason: reason.into(), ..conclusion },
            _ => conclusion,
        })
    }

    /// Concludes that there is no solution, with the reason unless it took a search.
    pub(super) fn none(&self, problem: &Problem, solver: &Solver) -> Result<Conclusion, Failure> {
        let found = contradiction(problem);
        if !found.is_empty() || solver.backend.route() != Route::Gf2 {
            return Ok(Conclusion::none(found));
        }
        let added = self.opened(problem, solver)?.contradiction(self.budget).unwrap_or_default();
        let added: Vec<(&Origin, u8)> = added.iter().map(|&(id, often)| (problem.origin_of(id), often)).collect();
        let family = self.request.loaded.instance.explanation();
        Ok(match family.filter(|_| !added.is_empty()).and_then(|family| family.contradiction(&added)) {
            Some(argument) => Conclusion::none(argument),
            None => {
                let added: Vec<(Origin, u8)> =
                    added.into_iter().map(|(origin, often)| (origin.clone(), often)).collect();
                Conclusion::none(added)
            }
        })
    }

    /// The constraints of a formulation. Their time is recorded: that of the setup's own problem is among the first facts.
    pub(super) fn formulated(&self, formulation: &str, horizon: Option<usize>) -> Result<Formulated, Failure> {
        let (Prepared { formulated, seconds }, roles) = self.request.posed(formulation, horizon, self.budget)?;
        let first = self.request.output.digests && self.facts.of(|facts| facts.statistics.problem.is_none());
        let digest = first.then(|| formulated.problem.digest(roles));
        self.facts.update(|facts| {
            facts.statistics.problem = facts.statistics.problem.take().or(digest);
            facts.statistics.seconds.constrain += seconds;
            facts.statistics.constraints = Some(formulated.problem.constraints().len());
            let objective = formulated.problem.objective();
            facts.maximises = objective.is_some_and(|objective| objective.direction == Direction::Maximise);
        });
        Ok(formulated)
    }

    /// A search over a problem, lowered, timed.
    pub(super) fn opened<'a>(&self, problem: &'a Problem, solver: &Solver) -> Result<Box<dyn Search + 'a>, Failure> {
        let start = Moment::now();
        let listing = self.request.ask != Ask::One;
        let search: Box<dyn Search> = match self.dominance(problem, solver) {
            Some(dominance) => Box::new(DominantSearch::new(problem, dominance, solver, self.budget)?),
            None => open(problem, solver, self.request.posing().roles(), listing, self.budget)?,
        };
        self.lowered(&*search, start);
        Ok(search)
    }

    /// Searches for one or two solutions over a frontier or as whole numbers, if no route was chosen and the problem is suited to
    /// it; `None` if that does not answer the question.
    pub(super) fn sought<'a>(
        &self,
        problem: &'a Problem,
        solver: &Solver,
    ) -> Result<Option<Box<dyn Search + 'a>>, Failure> {
        let Request { ask, work, .. } = self.request;
        let wanted = match ask {
            Ask::One => Wanted::First,
            Ask::UpTo(2) => Wanted::Two,
            Ask::Count => Wanted::AtMostOne,
            _ => return Ok(None),
        };
        if !solver.automatic
            || solver.seed != 0
            || work.symmetries.distinct.is_some()
            || !work.is_plain()
            || work.checkpoint
        {
            return Ok(None);
        }
        let start = Moment::now();
        let swept = SoughtSearch::new(problem, wanted, self.budget)?;
        let numbers = if swept.is_none() { NumbersSearch::new(problem, wanted, self.budget)? } else { None };
        self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        let search: Box<dyn Search + 'a> = match (swept, numbers) {
            (Some(swept), _) => {
                self.counted_by(backend::default_for(Route::Frontier));
                self.facts.remark(Remark::DepthFirst);
                Box::new(swept)
            }
            (None, Some(numbers)) => {
                self.facts.update(|facts| {
                    (facts.route, facts.backend) = (None, None);
                    facts.encoding.clear();
                });
                self.facts.remark(Remark::WholeNumbers);
                Box::new(numbers)
            }
            (None, None) => return Ok(None),
        };
        self.lowered(&*search, Moment::now());
        Ok(Some(search))
    }

    /// Returns what is known of dominated solutions, if the question is whether there are two and a solver searches for them.
    pub(super) fn dominance<'p>(&self, problem: &'p Problem, solver: &Solver) -> Option<&'p Dominance> {
        let work = &self.request.work;
        let asks_for_two = matches!(self.request.ask, Ask::UpTo(0..=2)) && work.symmetries.distinct.is_none();
        let is_whole = !work.checkpoint && work.leaf_time.is_none();
        let wanted = asks_for_two && is_whole && work.symmetries.breaking != Some(Breaking::Off);
        problem.dominance().filter(|_| wanted && solver.backend.route() == Route::Sat)
    }

    /// Records the form of a search that was opened since `start`.
    pub(super) fn lowered(&self, search: &dyn Search, start: Moment) {
        let size = search.size();
        self.digested(search);
        self.facts.update(|facts| {
            facts.statistics.seconds.lower += start.elapsed().as_secs_f64();
            facts.statistics.rows = size.rows;
        });
        self.measured(search);
    }

    /// Records the digest of the solver's input, if requested.
    fn digested(&self, search: &dyn Search) {
        if self.request.output.digests {
            let (formula, bounds) = (search.formula(), search.bounds());
            self.facts.update(|facts| {
                facts.statistics.formulas.push(formula);
                facts.statistics.bounds = bounds;
            });
        }
    }

    /// Records the current size of the formula.
    fn measured(&self, search: &dyn Search) {
        let Size { variables, clauses, bounds, .. } = search.size();
        self.facts.update(|facts| {
            facts.statistics.variables = Some(variables);
            facts.statistics.clauses = clauses;
            let bounds = Some(bounds).filter(|bounds| clauses.is_some() && bounds.clauses > 0);
            facts.statistics.bound_variables = bounds.map(|bounds| bounds.variables);
            facts.statistics.bound_clauses = bounds.map(|bounds| bounds.clauses);
        });
    }

    /// Returns whether symmetries may shorten a list. Two solutions are found sooner than symmetries.
    pub(super) fn wants_orbits(&self) -> bool {
        !matches!(self.request.ask, Ask::One | Ask::UpTo(0..=2))
    }

    /// Returns a search for all solutions, which uses one branch of each orbit if the symmetries allow it.
    pub(super) fn opened_by_orbits<'a>(
        &self,
        formulated: &'a Formulated,
        solver: &Solver,
    ) -> Result<Box<dyn Search + 'a>, Failure> {
        let mut search = self.opened(&formulated.problem, solver)?;
        let lists = !matches!(solver.backend.route(), Route::Gf2 | Route::Frontier);
        let wanted = self.wants_orbits() && lists;
        match wanted.then(|| self.branches(&formulated.problem, formulated, &mut *search)).flatten() {
            Some(branches) => Ok(Box::new(OrbitSearch::new(search, branches))),
            None => Ok(search),
        }
    }

    pub(super) fn optimised(&self, search: &mut dyn Search, decode: &Decoder) -> Result<Optimum, Failure> {
        let start = Moment::now();
        let optimum = search.optimise(self.budget, &mut |improvement| match improvement {
            Improvement::Better(assignment, value) => {
                let solution = self.verified(decode(assignment))?;
                self.facts.update(|facts| {
                    facts.best = Some(value);
                    facts.incumbent = Some(solution.clone());
                });
                self.emit(Event::Better { value, solution: Box::new(solution) })
            }
            Improvement::Bound(value) => {
                self.facts.update(|facts| facts.bound = Some(value));
                self.emit(Event::Bound { value, is_upper: self.facts.of(|facts| facts.maximises) })
            }
        })?;
        if let Optimum::Proved(value) = optimum {
            self.facts.update(|facts| (facts.best, facts.bound) = (Some(value), Some(value)));
        }
        self.spent(search, start);
        self.measured(search);
        Ok(optimum)
    }

    /// Adds the effort of the solver since `start`.
    pub(super) fn spent(&self, search: &dyn Search, start: Moment) {
        let effort = search.effort();
        self.facts.update(|facts| {
            facts.statistics.seconds.solve += start.elapsed().as_secs_f64();
            facts.statistics.effort = effort.unwrap_or_default();
        });
    }

    /// Returns the filter of this list.
    pub(super) fn filter(&self) -> Result<DuplicateFilter, Failure> {
        Ok(DuplicateFilter { seen: HashSet::new(), several: self.request.ask != Ask::One, orbits: self.orbits()? })
    }

    /// Lists solutions, each verified and different.
    pub(super) fn listed(&self, search: &mut dyn Search, decode: &Decoder) -> Result<Listed, Failure> {
        let wanted = self.request.ask.wanted();
        let mut filter = self.filter()?;
        let mut listed = 0;
        let mut reported = Moment::now();
        while listed < wanted {
            let start = Moment::now();
            let found = search.next(self.budget)?;
            self.spent(search, start);
            let assignment = match found {
                NextAssignment::Found(assignment) => assignment,
                NextAssignment::Exhausted => return Ok(Listed::Everything),
                NextAssignment::Stopped(stop) => return Ok(Listed::Stopped(stop)),
            };
            let candidate = decode(&assignment);
            if filter.rejects(&candidate)? {
                continue;
            }
            let solution = self.verified(candidate)?;
            if !filter.accepts(&solution)? {
                continue;
            }
            self.deliver(solution)?;
            listed += 1;
            if reported.elapsed() >= PROGRESS_EVERY {
                reported = Moment::now();
                self.emit(Event::Progress { share: search.share(), found: listed.into(), part: None })?;
            }
        }
        Ok(Listed::Enough)
    }

    /// Lists solutions cube by cube, on several threads. They are in the order of the cubes and, within each, in the order in which
    /// a new search finds them, so the list does not depend on the number of threads. Cubes that an earlier run has finished are
    /// skipped.
    pub(super) fn listed_by_cubes(
        &self,
        problem: &Problem,
        decode: &Decoder,
        solver: &Solver,
        horizon: Option<usize>,
    ) -> Result<Listed, Failure> {
        let start = Moment::now();
        let wanted = self.request.ask.wanted();
        let splitter = Splitter::new(problem);
        let mut share = 0.0;
        let root = NodePath::root(horizon, 0);
        let (leaves, _) = leaves::<()>(&splitter, root, LEAVES, &self.request.work.finished, &mut |event| {
            match event {
                TreeEvent::Earlier { share: its, count } => {
                    share += its;
                    self.facts.update(|facts| facts.found += u64::try_from(&count).unwrap_or(u64::MAX));
                }
                TreeEvent::Split { path, children } => self.emit(Event::Split { node: path, children })?,
                TreeEvent::Partial(()) | TreeEvent::Done { .. } => {}
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let form = SolverForm::of(problem, solver, Roles::FAITHFUL, true, self.budget)?;
        let over = Arc::new(AtomicBool::new(false));
        let budget = self.budget.until(&over);
        let opened = || open_form(problem, form.clone(), solver, Roles::FAITHFUL, true, &budget);
        let verifier = self.verifier;
        let worker = || {
            let mut search: Option<Box<dyn Search + '_>> = None;
            let (budget, form, opened) = (&budget, &form, &opened);
            move |leaf: Leaf, outlet: &mut dyn Outlet<Leaf, CubeItem>| -> Result<Option<Stop>, Failure> {
                // Clauses learned in other cubes would change the order of the solutions in this one.
                let search = match search.take().filter(|_| form.forgets()) {
                    Some(kept) => search.insert(kept),
                    None => search.insert(opened()?),
                };
                search.enter(&leaf.cube)?;
                loop {
                    match search.next(budget)? {
                        NextAssignment::Found(assignment) => {
                            if outlet.put(CubeItem::Found(verifier.verified(decode(&assignment))?)).is_break() {
                                return Ok(Some(Stop::Interrupted));
                            }
                        }
                        NextAssignment::Exhausted => {
                            let _ = outlet.put(CubeItem::Done { path: leaf.path, share: leaf.share });
                            return Ok(None);
                        }
                        NextAssignment::Stopped(stop) => return Ok(Some(stop)),
                    }
                }
            }
        };
        let mut cubes = ListedCubes { runner: self, filter: self.filter()?, wanted, listed: 0, in_cube: 0, share };
        let threads = self.request.work.threads;
        let outcome = in_order(leaves, threads, &over, worker, &mut |items, complete| cubes.take(items, complete))?;
        self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        Ok(match outcome {
            TreeEnd::Complete => Listed::Everything,
            TreeEnd::Enough => Listed::Enough,
            // A thread that was stopped because another one reached a limit has not reached one itself.
            TreeEnd::Stopped(stop) => Listed::Stopped(self.budget.reached().unwrap_or(stop)),
        })
    }

    /// Returns the number of delivered solutions.
    fn found(&self) -> u64 {
        self.facts.of(|facts| facts.found)
    }

    /// Returns whether a solution is known to exist.
    pub(super) fn has_solution(&self) -> bool {
        self.facts.of(Facts::has_solution)
    }

    /// Returns the conclusion from a list.
    pub(super) fn concluded(&self, listed: Listed) -> Conclusion {
        match listed {
            Listed::Everything if self.found() == 0 => Conclusion::none(""),
            Listed::Everything => Conclusion::counted(self.found().into()),
            Listed::Enough => Conclusion::default(),
            Listed::Stopped(stop) => Conclusion::stopped(stop),
        }
    }
}

/// Returns the contradiction that the formulation itself found (unequal areas, counts that cannot add up); empty if it took a search.
fn contradiction(problem: &Problem) -> Vec<(Origin, u8)> {
    let empty = |posted: &&Posted| matches!(&posted.constraint, Constraint::Clause(literals) if literals.is_empty());
    let found = problem.constraints().iter().find(empty).map(|posted| problem.origin_of(posted.origin));
    found.map(|origin| (origin.clone(), 1)).into_iter().collect()
}
