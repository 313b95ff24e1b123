//! Lower bounds: the fewest moves of each piece alone, the cheapest assignment, and positions that are dead.
//!
//! Start with [`of`].

use super::super::super::counts;
use super::super::super::ground::{Action, Need};
use super::super::packed::State;
use super::super::space::Space;
use super::assign::{FAR, cheapest};
use super::worlds::World;

/// The most cells of a table of three pieces.
const MAX_CELLS: usize = 160;

/// Pieces of one value, and how far each place of the goal is.
struct Kind {
    value: u16,
    code: u16,
    /// The stored cells that the goal wants to have it.
    places: Vec<usize>,
    /// By place of the goal and stored cell: the fewest moves of a piece alone; [`FAR`] if there is no way.
    least: Vec<Vec<u16>>,
    /// By two and three stored cells, in order: whether pieces there cannot reach places together.
    dead: [Vec<bool>; 2],
    /// By stored cell: for each move of a piece there, the other stored cells that need to have no piece.
    needs: Vec<Vec<Vec<usize>>>,
}

/// The lower bounds of a game.
pub(in super::super) struct Pieces {
    kinds: Vec<Kind>,
    cells: usize,
}

/// Returns the bounds of a game of equal pieces that have to reach as many places; `None` if it is another one.
pub(super) fn of<const N: usize>(space: &Space<'_, N>, actions: &[Action], stop: &dyn Fn() -> bool) -> Option<Pieces> {
    let game = space.game;
    let [picture] = &game.goal.pictures[..] else { return None };
    let vacant = game.vacant()?;
    if game.goal.fewest.is_some() || !game.grid.rules.is_empty() || space.uniform.is_none() {
        return None;
    }
    let values = game.value_count() as u16;
    let only = |mask: &[bool], value: u16| mask.iter().enumerate().all(|(at, &is)| is == (at == usize::from(value)));
    let wanted = |value: u16| picture.iter().filter(|mask| only(mask, value)).count();
    let started = |value: u16| game.start.iter().filter(|&&held| held == value).count();
    let is_kind = |&value: &u16| value != vacant && wanted(value) > 0 && wanted(value) == started(value);
    let kinds: Vec<u16> = (0..values).filter(is_kind).collect();
    let is_needed = |need: &Need, value: u16| matches!(need, Need::Exactly(only) if *only == value);
    for action in actions {
        let change = counts::change(values.into(), action);
        let of_kinds = |(_, need): &&(usize, Need)| kinds.iter().any(|&kind| is_needed(need, kind));
        let moved = action.before.iter().filter(of_kinds).count();
        let may_be = |(_, need): &(usize, Need)| matches!(need, Need::OneOf(mask) if kinds.iter().any(|&kind| mask[usize::from(kind)]));
        let is_free = game.moves[action.of].cost == 0;
        let is_kept = kinds.iter().all(|&kind| change[usize::from(kind)] == 0);
        if moved > usize::from(!is_free) || action.before.iter().any(may_be) || !is_kept {
            return None;
        }
    }
    let live = &space.packing.live;
    let mut pieces = Pieces { kinds: Vec::new(), cells: live.len() };
    for &value in &kinds {
        let world = World::new(space, value, 1, &kinds, stop)?;
        let places = (0..picture.len()).filter(|&cell| only(&picture[cell], value));
        // What never moves is no piece, and its cell no place.
        let (places, fixed): (Vec<usize>, Vec<usize>) = places.partition(|cell| live.binary_search(cell).is_ok());
        let moving = live.iter().filter(|&&cell| game.start[cell] == value).count();
        if moving != places.len() || fixed.iter().any(|&cell| game.start[cell] != value) {
            return None;
        }
        let places: Vec<usize> = places.iter().filter_map(|cell| live.binary_search(cell).ok()).collect();
        let least = places.iter().map(|&place| world.least(place, live.len(), space.uniform.unwrap_or(1))).collect();
        let code = space.packing.code_of(value)?;
        let needs = needs(actions, value, live);
        pieces.kinds.push(Kind { value, code, places, least, dead: [Vec::new(), Vec::new()], needs });
    }
    (!pieces.kinds.is_empty()).then_some(pieces)
}

/// Returns by stored cell what the moves of a piece there need: other stored cells without a piece.
fn needs(actions: &[Action], value: u16, live: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let mut needs: Vec<Vec<Vec<usize>>> = vec![Vec::new(); live.len()];
    for action in actions {
        let is_piece = |(_, need): &&(usize, Need)| matches!(need, Need::Exactly(only) if *only == value);
        let Some(&(piece, _)) = action.before.iter().find(is_piece) else { continue };
        let Ok(slot) = live.binary_search(&piece) else { continue };
        let others = action.before.iter().filter(|(cell, _)| *cell != piece);
        needs[slot].push(others.filter_map(|(cell, _)| live.binary_search(cell).ok()).collect());
    }
    needs
}

impl Pieces {
    /// Returns the number of ways to place the pieces on cells from which there is a way.
    pub(super) fn positions(&self) -> f64 {
        let of_kind = |kind: &Kind| -> f64 {
            let number = kind.least.len();
            let cells = (0..kind.least[0].len()).filter(|&slot| kind.least.iter().any(|of| of[slot] != FAR)).count();
            (0..number.min(cells)).map(|piece| (cells - piece) as f64 / (piece + 1) as f64).product()
        };
        self.kinds.iter().map(of_kind).product()
    }

    /// Returns a lower bound on the cost of a plan from a position; `None` if there is none.
    pub(super) fn bound<const N: usize>(&self, space: &Space<'_, N>, state: &State<N>) -> Option<u32> {
        let mut bound = 0;
        if self.has_stuck(space, state) {
            return None;
        }
        for kind in &self.kinds {
            let slots = (0..self.cells).filter(|&slot| space.packing.code(state, slot) == kind.code);
            let slots: Vec<usize> = slots.collect();
            if self.is_dead(kind, &slots) {
                return None;
            }
            let costs: Vec<Vec<u16>> =
                slots.iter().map(|&slot| kind.least.iter().map(|of| of[slot]).collect()).collect();
            bound += cheapest(&costs)?;
        }
        Some(bound)
    }

    /// Returns whether a piece that is not at a place can never move: pieces that could move are taken off until none can.
    fn has_stuck<const N: usize>(&self, space: &Space<'_, N>, state: &State<N>) -> bool {
        let kind_at = |slot: usize| self.kinds.iter().find(|kind| space.packing.code(state, slot) == kind.code);
        let mut left: Vec<Option<&Kind>> = (0..self.cells).map(kind_at).collect();
        loop {
            let can_move = |slot: usize, kind: &Kind| {
                kind.needs[slot].iter().any(|needs| needs.iter().all(|&other| left[other].is_none()))
            };
            let free = |slot: &usize| left[*slot].is_some_and(|kind| can_move(*slot, kind));
            let free: Vec<usize> = (0..self.cells).filter(free).collect();
            if free.is_empty() {
                return left
                    .iter()
                    .enumerate()
                    .any(|(slot, kind)| kind.is_some_and(|kind| !kind.places.contains(&slot)));
            }
            free.into_iter().for_each(|slot| left[slot] = None);
        }
    }

    /// Returns whether two or three of the pieces at these cells cannot reach places together.
    fn is_dead(&self, kind: &Kind, slots: &[usize]) -> bool {
        let [two, three] = &kind.dead;
        slots.iter().enumerate().any(|(at, &a)| {
            let later = &slots[at + 1..];
            later.iter().enumerate().any(|(at, &b)| {
                let both = a * self.cells + b;
                let with = |&c: &usize| three[both * self.cells + c];
                (!two.is_empty() && two[both]) || (!three.is_empty() && later[at + 1..].iter().any(with))
            })
        })
    }

    /// Finds out which sets of two or three cells are dead, where there are not too many positions.
    pub(super) fn learn<const N: usize>(&mut self, space: &Space<'_, N>, number: usize, stop: &dyn Fn() -> bool) {
        let values: Vec<u16> = self.kinds.iter().map(|kind| kind.value).collect();
        for kind in self.kinds.iter_mut().filter(|kind| kind.places.len() >= number && self.cells <= MAX_CELLS) {
            let Some(world) = World::new(space, kind.value, number, &values, stop) else { continue };
            let dead = &mut kind.dead[number - 2];
            *dead = vec![false; self.cells.pow(number as u32)];
            for slots in world.dead(&kind.places) {
                dead[slots.iter().fold(0, |index, slot| index * self.cells + slot)] = true;
            }
        }
    }
}
