//! Signs at the corners of cells: circles, and texts in circles.

use super::element::CELL;
use super::{BASELINE, INK, Text, figures};
use boardwright_base::board::picture::Panel;

/// The radius of a circle with a text, and of one without.
const RADIUS: [f64; 2] = [9.0, figures::DOT];

/// Draws the signs above everything else.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    for (&(row, column), sign) in &panel.corners {
        let (x, y) = (column as f64 * CELL, row as f64 * CELL);
        let own = figures::dot(sign);
        let (is_circle, fill) = (own.is_some(), own.unwrap_or("#ffffff"));
        let radius = RADIUS[usize::from(is_circle)];
        *out += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>\n"
        );
        if !is_circle {
            let size = if sign.chars().count() > 1 { 10.0 } else { 13.0 };
            Text { x, y: y + BASELINE * size, size, anchor: "middle", ..Text::default() }.draw(out, sign);
        }
    }
}
