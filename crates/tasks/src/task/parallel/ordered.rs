//! Leaves of a search tree worked on by several threads, whose results are released in the order of the leaves.
//!
//! Each leaf has a slot. Threads take the leaves in order and put their results into the slot of their leaf; a leaf that gives
//! parts away gets slots for them directly after its own. One consumer empties the slots in order. So the order of the results
//! depends neither on the number of threads nor on their scheduling. A thread that is too far ahead waits, which bounds the memory. There
//! is no deadlock: leaves are taken in order, so the next leaf always has a thread, and the consumer empties its slot.

use crate::task::cubes::{Outlet, TakeResults, TreeEnd};
use crate::task::failure::Failure;
use boardwright_base::budget::Stop;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum time until the end of the work is noticed.
const TICK: Duration = Duration::from_millis(20);
/// The number of results in all slots from which on only the thread of the next leaf goes on, up to as many in its slot.
const CAPACITY: usize = 4096;
/// The number of results of the next leaf for which the consumer is woken.
const BATCH: usize = 256;

/// The end of the work on a leaf.
type End = Result<Option<Stop>, Failure>;

/// A leaf and those of its results that were not released yet.
struct Slot<J, T> {
    /// Identifies the slot.
    number: usize,
    /// The leaf, until a thread takes it.
    leaf: Option<J>,
    results: Vec<T>,
    end: Option<End>,
}

struct Queue<J, T> {
    /// In the order of the leaves.
    slots: VecDeque<Slot<J, T>>,
    /// The number of slots so far.
    made: usize,
    /// The number of results in the slots.
    results: usize,
    /// The number of leaves in progress.
    busy: usize,
    /// Whether the consumer waits for the first slot.
    waiting: bool,
}

struct Shared<'a, J, T> {
    queue: Mutex<Queue<J, T>>,
    /// For the threads: there are new leaves, fewer results, or none will come.
    changed: Condvar,
    /// For the consumer: the first slot has ended or is well filled.
    ready: Condvar,
    over: &'a AtomicBool,
}

impl<J, T> Queue<J, T> {
    fn add(&mut self, position: usize, leaf: J) {
        self.slots.insert(position, Slot { number: self.made, leaf: Some(leaf), results: Vec::new(), end: None });
        self.made += 1;
    }

    /// Returns the position of a slot, which exists until its end was released.
    fn position(&self, number: usize) -> usize {
        self.slots.iter().position(|slot| slot.number == number).expect("it has not ended")
    }
}

impl<J, T> Shared<'_, J, T> {
    fn lock(&self) -> MutexGuard<'_, Queue<J, T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn wait<'q>(&self, queue: MutexGuard<'q, Queue<J, T>>) -> MutexGuard<'q, Queue<J, T>> {
        self.changed.wait_timeout(queue, TICK).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns the next leaf and the number of its slot; waits while others may still give some. `None` at the end.
    fn next(&self) -> Option<(usize, J)> {
        let mut queue = self.lock();
        loop {
            if self.is_over() {
                return None;
            }
            if let Some(slot) = queue.slots.iter_mut().find(|slot| slot.leaf.is_some()) {
                let number = slot.number;
                let leaf = slot.leaf.take();
                queue.busy += 1;
                return leaf.map(|leaf| (number, leaf));
            }
            if queue.busy == 0 {
                return None;
            }
            queue = self.wait(queue);
        }
    }

    fn end(&self, number: usize, end: End) {
        let mut queue = self.lock();
        let position = queue.position(number);
        queue.slots[position].end = Some(end);
        queue.busy -= 1;
        if queue.waiting && position == 0 {
            self.ready.notify_one();
        }
        self.changed.notify_all();
    }

    /// Returns the next results, whether all leaves before were done, and the end of the leaf; waits until there are some, at most
    /// a tick. `None` if there are no more slots.
    fn take(&self) -> Option<(Vec<T>, Option<End>)> {
        let mut queue = self.lock();
        let first = queue.slots.front()?;
        if first.end.is_none() && first.results.len() < BATCH {
            queue.waiting = true;
            queue = self.ready.wait_timeout(queue, TICK).unwrap_or_else(PoisonError::into_inner).0;
            queue.waiting = false;
        }
        let first = queue.slots.front_mut()?;
        let (results, end) = (std::mem::take(&mut first.results), first.end.take());
        if end.is_some() {
            queue.slots.pop_front();
        }
        queue.results -= results.len();
        if !results.is_empty() {
            self.changed.notify_all();
        }
        Some((results, end))
    }
}

/// The outlet of one leaf.
struct SlotOutlet<'a, J, T> {
    shared: &'a Shared<'a, J, T>,
    number: usize,
}

impl<J, T> Outlet<J, T> for SlotOutlet<'_, J, T> {
    fn put(&mut self, result: T) -> ControlFlow<()> {
        let mut queue = self.shared.lock();
        let mut position = queue.position(self.number);
        queue.slots[position].results.push(result);
        queue.results += 1;
        loop {
            if self.shared.is_over() {
                return ControlFlow::Break(());
            }
            let own = queue.slots[position].results.len();
            if queue.waiting && position == 0 && own >= BATCH {
                self.shared.ready.notify_one();
            }
            if queue.results < CAPACITY || position == 0 && own < CAPACITY {
                return ControlFlow::Continue(());
            }
            queue = self.shared.wait(queue);
            position = queue.position(self.number);
        }
    }

    fn give(&mut self, leaves: Vec<J>) {
        let mut queue = self.shared.lock();
        let position = queue.position(self.number);
        for (index, leaf) in leaves.into_iter().enumerate() {
            queue.add(position + 1 + index, leaf);
        }
        self.shared.changed.notify_all();
    }
}

/// Searches the leaves with several threads; see [`crate::task::walk`].
pub(in crate::task) fn in_order<J: Send, T: Send, W>(
    leaves: Vec<J>,
    threads: usize,
    over: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    take: &mut TakeResults<'_, T>,
) -> Result<TreeEnd, Failure>
where
    W: FnMut(J, &mut dyn Outlet<J, T>) -> Result<Option<Stop>, Failure>,
{
    let queue = Queue { slots: VecDeque::new(), made: 0, results: 0, busy: 0, waiting: false };
    let shared = Shared { queue: Mutex::new(queue), changed: Condvar::new(), ready: Condvar::new(), over };
    leaves.into_iter().enumerate().for_each(|(index, leaf)| shared.lock().add(index, leaf));
    std::thread::scope(|scope| {
        let run = || {
            let mut work = worker();
            while let Some((number, leaf)) = shared.next() {
                let end = work(leaf, &mut SlotOutlet { shared: &shared, number });
                // The results of the other threads cannot be used any more, or only up to here.
                if !matches!(end, Ok(None)) {
                    over.store(true, Ordering::Relaxed);
                }
                shared.end(number, end);
            }
        };
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(run)).collect();
        let mut outcome = Ok(TreeEnd::Complete);
        loop {
            // Read before the slot: a thread closes its slot before it finishes.
            let finished = threads.iter().all(std::thread::ScopedJoinHandle::is_finished);
            let Some((results, end)) = shared.take() else { break };
            if !results.is_empty()
                && matches!(outcome, Ok(TreeEnd::Complete | TreeEnd::Stopped(_)))
                && let ended @ (Ok(ControlFlow::Break(())) | Err(_)) = take(results, outcome == Ok(TreeEnd::Complete))
            {
                outcome = ended.map(|_| TreeEnd::Enough);
            }
            match end {
                Some(Ok(Some(stop))) if outcome == Ok(TreeEnd::Complete) => outcome = Ok(TreeEnd::Stopped(stop)),
                // A limit must not hide a failure.
                Some(Err(failure)) if outcome.is_ok() => outcome = Err(failure),
                Some(_) => {}
                // The leaf was not started, or its thread was lost, which the scope reports as a panic.
                None if finished => break,
                None => {}
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
    use crate::task::failure::Invariant;

    /// Releases the results of `search` for each leaf on 4 threads, until there are `wanted` results.
    fn released(
        wanted: usize,
        search: impl Fn(u32, &mut dyn Outlet<u32, u32>) -> Result<Option<Stop>, Failure> + Sync,
    ) -> (Result<TreeEnd, Failure>, Vec<u32>) {
        let mut results = Vec::new();
        let worker = || |leaf: u32, outlet: &mut dyn Outlet<u32, u32>| search(leaf, outlet);
        let outcome = in_order((0..40).collect(), 4, &AtomicBool::new(false), worker, &mut |found, _| {
            results.extend(found);
            Ok(if results.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        (outcome, results)
    }

    /// Puts `100_000 * leaf`, `100_000 * leaf + 1`, ...; early leaves have more results than the slots can store, and are slower.
    fn put_all(leaf: u32, outlet: &mut dyn Outlet<u32, u32>) -> Result<Option<Stop>, Failure> {
        for number in 0..if leaf < 3 { 3 * CAPACITY as u32 } else { 10 } {
            if outlet.put(100_000 * leaf + number).is_break() {
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
    fn given_leaves_come_after_their_leaf_and_before_those_given_earlier() {
        // A leaf below 40 has its own result, and gives 41 and 42 times 40, then 43 times 40, away in this order.
        let (outcome, results) = released(usize::MAX, |leaf, outlet| {
            if leaf < 40 {
                outlet.give(vec![leaf + 43 * 40, leaf + 44 * 40]);
                outlet.give(vec![leaf + 41 * 40, leaf + 42 * 40]);
            }
            std::thread::sleep(Duration::from_micros(u64::from(leaf % 7) * 100));
            let flow = outlet.put(leaf);
            Ok(flow.is_break().then_some(Stop::Interrupted))
        });
        let expected: Vec<u32> = (0..40).flat_map(|leaf| [0, 41, 42, 43, 44].map(|part| leaf + part * 40)).collect();
        assert_eq!((outcome, results), (Ok(TreeEnd::Complete), expected));
    }

    #[test]
    fn a_limit_ends_the_work_and_a_failure_is_never_hidden_behind_it() {
        let (outcome, results) = released(usize::MAX, |leaf, outlet| match leaf {
            20 => Ok(Some(Stop::Time)),
            _ => put_all(leaf, outlet),
        });
        assert!(matches!(outcome, Ok(TreeEnd::Stopped(_))), "{outcome:?}");
        assert!(results.is_sorted());
        let failure = Failure::check(Invariant::FoundTwice);
        let (outcome, _) = released(usize::MAX, |leaf, outlet| match leaf {
            // Reached only when leaf 21 has failed, or its thread is about to.
            0 => (0..)
                .find_map(|number| outlet.put(number).is_break().then_some(Ok(Some(Stop::Time))))
                .expect("it is endless"),
            21 => Err(failure.clone()),
            _ => Ok(None),
        });
        assert_eq!(outcome, Err(failure));
    }
}
