//! Dissections in space: boards and pieces of cubes, drawn level by level.
//!
//! All levels are in one array of rows and columns, with rows without cells between them. The distance of two levels, the
//! *stride*, is more than twice every extent, so that a step in space is the same step of the array everywhere, and a
//! piece never reaches around the end of a level. The stride is odd: the colours of a chequered board alternate in space
//! too. People see rows without the gaps: with three rows a level, `r4c1` is on the second level.

use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Orientation, Shape};
use boardwright_base::board::tiling::{Isometry, Tiling, turns_in_space};
use boardwright_model::{Drawing, Table, Value};

/// The levels of a board in its array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Space {
    /// The number of levels.
    pub(super) levels: usize,
    /// The number of rows of a level.
    pub(super) rows: usize,
    /// The distance of levels in the array.
    pub(super) stride: usize,
}

impl Space {
    /// Returns the levels of a board of this size, for pieces of at most this extent.
    pub(super) fn new([levels, rows, columns]: [usize; 3], extent: usize) -> Space {
        Space { levels, rows, stride: 2 * extent.max(levels).max(rows).max(columns) + 1 }
    }

    /// The number of rows of the array.
    pub(super) fn height(&self) -> usize {
        self.levels.saturating_sub(1) * self.stride + self.rows
    }

    /// Returns the place in the array of a cell as people see it.
    pub(super) fn inside(&self, cell: Cell) -> Cell {
        Cell::new(cell.row / self.rows * self.stride + cell.row % self.rows, cell.column)
    }

    /// Returns a cell of the array as people see it.
    pub(super) fn named(&self, cell: Cell) -> Cell {
        Cell::new(cell.row / self.stride * self.rows + cell.row % self.stride, cell.column)
    }

    /// The tiling of the cells as people see them.
    pub(super) fn tiling(&self) -> Tiling {
        Tiling::Cubes { rows: self.rows }
    }

    /// Returns the image of a shape under a turn or a mirror image.
    pub(super) fn turned(&self, shape: &Shape, by: &Isometry) -> Shape {
        let stride = self.stride as i64;
        let cells: Vec<([i64; 3], Colour)> = shape
            .cells()
            .iter()
            .map(|&(cell, colour)| {
                // A row far down belongs to the next level, above its first row.
                let (row, column) = (cell.row as i64, cell.column as i64);
                let level = (row + stride / 2).div_euclid(stride);
                (by.turn([level, row - level * stride, column]), colour)
            })
            .collect();
        self.shape(&cells)
    }

    /// Returns the shape of these cells: level, row, column.
    fn shape(&self, cells: &[([i64; 3], Colour)]) -> Shape {
        let least = [0, 1, 2].map(|axis| cells.iter().map(|(cell, _)| cell[axis]).min().unwrap_or(0));
        let place = |&(cell, colour): &([i64; 3], Colour)| {
            let [level, row, column] = [0, 1, 2].map(|axis| (cell[axis] - least[axis]) as usize);
            (Cell::new(level * self.stride + row, column), colour)
        };
        Shape::new(cells.iter().map(place)).expect("it has the cells of a shape")
    }

    /// Returns the different orientations of a shape, the original first, turns before mirror images.
    pub(super) fn orientations(&self, shape: &Shape, rotate: bool, flip: bool) -> Vec<(Orientation, Shape)> {
        let mut found: Vec<(Orientation, Shape)> = Vec::new();
        for (index, by) in (0..).zip(turns_in_space()) {
            let is_permitted = match (rotate, by.is_mirror) {
                (true, is_mirror) => flip || !is_mirror,
                // Without turns: as drawn, or with left and right exchanged.
                (false, false) => by.turn([1, 2, 4]) == [1, 2, 4],
                (false, true) => flip && by.turn([1, 2, 4]) == [1, 2, -4],
            };
            let turned = self.turned(shape, &by);
            if is_permitted && found.iter().all(|(_, other)| *other != turned) {
                found.push((Orientation { flipped: by.is_mirror, quarters: 0, sixths: 0, in_space: index }, turned));
            }
        }
        found
    }
}

/// Returns the pictures of the levels under a key: one picture, or a list.
pub(super) fn levels<'t>(table: &'t Table, key: &str) -> Vec<&'t Drawing> {
    let drawing = |value: &'t Value| if let Value::Drawing(drawing) = value { Some(drawing) } else { None };
    match table.get(key).map(|entry| &entry.value) {
        Some(Value::List(items)) => items.iter().filter_map(|item| drawing(&item.value)).collect(),
        Some(value) => drawing(value).into_iter().collect(),
        None => Vec::new(),
    }
}

/// Returns the largest extent of a piece in levels, rows or columns.
pub(super) fn extent(pieces: &[Table]) -> usize {
    let drawings = pieces.iter().map(|piece| levels(piece, "shape"));
    let of = |drawings: Vec<&Drawing>| {
        let sides = drawings.iter().map(|drawing| drawing.height().max(drawing.width())).max();
        sides.unwrap_or(0).max(drawings.len())
    };
    drawings.map(of).max().unwrap_or(0)
}
