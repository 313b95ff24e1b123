//! Signs at the corners of cells: circles, and texts in circles.

use super::element::CELL;
use super::{BASELINE, INK, Text, figures};
use boardwright_base::board::picture::Panel;

/// The radius of a circle with a text, of one without, and of one with two rows of characters.
const RADIUS: [f64; 3] = [9.0, figures::DOT, 11.0];

/// Draws the signs above everything else.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    for (&(row, column), sign) in &panel.corners {
        let (x, y) = (column as f64 * CELL, row as f64 * CELL);
        let own = figures::dot(sign);
        let (is_circle, fill) = (own.is_some(), own.unwrap_or("#ffffff"));
        // The numbers of a quadruple are two by two.
        let rows: Vec<String> = match sign.chars().collect::<Vec<char>>().as_slice() {
            long @ ([_, _, _] | [_, _, _, _]) if !sign.contains(',') => {
                long.chunks(2).map(|row| row.iter().collect()).collect()
            }
            _ => vec![sign.clone()],
        };
        let radius = if is_circle { RADIUS[1] } else { RADIUS[2 * (rows.len() - 1)] };
        *out += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>\n"
        );
        if !is_circle {
            let size = if sign.chars().count() > 1 { 10.0 } else { 13.0 };
            for (row, text) in rows.iter().enumerate() {
                let y = y + (row as f64 - (rows.len() - 1) as f64 / 2.0) * 9.0 + BASELINE * size;
                Text { x, y, size, anchor: "middle", ..Text::default() }.draw(out, text);
            }
        }
    }
}
