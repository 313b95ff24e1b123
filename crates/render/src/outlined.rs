//! The sides of cells that are no squares: which cells are at each side, and the weight of its line.

use super::edges::Weight;
use boardwright_base::board::picture::{Lines, Panel};
use std::collections::BTreeMap;

/// A point of the outlines.
pub(super) type Point = (usize, usize);

/// A side of one or two cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    /// Its ends.
    pub(super) ends: [Point; 2],
    /// The cells at it, by row and column.
    pub(super) cells: [Option<Point>; 2],
}

impl Side {
    /// Returns the weight of its line.
    pub(super) fn weight(&self, panel: &Panel) -> Weight {
        let [one, other] = self.cells.map(|cell| cell.and_then(|(row, column)| panel.region(row, column)));
        match panel.lines {
            Lines::None | Lines::Points => Weight::None,
            Lines::All | Lines::Regions | Lines::Centres if one != other => Weight::Heavy,
            Lines::All | Lines::Centres => Weight::Fine,
            Lines::Regions => Weight::None,
        }
    }
}

/// Returns the sides of all cells, in the order of their ends.
pub(super) fn sides(panel: &Panel) -> Vec<Side> {
    let mut found: BTreeMap<[Point; 2], [Option<Point>; 2]> = BTreeMap::new();
    let Some(outlines) = &panel.outlines else { return Vec::new() };
    for (row, outlines) in outlines.cells.iter().enumerate() {
        for (column, outline) in outlines.iter().enumerate().filter(|&(column, _)| panel.cell(row, column).is_some()) {
            for (index, &from) in outline.corners.iter().enumerate() {
                let to = outline.corners[(index + 1) % outline.corners.len()];
                let cells = found.entry([from.min(to), from.max(to)]).or_default();
                cells[usize::from(cells[0].is_some())] = Some((row, column));
            }
        }
    }
    found.into_iter().map(|(ends, cells)| Side { ends, cells }).collect()
}
