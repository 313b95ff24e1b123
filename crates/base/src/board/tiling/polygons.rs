//! Boards of polygons of the plane: cells that share a side are neighbours.
//!
//! Corners are points with whole coordinates, so that two polygons share a corner exactly when their points are equal.
//! [`Polygons::checked`] is for polygons that people write: it reports what is no board. [`super::named`] has the tilings
//! with a name.

use super::Outline;
use super::centre::centre;
use crate::board::Cell;
use std::collections::BTreeMap;

/// A corner: to the right and down.
pub type Corner = (i64, i64);

/// The corners of a polygon, in either direction.
pub type Polygon = Vec<Corner>;

/// The largest coordinate of a corner, also below zero.
pub const FARTHEST: i64 = 1_000_000;

/// The units of a side of mean length, at least: a centre need not be a multiple of the given units.
const FINE: f64 = 60.0;

/// The mean length of a side, in millionths of the width of a square.
const SIDE: f64 = 1_300_000.0;

/// Polygons in rows, as pictures list them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Polygons {
    /// The number of places in each row; the array is filled with walls after the last.
    pub lengths: Vec<usize>,
    /// The most places in a row.
    pub width: usize,
    /// By place: its outline, clockwise; without corners after the end of a row.
    pub(super) outlines: Vec<Outline>,
    /// By place: the places across its sides, sorted.
    pub(super) neighbours: Vec<Vec<Cell>>,
    /// By place: the other places that share a corner, sorted.
    pub(super) touching: Vec<Vec<Cell>>,
    /// The length of a unit, in millionths of the width of a square.
    pub(super) unit: u32,
}

/// What is wrong with a polygon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It has fewer than three corners.
    FewCorners(usize),
    /// A coordinate is too large.
    TooFar(Corner),
    /// Its sides meet elsewhere than at their common corners.
    Crossed,
    /// It overlaps an earlier polygon.
    Overlaps(Cell),
    /// A corner lies on a side of another polygon, which does not have this corner.
    OnSide {
        /// The corner.
        corner: Corner,
        /// The polygon with the side.
        of: Cell,
    },
}

impl Polygons {
    /// Returns the board of these rows of polygons, of which none overlap.
    pub fn new(rows: &[Vec<Polygon>]) -> Polygons {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let corners = || rows.iter().flatten().flatten();
        let left = corners().map(|corner| corner.0).min().unwrap_or(0);
        let top = corners().map(|corner| corner.1).min().unwrap_or(0);
        let lengths = rows.iter().flatten().flat_map(|polygon| sides(polygon)).map(|[a, b]| length(a, b));
        let (sum, count) = lengths.fold((0.0, 0.0), |(sum, count), length| (sum + length, count + 1.0));
        let mean = if count > 0.0 { sum / count } else { FINE };
        let factor = (FINE / mean).ceil().max(1.0) as i64;
        let point = |&(x, y): &Corner| ((factor * (y - top)) as usize, (factor * (x - left)) as usize);
        let mut outlines = vec![Outline::default(); rows.len() * width];
        for (row, polygons) in rows.iter().enumerate() {
            for (column, polygon) in polygons.iter().enumerate() {
                let corners: Vec<(usize, usize)> = clockwise(polygon).iter().map(point).collect();
                outlines[row * width + column] = Outline { centre: centre(&corners), corners };
            }
        }
        let unit = (SIDE / (mean * factor as f64)).round().max(1.0) as u32;
        let lengths = rows.iter().map(Vec::len).collect();
        let mut board = Polygons { lengths, width, outlines, unit, ..Polygons::default() };
        (board.neighbours, board.touching) = board.beside();
        board
    }

    /// Returns the board of these rows of polygons.
    ///
    /// # Errors
    /// The first polygon with a fault.
    pub fn checked(rows: &[Vec<Polygon>]) -> Result<Polygons, (Cell, Fault)> {
        let mut known: Vec<(Cell, Polygon)> = Vec::new();
        for (row, polygons) in rows.iter().enumerate() {
            for (column, polygon) in polygons.iter().enumerate() {
                let at = Cell::new(row, column);
                let faulty = |fault: Fault| (at, fault);
                alone(polygon).map_err(faulty)?;
                let polygon = clockwise(polygon);
                known.iter().try_for_each(|(other, its)| beside(its, *other, &polygon, at))?;
                known.push((at, polygon));
            }
        }
        Ok(Polygons::new(rows))
    }

    /// Returns the outline of a place.
    pub(super) fn outline(&self, at: Cell) -> &Outline {
        &self.outlines[at.row * self.width + at.column]
    }

    /// Returns the places by a side, each with the number of the side: at most two, for the two directions.
    pub(super) fn by_side(&self) -> BTreeMap<[(usize, usize); 2], (Cell, usize)> {
        let mut found = BTreeMap::new();
        for (index, outline) in self.outlines.iter().enumerate() {
            let at = Cell::new(index / self.width, index % self.width);
            for (side, &from) in outline.corners.iter().enumerate() {
                let to = outline.corners[(side + 1) % outline.corners.len()];
                found.insert([from, to], (at, side));
            }
        }
        found
    }

    /// Returns, by place, the places that share a side, and those that share a corner only.
    fn beside(&self) -> (Vec<Vec<Cell>>, Vec<Vec<Cell>>) {
        let by_side = self.by_side();
        let mut by_corner: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
        for (&[from, _], &(at, _)) in &by_side {
            by_corner.entry(from).or_default().push(at);
        }
        let index = |at: Cell| at.row * self.width + at.column;
        let mut neighbours = vec![Vec::new(); self.outlines.len()];
        for (&[from, to], &(at, _)) in &by_side {
            neighbours[index(at)].extend(by_side.get(&[to, from]).map(|&(other, _)| other));
        }
        let mut touching = vec![Vec::new(); self.outlines.len()];
        for cells in by_corner.values() {
            for &at in cells {
                let near = &neighbours[index(at)];
                touching[index(at)].extend(cells.iter().filter(|&&other| other != at && !near.contains(&other)));
            }
        }
        for cells in neighbours.iter_mut().chain(&mut touching) {
            cells.sort_unstable();
            cells.dedup();
        }
        (neighbours, touching)
    }
}

fn length(a: Corner, b: Corner) -> f64 {
    ((a.0 - b.0) as f64).hypot((a.1 - b.1) as f64)
}

fn sides(polygon: &[Corner]) -> impl Iterator<Item = [Corner; 2]> + '_ {
    (0..polygon.len()).map(|index| [polygon[index], polygon[(index + 1) % polygon.len()]])
}

/// Twice the area to the right of the way from `a` over `b` to `c`: positive for a turn to the right.
fn turn(a: Corner, b: Corner, c: Corner) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Returns the corners in clockwise order.
fn clockwise(polygon: &[Corner]) -> Polygon {
    let area: i64 = sides(polygon).map(|[a, b]| turn(polygon[0], a, b)).sum();
    if area < 0 { polygon.iter().rev().copied().collect() } else { polygon.to_vec() }
}

/// Checks a polygon by itself.
fn alone(polygon: &[Corner]) -> Result<(), Fault> {
    if polygon.len() < 3 {
        return Err(Fault::FewCorners(polygon.len()));
    }
    if let Some(&far) = polygon.iter().find(|corner| corner.0.abs().max(corner.1.abs()) > FARTHEST) {
        return Err(Fault::TooFar(far));
    }
    let all: Vec<[Corner; 2]> = sides(polygon).collect();
    for (index, &[a, b]) in all.iter().enumerate() {
        let next = all[(index + 1) % all.len()][1];
        let folds_back = turn(a, b, next) == 0 && is_between(a, b, next);
        let meets = |other: usize| all[other].iter().any(|&end| is_on(end, [a, b])) || cross([a, b], all[other]);
        let others = (0..all.len()).filter(|&other| other != index && other != (index + 1) % all.len());
        if a == b || folds_back || others.filter(|&other| (other + 1) % all.len() != index).any(meets) {
            return Err(Fault::Crossed);
        }
    }
    Ok(())
}

/// Whether the way from `a` to `b` and on to `c`, all in a line, turns back.
fn is_between(a: Corner, b: Corner, c: Corner) -> bool {
    (b.0 - a.0) * (c.0 - b.0) + (b.1 - a.1) * (c.1 - b.1) < 0
}

/// Whether a point lies on a side, its ends included.
fn is_on(point: Corner, [a, b]: [Corner; 2]) -> bool {
    let within = |value: i64, one: i64, other: i64| (one.min(other)..=one.max(other)).contains(&value);
    turn(a, b, point) == 0 && within(point.0, a.0, b.0) && within(point.1, a.1, b.1)
}

/// Whether two sides cross at inner points.
fn cross([a, b]: [Corner; 2], [c, d]: [Corner; 2]) -> bool {
    turn(a, b, c).signum() * turn(a, b, d).signum() < 0 && turn(c, d, a).signum() * turn(c, d, b).signum() < 0
}

/// Checks whether two polygons, both clockwise, lie side by side.
fn beside(one: &[Corner], its: Cell, other: &[Corner], at: Cell) -> Result<(), (Cell, Fault)> {
    let bound = |polygon: &[Corner], of: fn(&Corner) -> i64| {
        let values = || polygon.iter().map(of);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    };
    for of in [|corner: &Corner| corner.0, |corner: &Corner| corner.1] {
        let ((low, high), (least, most)) = (bound(one, of), bound(other, of));
        if high < least || most < low {
            return Ok(());
        }
    }
    let on_side = |polygon: &[Corner], of: &[Corner]| {
        let is_inside_a_side = |&&corner: &&Corner| !of.contains(&corner) && sides(of).any(|side| is_on(corner, side));
        polygon.iter().find(is_inside_a_side).copied()
    };
    if let Some(corner) = on_side(other, one) {
        return Err((at, Fault::OnSide { corner, of: its }));
    }
    if let Some(corner) = on_side(one, other) {
        return Err((its, Fault::OnSide { corner, of: at }));
    }
    let overlap = sides(one).any(|side| sides(other).any(|its| side == its || cross(side, its)))
        || has_inside(one, other)
        || has_inside(other, one);
    if overlap { Err((at, Fault::Overlaps(its))) } else { Ok(()) }
}

/// Whether the centre of a polygon lies inside another.
fn has_inside(polygon: &[Corner], other: &[Corner]) -> bool {
    // Finer units, for a centre that is not on a side.
    let left = polygon.iter().chain(other).map(|corner| corner.0).min().unwrap_or(0);
    let top = polygon.iter().chain(other).map(|corner| corner.1).min().unwrap_or(0);
    let fine = |&(x, y): &Corner| (8 * (y - top) as usize, 8 * (x - left) as usize);
    let inner = centre(&other.iter().map(fine).collect::<Vec<_>>());
    let outer: Vec<(usize, usize)> = polygon.iter().map(fine).collect();
    super::centre::depth(&outer, (inner.0 as f64, inner.1 as f64)) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Corner; 4] = [(0, 0), (2, 0), (2, 2), (0, 2)];

    fn fault(polygons: &[&[Corner]]) -> Option<(usize, Fault)> {
        let rows = [polygons.iter().map(|polygon| polygon.to_vec()).collect()];
        Polygons::checked(&rows).err().map(|(at, fault)| (at.column, fault))
    }

    #[test]
    fn polygons_lie_side_by_side() {
        assert_eq!(fault(&[&SQUARE, &[(2, 0), (4, 1), (2, 2)], &[(2, 2), (4, 1), (4, 4)]]), None);
        assert_eq!(fault(&[&SQUARE, &[(2, 2), (2, 0), (4, 1)]]), None, "in the other direction");
        assert_eq!(fault(&[&[(0, 0), (1, 1)]]), Some((0, Fault::FewCorners(2))));
        assert_eq!(fault(&[&[(0, 0), (1, 1), (2, 2)]]), Some((0, Fault::Crossed)), "no area");
        assert_eq!(fault(&[&[(0, 0), (2, 2), (2, 0), (0, 2)]]), Some((0, Fault::Crossed)));
        assert_eq!(fault(&[&[(0, 0), (2, 0), (2, 2), (2, 0)]]), Some((0, Fault::Crossed)), "there and back");
        assert_eq!(fault(&[&[(0, 0), (2, 0), (0, 1_000_001)]]), Some((0, Fault::TooFar((0, 1_000_001)))));
        let overlaps = Some((1, Fault::Overlaps(Cell::new(0, 0))));
        assert_eq!(fault(&[&SQUARE, &[(1, -1), (3, -1), (3, 1), (1, 1)]]), overlaps);
        assert_eq!(fault(&[&SQUARE, &SQUARE]), overlaps);
        assert_eq!(fault(&[&[(0, 0), (9, 0), (9, 9), (0, 9)], &[(3, 3), (5, 3), (4, 5)]]), overlaps, "inside");
        assert_eq!(fault(&[&[(3, 3), (5, 3), (4, 5)], &[(0, 0), (9, 0), (9, 9), (0, 9)]]), overlaps, "around it");
        let on_side = Fault::OnSide { corner: (2, 1), of: Cell::new(0, 0) };
        assert_eq!(fault(&[&SQUARE, &[(2, 1), (3, 1), (3, 3)]]), Some((1, on_side.clone())));
        let of_second = Fault::OnSide { corner: (2, 1), of: Cell::new(0, 1) };
        assert_eq!(fault(&[&[(2, 1), (3, 1), (3, 3)], &SQUARE]), Some((0, of_second)));
    }

    #[test]
    fn neighbours_share_a_side() {
        // A square, a triangle at its right side and one at its lower right corner.
        let rows = [vec![SQUARE.to_vec(), vec![(2, 0), (4, 1), (2, 2)]], vec![vec![(2, 2), (3, 4), (1, 4)]]];
        let board = Polygons::new(&rows);
        let (a, b, c) = (Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0));
        assert_eq!(board.neighbours, [vec![b], vec![a], vec![], vec![]]);
        assert_eq!(board.touching, [vec![c], vec![c], vec![a, b], vec![]]);
    }
}
