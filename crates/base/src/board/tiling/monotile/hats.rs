//! Hats: each covers eight kites, of which six around a point form a hexagon.
//!
//! A patch such as `6,2,0,2,2,1,1,4,H` begins with the number of a kite in its hat, which is the first kite of the board.
//! Hats are in the order of their first kites: row by row, forth along the lower line of a row and back along its upper line.
//! *Up* is the direction of the lattice here; the board is drawn downwards, so that the first kite is at the upper left.

use super::motion::{Motion, Vector};
use super::substitution::{Corner, Join, Kind, Substitution};
use crate::board::tiling::no_tiling::NoTiling;
use crate::board::tiling::polygons::Polygon;
use std::collections::BTreeMap;

/// Half the side of the triangle that three kites form.
const HALF: i64 = 3;

/// The corners of a hat, from the wide end of its first kite. Its straight side of two lengths has a corner in the middle.
const OUTLINE: [Vector; 14] = [
    Vector::lattice(0, 0),
    Vector::lattice(3, 0),
    Vector::lattice(2, 2),
    Vector::lattice(0, 3),
    Vector::lattice(0, 6),
    Vector::lattice(-3, 9),
    Vector::lattice(-4, 8),
    Vector::lattice(-6, 9),
    Vector::lattice(-6, 6),
    Vector::lattice(-9, 6),
    Vector::lattice(-8, 4),
    Vector::lattice(-6, 3),
    Vector::lattice(-4, 2),
    Vector::lattice(-3, 3),
];

/// The kites of a hat in the order of their numbers: the point around which six lie, and the direction from there.
const KITES: [(Vector, i64); 8] = [
    (Vector::lattice(0, 0), 1),
    (Vector::lattice(0, 0), 3),
    (Vector::lattice(0, 6), 7),
    (Vector::lattice(0, 6), 5),
    (Vector::lattice(-6, 6), 1),
    (Vector::lattice(-6, 6), 11),
    (Vector::lattice(-6, 6), 9),
    (Vector::lattice(-6, 6), 7),
];

/// A hat in its supertile.
const fn hat(turn: i64, right: i64, upper_right: i64) -> Motion {
    Motion::new(turn, Vector::lattice(right, upper_right))
}

/// A corner of a supertile.
const fn corner(right: i64, upper_right: i64, of: (usize, usize)) -> Corner {
    Corner(Vector::lattice(right, upper_right), of)
}

/// The metatiles of the paper: hexagons with one hat mirrored, triangles, parallelograms and pentagons. Of their corners, those
/// are listed at which parts are joined: every second one of hexagons, the obtuse ones of parallelograms, all but the sharp one
/// of pentagons. Sides of triangles are shorter than the sides of hexagons beside them; their corner is where such a side ends.
const HATS: Substitution = Substitution {
    kinds: &[
        Kind {
            letter: 'H',
            tiles: &[hat(6, 0, 6), hat(2, 12, 6), hat(6, -6, 18), Motion { is_mirrored: true, ..hat(0, 0, 12) }],
            parts: "HHHTPPPFFFFFF",
            joins: &[
                Join(0, 0, 0, (0, 0)),
                Join(2, 8, 0, (0, 1)),
                Join(4, 0, 0, (0, 0)),
                Join(1, 0, 2, (4, 0)),
                Join(3, 6, 0, (2, 1)),
                Join(5, 8, 0, (0, 1)),
                Join(6, 10, 1, (1, 1)),
                Join(7, 4, 3, (4, 1)),
                Join(8, 8, 2, (0, 2)),
                Join(9, 0, 2, (1, 0)),
                Join(10, 8, 0, (1, 0)),
                Join(11, 0, 0, (2, 2)),
                Join(12, 4, 2, (2, 2)),
            ],
            corners: &[corner(0, 0, (9, 1)), corner(12, 6, (11, 1)), corner(-6, 18, (7, 1))],
        },
        Kind {
            letter: 'T',
            tiles: &[hat(10, -2, 4)],
            parts: "HPPPFFF",
            joins: &[
                Join(0, 4, 0, (0, 0)),
                Join(1, 0, 0, (0, 2)),
                Join(2, 2, 1, (0, 1)),
                Join(3, 4, 0, (0, 0)),
                Join(4, 6, 3, (0, 1)),
                Join(5, 10, 3, (0, 2)),
                Join(6, 2, 3, (0, 0)),
            ],
            corners: &[corner(-8, 16, (4, 1))],
        },
        Kind {
            letter: 'P',
            tiles: &[hat(10, -2, 4), hat(8, -8, 16)],
            parts: "HHPPPFFFFFF",
            joins: &[
                Join(0, 2, 0, (0, 0)),
                Join(4, 2, 0, (0, 0)),
                Join(1, 4, 1, (4, 1)),
                Join(2, 0, 0, (1, 2)),
                Join(3, 0, 1, (0, 1)),
                Join(5, 10, 2, (0, 2)),
                Join(6, 6, 0, (0, 2)),
                Join(7, 10, 3, (1, 2)),
                Join(8, 4, 3, (0, 1)),
                Join(9, 0, 3, (0, 0)),
                Join(10, 4, 2, (1, 0)),
            ],
            corners: &[corner(4, 4, (9, 1)), corner(-8, 16, (5, 1))],
        },
        Kind {
            letter: 'F',
            tiles: &[hat(10, 0, 0), hat(8, -6, 12)],
            parts: "HHPPFFFFFFF",
            joins: &[
                Join(0, 2, 0, (0, 0)),
                Join(3, 2, 0, (0, 0)),
                Join(1, 4, 1, (3, 1)),
                Join(2, 0, 1, (0, 1)),
                Join(4, 10, 2, (0, 2)),
                Join(5, 6, 0, (0, 2)),
                Join(6, 0, 2, (1, 2)),
                Join(7, 8, 0, (1, 2)),
                Join(8, 4, 3, (0, 1)),
                Join(9, 0, 3, (0, 0)),
                Join(10, 4, 2, (1, 0)),
            ],
            corners: &[corner(0, 0, (6, 1)), corner(4, -2, (7, 3)), corner(6, 0, (9, 1)), corner(-6, 12, (4, 1))],
        },
    ],
    is_mirrored: false,
    reach: 8.0,
};

/// Returns the hats of a patch, before it is trimmed. A column is as wide as a triangle of three kites, and a row as high.
pub(in crate::board::tiling) fn polygons(size: (usize, usize), patch: &str) -> Result<Vec<Polygon>, NoTiling> {
    let (numbers, letter) = address(patch).ok_or(NoTiling::Patch)?;
    // A kite, a hat and a metatile, at least.
    let [kite, hat @ ..] = numbers.as_slice() else { return Err(NoTiling::Patch) };
    let &(point, direction) = KITES.get(*kite).filter(|_| hat.len() > 1).ok_or(NoTiling::Patch)?;
    let kites: BTreeMap<(Vector, i64), usize> = kites(size).into_iter().zip(0..).collect();
    // The kite comes to lie at the origin, to the upper right.
    let place = |at: &Motion| {
        let turn = 1 - at.direction(direction);
        Motion::new(turn.rem_euclid(12), Vector::ZERO - at.of(point).turned(turn))
    };
    let most = (2.0 * HALF as f64 * size.1 as f64, 3_f64.sqrt() * HALF as f64 * size.0 as f64);
    let is_near = |point: Vector, radius: f64| {
        let is_within = |value: f64, most: f64| (-radius..=most + radius).contains(&value);
        let (right, up) = point.point();
        is_within(right, most.0) && is_within(up, most.1)
    };
    let mut covered = 0;
    let mut found = BTreeMap::new();
    for tile in HATS.tiles((hat, letter), place, is_near).ok_or(NoTiling::Patch)? {
        let own = KITES.map(|(point, direction)| kites.get(&(tile.of(point), tile.direction(direction))));
        covered += own.iter().flatten().count();
        let corners = OUTLINE.map(|corner| tile.of(corner));
        if let (Some(&first), true) = (own[0], corners.iter().all(|&corner| fits(corner, size))) {
            let mut polygon: Polygon = corners.iter().map(|&corner| drawn(corner)).collect();
            if tile.is_mirrored {
                polygon.reverse();
            }
            found.insert(first, polygon);
        }
    }
    if covered < kites.len() { Err(NoTiling::Short) } else { Ok(found.into_values().collect()) }
}

/// Parses the numbers and the letter of a patch.
fn address(patch: &str) -> Option<(Vec<usize>, char)> {
    let (numbers, letter) = patch.rsplit_once(',')?;
    let number = |text: &str| text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    Some((numbers.split(',').map(number).collect::<Option<_>>()?, letter.parse().ok()?))
}

/// Returns the kites of a board in the order in which they are visited: for each, the point around which six lie, and the
/// direction from there.
fn kites(size: (usize, usize)) -> Vec<(Vector, i64)> {
    // Kites of a point in a line between rows. Lines are alternately half a triangle further to the right.
    let around = |line: i64, directions: [i64; 3]| {
        let point = move |index: i64| Vector::lattice(HALF * (2 * index + line % 2 - line), 2 * HALF * line);
        let all = (0..=size.1 as i64).flat_map(move |index| directions.map(|direction| (point(index), direction)));
        let is_inside = |&(point, direction): &(Vector, i64)| {
            [direction - 1, direction + 1].iter().all(|&side| fits(point + Vector::toward(side, HALF), size))
        };
        all.filter(is_inside).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for row in 0..size.0 as i64 {
        found.extend(around(row, [5, 3, 1]));
        let mut back = around(row + 1, [7, 9, 11]);
        back.reverse();
        // The last kite of such a row is no neighbour of the last one below, so that the one before comes first.
        if row % 2 == 0 && back.len() > 1 {
            back.swap(0, 1);
        }
        found.extend(back);
    }
    found
}

/// Whether a corner is on the board or at its rim.
fn fits(corner: Vector, (rows, columns): (usize, usize)) -> bool {
    let (right, up) = lengths(corner);
    (0..=4 * HALF * columns as i64).contains(&right) && (0..=2 * HALF * rows as i64).contains(&up)
}

/// Returns where a corner is drawn, downwards, in a fifteenth of half a unit: 26 to 15 is near the square root of 3.
fn drawn(corner: Vector) -> (i64, i64) {
    let (right, up) = lengths(corner);
    (15 * right, 26 * up)
}

/// Twice the distances of a point of the lattice to the right, and up in roots of 3.
fn lengths(point: Vector) -> (i64, i64) {
    let [(right, _), (_, up)] = point.doubled();
    (right, up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tiling::monotile::tests::lie_side_by_side;
    use crate::board::tiling::named;

    /// Counts by `grid.c` of the collection, of 2025, for patches of its generator; the last one has been made longer by hand.
    #[test]
    fn patches_have_as_many_hats_as_in_the_collection() {
        for (size, patch, hats) in [
            ((6, 6), "7,1,1,12,H", 18),
            ((7, 8), "1,2,1,5,4,H", 31),
            ((10, 10), "1,0,4,0,3,F", 56),
            ((20, 20), "2,0,3,0,0,5,H", 263),
            ((3, 12), "3,3,1,3,8,8,H", 3),
            ((6, 6), "6,0,0,0,3,8,2,H", 18),
        ] {
            let rows = named::polygons("hats", size, patch).expect("it is a patch");
            assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), hats, "{patch}");
        }
    }

    #[test]
    fn parts_of_all_kinds_lie_side_by_side() {
        for patch in ["0,0,0,0,1,6,0,H", "0,0,0,0,0,0,T", "0,0,5,3,2,4,1,P", "0,0,7,9,10,7,1,F"] {
            lie_side_by_side(&polygons((9, 9), patch).expect("it is a patch"), patch);
        }
    }

    #[test]
    fn other_patches_are_refused() {
        let wrong =
            ["", "H", "0,H", "0,0,H", "8,0,0,0,H", "0,4,0,0,H", "0,0,13,0,H", "0,0,0,0,X", "0,0,0,0,", "0,+0,0,0,H"];
        for patch in wrong {
            assert_eq!(named::polygons("hats", (6, 6), patch), Err(NoTiling::Patch), "{patch}");
        }
        assert_eq!(named::polygons("hats", (6, 6), "0,0,0,0,H"), Err(NoTiling::Short));
    }

    #[test]
    fn kites_of_a_board_are_visited_forth_and_back() {
        let own = |right: i64, line: i64, direction: i64| (Vector::lattice(right, 6 * line), direction);
        let first = [own(0, 0, 1), own(6, 0, 5), own(0, 1, 9), own(0, 1, 11), own(0, 1, 7)];
        let second = [own(0, 1, 5), own(0, 1, 3), own(0, 1, 1), own(0, 2, 7), own(-6, 2, 11)];
        assert_eq!(kites((2, 1)), [first, second].concat());
    }
}
