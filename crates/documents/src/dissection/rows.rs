//! Dissections of boards of hexagons and triangles, drawn as they lie.
//!
//! The cells are in an array in which a step is the same everywhere: hexagons in a rhombus whose rows move to the right
//! by half a cell, triangles side by side, pointing up where row and column have an even sum. People see the rows of
//! their pictures: the first place of each is column 1.

use boardwright_base::board::Cell;
use boardwright_base::board::picture::{OutlineShape, Outlines, Panel, Square};
use boardwright_base::board::shape::{Colour, Orientation, Shape};
use boardwright_base::board::tiling::{Isometry, Outline, RowStarts, Tiling, turns_in_the_plane};
use boardwright_model::{Drawing, Misplaced, hexagon_starts, triangle_starts, triangles};

/// The shape of cells of the plane that are no squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sides {
    /// Triangles.
    Three,
    /// Hexagons.
    Six,
}

/// The rows of a board of hexagons or triangles in its array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) sides: Sides,
    /// By row: the column of the array of the first place of its picture.
    starts: Vec<usize>,
    /// The number of columns of the picture.
    pub(super) width: usize,
}

impl Sides {
    /// Returns the rows of a picture.
    pub(super) fn rows(self, drawing: &Drawing) -> Result<Rows, Misplaced> {
        let starts: Vec<i64> = match self {
            Sides::Six => {
                let halves = hexagon_starts(drawing.drawn())?;
                (0..).zip(halves).map(|(row, half)| (half - row).div_euclid(2)).collect()
            }
            Sides::Three => {
                let starts = triangle_starts(drawing.drawn())?;
                let least = starts.iter().min().copied().unwrap_or(0);
                let turned = i64::from(matches!(triangles(&starts), Tiling::Triangles { down: true, .. }));
                starts.iter().map(|start| start - least + turned).collect()
            }
        };
        let least = match self {
            Sides::Six => starts.iter().min().copied().unwrap_or(0),
            // A shift would turn triangles over.
            Sides::Three => 0,
        };
        let starts = starts.into_iter().map(|start| (start - least) as usize).collect();
        Ok(Rows { sides: self, starts, width: drawing.width() })
    }

    /// Returns the shape of these cells of an array.
    pub(super) fn shape(self, cells: impl IntoIterator<Item = (Cell, Colour)>) -> Option<Shape> {
        match self {
            Sides::Three => Shape::of_triangles(cells),
            Sides::Six => Shape::new(cells),
        }
    }

    /// Returns the tiling of an array with this number of rows.
    pub(super) fn tiling(self, rows: usize) -> Tiling {
        match self {
            Sides::Three => Tiling::Triangles { starts: RowStarts::of_halves(&vec![0; rows]), down: false },
            Sides::Six => Tiling::Hexagons(RowStarts::of_halves(&(0..rows as i64).collect::<Vec<_>>())),
        }
    }

    /// Returns the image of a shape under a turn or a mirror image.
    pub(super) fn turned(self, shape: &Shape, by: &Isometry) -> Shape {
        // The column of the corner decides where triangles point.
        let right = usize::from(!shape.may_lie_at(0, 0));
        let image = |cell: Cell| -> [i64; 2] {
            let (row, column) = (cell.row as i64, (cell.column + right) as i64);
            match self {
                Sides::Six => {
                    let [row, column, _] = by.turn([row, column, 0]);
                    [row, column]
                }
                // Three times the centre in the lattice of the corners, from the apex of the first triangle.
                Sides::Three => {
                    let slant = (column - row).div_euclid(2);
                    let is_down = (column - row).rem_euclid(2);
                    let [down, along, _] = by.turn([3 * row + 2 - is_down, 3 * slant - 1 + 2 * is_down, 0]);
                    let is_down = i64::from(down.rem_euclid(3) == 1);
                    let (row, slant) = (down.div_euclid(3), (along + 1 - 2 * is_down).div_euclid(3));
                    [row, row + 2 * slant + is_down]
                }
            }
        };
        let cells: Vec<([i64; 2], Colour)> =
            shape.cells().iter().map(|&(cell, colour)| (image(cell), colour)).collect();
        let least = [0, 1].map(|axis| cells.iter().map(|(cell, _)| cell[axis]).min().unwrap_or(0));
        // Triangles keep pointing where they point if both parts of a shift are even.
        let shift = if self == Sides::Three { least.map(|least| least - least.rem_euclid(2)) } else { least };
        let cells = cells.into_iter().map(|([row, column], colour)| {
            (Cell::new((row - shift[0]) as usize, (column - shift[1]) as usize), colour)
        });
        self.shape(cells).expect("it has the cells of a shape")
    }

    /// Returns the different orientations of a shape, the original first, turns before mirror images.
    pub(super) fn orientations(self, shape: &Shape, rotate: bool, flip: bool) -> Vec<(Orientation, Shape)> {
        let mut found: Vec<(Orientation, Shape)> = Vec::new();
        for (index, by) in turns_in_the_plane().into_iter().enumerate() {
            let sixths = (index % 6) as u8;
            if (by.is_mirror && !flip) || (sixths > 0 && !rotate) {
                continue;
            }
            let turned = self.turned(shape, &by);
            if found.iter().all(|(_, other)| *other != turned) {
                found.push((Orientation { flipped: by.is_mirror, quarters: 0, sixths, in_space: 0 }, turned));
            }
        }
        found
    }

    /// Returns the outlines of the cells of a part of an array, moved to the left; `shift` columns further right,
    /// triangles point as they do on the board.
    pub(super) fn outlines(self, rows: &[Vec<Square>], shift: usize) -> Outlines {
        let tiling = self.tiling(rows.len());
        let outline = |row: usize, column: usize, square: &Square| match square.region {
            Some(_) => tiling.outline(Cell::new(row, column + shift)),
            None => Outline::default(),
        };
        let of_row = |(row, squares): (usize, &Vec<Square>)| -> Vec<Outline> {
            squares.iter().enumerate().map(|(column, square)| outline(row, column, square)).collect()
        };
        let mut cells: Vec<Vec<Outline>> = rows.iter().enumerate().map(of_row).collect();
        let least = cells.iter().flatten().flat_map(|cell| &cell.corners).map(|corner| corner.1).min().unwrap_or(0);
        for cell in cells.iter_mut().flatten().filter(|cell| !cell.corners.is_empty()) {
            cell.centre.1 -= least;
            cell.corners.iter_mut().for_each(|corner| corner.1 -= least);
        }
        let shape = if self == Sides::Three { OutlineShape::Triangles } else { OutlineShape::Hexagons };
        Outlines { shape, unit: tiling.unit(), cells, edges: Vec::new() }
    }

    /// Returns the panel of a part of an array with the outlines of its cells.
    pub(super) fn outlined(self, panel: Panel, shift: usize) -> Panel {
        Panel { outlines: Some(self.outlines(&panel.rows, shift)), ..panel }
    }

    /// Whether the cells of a shape hang together across sides.
    pub(super) fn is_connected(self, shape: &Shape) -> bool {
        let right = usize::from(!shape.may_lie_at(0, 0));
        let (height, width) = (shape.height(), shape.width() + right);
        let tiling = self.tiling(height);
        let mut left: Vec<Cell> =
            shape.cells().iter().map(|(cell, _)| Cell::new(cell.row, cell.column + right)).collect();
        let mut reached = vec![left.swap_remove(0)];
        while let Some(cell) = reached.pop() {
            for by in tiling.steps("wazir").unwrap_or_default() {
                let next = tiling.step(cell, by, height, width);
                if let Some(index) = left.iter().position(|&other| Some(other) == next) {
                    reached.push(left.swap_remove(index));
                }
            }
        }
        left.is_empty()
    }
}

impl Rows {
    /// Returns the place in the array of a cell as people see it.
    pub(super) fn inside(&self, cell: Cell) -> Cell {
        Cell::new(cell.row, cell.column + self.starts.get(cell.row).copied().unwrap_or(0))
    }

    /// Returns a cell of the array as people see it.
    pub(super) fn named(&self, cell: Cell) -> Cell {
        Cell::new(cell.row, cell.column.saturating_sub(self.starts.get(cell.row).copied().unwrap_or(0)))
    }

    /// Returns the number of columns of the array, in which each row has a place for each column of the picture.
    pub(super) fn columns(&self) -> usize {
        self.starts.iter().max().copied().unwrap_or(0) + self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissection::{Board, FIELDS};
    use boardwright_base::budget::Budget;
    use boardwright_base::source::Source;

    fn board(text: &str) -> Board {
        let source = Source::new("test", text);
        let model = boardwright_model::read(&source, &["dissection"], &|_| Some(FIELDS), &Budget::none());
        let model = model.unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
        Board::read(&model.fields).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)))
    }

    /// OEIS A001207 and A001420: 44 tetrahexes and 94 hexiamonds that differ by more than a shift.
    #[test]
    fn polyforms_have_their_numbers_of_orientations() {
        let fixed = |text: &str| {
            board(text).pieces.iter().map(|piece| piece.orientations.len()).collect::<Vec<_>>().iter().sum::<usize>()
        };
        assert_eq!(fixed(include_str!("../../../../models/dissection/tetrahexes-4x7.toml")), 44);
        assert_eq!(fixed(include_str!("../../../../models/dissection/hexiamonds-4x9.toml")), 94);
    }

    #[test]
    fn six_turns_by_60_degrees_and_two_flips_are_the_identity() {
        let turns = turns_in_the_plane();
        for text in [
            include_str!("../../../../models/dissection/tetrahexes-4x7.toml"),
            include_str!("../../../../models/dissection/hexiamonds-4x9.toml"),
        ] {
            let board = board(text);
            let sides = board.layout.sides().expect("no squares");
            for piece in &board.pieces {
                let shape = piece.shape();
                assert!(sides.is_connected(shape), "{}", piece.name);
                let once = sides.turned(shape, &turns[1]);
                let six = (0..6).fold(shape.clone(), |shape, _| sides.turned(&shape, &turns[1]));
                let flipped = sides.turned(&sides.turned(shape, &turns[6]), &turns[6]);
                assert_eq!((&six, &flipped), (shape, shape), "{}", piece.name);
                assert!(sides.is_connected(&once), "{}", piece.name);
            }
        }
    }

    #[test]
    fn places_have_the_names_of_the_picture() {
        let text = "puzzle = \"dissection\"\nshape = \"hexagons\"\nboard = \"\"\"\n  # #\n # # #\n# _ #\"\"\"\n\
            [[piece]]\nshape = \"#\"\ncopies = 7\n";
        let board = board(text);
        let named: Vec<String> = board.cells().map(|(cell, ..)| board.named(cell).to_string()).collect();
        assert_eq!(named.join(" "), "r1c1 r1c2 r2c1 r2c2 r2c3 r3c1 r3c3");
        assert!(board.cells().all(|(cell, ..)| board.inside(board.named(cell)) == cell));
    }
}
