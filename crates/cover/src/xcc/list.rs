//! Enumerates the solutions one by one; the search can be suspended after each.

use super::branching::{Branching, give};
use super::known::{Known, State};
use super::node::{Choice, Entered, Stack, without};
use super::order::Order;
use super::table::{Mask, Table};
use crate::{CoverOutcome, Given};
use boardwright_base::budget::Budget;
use std::ops::Range;
use std::rc::Rc;

/// The number of nodes between checks of the budget: far less than a millisecond.
pub(super) const BETWEEN: u64 = 512;

/// States without solutions are stored if their search took more nodes than this.
const WORTHWHILE: u64 = 4;

/// A node of the search with its branches.
struct Frame<const N: usize> {
    list: Range<usize>,
    /// The items that must still be covered once.
    open: Mask<N>,
    /// The state, if it can be represented and all branches are searched here.
    state: Option<State<N>>,
    /// The numbers of solutions and of nodes before this node.
    before: (u64, u64),
    branching: Branching<N>,
}

/// A search for all solutions.
pub(super) struct Listing<const N: usize> {
    stack: Stack<N>,
    frames: Vec<Frame<N>>,
    branches: Vec<u32>,
    /// Whether the root is a solution that has not been returned.
    at_root: bool,
    /// The number of solutions found.
    found: u64,
    /// States without solutions.
    failed: Known<N, ()>,
    /// The number of nodes at which the budget is checked next.
    next_poll: u64,
    /// The number of nodes at which branches are given away next, and the number between.
    gift: (u64, u64),
    /// The order of a search that restarts.
    order: Option<Order<N>>,
    /// The number of nodes at which the search pauses.
    pause: u64,
}

impl<const N: usize> Listing<N> {
    /// The mask of all slots.
    const ALL: Mask<N> = [u64::MAX; N];

    /// Returns a search without solutions.
    pub(super) fn new(table: &Rc<Table<N>>) -> Listing<N> {
        Listing {
            stack: Stack::new(table),
            frames: Vec::new(),
            branches: Vec::new(),
            at_root: false,
            found: 0,
            failed: Known::new(),
            next_poll: BETWEEN,
            gift: (u64::MAX, u64::MAX),
            order: None,
            pause: u64::MAX,
        }
    }

    /// Returns a search in a random order.
    pub(super) fn in_order(table: &Rc<Table<N>>, seed: u64) -> Listing<N> {
        Listing { order: Some(Order::new(table, seed)), ..Listing::new(table) }
    }

    /// Exchanges the known states without solutions, which are the same in any order, with another search of the same cube.
    pub(super) fn exchange_failed(&mut self, other: &mut Listing<N>) {
        std::mem::swap(&mut self.failed, &mut other.failed);
    }

    /// Makes the next search pause after this number of nodes.
    pub(super) fn pause_after(&mut self, nodes: u64) {
        self.pause = self.stack.nodes.saturating_add(nodes);
    }

    /// Starts a search for all solutions in a cube, which gives branches away after every `gift` nodes.
    pub(super) fn start(&mut self, cube: &Entered, gift: u64) {
        self.failed.clear();
        self.restart(cube, gift);
    }

    /// As [`Listing::start`], but keeps the known states without solutions.
    pub(super) fn restart(&mut self, cube: &Entered, gift: u64) {
        self.frames.clear();
        self.branches.clear();
        self.at_root = false;
        if let Some(order) = &mut self.order {
            order.restart();
        }
        self.next_poll = self.stack.nodes + BETWEEN;
        self.gift = (self.stack.nodes.saturating_add(gift), gift);
        let Some((list, open)) = self.stack.root(cube) else { return };
        let (list, live) = self.stack.narrow(&list, list.end, &[0; N]);
        self.at_root = self.visit(list, live, open);
    }

    /// Visits a node: chooses forced options and pushes the node unless it is dead or a leaf. Returns whether it is a
    /// solution.
    #[inline(always)]
    fn visit(&mut self, mut list: Range<usize>, mut live: Mask<N>, mut open: Mask<N>) -> bool {
        loop {
            if !self.stack.is_alive(&open, &live, &Self::ALL) {
                if let Some(order) = &mut self.order {
                    order.blame(&without(&open, &live));
                }
                return false;
            }
            let state = if self.failed.is_off() { None } else { self.stack.state(&live) };
            if state.is_some_and(|state| self.failed.get(&state).is_some()) {
                return false;
            }
            let Some((fewer, kept, slots)) = self.stack.bounded(list, live, &open, &Self::ALL) else {
                return false;
            };
            (list, live) = (kept, slots);
            if fewer {
                continue;
            }
            let counts = self.stack.counts(&list);
            match self.stack.force(&list, &counts, &open) {
                None => return false,
                Some(taken) if taken != [0; N] => {
                    open = without(&open, &taken);
                    (list, live) = self.stack.narrow(&list, list.end, &taken);
                    continue;
                }
                Some(_) => {}
            }
            let choice = self.stack.choose(&list, &counts, &open, &Self::ALL, self.order.as_ref());
            if !matches!(choice, Choice::Dead | Choice::Solved) {
                let before = (self.found, self.stack.nodes);
                let first = self.branches.len();
                let ordered = self.stack.branches(&list, choice, &mut self.branches);
                if let Some(order) = &mut self.order
                    && !ordered
                {
                    order.sort(&mut self.branches[first..]);
                }
                let branching = Branching::new(self.stack.chosen.len(), first..self.branches.len(), ordered);
                self.frames.push(Frame { list, open, state, before, branching });
            }
            return matches!(choice, Choice::Solved | Choice::Any);
        }
    }

    /// Returns the table.
    pub(super) fn table(&self) -> Rc<Table<N>> {
        Rc::clone(&self.stack.table)
    }

    /// Returns the number of visited nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.stack.nodes
    }

    /// See [`crate::Cover::share`].
    pub(super) fn share(&self) -> f64 {
        if self.frames.is_empty() {
            return 1.0;
        }
        let (mut share, mut width) = (0.0, 1.0);
        for frame in &self.frames {
            let (one, done) = frame.branching.shares();
            // The share of the current branch comes from the frames below.
            share += width * done;
            width *= one;
        }
        share
    }

    fn solution(&self) -> CoverOutcome {
        let mut chosen: Vec<usize> = self.stack.chosen.iter().map(|&option| option as usize).collect();
        chosen.sort_unstable();
        CoverOutcome::Solution(chosen)
    }

    /// Gives branches away if that is worth it.
    fn give(&mut self, excluded: &[u32]) -> Option<Given> {
        let (_, every) = self.gift;
        if self.failed.pays() {
            // The others would search the same states again.
            self.gift = (self.stack.nodes.saturating_add(2 * every), 2 * every);
            return None;
        }
        self.gift.0 = self.stack.nodes.saturating_add(every);
        let mut path: Vec<&mut Branching<N>> = self.frames.iter_mut().map(|frame| &mut frame.branching).collect();
        let (position, given) = give(&self.stack, &self.branches, excluded, &mut path)?;
        self.frames[..=position].iter_mut().for_each(|frame| frame.state = None);
        Some(given)
    }

    /// Returns the next solution; `cube` is the cube of the start.
    pub(super) fn next(&mut self, cube: &Entered, budget: &Budget) -> CoverOutcome {
        self.pause = u64::MAX;
        self.next_or_pause(cube, budget).expect("it does not pause")
    }

    /// As [`Listing::next`]; `None` if it pauses.
    pub(super) fn next_or_pause(&mut self, cube: &Entered, budget: &Budget) -> Option<CoverOutcome> {
        if let Some(stop) = budget.reached() {
            return Some(CoverOutcome::Stopped(stop));
        }
        if std::mem::take(&mut self.at_root) {
            return Some(self.solution());
        }
        if self.stack.nodes >= self.gift.0
            && let Some(given) = self.give(&cube.without)
        {
            return Some(CoverOutcome::Given(given));
        }
        while let Some(frame) = self.frames.last_mut() {
            let Some(taken) = frame.branching.advance(&mut self.stack, &self.branches) else {
                let done = self.frames.pop().expect("it is the last");
                if let Some(state) = done.state
                    && done.before.0 == self.found
                    && self.stack.nodes > done.before.1 + WORTHWHILE
                {
                    self.failed.insert(state, ());
                }
                self.branches.truncate(self.frames.last().map_or(0, |frame| frame.branching.end()));
                continue;
            };
            if self.stack.nodes >= self.next_poll {
                self.next_poll = self.stack.nodes + BETWEEN;
                if let Some(stop) = budget.reached() {
                    frame.branching.retreat(&mut self.stack);
                    return Some(CoverOutcome::Stopped(stop));
                }
                if self.stack.nodes >= self.pause {
                    frame.branching.retreat(&mut self.stack);
                    return None;
                }
                if self.stack.nodes >= self.gift.0 {
                    frame.branching.retreat(&mut self.stack);
                    match self.give(&cube.without) {
                        Some(given) => return Some(CoverOutcome::Given(given)),
                        None => continue,
                    }
                }
            }
            let open = without(&frame.open, &taken);
            let (list, live) = self.stack.narrow(&frame.list, frame.list.end, &taken);
            if self.visit(list, live, open) {
                self.found += 1;
                return Some(self.solution());
            }
        }
        Some(CoverOutcome::Exhausted)
    }
}
