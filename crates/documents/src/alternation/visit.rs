//! A visit of all reachable states, to decide whether any number of moves leads to the goal.
//!
//! Breadth first from the start. A state is a number: its cells are digits (vacant 0, the colours from 1). With two
//! colours, 40 cells fit in 64 bits and 80 in 128. A move subtracts the block's digits at one place and adds them at another.
//! Lines and state spaces above [`MAX_STATES`] states are not visited; the answer is then unknown.

use super::{Line, Place, Row};
use boardwright_base::random::Mixer;
use boardwright_puzzle::Reachable;
use boardwright_puzzle::capability::plans::Visited;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash};
use std::ops::{Add, Div, Mul, Rem, Sub};

/// The most states that are visited (half as many of 128 bits); the table then takes about 1.2 GB.
const MAX_STATES: usize = 100_000_000;
/// The most accepted rows.
const MAX_GOALS: usize = 1_000_000;
/// The number of states visited between two polls of the budget.
const BREATH: usize = 1 << 10;

pub(super) fn reachable(line: &Line, stop: &dyn Fn() -> bool) -> Reachable {
    within(line, MAX_STATES, stop)
}

/// Visits at most `most` states.
pub(super) fn within(line: &Line, most: usize, stop: &dyn Fn() -> bool) -> Reachable {
    match layers(line, most, stop) {
        None => Reachable::Unknown,
        Some(Visited { has_goal: true, .. }) => Reachable::Yes,
        Some(Visited { layers, .. }) => Reachable::No { states: layers.iter().sum() },
    }
}

/// Visits at most `most` states by their distance from the start, up to that of the first goal; `None` if there are more.
pub(super) fn layers(line: &Line, most: usize, stop: &dyn Fn() -> bool) -> Option<Visited> {
    // The number of states of that many cells.
    let number = (line.letters.len() as u128 + 1).checked_pow(line.cells().try_into().unwrap_or(u32::MAX));
    match number {
        Some(_) if line.goal_count() > MAX_GOALS => None,
        Some(number) if number < 1 << 64 => visit::<u64>(line, most, stop),
        Some(_) => visit::<u128>(line, most.min(MAX_STATES / 2), stop),
        None => None,
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

fn visit<N: Number>(line: &Line, most: usize, stop: &dyn Fn() -> bool) -> Option<Visited> {
    let base = N::from(line.letters.len() as u8 + 1);
    let powers: Vec<N> =
        std::iter::successors(Some(N::from(1)), |&power| Some(power * base)).take(line.cells()).collect();
    let goals: States<N> = line.goal_rows().iter().map(|row| number(base, row)).collect();
    let start = number(base, &line.start);
    let mut layers = Vec::new();
    if goals.contains(&start) {
        return Some(Visited { layers, has_goal: true });
    }
    let mut seen = States::<N>::default();
    seen.insert(start);
    let mut layer = vec![start];
    let mut row: Row = line.start.clone();
    let mut visited = 0;
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let mut next = Vec::new();
        for state in layer {
            visited += 1;
            if seen.len() > most || (visited % BREATH == 0 && stop()) {
                return None;
            }
            read(base, state, &mut row);
            let room = |cells: &[Place]| cells.iter().all(|&place| place == Place::VACANT);
            for (from, block) in row.windows(line.block).enumerate() {
                if block.contains(&Place::VACANT) {
                    continue;
                }
                let without = state - number::<N>(base, block) * powers[from];
                let block = if line.reverse { block.iter().rev().copied().collect::<Row>() } else { block.to_vec() };
                let block = number::<N>(base, &block);
                for (to, _) in row.windows(line.block).enumerate().filter(|(_, cells)| room(cells)) {
                    let state = without + block * powers[to];
                    if seen.insert(state) {
                        if goals.contains(&state) {
                            return Some(Visited { layers, has_goal: true });
                        }
                        next.push(state);
                    }
                }
            }
        }
        layer = next;
    }
    Some(Visited { layers, has_goal: false })
}

/// Returns cells as digits in a base, the first the lowest.
fn number<N: Number>(base: N, cells: &[Place]) -> N {
    cells.iter().rev().fold(N::from(0), |number, place| number * base + N::from(place.number()))
}

/// The inverse of [`number`].
fn read<N: Number>(base: N, mut number: N, row: &mut [Place]) {
    for place in row {
        *place = (0..).map(Place::of).find(|&place| N::from(place.number()) == number % base).unwrap_or(Place::VACANT);
        number = number / base;
    }
}
