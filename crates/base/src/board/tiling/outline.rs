//! The outline of a place in the plane: its corners and its centre.
//!
//! Points are `(down, right)` in units that are exact for each tiling, so that two cells share a corner exactly when
//! their points are equal: half a side for squares; for hexagons, half a width to the right and half a side down; for
//! triangles, half a side to the right and a third of the height down; for vertices, a tenth of a square; for polygons,
//! their own.

use super::Tiling;
use crate::board::Cell;

/// The outline of a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// The centre.
    pub centre: (usize, usize),
    /// The corners, clockwise from the top or the top left; none for a vertex of a graph.
    pub corners: Vec<(usize, usize)>,
}

impl Tiling {
    /// Returns the outline of a place.
    pub fn outline(&self, at: Cell) -> Outline {
        let around = |(down, right): (usize, usize), corners: &[(i64, i64)]| Outline {
            centre: (down, right),
            corners: corners
                .iter()
                .map(|&(y, x)| (down.saturating_add_signed(y as isize), right.saturating_add_signed(x as isize)))
                .collect(),
        };
        match self {
            Tiling::Square => around((2 * at.row + 1, 2 * at.column + 1), &[(-1, -1), (-1, 1), (1, 1), (1, -1)]),
            Tiling::Cubes { rows } => {
                around((2 * (at.row % rows) + 1, 2 * at.column + 1), &[(-1, -1), (-1, 1), (1, 1), (1, -1)])
            }
            Tiling::Polygons(polygons) => polygons.outline(at).clone(),
            Tiling::Graph(edges) => around(edges.drawn[at.row * edges.width + at.column], &[]),
            Tiling::Hexagons(starts) => {
                let right = starts.halves[at.row] as usize + 2 * at.column + 1;
                around((3 * at.row + 2, right), &[(-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)])
            }
            Tiling::Triangles { starts, .. } => {
                let right = starts.halves[at.row] as usize + at.column + 1;
                match self.points_down(at) {
                    false => around((3 * at.row + 2, right), &[(-2, 0), (1, 1), (1, -1)]),
                    true => around((3 * at.row + 1, right), &[(-1, -1), (-1, 1), (2, 0)]),
                }
            }
        }
    }

    /// Returns the length of a unit down and of a unit to the right, in millionths of the width of a square.
    pub fn unit(&self) -> (u32, u32) {
        match self {
            Tiling::Square | Tiling::Cubes { .. } => (500_000, 500_000),
            Tiling::Polygons(polygons) => (polygons.unit, polygons.unit),
            Tiling::Graph(_) => (100_000, 100_000),
            // Regular hexagons of width 1.1, and triangles of side 1.7.
            Tiling::Hexagons(_) => (318_000, 550_000),
            Tiling::Triangles { .. } => (491_000, 850_000),
        }
    }
}
