//! All tilings with a name: their polygons have the forms that docs/grid.md names, meet without gaps and overlaps, and around each
//! corner lie the polygons that the literature gives (B. Grünbaum, G. C. Shephard, "Tilings and Patterns", chapter 2). Counts on small
//! boards follow from the corners alone.

use super::tilings::Cells;
use boardwright_base::board::tiling::named;
use std::collections::{BTreeMap, BTreeSet};

type Corner = (i64, i64);

/// Degrees by which rounded corners change an angle at most.
const NEAR: f64 = 4.0;

/// The angle of a polygon at one of its corners, in degrees.
fn angle(polygon: &[Corner], at: usize) -> f64 {
    let of = |index: usize| polygon[index % polygon.len()];
    let (before, here, after) = (of(at + polygon.len() - 1), of(at), of(at + 1));
    let towards = |to: Corner| ((to.1 - here.1) as f64).atan2((to.0 - here.0) as f64).to_degrees();
    let turn = (towards(before) - towards(after)).rem_euclid(360.0);
    if area(polygon) > 0 { turn } else { 360.0 - turn }
}

/// Twice the area, positive in one of the directions.
fn area(polygon: &[Corner]) -> i64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

/// The polygons around a corner: by number of corners, the least of all ways to write them in order, as 3.3.4.3.4.
fn configuration(around: &[(usize, f64)]) -> String {
    let mut sorted = around.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    let sizes: Vec<usize> = sorted.iter().map(|(size, _)| *size).collect();
    let turned = (0..sizes.len()).flat_map(|first| {
        let mut one = sizes.clone();
        one.rotate_left(first);
        let mut other = one.clone();
        other.reverse();
        [one, other]
    });
    let least = turned.min().unwrap_or_default();
    least.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}

/// What is around the corners inside, by tiling; `None` where angles say it.
const CONFIGURATIONS: [(&str, &[&str]); 11] = [
    ("snub-square", &["3.3.4.3.4"]),
    ("cairo", &["5.5.5", "5.5.5.5"]),
    ("great-hexagonal", &["3.4.6.4"]),
    ("octagonal", &["4.8.8"]),
    ("kites", &["4.4.4", "4.4.4.4", "4.4.4.4.4.4"]),
    ("floret", &["5.5.5", "5.5.5.5.5.5"]),
    ("dodecagonal", &["3.12.12"]),
    ("great-dodecagonal", &["4.6.12"]),
    ("great-great-dodecagonal", &["3.4.6.4", "4.6.12"]),
    ("compass-dodecagonal", &["3.12.12", "3.4.3.12"]),
    ("kagome", &["3.6.3.6"]),
];

/// The angles of the tilings without a period, in degrees.
const ANGLES: [(&str, &[f64]); 4] = [
    ("penrose-kites", &[36.0, 72.0, 144.0, 216.0]),
    ("penrose-rhombs", &[36.0, 72.0, 108.0, 144.0]),
    ("hats", &[90.0, 120.0, 180.0, 240.0, 270.0]),
    ("spectres", &[90.0, 120.0, 180.0, 240.0, 270.0]),
];

/// Around each corner, by polygon its number of corners and the direction of its middle, with the sum of the angles.
fn corners(polygons: &[Vec<Corner>]) -> BTreeMap<Corner, (f64, Vec<(usize, f64)>)> {
    let mut found: BTreeMap<Corner, (f64, Vec<(usize, f64)>)> = BTreeMap::new();
    for polygon in polygons {
        let sum = polygon.iter().fold((0, 0), |sum, corner| (sum.0 + corner.0, sum.1 + corner.1));
        let middle = [sum.0, sum.1].map(|sum| sum as f64 / polygon.len() as f64);
        for (at, corner) in polygon.iter().enumerate() {
            let entry = found.entry(*corner).or_default();
            entry.0 += angle(polygon, at);
            entry.1.push((polygon.len(), (middle[1] - corner.1 as f64).atan2(middle[0] - corner.0 as f64)));
        }
    }
    found
}

#[test]
fn polygons_meet_as_the_literature_says() {
    let mut names: BTreeSet<&str> = CONFIGURATIONS.iter().map(|(name, _)| *name).collect();
    names.extend(ANGLES.iter().map(|(name, _)| *name));
    assert_eq!(names, named::all().map(|tiling| tiling.name).collect(), "each tiling is read here");
    for tiling in named::all() {
        for size in [(5, 4), (6, 6), (8, 7)] {
            let what = format!("{} {size:?}", tiling.name);
            let rows =
                named::polygons(tiling.name, size, tiling.example).unwrap_or_else(|_| panic!("{what} is a board"));
            let polygons: Vec<Vec<Corner>> = rows.into_iter().flatten().collect();
            let mut sides: BTreeMap<[Corner; 2], usize> = BTreeMap::new();
            for polygon in &polygons {
                for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
                    *sides.entry([*a.min(b), *a.max(b)]).or_default() += 1;
                }
            }
            assert!(sides.values().all(|&number| number <= 2), "{what}: a side has three polygons");
            if let Some((_, angles)) = ANGLES.iter().find(|(name, _)| *name == tiling.name) {
                for polygon in &polygons {
                    for at in 0..polygon.len() {
                        let found = angle(polygon, at);
                        assert!(angles.iter().any(|angle| (angle - found).abs() < NEAR), "{what}: {found} degrees");
                    }
                }
            }
            let mut inside = BTreeSet::new();
            for (corner, (sum, around)) in corners(&polygons) {
                assert!(sum < 360.0 + NEAR, "{what}: polygons overlap at {corner:?}");
                if sum > 360.0 - NEAR {
                    inside.insert(configuration(&around));
                }
            }
            match CONFIGURATIONS.iter().find(|(name, _)| *name == tiling.name) {
                Some((_, expected)) => {
                    let expected: BTreeSet<String> = expected.iter().map(ToString::to_string).collect();
                    assert!(!inside.is_empty() && inside.is_subset(&expected), "{what}: {inside:?}");
                    assert!(size != (8, 7) || inside == expected, "{what}: only {inside:?}");
                }
                None => assert!(size != (8, 7) || !inside.is_empty(), "{what}: no corner is inside"),
            }
        }
    }
}

#[test]
fn counts_on_tilings_follow_from_their_corners() {
    let mut read = BTreeMap::new();
    for tiling in named::all() {
        for size in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (3, 2), (3, 3), (4, 3), (4, 4)] {
            let Ok(rows) = named::polygons(tiling.name, size, tiling.example) else { continue };
            let polygons: Vec<Vec<[i64; 2]>> =
                rows.into_iter().flatten().map(|polygon| polygon.into_iter().map(|(x, y)| [x, y]).collect()).collect();
            if (2..=12).contains(&polygons.len()) {
                let patch = if tiling.has_patch { format!("patch = \"{}\"\n", tiling.example) } else { String::new() };
                let (rows, columns) = size;
                let keys = format!(
                    "shape = \"polygons\"\ntiling = \"{}\"\nrows = {rows}\ncolumns = {columns}\n{patch}",
                    tiling.name
                );
                Cells(polygons).agree(&keys, 0);
                *read.entry(tiling.name).or_insert(0) += 1;
            }
        }
    }
    println!("{read:?}");
    assert!(read.len() == 15, "{read:?}");
}
