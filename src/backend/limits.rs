//! When to stop: a deadline and a flag that Ctrl-C sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Which limit was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time limit.
    Time,
    /// Ctrl-C, or whoever holds the flag.
    Interrupted,
    /// The family's own bound on a search space.
    Space,
    /// The solver's own: it ended without an answer.
    GaveUp,
}

impl Stop {
    /// In words, for a person.
    pub fn describe(self) -> &'static str {
        match self {
            Stop::Time => "the time limit was reached",
            Stop::Interrupted => "interrupted",
            Stop::GaveUp => "the solver ended without an answer",
            Stop::Space => "the search space is larger than the program visits",
        }
    }
}

/// A deadline and a flag. Cheap to clone; clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// When to stop, if ever.
    pub deadline: Option<Instant>,
    /// Set to true to stop.
    pub interrupt: Arc<AtomicBool>,
}

impl Limits {
    /// No limits.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// A deadline that far from now.
    pub fn within(time: Duration) -> Limits {
        Limits { deadline: Instant::now().checked_add(time), ..Limits::default() }
    }

    /// The limit that was met, if one was.
    pub fn reached(&self) -> Option<Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Stop::Time)
    }

    /// The time left, if there is a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}
