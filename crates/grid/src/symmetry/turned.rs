//! What motions of a board of squares do to tiles, which they turn and mirror with it.
//!
//! Imports the instance and its tiles.

use crate::Grid;
use crate::tiles::{COLOURS, SIDES};
use boardwright_base::board::symmetry::Motion;

/// Returns the images of the values that are tiles, none without tiles; `None` if a motion does not take the puzzle to itself
/// as far as tiles are concerned. Other rules and given tiles are not turned: with them, only the identity does.
pub(super) fn images(grid: &Grid, motion: &Motion) -> Option<Vec<usize>> {
    let symbols = &grid.symbols;
    let Some(tiles) = &symbols.tiles else { return Some(Vec::new()) };
    let is_alone = symbols.layers.len() == 1
        && symbols.layers[0].given.iter().all(Option::is_none)
        && grid.rules.len() == 2 + usize::from(tiles.border.is_some())
        && grid.objective.is_none();
    let side = |side: usize| SIDES.iter().position(|&step| step == motion.step(SIDES[side])).unwrap_or(side);
    let to: [usize; COLOURS] = std::array::from_fn(side);
    let keeps = motion.is_identity() || is_alone && tiles.keeps(to);
    keeps.then(|| (0..tiles.values.len()).map(|value| tiles.image(value, to)).collect()).flatten()
}
