//! A count that is split into jobs, for machines that share only a folder.
//!
//! Every job counts one leaf of the search tree. A leaf that reached its limit is split into new jobs in the next round.
//! The count of a node is that of its leaf or the sum over its children; the total needs all leaves. The tree needs no
//! file: the path of a leaf names its parent, and the leaf stores the number of its siblings.

use super::job::{Job, Leaf, Question};
use super::measure::prepared;
use super::record::{Record, Status};
use boardwright_base::budget::Budget;
use boardwright_ir::constraint::split::{self, Splitter};
use boardwright_puzzle::{Loaded, Registry};
use boardwright_solvers::pipeline::split::{Part, parts};
use boardwright_tasks::task::count::{described, optima};
use boardwright_tasks::task::cubes::{CubeTask, NodePath};
use boardwright_tasks::task::failure::{BadCount, BadTree, Lost, NoJobs, NotAPath};
use boardwright_tasks::task::{Ask, Failure, Request, Setup, detached, ignore};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};

/// The parts of a job's model, with its number of steps.
fn parts_of(loaded: &Loaded, setup: &Setup, horizon: Option<usize>, budget: &Budget) -> Result<Vec<Part>, Failure> {
    let Setup::Solver { formulation, .. } = setup else {
        return Err(Failure::inapplicable(NoJobs::Method));
    };
    let prepared = setup.formulated(loaded, formulation, horizon, budget)?;
    Ok(parts(&prepared.formulated.problem))
}

/// Returns the part of a leaf.
fn part_of<'a>(parts: &'a [Part], leaf: &Leaf) -> Result<&'a Part, Failure> {
    let index: Option<usize> = leaf.path.split('.').nth(1).and_then(|part| part.parse().ok());
    index.and_then(|index| parts.get(index)).ok_or_else(|| Failure::check(BadTree::NoPart { node: leaf.path.clone() }))
}

/// Returns a leaf in the form of the task.
pub(super) fn leaf(loaded: &Loaded, setup: &Setup, leaf: &Leaf, budget: &Budget) -> Result<CubeTask, Failure> {
    let parts = parts_of(loaded, setup, leaf.horizon, budget)?;
    let cube = split::parse(&part_of(&parts, leaf)?.problem, &leaf.cube);
    let cube = cube.map_err(|unknown| Failure::check(BadTree::from(unknown)))?;
    let path = leaf.path.parse().map_err(|error: NotAPath| Failure::check(BadTree::from(error)))?;
    Ok(CubeTask { path, cube, optimum: leaf.optimum, horizon: leaf.horizon })
}

/// Splits the count of `job` into at least `pieces` leaves. The number of steps of a plan, or the optimum of an objective, is
/// determined first. `None` means that there is no solution.
///
/// # Errors
/// If the model cannot be read or solved within the limits.
pub fn cut(registry: Registry, job: &Job, pieces: usize, budget: &Budget) -> Result<Option<Vec<Job>>, Failure> {
    let (loaded, setup) = prepared(registry, job, budget)?;
    let Setup::Solver { solver, .. } = &setup else {
        return Err(Failure::inapplicable(NoJobs::Method));
    };
    let mut horizon = None;
    if let boardwright_puzzle::Question::Plan { .. } = loaded.instance.question() {
        let found = detached::run(&Request::new(&loaded, &setup, Ask::One), budget, &mut ignore)?;
        horizon = found.optimum.and_then(|optimum| usize::try_from(optimum).ok());
        if horizon.is_none() {
            return if let Some(stop) = budget.reached().filter(|_| found.stopped) {
                Err(stop.into())
            } else if found.stopped {
                Err(Failure::Lost(Lost::NoAnswer { reason: found.reason.stated().into() }))
            } else {
                Ok(None)
            };
        }
    }
    let parts = parts_of(&loaded, &setup, horizon, budget)?;
    let Some(optima) = optima(&parts, solver, budget)? else { return Ok(None) };
    let each = pieces.div_ceil(parts.len());
    let mut jobs = Vec::new();
    for (index, (part, optimum)) in parts.iter().zip(optima).enumerate() {
        let whole =
            Leaf { path: NodePath::root(horizon, index).to_string(), siblings: 1, cube: Vec::new(), optimum, horizon };
        jobs.extend(children(job, part, &whole, each));
    }
    Ok(Some(jobs))
}

/// Returns the jobs that a leaf is split into, or the leaf itself if it cannot be split.
fn children(job: &Job, part: &Part, leaf: &Leaf, pieces: usize) -> Vec<Job> {
    let with = |leaf: Leaf| Job { leaf: Some(leaf), question: Question::Count, sizes: false, ..job.clone() };
    let fixed = match leaf.optimum {
        Some(value) => part.problem.clone().with_objective_value(value),
        None => part.problem.clone(),
    };
    let cubes = match split::parse(&fixed, &leaf.cube) {
        Ok(cube) if pieces > 1 => Splitter::new(&fixed).split(&cube, pieces),
        _ => Vec::new(),
    };
    if cubes.len() < 2 {
        return vec![with(leaf.clone())];
    }
    let siblings = cubes.len() as u32;
    let child = |(index, cube): (usize, split::Cube)| {
        with(Leaf { path: format!("{}.{index}", leaf.path), siblings, cube: split::format(&cube), ..leaf.clone() })
    };
    cubes.into_iter().enumerate().map(child).collect()
}

/// Returns the jobs that replace the leaves that reached a limit, each split into at least `pieces`, and the number of these
/// leaves.
///
/// # Errors
/// If the model of a job cannot be read any more.
pub fn cut_further(
    registry: Registry,
    jobs: &[Job],
    records: &BTreeMap<String, Record>,
    pieces: usize,
    budget: &Budget,
) -> Result<(usize, Vec<Job>), Failure> {
    let has_children = |path: &str| {
        let prefix = format!("{path}.");
        jobs.iter().any(|job| job.leaf.as_ref().is_some_and(|leaf| leaf.path.starts_with(&prefix)))
    };
    let mut cut = 0;
    let mut new = Vec::new();
    for job in jobs {
        let Some(leaf) = &job.leaf else { continue };
        let late =
            |record: &&Record| matches!(record.outcome.status, Status::Timeout | Status::WallLimit | Status::Memory);
        if records.get(&job.key()).filter(late).is_none() || has_children(&leaf.path) {
            continue;
        }
        let (loaded, setup) = prepared(registry, job, budget)?;
        let parts = parts_of(&loaded, &setup, leaf.horizon, budget)?;
        let pieces = children(job, part_of(&parts, leaf)?, leaf, pieces.max(2));
        if pieces.len() > 1 {
            cut += 1;
            new.extend(pieces);
        }
    }
    Ok((cut, new))
}

/// The sum over the leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Total {
    /// Complete: the number of solutions, and the factors of the product, as text.
    Known(BigUint, String),
    /// Incomplete: some nodes have no count.
    Missing {
        /// These nodes.
        nodes: Vec<String>,
        /// The sum over the other nodes.
        at_least: BigUint,
    },
}

/// Adds up the leaves of a count, from the roots down.
///
/// # Errors
/// If a node has both a count and children, or a record is not a count.
pub fn total(
    registry: Registry,
    jobs: &[Job],
    records: &BTreeMap<String, Record>,
    budget: &Budget,
) -> Result<Total, Failure> {
    let Some((job, leaf)) = jobs.iter().find_map(|job| Some((job, job.leaf.as_ref()?))) else {
        return Err(Failure::inapplicable(NoJobs::OtherResults));
    };
    let (loaded, setup) = prepared(registry, job, budget)?;
    let parts = parts_of(&loaded, &setup, leaf.horizon, budget)?;
    let mut tree = Tree { counts: HashMap::new(), children: HashMap::new(), missing: Vec::new() };
    for job in jobs {
        let Some(leaf) = &job.leaf else { continue };
        let record = records.get(&job.key());
        if let Some(count) = record.filter(|r| r.outcome.status == Status::Solved).and_then(|r| r.outcome.count.clone())
        {
            tree.counts.insert(leaf.path.clone(), count);
        }
        if let Some((parent, _)) = leaf.path.rsplit_once('.').filter(|(parent, _)| parent.contains('.')) {
            tree.children.insert(parent.to_string(), leaf.siblings);
        }
    }
    let mut factors = Vec::new();
    let mut product = BigUint::from(1u32);
    for (index, part) in parts.iter().enumerate() {
        let count = tree.count(&NodePath::root(leaf.horizon, index).to_string())?;
        product *= &count * &part.factor;
        factors.push((count, part.factor.clone()));
    }
    if tree.missing.is_empty() {
        Ok(Total::Known(product, described(&factors)))
    } else {
        Ok(Total::Missing { nodes: tree.missing, at_least: product })
    }
}

struct Tree {
    counts: HashMap<String, BigUint>,
    /// For each node that was split, its number of children.
    children: HashMap<String, u32>,
    missing: Vec<String>,
}

impl Tree {
    fn count(&mut self, node: &str) -> Result<BigUint, Failure> {
        match (self.counts.get(node), self.children.get(node).copied()) {
            (Some(_), Some(_)) => Err(Failure::check(BadCount::Twice { node: node.to_string() })),
            (Some(count), None) => Ok(count.clone()),
            (None, Some(children)) => {
                let mut sum = BigUint::ZERO;
                for index in 0..children {
                    sum += self.count(&format!("{node}.{index}"))?;
                }
                Ok(sum)
            }
            (None, None) => {
                self.missing.push(node.to_string());
                Ok(BigUint::ZERO)
            }
        }
    }
}
