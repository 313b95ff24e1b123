//! A visit of all reachable states, to decide whether any number of moves leads to the goal.
//!
//! Breadth first from the start. A state is a number: its cells are digits in base 3 (vacant 0, black 1, white 2). 40
//! cells fit in 64 bits and 80 in 128. A move subtracts the block's digits at one place and adds them at another.
//! Lines and state spaces above [`MAX_STATES`] states are not visited; the answer is then unknown.

use super::{Line, Place, Row};
use crate::puzzle::Reachable;
use crate::random::Mixer;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash};
use std::ops::{Add, Div, Mul, Rem, Sub};

/// The most states that are visited (half as many of 128 bits); the table then takes about 1.2 GB.
const MAX_STATES: usize = 100_000_000;
/// The number of states visited between two polls of the budget.
const BREATH: usize = 1 << 10;

pub(super) fn reachable(line: &Line, stop: &dyn Fn() -> bool) -> Reachable {
    within(line, MAX_STATES, stop)
}

/// Visits at most `most` states.
pub(super) fn within(line: &Line, most: usize, stop: &dyn Fn() -> bool) -> Reachable {
    match line.cells() {
        0..=40 => visit::<u64>(line, most, stop),
        41..=80 => visit::<u128>(line, most.min(MAX_STATES / 2), stop),
        _ => Reachable::Unknown,
    }
}

/// A number that holds a state.
trait Number:
    Copy
    + Eq
    + Hash
    + From<u8>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
}

impl Number for u64 {}
impl Number for u128 {}

type States<N> = HashSet<N, BuildHasherDefault<Mixer>>;

fn visit<N: Number>(line: &Line, most: usize, stop: &dyn Fn() -> bool) -> Reachable {
    let three = N::from(3);
    let powers: Vec<N> =
        std::iter::successors(Some(N::from(1)), |&power| Some(power * three)).take(line.cells()).collect();
    let goals: States<N> = line.goal_rows().iter().map(|row| number(row)).collect();
    let start = number(&line.start);
    if goals.contains(&start) {
        return Reachable::Yes;
    }
    let mut seen = States::<N>::default();
    seen.insert(start);
    let mut layer = vec![start];
    let mut row: Row = line.start.clone();
    let mut visited = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in layer {
            visited += 1;
            if seen.len() > most || (visited % BREATH == 0 && stop()) {
                return Reachable::Unknown;
            }
            read(state, &mut row);
            let room = |cells: &[Place]| cells.iter().all(|&place| place == Place::Vacant);
            for (from, block) in row.windows(line.block).enumerate() {
                if block.contains(&Place::Vacant) {
                    continue;
                }
                let without = state - number::<N>(block) * powers[from];
                let block = if line.reverse { block.iter().rev().copied().collect::<Row>() } else { block.to_vec() };
                let block = number::<N>(&block);
                for (to, _) in row.windows(line.block).enumerate().filter(|(_, cells)| room(cells)) {
                    let state = without + block * powers[to];
                    if seen.insert(state) {
                        if goals.contains(&state) {
                            return Reachable::Yes;
                        }
                        next.push(state);
                    }
                }
            }
        }
        layer = next;
    }
    Reachable::No { states: seen.len() as u64 }
}

/// Returns cells as digits in base 3, the first the lowest.
fn number<N: Number>(cells: &[Place]) -> N {
    cells.iter().rev().fold(N::from(0), |number, place| {
        let digit = match place {
            Place::Vacant => 0,
            Place::Black => 1,
            Place::White => 2,
        };
        number * N::from(3) + N::from(digit)
    })
}

/// The inverse of [`number`].
fn read<N: Number>(mut number: N, row: &mut [Place]) {
    for place in row {
        let digit = number % N::from(3);
        *place = match digit {
            digit if digit == N::from(0) => Place::Vacant,
            digit if digit == N::from(1) => Place::Black,
            _ => Place::White,
        };
        number = number / N::from(3);
    }
}
