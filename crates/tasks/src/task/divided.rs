//! Counts that are divided into the leaves of a tree: for several threads, or to be saved in a checkpoint.

use super::count::{Bound, Listed, Tally, visit};
use super::cubes::{Exploration, Leaf, LeafEnd, NodePath, Partial, TreeEnd, TreeEvent};
use super::event::Event;
use super::failure::Failure;
use super::runner::{PROGRESS_EVERY, Runner, Verifier};
use super::search::{NextAssignment, Search, open};
use super::setup::Solver;
use super::walk::explore;
use boardwright_base::budget::Budget;
use boardwright_base::clock::Moment;
use boardwright_ir::constraint::split::Splitter;
use boardwright_ir::constraint::{Assignment, Problem, Roles};
use boardwright_puzzle::Decoder;
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// The number of leaves that threads share: far more than threads, because some take much longer than others.
const LEAVES: usize = 256;

impl Runner<'_> {
    /// Counts a part in the first turns, or, if they do not suffice, by cubes on several threads, starting from known results.
    pub(super) fn divided(
        &self,
        problem: &Problem,
        root: NodePath,
        solver: &Solver,
        decode: Option<&Decoder>,
        bound: &Bound,
    ) -> Result<Tally, Failure> {
        if let Some(tally) = self.in_first_turns(problem, solver, decode, bound)? {
            return Ok(tally);
        }
        let start = Moment::now();
        let part = decode.is_none().then(|| root.0.last().map_or(1, |index| index + 1));
        let splitter = Splitter::new(problem);
        let (mut share, mut count) = (0.0, BigUint::ZERO);
        let found = FoundInLeaves::default();
        // The leaves of a checkpoint must be short.
        let at_once = self.request.work.threads > 0 && !self.request.work.checkpoint;
        let exploration = Exploration {
            threads: self.request.work.threads,
            leaf_time: self.request.work.leaf_time.filter(|_| !at_once),
            at_once: at_once.then_some(LEAVES),
            finished: &self.request.work.finished,
        };
        let (budget, verifier) = (self.budget, self.verifier);
        let worker = || {
            let mut counter = LeafCounter { problem, solver, decode, budget, verifier, found: &found, search: None };
            move |leaf: &Leaf, partial: &mut Partial<'_, BigUint>| counter.count(leaf, partial)
        };
        let end = explore(&splitter, root, &exploration, worker, &mut |event| {
            match event {
                TreeEvent::Earlier { share: its, count: earlier } => {
                    share += its;
                    count += earlier;
                    self.facts.raise(bound.of(&count));
                }
                TreeEvent::Partial(here) => {
                    self.emit(Event::Progress { share: Some(share), found: &count + here, part: None })?;
                }
                TreeEvent::Done { path, share: its, result } => {
                    share += its;
                    count += &result;
                    self.facts.raise(bound.of(&count));
                    self.emit(Event::Cube { node: path, count: result })?;
                    self.emit(Event::Progress { share: Some(share), found: count.clone(), part })?;
                }
                TreeEvent::Split { path, children } => self.emit(Event::Split { node: path, children })?,
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.facts.update(|facts| facts.statistics.seconds.solve += start.elapsed().as_secs_f64());
        let FoundInLeaves { example, cut_short } = found;
        if let TreeEnd::Stopped(stop) = end {
            let cut_short = cut_short.into_inner().unwrap_or_else(PoisonError::into_inner);
            return Ok(Tally::Stopped { at_least: count + cut_short, stop });
        }
        let mut example = example.into_inner().unwrap_or_else(PoisonError::into_inner);
        if example.is_none() && count > BigUint::ZERO {
            // An earlier run has counted everything.
            if let NextAssignment::Found(found) =
                open(problem, solver, Roles::FAITHFUL, true, self.budget)?.next(self.budget)?
            {
                example = Some(found);
            }
        }
        Ok(Tally::Exactly { count, example })
    }
}

/// The results of leaves, other than counts.
#[derive(Default)]
struct FoundInLeaves {
    example: Mutex<Option<Assignment>>,
    /// The number of solutions in leaves that a limit interrupted.
    cut_short: Mutex<BigUint>,
}

/// Counts leaf by leaf, with one search as long as it can be reused.
struct LeafCounter<'a> {
    problem: &'a Problem,
    solver: &'a Solver,
    decode: Option<&'a Decoder>,
    budget: &'a Budget,
    verifier: Verifier<'a>,
    found: &'a FoundInLeaves,
    search: Option<Box<dyn Search + 'a>>,
}

impl LeafCounter<'_> {
    fn count(&mut self, leaf: &Leaf, partial: &mut Partial<'_, BigUint>) -> Result<LeafEnd<BigUint>, Failure> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None => open(self.problem, self.solver, Roles::FAITHFUL, true, self.budget)?,
        };
        search.enter(&leaf.cube)?;
        let budget = self.budget.at_most(leaf.leaf_time);
        let mut reported = Moment::now();
        let mut listed = Listed::default();
        let visited = visit(self.verifier, &mut *search, self.decode, &budget, &mut listed, None, &mut |here| {
            // The solutions of a part are not solutions of the whole.
            if self.decode.is_some() && reported.elapsed() >= PROGRESS_EVERY {
                reported = Moment::now();
                partial(here.clone())?;
            }
            Ok(())
        });
        match visited?.expect("only a number of solutions ends it early") {
            Tally::Exactly { count, example: found } => {
                if let Some(found) = found {
                    self.found.example.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                }
                self.search = Some(search);
                Ok(LeafEnd::Done(count))
            }
            // A stopped solver may be unusable, and one that has excluded solutions must not continue in a smaller cube.
            Tally::Stopped { at_least, .. } => {
                if self.budget.reached().is_some() {
                    *self.found.cut_short.lock().unwrap_or_else(PoisonError::into_inner) += at_least;
                }
                Ok(self.budget.reached().map_or(LeafEnd::Late, LeafEnd::Stopped))
            }
        }
    }
}
