//! Which lines a panel has: the line between two neighbouring squares, by what they belong to.
//!
//! Lines are named by the square to their right or below them, so a panel of `h x w` squares has vertical lines
//! `(row, 0..=w)` and horizontal lines `(0..=h, column)`. Two cells of one block have a fine line between them, two of
//! different blocks, or a cell and a hole, a heavy one; two holes have none.

use crate::board::picture::{Lines, Panel};

/// How thick a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// There is no line.
    None,
    /// Between cells that belong together.
    Fine,
    /// Between regions, and around the board.
    Heavy,
}

/// The line at the left of that square; `column` may be the panel's width.
pub(super) fn left_of(panel: &Panel, row: usize, column: usize) -> Weight {
    let left = column.checked_sub(1).and_then(|column| panel.region(row, column));
    between(panel.lines, left, panel.region(row, column))
}

/// The line above that square; `row` may be the panel's height.
pub(super) fn above(panel: &Panel, row: usize, column: usize) -> Weight {
    let above = row.checked_sub(1).and_then(|row| panel.region(row, column));
    between(panel.lines, above, panel.region(row, column))
}

fn between(lines: Lines, one: Option<usize>, other: Option<usize>) -> Weight {
    match lines {
        Lines::None | Lines::Points => Weight::None,
        Lines::All | Lines::Regions if one != other => Weight::Heavy,
        Lines::All if one.is_some() => Weight::Fine,
        Lines::All | Lines::Regions => Weight::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::picture::Square;

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
