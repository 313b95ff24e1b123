//! Where symmetries take the places and lines of a board. Imports symbols and boards only.

use crate::board::Cell;
use crate::board::symmetry::Permutation;
use crate::puzzle::grid::symbols::SymbolTable;
use crate::puzzle::grid::topology::Lines;
use std::collections::BTreeMap;

/// The images of lines under a permutation of places.
#[derive(Debug)]
pub(in super::super) struct LineTable {
    width: usize,
    /// The first and the last row and column with cells.
    first: Cell,
    last: Cell,
    /// Whether lines join cells; otherwise they join corners.
    through_cells: bool,
    ends: Vec<[Cell; 2]>,
    by_ends: BTreeMap<[Cell; 2], usize>,
    /// The images of the sides of cells that are no squares, by symmetry.
    sides: BTreeMap<Permutation, Vec<Option<usize>>>,
}

impl LineTable {
    pub(in super::super) fn new(symbols: &SymbolTable) -> LineTable {
        let cells = &symbols.topology.cells;
        let bound = |of: fn(&Cell) -> usize| {
            let values = || cells.iter().map(of);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let ((top, bottom), (left, right)) = (bound(|cell| cell.row), bound(|cell| cell.column));
        let ends: Vec<[Cell; 2]> = symbols
            .lines
            .iter()
            .flat_map(|lines| lines.lines.iter().map(|line| sorted(line.ends.map(|point| lines.points[point]))))
            .collect();
        LineTable {
            width: symbols.topology.width,
            first: Cell::new(top, left),
            last: Cell::new(bottom, right),
            through_cells: symbols.lines.as_ref().is_none_or(Lines::through_cells),
            by_ends: ends.iter().enumerate().map(|(index, &ends)| (ends, index)).collect(),
            ends,
            sides: super::motions::sides(symbols),
        }
    }

    /// The image of a place.
    pub(in super::super) fn moved(&self, at: Cell, by: &Permutation) -> Cell {
        let image = by.image(at.row * self.width + at.column);
        Cell::new(image / self.width, image % self.width)
    }

    /// Returns the image of the corner at the upper left of a cell.
    fn corner(&self, at: Cell, by: &Permutation) -> Cell {
        let origin = self.moved(self.first, by);
        let step = |to: Option<Cell>| {
            let to = self.moved(to?, by);
            Some((to.row as i64 - origin.row as i64, to.column as i64 - origin.column as i64))
        };
        // On a board of one row, up and down cannot be distinguished: they are not exchanged.
        let below = (self.first.row < self.last.row).then(|| Cell::new(self.first.row + 1, self.first.column));
        let beside = (self.first.column < self.last.column).then(|| Cell::new(self.first.row, self.first.column + 1));
        let (down, right) = (step(below).unwrap_or((1, 0)), step(beside).unwrap_or((0, 1)));
        // In half cells from the centre of the first cell.
        let rows = 2 * (at.row as i64 - self.first.row as i64) - 1;
        let columns = 2 * (at.column as i64 - self.first.column as i64) - 1;
        let row = 2 * origin.row as i64 + 1 + rows * down.0 + columns * right.0;
        let column = 2 * origin.column as i64 + 1 + rows * down.1 + columns * right.1;
        Cell::new((row / 2) as usize, (column / 2) as usize)
    }

    /// Returns the image of a line; `None` where no line is possible.
    pub(in super::super) fn image(&self, line: usize, by: &Permutation) -> Option<usize> {
        if let Some(images) = self.sides.get(by) {
            return images[line];
        }
        let ends = self.ends[line].map(|at| if self.through_cells { self.moved(at, by) } else { self.corner(at, by) });
        self.by_ends.get(&sorted(ends)).copied()
    }
}

fn sorted(mut ends: [Cell; 2]) -> [Cell; 2] {
    ends.sort_unstable();
    ends
}
