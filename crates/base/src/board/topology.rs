//! The topology of a board: its cells, and the possible lines between or around them.
//!
//! Cells are numbered in reading order without the walls (`_`). Lines meet at *points*: the centres of cells, or, for
//! lines along the sides of cells, the corners. A cell of a 2x2 board with borders has four sides; twelve lines join
//! nine points.

use super::Cell;
use super::tiling::Tiling;
use std::collections::{BTreeMap, BTreeSet};

/// The cells of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topology {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// Whether opposite edges are joined.
    pub wrap: bool,
    /// How the places lie side by side.
    pub tiling: Tiling,
    /// By row: its number of places. The array is filled with walls after the last.
    pub lengths: Vec<usize>,
    /// The cells, in reading order, without walls.
    pub cells: Vec<Cell>,
    /// By place in reading order, walls included: the number of the cell.
    ids: Vec<Option<usize>>,
}

impl Topology {
    /// Returns the cells of a board of squares for which `is_cell` holds.
    pub fn new(height: usize, width: usize, wrap: bool, is_cell: impl Fn(Cell) -> bool) -> Topology {
        Topology::tiled(Tiling::Square, height, width, is_cell).with(wrap, vec![width; height])
    }

    /// Returns the cells of a tiling for which `is_cell` holds, without opposite edges joined.
    pub fn tiled(tiling: Tiling, height: usize, width: usize, is_cell: impl Fn(Cell) -> bool) -> Topology {
        let places = (0..height * width).map(|index| Cell::new(index / width, index % width));
        let mut cells = Vec::new();
        let ids = places
            .map(|cell| {
                is_cell(cell).then(|| {
                    cells.push(cell);
                    cells.len() - 1
                })
            })
            .collect();
        Topology { height, width, wrap: false, tiling, lengths: vec![width; height], cells, ids }
    }

    /// Returns the board with opposite edges joined, or not, and with rows of these lengths.
    #[must_use]
    pub fn with(self, wrap: bool, lengths: Vec<usize>) -> Topology {
        Topology { wrap, lengths, ..self }
    }

    /// The number of the cell at a place; `None` for a wall.
    pub fn id(&self, cell: Cell) -> Option<usize> {
        self.ids[cell.row * self.width + cell.column]
    }

    /// All places, walls included, in reading order.
    pub fn places(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.ids.len()).map(move |index| Cell::new(index / width, index % width))
    }

    /// Returns the place one step away, if it is on the board.
    pub fn step(&self, from: Cell, (rows, columns): (i64, i64)) -> Option<Cell> {
        match (&self.tiling, self.wrap) {
            (Tiling::Square, true) => {}
            (Tiling::Square, false) => return from.offset(rows, columns, self.height, self.width),
            (tiling, _) => return tiling.step(from, (rows, columns), self.height, self.width),
        }
        let row = (from.row as i64 + rows).rem_euclid(self.height as i64) as usize;
        let column = (from.column as i64 + columns).rem_euclid(self.width as i64) as usize;
        Some(Cell::new(row, column))
    }

    /// Returns the next place in a straight direction, if it is on the board.
    pub fn ahead(&self, from: Cell, direction: (i64, i64)) -> Option<Cell> {
        match &self.tiling {
            Tiling::Square => self.step(from, direction),
            tiling => tiling.ahead(from, direction, self.height, self.width),
        }
    }

    /// Returns the cells one of these steps away from a place, each once, in the order of the steps, without the place itself.
    pub fn leaps(&self, from: Cell, steps: &[(i64, i64)]) -> Vec<usize> {
        let mut found = Vec::new();
        for &step in steps {
            let target = self.step(from, step).filter(|&cell| cell != from).and_then(|cell| self.id(cell));
            found.extend(target.filter(|id| !found.contains(id)));
        }
        found
    }

    /// Returns the cells that a rider passes from a place in one direction, up to a wall, the edge or its start.
    pub fn ride(&self, from: Cell, step: (i64, i64)) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = from;
        while let Some(next) = self.ahead(at, step).filter(|&cell| cell != from) {
            let Some(id) = self.id(next) else { break };
            found.push(id);
            at = next;
        }
        found
    }

    /// Returns the pairs of different cells one of these steps apart, the earlier in reading order first, each once, in order.
    pub fn pairs(&self, steps: &[(i64, i64)]) -> Vec<[usize; 2]> {
        let leaps = self.cells.iter().enumerate().map(|(id, &cell)| (id, self.leaps(cell, steps)));
        let mut pairs: Vec<[usize; 2]> =
            leaps.flat_map(|(id, to)| to.into_iter().map(move |to| [id.min(to), id.max(to)])).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

/// The kind of the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineKind {
    /// Between the centres of neighbours.
    Links,
    /// Along the sides of cells.
    Borders,
    /// Between the centres of cells one of these steps apart.
    Moves(Vec<(i64, i64)>),
}

/// A possible line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its end points.
    pub ends: [usize; 2],
    /// The cells on its two sides, for a border; the cells that it joins, otherwise.
    pub cells: [Option<usize>; 2],
}

/// All possible lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// Their kind.
    pub kind: LineKind,
    /// Rows and columns, on a torus.
    torus: Option<(i64, i64)>,
    /// The points by name: cells, or corners by row and number in the row.
    pub points: Vec<Cell>,
    /// The points where they are drawn, as in the outlines of cells.
    pub drawn: Vec<(usize, usize)>,
    /// The points as coordinates, in which steps add up.
    coordinates: Vec<(i64, i64)>,
    /// Whether box characters can show the lines at a point: they join neighbours in rows and columns.
    pub in_boxes: bool,
    /// The lines.
    pub lines: Vec<Line>,
    /// By cell: the lines at it.
    pub at_cell: Vec<Vec<usize>>,
    /// By point: the lines at it.
    pub at_point: Vec<Vec<usize>>,
}

impl Lines {
    /// Returns the possible lines of a board.
    pub fn new(topology: &Topology, kind: LineKind) -> Lines {
        let (points, drawn, lines) = match &kind {
            LineKind::Links => between_cells(topology, &topology.tiling.sides()),
            LineKind::Moves(steps) => between_cells(topology, steps),
            LineKind::Borders if topology.tiling != Tiling::Square => sides_of_outlines(topology),
            LineKind::Borders => borders(topology),
        };
        let mut at_cell = vec![Vec::new(); topology.cells.len()];
        let mut at_point = vec![Vec::new(); points.len()];
        for (index, line) in lines.iter().enumerate() {
            line.cells.iter().flatten().for_each(|&cell| at_cell[cell].push(index));
            line.ends.iter().for_each(|&point| at_point[point].push(index));
        }
        let torus = topology.wrap.then_some((topology.height as i64, topology.width as i64));
        let coordinates = match kind {
            LineKind::Borders => points.iter().map(|at| (at.row as i64, at.column as i64)).collect(),
            _ => points.iter().map(|&at| topology.tiling.coordinates(at)).collect(),
        };
        let in_boxes = topology.tiling == Tiling::Square && !matches!(kind, LineKind::Moves(_));
        Lines { kind, torus, points, drawn, coordinates, in_boxes, lines, at_cell, at_point }
    }

    /// Returns the possible line between two points.
    pub fn joining(&self, a: Cell, b: Cell) -> Option<usize> {
        let [a, b] = [a, b].map(|point| self.points.binary_search(&point).ok());
        let (a, b) = (a?, b?);
        self.at_point[a].iter().copied().find(|&line| self.lines[line].ends.contains(&b))
    }

    /// Whether lines join cells, so that they meet at cells.
    pub fn through_cells(&self) -> bool {
        self.kind != LineKind::Borders
    }

    /// Whether opposite edges are joined.
    pub fn is_torus(&self) -> bool {
        self.torus.is_some()
    }

    /// Returns the possible line that leaves a cell by a step, or that is on this side of it.
    pub fn toward(&self, cell: usize, step: (i64, i64)) -> Option<usize> {
        let is_there = |&line: &usize| {
            if self.through_cells() {
                return self.direction(line, cell) == step;
            }
            // The four ends of opposite sides have a mean at the cell's centre.
            let sum = |line: usize| {
                let [a, b] = self.lines[line].ends.map(|end| self.coordinates[end]);
                (a.0 + b.0, a.1 + b.1)
            };
            let sums = self.at_cell[cell].iter().map(|&line| sum(line));
            let (rows, columns) = sums.fold((0, 0), |total, one| (total.0 + one.0, total.1 + one.1));
            let own = sum(line);
            (4 * own.0 - rows, 4 * own.1 - columns) == (4 * step.0, 4 * step.1)
        };
        self.at_cell[cell].iter().copied().find(is_there)
    }

    /// Returns the direction in which a line leaves a point, as a step.
    pub fn direction(&self, line: usize, point: usize) -> (i64, i64) {
        let [a, b] = self.lines[line].ends;
        let (from, to) = (self.coordinates[point], self.coordinates[if a == point { b } else { a }]);
        let step = (to.0 - from.0, to.1 - from.1);
        let Some((height, width)) = self.torus else { return step };
        // Around a torus a neighbour may be on the far side.
        let steps: &[(i64, i64)] = match &self.kind {
            LineKind::Moves(steps) => steps,
            LineKind::Links | LineKind::Borders => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
        };
        let leads_there = |&&(rows, columns): &&(i64, i64)| {
            (step.0 - rows).rem_euclid(height) == 0 && (step.1 - columns).rem_euclid(width) == 0
        };
        if steps.contains(&step) { step } else { steps.iter().find(leads_there).copied().unwrap_or(step) }
    }
}

/// The points by name and where they are drawn, and the lines.
type Network = (Vec<Cell>, Vec<(usize, usize)>, Vec<Line>);

fn between_cells(topology: &Topology, steps: &[(i64, i64)]) -> Network {
    let pairs = topology.pairs(steps).into_iter();
    let lines = pairs.map(|[a, b]| Line { ends: [a, b], cells: [Some(a), Some(b)] }).collect();
    let drawn = topology.cells.iter().map(|&at| topology.tiling.outline(at).centre).collect();
    (topology.cells.clone(), drawn, lines)
}

/// Returns the sides of cells that are no squares. A corner is the M-th of the N-th row of corners.
fn sides_of_outlines(topology: &Topology) -> Network {
    // By its two ends, the cells at a side.
    let mut sides: BTreeMap<[(usize, usize); 2], [Option<usize>; 2]> = BTreeMap::new();
    for (id, &at) in topology.cells.iter().enumerate() {
        let corners = topology.tiling.outline(at).corners;
        for (index, &from) in corners.iter().enumerate() {
            let to = corners[(index + 1) % corners.len()];
            let cells = sides.entry([from.min(to), from.max(to)]).or_default();
            cells[usize::from(cells[0].is_some())] = Some(id);
        }
    }
    let drawn: BTreeSet<(usize, usize)> = sides.keys().flatten().copied().collect();
    let drawn: Vec<(usize, usize)> = drawn.into_iter().collect();
    let mut names: Vec<Cell> = Vec::new();
    for (index, point) in drawn.iter().enumerate() {
        let next = match index.checked_sub(1).map(|before| (drawn[before], names[before])) {
            None => Cell::new(0, 0),
            Some((before, name)) if before.0 == point.0 => Cell::new(name.row, name.column + 1),
            Some((_, name)) => Cell::new(name.row + 1, 0),
        };
        names.push(next);
    }
    let number = |point| drawn.binary_search(&point).unwrap_or_default();
    let lines = sides.iter().map(|(ends, &cells)| Line { ends: ends.map(number), cells }).collect();
    (names, drawn, lines)
}

fn borders(topology: &Topology) -> Network {
    let (height, width) = (topology.height, topology.width);
    let cell = |row: usize, column: usize| {
        (row < height && column < width).then(|| topology.id(Cell::new(row, column))).flatten()
    };
    // Beyond the top and the left there is nothing.
    let before = |row: Option<usize>, column: Option<usize>| cell(row?, column?);
    let mut found = Vec::new();
    for row in 0..=height {
        for column in 0..=width {
            let at = Cell::new(row, column);
            let (above, left) = (row.checked_sub(1), column.checked_sub(1));
            let right = [before(above, Some(column)), cell(row, column)];
            let down = [before(Some(row), left), cell(row, column)];
            for (to, sides) in [(Cell::new(row, column + 1), right), (Cell::new(row + 1, column), down)] {
                if sides != [None, None] {
                    found.push((at, to, sides));
                }
            }
        }
    }
    let mut points: Vec<Cell> = found.iter().flat_map(|&(a, b, _)| [a, b]).collect();
    points.sort_unstable();
    points.dedup();
    let number = |point: Cell| points.binary_search(&point).unwrap_or_default();
    let lines = found.iter().map(|&(a, b, cells)| Line { ends: [number(a), number(b)], cells }).collect();
    let drawn = points.iter().map(|at| (2 * at.row, 2 * at.column)).collect();
    (points, drawn, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_four_cells_has_twelve_sides() {
        let topology = Topology::new(2, 2, false, |_| true);
        let lines = Lines::new(&topology, LineKind::Borders);
        assert_eq!((lines.points.len(), lines.lines.len()), (9, 12));
        assert!(lines.at_cell.iter().all(|sides| sides.len() == 4));
        assert_eq!(lines.at_point[4].len(), 4, "the middle");
        let links = Lines::new(&topology, LineKind::Links);
        assert_eq!((links.points.len(), links.lines.len()), (4, 4));
    }

    #[test]
    fn moves_around_a_torus_go_on_straight() {
        let topology = Topology::new(5, 5, true, |_| true);
        let knight = vec![(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
        let lines = Lines::new(&topology, LineKind::Moves(knight.clone()));
        for (line, ends) in lines.lines.iter().enumerate() {
            for point in ends.ends {
                assert!(knight.contains(&lines.direction(line, point)), "{line}");
            }
            let [a, b] = ends.ends.map(|point| lines.direction(line, point));
            assert_eq!((a.0 + b.0, a.1 + b.1), (0, 0), "there and back");
        }
    }

    #[test]
    fn riders_stop_at_walls() {
        let topology = Topology::new(1, 5, false, |cell| cell.column != 3);
        assert_eq!(topology.ride(Cell::new(0, 0), (0, 1)), [1, 2]);
        assert_eq!(topology.ride(Cell::new(0, 3), (0, -1)), [2, 1, 0], "from a wall, too");
        let ring = Topology::new(1, 5, true, |_| true);
        assert_eq!(ring.ride(Cell::new(0, 3), (0, 1)), [4, 0, 1, 2]);
    }
}
