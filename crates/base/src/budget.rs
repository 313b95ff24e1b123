//! The budget of a request: a deadline, a limit on memory, and a flag that Ctrl-C sets.
//!
//! One [`Budget`] goes through the whole journey by reference. Work that may take long polls it with [`Budget::check`] and
//! returns the [`Stop`] as an error; [`Refused`] distinguishes a stop from "does not apply". Imports only `clock`. Start with
//! [`Budget`].

use crate::clock::Moment;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// Ctrl-C, or another holder of the flag.
    Interrupted,
    /// The solver's own: it ended without an answer.
    GaveUp,
    /// As many solutions are known as a count was limited to.
    Enough,
}

impl Stop {
    /// Returns the description for a person.
    pub fn describe(self) -> &'static str {
        match self {
            Stop::Time => "the time limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Interrupted => "interrupted",
            Stop::GaveUp => "the solver ended without an answer",
            Stop::Enough => "the limit on the count was reached",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.describe())
    }
}

impl std::error::Error for Stop {}

/// A reason why work was not done: it does not apply, or a limit was reached first.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused<R> {
    /// It does not apply here, or would be too large, for this reason.
    #[error("{0}")]
    Inapplicable(R),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] Stop),
}

impl<R> Refused<R> {
    /// Returns that something does not apply, for this reason.
    pub fn inapplicable(reason: impl Into<R>) -> Refused<R> {
        Refused::Inapplicable(reason.into())
    }

    /// Returns the refusal with its reason converted.
    pub fn map<S>(self, reason: impl FnOnce(R) -> S) -> Refused<S> {
        match self {
            Refused::Inapplicable(inapplicable) => Refused::Inapplicable(reason(inapplicable)),
            Refused::Stopped(stop) => Refused::Stopped(stop),
        }
    }
}

/// A limit on memory.
#[derive(Debug, Clone, Copy)]
pub struct MemoryLimit {
    /// The maximum number of bytes.
    pub bytes: u64,
    /// Returns the bytes in use, if the system reports them.
    pub held: fn() -> Option<u64>,
}

/// A deadline and a flag. Cheap to clone; clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// The time to stop, if any.
    pub deadline: Option<Moment>,
    /// Set to true to stop.
    pub interrupt: Arc<AtomicBool>,
    /// The memory limit, if any.
    pub memory: Option<MemoryLimit>,
    /// Set by [`Budget::measure`] when the limit is exceeded.
    pub exhausted: Arc<AtomicBool>,
    /// Set to true to stop the work on this budget while the request continues without it.
    pub abandoned: Option<Arc<AtomicBool>>,
    /// Set to true when enough solutions are counted.
    pub enough: Option<Arc<AtomicBool>>,
    /// The time of the last measurement by [`Budget::check`], in milliseconds of the process.
    pub measured: Arc<AtomicU64>,
}

/// The minimum interval between measurements by [`Budget::check`], in milliseconds.
const MEASURE_EVERY: u64 = 20;

impl Budget {
    /// Returns a budget without limits.
    pub fn none() -> Budget {
        Budget::default()
    }

    /// Returns a budget with a deadline this long from now.
    pub fn within(time: Duration) -> Budget {
        Budget { deadline: Moment::now().after(time), ..Budget::default() }
    }

    /// Returns a budget with these limits and a deadline at most this long from now.
    #[must_use]
    pub fn at_most(&self, time: Option<Duration>) -> Budget {
        let soon = time.and_then(|time| Moment::now().after(time));
        let deadline = self.deadline.into_iter().chain(soon).min();
        Budget { deadline, ..self.clone() }
    }

    /// Returns this budget for a piece of work that the flag can end, too.
    #[must_use]
    pub fn until(&self, abandoned: &Arc<AtomicBool>) -> Budget {
        Budget { abandoned: Some(Arc::clone(abandoned)), ..self.clone() }
    }

    /// Fails once a limit was reached. It takes some 30 ns (and measures memory every 20 ms if memory is limited): call it once
    /// per microsecond of work or more.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), Stop> {
        if self.memory.is_some() {
            let (now, last) = (Moment::now().since_start().as_millis() as u64, self.measured.load(Ordering::Relaxed));
            let due = last == 0 || now.saturating_sub(last) >= MEASURE_EVERY;
            // One of several threads measures.
            let order = Ordering::Relaxed;
            if due && self.measured.compare_exchange(last, now.max(1), order, order).is_ok() {
                self.measure();
            }
        }
        self.reached().map_or(Ok(()), Err)
    }

    /// Returns the bytes of memory still available, if that is limited and known.
    pub fn memory_left(&self) -> Option<u64> {
        let limit = self.memory?;
        Some(limit.bytes.saturating_sub((limit.held)()?))
    }

    /// Measures the memory in use, if that is limited. The thread that waits for the answer calls it from time to time; it is too
    /// slow for solvers.
    pub fn measure(&self) {
        if self.memory.is_some_and(|limit| (limit.held)().is_some_and(|held| held > limit.bytes)) {
            self.exhausted.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the limit that was reached, if any.
    pub fn reached(&self) -> Option<Stop> {
        let abandoned = self.abandoned.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if abandoned || self.interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        if self.exhausted.load(Ordering::Relaxed) {
            return Some(Stop::Memory);
        }
        if self.enough.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Enough);
        }
        self.deadline.filter(|&deadline| Moment::now() >= deadline).map(|_| Stop::Time)
    }

    /// The time left, if there is a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.since(Moment::now()))
    }
}

/// A reason why a text is not a limit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotALimit {
    /// A number with a unit was expected.
    #[error("write a number and a unit, such as {0}")]
    Form(&'static str),
    /// Unknown unit of time.
    #[error("unknown unit of time `{0}` (expected ms, s, m or h)")]
    UnitOfTime(String),
    /// Unknown unit of memory.
    #[error("unknown unit of memory `{0}` (expected B, kB, MB, GB, KiB, MiB or GiB)")]
    UnitOfMemory(String),
    /// The time is zero or too long.
    #[error("a time limit must be above zero and finite")]
    Time,
    /// The size is less than a byte or too large.
    #[error("a memory limit must be at least one byte")]
    Memory,
}

/// Reads a time: `10s`, `500ms`, `2m`, `1h`, or plain seconds.
///
/// # Errors
/// The reason why it is none.
pub fn time(text: &str) -> Result<Duration, NotALimit> {
    let (number, unit) = number_and_unit(text).ok_or(NotALimit::Form("10s, 500ms or 2m"))?;
    let unit = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        other => return Err(NotALimit::UnitOfTime(other.to_string())),
    };
    let time = Duration::try_from_secs_f64(number * unit).ok();
    time.filter(|time| !time.is_zero()).ok_or(NotALimit::Time)
}

/// Reads a size of memory in bytes: `2GB`, `512MB`, `1.5 GiB`, or plain bytes.
///
/// # Errors
/// The reason why it is none.
pub fn memory(text: &str) -> Result<u64, NotALimit> {
    let (number, unit) = number_and_unit(text).ok_or(NotALimit::Form("2GB or 512MB"))?;
    let unit = match unit {
        "B" | "" => 1.0,
        "kB" | "KB" | "K" => 1e3,
        "MB" | "M" => 1e6,
        "GB" | "G" => 1e9,
        "KiB" => 1024.0,
        "MiB" => 1024.0 * 1024.0,
        "GiB" => 1024.0 * 1024.0 * 1024.0,
        other => return Err(NotALimit::UnitOfMemory(other.to_string())),
    };
    let bytes = number * unit;
    if (1.0..9e18).contains(&bytes) { Ok(bytes as u64) } else { Err(NotALimit::Memory) }
}

fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    Some((digits.trim_end().parse().ok()?, &text[digits.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(time("3"), Ok(Duration::from_secs(3)));
        for wrong in ["", "s", "-1s", "10 parsecs", "1e999", "nan"] {
            assert!(time(wrong).is_err(), "{wrong} was accepted");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(memory("2GB"), Ok(2_000_000_000));
        assert_eq!(memory("1.5 GiB"), Ok(3 << 29));
        assert_eq!(memory("4096"), Ok(4096));
        for wrong in ["", "GB", "-1MB", "0", "10 floppies", "nan", "1e99GB"] {
            assert!(memory(wrong).is_err(), "{wrong} was accepted");
        }
    }
}
