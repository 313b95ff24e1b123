//! Tilings: how the places of an array with walls lie side by side, as squares, hexagons, triangles, cubes, polygons or
//! the vertices of a graph.
//!
//! A [`Cell`] stays the address of a place: the M-th place of the N-th row of the picture of a board. A tiling knows the
//! place of each address, so that a *step* (rows, columns) means the same everywhere:
//!
//! - squares: rows down and columns to the right;
//! - hexagons: `(0, 1)` is to the right, `(1, 0)` down to the right and `(1, -1)` down to the left;
//! - triangles: `(0, 1)` is to the right, `(1, 0)` is across the base of a triangle that points up. In a triangle that
//!   points down, steps are reversed;
//! - cubes: a level is as far as twice its rows, so that a step from the last row does not end on the next level;
//! - graphs: `(0, k)` is the k-th neighbour, `(0, 0)` the place itself;
//! - polygons: the same, and `(1, k)` is the k-th of the places that share a corner only.
//!
//! ```
//! use boardwright_base::board::{Cell, tiling::{RowStarts, Tiling}};
//! // Two hexagons above three: the second row begins half a cell further left.
//! let hexagons = Tiling::Hexagons(RowStarts::of_halves(&[1, 0]));
//! let below = |at| hexagons.step(at, (1, 0), 2, 3);
//! assert_eq!(below(Cell::new(0, 0)), Some(Cell::new(1, 1)));
//! ```

mod automorphisms;
mod centre;
mod fit;
mod isometry;
mod monotile;
pub mod named;
mod no_tiling;
mod outline;
mod patch;
mod penrose;
mod periodic;
pub mod polygons;
mod steps;
mod surd;

pub use self::isometry::{Isometry, group_symbol, turns_in_space, turns_in_the_plane};
pub use self::outline::Outline;
pub use self::polygons::Polygons;
pub use self::steps::Unsupported;

use super::Cell;
use std::sync::Arc;

/// Where the rows of a board of hexagons or triangles begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowStarts {
    /// By row: the horizontal position of its first place, in halves of a cell's width. The least is 0.
    halves: Vec<i64>,
}

impl RowStarts {
    /// Returns the starts of rows in half cells; the least becomes 0.
    pub fn of_halves(halves: &[i64]) -> RowStarts {
        let least = halves.iter().min().copied().unwrap_or(0);
        RowStarts { halves: halves.iter().map(|half| half - least).collect() }
    }

    /// Returns the starts by row, in half cells.
    pub fn halves(&self) -> &[i64] {
        &self.halves
    }
}

/// The neighbours in a graph, by place in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GraphEdges {
    /// The neighbours of each place, sorted.
    pub neighbours: Vec<Vec<Cell>>,
    /// The name of each place; empty without a vertex.
    pub names: Vec<String>,
    /// Where each place is drawn, in tenths of the side of a square.
    pub drawn: Vec<(usize, usize)>,
    /// The number of places in a row.
    pub width: usize,
}

/// How the places of an array lie side by side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Tiling {
    /// Squares in rows and columns.
    #[default]
    Square,
    /// Hexagons in rows, each row half a cell beside the next.
    Hexagons(RowStarts),
    /// Triangles in rows, alternately up and down. A row begins at half sides; `down` states whether the place at the
    /// least start of the first row points down.
    Triangles {
        /// Where rows begin.
        starts: RowStarts,
        /// Whether a place of the first row at position 0 points down.
        down: bool,
    },
    /// Cubes: levels of this number of rows, one after the other.
    Cubes {
        /// The rows of a level.
        rows: usize,
    },
    /// The vertices of a graph.
    Graph(Arc<GraphEdges>),
    /// Polygons of the plane.
    Polygons(Arc<Polygons>),
}

/// A straight direction of a tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction {
    /// The name of a line in this direction, as in `each`.
    pub name: &'static str,
    /// The direction, for [`Tiling::ahead`].
    pub step: (i64, i64),
}

impl Tiling {
    /// The name of the shape of its places, as in `shape`.
    pub fn name(&self) -> &'static str {
        match self {
            Tiling::Square => "square",
            Tiling::Hexagons(_) => "hexagons",
            Tiling::Triangles { .. } => "triangles",
            Tiling::Cubes { .. } => "cubes",
            Tiling::Graph(_) => "graph",
            Tiling::Polygons(_) => "polygons",
        }
    }

    /// Whether a triangle points down; false for other shapes.
    pub fn points_down(&self, at: Cell) -> bool {
        let Tiling::Triangles { down, .. } = self else { return false };
        let (row, x) = self.coordinates(at);
        ((row + x).rem_euclid(2) == 1) != *down
    }

    /// Returns the coordinates of a place, in which steps add up.
    pub fn coordinates(&self, at: Cell) -> (i64, i64) {
        let (row, column) = (at.row as i64, at.column as i64);
        match self {
            Tiling::Square | Tiling::Graph(_) | Tiling::Polygons(_) => (row, column),
            Tiling::Hexagons(starts) => (row, (starts.halves[at.row] - row).div_euclid(2) + column),
            Tiling::Triangles { starts, .. } => (row, starts.halves[at.row] + column),
            Tiling::Cubes { rows } => {
                let rows = *rows as i64;
                (row / rows * 2 * rows + row % rows, column)
            }
        }
    }

    /// Returns the place at these coordinates in an array of `height` x `width` places.
    fn place(&self, (row, column): (i64, i64), height: usize, width: usize) -> Option<Cell> {
        let (row, before) = match self {
            Tiling::Square | Tiling::Graph(_) | Tiling::Polygons(_) => (row, 0),
            Tiling::Hexagons(starts) => {
                let half = starts.halves.get(usize::try_from(row).ok()?)?;
                (row, (half - row).div_euclid(2))
            }
            Tiling::Triangles { starts, .. } => (row, *starts.halves.get(usize::try_from(row).ok()?)?),
            Tiling::Cubes { rows } => {
                let rows = *rows as i64;
                let (level, row) = (row.div_euclid(2 * rows), row.rem_euclid(2 * rows));
                if row >= rows {
                    return None;
                }
                (level * rows + row, 0)
            }
        };
        let row = usize::try_from(row).ok().filter(|&row| row < height)?;
        let column = usize::try_from(column - before).ok().filter(|&column| column < width)?;
        Some(Cell::new(row, column))
    }

    /// Returns the place one step away in an array of `height` x `width` places.
    pub fn step(&self, from: Cell, by: (i64, i64), height: usize, width: usize) -> Option<Cell> {
        let index = from.row * width + from.column;
        let beside = match self {
            Tiling::Graph(edges) => Some(&edges.neighbours[index]),
            Tiling::Polygons(polygons) if by.0 == 0 => Some(&polygons.neighbours[index]),
            Tiling::Polygons(polygons) => Some(&polygons.touching[index]),
            _ => None,
        };
        if let Some(beside) = beside {
            return if by == (0, 0) { Some(from) } else { beside.get(usize::try_from(by.1 - 1).ok()?).copied() };
        }
        let (row, column) = self.coordinates(from);
        let sign = if self.points_down(from) { -1 } else { 1 };
        self.place((row + sign * by.0, column + sign * by.1), height, width)
    }

    /// Returns the next place in a straight direction.
    pub fn ahead(&self, from: Cell, direction: (i64, i64), height: usize, width: usize) -> Option<Cell> {
        let (row, column) = self.coordinates(from);
        let (rows, columns) = match self {
            Tiling::Graph(_) | Tiling::Polygons(_) => return None,
            // Along a strip, every second side is crossed sideways, the others up or down.
            Tiling::Triangles { .. } if direction.0 != 0 => {
                let across = (direction.0 > 0) != self.points_down(from);
                if across { (direction.0, 0) } else { (0, direction.1) }
            }
            _ => direction,
        };
        self.place((row + rows, column + columns), height, width)
    }

    /// Returns the straight lines of the tiling: one direction for each kind.
    pub fn directions(&self) -> &'static [Direction] {
        const ROW: Direction = Direction { name: "row", step: (0, 1) };
        const COLUMN: Direction = Direction { name: "column", step: (1, 0) };
        const HEXAGONS: &[Direction] =
            &[ROW, Direction { name: "diagonal", step: (1, 0) }, Direction { name: "antidiagonal", step: (1, -1) }];
        const TRIANGLES: &[Direction] =
            &[ROW, Direction { name: "diagonal", step: (1, 1) }, Direction { name: "antidiagonal", step: (1, -1) }];
        match self {
            Tiling::Square | Tiling::Cubes { .. } => &[ROW, COLUMN],
            Tiling::Hexagons(_) => HEXAGONS,
            Tiling::Triangles { .. } => TRIANGLES,
            Tiling::Graph(_) | Tiling::Polygons(_) => &[],
        }
    }

    /// Returns the number of the falling (`slope` 1) or rising (-1) line of a place.
    pub fn strip(&self, at: Cell, slope: i64) -> i64 {
        let (row, column) = self.coordinates(at);
        match self {
            Tiling::Hexagons(_) if slope > 0 => column,
            Tiling::Triangles { .. } if self.points_down(at) => column - slope * row + slope,
            _ => column - slope * row,
        }
    }

    /// Returns the step to the same place of the next level, for cubes.
    pub fn next_level(&self) -> Option<(i64, i64)> {
        match self {
            Tiling::Cubes { rows } => Some((2 * *rows as i64, 0)),
            _ => None,
        }
    }

    /// Whether opposite directions at a place are defined, so that a line can go straight through it.
    pub fn has_straight(&self) -> bool {
        !matches!(self, Tiling::Triangles { .. } | Tiling::Graph(_) | Tiling::Polygons(_))
    }

    /// Whether cells have sides along which lines can run.
    pub fn has_borders(&self) -> bool {
        !matches!(self, Tiling::Cubes { .. } | Tiling::Graph(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexagon(side: usize) -> (Tiling, Vec<usize>) {
        let lengths: Vec<usize> = (side..2 * side).chain((side..2 * side - 1).rev()).collect();
        let halves: Vec<i64> = lengths.iter().map(|&length| (2 * side - 1 - length) as i64).collect();
        (Tiling::Hexagons(RowStarts::of_halves(&halves)), lengths)
    }

    #[test]
    fn the_middle_of_a_hexagon_has_six_neighbours_and_each_way_leads_back() {
        let (tiling, lengths) = hexagon(3);
        let is_cell = |at: &Cell| at.column < lengths[at.row];
        let sides = tiling.steps("wazir").expect("known");
        let around = |at: Cell| sides.iter().filter_map(|&by| tiling.step(at, by, 5, 5)).filter(is_cell).count();
        assert_eq!(around(Cell::new(2, 2)), 6);
        assert_eq!(around(Cell::new(0, 0)), 3);
        assert_eq!(around(Cell::new(2, 0)), 3);
        let below = tiling.step(Cell::new(2, 2), (1, 0), 5, 5).expect("a cell");
        assert_eq!((below, tiling.step(below, (-1, 0), 5, 5)), (Cell::new(3, 2), Some(Cell::new(2, 2))));
    }

    #[test]
    fn triangles_have_three_neighbours_across_sides_and_twelve_around() {
        // A large triangle of side 6.
        let halves: Vec<i64> = (0..6).rev().collect();
        let tiling = Tiling::Triangles { starts: RowStarts::of_halves(&halves), down: true };
        let is_cell = |at: &Cell| at.column < 2 * at.row + 1;
        let count = |name: &str, at: Cell| {
            let steps = tiling.steps(name).expect("known");
            steps.into_iter().filter_map(|by| tiling.step(at, by, 6, 11)).filter(is_cell).count()
        };
        assert!(!tiling.points_down(Cell::new(0, 0)) && tiling.points_down(Cell::new(1, 1)));
        assert_eq!([count("wazir", Cell::new(0, 0)), count("wazir", Cell::new(1, 1))], [1, 3]);
        assert_eq!(tiling.step(Cell::new(0, 0), (1, 0), 6, 11), Some(Cell::new(1, 1)));
        assert_eq!([count("king", Cell::new(3, 3)), count("king", Cell::new(3, 2))], [12, 12]);
        let strip: Vec<Cell> =
            std::iter::successors(Some(Cell::new(0, 0)), |&at| tiling.ahead(at, (1, 1), 6, 11)).take(4).collect();
        assert_eq!(strip, [(0, 0), (1, 1), (1, 2), (2, 3)].map(|(row, column)| Cell::new(row, column)));
    }

    #[test]
    fn levels_are_apart() {
        let tiling = Tiling::Cubes { rows: 3 };
        let count = |name: &str, at: Cell| {
            let steps = tiling.steps(name).expect("known");
            steps.into_iter().filter_map(|by| tiling.step(at, by, 9, 3)).count()
        };
        assert_eq!(["wazir", "wazir+ferz", "king"].map(|name| count(name, Cell::new(4, 1))), [6, 18, 26]);
        assert_eq!(["wazir", "ferz", "unicorn", "king"].map(|name| count(name, Cell::new(2, 2))), [3, 3, 1, 7]);
    }
}
