//! The requests of the page at work: each on a thread of its own, stopped by the next one of its lane. Start with [`Lanes`].
//!
//! A lane is a kind of work of one tab, such as its verdict: a new request of a lane makes the older one useless. Work that does
//! not react to its flag is abandoned after [`GRACE`].

use super::super::Quit;
use super::super::heap;
use super::super::limits::Limits;
use super::compare;
use crate::budget::Budget;
use crate::workbench;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time that work has to end after it was stopped.
const GRACE: Duration = Duration::from_millis(200);
/// The interval at which the flag is polled.
const TICK: Duration = Duration::from_millis(20);
/// The interval of empty lines, by which the server learns that the page is gone.
const BEAT: Duration = Duration::from_millis(400);
/// The maximum number of requests at work.
const MOST: usize = 24;

/// The stop flags of the lanes.
pub(super) struct Lanes {
    flags: Mutex<HashMap<String, Arc<AtomicBool>>>,
    busy: Arc<AtomicUsize>,
    limits: Limits,
}

impl Lanes {
    /// Returns lanes whose requests have these limits.
    pub(super) fn new(limits: Limits) -> Lanes {
        Lanes { flags: Mutex::default(), busy: Arc::default(), limits }
    }

    /// Stops the work of a lane.
    pub(super) fn stop(&self, lane: &str) {
        let mut flags = self.flags.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flag) = flags.remove(lane) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    fn begin(&self, lane: &str) -> Result<Budget, Quit> {
        self.stop(lane);
        let flag = Arc::new(AtomicBool::new(false));
        let budget = self.limits.budget_until(Arc::clone(&flag))?;
        self.flags.lock().unwrap_or_else(PoisonError::into_inner).insert(lane.to_string(), flag);
        Ok(budget)
    }

    /// Works on a request; each event is a line.
    ///
    /// # Errors
    /// If the page no longer listens.
    pub(super) fn answer(&self, lane: &str, request: Vec<u8>, to: &mut dyn Write) -> io::Result<()> {
        let budget = match self.begin(lane) {
            Ok(budget) if self.busy.load(Ordering::Relaxed) < MOST => budget,
            Ok(_) => return line(to, &ended("the server is busy with too many requests")),
            Err(quit) => return line(to, &ended(&quit.words)),
        };
        let (sender, events) = mpsc::channel();
        let (its_budget, busy) = (budget.clone(), Arc::clone(&self.busy));
        busy.fetch_add(1, Ordering::Relaxed);
        let spawned = std::thread::Builder::new().name("request".into()).stack_size(16 << 20).spawn(move || {
            let _busy = Busy(busy);
            // The receiver is gone if the work was abandoned.
            let mut write = |event: &Value| drop(sender.send(event.clone()));
            if !compare::answer(&request, &its_budget, &mut write) {
                workbench::answer(&request, &its_budget, &mut write);
            }
        });
        if let Err(error) = spawned {
            self.busy.fetch_sub(1, Ordering::Relaxed);
            return line(to, &ended(&format!("cannot start a thread: {error}")));
        }
        let done = deliver(&events, &budget, to);
        // The page is gone, or has its answer.
        budget.interrupt.store(true, Ordering::Relaxed);
        done
    }
}

/// Counts a request as long as it is at work, even if it panics.
struct Busy(Arc<AtomicUsize>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
        heap::trim();
    }
}

fn deliver(events: &mpsc::Receiver<Value>, budget: &Budget, to: &mut dyn Write) -> io::Result<()> {
    let (mut stopped, mut beat) = (None, Instant::now());
    let mut measured = Instant::now();
    loop {
        match events.recv_timeout(TICK) {
            Ok(event) => {
                line(to, &event)?;
                beat = Instant::now();
                if event["event"] == "end" {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return line(to, &ended("the request ended without an answer")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if measured.elapsed() >= TICK {
            measured = Instant::now();
            budget.measure();
        }
        stopped = stopped.or_else(|| budget.reached().map(|stop| (stop, Instant::now())));
        if let Some((stop, since)) = stopped
            && since.elapsed() >= GRACE
        {
            return line(to, &json!({ "event": "end", "stopped": true, "error": stop.describe() }));
        }
        if beat.elapsed() >= BEAT {
            beat = Instant::now();
            to.write_all(b"\n")?;
            to.flush()?;
        }
    }
}

fn ended(words: &str) -> Value {
    json!({ "event": "end", "stopped": false, "error": words })
}

fn line(to: &mut dyn Write, event: &Value) -> io::Result<()> {
    to.write_all(format!("{event}\n").as_bytes())?;
    to.flush()
}
