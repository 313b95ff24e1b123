//! The contents of cells: marks, texts, signs between cells, and frames around marked cells.
//!
//! Solution lines are drawn above the marks and below the texts, which then have a light outline.

use super::element::{CELL, STANDS_OUT};
use super::layout::CHARACTER;
use super::{BASELINE, FOUND, INK, Text, figures, number, runs, strokes};
use boardwright_base::board::picture::{Figure, Ground, Lines, Mark, Panel, Square};

/// Separates a text from lines.
pub(super) const RIM: &str = " stroke=\"#ffffff\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
/// The font size of texts in corners.
const CORNER_FONT: f64 = 11.0;

/// Chess pieces in a square of 40 units: the name of each in the document, and its outline. The knight looks to the
/// left: head, mane and chest, an open eye, and a foot.
pub(super) const CHESS: [(Mark, &str, &str); 5] = [
    (
        Mark::Knight,
        "knight",
        "M11 31C11 25 18.5 23 19 16.5C17.5 19 15 19.5 13 20.5L10.5 23C8 23 6.5 20.5 7.5 18L12.5 10.5\
    L13.5 4.5L18 7.5C26 8 31.5 15 30.5 31ZM14.2 12.2A1.3 1.3 0 1 0 16.8 12.2A1.3 1.3 0 1 0 14.2 12.2ZM8.5 32.5H33V36H8.5Z",
    ),
    (
        Mark::Queen,
        "queen",
        "M6.5 15L11 27.5H29L33.5 15L26.6 22L27 12L22.4 20.5L20 10L17.6 20.5L13 12L13.4 22ZM4.3 13A2.2 2.2 0 1 0 8.7 13\
        A2.2 2.2 0 1 0 4.3 13ZM10.6 9.5A2.2 2.2 0 1 0 15 9.5A2.2 2.2 0 1 0 10.6 9.5ZM17.8 7A2.2 2.2 0 1 0 22.2 7\
        A2.2 2.2 0 1 0 17.8 7ZM25 9.5A2.2 2.2 0 1 0 29.4 9.5A2.2 2.2 0 1 0 25 9.5ZM31.3 13A2.2 2.2 0 1 0 35.7 13\
        A2.2 2.2 0 1 0 31.3 13ZM10.5 29H29.5V35.5H10.5Z",
    ),
    (
        Mark::King,
        "king",
        "M18.7 4H21.3V7H24.3V9.6H21.3V13H18.7V9.6H15.7V7H18.7ZM11 28C5.5 23.5 5.5 16 11.5 14.5C15.5 13.6 18.8 16 20 19.5\
        C21.2 16 24.5 13.6 28.5 14.5C34.5 16 34.5 23.5 29 28ZM10.5 29.5H29.5V35.5H10.5Z",
    ),
    (
        Mark::Rook,
        "rook",
        "M9.5 7H14V10.5H17.7V7H22.3V10.5H26V7H30.5V14L27 17V27H30V30.5H10V27H13V17L9.5 14ZM8 32H32V35.5H8Z",
    ),
    (
        Mark::Bishop,
        "bishop",
        "M17.6 6A2.4 2.4 0 1 0 22.4 6A2.4 2.4 0 1 0 17.6 6ZM20 9.5C26 13 28.8 18.5 27 24C26.4 25.8 25 27.2 23.5 28H16.5\
        C15 27.2 13.6 25.8 13 24C11.2 18.5 14 13 20 9.5ZM20.9 14.5L24 20.3L22.2 21.2L19.1 15.4ZM12.5 29.5H27.5\
        C27.5 32 31 32.2 32 33V35.5H8V33C9 32.2 12.5 32 12.5 29.5Z",
    ),
];

/// Draws the contents of the cells, and frames around marked ones.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    // Among lit lamps, the others are off.
    let lamps = panel.rows.iter().flatten().any(|square| square.lit);
    let largest = letter(panel);
    for row in 0..panel.height() {
        let y = row as f64 * CELL;
        // In a row without lines, marked cells form a group: a block that has moved.
        let group = |column: usize| if panel.lines == Lines::None { 0 } else { column };
        let marked =
            |column| panel.cell(row, column).filter(|cell| cell.marked).map(|cell| (group(column), is_dark(cell)));
        for (start, end, (_, dark)) in runs(panel.width(), marked) {
            let fill = if dark { "none" } else { "#fde3cb" };
            let (x, width) = (start as f64 * CELL + 3.0, (end - start) as f64 * CELL - 6.0);
            let (y, height) = (y + 3.0, CELL - 6.0);
            *out += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{fill}\" \
                 stroke=\"{STANDS_OUT}\" stroke-width=\"2.5\"/>\n"
            );
        }
        for column in 0..panel.width() {
            if let Some(square) = panel.cell(row, column) {
                draw_mark(out, square, column as f64 * CELL, y, lamps);
                if panel.strokes.is_empty() {
                    draw_texts(out, square, column as f64 * CELL, y, (largest, ""));
                }
            }
        }
    }
    if panel.strokes.is_empty() {
        return;
    }
    strokes::draw(out, panel);
    for (row, squares) in panel.rows.iter().enumerate() {
        for (column, square) in squares.iter().enumerate().filter(|(_, square)| square.region.is_some()) {
            draw_texts(out, square, column as f64 * CELL, row as f64 * CELL, (largest, RIM));
        }
    }
}

/// Returns whether texts on the square must be light.
fn is_dark(square: &Square) -> bool {
    matches!(square.ground, Ground::Wall | Ground::Filled)
}

/// Returns whether texts are centred: there is no mark, or one with room inside.
fn is_open(square: &Square) -> bool {
    matches!(square.mark, Mark::None | Mark::White | Mark::Black)
}

/// Returns the position and the scale of a mark.
fn mark_place(square: &Square) -> (f64, f64, f64) {
    match square.text.chars().count() {
        _ if is_open(square) => (20.0, 20.0, 1.0),
        0 => (20.0, 20.0, 1.0),
        1 => (17.0, 17.0, 0.8),
        _ => (20.0, 15.5, 0.65),
    }
}

/// Returns the width that a text in the middle of a square may have.
fn room(square: &Square) -> f64 {
    if is_open(square) && square.mark != Mark::None { 23.0 } else { 34.0 }
}

/// Returns a size at which a text is not wider than this, at most `size`.
fn fitted(size: f64, width: f64, text: &str) -> f64 {
    size.min(width / (CHARACTER * text.chars().count().max(1) as f64))
}

/// Returns the one size of all texts in the middle of cells: that of the longest one. A text of several words may be smaller.
pub(super) fn letter(panel: &Panel) -> f64 {
    let is_middle = |square: &&Square| {
        let is_drawn = square.figure.is_none_or(|figure| figure == Figure::Around);
        square.region.is_some() && is_open(square) && square.second.is_empty() && is_drawn && !square.text.contains(' ')
    };
    let middle = panel.rows.iter().flatten().filter(is_middle);
    middle.map(|square| fitted(20.0, room(square), &square.text)).fold(20.0, f64::min)
}

/// Draws a mark in the centre; a single character is at its lower right, a longer text below it.
pub(super) fn draw_mark(out: &mut String, square: &Square, left: f64, top: f64, lamps: bool) {
    let (across, down, scale) = mark_place(square);
    let (x, y) = (left + across, top + down);
    if let Some(under) = &square.under {
        figures::draw_under(out, under, left, top);
    }
    if square.lit {
        *out += &disc(left + 20.0, top + 20.0, 14.0, "#ffd43b", "#8f6a00");
    } else if lamps {
        *out += &disc(left + 20.0, top + 20.0, 14.0, "#f1f3f5", "#ced4da");
    }
    if let Some((_, name, _)) = CHESS.iter().find(|(mark, ..)| *mark == square.mark) {
        let fill = if square.given { INK } else { FOUND };
        let (x, y) = (number(x - 20.0 * scale), number(y - 20.0 * scale));
        let scale = number(scale);
        *out += &format!("<use href=\"#{name}\" transform=\"translate({x} {y}) scale({scale})\" fill=\"{fill}\"/>\n");
    }
    *out += &match square.mark {
        // The rim of the lamp stays visible.
        Mark::Press if lamps => disc(x, y, 8.0 * scale, "#1f4e79", "#ffffff"),
        Mark::Press => disc(x, y, 11.0 * scale, "#1f4e79", "#1f4e79"),
        Mark::Black | Mark::White => {
            let radius = match square.text.chars().count() {
                _ if square.small => figures::DOT,
                0 | 1 => 13.0,
                // With room for an arrow.
                _ => 16.5,
            };
            disc(x, y, radius * scale, if square.mark == Mark::Black { INK } else { "#ffffff" }, INK)
        }
        Mark::Heads => disc(x, y, 13.5 * scale, "#f2cf66", "#7a5c00"),
        Mark::Tails => disc(x, y, 13.5 * scale, "#dfe3e8", "#5c6670"),
        Mark::Dot if lamps => disc(x, y, 2.5 * scale, INK, "none"),
        Mark::Dot => disc(x, y, 2.0 * scale, "#8c8c8c", "none"),
        _ => String::new(),
    };
}

/// Draws the texts of a square; centred ones have the given style.
pub(super) fn draw_texts(
    out: &mut String,
    square: &Square,
    left: f64,
    top: f64,
    (largest, style): (f64, &'static str),
) {
    let style = match square.ground {
        _ if is_dark(square) => " fill=\"#ffffff\"",
        Ground::Stone => "",
        _ => style,
    };
    let at = |x: f64, y: f64, size: f64, anchor: &'static str, bold: bool| Text {
        x: left + x,
        y: top + y + BASELINE * size,
        size,
        anchor,
        bold,
        style,
    };
    // A disc is light or dark on every ground.
    let inside = match square.mark {
        Mark::White if is_dark(square) => "",
        Mark::Black => " fill=\"#ffffff\"",
        _ => style,
    };
    let middle = |x: f64, y: f64, size: f64, bold: bool| Text { style: inside, ..at(x, y, size, "middle", bold) };
    let (across, down, scale) = mark_place(square);
    match square.mark {
        Mark::Heads => middle(across, down, 16.0 * scale, true).draw(out, "H"),
        Mark::Tails => middle(across, down, 16.0 * scale, true).draw(out, "T"),
        _ => {}
    }
    let room = room(square);
    let size = |size: f64| fitted(size, room, &square.text);
    figures::draw(out, square, left, top);
    match square.text.chars().count() {
        _ if square.figure.is_some_and(|figure| figure != Figure::Around) => {}
        // With a second value: moved left and up.
        _ if is_open(square) && !square.second.is_empty() => {
            middle(15.0, 17.0, fitted(18.0, 24.0, &square.text), square.given).draw(out, &square.text);
        }
        _ if is_open(square) => middle(20.0, 20.0, size(largest), square.given).draw(out, &square.text),
        0 | 1 => at(35.0, 34.5 - BASELINE * size(14.0), size(14.0), "end", true).draw(out, &square.text),
        _ => middle(20.0, 31.0 - BASELINE * size(11.0), size(11.0), true).draw(out, &square.text),
    }
    let corner = at(4.0, 8.5, fitted(CORNER_FONT, 32.0, &square.corner), "start", false);
    // The outline of a cage passes there.
    let style = if square.cage.is_some() { RIM } else { corner.style };
    Text { style, ..corner }.draw(out, &square.corner);
    at(36.0, 29.5, fitted(14.0, 20.0, &square.second), "end", false).draw(out, &square.second);
    if let Some([below, beside]) = &square.halves {
        *out += &format!("<path d=\"M{left} {top}l40 40\" stroke=\"#8c8c8c\" stroke-width=\"1\"/>\n");
        at(12.5, 29.0, fitted(13.0, 19.0, below), "middle", false).draw(out, below);
        at(27.5, 11.5, fitted(13.0, 19.0, beside), "middle", false).draw(out, beside);
    }
    for (text, x, y) in [(&square.right, 40.0, 20.0), (&square.below, 20.0, 40.0)] {
        if !figures::sign(out, text, left + x, top + y) {
            Text { style: RIM, ..at(x, y, 17.0, "middle", true) }.draw(out, text);
        }
    }
}

pub(super) fn disc(x: f64, y: f64, radius: f64, fill: &str, stroke: &str) -> String {
    let (x, y, radius) = (number(x), number(y), number(radius));
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>\n")
}
