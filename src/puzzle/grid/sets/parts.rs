//! What several kinds of sets are made of: rows, columns and pictures by name.

use crate::board::Cell;
use crate::diagnostic::nearest;
use crate::puzzle::grid::rule::{Element, Key, Member, Set};
use crate::puzzle::grid::symbols::SymbolTable;
use crate::puzzle::grid::topology::Topology;

pub(super) fn set(what: String, own: Option<Cell>, key: Key, cells: impl IntoIterator<Item = usize>) -> Set {
    Set { what, own, key, members: cells.into_iter().map(|cell| Member::of(Element::Cell(cell))).collect() }
}

pub(super) fn in_order(topology: &Topology, places: impl Iterator<Item = Cell>) -> Vec<usize> {
    places.filter_map(|at| topology.id(at)).collect()
}

pub(super) fn row(topology: &Topology, row: usize) -> impl DoubleEndedIterator<Item = Cell> + use<> {
    (0..topology.width).map(move |column| Cell::new(row, column))
}

pub(super) fn column(topology: &Topology, column: usize) -> impl DoubleEndedIterator<Item = Cell> + use<> {
    (0..topology.height).map(move |row| Cell::new(row, column))
}

pub(super) fn picture(symbols: &SymbolTable, name: &str) -> Result<usize, String> {
    let names = || symbols.pictures.iter().map(|picture| picture.name.as_str());
    names().position(|own| own == name).ok_or_else(|| {
        let all: Vec<&str> = names().collect();
        let meant =
            nearest(name, all.iter().copied()).map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        let there =
            if all.is_empty() { "the model has no [picture]".into() } else { format!("expected {}", all.join(", ")) };
        format!("unknown picture `{name}`{meant}; {there}")
    })
}
