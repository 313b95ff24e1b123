//! The symmetries of polygons: turns and flips of the drawing that take cells to cells and corners to corners.
//!
//! Where one side of one cell goes determines a symmetry: sides lead from cell to cell, and a separate part goes where the
//! motion of the plane takes it that fits the corners so far best. Distances need not be the same exactly, as tilings have no
//! exact whole coordinates.

use super::fit::Fit;
use super::{Isometry, Polygons};
use crate::board::Cell;
use std::collections::{BTreeMap, BTreeSet};

type Point = (usize, usize);

/// How much distances within a cell may differ, as a part of their length, and in units.
const TOLERANCE: (f64, f64) = (0.02, 4.0);
/// How far the corners of a part may be from where the motion of the other parts takes it: as a part of the distance, and in
/// units, of which a side has 60 or more.
const FAR_TOLERANCE: (f64, f64) = (0.01, 6.0);

/// Where a cell goes: the cell, and the side that its side 0 becomes; mirror images run through the sides backwards.
#[derive(Clone, Copy, PartialEq)]
struct Image {
    cell: usize,
    first: usize,
}

/// The cells of a board, and what lies across their sides.
struct Board {
    places: Vec<Cell>,
    corners: Vec<Vec<Point>>,
    /// By cell and side: the cell across it, and the number of the side there.
    across: Vec<Vec<Option<(usize, usize)>>>,
    /// The mean of all corners, each counted once for every cell; every symmetry keeps it.
    middle: (f64, f64),
}

impl Polygons {
    /// Returns the symmetries of these places, each with the images of the places; the identity first.
    pub(super) fn automorphisms(&self, places: &[Cell]) -> Vec<(Isometry, Vec<Cell>)> {
        let board = Board::new(self, places);
        let Some(base) = board.rarest() else { return Vec::new() };
        let mut found = Vec::new();
        for is_mirror in [false, true] {
            let all = (0..places.len()).flat_map(|cell| (0..board.corners[cell].len()).map(move |first| (cell, first)));
            let mut all: Vec<Image> = all.map(|(cell, first)| Image { cell, first }).collect();
            // The identity is the first.
            all.sort_by_key(|image| (image.cell, image.first) != (base, 0));
            found.extend(all.into_iter().filter_map(|image| board.extended(base, image, is_mirror)));
        }
        found
    }
}

impl Board {
    fn new(polygons: &Polygons, places: &[Cell]) -> Board {
        let number: BTreeMap<Cell, usize> = places.iter().enumerate().map(|(index, &at)| (at, index)).collect();
        let by_side = polygons.by_side();
        let corners: Vec<Vec<Point>> = places.iter().map(|&at| polygons.outline(at).corners.clone()).collect();
        let beyond = |corners: &[Point], side: usize| {
            let &(at, its) = by_side.get(&[corners[(side + 1) % corners.len()], corners[side]])?;
            Some((*number.get(&at)?, its))
        };
        let sides = |corners: &Vec<Point>| (0..corners.len()).map(|side| beyond(corners, side)).collect();
        let across = corners.iter().map(sides).collect();
        let count = corners.iter().map(Vec::len).sum::<usize>().max(1) as f64;
        let mean = |of: fn(&Point) -> usize| corners.iter().flatten().map(of).sum::<usize>() as f64 / count;
        let middle = (mean(|corner| corner.0), mean(|corner| corner.1));
        Board { places: places.to_vec(), across, corners, middle }
    }

    /// Returns a cell of which there are the fewest: by its corners and its neighbours.
    fn rarest(&self) -> Option<usize> {
        let kind = |cell: usize| (self.corners[cell].len(), self.across[cell].iter().flatten().count());
        let mut counts = BTreeMap::new();
        (0..self.places.len()).for_each(|cell| *counts.entry(kind(cell)).or_insert(0) += 1);
        (0..self.places.len()).min_by_key(|&cell| counts[&kind(cell)])
    }

    /// Returns the symmetry that takes a cell there, if there is one.
    fn extended(&self, base: usize, image: Image, is_mirror: bool) -> Option<(Isometry, Vec<Cell>)> {
        let mut images: Vec<Option<Image>> = vec![None; self.places.len()];
        let mut used = vec![false; self.places.len()];
        let mut fit = Fit::new(is_mirror);
        self.follow((base, image), is_mirror, &mut images, &mut used, &mut fit)?;
        if !self.is_near(&fit, self.middle, self.middle) {
            return None;
        }
        for cell in 0..self.places.len() {
            if images[cell].is_none() {
                let image = self.apart(cell, is_mirror, &used, &fit)?;
                self.follow((cell, image), is_mirror, &mut images, &mut used, &mut fit)?;
            }
        }
        self.named(base, &images.into_iter().collect::<Option<Vec<Image>>>()?, is_mirror)
    }

    /// Finds the images of the cells to which sides lead from a cell, in `images`; `None` if they have none.
    fn follow(
        &self,
        first: (usize, Image),
        is_mirror: bool,
        images: &mut [Option<Image>],
        used: &mut [bool],
        fit: &mut Fit,
    ) -> Option<()> {
        let mut open = vec![first];
        while let Some((cell, image)) = open.pop() {
            match images[cell] {
                Some(known) if known == image => continue,
                Some(_) => return None,
                None => {}
            }
            let sides = self.corners[cell].len();
            if sides != self.corners[image.cell].len() || std::mem::replace(&mut used[image.cell], true) {
                return None;
            }
            images[cell] = Some(image);
            self.corner_pairs(cell, image, is_mirror).for_each(|(from, to)| fit.add(from, to));
            for side in 0..sides {
                let its = turned(image.first, side, sides, is_mirror);
                match (self.across[cell][side], self.across[image.cell][its]) {
                    (None, None) => {}
                    (Some((next, entry)), Some((there, into))) => {
                        let sides = self.corners[there].len();
                        let first =
                            if is_mirror { (into + entry) % sides } else { (into + sides - entry % sides) % sides };
                        open.push((next, Image { cell: there, first }));
                    }
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// Returns where the motion takes a cell to which no side leads: the unused cell whose corners are there.
    fn apart(&self, cell: usize, is_mirror: bool, used: &[bool], fit: &Fit) -> Option<Image> {
        let sides = self.corners[cell].len();
        let like = |&there: &usize| !used[there] && self.corners[there].len() == sides;
        let all = (0..self.places.len()).filter(like);
        let mut all = all.flat_map(|cell| (0..sides).map(move |first| Image { cell, first }));
        let real = |at: Point| (at.0 as f64, at.1 as f64);
        all.find(|&image| {
            self.corner_pairs(cell, image, is_mirror).all(|(from, to)| self.is_near(fit, real(from), real(to)))
        })
    }

    /// Whether a motion takes a point near another one.
    fn is_near(&self, fit: &Fit, from: (f64, f64), to: (f64, f64)) -> bool {
        let (image, distance) = (fit.image(from), fit.distance(from));
        (image.0 - to.0).hypot(image.1 - to.1) <= FAR_TOLERANCE.0 * distance + FAR_TOLERANCE.1
    }

    /// Returns the corners of a cell, each with its image.
    fn corner_pairs(&self, cell: usize, image: Image, is_mirror: bool) -> impl Iterator<Item = (Point, Point)> {
        let (from, to) = (&self.corners[cell], &self.corners[image.cell]);
        from.iter().enumerate().map(move |(index, &corner)| {
            // Side k begins at corner k; backwards it ends there.
            let side = turned(image.first, index, from.len(), is_mirror);
            (corner, to[if is_mirror { (side + 1) % from.len() } else { side }])
        })
    }

    /// Returns the symmetry with its name; `None` if a corner would go to two corners, or a cell to one of another form.
    fn named(&self, base: usize, images: &[Image], is_mirror: bool) -> Option<(Isometry, Vec<Cell>)> {
        let mut corners: BTreeMap<Point, Point> = BTreeMap::new();
        for (cell, &image) in images.iter().enumerate() {
            for (corner, to) in self.corner_pairs(cell, image, is_mirror) {
                if *corners.entry(corner).or_insert(to) != to {
                    return None;
                }
            }
        }
        let distance = |a: Point, b: Point| (a.0 as f64 - b.0 as f64).hypot(a.1 as f64 - b.1 as f64);
        let keeps_form = |own: &Vec<Point>| {
            own.iter().enumerate().all(|(index, &a)| {
                own[..index].iter().all(|&b| {
                    let (before, after) = (distance(a, b), distance(corners[&a], corners[&b]));
                    (before - after).abs() <= TOLERANCE.0 * before + TOLERANCE.1
                })
            })
        };
        if !self.corners.iter().all(keeps_form) {
            return None;
        }
        if corners.values().collect::<BTreeSet<_>>().len() != corners.len() {
            return None;
        }
        let way = |a: Point, b: Point| (b.0 as f64 - a.0 as f64).atan2(b.1 as f64 - a.1 as f64).to_degrees();
        let [a, b] = [self.corners[base][0], self.corners[base][1]];
        let (from, to) = (way(a, b), way(corners[&a], corners[&b]));
        let degrees = |angle: f64, whole: i64| (angle.round() as i64).rem_euclid(whole);
        let name = match is_mirror {
            false => format!("turned by {} degrees", degrees(to - from, 360)),
            true => format!("flipped over a line at {} degrees", degrees(-(from + to) / 2.0, 180)),
        };
        let places = images.iter().map(|image| self.places[image.cell]).collect();
        Some((Isometry::of_corners(name, is_mirror, corners), places))
    }
}

/// Returns the side that a side becomes.
fn turned(first: usize, side: usize, sides: usize, is_mirror: bool) -> usize {
    if is_mirror { (first + sides - side) % sides } else { (first + side) % sides }
}

#[cfg(test)]
mod tests {
    use super::super::named;
    use super::*;

    fn symmetries(name: &str, rows: usize, columns: usize) -> Vec<String> {
        let board = Polygons::new(&named::polygons(name, (rows, columns), "").expect("a period"));
        let lengths = board.lengths.iter().enumerate();
        let places: Vec<Cell> =
            lengths.flat_map(|(row, &length)| (0..length).map(move |column| Cell::new(row, column))).collect();
        let found = board.automorphisms(&places);
        for (isometry, images) in &found {
            for (at, image) in places.iter().zip(images) {
                let mut corners: Vec<_> = board.outline(*at).corners.iter().map(|&p| isometry.point(p)).collect();
                let mut expected: Vec<_> = board.outline(*image).corners.iter().copied().map(Some).collect();
                corners.sort_unstable();
                expected.sort_unstable();
                assert_eq!(corners, expected, "{}: {at} to {image}", isometry.name);
            }
        }
        found.into_iter().map(|(isometry, _)| isometry.name).collect()
    }

    #[test]
    fn tilings_have_the_symmetries_of_their_boards() {
        let square = symmetries("octagonal", 3, 3);
        assert_eq!((square.len(), square[0].as_str()), (8, "turned by 0 degrees"));
        assert_eq!(symmetries("octagonal", 2, 3).len(), 4);
        // Six kites are a hexagon.
        assert_eq!(symmetries("kites", 1, 1).len(), 12);
        let flower = symmetries("floret", 1, 1);
        let turns = [0, 60, 120, 180, 240, 300].map(|angle| format!("turned by {angle} degrees"));
        assert_eq!(flower.len(), 12, "a petal has a flip");
        assert!(turns.iter().all(|turn| flower.contains(turn)), "{flower:?}");
        // Two flowers lean to one side: half a turn is left.
        assert_eq!(symmetries("floret", 1, 2), ["turned by 0 degrees", "turned by 180 degrees"]);
        assert_eq!(symmetries("kagome", 1, 2).len(), 4);
    }

    #[test]
    fn separate_parts_go_where_the_motion_of_the_plane_takes_them() {
        let square = |x: i64, y: i64| vec![(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)];
        let count = |squares: &[(i64, i64)]| {
            let board = Polygons::new(&[squares.iter().map(|&(x, y)| square(x, y)).collect()]);
            let places: Vec<Cell> = (0..squares.len()).map(|column| Cell::new(0, column)).collect();
            board.automorphisms(&places).len()
        };
        assert_eq!(count(&[(0, 0), (4, 0)]), 4);
        assert_eq!(count(&[(0, 0), (4, 4)]), 4, "over both diagonals");
        assert_eq!(count(&[(0, 0), (4, 1)]), 2, "a half turn");
        assert_eq!(count(&[(0, 0), (2, 0), (6, 0), (8, 0)]), 4);
        assert_eq!(count(&[(0, 0), (2, 0), (6, 0)]), 2, "the flip top to bottom");
        assert_eq!(count(&[(0, 0), (6, 0), (0, 6), (6, 6)]), 8);
        assert_eq!(count(&[(0, 0), (6, 0), (0, 6), (7, 6)]), 1);
    }

    #[test]
    fn cells_keep_their_form() {
        // A square beside a triangle: exchanging the triangle's sides is no flip if they have different lengths.
        let with = |apex: (i64, i64)| {
            let square = vec![(0, 0), (60, 0), (60, 60), (0, 60)];
            let board = Polygons::new(&[vec![square, vec![(60, 0), apex, (60, 60)]]]);
            board.automorphisms(&[Cell::new(0, 0), Cell::new(0, 1)]).len()
        };
        assert_eq!([with((120, 30)), with((120, 50))], [2, 1]);
    }
}
