//! Exact covers: counts and lists by leaves, which any number of threads search with the same results.
//!
//! The roots are the whole search, or one branch of each orbit of the symmetries. A leaf that takes long gives parts away, after
//! a number of nodes and in the order of its search, and continues with the rest; nothing is searched twice. Who searches a leaf
//! changes neither the leaf nor its place: the same solutions come in the same order with any number of threads, after the same
//! number of nodes. Start at [`CoverTree`].

use super::count::{Bound, Tally};
use super::cubes::{NodePath, Outlet, TreeEnd};
use super::enumerate::{DuplicateFilter, Listed};
use super::event::Event;
use super::failure::{BadCount, Failure};
use super::runner::{PROGRESS_EVERY, Runner};
use super::search::{CoverSearch, SolverForm, open_cover};
use super::setup::Solver;
use super::turns::CoverSweeps;
use super::walk::in_order;
use boardwright_base::budget::{Budget, Stop};
use boardwright_base::clock::Moment;
use boardwright_cover::Cube;
use boardwright_ir::constraint::symmetric::{Action, Branch};
use boardwright_ir::constraint::{Assignment, Literal, Problem, Roles};
use boardwright_puzzle::Formulated;
use boardwright_puzzle::solution::{Candidate, Solution};
use boardwright_solvers::backend::{CoverCount, CoverOutcome, Effort, Given};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of nodes after which a leaf gives parts away: some hundredths of a second. Each part starts without the states that
/// the leaf knows, which costs 8 % more nodes on 6x10 with a quarter of this.
const NODES_BEFORE_SHARING: u64 = 1 << 16;

/// A part of the search.
#[derive(Clone)]
struct Leaf {
    path: NodePath,
    /// The share of the whole tree.
    share: f64,
    /// The branch that it belongs to.
    branch: usize,
    cube: Cube,
}

/// A result of the work on a leaf.
enum Item<R> {
    /// A result, and the number of nodes until then.
    Result(R, u64),
    /// The leaf goes on, after this number of nodes.
    Paused(u64),
    /// The node was split into this number of children; the leaf continues as the first one.
    Split(NodePath, u32),
    /// The leaf is done, after this number of nodes.
    Done { path: NodePath, share: f64, nodes: u64 },
}

impl Leaf {
    /// Gives parts of the leaf away.
    fn give<R>(&mut self, given: Given, outlet: &mut dyn Outlet<Leaf, Item<R>>) -> ControlFlow<()> {
        let share = self.share * given.share;
        let child = |index: usize| {
            let mut path = self.path.clone();
            path.0.push(index as u32);
            path
        };
        let flow = outlet.put(Item::Split(self.path.clone(), 1 + given.cubes.len() as u32));
        let cubes = given.cubes.into_iter().enumerate();
        let leaves: Vec<Leaf> =
            cubes.map(|(index, cube)| Leaf { path: child(index + 1), share, cube, ..*self }).collect();
        self.path = child(0);
        self.share -= share * leaves.len() as f64;
        outlet.give(leaves);
        flow
    }
}

/// A search that leaves divide.
struct CoverTree<'a> {
    problem: &'a Problem,
    solver: &'a Solver,
    form: SolverForm,
    branches: Vec<Branch>,
    roots: Vec<Leaf>,
    /// The number of nodes of the search that decided about the branches.
    nodes: u64,
}

impl CoverTree<'_> {
    fn open(&self) -> Result<CoverSearch<'_>, Failure> {
        let mut search = open_cover(self.problem, self.form.clone(), self.solver)?;
        search.give_every(NODES_BEFORE_SHARING);
        Ok(search)
    }

    fn images(&self, leaf: &Leaf) -> &[Arc<Action>] {
        &self.branches[leaf.branch].images
    }

    /// Returns a worker that counts.
    fn counter<'b>(&'b self, budget: &'b Budget) -> impl FnMut(Leaf, &mut Out<'_, BigUint>) -> LeafEnd + 'b {
        let mut search: Option<CoverSearch<'b>> = None;
        move |mut leaf, outlet| {
            let search = match &mut search {
                Some(search) => search,
                None => search.insert(self.open()?),
            };
            search.enter_options(&leaf.cube);
            let (before, images) = (search.nodes(), self.images(&leaf).len());
            loop {
                let counted = search.count_leaf(budget);
                let nodes = search.nodes() - before;
                let (count, stop) = match counted {
                    CoverCount::Exactly(count) => (count, None),
                    CoverCount::AtLeast(count, stop) => (count, Some(stop)),
                    CoverCount::Given(given) => {
                        let mut flow = outlet.put(Item::Paused(nodes));
                        if flow.is_continue() && !given.cubes.is_empty() {
                            flow = leaf.give(given, outlet);
                        }
                        match flow {
                            ControlFlow::Continue(()) => continue,
                            ControlFlow::Break(()) => return Ok(Some(Stop::Interrupted)),
                        }
                    }
                };
                let put = outlet.put(Item::Result(count * images, nodes));
                if stop.is_none() && put.is_continue() {
                    let _ = outlet.put(Item::Done { path: leaf.path, share: leaf.share, nodes });
                }
                return Ok(stop);
            }
        }
    }

    /// Returns a worker that finds all solutions; `turn` converts them.
    fn lister<'b, R>(
        &'b self,
        budget: &'b Budget,
        turn: &'b impl Fn(&Assignment) -> Result<R, Failure>,
    ) -> impl FnMut(Leaf, &mut Out<'_, R>) -> LeafEnd + 'b {
        let mut search: Option<CoverSearch<'b>> = None;
        move |mut leaf, outlet| {
            let search = match &mut search {
                Some(search) => search,
                None => search.insert(self.open()?),
            };
            search.enter_options(&leaf.cube);
            let before = search.nodes();
            loop {
                let found = search.next_leaf(budget);
                let nodes = search.nodes() - before;
                match found {
                    CoverOutcome::Solution(chosen) => {
                        let found = search.assignment(&chosen)?;
                        for action in self.images(&leaf) {
                            if outlet.put(Item::Result(turn(&action.image(&found))?, nodes)).is_break() {
                                return Ok(Some(Stop::Interrupted));
                            }
                        }
                    }
                    CoverOutcome::Exhausted => {
                        let _ = outlet.put(Item::Done { path: leaf.path, share: leaf.share, nodes });
                        return Ok(None);
                    }
                    CoverOutcome::Given(given) => {
                        if leaf.give(given, outlet).is_break() {
                            return Ok(Some(Stop::Interrupted));
                        }
                    }
                    CoverOutcome::Stopped(stop) => return Ok(Some(stop)),
                }
            }
        }
    }

    /// Returns the first solution, if there is one before a limit.
    fn first(&self, threads: usize, budget: &Budget) -> Result<Option<Assignment>, Failure> {
        let over = Arc::new(AtomicBool::new(false));
        let budget = budget.until(&over);
        let mut first = None;
        let worker = || self.lister(&budget, &|found: &Assignment| Ok(found.clone()));
        in_order(self.roots.clone(), threads, &over, worker, &mut |items, _| {
            for item in items {
                if let Item::Result(found, _) = item {
                    first.get_or_insert(found);
                }
            }
            Ok(if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(first)
    }
}

type Out<'a, R> = dyn Outlet<Leaf, Item<R>> + 'a;
type LeafEnd = Result<Option<Stop>, Failure>;

/// A listed solution.
enum Boarded {
    Verified(Solution),
    /// To be verified unless its orbit is known.
    Candidate(Candidate),
}

/// The leaves done so far, for events.
struct Done<'r, 'a> {
    runner: &'r Runner<'a>,
    share: f64,
    nodes: u64,
    /// The part of a count that multiplies, from 1.
    part: Option<u32>,
    reported: Moment,
}

impl Done<'_, '_> {
    /// Reports that a node was split. Without threads there are no such events.
    fn split(&self, node: NodePath, children: u32) -> Result<(), Failure> {
        match self.runner.request.work.threads {
            0 | 1 => Ok(()),
            _ => self.runner.emit(Event::Split { node, children }),
        }
    }

    /// Adds a leaf that is done, with this number of solutions.
    fn add(&mut self, path: NodePath, share: f64, nodes: u64, count: BigUint) -> Result<(), Failure> {
        self.share += share;
        self.nodes += nodes;
        match self.runner.request.work.threads {
            0 | 1 => Ok(()),
            _ => self.runner.emit(Event::Cube { node: path, count }),
        }
    }

    /// Reports the progress from time to time.
    fn progress(&mut self, found: impl Into<BigUint>) -> Result<(), Failure> {
        if self.reported.elapsed() < PROGRESS_EVERY {
            return Ok(());
        }
        self.reported = Moment::now();
        self.runner.emit(Event::Progress { share: Some(self.share), found: found.into(), part: self.part })
    }
}

impl<'a> Runner<'a> {
    /// Opens the tree of a problem; `formulated` is the puzzle if the problem is the whole of it and its symmetries may be used.
    fn cover_tree<'p>(
        &self,
        problem: &'p Problem,
        formulated: Option<&Formulated>,
        solver: &'p Solver,
        root: &NodePath,
    ) -> Result<CoverTree<'p>, Failure> {
        let start = Moment::now();
        let form = SolverForm::of(problem, solver, Roles::FAITHFUL, true, self.budget)?;
        let mut search = open_cover(problem, form.clone(), solver)?;
        self.lowered(&search, start);
        let branches = formulated.and_then(|formulated| self.branches(problem, formulated, &mut search));
        let whole = || vec![Branch { cube: Vec::new(), images: vec![Arc::new(Action::identity(problem))] }];
        let branches = branches.unwrap_or_else(whole);
        let share = 1.0 / branches.len() as f64;
        let leaf = |(branch, found): (usize, &Branch)| {
            let literals: Vec<Literal> = found.cube.iter().map(|&variable| variable.into()).collect();
            let mut path = root.clone();
            path.0.push(branch as u32);
            Some(Leaf { path, share, branch, cube: search.options(&literals)? })
        };
        let roots = branches.iter().enumerate().filter_map(leaf).collect();
        Ok(CoverTree { problem, solver, form, nodes: search.nodes(), branches, roots })
    }

    fn done(&self, tree: &CoverTree<'_>, root: NodePath, part: Option<u32>) -> Result<Done<'_, 'a>, Failure> {
        let done = Done { runner: self, share: 0.0, nodes: tree.nodes, part, reported: Moment::now() };
        done.split(root, tree.branches.len() as u32)?;
        Ok(done)
    }

    /// Adds the effort of leaves since `start`.
    fn spent_on_leaves(&self, nodes: u64, start: Moment) {
        self.facts.update(|facts| {
            facts.statistics.seconds.solve += start.elapsed().as_secs_f64();
            facts.statistics.effort = Effort { decisions: Some(nodes), ..Effort::default() };
        });
    }

    /// Counts the solutions of a problem without an objective; `of_whole` is the puzzle if the problem is the whole of it. Without
    /// a bound the count is not about the answer.
    pub(super) fn count_cover(
        &self,
        problem: &Problem,
        of_whole: Option<&Formulated>,
        solver: &Solver,
        root: NodePath,
        bound: Option<&Bound>,
    ) -> Result<Tally, Failure> {
        let tree = self.cover_tree(problem, of_whole, solver, &root)?;
        let (start, threads) = (Moment::now(), self.request.work.threads);
        let part = of_whole.is_none().then(|| root.0.last().map_or(1, |index| index + 1));
        let mut done = self.done(&tree, root, part)?;
        let over = Arc::new(AtomicBool::new(false));
        let budget = self.budget.until(&over);
        let mut sweeps = CoverSweeps::new(problem, solver);
        let decode = of_whole.map(|formulated| &formulated.decode);
        let mut swept = None;
        let (mut total, mut here, mut stopped) = (BigUint::ZERO, BigUint::ZERO, 0);
        let end = in_order(tree.roots.clone(), threads, &over, || tree.counter(&budget), &mut |items, _| {
            for item in items {
                match item {
                    Item::Result(count, nodes) => {
                        total += &count;
                        (here, stopped) = (count, nodes);
                        if let Some(bound) = bound {
                            self.facts.raise(bound.of(&total));
                        }
                    }
                    Item::Paused(nodes) => {
                        stopped = nodes;
                        swept = sweeps.turn(self, done.nodes + nodes, decode, &total)?;
                        if swept.is_some() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    Item::Split(path, children) => done.split(path, children)?,
                    Item::Done { path, share, nodes } => {
                        stopped = 0;
                        done.add(path, share, nodes, std::mem::take(&mut here))?;
                        done.progress(total.clone())?;
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.spent_on_leaves(done.nodes + stopped, start);
        if let Some(tally) = swept {
            return Ok(tally);
        }
        if let TreeEnd::Stopped(stop) = end {
            return Ok(Tally::Stopped { at_least: total, stop: self.budget.reached().unwrap_or(stop) });
        }
        let some = total > BigUint::ZERO;
        // All threads look for a solution that should not exist.
        let example = tree.first(if some { 1 } else { threads }, self.budget)?;
        match &example {
            None if some && self.budget.reached().is_none() => Err(Failure::check(BadCount::NoneFound(total))),
            Some(_) if !some => Err(Failure::check(BadCount::OneFound)),
            _ => Ok(Tally::Exactly { count: total, example }),
        }
    }

    /// Lists the solutions of a puzzle without an objective.
    pub(super) fn list_cover(&self, formulated: &Formulated, solver: &Solver) -> Result<Listed, Failure> {
        let Formulated { problem, decode, .. } = formulated;
        let root = NodePath::root(None, 0);
        let symmetric = Some(formulated).filter(|_| self.wants_orbits());
        let tree = self.cover_tree(problem, symmetric, solver, &root)?;
        let start = Moment::now();
        let mut done = self.done(&tree, root, None)?;
        let over = Arc::new(AtomicBool::new(false));
        let budget = self.budget.until(&over);
        // Candidates of a known orbit need not be verified.
        let (verifier, distinct) = (self.verifier, self.request.work.symmetries.distinct.is_some());
        let turn = |found: &Assignment| {
            let candidate = decode(found);
            Ok(if distinct { Boarded::Candidate(candidate) } else { Boarded::Verified(verifier.verified(candidate)?) })
        };
        let worker = || tree.lister(&budget, &turn);
        let (wanted, mut filter) = (self.request.ask.wanted(), self.filter()?);
        let (mut listed, mut in_leaf, mut last) = (0, 0u64, 0);
        let end = in_order(tree.roots.clone(), self.request.work.threads, &over, worker, &mut |items, _| {
            for item in items {
                match item {
                    Item::Result(boarded, nodes) => {
                        (in_leaf, last) = (in_leaf + 1, nodes);
                        let Some(solution) = self.accepted(&mut filter, boarded)? else { continue };
                        self.deliver(solution)?;
                        listed += 1;
                        if listed == wanted {
                            return Ok(ControlFlow::Break(()));
                        }
                        done.progress(listed)?;
                    }
                    // Only counts pause.
                    Item::Paused(_) => {}
                    Item::Split(path, children) => done.split(path, children)?,
                    Item::Done { path, share, nodes } => {
                        last = 0;
                        done.add(path, share, nodes, std::mem::take(&mut in_leaf).into())?;
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.spent_on_leaves(done.nodes + last, start);
        Ok(match end {
            TreeEnd::Complete => Listed::Everything,
            TreeEnd::Enough => Listed::Enough,
            // A thread that was stopped because another one reached a limit has not reached one itself.
            TreeEnd::Stopped(stop) => Listed::Stopped(self.budget.reached().unwrap_or(stop)),
        })
    }

    /// Returns the verified solution if it is wanted.
    fn accepted(&self, filter: &mut DuplicateFilter, boarded: Boarded) -> Result<Option<Solution>, Failure> {
        let solution = match boarded {
            Boarded::Verified(solution) => solution,
            Boarded::Candidate(candidate) if filter.rejects(&candidate)? => return Ok(None),
            Boarded::Candidate(candidate) => self.verified(candidate)?,
        };
        Ok(filter.accepts(&solution)?.then_some(solution))
    }
}
