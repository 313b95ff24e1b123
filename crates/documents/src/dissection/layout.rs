//! How the cells of a board lie in its array: squares, hexagons or triangles in the plane, or cubes in levels.

use super::rows::{Rows, Sides};
use super::space::Space;
use boardwright_base::board::Cell;
use boardwright_base::board::shape::{Colour, Orientation, Shape};
use boardwright_base::board::tiling::{Isometry, Tiling};

/// How the cells of a board lie in its array.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Layout {
    /// Squares in rows and columns.
    #[default]
    Squares,
    /// Hexagons or triangles.
    Rows(Rows),
    /// Cubes.
    Space(Space),
}

/// How the cells of pieces lie in their arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lattice {
    /// Squares.
    Squares,
    /// Hexagons or triangles.
    Plane(Sides),
    /// Cubes.
    Space(Space),
}

impl Lattice {
    /// Returns the shape of these cells of an array; `None` without cells.
    pub(super) fn shape(self, cells: impl IntoIterator<Item = (Cell, Colour)>) -> Option<Shape> {
        match self {
            Lattice::Plane(sides) => sides.shape(cells),
            Lattice::Squares | Lattice::Space(_) => Shape::new(cells),
        }
    }

    /// Returns the different orientations of a shape, the original first.
    pub(super) fn orientations(self, shape: &Shape, [rotate, flip]: [bool; 2]) -> Vec<(Orientation, Shape)> {
        match self {
            Lattice::Squares => shape.orientations(rotate, flip),
            Lattice::Plane(sides) => sides.orientations(shape, rotate, flip),
            Lattice::Space(space) => space.orientations(shape, rotate, flip),
        }
    }

    /// Returns the image of a shape under an isometry of the tiling. Squares have none.
    pub(super) fn turned(self, shape: &Shape, by: &Isometry) -> Shape {
        match self {
            Lattice::Squares => shape.clone(),
            Lattice::Plane(sides) => sides.turned(shape, by),
            Lattice::Space(space) => space.turned(shape, by),
        }
    }
}

impl Layout {
    /// Returns how the cells of pieces lie.
    pub(super) fn lattice(&self) -> Lattice {
        match self {
            Layout::Squares => Lattice::Squares,
            Layout::Rows(rows) => Lattice::Plane(rows.sides),
            Layout::Space(space) => Lattice::Space(*space),
        }
    }

    /// Returns the levels of a board of cubes.
    pub(super) fn space(&self) -> Option<Space> {
        if let Layout::Space(space) = self { Some(*space) } else { None }
    }

    /// Returns the shape of the cells of a board of hexagons or triangles.
    pub(super) fn sides(&self) -> Option<Sides> {
        if let Layout::Rows(rows) = self { Some(rows.sides) } else { None }
    }

    /// Returns a cell of the array as people see it.
    pub(super) fn named(&self, cell: Cell) -> Cell {
        match self {
            Layout::Squares => cell,
            Layout::Rows(rows) => rows.named(cell),
            Layout::Space(space) => space.named(cell),
        }
    }

    /// Returns the place in the array of a cell as people see it.
    pub(super) fn inside(&self, cell: Cell) -> Cell {
        match self {
            Layout::Squares => cell,
            Layout::Rows(rows) => rows.inside(cell),
            Layout::Space(space) => space.inside(cell),
        }
    }

    /// Returns the tiling whose isometries are those of the board, with the place in it of a cell of the array; `None`
    /// for squares.
    pub(super) fn tiling(&self, height: usize) -> Option<(Tiling, impl Fn(Cell) -> Cell + use<'_>)> {
        let tiling = match self {
            Layout::Squares => return None,
            Layout::Rows(rows) => rows.sides.tiling(height),
            Layout::Space(space) => space.tiling(),
        };
        Some((tiling, move |cell| if let Layout::Space(space) = self { space.named(cell) } else { cell }))
    }

    /// Whether the cells of a shape hang together across sides; unknown in space.
    pub(super) fn is_connected(&self, shape: &Shape) -> bool {
        match self {
            Layout::Squares => shape.is_connected(),
            Layout::Rows(rows) => rows.sides.is_connected(shape),
            Layout::Space(_) => true,
        }
    }

    /// Whether neighbours have different colours of a chequered array, however a piece is turned.
    pub(super) fn is_chequered(&self) -> bool {
        self.sides() != Some(Sides::Six)
    }
}
