//! Renders a picture as a standalone SVG document, for the screen or for printing.
//!
//! A cell is a square of 40 units; panels are placed side by side on shelves of about 900 units. Two cells of one
//! region:
//!
//! ```text
//! <g transform="translate(20 20)">
//! <g shape-rendering="crispEdges" fill="none">
//! <rect x="0" y="0" width="80" height="40" fill="#ffffff"/>
//! <path d="M40 0V40" stroke="#b4b4b4" stroke-width="1"/>
//! <path d="M0 0V40M80 0V40M0 0H80M0 40H80" .../>
//! ```
//!
//! Invariants: the `rect`s without a stroke cover each cell of a panel once and no hole (a panel without lines has
//! none); numbers have at most two decimals; the document is well-formed XML for all texts.
//!
//! Walls are dark, cages have dashed outlines, printed paths are light, and lines of the solution are green.
//!
//! The document is written with plain formatting, because seven kinds of elements need no tree and the order of
//! elements and the format of numbers are fixed.

mod element;
mod cages;
mod film;
mod layout;
mod margin;
mod outlined;
mod paths;
mod squares;
mod corners;
mod strokes;
#[cfg(test)]
mod tests;

use self::element::{BASELINE, FINE, FOUND, INK, Text, escape, number, runs};
use self::layout::{CELL, LABEL_GAP, LEADING, Layout, MARGIN, Place};
use super::colouring::colouring;
use super::edges::{self, Weight};
use crate::board::picture::{Ground, Lines, Panel, Picture};
use std::collections::BTreeMap;

/// The RGB fills of pieces. Based on the scheme "light" of P. Tol, "Colour Schemes", SRON/EPS/TN/09-002, designed for
/// black letters on colours that are distinguishable with colour vision deficiencies.
const PIECES: [[u8; 3]; 9] = [
    [0x9f, 0xc5, 0xe8],
    [0xf3, 0xe2, 0xa0],
    [0x86, 0xd2, 0xb8],
    [0xff, 0xc4, 0xce],
    [0xe0, 0xe0, 0xe0],
    [0xf4, 0xad, 0x92],
    [0xb8, 0xe8, 0xff],
    [0xd3, 0xdf, 0x7d],
    [0xc9, 0xc7, 0x66],
];

/// Renders a whole SVG document.
pub fn render(picture: &Picture) -> String {
    titled(picture, None)
}

/// Renders a whole SVG document with a title; the default title is derived from the picture.
pub fn titled(picture: &Picture, title: Option<&str>) -> String {
    let screen = film::with_screen(picture);
    let layout = Layout::new(screen.as_ref().unwrap_or(picture));
    let (width, height) = (number(layout.width), number(layout.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Helvetica, Arial, sans-serif\" fill=\"{INK}\">\n<title>{}</title>\n",
        escape(&title.filter(|title| !title.trim().is_empty()).map_or_else(|| name(picture), str::to_string)),
    );
    for (mark, name, path) in squares::CHESS {
        if picture.panels.iter().flat_map(|panel| &panel.rows).flatten().any(|square| square.mark == mark) {
            out += &format!("<defs><path id=\"{name}\" fill-rule=\"evenodd\" d=\"{path}\"/></defs>\n");
        }
    }
    out += &format!("<path d=\"M0 0H{width}V{height}H0Z\" fill=\"#ffffff\"/>\n");
    for (index, place) in layout.places.iter().enumerate() {
        if index == 0 && screen.is_some() {
            film::draw(&mut out, place, &picture.panels, layout.letter);
        } else {
            draw_panel(&mut out, place, layout.letter);
        }
    }
    for (index, line) in layout.captions.iter().enumerate() {
        let y = layout.captions_top + (index as f64 * LEADING + 1.0) * layout.letter;
        let text = line.trim_start_matches(' ');
        // Leading blanks would otherwise not be drawn.
        let x = MARGIN + layout::text_width(&line[..line.len() - text.len()], layout.letter);
        if !text.is_empty() {
            Text { x, y, size: layout.letter, ..Text::default() }.draw(&mut out, text);
        }
    }
    out + "</svg>\n"
}

/// Draws a panel with its title.
fn draw_panel(out: &mut String, place: &Place<'_>, letter: f64) {
    draw_title(out, place, letter);
    *out += &format!("<g transform=\"translate({} {})\">\n", number(place.x), number(place.y));
    if let Some(outlines) = &place.panel.outlines {
        outlined::draw(out, place.panel, outlines);
        *out += "</g>\n";
        return;
    }
    draw_dense(out, place.panel);
    draw_board(out, place.panel);
    cages::draw(out, place.panel);
    squares::draw(out, place.panel);
    draw_labels(out, place.panel);
    margin::draw(out, place.panel);
    corners::draw(out, place.panel);
    *out += "</g>\n";
}

/// Returns the default title: the titles of the panels, or the first caption.
fn name(picture: &Picture) -> String {
    let titles: Vec<&str> = picture.panels.iter().map(|panel| panel.title.as_str()).filter(|t| !t.is_empty()).collect();
    match (titles.is_empty(), picture.captions.first()) {
        (false, _) => titles.join(", "),
        (true, Some(caption)) => caption.clone(),
        (true, None) => "Board".to_string(),
    }
}

fn draw_title(out: &mut String, place: &Place, letter: f64) {
    let y = place.y - layout::margin_lines(&place.panel.margins.top) - (LEADING - 1.0) * letter;
    let x = place.x - layout::margin_left(place.panel);
    Text { x, y, size: letter, bold: true, ..Text::default() }.draw(out, &place.panel.title);
}

/// Draws grounds and lines.
fn draw_board(out: &mut String, panel: &Panel) {
    if panel.lines == Lines::None {
        return;
    }
    *out += "<g shape-rendering=\"crispEdges\" fill=\"none\">\n";
    let colours = if panel.lines == Lines::Regions { colouring(panel, PIECES.len()) } else { Default::default() };
    let fill = |row, column| {
        let square = panel.cell(row, column)?;
        let piece = square.region.and_then(|region| colours.get(&region));
        Some(fill(piece.map_or([0xff; 3], |&piece| PIECES[piece]), square.ground))
    };
    for row in 0..panel.height() {
        for (start, end, fill) in runs(panel.width(), |column| fill(row, column)) {
            let (x, y, width) = (start as f64 * CELL, row as f64 * CELL, (end - start) as f64 * CELL);
            *out += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{CELL}\" fill=\"{fill}\"/>\n");
        }
    }
    paths::draw(out, panel);
    draw_lines(out, panel, Weight::Fine, &format!("stroke=\"{FINE}\" stroke-width=\"1\""));
    draw_lines(out, panel, Weight::Heavy, &format!("stroke=\"{INK}\" stroke-width=\"3\" stroke-linecap=\"square\""));
    *out += "</g>\n";
    strokes::draw_shades(out, panel);
    strokes::draw_points(out, panel);
}

/// Draws the cells of a dense panel: a stroke for each run of equal characters.
fn draw_dense(out: &mut String, panel: &Panel) {
    if panel.dense.is_empty() {
        return;
    }
    let mut paths: BTreeMap<u8, String> = BTreeMap::new();
    for (row, text) in panel.dense.iter().enumerate() {
        let text = text.as_bytes();
        let mark = |column: usize| Some(text[column]).filter(|mark| !b".0".contains(mark));
        for (start, end, mark) in runs(text.len(), mark) {
            *paths.entry(mark).or_default() += &format!("M{start} {row}.5h{}", end - start);
        }
    }
    *out += &format!("<g transform=\"scale({:.6})\" fill=\"none\">\n", layout::dense_cell(panel));
    for (mark, path) in paths {
        let colour = match mark {
            b'_' => "#b4b4b4".to_string(),
            digit @ b'1'..=b'9' => format!("#{0:02x}{0:02x}{0:02x}", 0x9a - 16 * (digit - b'0')),
            _ => INK.to_string(),
        };
        *out += &format!("<path d=\"{path}\" stroke=\"{colour}\"/>\n");
    }
    *out += "</g>\n";
}

/// Draws all lines of one weight, each as long as possible.
fn draw_lines(out: &mut String, panel: &Panel, weight: Weight, stroke: &str) {
    let mut path = String::new();
    for column in 0..=panel.width() {
        let drawn = |row| (edges::left_of(panel, row, column) == weight).then_some(());
        for (start, end, ()) in runs(panel.height(), drawn) {
            path += &format!("M{} {}V{}", column as f64 * CELL, start as f64 * CELL, end as f64 * CELL);
        }
    }
    for row in 0..=panel.height() {
        let drawn = |column| (edges::above(panel, row, column) == weight).then_some(());
        for (start, end, ()) in runs(panel.width(), drawn) {
            path += &format!("M{} {}H{}", start as f64 * CELL, row as f64 * CELL, end as f64 * CELL);
        }
    }
    if !path.is_empty() {
        *out += &format!("<path d=\"{path}\" {stroke}/>\n");
    }
}

fn fill(colour: [u8; 3], ground: Ground) -> String {
    let [red, green, blue] = match ground {
        Ground::Dark => colour.map(|part| (f64::from(part) * 0.82).round() as u8),
        Ground::Wall => [0x26; 3],
        Ground::Stone => [0xd2; 3],
        Ground::Filled => [0x4a, 0x55, 0x62],
        Ground::Tinted(tint) => tint,
        Ground::Plain | Ground::Light | Ground::Lit => colour,
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn draw_labels(out: &mut String, panel: &Panel) {
    let beside = layout::margin_right(panel);
    let size = layout::label_size(panel);
    for row in 0..panel.height() {
        let (x, y) = (layout::grid_width(panel) + beside + LABEL_GAP, (row as f64 + 0.5) * CELL + BASELINE * size);
        Text { x, y, size, ..Text::default() }.draw(out, panel.label(row));
    }
}
