//! Supertiles that consist of supertiles: where all tiles near a tile lie.
//!
//! The supertiles of a kind have the same parts at every level, which lie side by side in the same way; their exact form
//! changes from level to level. So a supertile is described by names of points: a part lies where one of its corners is a
//! corner of another part, and the corners of the whole are corners of parts. Parts of supertiles side by side may be the
//! same.

use super::motion::{Motion, Vector};
use std::collections::BTreeSet;

/// A kind of supertiles.
pub(super) struct Kind {
    pub(super) letter: char,
    /// The tiles of a supertile of the lowest level.
    pub(super) tiles: &'static [Motion],
    /// The letters of the parts of a higher one.
    pub(super) parts: &'static str,
    /// Where the parts lie.
    pub(super) joins: &'static [Join],
    pub(super) corners: &'static [Corner],
}

/// Where a part lies: its number and its turn in twelfths, then its corner that is the corner of an earlier part. The first
/// one has a corner at the origin.
pub(super) struct Join(pub(super) usize, pub(super) i64, pub(super) usize, pub(super) (usize, usize));

/// A corner: its place at the lowest level; at a higher one, the part and the corner of that part.
pub(super) struct Corner(pub(super) Vector, pub(super) (usize, usize));

/// The kinds of supertiles of a tiling.
pub(super) struct Substitution {
    pub(super) kinds: &'static [Kind],
    /// Whether a supertile is the mirror image of its parts as they are joined.
    pub(super) is_mirrored: bool,
    /// The distance to the farthest corner of a tile from its origin, rounded up.
    pub(super) reach: f64,
}

/// The form of supertiles of a level, by kind.
struct Level {
    corners: Vec<Vec<Vector>>,
    /// Where the parts lie; at the lowest level, the tiles.
    parts: Vec<Vec<Motion>>,
    /// The distance of the farthest point from the origin, at most.
    reach: Vec<f64>,
}

/// The most levels of an address that are looked at. Supertiles of such a level are larger than any board.
const MAX_LEVELS: usize = 30;

impl Substitution {
    /// Returns the tiles near a tile, once each: those within supertiles that are near. `address` has the number of the tile,
    /// then of the supertiles, and the letter of the largest; none if there is no such tile. `place` says where the tile
    /// comes to lie: the motion of everything, by where the tile is. `is_near` decides for a point and a radius.
    pub(super) fn tiles(
        &self,
        (numbers, letter): (&[usize], char),
        place: impl Fn(&Motion) -> Motion,
        is_near: impl Fn(Vector, f64) -> bool,
    ) -> Option<Vec<Motion>> {
        let (&tile, numbers) = numbers.split_first()?;
        let mut kinds = vec![self.kind(letter)?];
        for &number in numbers.iter().rev() {
            kinds.push(self.kind(self.kinds[*kinds.last()?].parts.chars().nth(number)?)?);
        }
        kinds.reverse();
        self.kinds[kinds[0]].tiles.get(tile)?;
        kinds.truncate(MAX_LEVELS);
        let levels = self.levels(kinds.len());
        let mut at = levels[0].parts[kinds[0]][tile];
        for ((level, &kind), &number) in levels.iter().zip(&kinds).skip(1).zip(numbers) {
            at = level.parts[kind][number].after(&at);
        }
        let parts = self.parts();
        let mut supertiles = BTreeSet::from([(kinds[kinds.len() - 1], place(&at))]);
        for level in levels.iter().skip(1).rev() {
            supertiles.retain(|&(kind, at)| is_near(at.origin, level.reach[kind]));
            let parts = supertiles.iter().flat_map(|&(kind, at)| {
                let places = level.parts[kind].iter().map(move |part| at.after(part));
                parts[kind].iter().zip(places).map(|(&part, place)| (part, place))
            });
            supertiles = parts.collect();
        }
        let tiles = supertiles.iter().flat_map(|(kind, at)| levels[0].parts[*kind].iter().map(|tile| at.after(tile)));
        Some(tiles.filter(|tile| is_near(tile.origin, self.reach)).collect())
    }

    fn kind(&self, letter: char) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.letter == letter)
    }

    /// Returns the kinds of the parts, by kind.
    fn parts(&self) -> Vec<Vec<usize>> {
        self.kinds.iter().map(|kind| kind.parts.chars().filter_map(|letter| self.kind(letter)).collect()).collect()
    }

    /// Returns the lowest levels.
    fn levels(&self, count: usize) -> Vec<Level> {
        let farthest = |parts: &[Motion], reach: &dyn Fn(usize) -> f64| {
            let distance = |(index, part): (usize, &Motion)| part.origin.length() + reach(index);
            parts.iter().enumerate().map(distance).fold(0.0, f64::max)
        };
        let parts: Vec<Vec<Motion>> = self.kinds.iter().map(|kind| kind.tiles.to_vec()).collect();
        let lowest = Level {
            corners: self.kinds.iter().map(|kind| kind.corners.iter().map(|corner| corner.0).collect()).collect(),
            reach: parts.iter().map(|parts| farthest(parts, &|_| self.reach)).collect(),
            parts,
        };
        let mut levels = vec![lowest];
        while levels.len() < count {
            let below = &levels[levels.len() - 1];
            let mut level = Level { corners: Vec::new(), parts: Vec::new(), reach: Vec::new() };
            for (kind, kinds) in self.kinds.iter().zip(self.parts()) {
                let corner = |part: usize, corner: usize| below.corners[kinds[part]][corner];
                let mut parts = vec![Motion::NONE; kinds.len()];
                for &Join(part, turn, own, (other, its)) in kind.joins {
                    let at = if part == other { Vector::ZERO } else { parts[other].of(corner(other, its)) };
                    parts[part] = Motion::new(turn, at - corner(part, own).turned(turn));
                }
                let whole = Motion { is_mirrored: self.is_mirrored, ..Motion::NONE };
                let parts: Vec<Motion> = parts.iter().map(|part| whole.after(part)).collect();
                level.corners.push(
                    kind.corners.iter().map(|&Corner(_, (part, own))| parts[part].of(corner(part, own))).collect(),
                );
                level.reach.push(farthest(&parts, &|part| below.reach[kinds[part]]));
                level.parts.push(parts);
            }
            levels.push(level);
        }
        levels
    }
}
