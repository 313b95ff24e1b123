//! Shortest plans from the distances of both sides: their number, and the plans one by one.
//!
//! A plan is walked from the start. As long as its positions are on the side of the start, only those are entered from
//! which the other side can be reached in the remaining moves; then the distance to the goal leads on.

use super::packed::State;
use super::sides::{Cut, Side};
use super::space::{Edge, Space, Time};
use std::ops::ControlFlow;

/// The distances that make up the shortest plans of a cost.
pub(super) struct Shortest<'s, 'g, const N: usize> {
    pub(super) space: &'s Space<'g, N>,
    pub(super) start: State<N>,
    /// The side of the start.
    pub(super) ahead: &'s Side<N>,
    /// The side of the goal, if there is one.
    pub(super) behind: Option<&'s Side<N>>,
    /// The cost of a plan.
    pub(super) total: u16,
    /// Positions on the side of the start at this distance are on the other side, too, or reach the goal.
    pub(super) meeting: u16,
    /// By position on the side of the start, whether a plan passes it.
    useful: Vec<bool>,
}

impl<'s, 'g, const N: usize> Shortest<'s, 'g, N> {
    /// Finds the positions on the side of the start that plans pass; `met` are the last of them.
    pub(super) fn new(
        space: &'s Space<'g, N>,
        start: State<N>,
        sides: (&'s Side<N>, Option<&'s Side<N>>),
        total: u16,
        met: &[usize],
        stop: &dyn Fn() -> bool,
    ) -> Result<Shortest<'s, 'g, N>, Cut> {
        let (ahead, behind) = sides;
        let mut useful = vec![false; ahead.table.states.len()];
        let meeting = met.iter().map(|&index| ahead.table.distance[index]).max().unwrap_or(0);
        met.iter().for_each(|&index| useful[index] = true);
        let mut waiting = met.to_vec();
        let mut edges: Vec<Edge<N>> = Vec::new();
        let mut polled = 0usize;
        while let Some(index) = waiting.pop() {
            polled += 1;
            if polled.is_multiple_of(256) && stop() {
                return Err(Cut::Stopped);
            }
            let distance = ahead.table.distance[index];
            space.next(&ahead.table.states[index], Time::Backward, &mut edges);
            for edge in &edges {
                let Some(before) = distance.checked_sub(edge.cost) else { continue };
                let found = ahead.table.find(&space.canonical(&edge.from));
                if let Some(found) = found.filter(|&found| ahead.table.distance[found] == before && !useful[found]) {
                    useful[found] = true;
                    waiting.push(found);
                }
            }
        }
        Ok(Shortest { space, start, ahead, behind, total, meeting, useful })
    }

    /// Returns whether a plan passes a position after this cost.
    fn leads_on(&self, state: &State<N>, spent: u16) -> bool {
        let state = self.space.canonical(state);
        if spent <= self.meeting || self.behind.is_none() {
            let found = self.ahead.table.find(&state);
            return found.is_some_and(|found| self.useful[found] && self.ahead.table.distance[found] == spent);
        }
        let found = self.behind.and_then(|side| Some((side, side.table.find(&state)?)));
        found.is_some_and(|(side, found)| side.table.distance[found] == self.total - spent)
    }

    /// Calls `each` with every plan, as its moves that count, until it breaks.
    pub(super) fn each(
        &self,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[Edge<N>]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Cut> {
        let mut plan = Vec::new();
        self.go_on(self.start, 0, &mut plan, stop, each)
    }

    fn go_on(
        &self,
        at: State<N>,
        spent: u16,
        plan: &mut Vec<Edge<N>>,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[Edge<N>]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Cut> {
        if spent == self.total {
            return Ok(each(plan));
        }
        if stop() {
            return Err(Cut::Stopped);
        }
        let mut edges = Vec::new();
        self.space.next(&at, Time::Forward, &mut edges);
        for edge in edges {
            let then = spent + edge.cost;
            if then > self.total || !self.leads_on(&edge.to, then) {
                continue;
            }
            // The last position is a goal itself.
            if then == self.total && !self.is_end(&edge.to) {
                continue;
            }
            plan.push(edge);
            let flow = self.go_on(edge.to, then, plan, stop, each)?;
            plan.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn is_end(&self, state: &State<N>) -> bool {
        // With the fewest pieces asked for, the positions met are the ends.
        self.space.game.goal.fewest.is_some() || self.space.ends(state)
    }
}
