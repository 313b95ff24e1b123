//! Our own engine for linear systems modulo a small number: Gaussian elimination.
//!
//! The algorithms are in `gf2`; this engine adds the budget and enumerates the solutions to find those of minimum
//! weight. Lights-out on 30 by 30 has 2^20 solutions of 900 presses, 15 words each: a step of a Gray code adds one
//! vector of 15 words and counts bits, so the minimum is proved after a million steps. Every further generator doubles
//! the work; beyond [`EFFORT`] the engine gives up.

use crate::{Conflict, Solved, Space, System};
use crate::{Lightest, Linear, LinearOutcome};
use boardwright_base::budget::Budget;
use num_bigint::BigUint;

/// The name of the solver.
pub const NAME: &str = "gauss";
/// What it is, in a line.
pub const SUMMARY: &str = "our elimination modulo small numbers, with Gray codes for optima";

/// Opens a new solver.
pub fn open() -> Box<dyn Linear> {
    Box::new(Gauss)
}

/// The maximal number of 64-bit words to process for a minimum weight solution, some seconds of work (2^20 solutions of
/// 15 words took 20 ms).
pub const EFFORT: u64 = 1 << 31;

/// The number of solutions between checks of the budget: less than a millisecond, unless each has thousands of words.
const STRIDE: u64 = 1 << 10;

struct Gauss;

impl Linear for Gauss {
    fn solve(&mut self, system: &System, fixed: &[(u32, u8)], budget: &Budget) -> LinearOutcome {
        let stopped = || budget.reached().map(LinearOutcome::Stopped);
        if let Some(outcome) = stopped() {
            return outcome;
        }
        match system.solve(fixed, &|| budget.reached().is_some()) {
            Solved::Space(space) => LinearOutcome::Solutions(space),
            Solved::Conflict => LinearOutcome::Contradiction,
            Solved::Halted => stopped().expect("only a limit halts it, and limits stay met"),
        }
    }

    fn conflict(&mut self, system: &System, budget: &Budget) -> Option<Conflict> {
        system.conflict(&|| budget.reached().is_some()).filter(|conflict| system.contradicts(conflict))
    }

    fn lightest(&mut self, space: &Space, weights: &[i64], budget: &Budget) -> Lightest {
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
                && let Some(stop) = budget.reached()
            {
                return Lightest::Stopped { weight, first, stop };
            }
        }
        Lightest::Found { weight, first, count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::random::Random;
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    /// The space of a system without rows: every vector is a solution.
    fn free(variables: usize) -> Space {
        match Gauss.solve(&System::new(2, variables, variables), &[], &Budget::none()) {
            LinearOutcome::Solutions(space) => space,
            _ => panic!("nothing is asked for"),
        }
    }

    #[test]
    fn the_lightest_are_found_and_counted() {
        // 3a - b + 0c: b alone, with either value of c.
        let Lightest::Found { weight, first, count } = Gauss.lightest(&free(3), &[3, -1, 0], &Budget::none()) else {
            panic!("eight solutions are not too many")
        };
        assert_eq!((weight, count), (-1, 2));
        assert_eq!(free(3).at(first.digits())[..2], [0, 1]);
    }

    #[test]
    fn limits_are_kept() {
        let interrupted = Budget::none();
        interrupted.interrupt.store(true, Ordering::Relaxed);
        let system = System::new(2, 3, 3);
        assert!(matches!(Gauss.solve(&system, &[], &interrupted), LinearOutcome::Stopped(_)));
        let outcome = Gauss.lightest(&free(28), &[1; 28], &interrupted);
        assert!(matches!(outcome, Lightest::Stopped { weight: 0, .. }));
        assert!(matches!(Gauss.lightest(&free(40), &[1; 40], &interrupted), Lightest::TooMany));
    }

    #[test]
    fn a_dense_system_is_left_when_time_is_up() {
        let mut dice = Random(7);
        let mut system = System::new(7, 1500, 1500);
        for _ in 0..1500 {
            let row: Vec<(u32, u8)> = (0..1500).map(|variable| (variable, dice.below(7) as u8)).collect();
            system.push(&row, dice.below(7) as u8);
        }
        let start = Instant::now();
        let outcome = Gauss.solve(&system, &[], &Budget::within(Duration::from_millis(20)));
        assert!(matches!(outcome, LinearOutcome::Stopped(_)), "this takes longer");
        assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
    }
}
