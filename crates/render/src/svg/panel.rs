//! A panel with its title: grounds, lines, contents and texts. Imports the parts of drawings and their layout.

use super::element::{BASELINE, CELL, FINE, INK, Text, number, runs};
use super::ground::{PIECES, fill};
use super::layout::{self, LABEL_GAP, LEADING, Place};
use super::{cages, corners, margin, outlined, paths, squares, strokes};
use crate::colouring::colouring;
use crate::edges::{self, Weight};
use boardwright_base::board::picture::{Lines, Panel};
use std::collections::BTreeMap;

/// Draws a panel with its title.
pub(super) fn draw(out: &mut String, place: &Place<'_>, letter: f64) {
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

fn draw_title(out: &mut String, place: &Place, letter: f64) {
    let rim = layout::rim(place.panel);
    let y = place.y + rim - layout::margin_top(place.panel) - (LEADING - 1.0) * letter;
    let x = place.x + rim - layout::margin_left(place.panel);
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
    if panel.lines == Lines::Centres {
        strokes::draw_centres(out, panel);
    } else {
        draw_lines(out, panel, Weight::Fine, &format!("stroke=\"{FINE}\" stroke-width=\"1\""));
        draw_lines(
            out,
            panel,
            Weight::Heavy,
            &format!("stroke=\"{INK}\" stroke-width=\"3\" stroke-linecap=\"square\""),
        );
    }
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

fn draw_labels(out: &mut String, panel: &Panel) {
    let beside = layout::margin_right(panel);
    let size = layout::label_size(panel);
    for row in 0..panel.height() {
        let (x, y) = (layout::grid_width(panel) + beside + LABEL_GAP, (row as f64 + 0.5) * CELL + BASELINE * size);
        Text { x, y, size, ..Text::default() }.draw(out, panel.label(row));
    }
}
