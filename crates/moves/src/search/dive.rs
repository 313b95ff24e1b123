//! One plan where all plans have the same cost: depth first, towards positions known to lead to the goal.
//!
//! Each jump of peg solitaire takes one peg, so any plan is a shortest one. The side of the goal is expanded to some hundred
//! thousand positions; a search by depth from the start that remembers dead ends then meets it. Start with [`plan`].

use super::packed::State;
use super::sides::{Cut, Side};
use super::space::{Edge, Space, Time};
use super::table::{MAX_POSITIONS, Table};
use boardwright_puzzle::capability::methods::MethodRequest;

/// The positions on the side of the goal, after which it is not expanded further.
const KNOWN: usize = 150_000;
/// The dead ends after which a count goes on without a plan.
const DEAD_ENDS_OF_A_COUNT: usize = 500_000;

/// Returns the moves of a plan of this cost; `None` if there is none.
pub(super) fn plan<const N: usize>(
    space: &Space<'_, N>,
    start: &State<N>,
    ends: &[(State<N>, u128)],
    total: u16,
    request: &MethodRequest<'_>,
) -> Result<Option<Vec<Edge<N>>>, Cut> {
    let stop = request.stop;
    let mut behind = Side::new(Time::Backward, false, ends);
    while behind.table.states.len() < KNOWN && behind.depth().is_some_and(|depth| depth < total) {
        behind.expand(space, stop)?;
    }
    let most = if request.count { DEAD_ENDS_OF_A_COUNT } else { MAX_POSITIONS };
    let mut dive = Dive { space, behind, dead: Table::new(false), most, total, plan: Vec::new(), visited: 0, stop };
    let found = dive.go_on(*start, 0)?;
    Ok(found.then_some(dive.plan))
}

struct Dive<'d, 'g, const N: usize> {
    space: &'d Space<'g, N>,
    behind: Side<N>,
    /// Positions from which no plan leads on.
    dead: Table<N>,
    /// The largest number of them.
    most: usize,
    total: u16,
    plan: Vec<Edge<N>>,
    visited: u64,
    stop: &'d dyn Fn() -> bool,
}

impl<const N: usize> Dive<'_, '_, N> {
    fn go_on(&mut self, at: State<N>, spent: u16) -> Result<bool, Cut> {
        if spent == self.total {
            return Ok(self.space.is_goal(&at));
        }
        let canonical = self.space.canonical(&at);
        // All positions at this distance from the goal are known, or none.
        let known = self.behind.table.find(&canonical);
        let complete = self.behind.depth().is_none_or(|depth| self.total - spent <= depth);
        if complete && known.is_none() {
            return Ok(false);
        }
        if self.dead.find(&canonical).is_some() {
            return Ok(false);
        }
        self.visited += 1;
        if self.visited.is_multiple_of(256) && (self.stop)() {
            return Err(Cut::Stopped);
        }
        if self.dead.states.len() > self.most {
            return Err(Cut::TooMany);
        }
        let mut edges = Vec::new();
        self.space.next(&at, Time::Forward, &mut edges);
        for edge in edges {
            if spent + edge.cost > self.total {
                continue;
            }
            self.plan.push(edge);
            if self.go_on(edge.to, spent + edge.cost)? {
                return Ok(true);
            }
            self.plan.pop();
        }
        self.dead.reach(&canonical, 0, 1);
        Ok(false)
    }
}
