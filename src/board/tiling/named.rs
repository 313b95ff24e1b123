//! Tilings with a name: the polygons of a board of so many rows and columns.

use super::periodic;
use super::polygons::Polygon;

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
    periodic::TILINGS.iter().map(periodic)
}

/// Returns the tiling of a name.
pub fn find(name: &str) -> Option<Named> {
    all().find(|own| own.name == name)
}

/// The most blocks of a board: rows times columns.
pub const MOST: usize = 20_000;

/// Why a tiling has no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTiling {
    /// It would have too many blocks.
    #[error("a tiling of {rows} rows and {columns} columns is too large; their product is at most {MOST}")]
    TooLarge {
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
    },
}

/// Returns the polygons of a tiling with rows and columns, in rows; none for an unknown name.
///
/// # Errors
/// What is wrong with the size or the patch.
pub fn polygons(name: &str, (rows, columns): (usize, usize), _patch: &str) -> Result<Vec<Vec<Polygon>>, NoTiling> {
    if rows.saturating_mul(columns) > MOST {
        return Err(NoTiling::TooLarge { rows, columns });
    }
    let own = periodic::TILINGS.iter().find(|own| own.name == name);
    Ok(own.map_or(Vec::new(), |own| own.rows(rows, columns)))
}
