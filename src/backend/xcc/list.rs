//! Enumerates the solutions one by one; the search can be suspended after each.

use super::known::{Known, State};
use super::node::{Choice, Stack, joined, without};
use super::table::{Mask, Table};
use crate::backend::CoverOutcome;
use crate::budget::Budget;
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
    /// The state, if it can be represented.
    state: Option<State<N>>,
    /// The numbers of solutions and of nodes before this node.
    before: (u64, u64),
    /// The number of options chosen before it branches.
    chosen: usize,
    /// The branches as a range of `branches`: the first of all, and those remaining.
    first: usize,
    next: Range<usize>,
    /// The option of the current branch.
    taken: Option<u32>,
    /// Whether a branch excludes the options of earlier branches.
    ordered: bool,
    /// The slots that exclude those options.
    left_out: Mask<N>,
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
}

impl<const N: usize> Listing<N> {
    /// The mask of all slots.
    const ALL: Mask<N> = [u64::MAX; N];

    /// Starts a search for all solutions with the options `with` and without the options `without_these`.
    pub(super) fn new(table: &Rc<Table<N>>, with: &[u32], without_these: &[u32]) -> Listing<N> {
        let stack = Stack::new(table);
        let mut listing = Listing {
            stack,
            frames: Vec::new(),
            branches: Vec::new(),
            at_root: false,
            found: 0,
            failed: Known::new(),
            next_poll: BETWEEN,
        };
        let Some((list, open)) = root(&mut listing.stack, with, without_these) else { return listing };
        let (list, live) = listing.stack.narrow(&list, list.end, &[0; N]);
        listing.at_root = listing.visit(list, live, open);
        listing
    }

    /// Visits a node: chooses forced options and pushes the node unless it is dead or a leaf. Returns whether it is a
    /// solution.
    #[inline(always)]
    fn visit(&mut self, mut list: Range<usize>, mut live: Mask<N>, mut open: Mask<N>) -> bool {
        loop {
            if !self.stack.is_alive(&open, &live, &Self::ALL) {
                return false;
            }
            let state = self.stack.state(&live);
            if state.is_some_and(|state| self.failed.get(&state).is_some()) {
                return false;
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
            let choice = self.stack.choose(&list, &counts, &open, &Self::ALL);
            if !matches!(choice, Choice::Dead | Choice::Solved) {
                let before = (self.found, self.stack.nodes);
                let first = self.branches.len();
                let ordered = self.stack.branches(&list, choice, &mut self.branches);
                let next = first..self.branches.len();
                let chosen = self.stack.chosen.len();
                let left_out = [0; N];
                let frame = Frame { list, open, state, before, chosen, first, next, taken: None, ordered, left_out };
                self.frames.push(frame);
            }
            return matches!(choice, Choice::Solved | Choice::Any);
        }
    }

    /// Returns the number of visited nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.stack.nodes
    }

    /// See [`crate::backend::Cover::share`].
    pub(super) fn share(&self) -> f64 {
        if self.frames.is_empty() {
            return 1.0;
        }
        let (mut share, mut width) = (0.0, 1.0);
        for frame in &self.frames {
            width /= (frame.next.end - frame.first) as f64;
            // The share of the current branch comes from the frames below.
            share += width * (frame.next.start - frame.first - usize::from(frame.taken.is_some())) as f64;
        }
        share
    }

    fn solution(&self) -> CoverOutcome {
        let mut chosen: Vec<usize> = self.stack.chosen.iter().map(|&option| option as usize).collect();
        chosen.sort_unstable();
        CoverOutcome::Solution(chosen)
    }

    /// Returns the next solution.
    pub(super) fn next(&mut self, budget: &Budget) -> CoverOutcome {
        if let Some(stop) = budget.reached() {
            return CoverOutcome::Stopped(stop);
        }
        if std::mem::take(&mut self.at_root) {
            return self.solution();
        }
        while let Some(frame) = self.frames.last_mut() {
            self.stack.back_to(frame.chosen);
            if let Some(option) = frame.taken.take()
                && frame.ordered
            {
                frame.left_out = joined(&frame.left_out, &self.stack.table.own[option as usize]);
            }
            let Some(at) = frame.next.next() else {
                let done = self.frames.pop().expect("it is the last");
                if let Some(state) = done.state
                    && done.before.0 == self.found
                    && self.stack.nodes > done.before.1 + WORTHWHILE
                {
                    self.failed.insert(state, ());
                }
                self.branches.truncate(self.frames.last().map_or(0, |frame| frame.next.end));
                continue;
            };
            if self.stack.nodes >= self.next_poll {
                self.next_poll = self.stack.nodes + BETWEEN;
                if let Some(stop) = budget.reached() {
                    frame.next.start = at;
                    return CoverOutcome::Stopped(stop);
                }
            }
            let option = self.branches[at];
            frame.taken = Some(option);
            let taken = joined(&self.stack.take(option), &frame.left_out);
            let open = without(&frame.open, &taken);
            let (list, live) = self.stack.narrow(&frame.list, frame.list.end, &taken);
            if self.visit(list, live, open) {
                self.found += 1;
                return self.solution();
            }
        }
        CoverOutcome::Exhausted
    }
}

/// Returns the list and the open items after choosing some options and excluding others; `None` if that is
/// contradictory.
pub(super) fn root<const N: usize>(
    stack: &mut Stack<N>,
    with: &[u32],
    without_these: &[u32],
) -> Option<(Range<usize>, Mask<N>)> {
    let table = Rc::clone(&stack.table);
    let mut left: Vec<u32> = table.options.iter().copied().filter(|option| !without_these.contains(option)).collect();
    let mut open = table.once;
    for &option in with {
        if table.impossible || !left.contains(&option) {
            return None;
        }
        let taken = stack.take(option);
        open = without(&open, &taken);
        left.retain(|&other| super::table::disjoint(&table.needs[other as usize], &taken));
    }
    (!table.impossible).then(|| (stack.start(&left), open))
}
