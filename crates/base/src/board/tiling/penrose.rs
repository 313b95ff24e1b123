//! Penrose's tilings: kites and darts, and rhombs. Both are halves of tiles that divide into smaller ones.
//!
//! A patch is written in one of two ways. `G792,1254,252` is a rectangle around a point of a large half tile in a position,
//! divided as often as needed. `01VVVBAAAB` is the neighbourhood of a corner of a small half tile, whose larger halves it
//! names ([`coordinates`]). Source of the orders of tiles and of the lengths: `penrose-legacy.c`, `penrose.c` and
//! `grid.c` of Simon Tatham's collection.

mod coordinates;
mod tiles;
mod vector;

pub(super) use self::tiles::Tiles;
use self::tiles::UNIT;
use self::vector::Vector;
use super::no_tiling::NoTiling;
use super::polygons::Polygon;

/// Returns the tiles of a patch, before it is trimmed.
pub(super) fn polygons(tiles: Tiles, size: (usize, usize), patch: &str) -> Result<Vec<Polygon>, NoTiling> {
    match patch.strip_prefix('G') {
        Some(place) => divided(tiles, size, place),
        None => coordinates::polygons(tiles, size, patch),
    }
}

/// A half tile that divides: its apex and one of its long sides, and on which side of that it lies.
#[derive(Clone, Copy)]
struct Half {
    is_large: bool,
    apex: Vector,
    side: Vector,
    /// Whether it lies to the right, as the half that stands for the tile.
    is_right: bool,
}

/// A rectangle: the least and the largest coordinates.
struct Frame {
    least: (i64, i64),
    most: (i64, i64),
}

fn divided(tiles: Tiles, (rows, columns): (usize, usize), place: &str) -> Result<Vec<Polygon>, NoTiling> {
    let numbers: Option<Vec<i64>> = place.split(',').map(|part| part.parse().ok()).collect();
    let Some(&[right, down, degrees]) = numbers.as_deref() else { return Err(NoTiling::Patch) };
    if !(0..360).contains(&degrees) || degrees % 36 != 0 {
        return Err(NoTiling::Patch);
    }
    let diagonal = ((rows * rows + columns * columns) as f64).sqrt();
    let length = if tiles == Tiles::Kites { UNIT * 3 / 2 } else { UNIT * 5 / 4 };
    // A circle of which any rectangle is a patch, and a triangle around it.
    let radius = length as f64 * 3.11 * diagonal;
    let (mut size, mut depth) = (length as f64, 0);
    while size * 0.22426 < radius {
        size *= vector::PHI;
        depth += 1;
    }
    if ((right as f64).hypot(down as f64)) > (radius - diagonal).trunc() {
        return Err(NoTiling::Beyond);
    }
    let turn = -degrees / 36;
    let size = size as i64;
    let apex = Vector([0, -size, -size, 0]).shrunk().shrunk().turned(turn);
    let first =
        Half { is_large: tiles == Tiles::Kites, apex, side: Vector([0, size, 0, 0]).turned(turn), is_right: true };
    let half = |blocks: usize| blocks as i64 * UNIT / 2;
    let frame =
        Frame { least: (right - half(columns), down - half(rows)), most: (right + half(columns), down + half(rows)) };
    let mut found = Vec::new();
    divide(tiles, first, depth, &frame, &mut found);
    Ok(found)
}

/// Divides a half so many times, and adds the tiles within the frame.
fn divide(tiles: Tiles, half: Half, depth: usize, frame: &Frame, found: &mut Vec<Polygon>) {
    let at = half.apex.point();
    // No side of a half is as long as twice the one that is known.
    let reach = 2.0 * half.side.length() + 1.0;
    let is_near = |value: f64, least: i64, most: i64| value + reach >= least as f64 && value - reach <= most as f64;
    if !is_near(at.0, frame.least.0, frame.most.0) || !is_near(at.1, frame.least.1, frame.most.1) {
        return;
    }
    if depth > 0 {
        halves(tiles, half).into_iter().for_each(|part| divide(tiles, part, depth - 1, frame, found));
        return;
    }
    if !half.is_right {
        return;
    }
    let corners: Polygon = tile(tiles, half).iter().map(|corner| corner.rounded()).collect();
    let fits = |&(x, y): &(i64, i64)| {
        (frame.least.0..=frame.most.0).contains(&x) && (frame.least.1..=frame.most.1).contains(&y)
    };
    if corners.iter().all(fits) {
        found.push(corners);
    }
}

/// Returns the corners of the tile that a half is the right half of.
fn tile(tiles: Tiles, half: Half) -> [Vector; 4] {
    let (apex, side) = (half.apex, half.side);
    match (tiles, half.is_large) {
        (Tiles::Kites, true) => [apex, apex + side.turned(1), apex + side, apex + side.turned(-1)],
        (Tiles::Kites, false) => [apex, apex + side.turned(2), apex + side.shrunk().turned(1), apex + side],
        (Tiles::Rhombs, true) => [apex, apex + side.turned(1), apex + side.grown(), apex + side.turned(-1)],
        (Tiles::Rhombs, false) => [apex, apex + side.turned(1), apex + side + side.turned(1), apex + side],
    }
}

/// Returns the halves into which a half divides.
fn halves(tiles: Tiles, half: Half) -> Vec<Half> {
    let sign = if half.is_right { 1 } else { -1 };
    let part = |is_large: bool, from: Vector, turn: i64, keeps: bool| Half {
        is_large,
        apex: half.apex + from,
        side: half.side.turned(turn).shrunk(),
        is_right: half.is_right == keeps,
    };
    let (none, side) = (Vector([0; 4]), half.side);
    match (tiles, half.is_large) {
        (Tiles::Kites, true) => {
            let other = side.turned(sign);
            vec![part(false, none, 0, true), part(true, other, -3 * sign, true), part(true, other, -3 * sign, false)]
        }
        (Tiles::Kites, false) => vec![part(true, none, sign, false), part(false, side, 4 * sign, true)],
        (Tiles::Rhombs, is_large) => {
            let mut parts = vec![part(true, side, 5, false), part(false, side, 3 * sign, true)];
            if is_large {
                parts.push(part(true, side.grown(), 4 * sign, true));
            }
            parts
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::named;

    /// Counts by `grid.c` of the collection, of 2025: for patches of its generator, and of its older one. In the first kind, letters
    /// name half tiles: A, B, U and V those of kites and darts, C, D, X and Y those of rhombs.
    #[test]
    fn patches_have_as_many_tiles_as_in_the_collection() {
        for (name, size, patch, tiles) in [
            ("penrose-kites", (4, 4), "01VVVBAAAB", 5),
            ("penrose-kites", (5, 5), "60BBBUAVVBA", 8),
            ("penrose-kites", (5, 5), "41UUABUAB", 7),
            ("penrose-rhombs", (5, 5), "01YXXYCXXXX", 7),
            ("penrose-rhombs", (5, 5), "41YXYYXXYXYXXYX", 8),
            ("penrose-rhombs", (4, 4), "01Y", 0),
            ("penrose-kites", (4, 4), "G-262,2290,144", 5),
            ("penrose-rhombs", (4, 4), "G-160,2027,144", 6),
        ] {
            let rows = named::polygons(name, size, patch).expect("it is a patch");
            assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), tiles, "{patch}");
        }
    }

    #[test]
    fn other_patches_are_refused() {
        for patch in ["", "0", "01", "01VC", "01AU", "31A", "0AA", "G1,2", "G1,2,3", "G99999,0,36", "01A", "Gx,1,36"] {
            assert!(named::polygons("penrose-kites", (4, 4), patch).is_err(), "{patch}");
        }
        assert!(named::polygons("penrose-rhombs", (4, 4), "01VVVBAAAB").is_err(), "letters of the other tiling");
    }
}
