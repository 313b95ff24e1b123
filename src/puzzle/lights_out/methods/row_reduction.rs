//! The first solution: every first row is tried.
//!
//! A first row decides the rest, since each light is put out by the button below it; it works when the last row is out as
//! well. For 5 x 5 that makes 2^5 boards of 2^25. What a button of the first row does to the last is chased once, for each
//! button; then the first rows are gone through so that one press differs from each to the next, and each takes one
//! addition. Below holes there are buttons without a light above, which are tried like those of the first row.

use super::super::Board;
use super::super::sweep::{Row, Scratch, Sweep, obstacle};
use super::{candidate, halted, least_presses, number, so_far};
use crate::gf2::space::Gray;
use crate::gf2::vector::Vector;
use crate::puzzle::method::{Ending, Errand, Fact, Verdict};
use num_bigint::BigUint;
use serde_json::Value;

pub(super) fn run<R: Row, V: Vector>(board: &Board, errand: &mut Errand<'_>) -> Verdict {
    if let Some(reason) = obstacle(board, "row-reduction") {
        return Ending::Unknown(reason).into();
    }
    let sweep = Sweep::<R>::new(board);
    let Some(effects) = sweep.effects(errand.stop) else { return halted() };
    let effects: Vec<V> = effects.iter().map(|effect| V::of(effect)).collect();
    let mut scratch = sweep.scratch();
    let count = sweep.free.len();
    sweep.chase(true, &vec![0; count], &mut scratch, |_, _| {});
    let mut tries = Tries {
        board,
        sweep: &sweep,
        units: 0..count.div_ceil(V::LANES),
        left: V::of(&scratch.left),
        effects,
        gray: Gray::new(vec![board.states; count]),
        tried: 0,
        scratch,
        stopped: false,
    };
    if board.fewest { tries.fewest(errand) } else { tries.list(errand) }
}

/// First rows, on the way through all of them.
struct Tries<'a, R, V> {
    board: &'a Board,
    sweep: &'a Sweep<R>,
    effects: Vec<V>,
    units: std::ops::Range<usize>,
    gray: Gray,
    /// What the first row of now leaves on the ends.
    left: V,
    tried: u64,
    scratch: Scratch<R>,
    /// Whether a limit was met.
    stopped: bool,
}

/// So many first rows are tried between two looks at the limits.
const STRIDE: u64 = 1 << 14;

/// So many of the best first rows are kept to be handed over.
const KEPT: usize = 1 << 16;

impl<R: Row, V: Vector> Tries<'_, R, V> {
    /// Goes on to the next first row that works, and returns it.
    fn next(&mut self, stop: &dyn Fn() -> bool) -> Option<Vec<u8>> {
        let states = self.board.states;
        loop {
            if self.tried > 0 {
                let (index, up) = self.gray.step()?;
                self.left.add(&self.effects[index], if up { 1 } else { states - 1 }, states);
            }
            self.tried += 1;
            let works = self.left.sum(self.units.clone()) == 0;
            // Where all of them work it has to be heard, too.
            if (self.tried.is_multiple_of(STRIDE) || works && self.tried.is_multiple_of(64)) && stop() {
                self.stopped = true;
                return None;
            }
            if works {
                return Some(self.gray.digits().to_vec());
            }
        }
    }

    fn list(&mut self, errand: &mut Errand<'_>) -> Verdict {
        let mut work = 0u64;
        while let Some(free) = self.next(errand.stop) {
            work += 1;
            if errand.count && work > 1 {
                continue;
            }
            let (rows, presses) = self.sweep.board(&free, &mut self.scratch);
            let more = (errand.found)(candidate(self.board, rows, presses)).is_continue();
            if !more && !errand.count || (errand.stop)() {
                self.stopped = true;
                break;
            }
        }
        let all = !self.stopped || self.is_last();
        let verdict = match (work, all) {
            (0, true) => self.none(),
            (0, false) => self.unknown(),
            (_, true) => Verdict { count: errand.count.then(|| work.into()), ..Ending::Complete.into() },
            (_, false) => Ending::Incomplete.into(),
        };
        self.facts(verdict, work, all)
    }

    fn fewest(&mut self, errand: &mut Errand<'_>) -> Verdict {
        let (mut work, mut least, mut ties, mut best) = (0u64, u64::MAX, 0u64, Vec::new());
        while let Some(free) = self.next(errand.stop) {
            work += 1;
            let mut presses = 0;
            self.sweep.chase(true, &free, &mut self.scratch, |_, row| presses += row.sum());
            if presses < least {
                (least, ties, best) = (presses, 0, Vec::new());
            }
            if presses == least {
                ties += 1;
                if best.len() < KEPT {
                    best.push(free);
                }
            }
        }
        let all = !self.stopped;
        let mut handed = 0u64;
        for free in &best {
            let (rows, presses) = self.sweep.board(free, &mut self.scratch);
            handed += 1;
            if (errand.found)(candidate(self.board, rows, presses)).is_break() || errand.count || (errand.stop)() {
                break;
            }
        }
        let verdict = match (work, all) {
            (0, true) => self.none(),
            (0, false) => self.unknown(),
            (_, true) => {
                let whole = errand.count || handed == ties;
                let ending = if whole { Ending::Complete } else { Ending::Incomplete };
                let count = errand.count.then(|| ties.into());
                Verdict { optimum: Some(least as i64), count, ..ending.into() }
            }
            (_, false) => so_far(least as i64, least_presses(self.board)),
        };
        self.facts(verdict, work, all)
    }

    /// Whether the first row of now is the last to be tried.
    fn is_last(&self) -> bool {
        self.gray.clone().step().is_none()
    }

    fn none(&self) -> Verdict {
        let (all, what) = (self.number_of_rows(), self.what());
        Ending::Unsatisfiable(format!("none of the {all} {what} puts out the lights that no button is below")).into()
    }

    fn unknown(&self) -> Verdict {
        Ending::Unknown(format!("none of the first rows tried works, but there are {}", self.number_of_rows())).into()
    }

    /// What is tried, in words.
    fn what(&self) -> &'static str {
        if self.sweep.is_full() { "first rows" } else { "ways to press the buttons without a light above" }
    }

    fn all(&self) -> BigUint {
        BigUint::from(self.board.states).pow(self.sweep.free.len() as u32)
    }

    fn number_of_rows(&self) -> String {
        match u64::try_from(self.all()) {
            Ok(number) if number < 1 << 32 => number.to_string(),
            _ => format!("{}^{}", self.board.states, self.sweep.free.len()),
        }
    }

    fn facts(&self, verdict: Verdict, work: u64, all: bool) -> Verdict {
        let (what, rows) = (self.what(), self.number_of_rows());
        let works = format!("{work} {}", if work == 1 { "works" } else { "work" });
        let tried = match all {
            true => format!("all {rows} {what} tried: {works}"),
            false => format!("{} of {rows} {what} tried: {works}", self.tried),
        };
        verdict
            .fact(Fact::new("first_rows", number(&self.all()), tried))
            .fact(Fact::new("first_rows_tried", self.tried, ""))
            .fact(Fact::new("first_rows_that_work", if all { work.into() } else { Value::Null }, ""))
    }
}
