//! Lines of the solution, and the dots that they join.

use super::element::CELL;
use super::{BASELINE, FOUND, INK, Text, number};
use boardwright_base::board::picture::{Lines, Panel, Shade, Stroke};

/// Draws faint sides of cells and dots at their corners, for puzzles that ask for sides.
pub(super) fn draw_points(out: &mut String, panel: &Panel) {
    if panel.lines != Lines::Points {
        return;
    }
    let has = |row: usize, column: usize| panel.cell(row, column).is_some();
    let before = |row: usize, column: usize, up: usize, left: usize| {
        row.checked_sub(up).zip(column.checked_sub(left)).is_some_and(|(row, column)| has(row, column))
    };
    let mut sides = String::new();
    let mut dots = String::new();
    for row in 0..=panel.height() {
        for column in 0..=panel.width() {
            let (x, y) = (column as f64 * CELL, row as f64 * CELL);
            if has(row, column) || before(row, column, 1, 0) {
                sides += &format!("M{x} {y}h{CELL}");
            }
            if has(row, column) || before(row, column, 0, 1) {
                sides += &format!("M{x} {y}v{CELL}");
            }
            if (0..2).any(|up| (0..2).any(|left| before(row, column, up, left))) {
                dots += &format!("M{x} {y}h0");
            }
        }
    }
    *out += &format!("<path d=\"{sides}\" stroke=\"#e9e9e9\" stroke-width=\"1\" shape-rendering=\"crispEdges\"/>\n");
    *out += &format!("<path d=\"{dots}\" stroke=\"{INK}\" stroke-width=\"5\" stroke-linecap=\"round\"/>\n");
}

/// Draws lines between the centres of neighbours.
pub(super) fn draw_centres(out: &mut String, panel: &Panel) {
    let has = |row: usize, column: usize| panel.cell(row, column).is_some();
    let mut lines = String::new();
    for (row, column) in (0..panel.height()).flat_map(|row| (0..panel.width()).map(move |column| (row, column))) {
        let [x, y] = [column, row].map(|at| (at as f64 + 0.5) * CELL);
        if has(row, column) && has(row, column + 1) {
            lines += &format!("M{x} {y}h{CELL}");
        }
        if has(row, column) && has(row + 1, column) {
            lines += &format!("M{x} {y}v{CELL}");
        }
    }
    *out += &format!("<path d=\"{lines}\" stroke=\"{INK}\" stroke-width=\"1\"/>\n");
}

/// Draws the lines of a heat map, the lightest first, and then their texts.
pub(super) fn draw_shades(out: &mut String, panel: &Panel) {
    let half = CELL / 2.0;
    let mut shades: Vec<&Shade> = panel.shades.iter().collect();
    shades.sort_by_key(|shade| std::cmp::Reverse(shade.colour));
    for Shade { stroke: [a, b], colour: [red, green, blue], .. } in &shades {
        let [ax, ay, bx, by] = [a.1, a.0, b.1, b.0].map(|at| number(at as f64 * half));
        *out += &format!(
            "<path d=\"M{ax} {ay}L{bx} {by}\" stroke=\"#{red:02x}{green:02x}{blue:02x}\" stroke-width=\"9\"/>\n"
        );
    }
    for Shade { stroke: [a, b], text, .. } in &panel.shades {
        let (x, y) = ((a.1 + b.1) as f64 * half / 2.0, (a.0 + b.0) as f64 * half / 2.0 + BASELINE * SHARE);
        Text { x, y, size: SHARE, anchor: "middle", style: RIM, ..Text::default() }.draw(out, text);
    }
}

/// The font size of shares on lines, and a light rim around them.
const SHARE: f64 = 10.0;
const RIM: &str = " stroke=\"#ffffff\" stroke-width=\"2\" stroke-linejoin=\"round\" paint-order=\"stroke\"";

/// Draws the lines of a panel, each segment separately.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    let is_move = |stroke: &Stroke| {
        let [a, b] = *stroke;
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1) > 2
    };
    let (moves, lines): (Vec<Stroke>, Vec<Stroke>) = panel.strokes.iter().partition(|stroke| is_move(stroke));
    let half = CELL / 2.0;
    let path = |strokes: &[Stroke]| {
        let one = |&[a, b]: &Stroke| {
            let [ax, ay, bx, by] = [a.1, a.0, b.1, b.0].map(|at| number(at as f64 * half));
            format!("M{ax} {ay}L{bx} {by}")
        };
        strokes.iter().map(one).collect::<String>()
    };
    let is_double = |stroke: &Stroke| stroke.iter().any(|at| panel.double.contains(&(at.0 / 2, at.1 / 2)));
    let (double, lines): (Vec<Stroke>, Vec<Stroke>) = lines.into_iter().partition(is_double);
    if !double.is_empty() {
        // Two lines: a broad one with a light middle.
        let path = path(&double);
        for (colour, width) in [(FOUND, 9), ("#ffffff", 4)] {
            *out += &format!("<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\" fill=\"none\"/>\n");
        }
    }
    if !lines.is_empty() {
        *out += &format!(
            "<path d=\"{}\" stroke=\"{FOUND}\" stroke-width=\"5\" stroke-linecap=\"round\" fill=\"none\"/>\n",
            path(&lines)
        );
    }
    if !moves.is_empty() {
        *out += &format!(
            "<path d=\"{}\" stroke=\"{FOUND}\" stroke-width=\"2.5\" stroke-linecap=\"round\" fill=\"none\"/>\n",
            path(&moves)
        );
        let mut ends: Vec<(usize, usize)> = moves.into_iter().flatten().collect();
        ends.sort_unstable();
        ends.dedup();
        let dots: String =
            ends.iter().map(|at| format!("M{} {}h0", number(at.1 as f64 * half), number(at.0 as f64 * half))).collect();
        *out += &format!("<path d=\"{dots}\" stroke=\"{INK}\" stroke-width=\"9\" stroke-linecap=\"round\"/>\n");
    }
}
