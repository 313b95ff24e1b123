//! Leaves of a search tree worked on by several threads, whose results are released in the order of the leaves.
//!
//! Each leaf has a slot. Threads take the leaves in order and put their results into the slot of their leaf; one consumer
//! empties the slots in order. So the order of the results depends neither on the number of threads nor on their scheduling. A
//! thread whose slot is full waits for its turn, which bounds the memory. There is no deadlock: leaves are taken in order, so
//! the next leaf always has a thread, and the consumer empties its slot.

use crate::budget::Stop;
use crate::task::cubes::{Leaf, Put, Release, TakeRelease, TreeEnd};
use crate::task::failure::Failure;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum time until the end of the work is noticed.
const TICK: Duration = Duration::from_millis(20);
/// The maximum number of results in a slot.
const CAPACITY: usize = 1024;

/// The end of the work on a leaf.
type End = Result<Option<Stop>, Failure>;

struct SlotContents<T> {
    results: Vec<T>,
    end: Option<End>,
}

/// The results of one leaf that were not released yet.
struct Slot<T> {
    contents: Mutex<SlotContents<T>>,
    changed: Condvar,
}

impl<T> Slot<T> {
    fn lock(&self) -> MutexGuard<'_, SlotContents<T>> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a result; waits while the slot is full. `Break` if no more results are wanted.
    fn put(&self, result: T, over: &AtomicBool) -> ControlFlow<()> {
        let mut contents = self.lock();
        while contents.results.len() >= CAPACITY {
            if over.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            self.changed.notify_all();
            contents = self.changed.wait_timeout(contents, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        contents.results.push(result);
        if over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&self, end: End) {
        self.lock().end = Some(end);
        self.changed.notify_all();
    }

    /// Waits for results or the end, at most a tick.
    fn take(&self) -> (Vec<T>, Option<End>) {
        let mut contents = self.lock();
        if contents.end.is_none() && contents.results.len() < CAPACITY {
            contents = self.changed.wait_timeout(contents, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let results = std::mem::take(&mut contents.results);
        self.changed.notify_all();
        (results, contents.end.take())
    }
}

/// Searches the leaves with several threads; see [`crate::task::walk`].
pub(in crate::task) fn in_order<T: Send, W>(
    leaves: &[Leaf],
    threads: usize,
    over: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    take: &mut TakeRelease<'_, T>,
) -> Result<TreeEnd, Failure>
where
    W: FnMut(&Leaf, &mut Put<'_, T>) -> Result<Option<Stop>, Failure>,
{
    let empty =
        || Slot { contents: Mutex::new(SlotContents { results: Vec::new(), end: None }), changed: Condvar::new() };
    let slots: Vec<Slot<T>> = leaves.iter().map(|_| empty()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let run = || {
            let mut work = worker();
            while !over.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(leaf) = leaves.get(index) else { return };
                let slot = &slots[index];
                let end = work(leaf, &mut |result| slot.put(result, over));
                // The results of the other threads cannot be used any more, or only up to here.
                if !matches!(end, Ok(None)) {
                    over.store(true, Ordering::Relaxed);
                }
                slot.end(end);
            }
        };
        let threads: Vec<_> = (0..threads.clamp(1, leaves.len().max(1))).map(|_| scope.spawn(run)).collect();
        let finished = || threads.iter().all(std::thread::ScopedJoinHandle::is_finished);
        let mut outcome = Ok(TreeEnd::Complete);
        for (leaf, slot) in leaves.iter().zip(&slots) {
            let end = loop {
                // Read before the slot: a thread closes its slot before it finishes.
                let finished = finished();
                let (results, end) = slot.take();
                if !results.is_empty()
                    && matches!(outcome, Ok(TreeEnd::Complete | TreeEnd::Stopped(_)))
                    && let ended @ (Ok(ControlFlow::Break(())) | Err(_)) = take(Release::Results(results))
                {
                    outcome = ended.map(|_| TreeEnd::Enough);
                    over.store(true, Ordering::Relaxed);
                }
                if end.is_some() || finished {
                    break end;
                }
            };
            match end {
                Some(Ok(None)) if outcome == Ok(TreeEnd::Complete) => match take(Release::Done(leaf)) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => outcome = Ok(TreeEnd::Enough),
                    Err(failure) => outcome = Err(failure),
                },
                Some(Ok(None)) => {}
                Some(Ok(Some(stop))) if outcome == Ok(TreeEnd::Complete) => outcome = Ok(TreeEnd::Stopped(stop)),
                Some(Ok(Some(_))) => {}
                // A limit must not hide a failure.
                Some(Err(failure)) if outcome.is_ok() => outcome = Err(failure),
                Some(Err(_)) => {}
                // The leaf was not started, or its thread was lost, which the scope reports as a panic.
                None => break,
            }
            if outcome != Ok(TreeEnd::Complete) {
                over.store(true, Ordering::Relaxed);
            }
        }
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::cubes::NodePath;

    fn leaves(number: u32) -> Vec<Leaf> {
        let leaf = |index| Leaf { path: NodePath(vec![index]), cube: Vec::new(), share: 0.0, leaf_time: None };
        (0..number).map(leaf).collect()
    }

    /// Releases the results of `search` for each leaf on 4 threads, until there are `wanted` results.
    fn released(
        wanted: usize,
        search: impl Fn(u32, &mut Put<'_, u32>) -> Result<Option<Stop>, Failure> + Sync,
    ) -> (Result<TreeEnd, Failure>, Vec<u32>) {
        let mut results = Vec::new();
        let worker = || |leaf: &Leaf, put: &mut Put<'_, u32>| search(leaf.path.0[0], put);
        let outcome = in_order(&leaves(40), 4, &AtomicBool::new(false), worker, &mut |release| {
            if let Release::Results(found) = release {
                results.extend(found);
            }
            Ok(if results.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        (outcome, results)
    }

    /// Puts `100 * leaf`, `100 * leaf + 1`, ...; early leaves have more results than a slot can store, and are slower.
    fn put_all(leaf: u32, put: &mut Put<'_, u32>) -> Result<Option<Stop>, Failure> {
        for number in 0..if leaf < 3 { 3 * CAPACITY as u32 } else { 10 } {
            if put(100_000 * leaf + number).is_break() {
                return Ok(Some(Stop::Interrupted));
            }
        }
        Ok(None)
    }

    #[test]
    fn results_come_in_the_order_of_the_leaves() {
        let (outcome, results) = released(usize::MAX, put_all);
        assert_eq!((outcome, results.len()), (Ok(TreeEnd::Complete), 9 * CAPACITY + 37 * 10));
        assert!(results.is_sorted());
        let (outcome, some) = released(5000, put_all);
        assert_eq!(outcome, Ok(TreeEnd::Enough));
        assert!(some.len() >= 5000 && results.starts_with(&some));
    }

    #[test]
    fn a_limit_ends_the_work_and_a_failure_is_never_hidden_behind_it() {
        let (outcome, results) = released(usize::MAX, |leaf, put| match leaf {
            20 => Ok(Some(Stop::Time)),
            _ => put_all(leaf, put),
        });
        assert!(matches!(outcome, Ok(TreeEnd::Stopped(_))), "{outcome:?}");
        assert!(results.is_sorted());
        let failure = Failure::Check("leaf 21".into());
        let (outcome, _) = released(usize::MAX, |leaf, put| match leaf {
            // Reached only when leaf 21 has failed, or its thread is about to.
            0 => {
                (0..).find_map(|number| put(number).is_break().then_some(Ok(Some(Stop::Time)))).expect("it is endless")
            }
            21 => Err(failure.clone()),
            _ => Ok(None),
        });
        assert_eq!(outcome, Err(failure));
    }
}
