//! The first solution: it tries every first row.
//!
//! A first row determines the rest, since the button below each light turns it off; it is a solution when the last
//! row is off as well. For 5 x 5 that makes 2^5 boards instead of 2^25. The effect of each button of the first row on
//! the last is chased once. Then the first rows are enumerated so that consecutive ones differ in one press, and each
//! takes one addition. Buttons below holes have no light above; they are enumerated together with those of the first
//! row.

use super::super::board::Board;
use super::super::sweep::{Row, Scratch, Sweep, obstacle};
use super::{candidate, halted, least_presses, number, so_far};
use boardwright_linear::space::Gray;
use boardwright_linear::vector::Vector;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use num_bigint::BigUint;
use serde_json::Value;

pub(super) fn run<R: Row, V: Vector>(board: &Board, request: &mut MethodRequest<'_>) -> MethodResult {
    if let Some(reason) = obstacle(board, "row-reduction") {
        return Outcome::Unknown(reason).into();
    }
    let sweep = Sweep::<R>::new(board);
    let Some(effects) = sweep.effects(request.stop) else { return halted() };
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
    if board.fewest { tries.fewest(request) } else { tries.list(request) }
}

/// The enumeration of the first rows.
struct Tries<'a, R, V> {
    board: &'a Board,
    sweep: &'a Sweep<R>,
    effects: Vec<V>,
    units: std::ops::Range<usize>,
    gray: Gray,
    /// What the current first row leaves on the ends.
    left: V,
    tried: u64,
    scratch: Scratch<R>,
    /// Whether a limit was reached.
    stopped: bool,
}

/// The number of first rows tried between two polls of the budget.
const STRIDE: u64 = 1 << 14;

/// The number of the best first rows that are kept to be handed over.
const KEPT: usize = 1 << 16;

impl<R: Row, V: Vector> Tries<'_, R, V> {
    /// Advances to the next first row that works, and returns it.
    fn next(&mut self, stop: &dyn Fn() -> bool) -> Option<Vec<u8>> {
        let states = self.board.states;
        loop {
            if self.tried > 0 {
                let (index, up) = self.gray.step()?;
                self.left.add(&self.effects[index], if up { 1 } else { states - 1 }, states);
            }
            self.tried += 1;
            let works = self.left.sum(self.units.clone()) == 0;
            // If all of them work, the budget has to be polled, too.
            if (self.tried.is_multiple_of(STRIDE) || works && self.tried.is_multiple_of(64)) && stop() {
                self.stopped = true;
                return None;
            }
            if works {
                return Some(self.gray.digits().to_vec());
            }
        }
    }

    fn list(&mut self, request: &mut MethodRequest<'_>) -> MethodResult {
        let mut work = 0u64;
        while let Some(free) = self.next(request.stop) {
            work += 1;
            if request.count && work > 1 {
                continue;
            }
            let presses = self.sweep.board(&free, &mut self.scratch);
            let more = (request.found)(candidate(self.board, presses)).is_continue();
            if !more && !request.count || (request.stop)() {
                self.stopped = true;
                break;
            }
        }
        let all = !self.stopped || self.is_last();
        let result = match (work, all) {
            (0, true) => self.none(),
            (0, false) => self.unknown(),
            (_, true) => MethodResult { count: request.count.then(|| work.into()), ..Outcome::Complete.into() },
            (_, false) => Outcome::Incomplete.into(),
        };
        self.facts(result, work, all)
    }

    fn fewest(&mut self, request: &mut MethodRequest<'_>) -> MethodResult {
        let (mut work, mut least, mut ties, mut best) = (0u64, u64::MAX, 0u64, Vec::new());
        while let Some(free) = self.next(request.stop) {
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
            let presses = self.sweep.board(free, &mut self.scratch);
            handed += 1;
            if (request.found)(candidate(self.board, presses)).is_break() || request.count || (request.stop)() {
                break;
            }
        }
        let result = match (work, all) {
            (0, true) => self.none(),
            (0, false) => self.unknown(),
            (_, true) => {
                let whole = request.count || handed == ties;
                let outcome = if whole { Outcome::Complete } else { Outcome::Incomplete };
                let count = request.count.then(|| ties.into());
                MethodResult { optimum: Some(least as i64), count, ..outcome.into() }
            }
            (_, false) => so_far(least as i64, least_presses(self.board)),
        };
        self.facts(result, work, all)
    }

    /// Checks whether the current first row is the last.
    fn is_last(&self) -> bool {
        self.gray.clone().step().is_none()
    }

    fn none(&self) -> MethodResult {
        let (all, what) = (self.number_of_rows(), self.what());
        Outcome::Unsatisfiable(format!("none of the {all} {what} turns off the lights without a button below")).into()
    }

    fn unknown(&self) -> MethodResult {
        Outcome::Unknown(format!("none of the first rows tried so far works, out of {}", self.number_of_rows())).into()
    }

    /// Describes what is tried.
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

    fn facts(&self, result: MethodResult, work: u64, all: bool) -> MethodResult {
        let (what, rows) = (self.what(), self.number_of_rows());
        let works = format!("{work} {}", if work == 1 { "works" } else { "work" });
        let tried = match all {
            true => format!("all {rows} {what} tried: {works}"),
            false => format!("{} of {rows} {what} tried: {works}", self.tried),
        };
        result
            .fact(Fact::new("first_rows", number(&self.all()), tried))
            .fact(Fact::new("first_rows_tried", self.tried, ""))
            .fact(Fact::new("first_rows_that_work", if all { work.into() } else { Value::Null }, ""))
    }
}
