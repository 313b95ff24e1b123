//! A search cut into a tree of cubes, whose leaves are worked through by several threads, or in several runs.
//!
//! The tree depends on the problem alone ([`Splitter`]): a node is named by its path, `0.0.3.1`, and what it
//! is cut into can be worked out again from its cube. So a run that was killed needs to remember no more than which nodes
//! were cut, into how many, and what the leaves came to ([`Known`]); and a leaf that was not finished is worked through
//! again from its beginning, so that nothing is counted twice.
//!
//! A leaf that takes longer than its time is given up and cut, into so many pieces that what was spent on it is little.

use super::Failure;
use crate::budget::Stop;
use crate::constraint::split::{Cube, Splitter};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// A leaf that is too slow is cut into so many pieces at least, if it can be.
const PIECES: usize = 16;

/// The way to a node: the number of steps of a plan (0 where there is none), the part of the problem, which are its root;
/// then which child, 0-based.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<u32>);

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&steps.join("."))
    }
}

impl std::str::FromStr for Path {
    type Err = String;
    fn from_str(text: &str) -> Result<Path, String> {
        let steps: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        steps.map(Path).map_err(|_| format!("`{text}` is no path of a search tree, such as 0.0.3.1"))
    }
}

/// What is known of a node from before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// It was cut into so many.
    Split(u32),
    /// It is done, and has so many solutions.
    Done(BigUint),
}

/// A cube to be searched.
pub(super) struct Leaf {
    pub(super) path: Path,
    pub(super) cube: Cube,
    /// The share of the whole tree, all children of a node having equal ones.
    pub(super) share: f64,
    /// How long it may take before it is cut; `None`: as long as it wants.
    pub(super) leaf_time: Option<Duration>,
}

/// How work on a leaf ended.
pub(super) enum Ended<T> {
    /// All of it is done.
    Done(T),
    /// The time of the leaf is used up.
    Late,
    /// A limit of the whole run was met.
    Stopped(Stop),
}

/// What happens in a tree.
pub(super) enum Event<T> {
    /// A leaf was done in an earlier run.
    Known { share: f64, count: BigUint },
    /// A leaf is done.
    Done { path: Path, share: f64, result: T },
    /// A node was cut into so many.
    Split { path: Path, children: u32 },
}

/// How the work on a tree ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All leaves are done.
    Complete,
    /// Whoever takes the events has enough.
    Enough,
    /// A limit was met.
    Stopped(Stop),
}

/// How a tree is worked through.
pub(super) struct Plan<'a> {
    /// How many leaves at a time; at least 1.
    pub(super) threads: usize,
    /// The time the root has before it is cut, one below it having twice as much, and so on, so that a solver which has a
    /// lot to learn, or a cache to fill, is given time for it; `None`: leaves are not cut.
    pub(super) leaf_time: Option<Duration>,
    /// From before.
    pub(super) known: &'a HashMap<Path, Known>,
}

/// Takes events.
pub(super) type Take<'a, T> = dyn FnMut(Event<T>) -> Result<ControlFlow<()>, Failure> + 'a;

/// Leaves to be done, the next last, and how many are being done.
struct Queue {
    leaves: Vec<Leaf>,
    busy: usize,
    /// Nothing more is to be begun.
    over: bool,
}

enum Message<T> {
    Event(Event<T>),
    Stopped(Stop),
    Failed(Failure),
}

/// Works through the tree under a root. `worker` makes what each thread works with. Events arrive in the order in which
/// they happen, those of `known` first; [`ControlFlow::Break`] ends the work.
pub(super) fn explore<T: Send, W>(
    splitter: &Splitter<'_>,
    root: Path,
    plan: &Plan<'_>,
    worker: impl Fn() -> W + Sync,
    take: &mut Take<'_, T>,
) -> Result<Outcome, Failure>
where
    W: FnMut(&Leaf) -> Result<Ended<T>, Failure>,
{
    let mut leaves = Vec::new();
    let root = Leaf { path: root, cube: Vec::new(), share: 1.0, leaf_time: plan.leaf_time };
    if resume(splitter, root, None, plan.known, &mut leaves, take)?.is_break() {
        return Ok(Outcome::Enough);
    }
    leaves.reverse();
    let queue = Mutex::new(Queue { leaves, busy: 0, over: false });
    let changed = Condvar::new();
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, worker, lock, changed) = (sender.clone(), &worker, &lock, &changed);
            scope.spawn(move || {
                let mut work = worker();
                loop {
                    let mut state = lock();
                    let leaf = loop {
                        if state.over || state.leaves.is_empty() && state.busy == 0 {
                            changed.notify_all();
                            return;
                        }
                        match state.leaves.pop() {
                            Some(leaf) => break leaf,
                            None => state = changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                        }
                    };
                    state.busy += 1;
                    drop(state);
                    let mut children = Vec::new();
                    let message = match work(&leaf) {
                        Ok(Ended::Done(result)) => {
                            Message::Event(Event::Done { path: leaf.path, share: leaf.share, result })
                        }
                        Ok(Ended::Late) => {
                            let path = leaf.path.clone();
                            children = cut(splitter, leaf, PIECES);
                            Message::Event(Event::Split { path, children: children.len() as u32 })
                        }
                        Ok(Ended::Stopped(stop)) => Message::Stopped(stop),
                        Err(failure) => Message::Failed(failure),
                    };
                    let over = !matches!(message, Message::Event(_));
                    // One that cannot be cut is not worth telling: it goes on without a limit of its own.
                    let told = !matches!(children.as_slice(), [only] if only.leaf_time.is_none());
                    let heard = !told || sender.send(message).is_ok();
                    let mut state = lock();
                    state.busy -= 1;
                    state.over |= over || !heard;
                    children.reverse();
                    state.leaves.append(&mut children);
                    changed.notify_all();
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(Outcome::Complete);
        for message in receiver {
            let ended = match message {
                // After the end, what other threads were doing is of no interest.
                Message::Event(_) if outcome != Ok(Outcome::Complete) => continue,
                Message::Event(event) => match take(event) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => Ok(Outcome::Enough),
                    Err(failure) => Err(failure),
                },
                Message::Stopped(stop) => Ok(Outcome::Stopped(stop)),
                Message::Failed(failure) => Err(failure),
            };
            // A failure is never hidden behind a limit.
            if outcome == Ok(Outcome::Complete) || ended.is_err() && outcome.is_ok() {
                outcome = ended;
            }
            lock().over = true;
            changed.notify_all();
        }
        outcome
    })
}

/// Cuts a root into about so many leaves at once, in the order of the tree. Returns those that are not known to be done,
/// and whether `take` wants to go on.
pub(super) fn leaves<T>(
    splitter: &Splitter<'_>,
    root: Path,
    pieces: usize,
    known: &HashMap<Path, Known>,
    take: &mut Take<'_, T>,
) -> Result<(Vec<Leaf>, ControlFlow<()>), Failure> {
    let mut left = Vec::new();
    let root = Leaf { path: root, cube: Vec::new(), share: 1.0, leaf_time: None };
    let flow = resume(splitter, root, Some(pieces), known, &mut left, take)?;
    Ok((left, flow))
}

/// The children of a leaf; the leaf itself, without a limit of its own, if it cannot be cut.
fn cut(splitter: &Splitter<'_>, leaf: Leaf, pieces: usize) -> Vec<Leaf> {
    let cubes = splitter.split(&leaf.cube, pieces);
    if let [only] = cubes.as_slice()
        && *only == leaf.cube
    {
        return vec![Leaf { leaf_time: None, ..leaf }];
    }
    let share = leaf.share / cubes.len().max(1) as f64;
    let child = |(index, cube): (usize, Cube)| {
        let mut path = leaf.path.clone();
        path.0.push(index as u32);
        Leaf { path, cube, share, leaf_time: leaf.leaf_time.map(|leaf_time| leaf_time.saturating_mul(2)) }
    };
    cubes.into_iter().enumerate().map(child).collect()
}

/// Goes through what is known of a node and of all below it, and collects the leaves that are left.
fn resume<T>(
    splitter: &Splitter<'_>,
    leaf: Leaf,
    at_once: Option<usize>,
    known: &HashMap<Path, Known>,
    left: &mut Vec<Leaf>,
    take: &mut Take<'_, T>,
) -> Result<ControlFlow<()>, Failure> {
    let path = leaf.path.clone();
    match known.get(&path) {
        Some(Known::Done(count)) => take(Event::Known { share: leaf.share, count: count.clone() }),
        Some(Known::Split(children)) => {
            let cubes = cut(splitter, leaf, at_once.unwrap_or(PIECES));
            if cubes.len() as u32 != *children {
                return Err(Failure::Check(format!(
                    "node {path} of the search tree has {} children, and had {children} before",
                    cubes.len()
                )));
            }
            for leaf in cubes {
                if resume(splitter, leaf, None, known, left, take)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        }
        None => {
            match at_once {
                None => left.push(leaf),
                Some(pieces) => {
                    let mut children = cut(splitter, leaf, pieces);
                    if !matches!(children.as_slice(), [only] if only.leaf_time.is_none() && only.path == path) {
                        let split = Event::Split { path, children: children.len() as u32 };
                        if take(split)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    left.append(&mut children);
                }
            }
            Ok(ControlFlow::Continue(()))
        }
    }
}
