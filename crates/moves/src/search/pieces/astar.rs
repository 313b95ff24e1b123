//! The search: positions by the sum of what was spent and the bound.

use super::super::packed::State;
use super::super::sides::Cut;
use super::super::space::{Edge, Space, Time};
use super::super::table::Table;
use super::bounds::Pieces;
use std::collections::BTreeMap;

/// The most positions that wait or were expanded.
const MAX_NODES: usize = 30_000_000;
/// The number of positions between two polls of the budget.
const BREATH: u64 = 16;

/// A position on the way, and the move that led to it.
struct Node<const N: usize> {
    edge: Edge<N>,
    parent: u32,
    spent: u32,
}

/// A search by bounds.
pub(super) struct Search<'s, 'g, const N: usize> {
    space: &'s Space<'g, N>,
    pieces: &'s Pieces,
    /// How often the bound counts.
    greed: u32,
    nodes: Vec<Node<N>>,
    /// By the sum of what was spent and the bound: the positions that wait; the last one is expanded first.
    waiting: BTreeMap<u32, Vec<u32>>,
    /// The positions that were expanded, by what joins them.
    pub(super) expanded: Table<N>,
}

/// What a search found.
pub(super) enum Found<const N: usize> {
    Plan(Vec<Edge<N>>),
    /// There is none below the bound that was given.
    Nothing,
    /// It goes on later.
    Enough,
}

impl<'s, 'g, const N: usize> Search<'s, 'g, N> {
    pub(super) fn new(space: &'s Space<'g, N>, pieces: &'s Pieces, start: State<N>, greed: u32) -> Search<'s, 'g, N> {
        let mut search =
            Search { space, pieces, greed, nodes: Vec::new(), waiting: BTreeMap::new(), expanded: Table::new(false) };
        search.offer(Edge { from: start, to: start, cost: 0 }, u32::MAX, 0, u32::MAX);
        search
    }

    /// Returns a lower bound on the cost of all plans that are not found yet; without greed only.
    pub(super) fn least(&self) -> Option<u32> {
        self.waiting.keys().next().copied()
    }

    fn offer(&mut self, edge: Edge<N>, parent: u32, spent: u32, below: u32) {
        let Some(bound) = self.pieces.bound(self.space, &edge.to) else { return };
        if spent + bound < below {
            self.waiting.entry(spent + self.greed * bound).or_default().push(self.nodes.len() as u32);
            self.nodes.push(Node { edge, parent, spent });
        }
    }

    /// Expands positions for plans that cost less than a bound.
    pub(super) fn run(&mut self, below: u32, most: usize, stop: &dyn Fn() -> bool) -> Result<Found<N>, Cut> {
        let until = self.expanded.states.len() + most;
        let (mut edges, mut polls) = (Vec::new(), 0u64);
        while let Some(mut first) = self.waiting.first_entry() {
            if self.greed == 1 && *first.key() >= below {
                return Ok(Found::Nothing);
            }
            let Some(index) = first.get_mut().pop() else {
                first.remove();
                continue;
            };
            let bound = (*first.key() - self.nodes[index as usize].spent) / self.greed;
            let Node { edge, spent, .. } = self.nodes[index as usize];
            polls += 1;
            if polls.is_multiple_of(BREATH) && stop() {
                // It is still open.
                first.get_mut().push(index);
                return Err(Cut::Stopped);
            }
            let distance = u16::try_from(spent).map_err(|_| Cut::TooMany)?;
            let joined = self.space.joined(&edge.to);
            let canonical = match self.space.has_free {
                true => joined.iter().min().copied().unwrap_or(edge.to),
                false => self.space.canonical(&edge.to),
            };
            if self.expanded.reach(&canonical, distance, 1).is_none() {
                continue;
            }
            if bound == 0 && joined.iter().any(|state| self.space.is_goal(state)) {
                return Ok(Found::Plan(self.plan(index)));
            }
            if self.nodes.len() > MAX_NODES {
                return Err(Cut::TooMany);
            }
            self.space.next_of(&joined, Time::Forward, &mut edges);
            for edge in &edges {
                self.offer(*edge, index, spent + u32::from(edge.cost), below);
            }
            if self.expanded.states.len() >= until {
                return Ok(Found::Enough);
            }
        }
        Ok(Found::Nothing)
    }

    fn plan(&self, mut index: u32) -> Vec<Edge<N>> {
        let mut plan = Vec::new();
        while let Some(node) = self.nodes.get(index as usize).filter(|node| node.parent != u32::MAX) {
            plan.push(node.edge);
            index = node.parent;
        }
        plan.reverse();
        plan
    }
}
