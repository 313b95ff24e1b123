//! Printed paths: thermometers, arrows, lines along which numbers run.
//!
//! They are drawn above the grounds and below the lines between cells, dark and transparent, so that every cell colour
//! remains visible.

use super::element::CELL;
use super::{INK, number};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::{Panel, Path};

/// Draws all paths; crossings are not darker.
pub(super) fn draw(out: &mut String, panel: &Panel) {
    if panel.paths.is_empty() {
        return;
    }
    let middle = |cell: &Cell| {
        let [x, y] = [cell.column, cell.row].map(|at| number((at as f64 + 0.5) * CELL));
        (x, y)
    };
    let line = |path: &Path| {
        let points: Vec<String> = path.cells.iter().map(middle).map(|(x, y)| format!("{x} {y}")).collect();
        format!("M{}", points.join("L"))
    };
    *out += &format!(
        "<g opacity=\"0.16\" stroke=\"{INK}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" shape-rendering=\"auto\">\n"
    );
    for (bulb, width) in [(false, 6), (true, 14)] {
        let lines: String = panel.paths.iter().filter(|path| path.bulb == bulb).map(line).collect();
        if !lines.is_empty() {
            *out += &format!("<path d=\"{lines}\" stroke-width=\"{width}\"/>\n");
        }
    }
    for first in panel.paths.iter().filter(|path| path.bulb).filter_map(|path| path.cells.first()) {
        let (x, y) = middle(first);
        *out += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{INK}\" stroke=\"none\"/>\n");
    }
    *out += "</g>\n";
}
