//! Figures that puzzles print: trees and tents, stars, triangles of half a cell, circles around numbers.
//!
//! A figure is drawn in the square of 40 units of its cell, instead of the cell's text. Imports the parts of drawings.

use super::element::{CELL, STANDS_OUT};
use super::ground::fill;
use super::{BASELINE, INK, Text, number};
use boardwright_base::board::picture::{Figure, Ground, Square, Under};

/// The radius of a circle around a text.
const AROUND: f64 = 15.0;

/// Draws the figure of a square, whose corner is at `left` and `top`.
pub(super) fn draw(out: &mut String, square: &Square, left: f64, top: f64) {
    let Some(figure) = square.figure else { return };
    let (x, y) = (left + CELL / 2.0, top + CELL / 2.0);
    let filled = |path: String| format!("<path d=\"{path}\" fill=\"{INK}\"/>\n");
    let outlined = |path: String| {
        format!(
            "<path d=\"{path}\" fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"/>\n"
        )
    };
    let circle = |radius: f64, fill: &str| {
        let (x, y) = (number(x), number(y));
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.8\"/>\n"
        )
    };
    let at = format!("M{} {}", number(x), number(y));
    *out += &match figure {
        Figure::Around => circle(AROUND, "#ffffff"),
        Figure::Circle => circle(11.0, "#ffffff"),
        Figure::Square => outlined(format!("{at}m-10 -10h20v20h-20z")),
        Figure::Triangle => outlined(format!("{at}m0 -12l12 21h-24z")),
        Figure::Star => filled(rays(x, y, 5, 13.0, 5.2)),
        Figure::Mine => filled(rays(x, y, 8, 13.0, 7.5)) + &circle(6.5, INK),
        Figure::Tree => {
            let trunk = format!("{at}m-2.5 7h5v7h-5z");
            filled(format!(
                "{trunk}{at}m0 8a7 6 0 0 1 -9 -4a6.5 6 0 0 1 1 -10a8 8 0 0 1 16 0a6.5 6 0 0 1 1 10a7 6 0 0 1 -9 4z"
            ))
        }
        Figure::Tent => outlined(format!("{at}m0 -11l13 22h-9l-4 -9l-4 9h-9z")),
        Figure::Lamp => {
            let socket = filled(format!("{at}m-4 7h8v6h-8z"));
            socket
                + &format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"9.5\" fill=\"#ffd43b\" stroke=\"{INK}\" stroke-width=\"1.8\"/>\n",
                    number(x),
                    number(y - 2.0)
                )
        }
        Figure::Moon => filled(format!("{at}m4 -12a12 12 0 1 0 8 17a10 10 0 0 1 -8 -17z")),
        Figure::Sun => filled(rays(x, y, 12, 13.5, 9.0)) + &circle(7.0, "#ffffff"),
        Figure::Rising | Figure::Falling => {
            let (from, to) = if figure == Figure::Rising { (CELL, 0.0) } else { (0.0, CELL) };
            let (x, y) = (number(left), number(top + from));
            let end = format!("{} {}", number(left + CELL), number(top + to));
            format!("<path d=\"M{x} {y}L{end}\" stroke=\"{INK}\" stroke-width=\"2.5\" stroke-linecap=\"round\"/>\n")
        }
        Figure::Ways(ways) => {
            let ends = [(0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0)]
                .into_iter()
                .zip(ways)
                .filter(|(_, is_there)| *is_there);
            let (x, y) = (number(left + CELL / 2.0), number(top + CELL / 2.0));
            let lines =
                ends.map(|((across, down), _)| format!("M{x} {y}l{} {}", number(across * CELL), number(down * CELL)));
            let lines: String = lines.collect();
            format!("<path d=\"{lines}\" stroke=\"{INK}\" stroke-width=\"4\" stroke-linecap=\"round\"/>\n")
        }
        Figure::Tile(sides) => tile(square, sides, left, top),
        Figure::Half(corner) => {
            let corners = [(0.0, 0.0), (CELL, 0.0), (CELL, CELL), (0.0, CELL)];
            let point = |turn: usize| {
                let (across, down) = corners[(usize::from(corner) + turn) % 4];
                format!("{} {}", number(left + across), number(top + down))
            };
            let path = format!("M{}L{}L{}z", point(3), point(0), point(1));
            format!("<path d=\"{path}\" fill=\"{}\"/>\n", fill([0xff; 3], Ground::Filled))
        }
    };
}

/// Draws the filled figure under the contents of a square; it leaves a rim of the cell.
pub(super) fn draw_under(out: &mut String, under: &Under, left: f64, top: f64) {
    let (x, y) = (left + CELL / 2.0, top + CELL / 2.0);
    let fill = fill(under.colour, Ground::Plain);
    let at = format!("M{} {}", number(x), number(y));
    let path = match under.figure {
        Figure::Square => format!("{at}m-16 -16h32v32h-32z"),
        Figure::Triangle => format!("{at}m0 -17l16 29h-32z"),
        Figure::Star => rays(x, y, 5, 17.0, 7.5),
        _ => {
            let (x, y) = (number(x), number(y));
            *out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\"/>\n");
            return;
        }
    };
    *out += &format!("<path d=\"{path}\" fill=\"{fill}\"/>\n");
}

/// Returns a tile: a triangle with a letter at each side.
fn tile(square: &Square, sides: [(char, [u8; 3]); 4], left: f64, top: f64) -> String {
    let corners = [(0.0, 0.0), (CELL, 0.0), (CELL, CELL), (0.0, CELL)];
    let middles = [(20.0, 8.0), (32.0, 20.0), (20.0, 32.0), (8.0, 20.0)];
    let mut out = String::new();
    for (side, (name, colour)) in sides.into_iter().enumerate() {
        let point = |(x, y): (f64, f64)| format!("{} {}", number(left + x), number(top + y));
        let [from, to] = [corners[side], corners[(side + 1) % 4]].map(point);
        let fill = fill(colour, Ground::Plain);
        out += &format!(
            "<path d=\"M{from}L{to}L{}z\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"0.8\" stroke-linejoin=\"round\"/>\n",
            point((CELL / 2.0, CELL / 2.0))
        );
        let (x, y) = middles[side];
        let text = Text {
            x: left + x,
            y: top + y + BASELINE * 10.0,
            size: 10.0,
            anchor: "middle",
            bold: square.given,
            ..Text::default()
        };
        text.draw(&mut out, &name.to_string());
    }
    let (stroke, width) = if square.marked { (STANDS_OUT, 3.0) } else { (INK, 1.6) };
    let (x, y) = (number(left), number(top));
    out + &format!(
        "<path d=\"M{x} {y}h{CELL}v{CELL}h-{CELL}z\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>\n"
    )
}

/// Returns a star with a number of rays, the first upwards.
fn rays(x: f64, y: f64, count: usize, outer: f64, inner: f64) -> String {
    let point = |index: usize| {
        let radius = if index.is_multiple_of(2) { outer } else { inner };
        let angle = std::f64::consts::PI * index as f64 / count as f64;
        format!("{} {}", number(x + radius * angle.sin()), number(y - radius * angle.cos()))
    };
    let points: Vec<String> = (0..2 * count).map(point).collect();
    format!("M{}z", points.join("L"))
}

/// Draws a sign between two cells that is no text: a circle, a bar on the side, or a line from cell to cell. Returns whether
/// it is one. `x` and `y` are the middle of the side.
pub(super) fn sign(out: &mut String, text: &str, x: f64, y: f64) -> bool {
    let bar = |width: f64, height: f64| {
        let (left, top) = (number(x - width / 2.0), number(y - height / 2.0));
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{INK}\" stroke=\"none\"/>\n"
        )
    };
    if let Some(fill) = dot(text) {
        let (x, y) = (number(x), number(y));
        *out += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{DOT}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>\n"
        );
        return true;
    }
    *out += &match text {
        // Bars on an upright side and on a level one, lines across an upright side and across a level one.
        "\u{2503}" => bar(6.0, 30.0),
        "\u{2501}" => bar(30.0, 6.0),
        "\u{2500}" => bar(CELL, 5.0),
        "\u{2502}" => bar(5.0, CELL),
        _ => return false,
    };
    true
}

/// Returns the colour of a circle beside cells.
pub(super) fn dot(sign: &str) -> Option<&'static str> {
    match sign {
        "\u{25cb}" => Some("#ffffff"),
        "\u{25cf}" => Some(INK),
        "\u{25cd}" => Some("#b5b5b5"),
        _ => None,
    }
}

/// The radius of a circle between cells.
pub(super) const DOT: f64 = 6.5;
