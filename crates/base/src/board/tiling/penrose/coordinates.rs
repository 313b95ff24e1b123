//! Patches of Penrose's tilings by coordinates: a half tile, the larger half of which it is a part, and so on.
//!
//! Half kites are A and B, half darts U and V; halves of thin rhombs are C and D, of thick ones X and Y. Sides are numbered
//! counterclockwise from the base. From a half, the table leads across a side to the next half of the same larger one, or out
//! of the larger one, where the next larger one says what follows. Source of the letters: `penrose.c` of Simon Tatham's
//! collection.

use super::tiles::{Tiles, UNIT};
use super::vector::Vector;
use crate::board::tiling::no_tiling::NoTiling;
use crate::board::tiling::polygons::Polygon;
use crate::board::tiling::surd;
use std::collections::BTreeMap;

/// By a half and one of its parts: what is across each side of the part. `B1` is side 1 of the part B, `2<` the left end of
/// side 2 of the half itself, `2>` its right end and `0=` a whole side.
const ACROSS: &[(char, char, [&str; 3])] = &[
    ('A', 'A', ["2<", "0=", "B1"]),
    ('A', 'B', ["U1", "A2", "1>"]),
    ('A', 'U', ["2>", "B0", "1<"]),
    ('B', 'A', ["V2", "2<", "B1"]),
    ('B', 'B', ["1>", "A2", "0="]),
    ('B', 'V', ["1<", "2>", "A0"]),
    ('U', 'B', ["U1", "2=", "0>"]),
    ('U', 'U', ["1=", "B0", "0<"]),
    ('V', 'A', ["V2", "0<", "1="]),
    ('V', 'V', ["2=", "0>", "A0"]),
    ('C', 'C', ["1>", "Y1", "0="]),
    ('C', 'Y', ["2=", "C1", "1<"]),
    ('D', 'D', ["2<", "0=", "X2"]),
    ('D', 'X', ["1=", "2>", "D2"]),
    ('X', 'C', ["2>", "Y1", "X1"]),
    ('X', 'X', ["1=", "C2", "0<"]),
    ('X', 'Y', ["0>", "C1", "2<"]),
    ('Y', 'D', ["1<", "Y2", "X2"]),
    ('Y', 'X', ["0<", "1>", "D2"]),
    ('Y', 'Y', ["2=", "0>", "D1"]),
];

/// A half tile in the plane.
struct Half {
    corners: [Vector; 3],
    /// Its letter, that of the half of which it is a part, and so on.
    letters: Vec<char>,
    /// Whether its tile is found.
    is_found: bool,
}

/// Returns the tiles of a patch, before it is trimmed.
pub(super) fn polygons(tiles: Tiles, (rows, columns): (usize, usize), patch: &str) -> Result<Vec<Polygon>, NoTiling> {
    let mut characters = patch.chars();
    let mut digit = |radix: u32| characters.next().and_then(|digit| digit.to_digit(radix)).ok_or(NoTiling::Patch);
    let (turn, corner) = (digit(10)?, digit(3)?);
    let letters: Vec<char> = characters.collect();
    let own = if tiles == Tiles::Kites { "ABUV" } else { "CDXY" };
    let is_part = |pair: &[char]| ACROSS.iter().any(|&(half, part, _)| half == pair[1] && part == pair[0]);
    if letters.is_empty() || !letters.iter().all(|&letter| own.contains(letter)) || !letters.windows(2).all(is_part) {
        return Err(NoTiling::Patch);
    }
    let units = if tiles == Tiles::Kites { (37, 44) } else { (30, 35) };
    let frame = Frame::new(rows as i64 * UNIT / units.0, columns as i64 * UNIT / units.1);
    let tiles = grown(Half::first(letters, turn, corner as usize), &frame)?;
    let point = |corner: Vector| {
        let (x, y) = (across(corner), up(corner));
        let length = |(whole, roots): (i64, i64), unit: i64| {
            whole * unit + ((roots * unit) as f64 * 5_f64.sqrt()).round() as i64
        };
        // The tiles have vertical sides and no level ones.
        (length(y, units.1), length(x, units.0))
    };
    Ok(tiles.into_iter().map(|tile| tile.map(point).to_vec()).collect())
}

/// Returns the tiles around a half that are within the frame, in the order in which they are met.
fn grown(first: Half, frame: &Frame) -> Result<Vec<[Vector; 4]>, NoTiling> {
    let known_letters = first.letters.clone();
    let mut known: BTreeMap<[Vector; 2], usize> = BTreeMap::new();
    let mut found = Vec::new();
    let mut halves = Vec::new();
    if first.corners.iter().all(|&corner| frame.has(corner)) {
        known.insert(first.key(), 0);
        halves.push(first);
    }
    let mut next = 0;
    while next < halves.len() {
        for side in 0..3 {
            let beside = halves[next].beside(side, &known_letters)?;
            if !beside.corners.iter().all(|&corner| frame.has(corner)) {
                continue;
            }
            let Some(&other) = known.get(&beside.key()) else {
                known.insert(beside.key(), halves.len());
                halves.push(beside);
                continue;
            };
            if side == halves[next].inner_side() && !halves[next].is_found && !halves[other].is_found {
                let [a, b] = halves[next].outer_corners();
                let [c, d] = halves[other].outer_corners();
                found.push([a, b, c, d]);
                (halves[next].is_found, halves[other].is_found) = (true, true);
            }
        }
        next += 1;
    }
    Ok(found)
}

impl Half {
    /// Returns the first half of a patch: its base is turned by tenths of a turn, and a corner is at the origin.
    fn first(letters: Vec<char>, turn: u32, corner: usize) -> Half {
        let one = Vector([1, 0, 0, 0]);
        let base = match letters[0] {
            'U' | 'V' => one,
            'X' | 'Y' => one.grown(),
            _ => one.shrunk(),
        };
        let mut half = Half::placed(letters, Vector([0; 4]), base.turned(i64::from(turn)), 0);
        let origin = half.corners[corner];
        half.corners = half.corners.map(|corner| corner - origin);
        half
    }

    /// Returns a half by the start and the way of one of its sides.
    fn placed(letters: Vec<char>, start: Vector, way: Vector, side: usize) -> Half {
        let is_acute = "ABCD".contains(letters[0]);
        let (mut at, mut way) = (start, way);
        let mut corners = [start; 3];
        for side in (side..side + 3).map(|side| side % 3) {
            corners[side] = at;
            at = at + way;
            way = match (side, is_acute) {
                (0, true) => way.grown().turned(3),
                (1, true) => way.turned(4),
                (_, true) => way.shrunk().turned(3),
                (0, false) => way.shrunk().turned(4),
                (1, false) => way.turned(2),
                (_, false) => way.grown().turned(4),
            };
        }
        Half { corners, letters, is_found: false }
    }

    /// The first two corners, which determine a half.
    fn key(&self) -> [Vector; 2] {
        [self.corners[0], self.corners[1]]
    }

    /// The side to the other half of its tile.
    fn inner_side(&self) -> usize {
        match self.letters[0] {
            'A' | 'U' => 2,
            'B' | 'V' => 1,
            _ => 0,
        }
    }

    /// The corners after the side to the other half.
    fn outer_corners(&self) -> [Vector; 2] {
        [1, 2].map(|further| self.corners[(self.inner_side() + further) % 3])
    }

    /// Returns the half across a side. Letters beyond those of a half are those of the first one.
    fn beside(&self, side: usize, first: &[char]) -> Result<Half, NoTiling> {
        let mut letters = self.letters.clone();
        let entry = step(&mut letters, 0, side, first)?;
        let [from, to] = [self.corners[(side + 1) % 3], self.corners[side]];
        Ok(Half::placed(letters, from, to - from, entry))
    }
}

/// Goes across a side of the half at a level; returns the side by which the next half is entered.
fn step(letters: &mut Vec<char>, level: usize, side: usize, first: &[char]) -> Result<usize, NoTiling> {
    while letters.len() < level + 2 {
        letters.push(*first.get(letters.len()).ok_or(NoTiling::Patch)?);
    }
    let parts = |half: char| ACROSS.iter().filter(move |(own, ..)| *own == half);
    let own = parts(letters[level + 1]).find(|(_, part, _)| *part == letters[level]).ok_or(NoTiling::Patch)?;
    let across = own.2[side].as_bytes();
    let digit = |digit: u8| usize::from(digit - b'0');
    if across[0].is_ascii_alphabetic() {
        letters[level] = char::from(across[0]);
        return Ok(digit(across[1]));
    }
    let entry = step(letters, level + 1, digit(across[0]), first)?;
    // From the other side, left is right.
    let end = match across[1] {
        b'<' => '>',
        b'>' => '<',
        _ => '=',
    };
    let wanted = format!("{entry}{end}");
    let into = |(_, part, sides): &(char, char, [&str; 3])| {
        sides.iter().position(|across| *across == wanted).map(|side| (*part, side))
    };
    let (part, side) = parts(letters[level + 1]).find_map(into).ok_or(NoTiling::Patch)?;
    letters[level] = part;
    Ok(side)
}

/// A rectangle around the origin, in the units of [`across`] and [`up`].
struct Frame {
    across: (i64, i64),
    up: (i64, i64),
}

impl Frame {
    fn new(across: i64, up: i64) -> Frame {
        Frame { across: (-(across / 2), across - across / 2), up: (up / 2 - up, up / 2) }
    }

    fn has(&self, corner: Vector) -> bool {
        let within = |value: (i64, i64), (least, most): (i64, i64)| {
            !surd::is_negative((value.0 - least, value.1), 5) && !surd::is_negative((most - value.0, -value.1), 5)
        };
        within(across(corner), self.across) && within(up(corner), self.up)
    }
}

/// How far a point is to the right, as ones and roots of 5, in quarters of a side.
fn across(Vector([a, b, c, d]): Vector) -> (i64, i64) {
    (4 * a + b - c + d, b + c - d)
}

/// How far a point is up, in units of half the sine of 36 degrees.
fn up(Vector([_, b, c, d]): Vector) -> (i64, i64) {
    (2 * b + c + d, c + d)
}
