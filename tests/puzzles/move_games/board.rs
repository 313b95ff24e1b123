//! Boards of all shapes as docs/grid.md describes them: where cells lie, what turns a picture, which cells a piece reaches.
//!
//! Nothing here is of the program. A cell is a point of a lattice in three coordinates:
//!
//! - a square: row, column, 0; on a torus modulo the size;
//! - a hexagon: cube coordinates, whose sum is 0, so that the six turns are the cyclic permutations with and without a sign;
//! - a triangle: the numbers of the three strips in which it lies, with the sum 1 (down) or 2 (up);
//! - a cube: level, row, column;
//! - a vertex of a graph or a polygon: its number, 0, 0.

use boardwright_base::random::Random;

pub(super) type Point = [i64; 3];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    Square,
    Torus,
    Hexagons,
    Triangles,
    Cubes,
    Graph,
    Polygons,
}

/// A linear map of the lattice; each row has one entry, 1 or -1.
pub(super) type Turn = [[i64; 3]; 3];

#[derive(Debug, Clone)]
pub(super) struct Board {
    pub(super) shape: Shape,
    /// The places, row by row; `None` is a hole. Rows may have an indentation and stand apart.
    pub(super) rows: Vec<Row>,
    /// The cells in reading order.
    pub(super) cells: Vec<Point>,
    /// The size, on squares.
    size: (i64, i64),
    /// The neighbours, on graphs and polygons; polygons that share a corner, too.
    beside: [Vec<Vec<usize>>; 2],
    /// Lines of the table `[grid]`.
    pub(super) stated: String,
}

#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) indent: usize,
    /// Whether an empty line stands before it.
    pub(super) is_apart: bool,
    pub(super) is_cell: Vec<bool>,
}

/// Returns the point of each place of drawn rows.
pub(super) fn points(shape: Shape, rows: &[(usize, bool, usize)]) -> Vec<Vec<Point>> {
    let first_down = rows.len() > 1 && rows[1].0 > rows[0].0;
    let (mut level, mut begin) = (0, 0);
    let mut of_row = |row: usize| -> Vec<Point> {
        let (indent, is_apart, length) = rows[row];
        if is_apart {
            (level, begin) = (level + 1, row as i64);
        }
        let r = row as i64;
        let point = |column: usize| {
            let c = column as i64;
            match shape {
                Shape::Hexagons => {
                    let x = indent as i64 - rows[0].0 as i64 + 2 * c;
                    [(x - r) / 2, r, -(x - r) / 2 - r]
                }
                Shape::Triangles => {
                    // The place in half sides; a triangle points up where it has the parity of its row.
                    let x = indent as i64 - rows[0].0 as i64 + c + i64::from(first_down);
                    let up = (x + r).rem_euclid(2) == 0;
                    let b = (x + r - i64::from(!up)) / 2;
                    [-r, b, 1 + i64::from(up) + r - b]
                }
                Shape::Cubes => [level, r - begin, c],
                Shape::Graph | Shape::Polygons => [0, 0, 0],
                Shape::Square | Shape::Torus => [r, c, 0],
            }
        };
        (0..length).map(point).collect()
    };
    (0..rows.len()).map(&mut of_row).collect()
}

impl Board {
    pub(super) fn random(random: &mut Random, shape: Shape) -> Board {
        let row = |indent: usize, is_apart: bool, length: usize| Row { indent, is_apart, is_cell: vec![true; length] };
        let mut rows: Vec<Row> = match shape {
            Shape::Square => {
                let (height, width) = random.one_of(&[(1, 4), (1, 5), (1, 6), (2, 2), (2, 3), (3, 2), (3, 3)]);
                (0..height).map(|_| row(0, false, width)).collect()
            }
            Shape::Torus => {
                let (height, width) = random.one_of(&[(1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3)]);
                (0..height).map(|_| row(0, false, width)).collect()
            }
            Shape::Hexagons => {
                let drawn: &[(usize, usize)] = random.one_of(&[
                    &[(1, 2), (0, 3)][..],
                    &[(0, 3), (1, 3)],
                    &[(1, 2), (0, 3), (1, 2)],
                    &[(0, 2), (1, 2), (2, 2)],
                ]);
                drawn.iter().map(|&(indent, length)| row(indent, false, length)).collect()
            }
            Shape::Triangles => {
                let drawn: &[(usize, usize)] = random.one_of(&[
                    &[(0, 5)][..],
                    &[(1, 1), (0, 3)],
                    &[(0, 3), (1, 1)],
                    &[(0, 3), (0, 3)],
                    &[(1, 3), (0, 4)],
                    &[(0, 4), (1, 3)],
                ]);
                drawn.iter().map(|&(indent, length)| row(indent, false, length)).collect()
            }
            Shape::Cubes => {
                let (levels, height, width) = random.one_of(&[(2, 1, 3), (2, 2, 2), (3, 1, 2), (2, 2, 1), (2, 1, 4)]);
                (0..levels * height).map(|at| row(0, at > 0 && at % height == 0, width)).collect()
            }
            Shape::Graph => vec![row(0, false, 4 + random.below(3))],
            Shape::Polygons => vec![row(0, false, 2), row(0, false, 2)],
        };
        let is_drawn = !matches!(shape, Shape::Graph | Shape::Polygons);
        for place in rows.iter_mut().flat_map(|row| &mut row.is_cell) {
            *place = !is_drawn || random.below(7) > 0;
        }
        if rows.iter().all(|row| !row.is_cell.contains(&true)) {
            rows[0].is_cell[0] = true;
        }
        Board::of(random, shape, rows)
    }

    fn of(random: &mut Random, shape: Shape, rows: Vec<Row>) -> Board {
        let drawn: Vec<(usize, bool, usize)> =
            rows.iter().map(|row| (row.indent, row.is_apart, row.is_cell.len())).collect();
        let places = points(shape, &drawn);
        let is_cell = rows.iter().flat_map(|row| row.is_cell.iter().copied());
        let mut cells: Vec<Point> =
            places.concat().into_iter().zip(is_cell).filter_map(|(point, is_cell)| is_cell.then_some(point)).collect();
        let mut stated = String::new();
        let mut beside = [vec![Vec::new(); cells.len()], vec![Vec::new(); cells.len()]];
        let mut join = |kind: usize, a: usize, b: usize| {
            if !beside[kind][a].contains(&b) {
                beside[kind][a].push(b);
                beside[kind][b].push(a);
            }
        };
        match shape {
            Shape::Square => {}
            Shape::Torus => stated += "wrap = true\n",
            Shape::Hexagons => stated += "shape = 'hexagons'\n",
            Shape::Triangles => stated += "shape = 'triangles'\n",
            Shape::Cubes => stated += "shape = 'cubes'\n",
            Shape::Graph => {
                let name = |vertex: usize| format!("v{vertex}");
                let mut edges: Vec<String> = Vec::new();
                for vertex in 1..cells.len() {
                    // A path mentions all vertices in order; chords follow.
                    edges.push(format!("{}-{}", name(vertex - 1), name(vertex)));
                    join(0, vertex - 1, vertex);
                }
                for _ in 0..random.below(3) {
                    let (a, b) = (random.below(cells.len()), random.below(cells.len()));
                    if a.abs_diff(b) > 1 {
                        edges.push(format!("{}-{}", name(a), name(b)));
                        join(0, a, b);
                    }
                }
                stated += &format!("shape = 'graph'\nedges = '{}'\n", edges.join(" "));
            }
            Shape::Polygons => {
                // The ring of docs/grid.md, or four squares around a corner.
                let polygons: [&[(i64, i64)]; 4] = match random.below(2) {
                    0 => [
                        &[(0, 0), (2, 0), (2, 2), (0, 2)],
                        &[(2, 0), (4, 1), (2, 2)],
                        &[(2, 2), (4, 1), (4, 4)],
                        &[(0, 2), (2, 2), (4, 4)],
                    ],
                    _ => [
                        &[(0, 0), (1, 0), (1, 1), (0, 1)],
                        &[(1, 0), (2, 0), (2, 1), (1, 1)],
                        &[(0, 1), (1, 1), (1, 2), (0, 2)],
                        &[(1, 1), (2, 1), (2, 2), (1, 2)],
                    ],
                };
                for a in 0..4 {
                    for b in a + 1..4 {
                        let common = polygons[a].iter().filter(|corner| polygons[b].contains(corner)).count();
                        (common > 1).then(|| join(0, a, b));
                        (common > 0).then(|| join(1, a, b));
                    }
                }
                let text = |polygon: &[(i64, i64)]| {
                    polygon.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
                };
                let [a, b, c, d] = polygons.map(text);
                stated += &format!("shape = 'polygons'\npolygons = '''\n{a}; {b}\n{c}; {d}\n'''\n");
            }
        }
        if matches!(shape, Shape::Graph | Shape::Polygons) {
            cells.iter_mut().enumerate().for_each(|(number, point)| *point = [number as i64, 0, 0]);
        }
        let size = (rows.len() as i64, rows.iter().map(|row| row.is_cell.len()).max().unwrap_or(0) as i64);
        Board { shape, rows, cells, size, beside, stated }
    }

    /// Returns a picture of the board as the model draws it: a character for each cell.
    pub(super) fn drawn(&self, of: impl Fn(usize) -> char) -> String {
        let mut cell = 0;
        let mut text = String::from("'''\n");
        for row in &self.rows {
            let marks: Vec<String> = row
                .is_cell
                .iter()
                .map(|&is_cell| {
                    cell += usize::from(is_cell);
                    if is_cell { of(cell - 1).to_string() } else { "_".to_string() }
                })
                .collect();
            let between = if self.shape == Shape::Hexagons { " " } else { "" };
            let apart = if row.is_apart { "\n" } else { "" };
            text += &format!("{apart}{}{}\n", " ".repeat(row.indent), marks.join(between));
        }
        text + "'''"
    }

    /// Returns the cell at a point.
    pub(super) fn cell(&self, point: Point) -> Option<usize> {
        let [row, column, rest] = point;
        let point = match self.shape {
            Shape::Torus => [row.rem_euclid(self.size.0), column.rem_euclid(self.size.1), rest],
            _ => point,
        };
        self.cells.iter().position(|&cell| cell == point)
    }

    /// Returns the turns of a word of `directions`.
    pub(super) fn turns(&self, word: &str) -> Vec<Turn> {
        let all = signed_permutations();
        let determinant = |turn: &Turn| -> i64 {
            let [a, b, c] = turn;
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        let one = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let negated = |turn: Turn| turn.map(|row| row.map(|entry| -entry));
        match self.shape {
            Shape::Square | Shape::Torus => {
                let quarter = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]];
                let (left_right, top_bottom) = ([[1, 0, 0], [0, -1, 0], [0, 0, 1]], [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]);
                let half = product(quarter, quarter);
                let turned = [one, quarter, half, product(half, quarter)];
                match word {
                    "drawn" | "right" => vec![one],
                    // Columns to the right become rows down.
                    "down" => vec![turned[1]],
                    "left" => vec![half],
                    "up" => vec![turned[3]],
                    "rotations" => turned.to_vec(),
                    "reflections" => vec![one, left_right, top_bottom],
                    _ => turned.into_iter().chain(turned.map(|turn| product(turn, left_right))).collect(),
                }
            }
            Shape::Cubes => {
                let flips = (0..3).map(|axis| {
                    let mut flip = one;
                    flip[axis][axis] = -1;
                    flip
                });
                match word {
                    "drawn" => vec![one],
                    "rotations" => all.into_iter().filter(|turn| determinant(turn) == 1).collect(),
                    "reflections" => [one].into_iter().chain(flips).collect(),
                    _ => all,
                }
            }
            _ => {
                // The sum is kept up to its sign: permutations, and their negatives.
                let plain: Vec<Turn> =
                    all.into_iter().filter(|turn| turn.iter().flatten().all(|&entry| entry >= 0)).collect();
                let cyclic: Vec<Turn> = plain.iter().copied().filter(|turn| determinant(turn) == 1).collect();
                let with_halves =
                    |turns: Vec<Turn>| -> Vec<Turn> { turns.iter().flat_map(|&turn| [turn, negated(turn)]).collect() };
                let mirrored: Turn = match self.shape {
                    Shape::Hexagons => [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
                    _ => [[1, 0, 0], [0, 0, 1], [0, 1, 0]],
                };
                match word {
                    // A picture of triangles also fits after a half turn.
                    "drawn" if self.shape == Shape::Triangles => with_halves(vec![one]),
                    "reflections" if self.shape == Shape::Triangles => with_halves(vec![one, mirrored]),
                    "drawn" => vec![one],
                    "rotations" => with_halves(cyclic),
                    "reflections" => vec![one, mirrored, negated(mirrored)],
                    _ => with_halves(plain),
                }
            }
        }
    }

    /// Returns where a picture lies, turned, with its first place on a cell.
    pub(super) fn placed(&self, first: usize, picture: &[Point], turn: &Turn) -> Option<Vec<usize>> {
        let (at, from) = (self.cells[first], picture[0]);
        // A half turn puts a triangle that points up on one that points down.
        let is_half = turn.iter().flatten().sum::<i64>() < 0;
        if self.shape == Shape::Triangles && points_up(at) != (points_up(from) != is_half) {
            return None;
        }
        let cells = picture.iter().map(|place| {
            let step = apply(turn, [0, 1, 2].map(|axis| place[axis] - from[axis]));
            self.cell([0, 1, 2].map(|axis| at[axis] + step[axis]))
        });
        let cells: Vec<usize> = cells.collect::<Option<_>>()?;
        let is_once = (1..cells.len()).all(|index| !cells[..index].contains(&cells[index]));
        is_once.then_some(cells)
    }

    /// Returns the steps of a word of `by` from a cell; `None` for riders and words that the shape does not have.
    pub(super) fn leaps(&self, word: &str) -> Vec<Point> {
        let size = |point: &Point| -> Vec<i64> {
            let mut parts: Vec<i64> = point.iter().map(|part| part.abs()).collect();
            parts.sort_unstable();
            parts
        };
        let all = (0..5i64.pow(3)).map(|index| [index / 25 - 2, index / 5 % 5 - 2, index % 5 - 2]);
        let of_kind: fn(&[i64], &str) -> bool = match self.shape {
            Shape::Hexagons => |size, word| match word {
                "wazir" | "king" => size == [0, 1, 1],
                "ferz" => size == [1, 1, 2],
                _ => false,
            },
            Shape::Cubes => |size, word| match word {
                "wazir" => size == [0, 0, 1],
                "ferz" => size == [0, 1, 1],
                "knight" => size == [0, 1, 2],
                "king" => size[2] == 1,
                _ => false,
            },
            _ => |size, word| match word {
                "wazir" => size == [0, 0, 1],
                "ferz" => size == [0, 1, 1],
                "knight" => size == [0, 1, 2],
                "leaper 0 2" => size == [0, 0, 2],
                "king" => size[2] == 1,
                _ => false,
            },
        };
        let is_flat = |point: &Point| match self.shape {
            Shape::Hexagons => point.iter().sum::<i64>() == 0,
            Shape::Cubes => true,
            _ => point[2] == 0,
        };
        let words: Vec<&str> = word.split('+').collect();
        all.filter(|point| is_flat(point) && words.iter().any(|word| of_kind(&size(point), word))).collect()
    }

    /// Returns the directions of a rider.
    pub(super) fn rides(&self, word: &str) -> Option<Vec<Point>> {
        let (straight, slanted) = match self.shape {
            Shape::Cubes if word == "queen" => return Some(self.leaps("king")),
            Shape::Square | Shape::Torus | Shape::Hexagons | Shape::Cubes => (self.leaps("wazir"), self.leaps("ferz")),
            _ => return None,
        };
        match word {
            "rook" => Some(straight),
            "bishop" => Some(slanted),
            "queen" => Some([straight, slanted].concat()),
            _ => None,
        }
    }

    /// Returns the cells one step of a leaper away, on every shape.
    pub(super) fn reached(&self, cell: usize, word: &str) -> Vec<usize> {
        let point = self.cells[cell];
        match self.shape {
            Shape::Graph | Shape::Polygons => self.beside[usize::from(word == "king")][cell].clone(),
            Shape::Triangles => {
                let near = |other: &usize| {
                    let steps: Vec<i64> = (0..3).map(|axis| self.cells[*other][axis] - point[axis]).collect();
                    let sides = steps.iter().filter(|&&step| step != 0).count() == 1;
                    let (mine, theirs) = (corners(point), corners(self.cells[*other]));
                    *other != cell
                        && if word == "wazir" { sides } else { mine.iter().any(|corner| theirs.contains(corner)) }
                };
                (0..self.cells.len()).filter(near).collect()
            }
            _ => {
                let steps = self.leaps(word).into_iter();
                let to = steps.filter_map(|step| self.cell([0, 1, 2].map(|axis| point[axis] + step[axis])));
                to.filter(|&to| to != cell).collect()
            }
        }
    }

    /// Returns the cells along a strip of triangles, from one of them: by the coordinate that stays, and the one that changes first.
    pub(super) fn strips(&self, cell: usize) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        for kept in 0..3 {
            for first in (0..3).filter(|axis| *axis != kept) {
                let mut axes = [first, 3 - kept - first].into_iter().cycle();
                let (mut point, mut strip) = (self.cells[cell], Vec::new());
                loop {
                    let axis = axes.next().expect("it goes on");
                    point[axis] += if points_up(point) { -1 } else { 1 };
                    let Some(next) = self.cell(point) else { break };
                    strip.push(next);
                }
                found.push(strip);
            }
        }
        found
    }
}

/// Returns whether a triangle points up.
fn points_up(point: Point) -> bool {
    point.iter().sum::<i64>() == 2
}

/// Returns the corners of a triangle, in halves of a side across and in rows.
fn corners([a, b, c]: Point) -> [(i64, i64); 3] {
    let (row, up) = (-a, points_up([a, b, c]));
    let x = if up { 2 * b - row } else { 2 * b + 1 - row };
    if up { [(x, row), (x - 1, row + 1), (x + 1, row + 1)] } else { [(x - 1, row), (x + 1, row), (x, row + 1)] }
}

fn signed_permutations() -> Vec<Turn> {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]];
    let mut found = Vec::new();
    for order in orders {
        for signs in 0..8 {
            let mut turn = [[0; 3]; 3];
            for axis in 0..3 {
                turn[axis][order[axis]] = if signs >> axis & 1 == 1 { -1 } else { 1 };
            }
            found.push(turn);
        }
    }
    found
}

pub(super) fn apply(turn: &Turn, point: Point) -> Point {
    [0, 1, 2].map(|axis| (0..3).map(|other| turn[axis][other] * point[other]).sum())
}

fn product(a: Turn, b: Turn) -> Turn {
    let column = |index: usize| apply(&a, [b[0][index], b[1][index], b[2][index]]);
    let columns = [column(0), column(1), column(2)];
    [0, 1, 2].map(|row| [columns[0][row], columns[1][row], columns[2][row]])
}
