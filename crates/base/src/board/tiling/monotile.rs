//! Tilings by a single tile without a period: hats and spectres.
//!
//! Tiles form supertiles of several kinds, these form larger supertiles of the same kinds, and so on ([`substitution`]). A
//! patch is an address: the tile where the board begins, the number of that tile in its supertile, of that in the next, and
//! so on up to a supertile with a letter. Source of the tilings: Smith, Myers, Kaplan and Goodman-Strauss, "An aperiodic
//! monotile" and "A chiral aperiodic monotile" (2023). Source of the addresses and of the order of tiles: `hat.c`, `spectre.c`
//! and `grid.c` of Simon Tatham's collection.

mod hats;
mod motion;
mod spectres;
mod substitution;

pub(super) use self::hats::polygons as hats;
pub(super) use self::spectres::polygons as spectres;

#[cfg(test)]
mod tests {
    use crate::board::tiling::polygons::Polygon;
    use std::collections::BTreeSet;

    /// Checks that no side has two tiles on the same side of it.
    pub(super) fn lie_side_by_side(tiles: &[Polygon], patch: &str) {
        let mut sides = BTreeSet::new();
        for tile in tiles {
            let next = |index: usize| tile[(index + 1) % tile.len()];
            assert!((0..tile.len()).all(|index| sides.insert((tile[index], next(index)))), "{patch}: {tile:?}");
        }
    }
}
