//! Pictures as tests of cells, and where they lie on a board.

use crate::symbols::Test;
use crate::topology::Topology;
use boardwright_base::board::Cell;
use boardwright_model::Marks;
use std::collections::BTreeSet;

/// Returns the characters of a picture, with rows separated by strokes.
pub(super) fn text(marks: &Marks) -> String {
    let row = |row: usize| (0..marks.width()).map(move |column| marks.at(Cell::new(row, column)).value.as_str());
    let rows: Vec<String> = (0..marks.height()).map(|index| row(index).collect::<String>()).collect();
    rows.join("/")
}

/// The tests of the cells at offsets from the first one: rows and columns, and a test; `None`: any cell.
pub(super) type Pattern = Vec<((i64, i64), Option<Test>)>;

/// Moves a pattern so that the first cell in reading order is at the origin.
pub(super) fn normal(mut pattern: Pattern) -> Pattern {
    pattern.sort_by_key(|(place, _)| *place);
    let (row, column) = pattern.first().map_or((0, 0), |(place, _)| *place);
    pattern.iter_mut().for_each(|(place, _)| *place = (place.0 - row, place.1 - column));
    pattern
}

/// Returns the cells of a pattern at a place; `None` where one is missing, or where it would cover a cell twice.
pub(super) fn cells(topology: &Topology, pattern: &Pattern, from: Cell) -> Option<Vec<usize>> {
    let cells: Option<Vec<usize>> =
        pattern.iter().map(|(step, _)| topology.step(from, *step).and_then(|at| topology.id(at))).collect();
    cells.filter(|cells| !topology.wrap || cells.iter().collect::<BTreeSet<_>>().len() == cells.len())
}
