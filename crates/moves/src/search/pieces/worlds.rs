//! The game with few of its pieces: one, two or three, with all others taken off the board.
//!
//! What some pieces cannot reach alone, they cannot reach among others either. Start with [`World::new`].

use super::super::space::{Space, Time};
use super::super::table::Table;
use super::assign::FAR;

/// The most positions of a game with few pieces.
const MAX_POSITIONS: usize = 300_000;

/// All positions that some of the pieces reach from the start.
pub(super) struct World {
    /// By position: the stored cells of the pieces, in order.
    slots: Vec<Vec<usize>>,
    /// By position: those from which a move leads to it.
    before: Vec<Vec<u32>>,
}

impl World {
    /// Visits the positions of each choice of this number of pieces of a value; `None` if there are too many.
    pub(super) fn new<const N: usize>(
        space: &Space<'_, N>,
        value: u16,
        number: usize,
        kinds: &[u16],
        stop: &dyn Fn() -> bool,
    ) -> Option<World> {
        let (game, live) = (space.game, &space.packing.live);
        let vacant = game.vacant()?;
        let code = space.packing.code_of(value)?;
        let cells: Vec<usize> = (0..game.start.len()).filter(|&cell| game.start[cell] == value).collect();
        let mut table: Table<N> = Table::new(false);
        for chosen in choices(&cells, number) {
            let mut start = game.start.clone();
            for (cell, held) in start.iter_mut().enumerate() {
                if kinds.contains(held) && !chosen.contains(&cell) {
                    *held = vacant;
                }
            }
            let joined = space.joined(&space.packing.pack::<N>(&start)?);
            table.reach(joined.iter().min()?, 0, 1);
        }
        let mut world = World { slots: Vec::new(), before: Vec::new() };
        let (mut next, mut edges) = (0, Vec::new());
        while next < table.states.len() {
            if table.states.len() > MAX_POSITIONS || (next.is_multiple_of(64) && stop()) {
                return None;
            }
            let state = table.states[next];
            world.slots.push((0..live.len()).filter(|&slot| space.packing.code(&state, slot) == code).collect());
            space.next(&state, Time::Forward, &mut edges);
            for edge in &edges {
                let joined = space.joined(&edge.to);
                let least = joined.iter().min()?;
                table.reach(least, 0, 1);
                let index = table.find(least)?;
                world.before.resize_with(table.states.len(), Vec::new);
                world.before[index].push(next as u32);
            }
            next += 1;
        }
        world.before.resize_with(table.states.len(), Vec::new);
        Some(world)
    }

    /// Returns by position the fewest moves to one in which all pieces are at these cells, in multiples of a cost; [`FAR`] if there is
    /// no way.
    fn distances(&self, places: &[usize], cost: u16) -> Vec<u16> {
        let mut distance = vec![FAR; self.slots.len()];
        let is_end = |node: &u32| self.slots[*node as usize].iter().all(|slot| places.contains(slot));
        let mut layer: Vec<u32> = (0..self.slots.len() as u32).filter(is_end).collect();
        layer.iter().for_each(|&node| distance[node as usize] = 0);
        let mut depth = 0u16;
        while !layer.is_empty() {
            depth = depth.saturating_add(cost).min(FAR - 1);
            let mut further = Vec::new();
            for &from in layer.iter().flat_map(|&node| &self.before[node as usize]) {
                if distance[from as usize] == FAR {
                    distance[from as usize] = depth;
                    further.push(from);
                }
            }
            layer = further;
        }
        distance
    }

    /// Returns by stored cell the fewest moves of a single piece from there to a place; [`FAR`] if there is no way.
    pub(super) fn least(&self, place: usize, cells: usize, cost: u16) -> Vec<u16> {
        let mut least = vec![FAR; cells];
        for (slots, distance) in self.slots.iter().zip(self.distances(&[place], cost)) {
            slots.iter().for_each(|&slot| least[slot] = least[slot].min(distance));
        }
        least
    }

    /// Returns the sets of cells from which the pieces cannot reach places together, whatever the rest of the position.
    pub(super) fn dead(&self, places: &[usize]) -> Vec<&[usize]> {
        let mut all: Vec<(&[usize], bool)> = Vec::with_capacity(self.slots.len());
        for (slots, distance) in self.slots.iter().zip(self.distances(places, 1)) {
            all.push((slots, distance == FAR));
        }
        all.sort_unstable();
        let groups = all.chunk_by(|one, other| one.0 == other.0);
        groups.filter(|group| group.iter().all(|(_, is_dead)| *is_dead)).map(|group| group[0].0).collect()
    }
}

/// Returns all choices of a number of cells.
fn choices(cells: &[usize], number: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &cell) in cells.iter().enumerate() {
        for rest in choices(&cells[at + 1..], number - 1) {
            all.push([vec![cell], rest].concat());
        }
    }
    all
}
