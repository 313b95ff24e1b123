//! Polyforms on the square grid, with or without colours: the shapes that cover a board, turned and flipped.
//!
//! ```
//! use boardwright::board::{Cell, shape::{Colour, Shape}};
//! let cells = [(0, 0), (1, 0), (1, 1)].map(|(row, column)| (Cell::new(row, column), Colour::Any));
//! let knee = Shape::new(cells).expect("it has cells");
//! assert_eq!((knee.size(), knee.height(), knee.width(), knee.imbalance()), (3, 2, 2, 1));
//! assert_eq!(knee.orientations(true, true).len(), 4);
//! ```
//!
//! Invariant: a shape has at least one cell, lies against the top and the left edge, and lists its cells in reading
//! order, each once; so two shapes are equal exactly when one is the other moved. It need not be connected. Turns and
//! flips cost time linear in the cells (and a sort); there are at most eight. Imports nothing of ours.

use super::Cell;

/// The colour of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// None in particular: matches every colour.
    Any,
    /// A colour, by its letter.
    Letter(char),
}

impl Colour {
    /// Whether a cell of this colour may lie on a cell of that one.
    pub fn matches(self, other: Colour) -> bool {
        self == other || self == Colour::Any || other == Colour::Any
    }
}

/// How a shape was turned and flipped: flipped first, then turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// Turned over: left and right exchanged.
    pub flipped: bool,
    /// Quarter turns clockwise, 0 to 3.
    pub quarters: u8,
}

impl std::fmt::Display for Orientation {
    /// Such as `flipped, turned 90`; empty for a shape as it was drawn.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let degrees = 90 * u16::from(self.quarters);
        match (self.flipped, degrees) {
            (false, 0) => Ok(()),
            (true, 0) => f.write_str("flipped"),
            (false, _) => write!(f, "turned {degrees}"),
            (true, _) => write!(f, "flipped, turned {degrees}"),
        }
    }
}

/// A polyform. Ordered and compared as the list of its cells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// See the invariant above.
    cells: Vec<(Cell, Colour)>,
}

impl Shape {
    /// The shape of these cells, wherever they are; `None` when there are none. Of a cell given several times, one
    /// colour counts.
    pub fn new(cells: impl IntoIterator<Item = (Cell, Colour)>) -> Option<Shape> {
        let mut cells: Vec<(Cell, Colour)> = cells.into_iter().collect();
        let top = cells.iter().map(|(cell, _)| cell.row).min()?;
        let left = cells.iter().map(|(cell, _)| cell.column).min()?;
        for (cell, _) in &mut cells {
            *cell = Cell::new(cell.row - top, cell.column - left);
        }
        cells.sort_unstable();
        cells.dedup_by_key(|(cell, _)| *cell);
        Some(Shape { cells })
    }

    /// The cells with their colours, in reading order, from `r1c1` at the corner of the rectangle around them.
    pub fn cells(&self) -> &[(Cell, Colour)] {
        &self.cells
    }

    /// The number of cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The rows of the rectangle around it.
    pub fn height(&self) -> usize {
        self.cells.iter().map(|(cell, _)| cell.row + 1).max().unwrap_or(0)
    }

    /// The columns of the rectangle around it.
    pub fn width(&self) -> usize {
        self.cells.iter().map(|(cell, _)| cell.column + 1).max().unwrap_or(0)
    }

    /// By how much the cells of one colour outnumber those of the other when the plane is chequered.
    pub fn imbalance(&self) -> usize {
        let odd = self.cells.iter().filter(|(cell, _)| (cell.row + cell.column) % 2 == 1).count();
        self.size().abs_diff(2 * odd)
    }

    /// Whether it hangs together, side by side.
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.size()];
        let mut found = vec![0];
        reached[0] = true;
        while let Some(index) = found.pop() {
            let (cell, _) = self.cells[index];
            for (rows, columns) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let next = cell.offset(rows, columns, usize::MAX, usize::MAX);
                let next = next.and_then(|next| self.cells.binary_search_by_key(&next, |&(cell, _)| cell).ok());
                if let Some(next) = next.filter(|&next| !std::mem::replace(&mut reached[next], true)) {
                    found.push(next);
                }
            }
        }
        reached.into_iter().all(|reached| reached)
    }

    /// A quarter turn clockwise.
    #[must_use]
    pub fn turned(&self) -> Shape {
        let bottom = self.height() - 1;
        self.moved(|cell| Cell::new(cell.column, bottom - cell.row))
    }

    /// Turned over: left and right exchanged.
    #[must_use]
    pub fn flipped(&self) -> Shape {
        let right = self.width() - 1;
        self.moved(|cell| Cell::new(cell.row, right - cell.column))
    }

    /// The different shapes it becomes, with how: itself first, then turned, then turned over.
    pub fn orientations(&self, rotate: bool, flip: bool) -> Vec<(Orientation, Shape)> {
        let mut found: Vec<(Orientation, Shape)> = Vec::new();
        for flipped in [false, true].into_iter().take(1 + usize::from(flip)) {
            let mut shape = if flipped { self.flipped() } else { self.clone() };
            for quarters in 0..if rotate { 4 } else { 1 } {
                let next = shape.turned();
                if found.iter().all(|(_, other)| *other != shape) {
                    found.push((Orientation { flipped, quarters }, shape));
                }
                shape = next;
            }
        }
        found
    }

    /// Maps the cells one to one onto a rectangle that starts at the corner.
    fn moved(&self, to: impl Fn(Cell) -> Cell) -> Shape {
        let mut cells: Vec<(Cell, Colour)> = self.cells.iter().map(|&(cell, colour)| (to(cell), colour)).collect();
        cells.sort_unstable();
        Shape { cells }
    }
}

#[cfg(test)]
impl Shape {
    /// The shape that rows show, as in a model; for tests.
    pub(crate) fn drawn(rows: &[&str]) -> Shape {
        let cells = rows.iter().enumerate().flat_map(|(row, text)| {
            let cells = text.chars().enumerate().filter(|&(_, character)| character != '_');
            cells.map(move |(column, character)| {
                let colour = if character.is_ascii_uppercase() { Colour::Letter(character) } else { Colour::Any };
                (Cell::new(row, column), colour)
            })
        });
        Shape::new(cells).expect("a picture in a test has a cell")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(rows: &[&str], rotate: bool, flip: bool) -> usize {
        Shape::drawn(rows).orientations(rotate, flip).len()
    }

    /// The numbers of fixed and of one-sided pentominoes by kind (S. Golomb, *Polyominoes*): 63 and 18 in all.
    #[test]
    fn pentominoes_have_their_numbers_of_orientations() {
        let pentominoes: [(&[&str], usize); 12] = [
            (&["_##", "##_", "_#_"], 8),
            (&["#####"], 2),
            (&["####", "#___"], 8),
            (&["_###", "##__"], 8),
            (&["##", "##", "#_"], 8),
            (&["###", "_#_", "_#_"], 4),
            (&["#_#", "###"], 4),
            (&["#__", "#__", "###"], 4),
            (&["#__", "##_", "_##"], 4),
            (&["_#_", "###", "_#_"], 1),
            (&["####", "_#__"], 8),
            (&["##_", "_#_", "_##"], 4),
        ];
        let mut fixed = 0;
        let mut one_sided = 0;
        for (rows, number) in pentominoes {
            assert_eq!(count(rows, true, true), number, "{rows:?}");
            fixed += number;
            one_sided += number / count(rows, true, false);
        }
        assert_eq!((fixed, one_sided), (63, 18));
    }

    #[test]
    fn colours_tell_orientations_apart() {
        assert_eq!(count(&["##"], true, true), 2);
        assert_eq!(count(&["BW"], true, true), 4);
        assert_eq!(count(&["BW"], false, true), 2);
        assert_eq!(count(&["BW"], false, false), 1);
        assert_eq!(count(&["BW", "WB"], true, true), 2);
    }

    #[test]
    fn a_turn_is_clockwise_and_four_of_them_are_none() {
        let shape = Shape::drawn(&["AB", "C_"]);
        assert_eq!(shape.turned(), Shape::drawn(&["CA", "_B"]));
        assert_eq!(shape.flipped(), Shape::drawn(&["BA", "_C"]));
        assert_eq!(shape.turned().turned().turned().turned(), shape);
        assert_eq!(shape.flipped().flipped(), shape);
        let names: Vec<String> = shape.orientations(true, true).iter().map(|(how, _)| how.to_string()).collect();
        assert_eq!(names[..3], ["", "turned 90", "turned 180"]);
        assert_eq!(names[4..6], ["flipped", "flipped, turned 90"]);
    }

    #[test]
    fn a_shape_forgets_where_it_was() {
        let cells = [(Cell::new(7, 5), Colour::Any), (Cell::new(6, 6), Colour::Letter('B'))];
        let shape = Shape::new(cells).expect("two cells");
        assert_eq!(shape, Shape::drawn(&["_B", "#_"]));
        assert_eq!((shape.height(), shape.width(), shape.imbalance()), (2, 2, 2));
        assert_eq!(Shape::new([]), None);
    }

    #[test]
    fn corners_do_not_connect() {
        assert!(Shape::drawn(&["#_#", "###"]).is_connected());
        assert!(Shape::drawn(&["B"]).is_connected());
        assert!(!Shape::drawn(&["#_", "_#"]).is_connected());
        assert!(!Shape::drawn(&["###", "___", "###"]).is_connected());
    }

    #[test]
    fn any_colour_matches_and_letters_match_themselves() {
        let (b, w) = (Colour::Letter('B'), Colour::Letter('W'));
        assert!(b.matches(b) && b.matches(Colour::Any) && Colour::Any.matches(w));
        assert!(!b.matches(w));
    }
}
