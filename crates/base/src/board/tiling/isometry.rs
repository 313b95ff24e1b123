//! The isometries of a tiling, and those among them that carry a set of places to itself.
//!
//! Hexagons and triangles have twelve turns and flips, cubes 48. An isometry is a matrix on the lattice of the tiling and
//! the shift that returns the places to themselves. Polygons have those that `automorphisms` finds.

use super::Tiling;
use crate::board::Cell;
use std::collections::BTreeMap;

/// An isometry of the points of a tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Isometry {
    /// Its name: `turned by 60 degrees`.
    pub name: String,
    /// Whether it is a mirror image.
    pub is_mirror: bool,
    /// The images of the unit vectors of the lattice.
    rows: [[i64; 3]; 3],
    shift: [i64; 3],
    /// The images of corners, where they are listed.
    corners: BTreeMap<(usize, usize), (usize, usize)>,
}

impl Isometry {
    /// Returns the isometry with these images of corners.
    pub(super) fn of_corners(
        name: String,
        is_mirror: bool,
        corners: BTreeMap<(usize, usize), (usize, usize)>,
    ) -> Isometry {
        Isometry { name, is_mirror, rows: [[0; 3]; 3], shift: [0; 3], corners }
    }

    /// Returns the image of a point of the lattice.
    fn apply(&self, point: [i64; 3]) -> [i64; 3] {
        let turned = self.turn(point);
        [0, 1, 2].map(|axis| turned[axis] + self.shift[axis])
    }

    /// Returns the image of a vector: without the shift.
    pub fn turn(&self, vector: [i64; 3]) -> [i64; 3] {
        [0, 1, 2].map(|axis| (0..3).map(|from| vector[from] * self.rows[from][axis]).sum())
    }

    /// Returns the image of a point of the plane, as in [`super::Outline`].
    pub fn point(&self, at: (usize, usize)) -> Option<(usize, usize)> {
        if !self.corners.is_empty() {
            return self.corners.get(&at).copied();
        }
        let [down, right, _] = self.apply(lattice(at));
        // The lattice may be off by half a step, which is the same everywhere.
        let right = (2 * right + down + 1).div_euclid(3);
        Some((usize::try_from(down).ok()?, usize::try_from(right).ok()?))
    }
}

/// The point of the triangular lattice at a point of the plane: one axis is down to the right, the other to the right.
fn lattice((down, right): (usize, usize)) -> [i64; 3] {
    let (down, right) = (down as i64, right as i64);
    [down, (3 * right - down).div_euclid(2), 0]
}

impl Tiling {
    /// Returns the isometries that carry these places to themselves, each with the images of the places; the identity
    /// first. Squares and graphs have none here.
    pub fn isometries(&self, places: &[Cell]) -> Vec<(Isometry, Vec<Cell>)> {
        if let Tiling::Polygons(polygons) = self {
            return polygons.automorphisms(places);
        }
        let bodies: Vec<Vec<[i64; 3]>> = places.iter().map(|&at| self.body(at)).collect();
        let by_body: BTreeMap<&[[i64; 3]], Cell> =
            bodies.iter().map(Vec::as_slice).zip(places.iter().copied()).collect();
        let Some(&least) = bodies.iter().flatten().min() else { return Vec::new() };
        let mut found = Vec::new();
        for mut isometry in self.turns() {
            let Some(first) = bodies.iter().flatten().map(|&point| isometry.apply(point)).min() else { continue };
            isometry.shift = [0, 1, 2].map(|axis| least[axis] - first[axis]);
            let place = |body: &Vec<[i64; 3]>| {
                let mut image: Vec<[i64; 3]> = body.iter().map(|&point| isometry.apply(point)).collect();
                image.sort_unstable();
                by_body.get(image.as_slice()).copied()
            };
            if let Some(cells) = bodies.iter().map(place).collect::<Option<Vec<Cell>>>() {
                found.push((isometry, cells));
            }
        }
        found
    }

    /// The points of a place on the lattice, sorted: its corners, or the centre of a cube. Centres of triangles would not do: a
    /// motion may map the centres of separate triangles to those of triangles that point the other way.
    fn body(&self, at: Cell) -> Vec<[i64; 3]> {
        if let Tiling::Cubes { rows } = self {
            return vec![[(at.row / rows) as i64, (at.row % rows) as i64, at.column as i64]];
        }
        let mut corners: Vec<[i64; 3]> = self.outline(at).corners.into_iter().map(lattice).collect();
        corners.sort_unstable();
        corners
    }

    /// Returns the isometries without shifts.
    fn turns(&self) -> Vec<Isometry> {
        match self {
            Tiling::Square | Tiling::Graph(_) | Tiling::Polygons(_) => Vec::new(),
            Tiling::Hexagons(_) | Tiling::Triangles { .. } => turns_in_the_plane(),
            Tiling::Cubes { .. } => turns_in_space(),
        }
    }
}

/// The six turns of hexagons and triangles, and each after a flip from left to right.
pub fn turns_in_the_plane() -> Vec<Isometry> {
    let mut found = Vec::new();
    for is_mirror in [false, true] {
        // Down to the right, to the right.
        let mut rows = if is_mirror { [[1, -1], [0, -1]] } else { [[1, 0], [0, 1]] };
        for sixths in 0..6 {
            let name = match (is_mirror, 60 * sixths) {
                (false, degrees) => format!("turned by {degrees} degrees"),
                (true, 0) => "flipped left to right".to_string(),
                (true, degrees) => format!("flipped left to right, turned by {degrees} degrees"),
            };
            let [[a, b], [c, d]] = rows;
            found.push(Isometry {
                name,
                is_mirror,
                rows: [[a, b, 0], [c, d, 0], [0, 0, 1]],
                shift: [0; 3],
                corners: BTreeMap::new(),
            });
            rows = rows.map(|[down, right]| [down + right, -down]);
        }
    }
    found
}

/// The 48 ways to exchange and reverse the three axes, turns before mirror images.
pub fn turns_in_space() -> Vec<Isometry> {
    const AXES: [&str; 3] = ["levels", "rows", "columns"];
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    let mut found = Vec::new();
    for (index, order) in ORDERS.into_iter().enumerate() {
        for signs in 0..8u32 {
            let sign = |axis: usize| if signs >> axis & 1 == 1 { -1 } else { 1 };
            let mut rows = [[0; 3]; 3];
            for axis in 0..3 {
                rows[axis][order[axis]] = sign(axis);
            }
            let is_mirror = (index >= 3) != (signs.count_ones() % 2 == 1);
            let part = |axis: usize| format!("{}{}", if sign(axis) < 0 { "-" } else { "" }, AXES[order[axis]]);
            let name = format!("levels, rows, columns to {}, {}, {}", part(0), part(1), part(2));
            found.push(Isometry { name, is_mirror, rows, shift: [0; 3], corners: BTreeMap::new() });
        }
    }
    found.sort_by_key(|isometry| isometry.is_mirror);
    found
}

/// Returns the name of a group of isometries: `C6`, `D6`, and for a part of the symmetries of a cube its order alone.
pub fn group_symbol(tiling: &Tiling, elements: &[&Isometry]) -> String {
    let turns = elements.iter().filter(|isometry| !isometry.is_mirror).count();
    match (tiling, elements.len()) {
        (_, 0 | 1) => "trivial".to_string(),
        (Tiling::Cubes { .. }, 48) => "Oh".to_string(),
        (Tiling::Cubes { .. }, 24) if turns == 24 => "O".to_string(),
        (Tiling::Cubes { .. }, all) if turns == all => "turns in space".to_string(),
        (Tiling::Cubes { .. }, _) => "turns and mirrors in space".to_string(),
        (_, all) => format!("{}{turns}", if turns == all { "C" } else { "D" }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::RowStarts;
    use super::*;

    #[test]
    fn a_hexagon_has_twelve_isometries_a_triangle_six_and_a_cube_48() {
        let hexagons = Tiling::Hexagons(RowStarts::of_halves(&[1, 0, 1]));
        let cells = |lengths: &[usize]| -> Vec<Cell> {
            let rows = lengths.iter().enumerate();
            rows.flat_map(|(row, &length)| (0..length).map(move |column| Cell::new(row, column))).collect()
        };
        assert_eq!(hexagons.isometries(&cells(&[2, 3, 2])).len(), 12);
        assert_eq!(hexagons.isometries(&cells(&[2, 2, 2])).len(), 2, "an arrow: one flip");
        let triangles = Tiling::Triangles { starts: RowStarts::of_halves(&[1, 0]), down: true };
        let found = triangles.isometries(&cells(&[1, 3]));
        assert_eq!(found.len(), 6);
        for (isometry, images) in &found {
            for (at, image) in cells(&[1, 3]).into_iter().zip(images) {
                let mut corners: Vec<_> = triangles.outline(at).corners.iter().map(|&p| isometry.point(p)).collect();
                let mut expected: Vec<_> = triangles.outline(*image).corners.into_iter().map(Some).collect();
                corners.sort_unstable();
                expected.sort_unstable();
                assert_eq!(corners, expected, "{}: {at} to {image}", isometry.name);
            }
        }
        // Two triangles that point up, apart in a row: the half turn would point them down.
        let apart = triangles.isometries(&[Cell::new(1, 0), Cell::new(1, 2)]);
        assert_eq!(apart.iter().map(|(isometry, _)| isometry.is_mirror).collect::<Vec<_>>(), [false, true]);
        assert_eq!(Tiling::Cubes { rows: 2 }.isometries(&cells(&[2, 2, 2, 2])).len(), 48);
        assert_eq!(Tiling::Cubes { rows: 2 }.isometries(&cells(&[3, 3, 3, 3])).len(), 16);
    }
}
