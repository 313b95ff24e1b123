//! Cells that are no squares, as text: hexagons, triangles, other polygons, and the vertices of a graph.
//!
//! ```text
//!    / \ / \         ╱╲
//!   | 1 | 2 |       ╱ 1╲       a━━━b
//!  / \ / \ / \     ╱────╲       ╲ ╱
//! | 3 | 1 | 2 |                  c
//! ```
//!
//! Where there are regions, only the lines between them are drawn. Lines of the solution through cells are drawn from
//! centre to centre, and then cells have no sides.

use super::paint::{Glyph, Line, Paint};
use super::symbols::{has_lamps, solid, symbol};
use crate::edges::Weight;
use crate::outlined::{Point, Side, sides};
use boardwright_base::board::picture::{Lines, OutlineShape, Outlines, Panel};
use std::collections::BTreeMap;

/// The characters by line and column.
struct Canvas<'a> {
    outlines: &'a Outlines,
    /// The columns for a unit to the right.
    half: usize,
    glyphs: BTreeMap<Point, Glyph>,
}

/// Draws a panel.
pub(super) fn draw(panel: &Panel, outlines: &Outlines) -> Vec<Line> {
    let centres: Vec<Point> = outlines.cells.iter().flatten().map(|cell| cell.centre).collect();
    let through = panel.strokes.iter().flatten().any(|end| centres.contains(end));
    let circles = outlines.shape == OutlineShape::Circles;
    let lamps = has_lamps(panel);
    let empty = if through || circles || panel.lines == Lines::Points { "·" } else { "" };
    let text = |row: usize, column: usize| {
        panel.cell(row, column).map(|square| {
            let corner = if square.corner.is_empty() { String::new() } else { format!(" {}", square.corner) };
            format!("{}{corner}", symbol(square, empty, lamps)).trim().to_string()
        })
    };
    let places = || {
        let rows = outlines.cells.iter().enumerate();
        rows.flat_map(|(row, cells)| (0..cells.len()).map(move |column| (row, column)))
    };
    let widest = places().filter_map(|(row, column)| text(row, column)).map(|text| text.chars().count()).max();
    let widest = widest.unwrap_or(1).max(1);
    let half = match outlines.shape {
        OutlineShape::Hexagons => widest.div_ceil(2) + 1,
        OutlineShape::Triangles => widest.div_ceil(2).max(1) + 1,
        OutlineShape::Circles | OutlineShape::Polygons => widest.div_ceil(2) + 1,
    };
    let mut canvas = Canvas { outlines, half, glyphs: BTreeMap::new() };
    if !through && !circles {
        canvas.sides(panel);
    }
    if circles {
        for &[a, b] in outlines.edges.iter().filter(|edge| !panel.strokes.contains(edge)) {
            canvas.trace(a, b, Some('·'));
        }
    }
    for &[a, b] in panel.strokes.iter().filter(|_| through) {
        canvas.trace(a, b, None);
    }
    for (row, column) in places() {
        let (Some(square), Some(text)) = (panel.cell(row, column), text(row, column)) else { continue };
        let paint = Paint::ground(None, square.ground, square.marked).foreground(square);
        let (line, middle) = canvas.place(outlines.cells[row][column].centre);
        let text = match solid(Some(square)) {
            Some(block) if text.chars().count() == 1 && circles => block.to_string(),
            Some(block) if text.chars().all(|c| c == block) => block.to_string().repeat(2 * half - 3 + 2 * (half % 2)),
            _ if square.marked => format!("[{text}]"),
            _ => text,
        };
        canvas.text(line, middle, &text, paint);
    }
    canvas.lines(panel)
}

impl Canvas<'_> {
    /// Returns the line and the column of a point; of a corner, the line of the sides below it.
    fn place(&self, (down, right): Point) -> Point {
        let line = match self.outlines.shape {
            OutlineShape::Hexagons => 2 * (down / 3) + usize::from(down % 3 != 0),
            OutlineShape::Triangles => {
                let body = [0, 1, self.half][down % 3];
                (down / 3) * (self.half + 1) + body
            }
            OutlineShape::Circles => return (down / 5, right * self.half / 5),
            OutlineShape::Polygons => {
                // Ten characters are as wide as five lines are high.
                let part = |units: usize, characters: f64| {
                    units as f64 * f64::from(self.outlines.unit.0) * characters / 2_000_000.0
                };
                return (part(down, 5.0).round() as usize, part(right, 10.0).round() as usize);
            }
        };
        (line, right * self.half)
    }

    fn put(&mut self, line: usize, column: usize, character: char, paint: Paint) {
        self.glyphs.insert((line, column), (character, paint));
    }

    /// Writes a text with its middle in a column.
    fn text(&mut self, line: usize, middle: usize, text: &str, paint: Paint) {
        let length = text.chars().count();
        let shift =
            if self.outlines.shape == OutlineShape::Triangles { length / 2 } else { length.saturating_sub(1) / 2 };
        for (index, character) in text.chars().enumerate() {
            self.put(line, (middle + index).saturating_sub(shift), character, paint);
        }
    }

    /// Draws the sides of cells.
    fn sides(&mut self, panel: &Panel) {
        let sides = sides(panel);
        let parted = panel.lines == Lines::Regions
            || sides.iter().any(|side| side.weight(panel) == Weight::Heavy && side.cells.iter().all(Option::is_some));
        for side in sides {
            let found = panel.strokes.contains(&side.ends) || panel.strokes.contains(&[side.ends[1], side.ends[0]]);
            match side.weight(panel) {
                _ if found => self.side(&side, None, Paint::FOUND),
                Weight::None if panel.lines == Lines::Points => self.side(&side, Some('·'), Paint::PLAIN),
                Weight::None => {}
                Weight::Fine if parted => {}
                Weight::Fine | Weight::Heavy => self.side(&side, None, Paint::PLAIN),
            }
        }
    }

    /// Draws a side with its own characters, or with dots.
    fn side(&mut self, side: &Side, dot: Option<char>, paint: Paint) {
        if self.outlines.shape == OutlineShape::Polygons {
            return self.slanted(side.ends, dot, paint);
        }
        let [(top, left), (bottom, right)] = side.ends;
        let half = self.half;
        let falls = left < right;
        match self.outlines.shape {
            _ if left == right => {
                let (line, column) = self.place((top, left));
                self.put(line, column, dot.unwrap_or('|'), paint);
            }
            OutlineShape::Hexagons => {
                let column = (left + right) * half / 2;
                self.put(2 * (top / 3), column, dot.unwrap_or(if falls { '\\' } else { '/' }), paint);
            }
            _ if top == bottom => {
                let line = top / 3 * (half + 1);
                let columns: Vec<usize> = (left.min(right) * half..left.max(right) * half).collect();
                let shown = columns.iter().enumerate().filter(|(index, _)| dot.is_none() || index % 2 == 1);
                shown.for_each(|(_, &column)| self.put(line, column, dot.unwrap_or('─'), paint));
            }
            _ => {
                let line = top / 3 * (half + 1) + 1;
                for index in 0..half {
                    let column = if falls { left * half + index } else { left * half - 1 - index };
                    self.put(line + index, column, dot.unwrap_or(if falls { '╲' } else { '╱' }), paint);
                }
            }
        }
    }

    /// Draws a side of any direction, with its ends.
    fn slanted(&mut self, ends: [Point; 2], dot: Option<char>, paint: Paint) {
        let [(y, x), (v, u)] = ends.map(|end| self.place(end));
        let (down, right) = (v as f64 - y as f64, u as f64 - x as f64);
        // A line is about twice as high as a column is wide.
        let character = match (2.0 * down.abs(), right.abs()) {
            (down, right) if 2.4 * down < right => '─',
            (down, right) if 2.4 * right < down => '│',
            _ if (down > 0.0) == (right > 0.0) => '╲',
            _ => '╱',
        };
        let steps = down.abs().max(right.abs()).max(1.0);
        for step in 1..steps as usize {
            let along = |start: usize, way: f64| (start as f64 + way * step as f64 / steps).round() as usize;
            let (line, column) = (along(y, down), along(x, right));
            if dot.is_none() || step % 2 == 0 {
                self.put(line, column, dot.unwrap_or(character), paint);
            }
        }
        for (line, column) in [(y, x), (v, u)] {
            let is_found = self.glyphs.get(&(line, column)).is_some_and(|glyph| glyph.1 == Paint::FOUND);
            if !is_found {
                self.put(line, column, if dot.is_some() { '·' } else { '•' }, paint);
            }
        }
    }

    /// Draws a line between two points.
    fn trace(&mut self, a: Point, b: Point, dot: Option<char>) {
        let ((y, x), (v, u)) = (self.place(a), self.place(b));
        let (down, right) = (v as i64 - y as i64, u as i64 - x as i64);
        let steps = down.abs().max(right.abs()).max(1);
        let character = match (down, right) {
            (0, _) => '━',
            (_, 0) => '┃',
            _ if (down > 0) == (right > 0) => '╲',
            _ => '╱',
        };
        let paint = if dot.is_some() { Paint::PLAIN } else { Paint::FOUND };
        let round = |part: i64, step: i64| (2 * part * step + steps).div_euclid(2 * steps);
        for step in 1..steps {
            let (line, column) = (y as i64 + round(down, step), x as i64 + round(right, step));
            self.put(line as usize, column as usize, dot.unwrap_or(character), paint);
        }
    }

    /// Returns the lines, with the texts beside the rows.
    fn lines(self, panel: &Panel) -> Vec<Line> {
        let left = |row: usize| panel.margins.left.get(row).map_or(String::new(), |texts| texts.join(" "));
        let indent = (0..panel.height()).map(|row| left(row).chars().count()).max().unwrap_or(0);
        let indent = if indent > 0 { indent + 1 } else { 0 };
        let mut beside: BTreeMap<usize, [String; 2]> = BTreeMap::new();
        for row in 0..panel.height() {
            let right = panel.margins.right.get(row).map_or(String::new(), |texts| texts.join(" "));
            let first = self.outlines.cells[row].first().map_or((0, 0), |cell| cell.centre);
            let line = self.place((3 * (first.0 / 3) + 2, first.1)).0;
            let line = if self.outlines.shape == OutlineShape::Circles { first.0 / 5 } else { line };
            beside.insert(line, [left(row), right]);
        }
        let last = self.glyphs.keys().map(|&(line, _)| line).max().unwrap_or(0);
        let first = self.glyphs.keys().map(|&(line, _)| line).min().unwrap_or(0);
        let margin = self.glyphs.keys().map(|&(_, column)| column).min().unwrap_or(0);
        let mut lines = Vec::new();
        for line in first..=last {
            let mut drawn = Line::default();
            let [before, after] = beside.get(&line).cloned().unwrap_or_default();
            drawn.text(&before, Paint::PLAIN);
            for (&(_, column), &(character, paint)) in self.glyphs.range((line, 0)..=(line, usize::MAX)) {
                drawn.pad_to(indent + column - margin);
                drawn.push(character, paint);
            }
            if !after.is_empty() {
                drawn.push(' ', Paint::PLAIN);
                drawn.text(&after, Paint::PLAIN);
            }
            lines.push(drawn);
        }
        lines
    }
}
