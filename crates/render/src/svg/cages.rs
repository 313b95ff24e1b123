//! Cages: further groups of cells, such as those with a given sum.
//!
//! Their outlines are slightly inside the cells' sides, to distinguish them from the lines of blocks.

use super::element::CELL;
use super::number;
use boardwright_base::board::picture::Panel;

/// Draws dashed outlines around cages, slightly inside the cells' sides.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    const INSET: f64 = 3.5;
    let cage = |row: Option<usize>, column: Option<usize>| panel.cell(row?, column?)?.cage;
    let mut path = String::new();
    for row in 0..panel.height() {
        for column in 0..panel.width() {
            let Some(own) = cage(Some(row), Some(column)) else { continue };
            let same = |up: i32, right: i32| {
                let step = |at: usize, by: i32| match by {
                    -1 => at.checked_sub(1),
                    _ => Some(at + by as usize),
                };
                cage(step(row, -up), step(column, right)) == Some(own)
            };
            let (x, y) = (column as f64 * CELL, row as f64 * CELL);
            // A side continues into the next cell if the cage does, and around its corner if that cell protrudes.
            let end = |beside: bool, around: bool| match (beside, around) {
                (false, _) => INSET,
                (true, false) => 0.0,
                (true, true) => -INSET,
            };
            for (side, horizontal) in [((1, 0), true), ((-1, 0), true), ((0, -1), false), ((0, 1), false)] {
                if same(side.0, side.1) {
                    continue;
                }
                let inset = |positive: bool| if positive { INSET } else { CELL - INSET };
                if horizontal {
                    let y = y + inset(side.0 == 1);
                    let from = x + end(same(0, -1), same(side.0, -1));
                    let to = x + CELL - end(same(0, 1), same(side.0, 1));
                    path += &format!("M{} {}H{}", number(from), number(y), number(to));
                } else {
                    let x = x + inset(side.1 == -1);
                    let from = y + end(same(1, 0), same(1, side.1));
                    let to = y + CELL - end(same(-1, 0), same(-1, side.1));
                    path += &format!("M{} {}V{}", number(x), number(from), number(to));
                }
            }
        }
    }
    if !path.is_empty() {
        *out += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"#5c6670\" stroke-width=\"1.2\" stroke-dasharray=\"3 2.2\"/>\n"
        );
    }
}
