//! The isometries of boards of hexagons, triangles, cubes and polygons as permutations of points.
//!
//! Imports the board and its symbols.

use super::points::{self, joined};
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::board::symmetry::Permutation;
use boardwright_base::board::tiling::Isometry;
use std::collections::BTreeSet;

/// Returns the isometries that keep the cells, the possible lines and the walls with marks, as permutations of all points; one
/// for each permutation.
pub(super) fn permutations(symbols: &SymbolTable) -> Vec<(Isometry, Permutation)> {
    let topology = &symbols.topology;
    let has_mark = |at: Cell| (0..symbols.pictures.len()).any(|picture| symbols.mark(picture, at).is_some());
    let places: Vec<Cell> = topology.places().filter(|&at| topology.id(at).is_some() || has_mark(at)).collect();
    let index = |at: Cell| at.row * topology.width + at.column;
    let mut found: BTreeSet<Permutation> = BTreeSet::new();
    let mut kept = Vec::new();
    for (isometry, images) in topology.tiling.isometries(&places) {
        let mut all: Vec<usize> = topology.places().map(index).collect();
        places.iter().zip(images).for_each(|(&at, image)| all[index(at)] = index(image));
        let permutation =
            Permutation::new(all).and_then(|places| joined(&places, &lines(symbols, &isometry, &places)?, &[]));
        // On a single row, a flip may look like a turn.
        if let Some(permutation) = permutation.filter(|permutation| found.insert(permutation.clone())) {
            kept.push((isometry, permutation));
        }
    }
    kept
}

/// Returns the images of the lines; `None` if one goes where no line is possible.
fn lines(symbols: &SymbolTable, isometry: &Isometry, places: &Permutation) -> Option<Vec<usize>> {
    let Some(lines) = &symbols.lines else { return Some(Vec::new()) };
    if lines.through_cells() {
        return points::links(lines, symbols, places);
    }
    points::lines(lines, |corner| {
        let image = isometry.point(lines.drawn[corner])?;
        Some(lines.points[lines.drawn.binary_search(&image).ok()?])
    })
}
