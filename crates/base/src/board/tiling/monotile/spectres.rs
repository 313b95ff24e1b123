//! Spectres: tiles with fourteen sides of equal length, two of them in a straight line, that need no mirror images.
//!
//! A patch such as `A0053745P` begins with the direction of a tile in the middle of the board, from 0 to 9, A and B, in
//! twelfths of a turn. Tiles are in the order in which they are met: across the sides of the first, then of the second,
//! and so on.

use super::motion::{Motion, Vector};
use super::substitution::{Corner, Join, Kind, Substitution};
use crate::board::tiling::no_tiling::NoTiling;
use crate::board::tiling::polygons::Polygon;
use crate::board::tiling::surd;
use std::collections::BTreeMap;

/// The corners of a spectre, from the top of its head when its direction is 0.
const OUTLINE: [Vector; 14] = [
    Vector([0, 0, 0, 0]),
    Vector([1, 0, 0, 0]),
    Vector([2, 0, -1, 0]),
    Vector([2, 1, -1, 0]),
    Vector([2, 2, -1, -1]),
    Vector([2, 2, -2, -1]),
    Vector([3, 2, -3, -1]),
    Vector([3, 1, -3, -1]),
    Vector([3, 1, -3, -2]),
    Vector([2, 1, -3, -2]),
    Vector([1, 1, -2, -2]),
    Vector([0, 1, -1, -2]),
    Vector([0, 1, 0, -2]),
    Vector([0, 0, 0, -1]),
];

/// The corners of a supertile at which parts are joined.
const CORNERS: &[Corner] =
    &[Corner(OUTLINE[3], (0, 2)), Corner(OUTLINE[1], (1, 1)), Corner(OUTLINE[13], (6, 2)), Corner(OUTLINE[9], (4, 1))];

/// How the parts of a supertile lie side by side, before it is mirrored.
const JOINS: &[Join] = &[
    Join(0, 8, 0, (0, 0)),
    Join(1, 6, 3, (0, 1)),
    Join(2, 4, 3, (0, 3)),
    Join(3, 6, 2, (1, 0)),
    Join(4, 0, 0, (2, 0)),
    Join(5, 2, 1, (4, 3)),
    Join(6, 4, 3, (3, 1)),
    Join(7, 2, 3, (6, 1)),
];

const fn kind(letter: char, parts: &'static str) -> Kind {
    Kind { letter, tiles: &[Motion::NONE], parts, joins: JOINS, corners: CORNERS }
}

/// The hexagons of the paper, by their Latin letters: Gamma, which has two tiles and seven parts, Delta, Theta, Lambda, Xi, Pi,
/// Sigma, Phi and Psi, which differ in the kinds of their parts only.
const SPECTRES: Substitution = Substitution {
    kinds: &[
        Kind {
            tiles: &[Motion::NONE, Motion::new(1, Vector([-1, -2, -1, 1]))],
            joins: JOINS.split_at(7).0,
            ..kind('G', "FXGSPDJ")
        },
        kind('D', "FPGSXDFX"),
        kind('J', "FPGSYDFP"),
        kind('L', "FPGSYDFX"),
        kind('X', "FYGSYDFP"),
        kind('P', "FYGSYDFX"),
        kind('S', "LPGSXDFX"),
        kind('F', "FPGSYDFY"),
        kind('Y', "FYGSYDFY"),
    ],
    is_mirrored: true,
    reach: 5.0,
};

/// The length of a row or a column, in units of which the diagonal of a square on a side has four.
const BLOCK: i64 = 7;

/// Returns the spectres of a patch, before it is trimmed.
pub(in crate::board::tiling) fn polygons(size: (usize, usize), patch: &str) -> Result<Vec<Polygon>, NoTiling> {
    let (direction, numbers, letter) = address(patch).ok_or(NoTiling::Patch)?;
    let start = Motion::new(direction, start(direction));
    let frame = Frame::new(size);
    let place = |at: &Motion| start.after(&at.inverse());
    let tiles = SPECTRES
        .tiles((&numbers, letter), place, |point, radius| frame.is_near(point, radius))
        .ok_or(NoTiling::Patch)?;
    let outlines: Vec<[Vector; 14]> = tiles.iter().map(|tile| OUTLINE.map(|corner| tile.of(corner))).collect();
    let mut by_side: BTreeMap<[Vector; 2], usize> = BTreeMap::new();
    for (index, outline) in outlines.iter().enumerate() {
        by_side.extend(sides(outline).map(|side| (side, index)));
    }
    let mut fits: Vec<bool> = outlines.iter().map(|outline| outline.iter().all(|&corner| frame.has(corner))).collect();
    // A tile that has been met does not fit any more.
    let mut meet = |index: usize| std::mem::replace(&mut fits[index], false);
    let first = tiles.iter().position(|tile| *tile == start).ok_or(NoTiling::Patch)?;
    let mut met: Vec<usize> = Some(first).filter(|&first| meet(first)).into_iter().collect();
    let mut next = 0;
    while let Some(&index) = met.get(next) {
        next += 1;
        for [from, to] in sides(&outlines[index]) {
            let beside = *by_side.get(&[to, from]).ok_or(NoTiling::Short)?;
            if meet(beside) {
                met.push(beside);
            }
        }
    }
    Ok(met.into_iter().map(|index| outlines[index].map(drawn).to_vec()).collect())
}

/// Parses a patch: the direction, the numbers and the letter.
fn address(patch: &str) -> Option<(i64, Vec<usize>, char)> {
    let mut characters = patch.chars();
    let direction = characters.next().filter(|digit| !digit.is_ascii_lowercase())?.to_digit(12)?;
    let letter = characters.next_back()?;
    let numbers = characters.map(|digit| Some(digit.to_digit(10)? as usize)).collect::<Option<_>>()?;
    Some((direction.into(), numbers, letter))
}

/// Returns where the first corner of the first tile lies, so that the middle of the board is inside the tile.
fn start(direction: i64) -> Vector {
    let corner = Vector::toward(direction, 1) + Vector::toward(direction - 3, 1);
    // Times the root of 3, to the other side.
    corner.turned(5) + corner.turned(7)
}

/// Returns the sides of a tile in order.
fn sides(outline: &[Vector; 14]) -> impl Iterator<Item = [Vector; 2]> + '_ {
    (0..outline.len()).map(|index| [outline[index], outline[(index + 1) % outline.len()]])
}

/// Twice the distances of a corner to the right and up as it is drawn, each as ones and roots of 3: tiles are turned by 45
/// degrees, and are larger by the root of 2.
fn lengths(corner: Vector) -> [(i64, i64); 2] {
    (corner + corner.turned(-3)).doubled()
}

/// Returns where a corner is drawn, downwards, in a fifteenth of a unit: 26 to 15 is near the square root of 3.
fn drawn(corner: Vector) -> (i64, i64) {
    let [right, up] = lengths(corner).map(|(ones, roots)| 15 * ones + 26 * roots);
    (right, -up)
}

/// The rectangle of a board around the middle, in units of [`lengths`].
struct Frame {
    right: [i64; 2],
    up: [i64; 2],
}

impl Frame {
    fn new((rows, columns): (usize, usize)) -> Frame {
        let [height, width] = [rows, columns].map(|blocks| BLOCK * blocks as i64);
        Frame { right: [-(width / 2), width - width / 2], up: [height / 2 - height, height / 2] }
    }

    /// Whether a corner is inside or at the rim.
    fn has(&self, corner: Vector) -> bool {
        let [right, up] = lengths(corner);
        let is_within = |(ones, roots): (i64, i64), [least, most]: [i64; 2]| {
            !surd::is_negative((ones - least, roots), 3) && !surd::is_negative((most - ones, -roots), 3)
        };
        is_within(right, self.right) && is_within(up, self.up)
    }

    /// Whether a point is at most a radius away, in sides of a tile.
    fn is_near(&self, point: Vector, radius: f64) -> bool {
        let away = radius * 8_f64.sqrt();
        let is_within =
            |value: f64, [least, most]: [i64; 2]| (least as f64 - away..=most as f64 + away).contains(&value);
        let [right, up] = lengths(point).map(|(ones, roots)| ones as f64 + roots as f64 * 3_f64.sqrt());
        is_within(right, self.right) && is_within(up, self.up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tiling::monotile::tests::lie_side_by_side;
    use crate::board::tiling::named;

    /// Counts by `grid.c` of the collection, of 2025, for patches of its generator.
    #[test]
    fn patches_have_as_many_spectres_as_in_the_collection() {
        for (size, patch, spectres) in [
            ((6, 6), "201746600Y", 10),
            ((7, 8), "4017404Y", 22),
            ((10, 10), "2036662S", 54),
            ((20, 20), "807123F", 253),
            ((5, 12), "A0034403S", 27),
            ((3, 3), "001775S", 2),
        ] {
            let rows = named::polygons("spectres", size, patch).expect("it is a patch");
            assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), spectres, "{patch}");
        }
    }

    /// First corners by `grid.c`, in eighths of a unit from the upper left corner of the board.
    #[test]
    fn one_of_several_largest_parts_stays() {
        let rows = named::polygons("spectres", (4, 7), "8016463575F").expect("it is a patch");
        let middle = (7 * BLOCK / 2, 4 * BLOCK / 2);
        let expected = [(240, 140), (192, 167), (192, 36), (116, 167), (51, 130)];
        assert_eq!(rows.concat().len(), expected.len());
        for (polygon, (x, y)) in rows.concat().iter().zip(expected) {
            let (right, down) = (8 * polygon[0].0 / 15 + 8 * middle.0, 8 * polygon[0].1 / 15 + 8 * middle.1);
            assert!((right - x).abs() <= 1 && (down - y).abs() <= 1, "{right}, {down} for {x}, {y}");
        }
    }

    #[test]
    fn parts_of_all_kinds_lie_side_by_side() {
        let patches =
            ["202453G", "805175D", "B07526J", "100312L", "603416X", "600305P", "100452S", "B00423F", "000452Y"];
        for patch in patches {
            lie_side_by_side(&polygons((12, 12), patch).expect("it is a patch"), patch);
        }
    }

    #[test]
    fn other_patches_are_refused() {
        for patch in ["", "0", "0G", "00", "C00G", "b00G", "02G", "01D", "007G", "0A12P", "0012H", "0012Pé"] {
            assert_eq!(named::polygons("spectres", (6, 6), patch), Err(NoTiling::Patch), "{patch}");
        }
        assert_eq!(named::polygons("spectres", (6, 6), "00G"), Err(NoTiling::Short));
    }
}
