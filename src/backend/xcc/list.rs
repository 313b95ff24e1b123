//! Lists the solutions, one at a time: the search can be left after each and goes on where it was.

use super::node::{Choice, Stack, joined, without};
use super::table::{Mask, Table};
use crate::backend::{CoverOutcome, Limits};
use std::ops::Range;
use std::rc::Rc;

/// How many nodes are visited between two looks at the limits: far less than a millisecond.
const BETWEEN: u64 = 512;

/// A node that is being branched on.
struct Frame<const N: usize> {
    list: Range<usize>,
    /// Items still to be covered once.
    open: Mask<N>,
    /// Its branches, in `branches`: those to come.
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
    /// What was chosen before the search began.
    given: Vec<u32>,
    /// A solution that the root already is.
    at_root: bool,
}

impl<const N: usize> Listing<N> {
    /// All solutions with these options and without those.
    pub(super) fn new(table: &Rc<Table<N>>, with: &[u32], without_these: &[u32]) -> Listing<N> {
        let stack = Stack::new(table);
        let mut listing =
            Listing { stack, frames: Vec::new(), branches: Vec::new(), given: Vec::new(), at_root: false };
        let Some((list, open)) = root(&mut listing.stack, with, without_these) else { return listing };
        listing.given = with.to_vec();
        let (list, counts) = listing.stack.narrow(&list, &[0; N]);
        let choice = listing.stack.choose(&list, &counts, &open);
        listing.at_root = matches!(choice, Choice::Solved | Choice::Any);
        listing.push(list, open, choice);
        listing
    }

    fn push(&mut self, list: Range<usize>, open: Mask<N>, choice: Choice) {
        let first = self.branches.len();
        let ordered = self.stack.branches(&list, choice, &mut self.branches);
        let next = first..self.branches.len();
        self.frames.push(Frame { list, open, next, taken: None, ordered, left_out: [0; N] });
    }

    fn solution(&self) -> CoverOutcome {
        let chosen = self.frames.iter().filter_map(|frame| frame.taken);
        let mut chosen: Vec<usize> = self.given.iter().copied().chain(chosen).map(|option| option as usize).collect();
        chosen.sort_unstable();
        CoverOutcome::Solution(chosen)
    }

    /// The next solution.
    pub(super) fn next(&mut self, limits: &Limits) -> CoverOutcome {
        if let Some(stop) = limits.reached() {
            return CoverOutcome::Stopped(stop);
        }
        if std::mem::take(&mut self.at_root) {
            return self.solution();
        }
        while let Some(frame) = self.frames.last_mut() {
            if let Some(option) = frame.taken.take() {
                self.stack.give_back(option);
                if frame.ordered {
                    frame.left_out = joined(&frame.left_out, &self.stack.table.own[option as usize]);
                }
            }
            let Some(at) = frame.next.next() else {
                self.frames.pop();
                self.branches.truncate(self.frames.last().map_or(0, |frame| frame.next.end));
                continue;
            };
            if self.stack.nodes.is_multiple_of(BETWEEN)
                && let Some(stop) = limits.reached()
            {
                frame.next.start = at;
                // Not at the same number again.
                self.stack.nodes += 1;
                return CoverOutcome::Stopped(stop);
            }
            let option = self.branches[at];
            frame.taken = Some(option);
            let taken = joined(&self.stack.take(option), &frame.left_out);
            let open = without(&frame.open, &taken);
            let (list, counts) = self.stack.narrow(&frame.list, &taken);
            match self.stack.choose(&list, &counts, &open) {
                Choice::Dead => {}
                Choice::Solved => return self.solution(),
                choice => {
                    self.push(list, open, choice);
                    if choice == Choice::Any {
                        return self.solution();
                    }
                }
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
