//! Printed paths: thermometers, arrows, lines between circles, and lines along which numbers run.
//!
//! They are drawn above the grounds and below the lines between cells. Without a colour they are dark and transparent, so that every
//! cell colour remains visible.

use super::element::CELL;
use super::{INK, number};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Panel, Path, PathShape};

/// The colour of arrows and of lines between circles that have none of their own.
const GREY: [u8; 3] = [0xaa; 3];

/// The radius of a circle around the end of a path.
const CIRCLE: f64 = 16.0;

/// Draws all paths: first those without a colour, whose crossings are not darker.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    let is_plain =
        |path: &&Path| path.colour.is_none() && matches!(path.shape, PathShape::Line | PathShape::Thermometer);
    let plain: Vec<&Path> = panel.paths.iter().filter(is_plain).collect();
    if !plain.is_empty() {
        *out += &format!("<g opacity=\"0.16\" {}>\n", style(INK));
        for (shape, width) in [(PathShape::Line, 6), (PathShape::Thermometer, 14)] {
            let lines: String = plain.iter().filter(|path| path.shape == shape).map(|&path| line(path)).collect();
            if !lines.is_empty() {
                *out += &format!("<path d=\"{lines}\" stroke-width=\"{width}\"/>\n");
            }
        }
        for path in plain.iter().filter(|path| path.shape == PathShape::Thermometer) {
            *out += &bulb(path, INK);
        }
        *out += "</g>\n";
    }
    for path in panel.paths.iter().filter(|path| !is_plain(path)) {
        let [red, green, blue] = path.colour.unwrap_or(GREY);
        let colour = format!("#{red:02x}{green:02x}{blue:02x}");
        *out += &format!("<g {}>\n", style(&colour));
        *out += &match path.shape {
            PathShape::Line => format!("<path d=\"{}\" stroke-width=\"8\"/>\n", line(path)),
            PathShape::Thermometer => {
                format!("<path d=\"{}\" stroke-width=\"14\"/>\n", line(path)) + &bulb(path, &colour)
            }
            PathShape::Arrow => arrow(path),
            PathShape::Between => {
                let ends = [path.cells.first(), path.cells.last()].into_iter().flatten();
                format!("<path d=\"{}\" stroke-width=\"4\"/>\n", line(path)) + &ends.map(circle).collect::<String>()
            }
            PathShape::Diagonal => diagonal(path),
        };
        *out += "</g>\n";
    }
}

fn style(colour: &str) -> String {
    format!("stroke=\"{colour}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" shape-rendering=\"auto\"")
}

/// Returns the middle of a cell, right and down.
fn middle(cell: &Cell) -> (f64, f64) {
    ((cell.column as f64 + 0.5) * CELL, (cell.row as f64 + 0.5) * CELL)
}

fn line(path: &Path) -> String {
    let points: Vec<String> =
        path.cells.iter().map(middle).map(|(x, y)| format!("{} {}", number(x), number(y))).collect();
    format!("M{}", points.join("L"))
}

fn bulb(path: &Path, fill: &str) -> String {
    let Some((x, y)) = path.cells.first().map(middle) else { return String::new() };
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"15\" fill=\"{fill}\" stroke=\"none\"/>\n", number(x), number(y))
}

fn circle(cell: &Cell) -> String {
    let (x, y) = middle(cell);
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{CIRCLE}\" fill=\"#ffffff\" stroke-width=\"2\"/>\n", number(x), number(y))
}

/// Returns a thin line, the head at its end, and the circle at its beginning, which covers the line.
fn arrow(path: &Path) -> String {
    let [.., before, last] = &path.cells[..] else { return String::new() };
    let ((bx, by), (x, y)) = (middle(before), middle(last));
    let angle = (y - by).atan2(x - bx);
    let side = |turn: f64| {
        let to = angle + turn;
        format!("{} {}", number(x - 9.0 * to.cos()), number(y - 9.0 * to.sin()))
    };
    let tip = format!("{} {}", number(x), number(y));
    let head = format!("M{}L{tip}L{}", side(0.6), side(-0.6));
    format!("<path d=\"{}{head}\" stroke-width=\"2.5\"/>\n", line(path))
        + &path.cells.first().map_or(String::new(), circle)
}

/// Returns a thin line through the whole first and last cell.
fn diagonal(path: &Path) -> String {
    let (Some(first), Some(last)) = (path.cells.first(), path.cells.last()) else { return String::new() };
    let ((ax, ay), (bx, by)) = (middle(first), middle(last));
    let half = CELL / 2.0;
    let (right, down) = (half * (bx - ax).signum(), half * (by - ay).signum());
    let ends = [(ax - right, ay - down), (bx + right, by + down)].map(|(x, y)| format!("{} {}", number(x), number(y)));
    format!("<path d=\"M{}\" stroke-width=\"1.5\"/>\n", ends.join("L"))
}
