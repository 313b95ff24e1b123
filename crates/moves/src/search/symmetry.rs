//! Symmetries of a game: turns and reflections of the board that keep the start, the goal and the set of actions.
//!
//! They are found by trying the eight maps of a rectangle, or those of the tiling, and checked on the actions themselves. Start with [`of`].

use super::super::board::Game;
use super::super::ground::{Action, Gives, Need};
use super::packed::{Packing, State};
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::Tiling;
use std::collections::{BTreeSet, HashSet};

/// A symmetry on packed positions: by byte of a position and its value, the bits that it becomes.
#[derive(Debug, Clone)]
pub(super) struct Turn<const N: usize> {
    tables: Vec<[State<N>; 256]>,
}

impl<const N: usize> Turn<N> {
    /// Returns the image of a position.
    pub(super) fn image(&self, state: &State<N>) -> State<N> {
        let mut image = [0; N];
        for (byte, table) in self.tables.iter().enumerate() {
            let part = &table[(state[byte / 8] >> (byte % 8 * 8) & 0xff) as usize];
            for word in 0..N {
                image[word] |= part[word];
            }
        }
        image
    }

    /// Returns the map of stored cells, bit by bit.
    fn new(packing: &Packing, to: &[usize]) -> Turn<N> {
        // The bit of every stored cell, by setting one cell at a time.
        let per = 64 / packing.width();
        let mut goes = vec![None; 64 * N];
        for (slot, &image) in to.iter().enumerate() {
            for bit in 0..packing.width() {
                let place = |slot: usize| slot / per * 64 + slot % per * packing.width() + bit;
                goes[place(slot)] = Some(place(image));
            }
        }
        let used = goes.iter().rposition(Option::is_some).map_or(0, |last| last / 8 + 1);
        let table = |byte: usize| {
            let mut table = [[0; N]; 256];
            for (value, image) in table.iter_mut().enumerate() {
                for bit in (0..8).filter(|bit| value >> bit & 1 == 1) {
                    if let Some(place) = goes[byte * 8 + bit] {
                        image[place / 64] |= 1 << (place % 64);
                    }
                }
            }
            table
        };
        Turn { tables: (0..used).map(table).collect() }
    }
}

/// Returns the symmetries of a game, without the identity.
pub(super) fn of<const N: usize>(game: &Game, actions: &[Action], packing: &Packing) -> Vec<Turn<N>> {
    let known: HashSet<Effect> = actions.iter().map(|action| effect(game, action, &|cell| cell)).collect();
    let mut found = Vec::new();
    for image in images(game) {
        let turned = |values: &[u16]| {
            let mut moved = vec![0; values.len()];
            values.iter().enumerate().for_each(|(cell, &value)| moved[image[cell]] = value);
            moved
        };
        if turned(&game.start) != game.start || !keeps_goal(game, &image) {
            continue;
        }
        if !actions.iter().all(|action| known.contains(&effect(game, action, &|cell| image[cell]))) {
            continue;
        }
        let slot = |cell: usize| packing.live.binary_search(&cell).ok();
        let to: Option<Vec<usize>> = packing.live.iter().map(|&cell| slot(image[cell])).collect();
        found.extend(to.map(|to| Turn::new(packing, &to)));
    }
    found
}

/// Returns the maps of cells that are tried, without the identity: those of a rectangle, or of the tiling.
fn images(game: &Game) -> Vec<Vec<usize>> {
    let topology = &game.grid.symbols.topology;
    if topology.tiling != Tiling::Square {
        let found = topology.tiling.isometries(&topology.cells).into_iter().skip(1);
        return found.filter_map(|(_, places)| places.into_iter().map(|at| topology.id(at)).collect()).collect();
    }
    let (height, width) = (topology.height, topology.width);
    let image = |way: usize| {
        let map = |at: Cell| -> Option<Cell> {
            let Cell { row, column } = at;
            let turned = match way {
                1 => Cell::new(row, width - 1 - column),
                2 => Cell::new(height - 1 - row, column),
                3 => Cell::new(height - 1 - row, width - 1 - column),
                4 => Cell::new(column, row),
                5 => Cell::new(width - 1 - column, row),
                6 => Cell::new(column, height - 1 - row),
                _ => Cell::new(width - 1 - column, height - 1 - row),
            };
            (turned.row < height && turned.column < width).then_some(turned)
        };
        topology.cells.iter().map(|&at| topology.id(map(at)?)).collect()
    };
    (1..8).filter_map(image).collect()
}

fn keeps_goal(game: &Game, image: &[usize]) -> bool {
    let pictures: BTreeSet<&Vec<Vec<bool>>> = game.goal.pictures.iter().collect();
    game.goal.pictures.iter().all(|picture| {
        let mut moved = vec![Vec::new(); picture.len()];
        picture.iter().enumerate().for_each(|(cell, mask)| moved[image[cell]].clone_from(mask));
        pictures.contains(&moved)
    })
}

/// What an action changes, without its name and orientation.
type Effect = (u32, bool, Vec<(usize, Need)>, Vec<(usize, Gives)>, [usize; 2]);

fn effect(game: &Game, action: &Action, map: &dyn Fn(usize) -> usize) -> Effect {
    let one = &game.moves[action.of];
    let repeats = one.repeat != super::super::board::Repeat::Once;
    let mut before: Vec<(usize, Need)> = action.before.iter().map(|(cell, need)| (map(*cell), need.clone())).collect();
    let gives = |gives: Gives| if let Gives::Copy(from) = gives { Gives::Copy(map(from)) } else { gives };
    let mut after: Vec<(usize, Gives)> = action.after.iter().map(|&(cell, given)| (map(cell), gives(given))).collect();
    before.sort();
    after.sort();
    // The piece matters only where it may go on.
    let piece = if repeats { action.piece.map(map) } else { [0, 0] };
    (one.cost, repeats, before, after, piece)
}
