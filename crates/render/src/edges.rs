//! The lines of a panel's grid: the weight of the line between two neighbouring squares, by their regions.
//!
//! Lines are identified by the square to their right or below them, so a panel of `h x w` squares has vertical lines
//! `(row, 0..=w)` and horizontal lines `(0..=h, column)`. The line between two cells of one block is fine; between
//! cells of different blocks, or a cell and a hole, it is heavy; between two holes there is none.

use boardwright_base::board::picture::{Lines, Panel};

/// The weight of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// No line.
    None,
    /// Between cells of one region.
    Fine,
    /// Between regions, and around the board.
    Heavy,
}

/// Returns the line at the left of a square; `column` may be the panel's width.
pub(super) fn left_of(panel: &Panel, row: usize, column: usize) -> Weight {
    let left = column.checked_sub(1).and_then(|column| panel.region(row, column));
    between(panel.lines, left, panel.region(row, column))
}

/// Returns the line above a square; `row` may be the panel's height.
pub(super) fn above(panel: &Panel, row: usize, column: usize) -> Weight {
    let above = row.checked_sub(1).and_then(|row| panel.region(row, column));
    between(panel.lines, above, panel.region(row, column))
}

fn between(lines: Lines, one: Option<usize>, other: Option<usize>) -> Weight {
    match lines {
        Lines::None | Lines::Points => Weight::None,
        Lines::All | Lines::Regions | Lines::Centres if one != other => Weight::Heavy,
        Lines::All | Lines::Centres if one.is_some() => Weight::Fine,
        Lines::All | Lines::Regions | Lines::Centres => Weight::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_base::board::picture::Square;

    #[test]
    fn lines_depend_on_what_lies_on_both_sides() {
        let row = vec![Square::new(0), Square::new(0), Square::new(1), Square::hole(), Square::hole()];
        let weights = |lines| {
            let panel = Panel { rows: vec![row.clone()], lines, ..Panel::default() };
            (0..=5).map(|column| left_of(&panel, 0, column)).collect::<Vec<_>>()
        };
        use Weight::{Fine, Heavy, None};
        assert_eq!(weights(Lines::All), [Heavy, Fine, Heavy, Heavy, None, None]);
        assert_eq!(weights(Lines::Regions), [Heavy, None, Heavy, Heavy, None, None]);
        assert_eq!(weights(Lines::None), [None; 6]);
    }

    #[test]
    fn a_panel_is_closed_above_and_below() {
        let panel = Panel { rows: vec![vec![Square::new(0)], vec![Square::new(0)]], ..Panel::default() };
        assert_eq!([0, 1, 2].map(|row| above(&panel, row, 0)), [Weight::Heavy, Weight::Fine, Weight::Heavy]);
    }
}
