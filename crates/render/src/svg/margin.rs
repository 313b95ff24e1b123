//! Texts beside a panel's cells, centred on their rows and columns, and at its corners.

use super::element::CELL;
use super::layout::{MARGIN_LETTER, MARGIN_LINE, grid_width, texts_width};
use super::{BASELINE, Text};
use boardwright_base::board::picture::Panel;

/// Draws the texts around the cells, whose upper left corner is the origin.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    let size = MARGIN_LETTER;
    let (width, height) = (grid_width(panel), panel.height() as f64 * CELL);
    let margins = &panel.margins;
    for (texts, at_left) in [(&margins.left, true), (&margins.right, false)] {
        for (row, texts) in texts.iter().enumerate() {
            let y = (row as f64 + 0.5) * CELL + BASELINE * size;
            let mut x = if at_left { -8.0 - texts_width(texts) } else { width + 8.0 };
            for text in texts {
                let own = texts_width(std::slice::from_ref(text));
                Text { x: x + own / 2.0, y, size, anchor: "middle", ..Text::default() }.draw(out, text.trim());
                x += own + MARGIN_LETTER * 0.5;
            }
        }
    }
    for (texts, at_top) in [(&margins.top, true), (&margins.bottom, false)] {
        for (column, texts) in texts.iter().enumerate() {
            let x = (column as f64 + 0.5) * CELL;
            for (index, text) in texts.iter().enumerate() {
                let up = (texts.len() - 1 - index) as f64 * MARGIN_LINE;
                let down = (index + 1) as f64 * MARGIN_LINE;
                let y = if at_top { -8.0 - up } else { height + 2.0 + down };
                Text { x, y, size, anchor: "middle", ..Text::default() }.draw(out, text.trim());
            }
        }
    }
    for (index, text) in margins.corners.iter().enumerate() {
        let (x, anchor) = if index % 2 == 0 { (-8.0, "end") } else { (width + 8.0, "start") };
        let y = if index < 2 { -8.0 } else { height + 2.0 + MARGIN_LINE };
        Text { x, y, size, anchor, ..Text::default() }.draw(out, text);
    }
}
