//! The isometries of boards of hexagons, triangles and cubes as permutations of places and of lines.
//!
//! Imports the board and its symbols.

use crate::board::Cell;
use crate::board::symmetry::Permutation;
use crate::board::tiling::{Isometry, Tiling};
use crate::puzzle::grid::symbols::SymbolTable;
use std::collections::BTreeMap;

/// Returns the isometries that keep the cells and the walls with marks, as permutations of all places; one for each
/// permutation.
pub(super) fn permutations(symbols: &SymbolTable) -> Vec<(Isometry, Permutation)> {
    let topology = &symbols.topology;
    let has_mark = |at: Cell| (0..symbols.pictures.len()).any(|picture| symbols.mark(picture, at).is_some());
    let places: Vec<Cell> = topology.places().filter(|&at| topology.id(at).is_some() || has_mark(at)).collect();
    let index = |at: Cell| at.row * topology.width + at.column;
    let mut found: BTreeMap<Permutation, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    for (isometry, images) in topology.tiling.isometries(&places) {
        let mut all: Vec<usize> = topology.places().map(index).collect();
        places.iter().zip(images).for_each(|(&at, image)| all[index(at)] = index(image));
        let Some(permutation) = Permutation::new(all) else { continue };
        let next = found.len();
        // On a single row, a flip may look like a turn.
        if *found.entry(permutation.clone()).or_insert(next) == next {
            kept.push((isometry, permutation));
        }
    }
    kept
}

/// Returns, by symmetry, the images of the lines along the sides of hexagons and triangles.
pub(super) fn sides(symbols: &SymbolTable) -> BTreeMap<Permutation, Vec<Option<usize>>> {
    let Some(lines) = symbols.lines.as_ref().filter(|lines| !lines.through_cells()) else { return BTreeMap::new() };
    if symbols.topology.tiling == Tiling::Square {
        return BTreeMap::new();
    }
    let ends = |line: usize| lines.lines[line].ends.map(|point| lines.drawn[point]);
    let sorted = |[a, b]: [(usize, usize); 2]| [a.min(b), a.max(b)];
    let by_ends: BTreeMap<[(usize, usize); 2], usize> =
        (0..lines.lines.len()).map(|line| (sorted(ends(line)), line)).collect();
    let images = |isometry: &Isometry| {
        let image = |line: usize| {
            let [a, b] = ends(line).map(|point| isometry.point(point));
            by_ends.get(&sorted([a?, b?])).copied()
        };
        (0..lines.lines.len()).map(image).collect()
    };
    permutations(symbols).into_iter().map(|(isometry, permutation)| (permutation, images(&isometry))).collect()
}
