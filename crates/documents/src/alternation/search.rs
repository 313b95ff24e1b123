//! The method `search`: breadth first from the start and from the accepted rows at once, until both sides meet.
//!
//! A state has 128 bits, in planes of one bit for each cell: the number of a cell's colour, from 1, in binary. Two and
//! three colours have two planes, so black pieces are in the lower half and white ones in the upper half. A move and
//! the count of adjacencies are a few shifts for each plane. A plane has up to 64 cells.
//!
//! Both sides have layers: the states at each distance, with the number of ways to reach them. The `total` number of
//! moves grows from the lower bound. For each total, only states with `depth + bound <= total` are expanded, where
//! `bound` is that of [`super::progress`] on the remaining way; the others wait. A move changes the bound by at most
//! 1, so whatever lies on a plan of `total` moves has all its predecessors expanded, and nothing is counted too
//! early. The side with fewer states at its rim is expanded next. When both depths sum to `total`, every plan of that
//! length passes one of the states that the rims have in common, and the number of plans is the sum of the products
//! of ways:
//!
//! ```text
//! BBBWWW..          1 way,  depth 0
//! ..BWWWBB   ...            depth 1
//! BW..WWBB   ...            depth 2 = the rim of both, for 4 moves
//! BWWBW..B   ...            depth 1 from the end
//! ..WBWBWB          1 way,  depth 0 from the end
//! ```
//!
//! If the rims have no state in common, no plan has `total` moves; as all shorter plans were excluded before, the
//! first length with a plan is the least. Moves can be undone, so a state found again is one or two layers old; it is
//! left out. A side without states to expand has visited all reachable states: there is no plan of any length.
//!
//! With `moves` given, `total` is that number, and states count again in every layer, as plans may return to a row.
//!
//! Twelve pairs: 181,883 of the 67,603,900 states are kept, and 85,161 of them are expanded.

#[cfg(test)]
mod tests;

use super::progress::Adjacencies;
use super::{Line, Place, progress, visit};
use boardwright_base::random::Mixer;
use boardwright_puzzle::capability::argument::Argument;
use boardwright_puzzle::capability::methods::{MethodRequest, MethodResult, Outcome};
use boardwright_puzzle::{Fact, Reachable};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

pub(super) const NAME: &str = "search";

/// The most accepted rows: the search from the goal begins with all of them.
const MAX_GOALS: usize = 1_000_000;
/// The most states that are kept, at about 60 bytes each.
const MAX_STATES: usize = 20_000_000;
/// The longest plan: every number of moves takes some memory of its own.
const MAX_LAYERS: usize = 1_000_000;
/// The most states, as [`is_fast`] estimates them, with which the search is the default. Twelve pairs have 67 million
/// and take a fifth of the time of a SAT solver, thirteen have 280 million and take twice its time.
const FAST: u128 = 100_000_000;
/// The number of states expanded between two polls of the budget.
const BREATH: usize = 1 << 8;

/// The planes, the lowest bit of the colours first.
type State = u128;
/// States, and the number of ways to reach each.
type Layer = HashMap<State, u128, BuildHasherDefault<Mixer>>;
type States = HashSet<State, BuildHasherDefault<Mixer>>;

/// The rules on packed states.
struct Board {
    block: usize,
    reverse: bool,
    /// The cells of the line.
    cells: u64,
    pieces: i64,
    planes: usize,
    /// The number of bits of a plane.
    stride: usize,
}

impl Board {
    fn of(line: &Line) -> Board {
        let cells = if line.cells() == 64 { u64::MAX } else { (1 << line.cells()) - 1 };
        let planes = line.letters.len().ilog2() as usize + 1;
        let pieces = line.pieces() as i64;
        Board { block: line.block, reverse: line.reverse, cells, pieces, planes, stride: State::BITS as usize / planes }
    }

    /// Returns the longest line.
    fn most_cells(line: &Line) -> usize {
        State::BITS as usize / (line.letters.len().ilog2() as usize + 1)
    }

    /// Returns the cells of a plane.
    fn plane(&self, state: State, plane: usize) -> u64 {
        (state >> (plane * self.stride)) as u64 & self.cells
    }

    /// Returns the cells with a piece.
    fn taken(&self, state: State) -> u64 {
        (0..self.planes).fold(0, |taken, plane| taken | self.plane(state, plane))
    }

    fn packed(&self, row: &[Place]) -> State {
        let bits = |(cell, place): (usize, &Place)| {
            let bit = |plane: usize| State::from(place.number() >> plane & 1) << (plane * self.stride + cell);
            (0..self.planes).map(bit).fold(0, |state, bit| state | bit)
        };
        row.iter().enumerate().map(bits).fold(0, |state, bits| state | bits)
    }

    /// Returns the left ends of blocks of these cells.
    fn blocks(&self, cells: u64) -> u64 {
        (1..self.block).fold(cells, |left, shift| left & cells >> shift)
    }

    /// Calls `each` with every move, from left to right, and the state that it leads to.
    fn moves(&self, state: State, mut each: impl FnMut((usize, usize), State)) {
        let taken = self.taken(state);
        let (mut origins, targets) = (self.blocks(taken), self.blocks(!taken & self.cells));
        let mask = if self.block == 64 { u64::MAX } else { (1 << self.block) - 1 };
        while origins != 0 {
            let from = origins.trailing_zeros() as usize;
            origins &= origins - 1;
            let (mut rest, mut block) = (0, 0);
            for plane in 0..self.planes {
                let cells = self.plane(state, plane);
                let moved = cells >> from & mask;
                let moved = if self.reverse { moved.reverse_bits() >> (64 - self.block) } else { moved };
                rest |= State::from(cells & !(mask << from)) << (plane * self.stride);
                block |= State::from(moved) << (plane * self.stride);
            }
            let mut targets = targets;
            while targets != 0 {
                let to = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                each((from, to), rest | block << to);
            }
        }
    }

    fn adjacencies(&self, state: State) -> Adjacencies {
        let (mut taken, mut differ) = (0, 0);
        for plane in 0..self.planes {
            let cells = self.plane(state, plane);
            taken |= cells;
            differ |= cells ^ cells >> 1;
        }
        let pairs = taken & taken >> 1;
        let count = |pairs: u64| i64::from(pairs.count_ones());
        Adjacencies::new(count(pairs & !differ), count(pairs & differ), self.pieces)
    }
}

/// The reason why a search ends without an answer.
enum Cut {
    Stopped,
    TooMany,
}

/// The search from one end.
struct Side<'a> {
    board: &'a Board,
    /// The other ends: moves lead from a state to one of these, or from one of these to the state.
    ends: Vec<Adjacencies>,
    /// Whether `ends` come before the state.
    back: bool,
    /// Whether states may be repeated, as the number of moves is given.
    again: bool,
    /// States that only longer plans pass are not kept.
    limit: usize,
    /// Whether states were dropped for that reason.
    dropped: bool,
    /// The states at each depth, and the number of ways to reach each.
    layers: Vec<Layer>,
    /// Unexpanded states, by depth and by the least number of moves of a plan through them.
    waiting: BTreeMap<(usize, usize), Vec<State>>,
    /// All states of smaller depth are expanded.
    depth: usize,
    states: usize,
    expanded: usize,
    peak: usize,
    /// Whether some number of ways exceeds 128 bits and is therefore unknown.
    vast: bool,
}

impl<'a> Side<'a> {
    fn new(
        board: &'a Board,
        from: &[State],
        ends: Vec<Adjacencies>,
        back: bool,
        again: bool,
        limit: usize,
    ) -> Side<'a> {
        let mut side = Side {
            board,
            ends,
            back,
            again,
            limit,
            dropped: false,
            layers: vec![Layer::default()],
            waiting: BTreeMap::new(),
            depth: 0,
            states: 0,
            expanded: 0,
            peak: 0,
            vast: false,
        };
        from.iter().for_each(|&state| side.add(0, state, 1));
        side
    }

    /// Adds ways to reach a state at a depth.
    fn add(&mut self, depth: usize, state: State, ways: u128) {
        let here = self.board.adjacencies(state);
        let bound = |&end: &Adjacencies| if self.back { end.moves_to(here) } else { here.moves_to(end) };
        let least = depth + self.ends.iter().map(bound).min().unwrap_or(0);
        if least > self.limit {
            self.dropped = true;
            return;
        }
        if !self.is_new(depth, state) {
            return;
        }
        let before = self.layers[depth].len();
        let sum = self.layers[depth].entry(state).or_insert(0);
        let (total, overflows) = sum.overflowing_add(ways);
        *sum = if overflows { u128::MAX } else { total };
        self.vast |= overflows;
        if self.layers[depth].len() > before {
            self.waiting.entry((depth, least)).or_default().push(state);
            self.states += 1;
            self.peak = self.peak.max(before + 1);
        }
    }

    /// Checks whether the state has not been reached in fewer moves.
    fn is_new(&self, depth: usize, state: State) -> bool {
        let met = |ago: usize| depth >= ago && self.layers[depth - ago].contains_key(&state);
        self.again || !(met(1) || met(2))
    }

    /// Returns the states at the rim that may lie on a plan of `total` moves.
    fn rim(&self, total: usize) -> impl Iterator<Item = State> {
        let waiting = self.waiting.range((self.depth, 0)..=(self.depth, total));
        waiting.flat_map(|(_, states)| states).copied().filter(|&state| self.is_new(self.depth, state))
    }

    /// Expands all states that may lie on a plan of `total` moves, up to the rim, starting at depth 0.
    fn grow(&mut self, total: usize, stop: &dyn Fn() -> bool, room: usize) -> Result<(), Cut> {
        while self.layers.len() <= self.depth {
            self.layers.push(Layer::default());
        }
        let mut from = (0, 0);
        loop {
            let mut waiting = self.waiting.range(from..(self.depth, 0)).map(|(&key, _)| key);
            let Some(key) = waiting.find(|&(_, least)| least <= total) else { return Ok(()) };
            for state in self.waiting.remove(&key).unwrap_or_default() {
                self.expand(key.0, state);
                if self.states > room {
                    return Err(Cut::TooMany);
                }
                if self.expanded.is_multiple_of(BREATH) && stop() {
                    return Err(Cut::Stopped);
                }
            }
            from = key;
        }
    }

    fn expand(&mut self, depth: usize, state: State) {
        if !self.is_new(depth, state) {
            // The state has been reached in fewer moves in the meantime.
            self.layers[depth].remove(&state);
            self.states -= 1;
            return;
        }
        self.expanded += 1;
        let ways = self.layers[depth][&state];
        let board = self.board;
        board.moves(state, |_, next| self.add(depth + 1, next, ways));
    }
}

/// Both sides, once they have met.
struct Met<'a> {
    board: &'a Board,
    start: State,
    /// The states that plans pass, from the start to the meeting point.
    ahead: Vec<States>,
    /// The same from there to the end, the end first.
    back: &'a [Layer],
}

impl Met<'_> {
    /// Returns the number of moves of the plans.
    fn total(&self) -> usize {
        self.ahead.len() - 1 + self.back.len() - 1
    }

    /// Returns the moves that plans make from a state at a depth, and their targets, from left to right.
    fn on(&self, depth: usize, state: State) -> Vec<((usize, usize), State)> {
        let mut found = Vec::new();
        let depth = depth + 1;
        self.board.moves(state, |step, next| {
            let on_plan = match self.ahead.get(depth) {
                Some(states) => states.contains(&next),
                None => self.back[self.total() - depth].contains_key(&next),
            };
            if on_plan {
                found.push((step, next));
            }
        });
        found
    }

    /// Calls `each` with every plan, in the order of their moves. Returns whether it reached the last plan.
    fn plans(&self, stop: &dyn Fn() -> bool, mut each: impl FnMut(&[(usize, usize)]) -> ControlFlow<()>) -> bool {
        // For each move so far, the untried alternatives, the last first.
        let mut choices: Vec<Vec<((usize, usize), State)>> = Vec::new();
        let mut plan: Vec<(usize, usize)> = Vec::new();
        let mut state = self.start;
        loop {
            if plan.len() == self.total() {
                if each(&plan).is_break() || stop() {
                    return false;
                }
            } else {
                let mut on = self.on(plan.len(), state);
                on.reverse();
                choices.push(on);
            }
            // The next choice, at the deepest move with an alternative.
            loop {
                let Some(open) = choices.last_mut() else { return true };
                if let Some((step, next)) = open.pop() {
                    plan.truncate(choices.len() - 1);
                    plan.push(step);
                    state = next;
                    break;
                }
                choices.pop();
            }
        }
    }
}

/// Returns whether the search is the default: few states can be reached from the start or an accepted row.
///
/// The estimate is the number of sets of vacant cells that can be reached, times the number of arrangements of the pieces
/// in the other cells, times the number of layers that may contain a state again if the number of moves is given.
pub(super) fn is_fast(line: &Line) -> bool {
    if line.cells() > Board::most_cells(line) || line.moves.is_some_and(|moves| moves > MAX_LAYERS) {
        return false;
    }
    if line.goal_count() > MAX_GOALS {
        return false;
    }
    let mut placed = 0u128;
    let mut arrangements = Some(1u128);
    for count in line.counts() {
        let more = |number| {
            (1..=count as u128).try_fold(number, |product: u128, n| Some(product.checked_mul(placed + n)? / n))
        };
        arrangements = arrangements.and_then(more);
        placed += count as u128;
    }
    let layers = line.moves.map_or(1, |moves| 1 + moves.saturating_sub(progress::at_least(line).unwrap_or(moves)));
    let each = arrangements.and_then(|number| number.checked_mul(layers as u128));
    each.is_some_and(|each| each <= FAST && vacancies(line, (FAST / each) as usize).is_some())
}

/// Returns the number of sets of vacant cells that can be reached from the start or an accepted row; `None` if there are
/// more than `most`.
fn vacancies(line: &Line, most: usize) -> Option<usize> {
    let board = Board::of(line);
    let taken = |row: &[Place]| board.taken(board.packed(row));
    let mut open: Vec<u64> = line.goal_rows().iter().chain([&line.start]).map(|row| taken(row)).collect();
    let mut seen: HashSet<u64, BuildHasherDefault<Mixer>> = open.iter().copied().collect();
    while let Some(cells) = open.pop() {
        if seen.len() > most {
            return None;
        }
        // All pieces are equal here.
        board.moves(State::from(cells), |_, next| {
            let next = next as u64;
            if seen.insert(next) {
                open.push(next);
            }
        });
    }
    Some(seen.len())
}

pub(super) fn run(line: &Line, request: &mut MethodRequest<'_>) -> MethodResult {
    let cells = line.cells();
    let most = Board::most_cells(line);
    if cells > most {
        let reason = format!("`{NAME}` does not apply: the line has {cells} cells (maximum {most})");
        return Outcome::Unknown(reason).into();
    }
    let none = |stated: String| MethodResult::from(Outcome::Unsatisfiable(stated));
    let Some(bound) = progress::at_least(line) else {
        return none("no accepted row has these pieces".into());
    };
    if let Some(moves) = line.moves.filter(|&moves| moves < bound) {
        return Outcome::Refuted(Argument::TooFewMoves { moves, least: bound }).into();
    }
    if line.goal_count() > MAX_GOALS {
        let reason = format!("`{NAME}` does not apply: too many rows are accepted (maximum {MAX_GOALS})");
        return Outcome::Unknown(reason).into();
    }
    let board = Board::of(line);
    let goals: Vec<State> = line.goal_rows().iter().map(|row| board.packed(row)).collect();
    if let Some(moves) = line.moves.filter(|&moves| moves > MAX_LAYERS) {
        let words = format!("`{NAME}` does not apply: {moves} moves (maximum {MAX_LAYERS})");
        return Outcome::Unknown(words).into();
    }
    let start = board.packed(&line.start);
    let again = line.moves.is_some();
    let sides = |limit: usize| {
        let ahead = Side::new(&board, &[start], progress::goal_adjacencies(line), false, again, limit);
        (ahead, Side::new(&board, &goals, vec![board.adjacencies(start)], true, again, limit))
    };
    let mut total = line.moves.unwrap_or(bound);
    let (mut ahead, mut back) = sides(total);
    loop {
        let met = match meet(&mut ahead, &mut back, total, request.stop) {
            Ok(met) => met,
            Err(cut) => {
                let reason = match cut {
                    Cut::Stopped => "stopped".to_string(),
                    Cut::TooMany => {
                        // A visit takes less memory for each state.
                        if !again && let Reachable::No { states } = visit::reachable(line, request.stop) {
                            return facts(Outcome::Refuted(Argument::Visited { states }).into(), &ahead, &back);
                        }
                        format!("more than {MAX_STATES} states have to be stored")
                    }
                };
                let result = facts(Outcome::Unknown(reason).into(), &ahead, &back);
                if again {
                    // The number of moves is given: no other number was searched.
                    return result;
                }
                let words = format!("fewer than {total} moves are not enough");
                return result.fact(Fact::new("lower_bound", total, words));
            }
        };
        if !met.is_empty() {
            let result = listed(line, request, (&ahead, &back), start, met);
            return facts(result, &ahead, &back);
        }
        if let Some(moves) = line.moves {
            return facts(none(format!("no plan has {moves} moves: the search is exhaustive")), &ahead, &back);
        }
        for (side, is_backward) in [(&ahead, false), (&back, true)] {
            if side.waiting.is_empty() && !side.dropped {
                let argument = Argument::Exhausted { states: side.states as u64, is_backward };
                return facts(Outcome::Refuted(argument).into(), &ahead, &back);
            }
        }
        if ahead.dropped || back.dropped {
            // The bound is mostly exact; where it is not, states that only longer plans pass are kept from now on.
            (ahead, back) = sides(usize::MAX);
        }
        total += 1;
    }
}

/// Grows both sides until their depths sum to `total`, and returns the states that their rims have in common, in
/// order.
fn meet(ahead: &mut Side<'_>, back: &mut Side<'_>, total: usize, stop: &dyn Fn() -> bool) -> Result<Vec<State>, Cut> {
    loop {
        ahead.grow(total, stop, MAX_STATES.saturating_sub(back.states))?;
        back.grow(total, stop, MAX_STATES.saturating_sub(ahead.states))?;
        if ahead.depth + back.depth == total {
            break;
        }
        if ahead.rim(total).count() <= back.rim(total).count() {
            ahead.depth += 1;
        } else {
            back.depth += 1;
        }
    }
    let other = &back.layers[back.depth];
    let common = |state: &State| other.contains_key(state) && back.is_new(back.depth, *state);
    let mut met: Vec<State> = ahead.rim(total).filter(common).collect();
    met.sort_unstable();
    Ok(met)
}

/// Hands over the plans that pass the states `met`.
fn listed(
    line: &Line,
    request: &mut MethodRequest<'_>,
    sides: (&Side<'_>, &Side<'_>),
    start: State,
    met: Vec<State>,
) -> MethodResult {
    let (ahead, back) = sides;
    let ways = |side: &Side<'_>, state: &State| BigUint::from(side.layers[side.depth][state]);
    let count: BigUint = met.iter().map(|state| ways(ahead, state) * ways(back, state)).sum();
    let count = (!ahead.vast && !back.vast).then_some(count);
    // From the meeting point back to the start, the states that lie on a plan.
    let mut passed = vec![met.into_iter().collect::<States>()];
    for layer in ahead.layers[..ahead.depth].iter().rev() {
        let mut before = States::default();
        for &state in passed.last().into_iter().flatten() {
            ahead.board.moves(state, |_, next| {
                if layer.contains_key(&next) {
                    before.insert(next);
                }
            });
        }
        passed.push(before);
    }
    passed.reverse();
    let met = Met { board: ahead.board, start, ahead: passed, back: &back.layers[..=back.depth] };
    let total = met.total();
    let counted = request.count && count.is_some();
    let mut handed = 0u64;
    let found = &mut *request.found;
    let whole = met.plans(request.stop, |plan| {
        handed += 1;
        let more = found(super::candidate(plan));
        if counted { ControlFlow::Break(()) } else { more }
    });
    let whole = whole || count == Some(handed.into());
    let outcome = if whole || counted { Outcome::Complete } else { Outcome::Incomplete };
    let optimum = line.moves.is_none().then_some(total as i64);
    let kind = if optimum.is_some() { "shortest plans" } else { "plans of that length" };
    let plans = count.as_ref().map_or("more than 2^128".to_string(), BigUint::to_string);
    let result = MethodResult { optimum, count: count.filter(|_| counted), ..outcome.into() };
    result.fact(Fact::new("plans", plans.as_str(), format!("{kind}: {plans}")))
}

/// Adds the size of the search.
fn facts(result: MethodResult, ahead: &Side<'_>, back: &Side<'_>) -> MethodResult {
    let states = ahead.states + back.states;
    let expanded = ahead.expanded + back.expanded;
    let peak = ahead.peak.max(back.peak);
    result
        .fact(Fact::new("states", states, format!("states visited: {states}, {expanded} of them expanded")))
        .fact(Fact::new(
            "layers",
            vec![ahead.depth, back.depth],
            format!("layers: {} from the start, {} from the goal", ahead.depth, back.depth),
        ))
        .fact(Fact::new("peak_layer", peak, format!("largest layer: {peak} states")))
}
