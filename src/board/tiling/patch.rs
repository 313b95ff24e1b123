//! Patches of tilings without a period: the polygons that a generator found, trimmed to a board without loose ends.
//!
//! A corner is *inner* if each side at it has a polygon on both sides. The largest set of inner corners that sides join is
//! kept, with all polygons that have one of them. Source of the rule: `grid.c` of Simon Tatham's collection.

use super::polygons::{Corner, Polygon};
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
    let mut near = vec![Vec::new(); numbers.len()];
    for &(a, b) in sides.iter().filter(|&&(a, b)| is_inner[a] && is_inner[b]) {
        near[a].push(b);
    }
    let mut largest: Vec<usize> = Vec::new();
    let mut known = vec![false; numbers.len()];
    for start in (0..numbers.len()).filter(|&corner| is_inner[corner]) {
        if std::mem::replace(&mut known[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&corner) = part.get(next) {
            next += 1;
            for &other in &near[corner] {
                if !std::mem::replace(&mut known[other], true) {
                    part.push(other);
                }
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    let kept: BTreeSet<usize> = largest.into_iter().collect();
    let stays = |polygon: &Polygon| polygon.iter().any(|corner| kept.contains(&numbers[corner]));
    let polygons: Vec<Polygon> = polygons.into_iter().filter(stays).collect();
    polygons.chunks(IN_A_ROW).map(<[Polygon]>::to_vec).collect()
}
