//! A search split into a tree of cubes, whose leaves are searched by several threads or in several runs.
//!
//! The tree depends on the problem alone ([`Splitter`]). A node is named by its path, `0.0.3.1`, and its cube determines its
//! children. So an interrupted run stores only which nodes were split, into how many, and the counts of the leaves
//! ([`NodeState`]). A leaf that was not finished is searched again from its beginning, so nothing is counted twice.
//!
//! A leaf that takes longer than its time is given up and split into enough parts that little time is lost. The tree
//! is here; `task::walk` searches its leaves.

use super::failure::{BadTree, Failure, NotAPath};
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::split::{Cube, Splitter};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// The minimum number of parts that a slow leaf is split into, if it can be split.
const PIECES: usize = 16;

/// The path of a node: the number of steps of a plan (0 otherwise) and the part of the problem, which identify its root, then
/// the index of the child at each level, from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodePath(pub Vec<u32>);

impl std::fmt::Display for NodePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&steps.join("."))
    }
}

impl std::str::FromStr for NodePath {
    type Err = NotAPath;
    fn from_str(text: &str) -> Result<NodePath, NotAPath> {
        let steps: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        steps.map(NodePath).map_err(|_| NotAPath(text.to_string()))
    }
}

impl NodePath {
    /// Returns the root of the tree of a part: the number of steps of a plan (0 otherwise), then the part.
    pub fn root(horizon: Option<usize>, part: usize) -> NodePath {
        NodePath(vec![horizon.unwrap_or(0) as u32, part as u32])
    }
}

/// The state of a node at the end of an earlier run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeState {
    /// Split into this number of children.
    Split(u32),
    /// Searched completely, with this number of solutions.
    Done(BigUint),
}

/// One leaf of a count that is split into jobs.
#[derive(Debug, Clone)]
pub struct CubeTask {
    /// The node; its first two steps are the number of steps and the part.
    pub path: NodePath,
    /// Its literals, over the variables of the part.
    pub cube: Cube,
    /// The optimum of the part, if it has an objective.
    pub optimum: Option<i64>,
    /// The number of steps, for a plan.
    pub horizon: Option<usize>,
}

/// A cube to search.
pub(super) struct Leaf {
    pub(super) path: NodePath,
    pub(super) cube: Cube,
    /// The share of the whole tree; all children of a node have equal shares.
    pub(super) share: f64,
    /// The time after which it is split; `None` for no limit.
    pub(super) leaf_time: Option<Duration>,
}

/// The end of the work on a leaf.
pub(super) enum LeafEnd<T> {
    /// The leaf is done.
    Done(T),
    /// The time of the leaf is used up.
    Late,
    /// A limit of the whole run was reached.
    Stopped(Stop),
}

/// An event in a tree.
pub(super) enum TreeEvent<T> {
    /// An earlier run has searched the leaf.
    Earlier { share: f64, count: BigUint },
    /// A partial result of a leaf that is not done yet.
    Partial(T),
    /// A leaf is done.
    Done { path: NodePath, share: f64, result: T },
    /// A node was split into this number of children.
    Split { path: NodePath, children: u32 },
}

/// The end of the work on a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeEnd {
    /// All leaves are done.
    Complete,
    /// The receiver of events wants no more.
    Enough,
    /// A limit was reached.
    Stopped(Stop),
}

/// The parameters of the work on a tree.
pub(super) struct Exploration<'a> {
    /// The number of leaves searched at a time; at least 1.
    pub(super) threads: usize,
    /// The time of the root before it is split. A child has twice the time of its parent, so that a solver has time to learn or
    /// to fill a cache. `None`: leaves are not split.
    pub(super) leaf_time: Option<Duration>,
    /// The number of leaves that the root is split into at once, if any.
    pub(super) at_once: Option<usize>,
    /// The states from an earlier run.
    pub(super) finished: &'a HashMap<NodePath, NodeState>,
}

/// Receives partial results of a leaf.
pub(super) type Partial<'a, T> = dyn FnMut(T) -> Result<(), Failure> + 'a;

/// Receives events.
pub(super) type TakeTreeEvent<'a, T> = dyn FnMut(TreeEvent<T>) -> Result<ControlFlow<()>, Failure> + 'a;

/// Splits a root into about `wanted` leaves at once, in the order of the tree. Returns those that are not known to be done,
/// and whether `take` wants to continue.
pub(super) fn leaves<T>(
    splitter: &Splitter<'_>,
    root: NodePath,
    pieces: usize,
    finished: &HashMap<NodePath, NodeState>,
    take: &mut TakeTreeEvent<'_, T>,
) -> Result<(Vec<Leaf>, ControlFlow<()>), Failure> {
    let mut left = Vec::new();
    let root = Leaf { path: root, cube: Vec::new(), share: 1.0, leaf_time: None };
    let flow = resume(splitter, root, Some(pieces), finished, &mut left, take)?;
    Ok((left, flow))
}

/// Returns the children of a leaf, or the leaf itself without a limit of its own if it cannot be split.
pub(super) fn cut(splitter: &Splitter<'_>, leaf: Leaf, pieces: usize) -> Vec<Leaf> {
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

/// Handles the end of the work on a leaf: sends an event unless nothing changed, and returns the leaves that replace it.
pub(super) fn settle<T>(
    splitter: &Splitter<'_>,
    leaf: Leaf,
    end: LeafEnd<T>,
) -> Result<(Option<TreeEvent<T>>, Vec<Leaf>), Stop> {
    match end {
        LeafEnd::Done(result) => Ok((Some(TreeEvent::Done { path: leaf.path, share: leaf.share, result }), Vec::new())),
        LeafEnd::Late => {
            let path = leaf.path.clone();
            let children = cut(splitter, leaf, PIECES);
            // A leaf that cannot be split continues without a limit of its own.
            let is_cut = !matches!(children.as_slice(), [only] if only.leaf_time.is_none());
            Ok((is_cut.then(|| TreeEvent::Split { path, children: children.len() as u32 }), children))
        }
        LeafEnd::Stopped(stop) => Err(stop),
    }
}

/// Visits the known states of a node and its descendants, and collects the remaining leaves.
pub(super) fn resume<T>(
    splitter: &Splitter<'_>,
    leaf: Leaf,
    at_once: Option<usize>,
    finished: &HashMap<NodePath, NodeState>,
    left: &mut Vec<Leaf>,
    take: &mut TakeTreeEvent<'_, T>,
) -> Result<ControlFlow<()>, Failure> {
    let path = leaf.path.clone();
    match finished.get(&path) {
        Some(NodeState::Done(count)) => take(TreeEvent::Earlier { share: leaf.share, count: count.clone() }),
        Some(NodeState::Split(children)) => {
            let cubes = cut(splitter, leaf, at_once.unwrap_or(PIECES));
            if cubes.len() as u32 != *children {
                let (node, children, before) = (path.to_string(), cubes.len(), *children);
                return Err(Failure::check(BadTree::Children { node, children, before }));
            }
            for leaf in cubes {
                if resume(splitter, leaf, None, finished, left, take)?.is_break() {
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
                        let split = TreeEvent::Split { path, children: children.len() as u32 };
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

/// Takes the results of the work on a leaf.
pub(super) trait Outlet<J, T> {
    /// Adds a result; `Break` means that no more are wanted.
    fn put(&mut self, result: T) -> ControlFlow<()>;

    /// Adds leaves, in order. Their results come after those of this leaf and before those of all leaves that follow it so far.
    fn give(&mut self, leaves: Vec<J>);
}

/// Receives results in the order of the leaves, and whether all leaves before have reached their end.
pub(super) type TakeResults<'a, T> = dyn FnMut(Vec<T>, bool) -> Result<ControlFlow<()>, Failure> + 'a;
