//! Lists the solutions, one at a time: the search can be left after each and goes on where it was.

use super::known::{Known, State};
use super::node::{Choice, Stack, joined, without};
use super::table::{Mask, Table};
use crate::backend::CoverOutcome;
use crate::budget::Budget;
use std::ops::Range;
use std::rc::Rc;

/// How many nodes are visited between two looks at the limits: far less than a millisecond.
pub(super) const BETWEEN: u64 = 512;

/// A state without a solution is noted when it took more nodes than this to see.
const WORTHWHILE: u64 = 4;

/// A node that is being branched on.
struct Frame<const N: usize> {
    list: Range<usize>,
    /// Items still to be covered once.
    open: Mask<N>,
    /// What the search below depends on, where it can be told.
    state: Option<State<N>>,
    /// How many solutions and nodes there were before.
    before: (u64, u64),
    /// How many options are chosen before it branches.
    chosen: usize,
    /// Its branches, in `branches`: the first of all, and those to come.
    first: usize,
    next: Range<usize>,
    /// The option that is chosen now.
    taken: Option<u32>,
    /// Whether options of earlier branches are left out.
    ordered: bool,
    /// The slots of those.
    left_out: Mask<N>,
}

/// A search through all solutions.
pub(super) struct Listing<const N: usize> {
    stack: Stack<N>,
    frames: Vec<Frame<N>>,
    branches: Vec<u32>,
    /// A solution that the root already is.
    at_root: bool,
    /// Solutions found.
    found: u64,
    /// States from which no solution was found.
    failed: Known<N, ()>,
    /// The limits are looked at when so many nodes are visited.
    next_look: u64,
}

impl<const N: usize> Listing<N> {
    /// Every slot.
    const ALL: Mask<N> = [u64::MAX; N];

    /// All solutions with these options and without those.
    pub(super) fn new(table: &Rc<Table<N>>, with: &[u32], without_these: &[u32]) -> Listing<N> {
        let stack = Stack::new(table);
        let mut listing = Listing {
            stack,
            frames: Vec::new(),
            branches: Vec::new(),
            at_root: false,
            found: 0,
            failed: Known::new(),
            next_look: BETWEEN,
        };
        let Some((list, open)) = root(&mut listing.stack, with, without_these) else { return listing };
        let (list, live) = listing.stack.narrow(&list, list.end, &[0; N]);
        listing.at_root = listing.visit(list, live, open);
        listing
    }

    /// Looks at a node, chooses what has to be chosen, and makes it one to branch on unless it is dead or a leaf. Whether it
    /// is a solution.
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

    /// See [`crate::backend::Cover::share`].
    pub(super) fn share(&self) -> f64 {
        if self.frames.is_empty() {
            return 1.0;
        }
        let (mut share, mut width) = (0.0, 1.0);
        for frame in &self.frames {
            width /= (frame.next.end - frame.first) as f64;
            // The branch that is being gone through has its share from the frames below.
            share += width * (frame.next.start - frame.first - usize::from(frame.taken.is_some())) as f64;
        }
        share
    }

    fn solution(&self) -> CoverOutcome {
        let mut chosen: Vec<usize> = self.stack.chosen.iter().map(|&option| option as usize).collect();
        chosen.sort_unstable();
        CoverOutcome::Solution(chosen)
    }

    /// The next solution.
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
            if self.stack.nodes >= self.next_look {
                self.next_look = self.stack.nodes + BETWEEN;
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

/// The list and the open items once some options are chosen and others left out; `None` when they cannot be.
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
