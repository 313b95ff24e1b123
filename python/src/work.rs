//! Work on another thread, without the GIL. The calling thread handles the signals of Python meanwhile.

use super::error;
use boardwright::Budget;
use pyo3::prelude::*;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// The interval at which signals are handled.
const TICK: Duration = Duration::from_millis(20);
/// The stack of a thread: nested rules are read by recursion.
const STACK: usize = 16 << 20;

/// Returns a budget with this number of seconds, or without limits.
pub(crate) fn budget(py: Python<'_>, time_limit: Option<f64>) -> PyResult<Budget> {
    let Some(seconds) = time_limit else { return Ok(Budget::none()) };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(Budget::within(time)),
        _ => Err(error::usage(py, format!("time_limit is {seconds}; expected a positive number of seconds"))),
    }
}

/// Starts a thread.
pub(crate) fn start<T, F>(work: F) -> PyResult<JoinHandle<T>>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    Ok(Builder::new().name("boardwright".into()).stack_size(STACK).spawn(work)?)
}

/// Waits for the next message; `None` if its thread has ended. A signal whose handler raises, such as Ctrl-C, sets the
/// flag of the budget.
pub(crate) fn receive<T: Send>(
    py: Python<'_>,
    budget: &Budget,
    mut messages: Receiver<T>,
) -> PyResult<(Receiver<T>, Option<T>)> {
    loop {
        // Also before the first: `list` takes one board after another, and handles no signal between them.
        if let Err(raised) = py.check_signals() {
            budget.interrupt.store(true, Ordering::Relaxed);
            return Err(raised);
        }
        let (returned, received) = py.detach(move || {
            let received = messages.recv_timeout(TICK);
            (messages, received)
        });
        messages = returned;
        match received {
            Ok(message) => return Ok((messages, Some(message))),
            Err(RecvTimeoutError::Disconnected) => return Ok((messages, None)),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Works on another thread, without the GIL.
///
/// # Errors
/// What a handler of a signal raises, such as `KeyboardInterrupt`; that there is no thread, or that it panicked.
pub(crate) fn run<T, F>(py: Python<'_>, budget: &Budget, work: F) -> PyResult<T>
where
    T: Send + 'static,
    F: FnOnce(&Budget) -> T + Send + 'static,
{
    let (sender, receiver) = mpsc::channel();
    let its_budget = budget.clone();
    start(move || {
        // The receiver is gone after a signal.
        let _ = sender.send(work(&its_budget));
    })?;
    receive(py, budget, receiver)?.1.ok_or_else(|| lost(py))
}

/// Returns the error of a thread that panicked.
pub(crate) fn lost(py: Python<'_>) -> PyErr {
    error::error(py, "internal error: the working thread ended without an answer")
}
