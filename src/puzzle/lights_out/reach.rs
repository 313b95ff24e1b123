//! What a press changes, on a flat board or a torus.
//!
//! `plus` is the button and its four neighbours. On a torus steps go round; one that is so narrow that two steps end at
//! the same light has that light once: `plus` on a torus of one row and two columns reaches both lights, once each.
//!
//! A reach can be drawn: `#` is changed, and exactly one cell is the button, `O` when it changes itself and `o` when it
//! does not. Knows boards and drawings only.

use crate::board::{Cell, reach};
use crate::diagnostic::Diagnostic;
use crate::model::Drawing;

/// The names of the reaches that need no picture.
pub(super) const NAMES: &[&str] = &["plus", "king", "row-and-column", "knight"];

/// What a press changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reach {
    /// The lights so many rows and columns away, in reading order; at least one, `(0, 0)` for the button's own.
    Steps(Vec<(i64, i64)>),
    /// The whole row and the whole column of the button, whatever lies between.
    RowAndColumn,
}

impl Reach {
    /// The button and its four neighbours.
    pub(super) fn plus() -> Reach {
        Reach::Steps(with_itself("wazir"))
    }

    /// The reach of that name, of [`NAMES`].
    pub(super) fn named(name: &str) -> Option<Reach> {
        match name {
            "plus" => Some(Reach::plus()),
            "king" => Some(Reach::Steps(with_itself("king"))),
            "row-and-column" => Some(Reach::RowAndColumn),
            "knight" => reach::named("knight").map(Reach::Steps),
            _ => None,
        }
    }

    /// The reach that a picture shows.
    ///
    /// # Errors
    /// When not exactly one cell is the button, or when nothing is changed.
    pub(super) fn drawn(drawing: &Drawing) -> Result<Reach, Diagnostic> {
        let help = "mark the press with one 'O' (it changes itself) or 'o' (it does not), what it changes with '#'";
        let mut buttons = drawing.cells().filter(|&(_, character)| matches!(character, 'O' | 'o'));
        let Some((button, _)) = buttons.next() else {
            let message = "`reach` does not show where the press is";
            return Err(Diagnostic::new("no-press", message).at(drawing.span(), "no 'O' or 'o' in it").help(help));
        };
        if let Some((second, _)) = buttons.next() {
            let message = format!("`reach` shows {} presses", 2 + buttons.count());
            return Err(Diagnostic::new("several-presses", message)
                .at(drawing.span_at(second), "the second")
                .at(drawing.span_at(button), "the first")
                .help(help));
        }
        let steps: Vec<(i64, i64)> = drawing
            .cells()
            .filter(|&(_, character)| matches!(character, '#' | 'O'))
            .map(|(cell, _)| (cell.row as i64 - button.row as i64, cell.column as i64 - button.column as i64))
            .collect();
        if steps.is_empty() {
            let message = "a press of this `reach` changes nothing";
            return Err(Diagnostic::new("no-reach", message).at(drawing.span(), "").help(help));
        }
        Ok(Reach::Steps(steps))
    }

    /// The number of places that a press may reach, counted before those off the board are left out.
    pub(super) fn size(&self, height: usize, width: usize) -> usize {
        match self {
            Reach::Steps(steps) => steps.len(),
            Reach::RowAndColumn => height + width - 1,
        }
    }

    /// The places that a press changes on a board of that size without holes: in reading order, each once.
    pub(super) fn reached(&self, button: Cell, height: usize, width: usize, wrap: bool) -> Vec<Cell> {
        let mut reached: Vec<Cell> = match self {
            Reach::Steps(steps) if wrap => {
                let round = |at: usize, step: i64, size: usize| (at as i64 + step).rem_euclid(size as i64) as usize;
                let target = |&(rows, columns): &(i64, i64)| {
                    Cell::new(round(button.row, rows, height), round(button.column, columns, width))
                };
                steps.iter().map(target).collect()
            }
            Reach::Steps(steps) => {
                steps.iter().filter_map(|&(rows, columns)| button.offset(rows, columns, height, width)).collect()
            }
            Reach::RowAndColumn => {
                let row = (0..width).map(|column| Cell::new(button.row, column));
                row.chain((0..height).map(|row| Cell::new(row, button.column))).collect()
            }
        };
        reached.sort_unstable();
        reached.dedup();
        reached
    }
}

/// The steps of a leaper and no step, in reading order.
fn with_itself(leaper: &str) -> Vec<(i64, i64)> {
    let mut steps = reach::named(leaper).unwrap_or_default();
    steps.push((0, 0));
    steps.sort_unstable();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(name: &str, button: (usize, usize), size: (usize, usize), wrap: bool) -> String {
        let reach = Reach::named(name).expect("one of the names");
        let cells = reach.reached(Cell::new(button.0, button.1), size.0, size.1, wrap);
        cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn named_reaches_on_a_flat_board() {
        assert_eq!(reached("plus", (1, 1), (3, 3), false), "r1c2 r2c1 r2c2 r2c3 r3c2");
        assert_eq!(reached("plus", (0, 0), (3, 3), false), "r1c1 r1c2 r2c1");
        assert_eq!(reached("king", (0, 1), (2, 3), false), "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3");
        assert_eq!(reached("knight", (0, 0), (3, 3), false), "r2c3 r3c2");
        assert_eq!(reached("knight", (1, 1), (3, 3), false), "");
        assert_eq!(reached("row-and-column", (1, 2), (2, 4), false), "r1c3 r2c1 r2c2 r2c3 r2c4");
        assert!(NAMES.iter().all(|name| Reach::named(name).is_some()));
    }

    #[test]
    fn a_narrow_torus_has_every_light_once() {
        assert_eq!(reached("plus", (0, 0), (3, 3), true), "r1c1 r1c2 r1c3 r2c1 r3c1");
        assert_eq!(reached("plus", (0, 0), (2, 3), true), "r1c1 r1c2 r1c3 r2c1");
        assert_eq!(reached("plus", (0, 0), (1, 2), true), "r1c1 r1c2");
        assert_eq!(reached("plus", (0, 0), (1, 1), true), "r1c1");
        assert_eq!(reached("knight", (0, 0), (1, 1), true), "r1c1");
        assert_eq!(reached("knight", (0, 0), (2, 2), true), "r1c2 r2c1");
    }
}
