//! The lights that a press changes, on a flat board or a torus.
//!
//! `plus` is the button and its four neighbours. On a torus steps continue across the edge; if two steps end at the
//! same light, the light counts once: `plus` on a torus of one row and two columns reaches both lights, once each.
//!
//! A reach can be drawn: `#` is changed, and exactly one cell is the button, `O` if it changes itself and `o` if it
//! does not. Or each button has a picture of its own, which shows the board and the lights that change:
//!
//! ```toml
//! lights = "#.#"
//! reach = ["##.", "###", "..#"]   # the middle button changes all three, those at the ends less
//! ```
//!
//! Imports boards and drawings only.

use boardwright_base::board::{Cell, reach};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics};
use boardwright_base::source::Span;
use boardwright_model::{Drawing, Spanned, Value};

/// The names of the reaches that need no picture.
pub(super) const NAMES: &[&str] = &["plus", "king", "row-and-column", "knight"];

/// The lights that a press changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reach {
    /// The lights at these distances in rows and columns, in reading order; at least one, `(0, 0)` for the button's
    /// own.
    Steps(Vec<(i64, i64)>),
    /// The whole row and the whole column of the button, across holes.
    RowAndColumn,
    /// For each place on the board, in reading order, the places that a press there changes, in reading order; none
    /// for holes.
    Each(Vec<Vec<usize>>),
}

/// The number of entries with the same error that are shown.
const PLACES_SHOWN: usize = 3;

impl Reach {
    /// The button and its four neighbours.
    pub(super) fn plus() -> Reach {
        Reach::Steps(with_itself("wazir"))
    }

    /// Returns the reach with a name of [`NAMES`].
    pub(super) fn named(name: &str) -> Option<Reach> {
        match name {
            "plus" => Some(Reach::plus()),
            "king" => Some(Reach::Steps(with_itself("king"))),
            "row-and-column" => Some(Reach::RowAndColumn),
            "knight" => reach::named("knight").map(Reach::Steps),
            _ => None,
        }
    }

    /// Returns the reach that a picture shows.
    ///
    /// # Errors
    /// When not exactly one cell is the button, or when no light changes.
    pub(super) fn drawn(drawing: &Drawing) -> Result<Reach, Diagnostic> {
        let button = pressed(drawing)?;
        let steps: Vec<(i64, i64)> = drawing
            .cells()
            .filter(|&(_, character)| matches!(character, '#' | 'O'))
            .map(|(cell, _)| (cell.row as i64 - button.row as i64, cell.column as i64 - button.column as i64))
            .collect();
        Ok(Reach::Steps(steps))
    }

    /// Returns the reach that a list shows button by button. `cells` has the cells of the board, in reading order;
    /// other places on a board of `height` rows and `width` columns are holes.
    ///
    /// # Errors
    /// When not every button has its picture, or a picture does not fit this board.
    pub(super) fn listed(
        list: &[Spanned<Value>],
        span: Span,
        cells: &[Cell],
        (height, width): (usize, usize),
    ) -> Result<Reach, Diagnostics> {
        let mut wrong = Diagnostics::none();
        if list.len() != cells.len() {
            let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
            let message = format!(
                "`reach` has {}, but the board has {}",
                count(list.len(), "picture"),
                count(cells.len(), "cell")
            );
            let help = "a picture for each cell, in reading order: what a press of it changes";
            wrong.push(Diagnostic::new("wrong-size", message).at(span, "").help(help));
        }
        let is_cell = |place: usize| cells.binary_search(&Cell::new(place / width, place % width)).is_ok();
        let mut each = vec![Vec::new(); height * width];
        let mut misfits: Vec<(Span, String)> = Vec::new();
        let mut holes: Vec<(Span, String)> = Vec::new();
        for (index, entry) in list.iter().enumerate() {
            let Value::Drawing(drawing) = &entry.value else { continue };
            let (rows, columns) = (drawing.height(), drawing.width());
            let in_a_line = rows == 1 && columns == height * width;
            if !in_a_line && (rows, columns) != (height, width) {
                misfits.push((drawing.span(), format!("picture {}: {rows} x {columns}", index + 1)));
                continue;
            }
            let places = drawing.cells().enumerate();
            for (place, (cell, character)) in places.filter(|&(_, (_, character))| character != '.') {
                if is_cell(place) != (character == '#') {
                    let there = Cell::new(place / width, place % width);
                    holes.push((drawing.span_at(cell), format!("{there} in picture {}", index + 1)));
                } else if let (Some(button), '#') = (cells.get(index), character) {
                    each[button.row * width + button.column].push(place);
                }
            }
        }
        let shown = |mistake: Diagnostic, places: Vec<(Span, String)>| {
            places.into_iter().take(PLACES_SHOWN).fold(mistake, |mistake, (span, words)| mistake.at(span, words))
        };
        if !misfits.is_empty() {
            let pictures = match misfits.len() {
                1 => "a picture in `reach` is".to_string(),
                number => format!("{number} pictures in `reach` are"),
            };
            let message = format!("{pictures} not of the board's size, {height} rows by {width} columns");
            let line = height * width;
            let help = format!("draw the board, or its rows one after the other in a line of {line} characters");
            wrong.push(shown(Diagnostic::new("wrong-size", message), misfits).help(help));
        }
        if !holes.is_empty() {
            let message = "`reach` and `lights` do not have the same cells";
            let help = "'#' is a light that changes, '.' one that does not, '_' no cell";
            wrong.push(shown(Diagnostic::new("other-cells", message), holes).help(help));
        }
        wrong.into_result(Reach::Each(each))
    }

    /// Returns an upper bound on the places that a press may reach, with those off the board.
    pub(super) fn size(&self, height: usize, width: usize) -> usize {
        match self {
            Reach::Steps(steps) => steps.len(),
            Reach::RowAndColumn => height + width - 1,
            Reach::Each(each) => each.iter().map(Vec::len).max().unwrap_or(0),
        }
    }

    /// Returns an upper bound on the pairs of a button and a light it reaches.
    pub(super) fn pairs(&self, height: usize, width: usize) -> usize {
        match self {
            Reach::Each(each) => each.iter().map(Vec::len).sum(),
            _ => height * width * self.size(height, width),
        }
    }

    /// Returns the places that a press changes on a board of this size without holes: in reading order, each once.
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
            Reach::Each(each) => {
                let places = each[button.row * width + button.column].iter();
                places.map(|place| Cell::new(place / width, place % width)).collect()
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

/// Returns the button of a picture that shows what a press changes.
///
/// # Errors
/// When not exactly one cell is the button, or when no light changes.
pub(super) fn pressed(drawing: &Drawing) -> Result<Cell, Diagnostic> {
    let help =
        "mark the press with one 'O' (changes its own light) or 'o' (does not), and the lights it changes with '#'";
    let mut buttons = drawing.cells().filter(|&(_, character)| matches!(character, 'O' | 'o'));
    let Some((button, _)) = buttons.next() else {
        let message = "missing press in `reach`";
        return Err(Diagnostic::new("no-press", message).at(drawing.span(), "expected one 'O' or 'o'").help(help));
    };
    if let Some((second, _)) = buttons.next() {
        let message = format!("`reach` shows {} presses", 2 + buttons.count());
        return Err(Diagnostic::new("several-presses", message)
            .at(drawing.span_at(second), "the second")
            .at(drawing.span_at(button), "the first")
            .help(help));
    }
    if drawing.cells().all(|(_, character)| !matches!(character, '#' | 'O')) {
        let message = "a press of this `reach` changes nothing";
        return Err(Diagnostic::new("no-reach", message).at(drawing.span(), "").help(help));
    }
    Ok(button)
}

/// Returns the steps of a leaper and the empty step, in reading order.
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
