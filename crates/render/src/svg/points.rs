//! Where the points of cells that are no squares are in a drawing. Imports pictures only.

use super::element::CELL;
use crate::outlined::Point;
use boardwright_base::board::picture::{OutlineShape, Outlines};

/// The distance between the board and its frame, which half of a heavy line needs.
const EDGE: f64 = 2.0;

/// Returns the width and height of the cells.
pub(super) fn size(outlines: &Outlines) -> (f64, f64) {
    let cells = || outlines.cells.iter().flatten();
    let corners = || cells().flat_map(|cell| cell.corners.iter().copied().chain([cell.centre]));
    let end = |of: fn(Point) -> usize| corners().map(of).max().unwrap_or(0);
    let (down, right) = at(outlines, (end(|point| point.0), end(|point| point.1)));
    let beyond = if outlines.shape == OutlineShape::Circles { CELL / 2.0 } else { EDGE / 2.0 };
    (right + beyond, down + beyond)
}

/// Returns the place of a point in the drawing: down and to the right.
pub(super) fn at(outlines: &Outlines, (down, right): Point) -> (f64, f64) {
    let scale = |units: usize, unit: u32| units as f64 * f64::from(unit) * CELL / 1_000_000.0 + EDGE / 2.0;
    (scale(down, outlines.unit.0), scale(right, outlines.unit.1))
}
