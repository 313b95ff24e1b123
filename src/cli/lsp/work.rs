//! Jobs of the language server: each on a thread of its own, abandoned if it does not react to its limits. Start with [`start`].

use super::super::heap;
use super::event::Event;
use boardwright_base::budget::Budget;
use boardwright_lsp::{Ended, Job};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The time that work has to end after it was stopped.
const GRACE: Duration = Duration::from_millis(250);
/// The interval at which limits are polled.
const TICK: Duration = Duration::from_millis(10);
/// The stack of a job: solvers recurse.
const STACK: usize = 16 << 20;

/// Starts a job, and reports its end.
pub(super) fn start(job: Job, events: Sender<Event>) {
    let number = job.number;
    let of_thread = events.clone();
    let spawned = std::thread::Builder::new().name("job".into()).spawn(move || {
        let ended = run(job);
        heap::trim();
        if let Some(ended) = ended {
            // The server may have ended.
            let _ = of_thread.send(Event::Ended(number, ended));
        }
    });
    if spawned.is_err() {
        let _ = events.send(Event::Ended(number, Ended::Lost));
    }
}

/// Waits for the job's turn and works on it; `None` if it was stopped before.
fn run(job: Job) -> Option<Ended> {
    let began = Instant::now();
    while began.elapsed() < job.delay {
        if job.budget.reached().is_some() {
            return None;
        }
        std::thread::sleep(TICK.min(job.delay.saturating_sub(began.elapsed())));
    }
    let (sender, results) = mpsc::sync_channel(1);
    let (budget, work) = (job.budget.clone(), job.work);
    let spawned = std::thread::Builder::new().name("work".into()).stack_size(STACK).spawn(move || {
        // The receiver is gone if the work was abandoned.
        let _ = sender.send(work(&budget));
    });
    Some(if spawned.is_ok() { watched(&results, &job.budget) } else { Ended::Lost })
}

/// Waits for the result, or for a limit.
fn watched(results: &Receiver<boardwright_lsp::Outcome>, budget: &Budget) -> Ended {
    let mut stopped: Option<Instant> = None;
    loop {
        match results.recv_timeout(TICK) {
            Ok(outcome) => return Ended::Done(outcome),
            // The work panicked.
            Err(RecvTimeoutError::Disconnected) => return Ended::Lost,
            Err(RecvTimeoutError::Timeout) => budget.measure(),
        }
        if stopped.is_none() && budget.reached().is_some() {
            stopped = Some(Instant::now());
        }
        if stopped.is_some_and(|since| since.elapsed() >= GRACE) {
            return Ended::Overdue;
        }
    }
}
