//! The search of the leaves of a tree: sequential, or on several threads if the build has them.
//!
//! Both give the same results: [`explore`] adds up the leaves, [`in_order`] releases their results in the order of the tree.
//! The threads are in `parallel`; without the feature `cli` there are none.

use super::cubes::{
    Exploration, Leaf, LeafEnd, NodePath, Outlet, Partial, TakeResults, TakeTreeEvent, TreeEnd, TreeEvent, resume,
    settle,
};
use super::failure::Failure;
#[cfg(feature = "threads")]
use super::parallel;
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::split::Splitter;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Searches the tree under a root. `worker` makes the state of each thread. Events arrive in the order in which they happen,
/// those of earlier runs first; [`ControlFlow::Break`] ends the work.
pub(super) fn explore<T: Send, W>(
    splitter: &Splitter<'_>,
    root: NodePath,
    exploration: &Exploration<'_>,
    worker: impl Fn() -> W + Sync,
    take: &mut TakeTreeEvent<'_, T>,
) -> Result<TreeEnd, Failure>
where
    W: FnMut(&Leaf, &mut Partial<'_, T>) -> Result<LeafEnd<T>, Failure>,
{
    let mut leaves = Vec::new();
    let root = Leaf { path: root, cube: Vec::new(), share: 1.0, leaf_time: exploration.leaf_time };
    if resume(splitter, root, exploration.at_once, exploration.finished, &mut leaves, take)?.is_break() {
        return Ok(TreeEnd::Enough);
    }
    leaves.reverse();
    if exploration.threads > 1 {
        #[cfg(feature = "threads")]
        return parallel::explore::explore(splitter, leaves, exploration.threads, worker, take);
    }
    let mut work = worker();
    while let Some(leaf) = leaves.pop() {
        let end = work(&leaf, &mut |found| take(TreeEvent::Partial(found)).map(drop))?;
        let (event, mut children) = match settle(splitter, leaf, end) {
            Ok(settled) => settled,
            Err(stop) => return Ok(TreeEnd::Stopped(stop)),
        };
        if let Some(event) = event
            && take(event)?.is_break()
        {
            return Ok(TreeEnd::Enough);
        }
        children.reverse();
        leaves.append(&mut children);
    }
    Ok(TreeEnd::Complete)
}

/// Searches the leaves, and those that they give away, with this number of threads. `worker` makes the state of each thread: a
/// function that searches a leaf to its end (`Ok(None)`), to a limit, or until [`Outlet::put`] returns that no more results are
/// wanted. `over` is set at the end.
///
/// After a limit, the results found until then are released, too, still in order.
pub(super) fn in_order<J: Send, T: Send, W>(
    leaves: Vec<J>,
    threads: usize,
    over: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    take: &mut TakeResults<'_, T>,
) -> Result<TreeEnd, Failure>
where
    W: FnMut(J, &mut dyn Outlet<J, T>) -> Result<Option<Stop>, Failure>,
{
    if threads > 1 {
        #[cfg(feature = "threads")]
        return parallel::ordered::in_order(leaves, threads, over, worker, take);
    }
    let mut open = leaves;
    open.reverse();
    let mut work = worker();
    while let Some(leaf) = open.pop() {
        let mut outlet = Inline { take, taken: Ok(ControlFlow::Continue(())), given: &mut open, over };
        let end = work(leaf, &mut outlet);
        if outlet.taken?.is_break() {
            return Ok(TreeEnd::Enough);
        }
        if let Some(stop) = end? {
            return Ok(TreeEnd::Stopped(stop));
        }
    }
    Ok(TreeEnd::Complete)
}

/// The outlet of a leaf that is searched on the thread of the consumer.
struct Inline<'a, 'b, J, T> {
    take: &'a mut TakeResults<'b, T>,
    taken: Result<ControlFlow<()>, Failure>,
    /// The open leaves, the next one last.
    given: &'a mut Vec<J>,
    over: &'a AtomicBool,
}

impl<J, T> Outlet<J, T> for Inline<'_, '_, J, T> {
    fn put(&mut self, result: T) -> ControlFlow<()> {
        self.taken = (self.take)(vec![result], true);
        match self.taken {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            Ok(ControlFlow::Break(())) | Err(_) => {
                self.over.store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            }
        }
    }

    fn give(&mut self, leaves: Vec<J>) {
        self.given.extend(leaves.into_iter().rev());
    }
}
