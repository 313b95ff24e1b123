//! Patches of tilings without a period: the polygons that a generator found, trimmed to a board without loose ends.
//!
//! A corner is *inner* if each side at it has a polygon on both sides. The largest set of inner corners that sides join is
//! kept, with all polygons that have one of them. Of several largest ones, it is the one with the first root: corners are
//! numbered as they are met, and the larger set keeps its root when sets are joined. Source of the rules: `grid.c` and `dsf.c`
//! of Simon Tatham's collection.

use super::polygons::{Corner, Polygon};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The polygons in a row of the pictures.
const IN_A_ROW: usize = 10;

/// Returns the polygons that stay, in rows. All run in the same direction.
pub(super) fn trimmed(polygons: Vec<Polygon>) -> Vec<Vec<Polygon>> {
    let mut numbers: BTreeMap<Corner, usize> = BTreeMap::new();
    for &corner in polygons.iter().flatten() {
        let next = numbers.len();
        numbers.entry(corner).or_insert(next);
    }
    let mut sides: BTreeSet<(usize, usize)> = BTreeSet::new();
    for polygon in &polygons {
        for (index, corner) in polygon.iter().enumerate() {
            sides.insert((numbers[corner], numbers[&polygon[(index + 1) % polygon.len()]]));
        }
    }
    let mut is_inner = vec![true; numbers.len()];
    for &(a, b) in sides.iter().filter(|&&(a, b)| !sides.contains(&(b, a))) {
        (is_inner[a], is_inner[b]) = (false, false);
    }
    let mut parent: Vec<usize> = (0..numbers.len()).collect();
    let mut size = vec![1; numbers.len()];
    for &(a, b) in sides.iter().filter(|&&(a, b)| b < a && is_inner[a] && is_inner[b]) {
        let (one, other) = (root(&parent, a), root(&parent, b));
        if one != other {
            let (whole, part) = if size[one] > size[other] { (one, other) } else { (other, one) };
            parent[part] = whole;
            size[whole] += size[part];
        }
    }
    let roots = (0..numbers.len()).filter(|&corner| is_inner[corner] && parent[corner] == corner);
    let largest = roots.min_by_key(|&corner| Reverse(size[corner]));
    let stays = |polygon: &Polygon| polygon.iter().any(|corner| Some(root(&parent, numbers[corner])) == largest);
    let polygons: Vec<Polygon> = polygons.into_iter().filter(stays).collect();
    polygons.chunks(IN_A_ROW).map(<[Polygon]>::to_vec).collect()
}

fn root(parent: &[usize], mut corner: usize) -> usize {
    while parent[corner] != corner {
        corner = parent[corner];
    }
    corner
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of two rows of squares from a row of corners on. Its inner corners are in one line, numbered from 1.
    struct Strip {
        top: i64,
        inner: i64,
    }

    impl Strip {
        /// The two squares in a column. Those of column `k` have the inner corners `k` and `k + 1`.
        fn column(&self, column: i64) -> [Polygon; 2] {
            [self.top, self.top + 1].map(|y| vec![(column, y), (column + 1, y), (column + 1, y + 1), (column, y + 1)])
        }

        fn columns(&self, columns: std::ops::RangeInclusive<i64>) -> Vec<Polygon> {
            columns.flat_map(|column| self.column(column)).collect()
        }

        fn all(&self) -> Vec<Polygon> {
            self.columns(0..=self.inner)
        }

        /// Checks that the strip is what is left.
        #[track_caller]
        fn assert_stays(&self, polygons: Vec<Polygon>) {
            let left: BTreeSet<Polygon> = trimmed(polygons).concat().into_iter().collect();
            assert_eq!(left, self.all().into_iter().collect());
        }
    }

    #[test]
    fn the_largest_part_stays_wherever_it_is_listed() {
        let (small, large) = (Strip { top: 0, inner: 2 }, Strip { top: 5, inner: 3 });
        large.assert_stays([small.all(), large.all()].concat());
        large.assert_stays([large.all(), small.all()].concat());
    }

    #[test]
    fn of_two_equal_parts_the_one_with_the_first_root_stays() {
        let (one, other) = (Strip { top: 0, inner: 3 }, Strip { top: 5, inner: 3 });
        one.assert_stays([one.all(), other.all()].concat());
        other.assert_stays([other.all(), one.all()].concat());
        // The first inner corner is the root, as the corners are numbered in order.
        one.assert_stays([one.columns(0..=0), other.all(), one.columns(1..=3)].concat());
    }

    /// A part that has the first corner of all, and in the middle of its line the last one, which joins both sides of it. The root
    /// is that of the larger side, and with as many on both sides that of the one that was met later.
    #[test]
    fn the_root_is_that_of_the_larger_set() {
        for (before, after, has_first_root) in [(2, 3, false), (2, 4, false), (4, 2, true), (5, 3, true), (4, 5, false)]
        {
            let inner = before + 1 + after;
            let (one, other) = (Strip { top: 0, inner }, Strip { top: 5, inner });
            let first = one.columns(1..=before - 1);
            let last = [one.columns(before + 2..=inner), one.columns(0..=0), one.columns(before..=before + 1)].concat();
            let stays = if has_first_root { &one } else { &other };
            stays.assert_stays([first, other.all(), last].concat());
        }
    }
}
