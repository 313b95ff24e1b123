//! The search from one end: positions in the order of their distance.
//!
//! With moves of one cost, a side has layers; otherwise positions wait by distance, and one that is reached more cheaply
//! waits again. Positions of a layer are expanded in the order in which they were found, so the search is reproducible.

use super::packed::State;
use super::space::{Edge, Space, Time};
use super::table::{MAX_POSITIONS, Table};
use std::collections::BTreeMap;

/// The number of positions expanded between two polls of the budget.
const BREATH: usize = 1 << 8;
/// The greatest distance that is kept.
const FARTHEST: usize = u16::MAX as usize - 1000;

/// The reason why a search ends without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// A limit was reached.
    Stopped,
    /// There are too many positions.
    TooMany,
}

/// The search from one end.
pub(super) struct Side<const N: usize> {
    pub(super) time: Time,
    pub(super) table: Table<N>,
    /// By distance: the numbers of positions that wait.
    waiting: BTreeMap<u16, Vec<u32>>,
    /// The number of positions of each distance that was expanded.
    pub(super) expanded: usize,
    edges: Vec<Edge<N>>,
}

impl<const N: usize> Side<N> {
    /// Returns a side at its ends: positions with the number of ways to begin there.
    pub(super) fn new(time: Time, counts: bool, ends: &[(State<N>, u128)]) -> Side<N> {
        let mut side =
            Side { time, table: Table::new(counts), waiting: BTreeMap::new(), expanded: 0, edges: Vec::new() };
        for (state, ways) in ends {
            if let Some(index) = side.table.reach(state, 0, *ways) {
                side.waiting.entry(0).or_default().push(index as u32);
            }
        }
        side
    }

    /// Returns the distance of the nearest positions that wait.
    pub(super) fn depth(&self) -> Option<u16> {
        self.waiting.keys().next().copied()
    }

    /// Returns the number of positions that are expanded next.
    pub(super) fn rim(&self) -> usize {
        self.waiting.values().next().map_or(0, Vec::len)
    }

    /// Returns the nearest positions that wait.
    pub(super) fn nearest(&self) -> &[u32] {
        self.waiting.values().next().map_or(&[], |rim| rim)
    }

    /// Expands the nearest positions.
    pub(super) fn expand(&mut self, space: &Space<'_, N>, stop: &dyn Fn() -> bool) -> Result<(), Cut> {
        let Some((depth, rim)) = self.waiting.pop_first() else { return Ok(()) };
        if usize::from(depth) > FARTHEST {
            return Err(Cut::TooMany);
        }
        let mut edges = std::mem::take(&mut self.edges);
        for index in rim {
            let index = index as usize;
            // It may have been reached more cheaply since.
            if self.table.distance[index] != depth {
                continue;
            }
            self.expanded += 1;
            if self.expanded.is_multiple_of(BREATH) && stop() {
                return Err(Cut::Stopped);
            }
            if self.table.states.len() > MAX_POSITIONS {
                return Err(Cut::TooMany);
            }
            let state = self.table.states[index];
            let ways = self.table.ways.get(index).copied().unwrap_or(1);
            space.next(&state, self.time, &mut edges);
            for edge in &edges {
                let to = if self.time == Time::Forward { edge.to } else { edge.from };
                let distance = depth + edge.cost;
                if let Some(index) = self.table.reach(&space.canonical(&to), distance, ways) {
                    self.waiting.entry(distance).or_default().push(index as u32);
                }
            }
        }
        self.edges = edges;
        Ok(())
    }
}
