//! Polyforms on the square grid, with or without colours: the shapes that cover a board, rotated and reflected.
//!
//! ```
//! use boardwright_base::board::{Cell, shape::{Colour, Shape}};
//! let cells = [(0, 0), (1, 0), (1, 1)].map(|(row, column)| (Cell::new(row, column), Colour::Any));
//! let knee = Shape::new(cells).expect("it has cells");
//! assert_eq!((knee.size(), knee.height(), knee.width(), knee.imbalance()), (3, 2, 2, 1));
//! assert_eq!(knee.orientations(true, true).len(), 4);
//! ```
//!
//! Invariant: a shape has at least one cell, touches the top and the left edge, and lists each cell once, in reading
//! order. Two shapes are therefore equal exactly when they are translates of each other. A shape need not be connected.
//! A rotation or reflection sorts the n cells, O(n log n); there are at most eight orientations.

use super::Cell;

/// The colour of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Colourless: matches every colour.
    Any,
    /// A colour, by its letter.
    Letter(char),
}

impl Colour {
    /// Returns whether a cell of this colour can be placed on a cell of the other colour.
    pub fn matches(self, other: Colour) -> bool {
        self == other || self == Colour::Any || other == Colour::Any
    }
}

/// How a shape is oriented: reflected first, then rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// Whether left and right are exchanged.
    pub flipped: bool,
    /// Quarter turns clockwise, 0 to 3.
    pub quarters: u8,
    /// Turns by 60 degrees of hexagons and triangles, 0 to 5.
    pub sixths: u8,
    /// The number of the orientation of a shape in space; 0 as drawn, and in the plane.
    pub in_space: u8,
}

impl Orientation {
    /// Returns the angle of its turn, clockwise.
    fn degrees(self) -> u16 {
        90 * u16::from(self.quarters) + 60 * u16::from(self.sixths)
    }

    /// Returns whether both turn by the same angle, and both flip or neither does.
    pub fn is_as(self, other: Orientation) -> bool {
        let key = |own: Orientation| (own.flipped, own.degrees(), own.in_space);
        key(self) == key(other)
    }
}

impl std::fmt::Display for Orientation {
    /// Formats as `flipped, turned 90`; empty for the original orientation.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.in_space > 0 {
            return write!(f, "in orientation {}", self.in_space + 1);
        }
        match (self.flipped, self.degrees()) {
            (false, 0) => Ok(()),
            (true, 0) => f.write_str("flipped"),
            (false, degrees) => write!(f, "turned {degrees}"),
            (true, degrees) => write!(f, "flipped, turned {degrees}"),
        }
    }
}

/// A polyform. Ordered and compared by its list of cells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// See the invariant above.
    cells: Vec<(Cell, Colour)>,
    /// Of shapes of triangles: whether row and column of the corner place of its rectangle, on the board, have an odd
    /// sum. A translation by an odd number of places would turn the triangles over.
    is_odd: Option<bool>,
}

impl Shape {
    /// Returns the shape of these cells after translation to the corner, or `None` if there are no cells. If a cell
    /// occurs with several colours, the least colour is kept.
    pub fn new(cells: impl IntoIterator<Item = (Cell, Colour)>) -> Option<Shape> {
        let mut cells: Vec<(Cell, Colour)> = cells.into_iter().collect();
        let top = cells.iter().map(|(cell, _)| cell.row).min()?;
        let left = cells.iter().map(|(cell, _)| cell.column).min()?;
        for (cell, _) in &mut cells {
            *cell = Cell::new(cell.row - top, cell.column - left);
        }
        cells.sort_unstable();
        cells.dedup_by_key(|(cell, _)| *cell);
        Some(Shape { cells, is_odd: None })
    }

    /// Returns the shape of these triangles, which point up where row and column have an even sum; see [`Shape::new`].
    pub fn of_triangles(cells: impl IntoIterator<Item = (Cell, Colour)>) -> Option<Shape> {
        let cells: Vec<(Cell, Colour)> = cells.into_iter().collect();
        let top = cells.iter().map(|(cell, _)| cell.row).min()?;
        let left = cells.iter().map(|(cell, _)| cell.column).min()?;
        Some(Shape { is_odd: Some((top + left) % 2 == 1), ..Shape::new(cells)? })
    }

    /// Returns whether the corner of its rectangle may lie there: triangles that point up keep pointing up.
    pub fn may_lie_at(&self, row: usize, column: usize) -> bool {
        self.is_odd.is_none_or(|is_odd| is_odd == ((row + column) % 2 == 1))
    }

    /// Returns the shape with other colours.
    #[must_use]
    pub fn recoloured(&self, to: impl Fn(Colour) -> Colour) -> Shape {
        Shape { cells: self.cells.iter().map(|&(cell, colour)| (cell, to(colour))).collect(), is_odd: self.is_odd }
    }

    /// Returns the cells with their colours in reading order; the bounding box starts at `r1c1`.
    pub fn cells(&self) -> &[(Cell, Colour)] {
        &self.cells
    }

    /// Returns the number of cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of rows of the bounding box.
    pub fn height(&self) -> usize {
        self.cells.iter().map(|(cell, _)| cell.row + 1).max().unwrap_or(0)
    }

    /// Returns the number of columns of the bounding box.
    pub fn width(&self) -> usize {
        self.cells.iter().map(|(cell, _)| cell.column + 1).max().unwrap_or(0)
    }

    /// Returns the difference between the numbers of cells of the two colours of a checkerboard.
    pub fn imbalance(&self) -> usize {
        let odd = self.cells.iter().filter(|(cell, _)| (cell.row + cell.column) % 2 == 1).count();
        self.size().abs_diff(2 * odd)
    }

    /// Returns whether the cells are connected orthogonally.
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

    /// Returns the shape rotated clockwise by 90 degrees.
    #[must_use]
    pub fn turned(&self) -> Shape {
        let bottom = self.height() - 1;
        self.moved(|cell| Cell::new(cell.column, bottom - cell.row))
    }

    /// Returns the mirror image: left and right exchanged.
    #[must_use]
    pub fn flipped(&self) -> Shape {
        let right = self.width() - 1;
        self.moved(|cell| Cell::new(cell.row, right - cell.column))
    }

    /// Returns the distinct orientations, the original first, then rotations, then reflections.
    pub fn orientations(&self, rotate: bool, flip: bool) -> Vec<(Orientation, Shape)> {
        let mut found: Vec<(Orientation, Shape)> = Vec::new();
        for flipped in [false, true].into_iter().take(1 + usize::from(flip)) {
            let mut shape = if flipped { self.flipped() } else { self.clone() };
            for quarters in 0..if rotate { 4 } else { 1 } {
                let next = shape.turned();
                if found.iter().all(|(_, other)| *other != shape) {
                    found.push((Orientation { flipped, quarters, sixths: 0, in_space: 0 }, shape));
                }
                shape = next;
            }
        }
        found
    }

    /// Applies an injective map from the cells to a bounding box at the corner.
    fn moved(&self, to: impl Fn(Cell) -> Cell) -> Shape {
        let mut cells: Vec<(Cell, Colour)> = self.cells.iter().map(|&(cell, colour)| (to(cell), colour)).collect();
        cells.sort_unstable();
        Shape { cells, is_odd: None }
    }
}

impl Shape {
    /// Reads a shape from rows as in a model: `_` is no cell, a capital letter is a colour, and other characters match every
    /// colour. `None` if there is no cell.
    pub fn drawn(rows: &[&str]) -> Option<Shape> {
        let cells = rows.iter().enumerate().flat_map(|(row, text)| {
            let cells = text.chars().enumerate().filter(|&(_, character)| character != '_');
            cells.map(move |(column, character)| {
                let colour = if character.is_ascii_uppercase() { Colour::Letter(character) } else { Colour::Any };
                (Cell::new(row, column), colour)
            })
        });
        Shape::new(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(rows: &[&str], rotate: bool, flip: bool) -> usize {
        Shape::drawn(rows).expect("it has cells").orientations(rotate, flip).len()
    }

    /// The numbers of fixed and of one-sided pentominoes (S. Golomb, *Polyominoes*): 63 and 18 in total.
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
    fn colours_distinguish_orientations() {
        assert_eq!(count(&["##"], true, true), 2);
        assert_eq!(count(&["BW"], true, true), 4);
        assert_eq!(count(&["BW"], false, true), 2);
        assert_eq!(count(&["BW"], false, false), 1);
        assert_eq!(count(&["BW", "WB"], true, true), 2);
    }

    #[test]
    fn four_clockwise_turns_are_the_identity() {
        let shape = Shape::drawn(&["AB", "C_"]).expect("it has cells");
        assert_eq!(shape.turned(), Shape::drawn(&["CA", "_B"]).expect("it has cells"));
        assert_eq!(shape.flipped(), Shape::drawn(&["BA", "_C"]).expect("it has cells"));
        assert_eq!(shape.turned().turned().turned().turned(), shape);
        assert_eq!(shape.flipped().flipped(), shape);
        let names: Vec<String> = shape.orientations(true, true).iter().map(|(how, _)| how.to_string()).collect();
        assert_eq!(names[..3], ["", "turned 90", "turned 180"]);
        assert_eq!(names[4..6], ["flipped", "flipped, turned 90"]);
    }

    #[test]
    fn shapes_are_translation_invariant() {
        let cells = [(Cell::new(7, 5), Colour::Any), (Cell::new(6, 6), Colour::Letter('B'))];
        let shape = Shape::new(cells).expect("two cells");
        assert_eq!(shape, Shape::drawn(&["_B", "#_"]).expect("it has cells"));
        assert_eq!((shape.height(), shape.width(), shape.imbalance()), (2, 2, 2));
        assert_eq!(Shape::new([]), None);
    }

    #[test]
    fn corners_do_not_connect() {
        assert!(Shape::drawn(&["#_#", "###"]).expect("it has cells").is_connected());
        assert!(Shape::drawn(&["B"]).expect("it has cells").is_connected());
        assert!(!Shape::drawn(&["#_", "_#"]).expect("it has cells").is_connected());
        assert!(!Shape::drawn(&["###", "___", "###"]).expect("it has cells").is_connected());
    }

    #[test]
    fn colours_match_any_and_themselves() {
        let (b, w) = (Colour::Letter('B'), Colour::Letter('W'));
        assert!(b.matches(b) && b.matches(Colour::Any) && Colour::Any.matches(w));
        assert!(!b.matches(w));
    }
}
