//! A search split into a tree of cubes, whose leaves are searched by several threads, or in several runs.
//!
//! The tree depends on the problem alone ([`Splitter`]): a node is named by its path, `0.0.3.1`, and its children can be
//! computed again from its cube. So a run that was killed needs to remember no more than which nodes were split, into how
//! many, and the counts of the leaves ([`NodeState`]); and a leaf that was not finished is searched again from its beginning,
//! so that nothing is counted twice.
//!
//! A leaf that takes longer than its time is given up and split into enough parts that little time is lost. The tree
//! is here; `task::walk` searches its leaves.

use super::failure::Failure;
use crate::budget::Stop;
use crate::constraint::split::{Cube, Splitter};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// The minimum number of parts that a slow leaf is split into, if it can be split.
const PIECES: usize = 16;

/// The way to a node: the number of steps of a plan (0 where there is none), the part of the problem, which are its root;
/// then which child, 0-based.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodePath(pub Vec<u32>);

impl std::fmt::Display for NodePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&steps.join("."))
    }
}

/// A text that is no path of a search tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no path of a search tree, such as 0.0.3.1")]
pub struct NotAPath(String);

impl std::str::FromStr for NodePath {
    type Err = NotAPath;
    fn from_str(text: &str) -> Result<NodePath, NotAPath> {
        let steps: Result<Vec<u32>, _> = text.split('.').map(str::parse).collect();
        steps.map(NodePath).map_err(|_| NotAPath(text.to_string()))
    }
}

impl NodePath {
    /// The root of the tree of a part: the number of steps of a plan (0 otherwise), then the part.
    pub fn root(horizon: Option<usize>, part: usize) -> NodePath {
        NodePath(vec![horizon.unwrap_or(0) as u32, part as u32])
    }
}

/// The state of a node at the end of an earlier run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeState {
    /// It was split into this many.
    Split(u32),
    /// It was searched completely, and has this many solutions.
    Done(BigUint),
}

/// One leaf of a count that was cut into jobs.
#[derive(Debug, Clone)]
pub struct CubeTask {
    /// Which node of the tree; its first steps are the number of steps and the part.
    pub path: NodePath,
    /// Its literals, over the variables of the part.
    pub cube: Cube,
    /// The optimum of the part, if it has an objective.
    pub optimum: Option<i64>,
    /// The number of steps, for a plan.
    pub horizon: Option<usize>,
}

/// A cube to be searched.
pub(super) struct Leaf {
    pub(super) path: NodePath,
    pub(super) cube: Cube,
    /// The share of the whole tree, all children of a node having equal ones.
    pub(super) share: f64,
    /// How long it may take before it is cut; `None`: as long as it wants.
    pub(super) leaf_time: Option<Duration>,
}

/// How work on a leaf ended.
pub(super) enum LeafEnd<T> {
    /// All of it is done.
    Done(T),
    /// The time of the leaf is used up.
    Late,
    /// A limit of the whole run was met.
    Stopped(Stop),
}

/// What happens in a tree.
pub(super) enum TreeEvent<T> {
    /// A leaf was done in an earlier run.
    Earlier { share: f64, count: BigUint },
    /// What was found so far in a leaf that is not done yet.
    Partial(T),
    /// A leaf is done.
    Done { path: NodePath, share: f64, result: T },
    /// A node was cut into so many.
    Split { path: NodePath, children: u32 },
}

/// How the work on a tree ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeEnd {
    /// All leaves are done.
    Complete,
    /// Whoever takes the events has enough.
    Enough,
    /// A limit was met.
    Stopped(Stop),
}

/// How a tree is worked through.
pub(super) struct Exploration<'a> {
    /// How many leaves at a time; at least 1.
    pub(super) threads: usize,
    /// The time the root has before it is cut, one below it having twice as much, and so on, so that a solver which has a
    /// lot to learn, or a cache to fill, is given time for it; `None`: leaves are not cut.
    pub(super) leaf_time: Option<Duration>,
    /// From before.
    pub(super) finished: &'a HashMap<NodePath, NodeState>,
}

/// Takes what was found so far in a leaf.
pub(super) type Partial<'a, T> = dyn FnMut(T) -> Result<(), Failure> + 'a;

/// Takes events.
pub(super) type TakeTreeEvent<'a, T> = dyn FnMut(TreeEvent<T>) -> Result<ControlFlow<()>, Failure> + 'a;

/// Cuts a root into about so many leaves at once, in the order of the tree. Returns those that are not known to be done,
/// and whether `take` wants to go on.
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

/// The children of a leaf; the leaf itself, without a limit of its own, if it cannot be cut.
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

/// What becomes of a leaf: an event, unless nothing changes, and the leaves that take its place.
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
            // One that cannot be cut goes on without a limit of its own.
            let is_cut = !matches!(children.as_slice(), [only] if only.leaf_time.is_none());
            Ok((is_cut.then(|| TreeEvent::Split { path, children: children.len() as u32 }), children))
        }
        LeafEnd::Stopped(stop) => Err(stop),
    }
}

/// Goes through what is known of a node and of all below it, and collects the leaves that are left.
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
                return Err(Failure::Check(format!(
                    "node {path} of the search tree has {} children, and had {children} before",
                    cubes.len()
                )));
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

/// What a list by cubes releases, in the order of the leaves.
pub(super) enum Release<'a, T> {
    /// Results of the next leaf, in the order in which its search found them; more may follow.
    Results(Vec<T>),
    /// The next leaf is done; all its results were released.
    Done(&'a Leaf),
}

/// Takes what is released.
pub(super) type TakeRelease<'a, T> = dyn FnMut(Release<'_, T>) -> Result<ControlFlow<()>, Failure> + 'a;

/// Where a leaf's search puts a result; `Break` means that no more are wanted.
pub(super) type Put<'a, T> = dyn FnMut(T) -> ControlFlow<()> + 'a;
