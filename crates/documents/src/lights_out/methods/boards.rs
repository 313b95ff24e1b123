//! The boards of the methods, and their common results.

use crate::lights_out::board::{Board, HOLE};
use boardwright_linear::Space;
use boardwright_puzzle::Fact;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use boardwright_puzzle::solution::Candidate;
use num_bigint::BigUint;
use serde_json::Value;

/// The most words of 64 bits that are enumerated for the fewest presses; they take some seconds.
pub(in crate::lights_out) const EFFORT: u64 = 1 << 31;

/// The number of solutions counted between two polls of the budget.
pub(super) const STRIDE: u64 = 1 << 10;

/// The outcome when a limit is reached before anything is known.
pub(super) fn halted() -> MethodResult {
    Outcome::Unknown("stopped before it was done".to_string()).into()
}

/// Returns a board from the presses of every place; those at holes do not count.
pub(super) fn candidate(board: &Board, mut presses: Vec<u16>) -> Candidate {
    if !board.is_full() {
        let holes = presses.iter_mut().zip(&board.lights).filter(|(_, light)| **light == HOLE);
        holes.for_each(|(times, _)| *times = 0);
    }
    Candidate::layer(presses)
}

/// Returns a board from the presses of its cells, in reading order.
pub(super) fn drawn(board: &Board, presses: &[u8]) -> Candidate {
    let mut presses = presses.iter();
    let mut times = |&light: &u8| match light {
        HOLE => 0,
        _ => presses.next().copied().map_or(0, u16::from),
    };
    Candidate::layer(board.lights.iter().map(&mut times).collect())
}

/// Hands over the solutions of a space; each is made from its numbers.
pub(super) fn hand_over(
    space: &Space,
    request: &mut MethodRequest<'_>,
    mut make: impl FnMut(&[u8]) -> Candidate,
) -> MethodResult {
    let count = space.count();
    if request.count {
        let _ = (request.found)(make(&space.at(&[])));
        return MethodResult { count: Some(count), ..Outcome::Complete.into() };
    }
    let mut solutions = space.solutions().peekable();
    while let Some(solution) = solutions.next() {
        let more = (request.found)(make(&solution)).is_continue();
        if solutions.peek().is_some() && (!more || (request.stop)()) {
            return Outcome::Incomplete.into();
        }
    }
    Outcome::Complete.into()
}

/// Returns the result when the best solution has this number of presses, and the bound is proved.
pub(super) fn so_far(presses: i64, bound: i64) -> MethodResult {
    let (optimum, best) = if presses == bound { (Some(presses), None) } else { (None, Some((presses, bound))) };
    MethodResult { optimum, best, ..Outcome::Incomplete.into() }
}

/// Hands over the solutions with the fewest presses, of a space with a number for each cell.
pub(super) fn hand_over_fewest(board: &Board, space: &Space, request: &mut MethodRequest<'_>) -> MethodResult {
    let weights = vec![1; board.size()];
    let bound = least_presses(board);
    if space.effort(&weights) > BigUint::from(EFFORT) {
        let candidate = drawn(board, &space.at(&[]));
        let presses = super::super::notation::total(&candidate.layers[0]) as i64;
        let _ = (request.found)(candidate);
        let words = format!(
            "not proved optimal: {} solutions are too many to count the presses of each",
            power(board.states, space)
        );
        let fact = Fact::new("proved_fewest", false, words);
        let result = so_far(presses, bound);
        return if result.optimum.is_some() { result } else { result.fact(fact) };
    }
    let mut scan = space.scan(&weights);
    let (mut least, mut first, mut ties, mut seen) = (i64::MAX, scan.clone(), 0u64, 0u64);
    let mut cut = false;
    while let Some(presses) = scan.next_weight() {
        if presses < least {
            (least, first, ties) = (presses, scan.clone(), 0);
        }
        ties += u64::from(presses == least);
        seen += 1;
        if seen.is_multiple_of(STRIDE) && (request.stop)() {
            cut = true;
            break;
        }
    }
    let mut more = (request.found)(drawn(board, &space.at(first.digits()))).is_continue();
    if cut {
        return so_far(least, bound);
    }
    let fewest = MethodResult { optimum: Some(least), ..Outcome::Complete.into() };
    if request.count {
        return MethodResult { count: Some(ties.into()), ..fewest };
    }
    let (mut handed, mut seen) = (1, 0u64);
    while more
        && handed < ties
        && let Some(presses) = first.next_weight()
    {
        if presses == least {
            more = (request.found)(drawn(board, &space.at(first.digits()))).is_continue();
            handed += 1;
        }
        seen += 1;
        if seen.is_multiple_of(STRIDE) && (request.stop)() {
            break;
        }
    }
    if handed == ties { fewest } else { MethodResult { outcome: Outcome::Incomplete, ..fewest } }
}

/// Returns a lower bound on the number of presses: each press adds 1 to a bounded number of lights.
pub(super) fn least_presses(board: &Board) -> i64 {
    let needed = |&light: &u8| match light {
        HOLE | 0 => 0,
        state => i64::from(board.states - state),
    };
    let needed: i64 = board.lights.iter().map(needed).sum();
    let reached = board.reach.size(board.height(), board.width()).max(1) as i64;
    (needed + reached - 1) / reached
}

/// Formats the number of elements of a space: `2^100`, or the number itself where it is short or not a power of the
/// states.
pub(in crate::lights_out) fn power(states: u8, space: &Space) -> String {
    let count = space.count();
    let plain = space.orders().iter().all(|&order| order == states);
    match u32::try_from(&count) {
        Err(_) if plain => format!("{states}^{}", space.generators()),
        _ => count.to_string(),
    }
}

/// Returns a number as JSON: a decimal string when it is above 2^53.
pub(in crate::lights_out) fn number(number: &BigUint) -> Value {
    match u64::try_from(number) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}
