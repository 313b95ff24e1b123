//! Neighbours, corners and loops on other shapes than squares, from corners with coordinates that are constructed here: random
//! boards of hexagons, triangles and polygons, and tilings with a name as regular polygons.

use crate::support::plane::{Board, Point};
use boardwright::REGISTRY;
use boardwright_base::budget::Budget;
use boardwright_base::random::Random;
use boardwright_base::source::Source;
use boardwright_tasks::task::{Ask, Options, Request, Setup, ignore, run};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

type Corner = [i64; 2];

/// A corner in thousandths, so that equal corners are equal.
fn key(point: &Point) -> Corner {
    [0, 1].map(|axis| (point[axis] * 1000.0).round() as i64)
}

/// By cell: its corners in order.
pub(super) struct Cells(pub(super) Vec<Vec<Corner>>);

impl Cells {
    fn new(bodies: &[Vec<Point>]) -> Cells {
        Cells(bodies.iter().map(|body| body.iter().map(key).collect()).collect())
    }

    fn sides(&self, cell: usize) -> BTreeSet<[Corner; 2]> {
        let corners = &self.0[cell];
        let side = |index: usize| {
            let (a, b) = (corners[index], corners[(index + 1) % corners.len()]);
            [a.min(b), a.max(b)]
        };
        (0..corners.len()).map(side).collect()
    }

    fn pairs(&self, are_near: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let all = (0..self.0.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        all.filter(|&(a, b)| are_near(a, b)).collect()
    }

    /// Pairs of cells that share a side.
    fn neighbours(&self) -> Vec<(usize, usize)> {
        self.pairs(|a, b| !self.sides(a).is_disjoint(&self.sides(b)))
    }

    /// Pairs of cells that share a corner.
    fn touching(&self) -> Vec<(usize, usize)> {
        self.pairs(|a, b| self.0[a].iter().any(|corner| self.0[b].contains(corner)))
    }

    /// The number of sets of cells of which no two are a pair.
    fn independent(&self, pairs: &[(usize, usize)]) -> usize {
        let has = |set: u32, cell: usize| set >> cell & 1 == 1;
        (0..1u32 << self.0.len()).filter(|&set| pairs.iter().all(|&(a, b)| !(has(set, a) && has(set, b)))).count()
    }

    /// The number of closed ways along sides that pass no corner twice.
    fn loops(&self) -> usize {
        let mut at: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
        for [a, b] in (0..self.0.len()).flat_map(|cell| self.sides(cell)).collect::<BTreeSet<_>>() {
            at.entry(a).or_default().push(b);
            at.entry(b).or_default().push(a);
        }
        // From the least corner of a loop, in both directions.
        at.keys().map(|&start| closed(&at, start, &mut vec![start])).sum::<usize>() / 2
    }

    /// Compares counts on a board with these keys of `[grid]`.
    pub(super) fn agree(&self, keys: &str, seed: u64) {
        let independent = |set: &str| {
            format!("{keys}values = [\".\", \"#\"]\n[[rule]]\neach = \"{set}\"\nat-most = {{ \"#\" = 1 }}\n")
        };
        let what = format!("seed {seed}\n{keys}");
        assert_eq!(count(&independent("pair")), self.independent(&self.neighbours()).into(), "pair: {what}");
        if !keys.contains("hexagons") {
            assert_eq!(count(&independent("pair king")), self.independent(&self.touching()).into(), "king: {what}");
        }
        let loops = format!("{keys}lines = \"borders\"\n[[rule]]\nloop = true\n");
        assert_eq!(count(&loops), self.loops().into(), "loops: {what}");
    }
}

/// The number of ways back to the first corner, the least of them, that go on from this way.
fn closed(at: &BTreeMap<Corner, Vec<Corner>>, start: Corner, way: &mut Vec<Corner>) -> usize {
    let mut found = 0;
    for &next in &at[&way[way.len() - 1]] {
        if next == start && way.len() > 2 {
            found += 1;
        } else if next > start && !way.contains(&next) {
            way.push(next);
            found += closed(at, start, way);
            way.pop();
        }
    }
    found
}

fn count(model: &str) -> BigUint {
    let source = Source::new("tiling.toml", format!("puzzle = \"grid\"\n[grid]\n{model}"));
    let loaded =
        REGISTRY.load(&source, &Budget::none()).unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, false)));
    let setup = Setup::resolve(&loaded, &Options::default(), &Budget::none()).expect("a solver takes it");
    let report = run(&Request::new(&loaded, &setup, Ask::Count), &Budget::none(), &mut ignore).expect("it is counted");
    report.count.expect("there is no limit")
}

fn regular(centre: (f64, f64), radius: f64, first: f64, corners: usize) -> Vec<Point> {
    let corner = |index: usize| {
        let angle = first + 2.0 * PI * index as f64 / corners as f64;
        [centre.0 + radius * angle.sin(), centre.1 + radius * angle.cos(), 0.0]
    };
    (0..corners).map(corner).collect()
}

/// Octagons of side 1 in rows and columns, and a square between every four.
fn octagonal(rows: usize, columns: usize) -> Vec<Vec<Point>> {
    let distance = 1.0 + 2f64.sqrt();
    let radius = 0.5 / (PI / 8.0).sin();
    let mut all = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let (down, right) = (row as f64 * distance, column as f64 * distance);
            all.push(regular((down, right), radius, PI / 8.0, 8));
            if row > 0 && column > 0 {
                all.push(regular((down - distance / 2.0, right - distance / 2.0), 0.5f64.sqrt(), 0.0, 4));
            }
        }
    }
    all
}

/// Six kites around each of these points: from the centre over the middles of two sides of a hexagon to the corner between.
fn kites(rows: usize, columns: usize) -> Vec<Vec<Point>> {
    let mut all = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let centre = (row as f64 * 0.75f64.sqrt(), column as f64 + if row % 2 == 1 { 0.5 } else { 0.0 });
            let middles = regular(centre, 0.5, 0.0, 6);
            let corners = regular(centre, 1.0 / 3f64.sqrt(), PI / 6.0, 6);
            let point = [centre.0, centre.1, 0.0];
            all.extend((0..6).map(|index| vec![point, middles[index], corners[index], middles[(index + 1) % 6]]));
        }
    }
    all
}

#[test]
fn boards_of_random_cells() {
    for seed in 0..90 {
        let mut random = Random(seed);
        let board = match seed % 3 {
            0 => Board::hexagons(&mut random, 9),
            1 => Board::triangles(&mut random, 9),
            _ => Board::polygons(&mut random, 9),
        };
        Cells::new(&board.bodies).agree(&board.keys(), seed);
    }
}

#[test]
fn tilings_with_a_name() {
    type Tiling = fn(usize, usize) -> Vec<Vec<Point>>;
    let tilings: [(&str, Tiling); 2] = [("octagonal", octagonal), ("kites", kites)];
    for (name, polygons) in tilings {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2)] {
            let cells = Cells::new(&polygons(rows, columns));
            if cells.0.len() <= 12 {
                let keys = format!("shape = \"polygons\"\ntiling = \"{name}\"\nrows = {rows}\ncolumns = {columns}\n");
                cells.agree(&keys, 0);
            }
        }
    }
}
