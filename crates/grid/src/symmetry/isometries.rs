//! The symmetries of boards of hexagons, triangles, cubes and polygons: the isometries of the tiling that keep the board, what is
//! printed, and what the rules say.

use super::motions::permutations;
use super::signatures::{Signatures, printed};
use crate::Grid;
use boardwright_base::board::symmetry::{Group, NamedPermutation};
use boardwright_base::board::tiling::group_symbol;
use boardwright_puzzle::capability::symmetry::NoSymmetries;

/// Returns the symmetries of a board that is not of squares.
pub(super) fn symmetries(grid: &Grid) -> Result<Group, NoSymmetries> {
    let symbols = &grid.symbols;
    let picture = printed(grid);
    let signatures = Signatures::new(grid);
    let known = signatures.of_all(None);
    let mut kept = Vec::new();
    for (isometry, permutation) in permutations(symbols) {
        let keeps_picture = (0..picture.len()).all(|place| picture[place] == picture[permutation.image(place)]);
        if keeps_picture && signatures.of_all(Some(&permutation)) == known {
            kept.push((isometry, permutation));
        }
    }
    let symbol = group_symbol(&symbols.topology.tiling, &kept.iter().map(|(isometry, _)| isometry).collect::<Vec<_>>());
    let elements: Vec<NamedPermutation> =
        kept.into_iter().map(|(isometry, permutation)| NamedPermutation { name: isometry.name, permutation }).collect();
    // The isometries that keep anything form a group.
    Ok(Group::of_listed(elements, &symbol, ""))
}
