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
