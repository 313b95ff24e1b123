//! Random small boards of all shapes, as models draw them and as points with coordinates: sides, neighbours and isometries are
//! computed from the corners alone.

use boardwright_base::random::Random;
use std::collections::{BTreeMap, BTreeSet};

pub type Point = [f64; 3];

/// A side of a cell: its ends in thousandths, the smaller one first.
pub type Side = [[i64; 3]; 2];

/// A row of a picture.
struct Row {
    indent: usize,
    places: Vec<Option<usize>>,
}

/// An isometry: where it takes cells, sides of cells and, on squares, the sides of a tile (top, right, bottom, left).
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    pub cells: Vec<usize>,
    pub sides: Vec<usize>,
    pub tile: [usize; 4],
}

/// A board of squares, hexagons, triangles, cubes, polygons or vertices.
pub struct Board {
    pub shape: &'static str,
    /// Further keys of `[grid]`.
    keys: String,
    rows: Vec<Row>,
    /// The rows of a level, for cubes.
    level: usize,
    /// By cell: its corners in order; of a cube or a vertex the centre.
    pub bodies: Vec<Vec<Point>>,
    /// The size of a torus.
    torus: Option<(usize, usize)>,
    edges: Vec<(usize, usize)>,
    pub sides: Vec<Side>,
}

fn key(point: &Point) -> [i64; 3] {
    point.map(|part| (part * 1000.0).round() as i64)
}

fn key_of(body: &[Point]) -> BTreeSet<[i64; 3]> {
    body.iter().map(key).collect()
}

fn side(a: &Point, b: &Point) -> Side {
    let (a, b) = (key(a), key(b));
    [a.min(b), a.max(b)]
}

fn sides_of(body: &[Point]) -> Vec<Side> {
    (0..body.len()).map(|index| side(&body[index], &body[(index + 1) % body.len()])).collect()
}

impl Board {
    fn new(shape: &'static str) -> Board {
        Board {
            shape,
            keys: String::new(),
            rows: Vec::new(),
            level: usize::MAX,
            bodies: Vec::new(),
            torus: None,
            edges: Vec::new(),
            sides: Vec::new(),
        }
    }

    fn finished(mut self) -> Board {
        if !matches!(self.shape, "cubes" | "graph") {
            self.sides =
                self.bodies.iter().flat_map(|body| sides_of(body)).collect::<BTreeSet<_>>().into_iter().collect();
        }
        self
    }

    /// Returns rows of places of which some are holes; at least one is a cell. A half turn or a flip of the array keeps two of
    /// three.
    fn places(random: &mut Random, height: usize, width: usize, holes: usize) -> Vec<Vec<bool>> {
        loop {
            let rows: Vec<Vec<bool>> =
                (0..height).map(|_| (0..width).map(|_| random.below(100) >= holes).collect()).collect();
            if !rows.iter().flatten().any(|&cell| cell) {
                continue;
            }
            let way = random.below(3);
            let other = |row: usize, column: usize| match way {
                0 => rows[row][column],
                1 => rows[row][width - 1 - column],
                _ => rows[height - 1 - row][width - 1 - column],
            };
            let both = |row: usize| (0..width).map(|column| rows[row][column] || other(row, column)).collect();
            return (0..height).map(both).collect();
        }
    }

    fn fill(&mut self, rows: Vec<Vec<bool>>, indents: &[usize], body: impl Fn(usize, usize) -> Vec<Point>) {
        for (row, cells) in rows.into_iter().enumerate() {
            let places = cells.into_iter().enumerate().map(|(column, is_cell)| {
                is_cell.then(|| {
                    self.bodies.push(body(row, column));
                    self.bodies.len() - 1
                })
            });
            let places = places.collect();
            self.rows.push(Row { indent: indents[row], places });
        }
    }

    pub fn squares(random: &mut Random, most: usize) -> Board {
        let (height, width) = random.one_of(&[(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (3, 3), (3, 4), (4, 5), (5, 5)]);
        let mut board = Board::new("square");
        let holes = random.one_of(&[0, 30, 60, 80]);
        let rows = Board::places(random, height, width, holes);
        board.fill(rows, &vec![0; height], |row, column| square(row as f64, column as f64));
        board.at_most(random, most)
    }

    pub fn torus(random: &mut Random) -> Board {
        let (height, width) = random.one_of(&[(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (2, 4)]);
        let mut board = Board::new("square");
        board.keys = "wrap = true\n".to_string();
        board.torus = Some((height, width));
        board.fill(vec![vec![true; width]; height], &vec![0; height], |row, column| square(row as f64, column as f64));
        board
    }

    pub fn hexagons(random: &mut Random, most: usize) -> Board {
        let mut board = Board::new("hexagons");
        let height = 1 + random.below(4);
        let mut indents = vec![4];
        for _ in 1..height {
            let before = indents[indents.len() - 1];
            indents.push(if random.below(2) == 0 { before - 1 } else { before + 1 });
        }
        let (width, holes) = (1 + random.below(4), random.one_of(&[0, 40, 70]));
        let rows = Board::places(random, height, width, holes);
        let starts = indents.clone();
        board.fill(rows, &indents, |row, column| {
            let (x, y) = (starts[row] as f64 / 2.0 + column as f64, row as f64 * 0.75f64.sqrt());
            let radius = 1.0 / 3f64.sqrt();
            let corner = |sixth: usize| {
                let angle = (60.0 * sixth as f64 + 30.0).to_radians();
                [y + radius * angle.sin(), x + radius * angle.cos(), 0.0]
            };
            (0..6).map(corner).collect()
        });
        board.at_most(random, most)
    }

    pub fn triangles(random: &mut Random, most: usize) -> Board {
        let mut board = Board::new("triangles");
        let height = 1 + random.below(3);
        let mut indents = vec![3];
        for _ in 1..height {
            let before = indents[indents.len() - 1];
            indents.push(random.one_of(&[before - 1, before, before + 1]));
        }
        let (width, holes) = (1 + random.below(6), random.one_of(&[0, 40, 70]));
        let rows = Board::places(random, height, width, holes);
        // The first triangle points up, unless the second row begins further right.
        let is_first_down = indents.get(1).is_some_and(|&second| second > indents[0]);
        let starts = indents.clone();
        board.fill(rows, &indents, |row, column| {
            let x = starts[row] + column;
            let is_down = ((row + x + starts[0]) % 2 == 1) != is_first_down;
            let point = |right: usize, down: usize| [(row + down) as f64 * 3f64.sqrt(), (x + right) as f64, 0.0];
            if is_down {
                vec![point(0, 0), point(2, 0), point(1, 1)]
            } else {
                vec![point(1, 0), point(2, 1), point(0, 1)]
            }
        });
        board.at_most(random, most)
    }

    pub fn cubes(random: &mut Random, most: usize) -> Board {
        let mut board = Board::new("cubes");
        let (levels, height, width) =
            random.one_of(&[(1, 1, 3), (2, 1, 2), (2, 2, 2), (3, 2, 3), (3, 3, 3), (2, 1, 5)]);
        let holes = random.one_of(&[0, 50, 75]);
        let rows = Board::places(random, levels * height, width, holes);
        board.level = height;
        board.fill(rows, &vec![0; levels * height], |row, column| {
            vec![[(row / height) as f64, (row % height) as f64, column as f64]]
        });
        board.at_most(random, most)
    }

    /// Squares with sides of 2, whole or as two right triangles, on a lattice.
    pub fn polygons(random: &mut Random, most: usize) -> Board {
        let mut board = Board::new("polygons");
        let (height, width, holes) = (1 + random.below(3), 1 + random.below(4), random.one_of(&[10, 50, 75]));
        let scale = random.one_of(&[1i64, 7]);
        let mut lines: Vec<Vec<String>> = Vec::new();
        while board.bodies.is_empty() {
            board.rows.clear();
            lines.clear();
            for row in 0..height as i64 {
                let mut places = Vec::new();
                let mut line = Vec::new();
                for column in 0..width as i64 {
                    let (x, y) = (2 * column, 2 * row);
                    let [a, b, c, d] = [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)];
                    let all = match random.below(3) {
                        0 => vec![vec![a, b, c], vec![a, c, d]],
                        _ => vec![vec![a, b, c, d]],
                    };
                    for polygon in all {
                        if random.below(100) < holes || board.bodies.len() == most {
                            continue;
                        }
                        places.push(Some(board.bodies.len()));
                        let text: Vec<String> =
                            polygon.iter().map(|(x, y)| format!("{},{}", x * scale, y * scale)).collect();
                        line.push(text.join(" "));
                        board.bodies.push(polygon.iter().map(|&(x, y)| [y as f64, x as f64, 0.0]).collect());
                    }
                }
                if !places.is_empty() {
                    board.rows.push(Row { indent: 0, places });
                    lines.push(line);
                }
            }
        }
        let lines: Vec<String> = lines.iter().map(|line| line.join("; ")).collect();
        board.keys = format!("polygons = \"\"\"\n{}\n\"\"\"\n", lines.join("\n"));
        board.finished()
    }

    pub fn graph(random: &mut Random) -> Board {
        let mut board = Board::new("graph");
        let count = 2 + random.below(4);
        let mut edges = BTreeSet::new();
        for _ in 0..random.below(2 * count) {
            let (a, b) = (random.below(count), random.below(count));
            if a != b {
                edges.insert((a.min(b), a.max(b)));
            }
        }
        board.edges = edges.into_iter().collect();
        board.bodies = vec![Vec::new(); count];
        board.rows = vec![Row { indent: 0, places: (0..count).map(Some).collect() }];
        let name = |vertex: usize| (b'a' + vertex as u8) as char;
        let names: Vec<String> = (0..count).map(|vertex| name(vertex).to_string()).collect();
        let edges: Vec<String> = board.edges.iter().map(|&(a, b)| format!("{}-{}", name(a), name(b))).collect();
        board.keys = format!("cells = \"{}\"\nedges = \"{}\"\n", names.join(" "), edges.join(" "));
        board
    }

    /// Leaves at most this number of cells.
    fn at_most(mut self, random: &mut Random, most: usize) -> Board {
        while self.bodies.len() > most {
            let out = random.below(self.bodies.len());
            self.bodies.remove(out);
            for place in self.rows.iter_mut().flat_map(|row| &mut row.places) {
                *place = place.filter(|&cell| cell != out).map(|cell| cell - usize::from(cell > out));
            }
        }
        self.finished()
    }

    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// The picture with a text for each cell; `_` elsewhere.
    pub fn picture(&self, text: impl Fn(usize) -> String) -> String {
        let mut lines = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 && index % self.level == 0 {
                lines.push(String::new());
            }
            let between = if matches!(self.shape, "triangles" | "square" | "cubes") { "" } else { " " };
            let places: Vec<String> = row.places.iter().map(|place| place.map_or("_".to_string(), &text)).collect();
            lines.push(" ".repeat(row.indent) + &places.join(between));
        }
        format!("'''\n{}\n'''", lines.join("\n"))
    }

    /// The keys of `[grid]` that describe the board.
    pub fn keys(&self) -> String {
        match self.shape {
            "square" => format!("{}cells = {}\n", self.keys, self.picture(|_| ".".into())),
            "polygons" | "graph" => format!("shape = \"{}\"\n{}", self.shape, self.keys),
            shape => format!("shape = \"{shape}\"\ncells = {}\n", self.picture(|_| ".".into())),
        }
    }

    /// The cells of each row of the picture, and of each column of a board of squares.
    pub fn lines(&self) -> [Vec<Vec<usize>>; 2] {
        let rows: Vec<Vec<usize>> =
            self.rows.iter().map(|row| row.places.iter().flatten().copied().collect()).collect();
        let width = self.rows.iter().map(|row| row.places.len()).max().unwrap_or(0);
        let column = |column: usize| self.rows.iter().filter_map(move |row| row.places.get(column).copied().flatten());
        [rows, (0..width).map(|at| column(at).collect()).collect()]
    }

    /// Pairs of neighbours: cells that share a side or a face, or are joined by an edge.
    pub fn neighbours(&self) -> Vec<(usize, usize)> {
        if self.shape == "graph" {
            return self.edges.clone();
        }
        let near = |a: usize, b: usize| match (self.shape, self.torus) {
            ("cubes", _) => distance(&self.bodies[a][0], &self.bodies[b][0]) < 1.1,
            (_, None) => {
                let sides: BTreeSet<Side> = sides_of(&self.bodies[a]).into_iter().collect();
                sides_of(&self.bodies[b]).iter().any(|side| sides.contains(side))
            }
            (_, Some((height, width))) => {
                let around = |a: usize, b: usize, size: usize| (a + size - b) % size == 1 || (b + size - a) % size == 1;
                let ((r, c), (s, d)) = ((a / width, a % width), (b / width, b % width));
                (r == s && around(c, d, width)) || (c == d && around(r, s, height))
            }
        };
        let all = (0..self.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let mut pairs: Vec<(usize, usize)> = all.filter(|&(a, b)| near(a, b)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// By side: the cells at it.
    pub fn cells_at(&self, side: usize) -> Vec<usize> {
        (0..self.len()).filter(|&cell| sides_of(&self.bodies[cell]).contains(&self.sides[side])).collect()
    }

    /// All isometries that keep the cells.
    pub fn maps(&self) -> Vec<Map> {
        match (self.shape, self.torus) {
            ("graph", _) => self.automorphisms(),
            (_, Some(size)) => self.of_torus(size),
            ("cubes", _) => self.in_space(),
            _ => self.in_the_plane(),
        }
    }

    /// Maps the first three corners of the first cell to three corners of any cell in a row: that determines an isometry.
    fn in_the_plane(&self) -> Vec<Map> {
        let mut found: Vec<Map> = Vec::new();
        let from = [self.bodies[0][0], self.bodies[0][1], self.bodies[0][2]];
        for body in &self.bodies {
            let count = body.len();
            for first in 0..count {
                for way in [1, count - 1] {
                    let to = [0, 1, 2].map(|index| body[(first + index * way) % count]);
                    if let Some(map) = self.mapped(&affine(from, to)).filter(|map| !found.contains(map)) {
                        found.push(map);
                    }
                }
            }
        }
        found
    }

    fn in_space(&self) -> Vec<Map> {
        let mut found: Vec<Map> = Vec::new();
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..8 {
                let turned = |point: &Point| -> Point {
                    [0, 1, 2].map(|axis| if signs >> axis & 1 == 1 { -point[order[axis]] } else { point[order[axis]] })
                };
                for body in &self.bodies {
                    let first = turned(&self.bodies[0][0]);
                    let shift = [0, 1, 2].map(|axis| body[0][axis] - first[axis]);
                    let image = |point: &Point| {
                        let turned = turned(point);
                        Some([0, 1, 2].map(|axis| turned[axis] + shift[axis]))
                    };
                    if let Some(map) = self.mapped(&image).filter(|map| !found.contains(map)) {
                        found.push(map);
                    }
                }
            }
        }
        found
    }

    fn of_torus(&self, (height, width): (usize, usize)) -> Vec<Map> {
        let mut found = Vec::new();
        for way in 0..8 {
            if way >= 4 && height != width {
                continue;
            }
            let turned = |(r, c): (i64, i64)| {
                let (r, c) = if way & 1 == 1 { (-r, c) } else { (r, c) };
                let (r, c) = if way & 2 == 2 { (r, -c) } else { (r, c) };
                if way & 4 == 4 { (c, r) } else { (r, c) }
            };
            for shift in 0..height * width {
                let image = |cell: usize| {
                    let (r, c) = turned(((cell / width) as i64, (cell % width) as i64));
                    let row = (r + (shift / width) as i64).rem_euclid(height as i64);
                    (row * width as i64 + (c + (shift % width) as i64).rem_euclid(width as i64)) as usize
                };
                let step = |step: (i64, i64)| STEPS.iter().position(|&other| other == turned(step)).expect("a step");
                let tile = STEPS.map(step);
                found.push(Map { cells: (0..self.len()).map(image).collect(), sides: Vec::new(), tile });
            }
        }
        found
    }

    fn automorphisms(&self) -> Vec<Map> {
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..self.len() {
            let longer = |order: Vec<usize>| {
                let rest = (0..self.len()).filter(|vertex| !order.contains(vertex)).collect::<Vec<_>>();
                rest.into_iter().map(move |vertex| [&order[..], &[vertex]].concat())
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        let edges: BTreeSet<(usize, usize)> = self.edges.iter().copied().collect();
        let image = |order: &[usize], (a, b): (usize, usize)| (order[a].min(order[b]), order[a].max(order[b]));
        orders.retain(|order| edges.iter().all(|&edge| edges.contains(&image(order, edge))));
        orders.into_iter().map(|cells| Map { cells, sides: Vec::new(), tile: [0, 1, 2, 3] }).collect()
    }

    /// What an isometry does to the cells; `None` if it does not keep them.
    fn mapped(&self, image: &dyn Fn(&Point) -> Option<Point>) -> Option<Map> {
        let numbers: BTreeMap<BTreeSet<[i64; 3]>, usize> =
            self.bodies.iter().enumerate().map(|(cell, body)| (key_of(body), cell)).collect();
        let moved: Vec<Vec<Point>> =
            self.bodies.iter().map(|body| body.iter().map(image).collect()).collect::<Option<_>>()?;
        let cells = moved.iter().map(|body| numbers.get(&key_of(body)).copied()).collect::<Option<Vec<_>>>()?;
        let mut sides = vec![usize::MAX; self.sides.len()];
        for (body, moved) in self.bodies.iter().zip(&moved) {
            for index in 0..body.len() {
                let next = (index + 1) % body.len();
                let number = |one: Side| self.sides.binary_search(&one).ok();
                if let Some(from) = number(side(&body[index], &body[next])) {
                    sides[from] = number(side(&moved[index], &moved[next]))?;
                }
            }
        }
        let origin = image(&[0.0; 3])?;
        let step = |(down, right): (i64, i64)| {
            let to = image(&[down as f64, right as f64, 0.0])?;
            let difference = ((to[0] - origin[0]).round() as i64, (to[1] - origin[1]).round() as i64);
            Some(STEPS.iter().position(|&other| other == difference).unwrap_or(0))
        };
        let tile = [step(STEPS[0])?, step(STEPS[1])?, step(STEPS[2])?, step(STEPS[3])?];
        Some(Map { cells, sides, tile })
    }
}

/// The steps over the sides of a tile.
const STEPS: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

fn square(row: f64, column: f64) -> Vec<Point> {
    [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map(|(down, right)| [row + down, column + right, 0.0]).to_vec()
}

fn distance(a: &Point, b: &Point) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the affine map that takes three points to three; it has no images if it is no isometry.
fn affine(from: [Point; 3], to: [Point; 3]) -> impl Fn(&Point) -> Option<Point> {
    let vector = |a: &Point, b: &Point| [b[0] - a[0], b[1] - a[1]];
    let (u, v) = (vector(&from[0], &from[1]), vector(&from[0], &from[2]));
    let (p, q) = (vector(&to[0], &to[1]), vector(&to[0], &to[2]));
    let determinant = u[0] * v[1] - u[1] * v[0];
    let is_isometry = [(0, 1), (1, 2), (0, 2)]
        .iter()
        .all(|&(a, b)| (distance(&from[a], &from[b]) - distance(&to[a], &to[b])).abs() < 1e-6);
    move |point: &Point| {
        let w = vector(&from[0], point);
        let s = (w[0] * v[1] - w[1] * v[0]) / determinant;
        let t = (u[0] * w[1] - u[1] * w[0]) / determinant;
        is_isometry.then(|| [to[0][0] + s * p[0] + t * q[0], to[0][1] + s * p[1] + t * q[1], 0.0])
    }
}
