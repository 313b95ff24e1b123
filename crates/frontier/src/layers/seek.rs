//! Depth first over the states of a sweep: the same states and steps, for a solution or two instead of the number of all.
//!
//! A state from which no solution was found is remembered, whole and not only by hash, so that an exhausted search proves
//! that there is no other solution. Between the steps, the local constraints are propagated ahead of the frontier
//! (`propagate`). The first search has no *detours*: in a short cycle two edges or more are absent, since paths that are joined
//! by colours seldom touch themselves. It can only find; what it does not find, a second search without this rule looks for.

use super::propagate::Propagator;
use super::sweep::Sweep;
use super::table::Table;
use crate::order::Ordered;
use crate::solver::Sought;
use crate::{Effect, Form, Goal, Local, Network};
use std::collections::BTreeSet;

/// The number of steps between two polls of the budget.
const STEPS_BETWEEN_POLLS: u64 = 1 << 10;
/// The maximum number of neighbours of a vertex whose cycles are looked for.
const MAX_NEIGHBOURS: usize = 8;

/// Returns the constraints that forbid detours: in cycles of three or four edges with conditions of their own, two edges or
/// more are absent.
pub(super) fn without_detours(form: &Form) -> Vec<Local> {
    form.networks.iter().filter(|network| !network.colours.is_empty()).flat_map(short_cycles).collect()
}

fn short_cycles(network: &Network) -> Vec<Local> {
    let mut near: Vec<Vec<(usize, usize)>> = vec![Vec::new(); network.vertices.len()];
    for (number, edge) in network.edges.iter().enumerate() {
        let [a, b] = edge.ends;
        if a != b && edge.when.as_ref().is_some_and(|choice| choice.values.len() == 2) {
            near[a].push((b, number));
            near[b].push((a, number));
        }
    }
    let mut cycles: BTreeSet<Vec<usize>> = BTreeSet::new();
    for (vertex, own) in near.iter().enumerate().filter(|(_, own)| own.len() <= MAX_NEIGHBOURS) {
        for (at, &(one, first)) in own.iter().enumerate() {
            for &(other, second) in &own[..at] {
                for &(opposite, third) in near[one].iter().filter(|(end, _)| *end != vertex) {
                    let closed = if opposite == other {
                        Some(vec![first, second, third])
                    } else {
                        let last = near[other].iter().find(|(end, _)| *end == opposite);
                        last.map(|&(_, fourth)| vec![first, second, third, fourth])
                    };
                    cycles.extend(closed.map(|mut cycle| {
                        cycle.sort_unstable();
                        cycle
                    }));
                }
            }
        }
    }
    let local = |cycle: Vec<usize>| {
        let choices = cycle.iter().filter_map(|&edge| network.edges[edge].when.as_ref());
        let weights = choices.map(|choice| {
            (choice.variable, choice.values.iter().map(|&present| Effect::Weight(i64::from(present))).collect())
        });
        Local { terms: weights.collect(), goal: Goal::Between(0, cycle.len() as i64 - 2) }
    };
    let distinct = |local: &Local| {
        let variables: BTreeSet<usize> = local.terms.iter().map(|(variable, _)| *variable).collect();
        variables.len() == local.terms.len()
    };
    cycles.into_iter().map(local).filter(distinct).collect()
}

/// A state on the way to a solution.
struct Node<const W: usize> {
    state: [u64; W],
    /// The number of values that were tried, and the last one.
    tried: usize,
    value: usize,
    /// The place in the trail before the variable before got its value.
    mark: usize,
    /// The number of solutions before.
    found: usize,
}

impl<const W: usize> Sweep<'_, W> {
    /// Looks for a number of solutions, with further constraints.
    pub(super) fn seek(mut self, form: &Form, ordered: &Ordered, further: &[Local], wanted: usize) -> Sought {
        let layers = &self.plan.layers;
        let mut solutions: Vec<Vec<usize>> = Vec::new();
        let mut propagator = Propagator::new(form, ordered, further);
        if !propagator.start() {
            return Sought::Found { solutions, complete: true };
        }
        let mut failed: Vec<Table<W>> = layers.iter().map(|_| Table::new(0)).collect();
        let mut words = 0;
        let mut path = vec![Node { state: [0; W], tried: 0, value: 0, mark: propagator.mark(), found: 0 }];
        while let Some(place) = path.len().checked_sub(1) {
            let node = &mut path[place];
            if place == layers.len() {
                propagator.undo(node.mark);
                path.pop();
                let mut solution = vec![0; layers.len()];
                path.iter().zip(layers).for_each(|(node, layer)| solution[layer.variable] = node.value);
                solutions.push(solution);
                if solutions.len() == wanted {
                    return Sought::Found { solutions, complete: false };
                }
                continue;
            }
            let layer = &layers[place];
            if node.tried == layer.values {
                if node.found == solutions.len() {
                    failed[place].number(&node.state);
                    words += W;
                }
                propagator.undo(node.mark);
                path.pop();
                continue;
            }
            // The last value first: an edge is present.
            node.tried += 1;
            node.value = layer.values - node.tried;
            if !propagator.allows(layer.variable, node.value) {
                continue;
            }
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_BETWEEN_POLLS)
                && let Some(end) = self.ended(words, &solutions)
            {
                return end;
            }
            let mut keep = [0; W];
            keep.copy_from_slice(&layer.keep[..W]);
            let (value, state) = (node.value, node.state);
            let Some(after) = self.step(layer, place, &state, &keep, value) else { continue };
            if failed.get(place + 1).is_some_and(|failed| failed.contains(&after)) {
                continue;
            }
            let mark = propagator.mark();
            if propagator.assign(layer.variable, value) {
                path.push(Node { state: after, tried: 0, value: 0, mark, found: solutions.len() });
            } else {
                propagator.undo(mark);
            }
        }
        Sought::Found { solutions, complete: true }
    }

    /// Returns the end of a search at a limit.
    fn ended(&self, words: usize, solutions: &[Vec<usize>]) -> Option<Sought> {
        if let Err(stop) = self.budget.check() {
            return Some(Sought::Stopped(stop));
        }
        // A table has at most twice the size of its states.
        let beyond = self.budget.memory.is_some_and(|limit| words as u64 * 16 > limit.bytes / 2);
        let ended = beyond || words > self.reach.words || self.steps > self.reach.steps;
        ended.then(|| Sought::Found { solutions: solutions.to_vec(), complete: false })
    }
}
