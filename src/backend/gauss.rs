//! Elimination: our own engine for linear systems modulo a small number.
//!
//! What it takes to solve a system is in `gf2`; this engine keeps the limits while it does, and goes through the solutions
//! for the lightest ones. All lights on 30 by 30 have 2^20 solutions of 900 presses, 15 words each: one step of a Gray code
//! adds one vector of 15 words and counts the bits, so that the fewest presses are known, and proved, after a million of
//! steps. Twice as many solutions for every generator more: past [`EFFORT`] it refuses.

use super::{Backend, Engine, Lightest, Limits, Linear, LinearOutcome};
use crate::gf2::{Conflict, Solved, Space, System};
use num_bigint::BigUint;
use std::borrow::Cow;

/// The registry's entry.
pub const BACKEND: Backend = Backend {
    name: Cow::Borrowed("gauss"),
    summary: Cow::Borrowed("elimination modulo 2 and other small numbers, and Gray codes for the fewest (ours)"),
    engine: Engine::Linear(|| Box::new(Gauss)),
};

/// Going through more units of storage (words modulo 2, otherwise bytes) than these for the lightest solution is refused.
/// On the machine it was measured on, 2^32 words take about four seconds.
pub const EFFORT: u64 = 1 << 33;

/// So many solutions are weighed between two looks at the limits: less than a millisecond, unless each has thousands of
/// words.
const STRIDE: u64 = 1 << 10;

struct Gauss;

impl Linear for Gauss {
    fn solve(&mut self, system: &System, fixed: &[(u32, u8)], limits: &Limits) -> LinearOutcome {
        let stopped = || limits.reached().map(LinearOutcome::Stopped);
        if let Some(outcome) = stopped() {
            return outcome;
        }
        match system.solve(fixed, &|| limits.reached().is_some()) {
            Solved::Space(space) => LinearOutcome::Solutions(space),
            Solved::Conflict => LinearOutcome::Contradiction,
            Solved::Halted => stopped().expect("only a limit halts it, and limits stay met"),
        }
    }

    fn conflict(&mut self, system: &System, limits: &Limits) -> Option<Conflict> {
        system.conflict(&|| limits.reached().is_some()).filter(|conflict| system.contradicts(conflict))
    }

    fn lightest(&mut self, space: &Space, weights: &[i64], limits: &Limits) -> Lightest {
        if space.effort(weights) > BigUint::from(EFFORT) {
            return Lightest::TooMany;
        }
        let mut scan = space.scan(weights);
        let mut weight = scan.next_weight().expect("a space has a point");
        let (mut first, mut count, mut seen) = (scan.clone(), 1u64, 0u64);
        while let Some(next) = scan.next_weight() {
            if next < weight {
                (weight, first, count) = (next, scan.clone(), 1);
            } else if next == weight {
                count += 1;
            }
            seen += 1;
            if seen.is_multiple_of(STRIDE)
                && let Some(stop) = limits.reached()
            {
                return Lightest::Stopped { weight, first, stop };
            }
        }
        Lightest::Found { weight, first, count }
    }
}
