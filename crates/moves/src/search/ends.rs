//! The positions that end a plan, listed, where they are few: the side of the goal begins there.

use super::super::counts;
use super::super::ground;
use super::packed::State;
use super::space::Space;
use std::collections::BTreeMap;

/// The most positions that are listed, and tried.
const MAX_ENDS: usize = 20_000;
const MAX_TRIED: usize = 2_000_000;

/// Returns the positions that end a plan, each with the number of positions that count as it; `None` if there are too
/// many.
pub(super) fn of<const N: usize>(space: &Space<'_, N>) -> Option<Vec<(State<N>, u128)>> {
    let game = space.game;
    if game.goal.pictures.is_empty() || game.goal.fewest.is_some() {
        return None;
    }
    // Numbers of pieces that no move changes leave fewer positions.
    let actions = ground::all(game).ok()?;
    let values = game.value_count();
    let is_kept = actions.iter().all(|action| counts::change(values, action).iter().all(|&change| change == 0));
    let mut left = vec![usize::MAX; values];
    if is_kept {
        left = vec![0; values];
        game.start.iter().for_each(|&value| left[usize::from(value)] += 1);
    }
    let mut found = BTreeMap::new();
    for picture in &game.goal.pictures {
        let mut listing =
            Listing { space, picture, position: game.start.clone(), left: left.clone(), tried: 0, found: &mut found };
        listing.place(0)?;
    }
    Some(found.into_iter().collect())
}

struct Listing<'l, 'g, const N: usize> {
    space: &'l Space<'g, N>,
    picture: &'l [Vec<bool>],
    position: Vec<u16>,
    left: Vec<usize>,
    tried: usize,
    found: &'l mut BTreeMap<State<N>, u128>,
}

impl<const N: usize> Listing<'_, '_, N> {
    /// Places values from a cell on; `None` if there are too many.
    fn place(&mut self, cell: usize) -> Option<()> {
        self.tried += 1;
        if self.tried > MAX_TRIED || self.found.len() > MAX_ENDS {
            return None;
        }
        if cell == self.position.len() {
            let Some(state) = self.space.packing.pack::<N>(&self.position) else { return Some(()) };
            if !self.space.is_legal(&state) || !self.space.is_goal(&state) {
                return Some(());
            }
            let canonical = self.space.canonical(&state);
            if self.space.has_free {
                // One class, however many of its positions are goals.
                self.found.insert(canonical, 1);
            } else if canonical == state {
                self.found.insert(state, self.space.orbit(&state) as u128);
            }
            return Some(());
        }
        let is_live = self.space.packing.live.binary_search(&cell).is_ok();
        for value in 0..self.left.len() {
            let held = usize::from(self.space.game.start[cell]);
            if !self.picture[cell][value] || self.left[value] == 0 || (!is_live && value != held) {
                continue;
            }
            let before = self.left[value];
            if before != usize::MAX {
                self.left[value] -= 1;
            }
            self.position[cell] = value as u16;
            let placed = self.place(cell + 1);
            self.left[value] = before;
            placed?;
        }
        Some(())
    }
}
