//! The requests of the page at work: each on a thread of its own, stopped by the next one of its lane. Start with [`Lanes`].
//!
//! A lane is a kind of work of one tab, such as its verdict: a new request of a lane makes the older one useless. Work that does
//! not react to its flag is abandoned after [`GRACE`].

use super::super::Quit;
use super::super::heap;
use super::super::limits::Limits;
use super::compare;
use crate::REGISTRY;
use boardwright_base::budget::{Budget, Stop};
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
const MAX_REQUESTS: usize = 24;

/// The lanes, by their names.
pub(super) struct Lanes {
    newest: Mutex<HashMap<String, Newest>>,
    busy: Arc<AtomicUsize>,
    limits: Limits,
}

/// The newest request or stop of a lane. Requests come over several connections, so an older one may arrive after it.
struct Newest {
    turn: u64,
    stop: Arc<AtomicBool>,
}

impl Lanes {
    /// Returns lanes whose requests have these limits.
    pub(super) fn new(limits: Limits) -> Lanes {
        Lanes { newest: Mutex::default(), busy: Arc::default(), limits }
    }

    /// Stops the requests of a lane up to this turn.
    pub(super) fn stop(&self, lane: &str, turn: u64) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = newest.get(lane) {
            if before.turn > turn {
                return;
            }
            before.stop.store(true, Ordering::Relaxed);
        }
        newest.insert(lane.to_string(), Newest { turn, stop: Arc::default() });
    }

    /// Returns the budget of a request, after those of earlier turns were stopped; none if a later one or its stop came first.
    fn begin(&self, lane: &str, turn: u64) -> Result<Option<Budget>, Quit> {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = self.limits.budget_until(Arc::clone(&stop))?;
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let before = newest.get(lane);
        if before.is_some_and(|before| before.turn >= turn) {
            return Ok(None);
        }
        if let Some(before) = before {
            before.stop.store(true, Ordering::Relaxed);
        }
        newest.insert(lane.to_string(), Newest { turn, stop });
        Ok(Some(budget))
    }

    /// Works on a request; each event is a line.
    ///
    /// # Errors
    /// If the page no longer listens.
    pub(super) fn answer(&self, lane: &str, turn: u64, request: Vec<u8>, to: &mut dyn Write) -> io::Result<()> {
        let budget = match self.begin(lane, turn) {
            Ok(None) => return line(to, &ended_by(Stop::Interrupted)),
            Ok(Some(budget)) if self.busy.load(Ordering::Relaxed) < MAX_REQUESTS => budget,
            Ok(Some(_)) => return line(to, &ended("the server is busy with too many requests")),
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
                boardwright_page::answer(REGISTRY, &request, &its_budget, &mut write);
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
            return line(to, &ended_by(stop));
        }
        if beat.elapsed() >= BEAT {
            beat = Instant::now();
            to.write_all(b"\n")?;
            to.flush()?;
        }
    }
}

fn ended_by(stop: Stop) -> Value {
    json!({ "event": "end", "stopped": true, "error": stop.describe() })
}

fn ended(words: &str) -> Value {
    json!({ "event": "end", "stopped": false, "error": words })
}

fn line(to: &mut dyn Write, event: &Value) -> io::Result<()> {
    to.write_all(format!("{event}\n").as_bytes())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the events of a request for the picture of a small model.
    fn ask(lanes: &Lanes, turn: u64) -> String {
        let request =
            json!({ "boardwright-workbench": 1, "ask": "draw", "model": "puzzle = \"lights-out\"\nlights = \"##\"\n" });
        let mut events = Vec::new();
        lanes.answer("a", turn, request.to_string().into_bytes(), &mut events).unwrap();
        String::from_utf8(events).unwrap()
    }

    #[test]
    fn a_late_request_does_not_stop_the_newer_one() {
        let lanes = Lanes::new(Limits::default());
        let budget = lanes.begin("a", 2).ok().flatten().expect("the first request");
        assert!(ask(&lanes, 1).contains("interrupted"));
        lanes.stop("a", 1);
        assert_eq!(budget.reached(), None);
        assert!(ask(&lanes, 3).contains("<svg"));
        assert_eq!(budget.reached(), Some(Stop::Interrupted));
    }

    #[test]
    fn a_stop_may_come_before_its_request() {
        let lanes = Lanes::new(Limits::default());
        lanes.stop("a", 1);
        assert!(ask(&lanes, 1).contains("interrupted"));
        assert!(ask(&lanes, 2).contains("<svg"));
    }
}
