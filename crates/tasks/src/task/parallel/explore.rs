//! A tree searched by several threads, in any order.

use crate::task::cubes::{Leaf, LeafEnd, Partial, TakeTreeEvent, TreeEnd, TreeEvent, settle};
use crate::task::failure::Failure;
use boardwright_base::budget::Stop;
use boardwright_ir::constraint::split::Splitter;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// Open leaves, the next one last, and the number of leaves in progress.
struct Queue {
    leaves: Vec<Leaf>,
    busy: usize,
    /// No new leaf may be started.
    over: bool,
}

/// A queue, and a signal when it changes.
struct SharedQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

enum WorkerMessage<T> {
    Event(TreeEvent<T>),
    Stopped(Stop),
    Failed(Failure),
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next leaf, which is then in progress; waits while others may still be split. `None` at the end.
    fn next(&self) -> Option<Leaf> {
        let mut queue = self.lock();
        loop {
            if queue.over || queue.leaves.is_empty() && queue.busy == 0 {
                self.changed.notify_all();
                return None;
            }
            match queue.leaves.pop() {
                Some(leaf) => {
                    queue.busy += 1;
                    return Some(leaf);
                }
                None => queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Marks a leaf as done or replaces it by these.
    fn done(&self, mut children: Vec<Leaf>, over: bool) {
        let mut queue = self.lock();
        queue.busy -= 1;
        queue.over |= over;
        children.reverse();
        queue.leaves.append(&mut children);
        self.changed.notify_all();
    }

    /// Prevents the start of new leaves.
    fn end(&self) {
        self.lock().over = true;
        self.changed.notify_all();
    }
}

/// Searches the leaves, the next one last, and those that they are split into.
pub(in crate::task) fn explore<T: Send, W>(
    splitter: &Splitter<'_>,
    leaves: Vec<Leaf>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    take: &mut TakeTreeEvent<'_, T>,
) -> Result<TreeEnd, Failure>
where
    W: FnMut(&Leaf, &mut Partial<'_, T>) -> Result<LeafEnd<T>, Failure>,
{
    let shared = SharedQueue { queue: Mutex::new(Queue { leaves, busy: 0, over: false }), changed: Condvar::new() };
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, worker, shared) = (sender.clone(), &worker, &shared);
            scope.spawn(move || {
                let mut work = worker();
                while let Some(leaf) = shared.next() {
                    let mut partial = |found| {
                        // After the end of the work nobody receives results.
                        let _ = sender.send(WorkerMessage::Event(TreeEvent::Partial(found)));
                        Ok(())
                    };
                    let (message, children) = match work(&leaf, &mut partial).map(|end| settle(splitter, leaf, end)) {
                        Ok(Ok((event, children))) => (event.map(WorkerMessage::Event), children),
                        Ok(Err(stop)) => (Some(WorkerMessage::Stopped(stop)), Vec::new()),
                        Err(failure) => (Some(WorkerMessage::Failed(failure)), Vec::new()),
                    };
                    let over = !matches!(message, Some(WorkerMessage::Event(_)) | None);
                    let heard = message.is_none_or(|message| sender.send(message).is_ok());
                    shared.done(children, over || !heard);
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(TreeEnd::Complete);
        for message in receiver {
            let ended = match message {
                // After the end the results of other threads are dropped.
                WorkerMessage::Event(_) if outcome != Ok(TreeEnd::Complete) => continue,
                WorkerMessage::Event(event) => match take(event) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => Ok(TreeEnd::Enough),
                    Err(failure) => Err(failure),
                },
                WorkerMessage::Stopped(stop) => Ok(TreeEnd::Stopped(stop)),
                WorkerMessage::Failed(failure) => Err(failure),
            };
            // A limit must not hide a failure.
            if outcome == Ok(TreeEnd::Complete) || ended.is_err() && outcome.is_ok() {
                outcome = ended;
            }
            shared.end();
        }
        outcome
    })
}
