//! Cells that are no squares: hexagons, triangles, and the vertices of a graph as circles with edges.
//!
//! A hexagon is 44 units wide, a triangle has sides of 68 units, so that the contents of a square fit inside; a vertex is
//! a circle of 32 units.

use super::element::{CELL, STANDS_OUT};
use super::ground::{PIECES, fill};
use super::layout::{MARGIN_LETTER, texts_width};
use super::points::at;
use super::squares::{RIM, draw_mark, draw_texts, letter};
use super::{BASELINE, FINE, FOUND, INK, Text, number};
use crate::colouring::colouring;
use crate::edges::Weight;
use crate::outlined::{Point, Side, sides};
use boardwright_base::board::picture::{Ground, Lines, OutlineShape, Outlines, Panel, Square};
use boardwright_base::board::tiling::Outline;

/// The corners of a cell: right and down in the document.
pub type Corners = Vec<(f64, f64)>;

/// The radius of a vertex.
const RADIUS: f64 = 16.0;

/// Draws a panel.
pub(super) fn draw(out: &mut String, panel: &Panel, outlines: &Outlines) {
    let colours = if panel.lines == Lines::Regions { colouring(panel, PIECES.len()) } else { Default::default() };
    if outlines.shape == OutlineShape::Circles {
        let edges: String = outlines.edges.iter().map(|&stroke| segment(outlines, stroke)).collect();
        path(out, &edges, &format!("stroke=\"{FINE}\" stroke-width=\"1.5\""));
        draw_strokes(out, panel, outlines);
    }
    let cells = || {
        let rows = outlines.cells.iter().enumerate();
        rows.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, outline)| (row, column, outline)))
    };
    for (row, column, outline) in cells() {
        let Some(square) = panel.cell(row, column) else { continue };
        let piece = square.region.and_then(|region| colours.get(&region));
        let fill = fill(piece.map_or([0xff; 3], |&piece| PIECES[piece]), square.ground);
        *out += &match outlines.shape {
            OutlineShape::Circles => {
                let (y, x) = at(outlines, outline.centre);
                let (x, y) = (number(x), number(y));
                format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.5\"/>\n"
                )
            }
            _ => format!("<polygon points=\"{}\" fill=\"{fill}\"/>\n", polygon(outlines, outline, 1.0)),
        };
        if square.marked {
            frame(out, outlines, outline, square.ground);
        }
    }
    if outlines.shape != OutlineShape::Circles {
        draw_sides(out, panel, outlines);
        draw_cages(out, panel, outlines);
    }
    draw_shades(out, panel, outlines);
    let lamps = panel.rows.iter().flatten().any(|square| square.lit);
    let corner = |outline: &Outline| {
        let (y, x) = at(outlines, outline.centre);
        (x - CELL / 2.0, y - CELL / 2.0)
    };
    for (row, column, outline) in cells() {
        if let Some(square) = panel.cell(row, column) {
            let (x, y) = corner(outline);
            draw_mark(out, square, x, y, lamps);
        }
    }
    if outlines.shape != OutlineShape::Circles {
        draw_strokes(out, panel, outlines);
    }
    let style = if panel.strokes.is_empty() { "" } else { RIM };
    let largest = letter(panel);
    for (row, column, outline) in cells() {
        if let Some(square) = panel.cell(row, column) {
            let (x, y) = corner(outline);
            // The corner of a square would be outside.
            let small = if outlines.shape == OutlineShape::Hexagons { "" } else { square.corner.as_str() };
            draw_small(out, small, outlines, outline);
            let corner = if small.is_empty() { square.corner.clone() } else { String::new() };
            draw_texts(out, &Square { corner, ..square.clone() }, x, y, (largest, style));
        }
    }
    draw_margins(out, panel, outlines);
}

/// Returns the corners of the cells of a panel at this place: right and down.
pub(super) fn corners(panel: &Panel, outlines: &Outlines, (left, top): (f64, f64)) -> Vec<Vec<Corners>> {
    let of = |row: usize, column: usize, outline: &Outline| -> Corners {
        if panel.cell(row, column).is_none() {
            return Vec::new();
        }
        let place = |(y, x): (f64, f64)| (left + x, top + y);
        if outlines.shape == OutlineShape::Circles {
            let (y, x) = at(outlines, outline.centre);
            let around = [(-RADIUS, -RADIUS), (-RADIUS, RADIUS), (RADIUS, RADIUS), (RADIUS, -RADIUS)];
            return around.iter().map(|(down, right)| place((y + down, x + right))).collect();
        }
        outline.corners.iter().map(|&corner| place(at(outlines, corner))).collect()
    };
    let rows = outlines.cells.iter().enumerate();
    rows.map(|(row, cells)| cells.iter().enumerate().map(|(column, cell)| of(row, column, cell)).collect()).collect()
}

/// Draws a small text beside a vertex, below the apex of a triangle that points up, or in the corner of one that points
/// down.
fn draw_small(out: &mut String, text: &str, outlines: &Outlines, outline: &Outline) {
    let (y, x) = at(outlines, outline.centre);
    let points_down = outline.corners.last().is_some_and(|corner| corner.0 > outline.centre.0 + 1);
    let (x, y, anchor) = match outlines.shape {
        OutlineShape::Circles => (x + 13.0, y - 13.0, "start"),
        _ if points_down => (x - 25.0, y - 11.0, "start"),
        _ => (x, y - 18.0, "middle"),
    };
    Text { x, y: y + BASELINE * 11.0, size: 11.0, anchor, style: RIM, ..Text::default() }.draw(out, text);
}

fn path(out: &mut String, path: &str, style: &str) {
    if !path.is_empty() {
        *out += &format!("<path d=\"{path}\" fill=\"none\" {style}/>\n");
    }
}

fn segment(outlines: &Outlines, ends: [Point; 2]) -> String {
    let [(ay, ax), (by, bx)] = ends.map(|end| at(outlines, end));
    format!("M{} {}L{} {}", number(ax), number(ay), number(bx), number(by))
}

/// Returns the corners of a cell, towards its centre by a factor.
fn polygon(outlines: &Outlines, outline: &Outline, factor: f64) -> String {
    let corners: Vec<String> = outline.corners.iter().map(|&corner| inset(outlines, outline, corner, factor)).collect();
    corners.join(" ")
}

fn inset(outlines: &Outlines, outline: &Outline, corner: Point, factor: f64) -> String {
    let ((y, x), (cy, cx)) = (at(outlines, corner), at(outlines, outline.centre));
    format!("{} {}", number(cx + factor * (x - cx)), number(cy + factor * (y - cy)))
}

/// Draws a frame around a marked cell.
fn frame(out: &mut String, outlines: &Outlines, outline: &Outline, ground: Ground) {
    let fill = if matches!(ground, Ground::Wall | Ground::Filled) { "none" } else { "#fde3cb" };
    let style = format!("fill=\"{fill}\" stroke=\"{STANDS_OUT}\" stroke-width=\"2.5\"");
    *out += &match outlines.shape {
        OutlineShape::Circles => {
            let (y, x) = at(outlines, outline.centre);
            format!("<circle cx=\"{}\" cy=\"{}\" r=\"{RADIUS}\" {style}/>\n", number(x), number(y))
        }
        _ => format!("<polygon points=\"{}\" {style}/>\n", polygon(outlines, outline, 0.85)),
    };
}

/// Draws the sides of cells: fine, and heavy between regions; faint with dots at corners in puzzles that ask for sides.
fn draw_sides(out: &mut String, panel: &Panel, outlines: &Outlines) {
    let sides = sides(panel);
    let of = |wanted: Weight| -> String {
        sides.iter().filter(|side| side.weight(panel) == wanted).map(|side| segment(outlines, side.ends)).collect()
    };
    if panel.lines == Lines::Points {
        path(out, &of(Weight::None), "stroke=\"#e9e9e9\" stroke-width=\"1\"");
        let mut corners: Vec<Point> = sides.iter().flat_map(|side| side.ends).collect();
        corners.sort_unstable();
        corners.dedup();
        let dots: String = corners.into_iter().map(|corner| segment(outlines, [corner, corner])).collect();
        path(out, &dots, &format!("stroke=\"{INK}\" stroke-width=\"5\" stroke-linecap=\"round\""));
        return;
    }
    path(out, &of(Weight::Fine), &format!("stroke=\"{FINE}\" stroke-width=\"1\""));
    path(out, &of(Weight::Heavy), &format!("stroke=\"{INK}\" stroke-width=\"3\" stroke-linecap=\"round\""));
}

/// Draws dashed outlines around cages, slightly inside the cells' sides.
fn draw_cages(out: &mut String, panel: &Panel, outlines: &Outlines) {
    let cage = |cell: Option<Point>| cell.and_then(|(row, column)| panel.cell(row, column)?.cage);
    let mut dashes = String::new();
    for Side { ends, cells } in sides(panel) {
        let [one, other] = cells;
        for (cell, beside) in [(one, other), (other, one)] {
            let Some((row, column)) = cell.filter(|_| cage(cell).is_some() && cage(cell) != cage(beside)) else {
                continue;
            };
            let outline = &outlines.cells[row][column];
            let [a, b] = ends.map(|end| inset(outlines, outline, end, 0.86));
            dashes += &format!("M{a}L{b}");
        }
    }
    path(out, &dashes, "stroke=\"#6e6e6e\" stroke-width=\"1\" stroke-dasharray=\"4 3\"");
}

/// Draws the lines of a heat map with their texts.
fn draw_shades(out: &mut String, panel: &Panel, outlines: &Outlines) {
    for shade in &panel.shades {
        let [red, green, blue] = shade.colour;
        let style = format!("stroke=\"#{red:02x}{green:02x}{blue:02x}\" stroke-width=\"9\"");
        path(out, &segment(outlines, shade.stroke), &style);
    }
    for shade in &panel.shades {
        let [(ay, ax), (by, bx)] = shade.stroke.map(|end| at(outlines, end));
        let (x, y) = ((ax + bx) / 2.0, (ay + by) / 2.0 + BASELINE * 10.0);
        Text { x, y, size: 10.0, anchor: "middle", style: RIM, ..Text::default() }.draw(out, &shade.text);
    }
}

/// Draws the lines of the solution.
fn draw_strokes(out: &mut String, panel: &Panel, outlines: &Outlines) {
    let strokes: String = panel.strokes.iter().map(|&stroke| segment(outlines, stroke)).collect();
    path(out, &strokes, &format!("stroke=\"{FOUND}\" stroke-width=\"5\" stroke-linecap=\"round\""));
}

/// Draws the texts at the ends of rows.
fn draw_margins(out: &mut String, panel: &Panel, outlines: &Outlines) {
    let size = MARGIN_LETTER;
    for (texts, at_left) in [(&panel.margins.left, true), (&panel.margins.right, false)] {
        for (row, texts) in texts.iter().enumerate() {
            let there = |&column: &usize| panel.cell(row, column).is_some();
            let columns = 0..outlines.cells[row].len();
            let Some(column) = (if at_left { columns.clone().find(there) } else { columns.rev().find(there) }) else {
                continue;
            };
            let outline = &outlines.cells[row][column];
            let ends = outline.corners.iter().map(|&corner| at(outlines, corner).1);
            let end = if at_left { ends.fold(f64::MAX, f64::min) } else { ends.fold(0.0, f64::max) };
            let y = at(outlines, outline.centre).0 + BASELINE * size;
            let mut x = if at_left { end - 8.0 - texts_width(texts) } else { end + 8.0 };
            for text in texts {
                let own = texts_width(std::slice::from_ref(text));
                Text { x: x + own / 2.0, y, size, anchor: "middle", ..Text::default() }.draw(out, text.trim());
                x += own + size * 0.5;
            }
        }
    }
}
