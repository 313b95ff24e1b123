//! The clock: the only file of the library that reads the time.
//!
//! Where the operating system has a clock, a [`Moment`] is read from it. `wasm32-unknown-unknown` has none: there the host
//! provides one with `install`, and without it the time stands still, so that time limits have no effect and all times
//! are 0. Imports no other room; start with [`Moment`].

use std::time::Duration;

/// A point in time, measured from a start that is the same for the whole process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// Returns the present.
    pub fn now() -> Moment {
        Moment(reading())
    }

    /// Returns the time since this moment.
    pub fn elapsed(self) -> Duration {
        Moment::now().since(self)
    }

    /// Returns the time since the start.
    pub fn since_start(self) -> Duration {
        self.0
    }

    /// Returns the time since an earlier moment; zero if it is later.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the moment that much later; `None` if it is too far away.
    pub fn after(self, time: Duration) -> Option<Moment> {
        self.0.checked_add(time).map(Moment)
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use host::reading;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use system::reading;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::install;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod system {
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};

    /// Returns the time since the first reading.
    pub(super) fn reading() -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static MILLISECONDS: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock: a function that returns milliseconds since any start, such as `performance.now` of a browser, and
    /// never decreases. The first call counts; later ones have no effect.
    pub fn install(milliseconds: fn() -> f64) {
        let _ = MILLISECONDS.set(milliseconds);
    }

    /// Returns the time on the host's clock; zero without one.
    pub(super) fn reading() -> Duration {
        let milliseconds = MILLISECONDS.get().map_or(0.0, |read| read());
        Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_and_never_runs_backwards() {
        let start = Moment::now();
        let second = Duration::from_secs(1);
        let later = start.after(second).expect("a second is not too far away");
        assert_eq!((later.since(start), start.since(later)), (second, Duration::ZERO));
        assert_eq!(later.after(Duration::MAX), None);
        while start.elapsed().is_zero() {}
        assert!(Moment::now() > start);
    }
}
