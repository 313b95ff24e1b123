//! Periodic tilings as data: blocks of polygons, repeated in rows and columns.
//!
//! A polygon is its first corner and a direction for each side, so that equal corners have equal coordinates. Lengths are
//! whole numbers whose ratios are near those of the tiling, such as 26 to 15 for the square root of 3. Source of the orders
//! of faces and of the faces at the rim: `grid.c` of Simon Tatham's collection.

use super::polygons::{Corner, Polygon};

/// A tiling.
pub(super) struct Periodic {
    /// Its name.
    pub(super) name: &'static str,
    /// From a block to the next in its row.
    right: Corner,
    /// From a block to the next in its column.
    down: Corner,
    /// What lies aside.
    stagger: Stagger,
    /// The first half of the directions of sides; the others are opposite to them.
    ways: &'static [Corner],
    /// Whether a tiling has the block at a row and a column of a board of so many rows and columns.
    has: fn([usize; 2], [usize; 2]) -> bool,
    /// The polygons of a block.
    faces: &'static [Face],
}

/// Which blocks lie aside of the others.
#[derive(Clone, Copy, PartialEq)]
enum Stagger {
    None,
    /// Every second row, by half a step to the right.
    Rows,
    /// Every second column, by half a step down.
    Columns,
}

/// A polygon of a block.
struct Face {
    /// The blocks that have it.
    of: Blocks,
    /// Its first corner, from the block's origin.
    at: Corner,
    /// The numbers of the directions of its sides, `a` and `b` for 10 and 11.
    sides: &'static str,
    /// The blocks that it needs on the board.
    needs: Needs,
}

#[derive(Clone, Copy, PartialEq)]
enum Blocks {
    All,
    /// Those whose row and column have an even sum.
    Even,
    Odd,
}

/// Blocks, each as columns to the right and rows down; in half steps in the direction in which blocks lie aside.
enum Needs {
    All(&'static [Corner]),
    Any(&'static [Corner]),
    /// The second, and not the first.
    Rim(Corner, Corner),
}

use Blocks::{All as EACH, Even, Odd};
use Needs::{All, Any, Rim};

/// Half a side, and the height of a triangle of such a side.
const A: i64 = 15;
const B: i64 = 26;

/// The directions of regular triangles, squares, hexagons and dodecagons: every 30 degrees, clockwise from the right.
const TWELFTHS: &[Corner] = &[(2 * A, 0), (B, A), (A, B), (0, 2 * A), (-A, B), (-B, A)];

const fn face(of: Blocks, at: Corner, sides: &'static str, needs: Needs) -> Face {
    Face { of, at, sides, needs }
}

const fn dodecagon() -> Face {
    face(EACH, (-A, -2 * A - B), "0123456789ab", All(&[]))
}

const EVERY: fn([usize; 2], [usize; 2]) -> bool = |_, _| true;

/// The tilings.
pub(super) const TILINGS: &[Periodic] = &[
    Periodic {
        // Squares and triangles.
        name: "snub-square",
        right: (A + B, 0),
        down: (0, A + B),
        stagger: Stagger::None,
        ways: TWELFTHS,
        has: EVERY,
        faces: &[
            face(Odd, (A, 0), "147a", All(&[])),
            face(Even, (B, 0), "258b", All(&[])),
            face(Odd, (-A, 0), "048", All(&[(-1, 0)])),
            face(Even, (0, A), "26a", All(&[(-1, 0)])),
            face(Odd, (A, 0), "b37", All(&[(0, -1)])),
            face(Even, (0, -A), "159", All(&[(0, -1)])),
        ],
    },
    Periodic {
        // Pentagons; rows and columns begin at points where four meet.
        name: "cairo",
        right: (62, 0),
        down: (0, 62),
        stagger: Stagger::None,
        ways: &[(34, 0), (31, 14), (14, 31), (0, 34), (-14, 31), (-31, 14)],
        has: EVERY,
        faces: &[
            face(Odd, (14, -31), "0257a", All(&[(0, -1)])),
            face(Even, (0, 0), "b1468", All(&[(0, -1)])),
            face(Odd, (0, 0), "1358a", All(&[(-1, 0)])),
            face(Even, (0, 0), "2479b", All(&[(-1, 0)])),
        ],
    },
    Periodic {
        // Hexagons, squares and triangles.
        name: "great-hexagonal",
        right: (3 * A + B, 0),
        down: (0, 2 * A + 2 * B),
        stagger: Stagger::Columns,
        ways: TWELFTHS,
        has: EVERY,
        faces: &[
            face(EACH, (-A, -B), "02468a", All(&[])),
            face(EACH, (-A, B), "0369", All(&[(0, 2)])),
            face(EACH, (2 * A, 0), "147a", All(&[(1, 1)])),
            face(EACH, (-2 * A, 0), "258b", All(&[(-1, 1)])),
            face(EACH, (A, B), "159", All(&[(0, 2), (1, 1)])),
            face(EACH, (-A, B), "37b", All(&[(0, 2), (-1, 1)])),
        ],
    },
    Periodic {
        // Octagons and squares.
        name: "octagonal",
        right: (99, 0),
        down: (0, 99),
        stagger: Stagger::None,
        ways: &[(41, 0), (29, 29), (0, 41), (-29, 29)],
        has: EVERY,
        faces: &[face(EACH, (29, 0), "01234567", All(&[])), face(EACH, (0, -29), "1357", All(&[(-1, 0), (0, -1)]))],
    },
    Periodic {
        // Kites, six around a point.
        name: "kites",
        right: (4 * B, 0),
        down: (0, 6 * A),
        stagger: Stagger::Rows,
        // Long sides and short ones in turn.
        ways: &[(2 * B, 0), (B, A), (B, 3 * A), (0, 2 * A), (-B, 3 * A), (-B, A)],
        has: EVERY,
        faces: &[
            face(EACH, (0, 0), "0358", All(&[])),
            face(EACH, (0, 0), "257a", All(&[])),
            face(EACH, (0, 0), "4790", All(&[])),
            face(EACH, (0, 0), "69b2", All(&[])),
            face(EACH, (0, 0), "8b14", All(&[])),
            face(EACH, (0, 0), "a136", All(&[])),
        ],
    },
    Periodic {
        // Pentagons as petals, six around a point; rows go up.
        name: "floret",
        right: (315, 0),
        down: (0, -364),
        stagger: Stagger::Columns,
        // Each direction with a long side and a short one.
        ways: &[(150, -52), (75, -26), (120, 104), (60, 52), (-30, 156), (-15, 78)],
        // Columns of two heights have the same number of flowers less one.
        has: |[row, column], [rows, columns]| column % 2 == 1 || row == 0 || row + 1 < rows || columns == 1,
        faces: &[
            face(EACH, (0, 0), "431b8", All(&[])),
            face(EACH, (0, 0), "21b96", All(&[])),
            face(EACH, (0, 0), "0b974", All(&[])),
            face(EACH, (0, 0), "a9752", All(&[])),
            face(EACH, (0, 0), "87530", All(&[])),
            face(EACH, (0, 0), "6531a", All(&[])),
        ],
    },
    Periodic {
        // Dodecagons and triangles.
        name: "dodecagonal",
        right: (4 * A + 2 * B, 0),
        down: (0, 3 * A + 2 * B),
        stagger: Stagger::Rows,
        ways: TWELFTHS,
        has: EVERY,
        faces: &[
            dodecagon(),
            face(EACH, (-A, 2 * A + B), "048", All(&[(-1, 1), (1, 1)])),
            face(EACH, (0, -2 * A - 2 * B), "26a", All(&[(-1, -1), (1, -1)])),
        ],
    },
    Periodic {
        // Dodecagons, hexagons and squares.
        name: "great-dodecagonal",
        right: (6 * A + 2 * B, 0),
        down: (0, 3 * A + 3 * B),
        stagger: Stagger::Rows,
        ways: TWELFTHS,
        has: EVERY,
        faces: &[
            dodecagon(),
            face(EACH, (-A, 2 * A + B), "02468a", All(&[(-1, 1), (1, 1)])),
            face(EACH, (-A, -2 * A - 3 * B), "02468a", All(&[(-1, -1), (1, -1)])),
            face(EACH, (2 * A + B, -A), "0369", All(&[(2, 0)])),
            face(EACH, (A, -2 * A - B), "a147", All(&[(1, -1)])),
            face(EACH, (-A - B, -A - B), "8b25", All(&[(-1, -1)])),
        ],
    },
    Periodic {
        // Dodecagons, hexagons, squares and triangles.
        name: "great-great-dodecagonal",
        right: (4 * A + 4 * B, 0),
        down: (0, 6 * A + 2 * B),
        stagger: Stagger::Rows,
        ways: TWELFTHS,
        has: EVERY,
        faces: &[
            dodecagon(),
            face(EACH, (A + B, -5 * A - B), "13579b", All(&[(1, -1)])),
            face(EACH, (2 * A + 2 * B, -2 * A), "13579b", All(&[(2, 0)])),
            face(EACH, (A + B, A + B), "13579b", All(&[(1, 1)])),
            face(EACH, (A + 2 * B, -2 * A - B), "258b", All(&[(2, 0), (1, -1)])),
            face(EACH, (2 * A + 2 * B, 2 * A), "47a1", All(&[(2, 0), (1, 1)])),
            face(EACH, (-A, 2 * A + B), "0369", All(&[(-1, 1), (1, 1)])),
            face(EACH, (-2 * A - B, A), "258b", All(&[(-2, 0), (-1, 1)])),
            face(EACH, (-A - B, -A - B), "47a1", All(&[(-2, 0), (-1, -1)])),
            face(EACH, (-A, -4 * A - B), "0369", All(&[(-1, -1), (1, -1)])),
            face(EACH, (A + 2 * B, -2 * A - B), "048", All(&[(2, 0), (1, -1)])),
            face(EACH, (2 * A + 2 * B, 2 * A), "26a", All(&[(2, 0), (1, 1)])),
        ],
    },
    Periodic {
        // Hexagons and triangles.
        name: "kagome",
        right: (4 * A, 0),
        down: (0, 2 * B),
        stagger: Stagger::Rows,
        ways: TWELFTHS,
        has: EVERY,
        faces: &[
            face(EACH, (-A, -B), "02468a", All(&[])),
            face(EACH, (A, -B), "048", Any(&[(2, 0), (1, -1)])),
            face(EACH, (2 * A, 0), "26a", Any(&[(2, 0), (1, 1)])),
            face(EACH, (-3 * A, -B), "048", Rim((-2, 0), (-1, -1))),
            face(EACH, (-2 * A, 0), "26a", Rim((-2, 0), (-1, 1))),
        ],
    },
    Periodic {
        // Dodecagons, squares and triangles.
        name: "compass-dodecagonal",
        right: (4 * A + 2 * B, 0),
        down: (0, 4 * A + 2 * B),
        stagger: Stagger::None,
        ways: TWELFTHS,
        has: EVERY,
        faces: &[
            dodecagon(),
            face(EACH, (2 * A + B, A), "26a", All(&[(1, 0), (0, 1)])),
            face(EACH, (3 * A + B, A + B), "159", All(&[(1, 0), (0, 1)])),
            face(EACH, (A + B, 3 * A + B), "048", All(&[(1, 0), (0, 1)])),
            face(EACH, (A + B, A + B), "37b", All(&[(1, 0), (0, 1)])),
            face(EACH, (A + B, A + B), "0369", All(&[(1, 0), (0, 1)])),
        ],
    },
];

impl Periodic {
    /// Returns the polygons of each row of blocks.
    pub(super) fn rows(&self, rows: usize, columns: usize) -> Vec<Vec<Polygon>> {
        let mut found = vec![Vec::new(); rows];
        for (row, polygons) in found.iter_mut().enumerate() {
            for column in (0..columns).filter(|&column| (self.has)([row, column], [rows, columns])) {
                let own = if (row + column) % 2 == 0 { Even } else { Odd };
                let is_there = |by: Corner| self.is_there([row, column], by, [rows, columns]);
                let has = |face: &&Face| {
                    (face.of == EACH || face.of == own)
                        && match face.needs {
                            All(blocks) => blocks.iter().all(|&by| is_there(by)),
                            Any(blocks) => blocks.iter().any(|&by| is_there(by)),
                            Rim(beyond, by) => !is_there(beyond) && is_there(by),
                        }
                };
                let faces = self.faces.iter().filter(has);
                polygons.extend(faces.map(|face| self.polygon(face, self.origin(row, column))));
            }
        }
        found
    }

    /// Returns the place of a block.
    fn origin(&self, row: usize, column: usize) -> Corner {
        let (rows, columns) = (row as i64, column as i64);
        let aside = match self.stagger {
            Stagger::Rows if row % 2 == 1 => (self.right.0 / 2, self.right.1 / 2),
            // Down, also where rows go up.
            Stagger::Columns if column % 2 == 1 => (0, self.down.1.abs() / 2),
            _ => (0, 0),
        };
        let along = |right: i64, down: i64| columns * right + rows * down;
        (along(self.right.0, self.down.0) + aside.0, along(self.right.1, self.down.1) + aside.1)
    }

    /// Whether the block that lies beside another by a step is on the board.
    fn is_there(&self, [row, column]: [usize; 2], by: Corner, [rows, columns]: [usize; 2]) -> bool {
        let (row, column) = (row as i64, column as i64);
        // Twice the distance from the first block, where blocks lie aside.
        let (row, column) = match self.stagger {
            Stagger::None => (row + by.1, column + by.0),
            Stagger::Rows => (row + by.1, (2 * column + row % 2 + by.0).div_euclid(2)),
            Stagger::Columns => ((2 * row + column % 2 + by.1).div_euclid(2), column + by.0),
        };
        (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column)
    }

    fn polygon(&self, face: &Face, origin: Corner) -> Polygon {
        let half = self.ways.len();
        let mut at = (origin.0 + face.at.0, origin.1 + face.at.1);
        let mut corners = Vec::new();
        for side in face.sides.chars().filter_map(|side| side.to_digit(36)) {
            corners.push(at);
            let (x, y) = self.ways[side as usize % half];
            let sign = if side as usize >= half { -1 } else { 1 };
            at = (at.0 + sign * x, at.1 + sign * y);
        }
        corners
    }
}
