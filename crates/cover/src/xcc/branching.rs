//! The branches of a node, which are searched one by one or given away.

use super::node::Stack;
use super::table::{Mask, Table, add};
use crate::Cube;
use crate::Given;
use std::ops::Range;

/// The branches of a node: a range of the search's list of branches.
pub(super) struct Branching<const N: usize> {
    /// The number of options chosen before it branches.
    chosen: usize,
    /// The start of all branches.
    first: usize,
    /// The remaining branches.
    next: Range<usize>,
    /// The current branch.
    current: Option<usize>,
    /// Whether a branch excludes the options of earlier branches.
    ordered: bool,
    /// The slots that exclude those options.
    left_out: Mask<N>,
}

impl<const N: usize> Branching<N> {
    pub(super) fn new(chosen: usize, branches: Range<usize>, ordered: bool) -> Branching<N> {
        Branching { chosen, first: branches.start, next: branches, current: None, ordered, left_out: [0; N] }
    }

    /// Ends the current branch and begins the next one: chooses its option and returns the slots that it takes.
    #[inline(always)]
    pub(super) fn advance(&mut self, stack: &mut Stack<N>, branches: &[u32]) -> Option<Mask<N>> {
        stack.back_to(self.chosen);
        if let Some(current) = self.current.take()
            && self.ordered
        {
            add(&mut self.left_out, &stack.table.own[branches[current] as usize]);
        }
        self.current = self.next.next();
        let mut taken = stack.take(branches[self.current?]);
        add(&mut taken, &self.left_out);
        Some(taken)
    }

    /// Undoes the beginning of the current branch.
    pub(super) fn retreat(&mut self, stack: &mut Stack<N>) {
        stack.back_to(self.chosen);
        if let Some(current) = self.current.take() {
            self.next.start = current;
        }
    }

    /// Returns the end of the branches in the search's list.
    pub(super) fn end(&self) -> usize {
        self.next.end
    }

    /// Returns the share of one branch, and that of the branches that are done, without the current one.
    pub(super) fn shares(&self) -> (f64, f64) {
        let one = 1.0 / (self.next.end - self.first) as f64;
        (one, one * (self.next.start - self.first - usize::from(self.current.is_some())) as f64)
    }

    /// Returns whether branches remain besides the current one.
    fn has_more(&self) -> bool {
        !self.next.is_empty()
    }

    /// Returns the options excluded after the branches up to `end`.
    fn excluded<'a>(&self, end: usize, table: &'a Table<N>, branches: &'a [u32]) -> impl Iterator<Item = usize> + 'a {
        let first = if self.ordered { self.first } else { end };
        let has_own = |option: &&u32| table.own[**option as usize] != [0; N];
        branches[first..end].iter().filter(has_own).map(|&option| option as usize)
    }
}

/// Gives away the remaining branches of the node nearest to the root. `path` are the branchings from the root to the current
/// node, and `without` the options that the entered cube excludes. Returns the position of the node in `path` as well.
pub(super) fn give<const N: usize>(
    stack: &Stack<N>,
    branches: &[u32],
    without: &[u32],
    path: &mut [&mut Branching<N>],
) -> Option<(usize, Given)> {
    let position = path.iter().position(|branching| branching.has_more())?;
    let (mut excluded, mut share) = (without.iter().map(|&option| option as usize).collect::<Vec<usize>>(), 1.0);
    for above in &path[..position] {
        excluded.extend(above.current.into_iter().flat_map(|end| above.excluded(end, &stack.table, branches)));
        share *= above.shares().0;
    }
    let node = &mut path[position];
    let chosen = &stack.chosen[..node.chosen];
    let cube = |at: usize| Cube {
        with: chosen.iter().chain([&branches[at]]).map(|&option| option as usize).collect(),
        without: excluded.iter().copied().chain(node.excluded(at, &stack.table, branches)).collect(),
    };
    let given = Given { cubes: node.next.clone().map(cube).collect(), share: share * node.shares().0 };
    node.next.start = node.next.end;
    Some((position, given))
}
