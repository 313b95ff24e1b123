//! The space of positions: which follow a position, and which count as one.
//!
//! Positions that free moves (cost 0) join are one; so are the images under the symmetries of the board that keep the
//! start, the goal and the moves. Start with [`Space::next`].

use super::super::board::{Game, Goal, Repeat};
use super::super::ground::Action;
use super::super::legal;
use super::packed::{Packing, State, Step, Steps};
use super::symmetry;
use boardwright_base::random::Mixer;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasherDefault;

/// The most positions of which is kept what they count as.
const MAX_KNOWN: usize = 4_000_000;

/// A direction of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    Forward,
    Backward,
}

/// A move that counts: the position before it, the one after it, and its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge<const N: usize> {
    pub(super) from: State<N>,
    pub(super) to: State<N>,
    pub(super) cost: u16,
}

/// The positions of a game and its moves.
pub(super) struct Space<'g, const N: usize> {
    pub(super) game: &'g Game,
    pub(super) packing: Packing,
    forward: Steps<N>,
    backward: Steps<N>,
    /// The free moves alone.
    free: Steps<N>,
    /// With free moves: what some positions count as.
    known: RefCell<HashMap<State<N>, State<N>, BuildHasherDefault<Mixer>>>,
    /// Whether some moves are free.
    pub(super) has_free: bool,
    /// Symmetries, without the identity: by stored cell, where it goes.
    symmetries: Vec<symmetry::Turn<N>>,
    /// Whether rules restrict positions.
    ruled: bool,
    /// Whether all moves that count have the same cost, and that.
    pub(super) uniform: Option<u16>,
}

impl<'g, const N: usize> Space<'g, N> {
    /// Returns the space of a game.
    pub(super) fn new(game: &'g Game, actions: &[Action], packing: Packing) -> Space<'g, N> {
        let costs: BTreeSet<u16> =
            actions.iter().map(|action| game.moves[action.of].cost as u16).filter(|&cost| cost > 0).collect();
        let has_free = actions.iter().any(|action| game.moves[action.of].cost == 0);
        let free: Vec<Action> = actions.iter().filter(|action| game.moves[action.of].cost == 0).cloned().collect();
        let ruled = !game.grid.rules.is_empty();
        let symmetries = if has_free || ruled { Vec::new() } else { symmetry::of(game, actions, &packing) };
        Space {
            game,
            forward: Steps::new(game, &packing, actions, false),
            backward: Steps::new(game, &packing, actions, true),
            free: Steps::new(game, &packing, &free, false),
            known: RefCell::default(),
            packing,
            has_free,
            symmetries,
            ruled,
            uniform: (costs.len() <= 1).then(|| costs.first().copied().unwrap_or(1)),
        }
    }

    fn steps(&self, time: Time) -> &Steps<N> {
        if time == Time::Forward { &self.forward } else { &self.backward }
    }

    /// Returns the number of symmetries, the identity included.
    pub(super) fn symmetry_count(&self) -> usize {
        self.symmetries.len() + 1
    }

    /// Returns whether the rules allow a position.
    pub(super) fn is_legal(&self, state: &State<N>) -> bool {
        !self.ruled || legal::is_legal(self.game, self.packing.unpack(state))
    }

    /// Returns whether the rules allow this position to follow another.
    fn is_allowed(&self, from: &State<N>, to: &State<N>) -> bool {
        !self.ruled || legal::may_follow(self.game, self.packing.unpack(from), self.packing.unpack(to))
    }

    /// Returns all positions that free moves lead to, the position itself first.
    pub(super) fn joined(&self, state: &State<N>) -> Vec<State<N>> {
        let mut joined = vec![*state];
        if !self.has_free {
            return joined;
        }
        let mut next = 0;
        while next < joined.len() {
            let from = joined[next];
            next += 1;
            self.free.each(&self.packing, &from, |_, to| {
                // Few positions are joined, so that a list is searched faster than a set.
                if !joined.contains(&to) && self.is_allowed(&from, &to) {
                    joined.push(to);
                }
            });
        }
        joined
    }

    /// Returns the shortest way of free moves from one position to another, both included.
    pub(super) fn walk(&self, from: &State<N>, is_end: impl Fn(&State<N>) -> bool) -> Option<Vec<State<N>>> {
        let mut found = vec![(*from, 0)];
        let mut seen = BTreeSet::from([*from]);
        let mut next = 0;
        while next < found.len() {
            let at = found[next].0;
            if is_end(&at) {
                let mut way = vec![at];
                let mut index = next;
                while index > 0 {
                    index = found[index].1;
                    way.push(found[index].0);
                }
                way.reverse();
                return Some(way);
            }
            if self.has_free {
                self.free.each(&self.packing, &at, |_, to| {
                    if !seen.contains(&to) && self.is_allowed(&at, &to) {
                        seen.insert(to);
                        found.push((to, next));
                    }
                });
            }
            next += 1;
        }
        None
    }

    /// Returns the position that stands for all that count as the same.
    pub(super) fn canonical(&self, state: &State<N>) -> State<N> {
        if self.has_free {
            if let Some(known) = self.known.borrow().get(state) {
                return *known;
            }
            let canonical = self.joined(state).into_iter().min().unwrap_or(*state);
            let mut known = self.known.borrow_mut();
            if known.len() < MAX_KNOWN {
                known.insert(*state, canonical);
            }
            return canonical;
        }
        self.symmetries.iter().map(|turn| turn.image(state)).fold(*state, Ord::min)
    }

    /// Returns the number of positions that [`Space::canonical`] counts as one, by symmetry alone.
    pub(super) fn orbit(&self, state: &State<N>) -> usize {
        let images: BTreeSet<State<N>> = self.symmetries.iter().map(|turn| turn.image(state)).chain([*state]).collect();
        images.len()
    }

    /// Collects the moves that count from a position, or to it, free moves before included; each once, in order.
    pub(super) fn next(&self, state: &State<N>, time: Time, edges: &mut Vec<Edge<N>>) {
        edges.clear();
        if !self.has_free {
            self.from(state, time, edges);
            if edges.len() > 1 {
                edges.sort_unstable();
                edges.dedup_by(|b, a| a.from == b.from && a.to == b.to);
            }
            return;
        }
        self.next_of(&self.joined(state), time, edges);
    }

    /// Collects the moves that count from positions that free moves join, or to them; each once, in order.
    pub(super) fn next_of(&self, joined: &[State<N>], time: Time, edges: &mut Vec<Edge<N>>) {
        edges.clear();
        for start in joined {
            self.from(start, time, edges);
        }
        edges.sort_unstable();
        // Of equal moves, the cheapest.
        edges.dedup_by(|b, a| a.from == b.from && a.to == b.to);
    }

    /// Collects the moves that count from exactly this position, or to it.
    fn from(&self, start: &State<N>, time: Time, edges: &mut Vec<Edge<N>>) {
        self.steps(time).each(&self.packing, start, |step, to| {
            if step.cost == 0 {
                return;
            }
            self.offer(start, to, step, time, edges);
            if step.repeat != Repeat::Once {
                let mut passed = vec![*start, to];
                self.go_on(start, step, time, &mut passed, edges);
            }
        });
    }

    fn offer(&self, start: &State<N>, to: State<N>, step: &Step<N>, time: Time, edges: &mut Vec<Edge<N>>) {
        let [before, after] = if time == Time::Forward { [*start, to] } else { [to, *start] };
        if before == after || (self.ruled && !self.is_allowed(&before, &after)) {
            return;
        }
        if time == Time::Backward && !self.is_legal(&before) {
            return;
        }
        edges.push(Edge { from: before, to: after, cost: step.cost as u16 });
    }

    /// Goes on with the same piece; `passed` are the positions on the way.
    fn go_on(
        &self,
        start: &State<N>,
        last: &Step<N>,
        time: Time,
        passed: &mut Vec<State<N>>,
        edges: &mut Vec<Edge<N>>,
    ) {
        let steps = self.steps(time);
        let Some(&at) = passed.last() else { return };
        for &index in steps.from.get(&(last.of, last.piece[1])).into_iter().flatten() {
            let step = &steps.all[index as usize];
            if last.repeat == Repeat::Straight && step.way != last.way {
                continue;
            }
            let Some(to) = step.apply(&self.packing, &at) else { continue };
            if passed.contains(&to) {
                continue;
            }
            self.offer(start, to, step, time, edges);
            passed.push(to);
            self.go_on(start, step, time, passed, edges);
            passed.pop();
        }
    }

    /// Returns whether a position reaches the goal, apart from the fewest pieces.
    pub(super) fn is_goal(&self, state: &State<N>) -> bool {
        let values = self.packing.unpack(state);
        matches(&self.game.goal, &values) && (!self.ruled || legal::may_end(self.game, values))
    }

    /// Returns whether a position or one that free moves lead to reaches the goal.
    pub(super) fn ends(&self, state: &State<N>) -> bool {
        self.joined(state).iter().any(|state| self.is_goal(state))
    }

    /// Returns the least number of cells that the goal asks to be few, among the goals that free moves join with a position; `None`
    /// without such a goal.
    pub(super) fn fewest(&self, state: &State<N>) -> Option<usize> {
        self.joined(state).iter().filter(|state| self.is_goal(state)).map(|state| self.remaining(state)).min()
    }

    /// Returns the number of cells that the goal asks to be few.
    pub(super) fn remaining(&self, state: &State<N>) -> usize {
        let Some(mask) = &self.game.goal.fewest else { return 0 };
        self.packing.unpack(state).iter().filter(|&&value| mask[usize::from(value)]).count()
    }
}

/// Returns whether a position matches a picture of the goal.
pub(super) fn matches(goal: &Goal, values: &[u16]) -> bool {
    let is = |picture: &Vec<Vec<bool>>| values.iter().zip(picture).all(|(&value, mask)| mask[usize::from(value)]);
    goal.pictures.is_empty() || goal.pictures.iter().any(is)
}
