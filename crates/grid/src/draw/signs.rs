//! The signs of marks between cells and at corners.

use crate::symbols::{Drawn, Site};
use boardwright_base::board::signs::dot;

/// Returns the place and the sign of a mark at a corner.
pub(super) fn corner(site: &Site, mark: &super::super::symbols::Mark) -> Option<((usize, usize), String)> {
    let Site::Corner(at) = site else { return None };
    Some(((at.row, at.column), dot(&mark.text).map_or_else(|| mark.text.clone(), str::to_string)))
}

/// Returns the sign for a figure between two cells, side by side or below each other.
pub(super) fn stretched(drawn: Drawn, beside: bool) -> &'static str {
    match (drawn, beside) {
        (Drawn::Line, true) => "\u{2500}",
        (Drawn::Line, false) => "\u{2502}",
        (_, true) => "\u{2503}",
        (_, false) => "\u{2501}",
    }
}
