//! The points that symmetries of a grid permute: the places of its array, then its possible lines, then, of tiles, the values.
//!
//! An isometry of the board may keep every cell and still move lines along the sides of cells, or turn tiles: a board of one
//! row flipped top to bottom, a single cell turned. Imports the board, its symbols and its tiles.

use crate::symbols::SymbolTable;
use crate::topology::Lines;
use boardwright_base::board::Cell;
use boardwright_base::board::symmetry::Permutation;

/// Returns the permutation of all points from that of the places and the images of lines and of tiles.
pub(super) fn joined(places: &Permutation, lines: &[usize], tiles: &[usize]) -> Option<Permutation> {
    Some(places.beside(&Permutation::new(lines.iter().copied())?).beside(&Permutation::new(tiles.iter().copied())?))
}

/// Returns the images of the lines where points go to these points; `None` if a line goes where no line is possible.
pub(super) fn lines(lines: &Lines, point: impl Fn(usize) -> Option<Cell>) -> Option<Vec<usize>> {
    let image = |ends: [usize; 2]| {
        let [a, b] = ends.map(&point);
        lines.joining(a?, b?)
    };
    lines.lines.iter().map(|line| image(line.ends)).collect()
}

/// Returns the images of lines between cells.
pub(super) fn links(of: &Lines, symbols: &SymbolTable, by: &Permutation) -> Option<Vec<usize>> {
    lines(of, |cell| Some(place(symbols, symbols.topology.cells[cell], by)))
}

/// Returns the image of a place.
pub(super) fn place(symbols: &SymbolTable, at: Cell, by: &Permutation) -> Cell {
    let width = symbols.topology.width;
    let image = by.image(at.row * width + at.column);
    Cell::new(image / width, image % width)
}

/// Returns the image of a line.
pub(super) fn line(symbols: &SymbolTable, line: usize, by: &Permutation) -> usize {
    let places = symbols.topology.height * symbols.topology.width;
    by.image(places + line) - places
}

/// Returns the image of a value of the first layer.
pub(super) fn value(symbols: &SymbolTable, value: usize, by: &Permutation) -> usize {
    if symbols.tiles.is_none() {
        return value;
    }
    let lines = symbols.lines.as_ref().map_or(0, |lines| lines.lines.len());
    let before = symbols.topology.height * symbols.topology.width + lines;
    by.image(before + value) - before
}
