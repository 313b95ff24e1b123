//! What symmetries of a board of squares do to tiles, which they turn and mirror with it.
//!
//! Imports the instance, its tiles and where symmetries take cells.

use crate::board::symmetry::Permutation;
use crate::puzzle::grid::Grid;
use crate::puzzle::grid::tiles::{COLOURS, SIDES, Tiles, opposite};

/// Returns where a symmetry takes the sides of a tile.
fn sides(grid: &Grid, tiles: &Tiles, by: &Permutation) -> [usize; COLOURS] {
    let topology = &grid.symbols.topology;
    let table = grid.line_table();
    // Of a pair of neighbours, the second is on the image of the side on which it was.
    let side = |side: usize| {
        let pair = topology.cells.iter().find_map(|&at| {
            let next = topology.step(at, SIDES[side]).filter(|&next| topology.id(next).is_some())?;
            Some([at, next])
        });
        let [from, to] = pair?.map(|at| table.moved(at, by));
        let leads = |step: &(i64, i64)| from != to && topology.step(from, *step) == Some(to);
        SIDES.iter().position(leads)
    };
    let all = |right: usize, below: usize| [opposite(below), right, below, opposite(right)];
    // On a board of one row, a half turn and a flip are the same for cells: the turn is taken if tiles can be turned.
    let (turned, flipped) = match [side(1), side(2)] {
        [Some(right), Some(below)] => return all(right, below),
        [Some(right), None] => (all(right, (right + 1) % COLOURS), all(right, (right + 3) % COLOURS)),
        [None, Some(below)] => (all((below + 3) % COLOURS, below), all((below + 1) % COLOURS, below)),
        [None, None] => return all(1, 2),
    };
    if tiles.keeps(turned) { turned } else { flipped }
}

/// Checks whether a symmetry takes the puzzle to itself as far as tiles are concerned. Other rules and given tiles are not
/// turned: with them, only the identity does.
pub(super) fn keeps(grid: &Grid, by: &Permutation) -> bool {
    let symbols = &grid.symbols;
    let Some(tiles) = &symbols.tiles else { return true };
    let is_alone = symbols.layers.len() == 1
        && symbols.layers[0].given.iter().all(Option::is_none)
        && grid.rules.len() == 2 + usize::from(tiles.border.is_some())
        && grid.objective.is_none();
    by.is_identity() || is_alone && tiles.keeps(sides(grid, tiles, by))
}

/// Returns the image of a value of the first layer.
pub(super) fn value(grid: &Grid, value: usize, by: &Permutation) -> usize {
    let Some(tiles) = &grid.symbols.tiles else { return value };
    tiles.image(value, sides(grid, tiles, by)).unwrap_or(value)
}
