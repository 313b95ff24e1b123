//! Tilings with a name: the polygons of a board of so many rows and columns.

use super::monotile;
use super::no_tiling::MAX_BLOCKS;
pub use super::no_tiling::NoTiling;
use super::penrose::{self, Tiles};
use super::polygons::Polygon;
use super::{patch, periodic};

/// A tiling with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// Its name, as in `tiling`.
    pub name: &'static str,
    /// Whether it has no period, so that a patch says which part of it a board is.
    pub has_patch: bool,
    /// A patch.
    pub example: &'static str,
}

/// Returns the tilings.
pub fn all() -> impl Iterator<Item = Named> {
    let periodic = |own: &periodic::Periodic| Named { name: own.name, has_patch: false, example: "" };
    let aperiodic = |own: &Aperiodic| Named { name: own.name, has_patch: true, example: own.example };
    periodic::TILINGS.iter().map(periodic).chain(APERIODIC.iter().map(aperiodic))
}

/// Returns the tiling of a name.
pub fn find(name: &str) -> Option<Named> {
    all().find(|own| own.name == name)
}

/// Returns the polygons of a size and a patch, before they are trimmed.
type Generator = fn((usize, usize), &str) -> Result<Vec<Polygon>, NoTiling>;

/// A tiling without a period: its name, a patch, and the generator of patches.
struct Aperiodic {
    name: &'static str,
    example: &'static str,
    polygons: Generator,
}

const APERIODIC: &[Aperiodic] = &[
    Aperiodic {
        name: "penrose-kites",
        example: "G792,1254,252",
        polygons: |size, patch| penrose::polygons(Tiles::Kites, size, patch),
    },
    Aperiodic {
        name: "penrose-rhombs",
        example: "G-1692,1314,252",
        polygons: |size, patch| penrose::polygons(Tiles::Rhombs, size, patch),
    },
    Aperiodic { name: "hats", example: "6,2,0,2,2,1,1,4,H", polygons: monotile::hats },
    Aperiodic { name: "spectres", example: "A0053745P", polygons: monotile::spectres },
];

/// Returns the polygons of a tiling with rows and columns, in rows; none for an unknown name.
///
/// # Errors
/// What is wrong with the size or the patch.
pub fn polygons(name: &str, (rows, columns): (usize, usize), patch: &str) -> Result<Vec<Vec<Polygon>>, NoTiling> {
    if rows.saturating_mul(columns) > MAX_BLOCKS {
        return Err(NoTiling::TooLarge { rows, columns });
    }
    if let Some(own) = APERIODIC.iter().find(|own| own.name == name) {
        return Ok(patch::trimmed((own.polygons)((rows, columns), patch)?));
    }
    let own = periodic::TILINGS.iter().find(|own| own.name == name);
    Ok(own.map_or(Vec::new(), |own| own.rows(rows, columns)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patch_that_errors_suggest_is_one_of_large_boards() {
        for own in all().filter(|own| own.has_patch) {
            let rows = polygons(own.name, (60, 80), own.example);
            assert!(rows.is_ok_and(|rows| rows.len() > 100), "{}", own.name);
        }
    }
}
