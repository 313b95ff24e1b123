//! What several kinds of sets are made of: rows, columns and pictures by name.

use crate::rule::{Element, Key, Member, Set};
use crate::symbols::SymbolTable;
use crate::topology::Topology;
use boardwright_base::board::Cell;
use boardwright_base::board::names::SetName;
use boardwright_base::board::no_sets::UnknownPicture;

pub(super) fn set(name: SetName, own: Option<Cell>, key: Key, cells: impl IntoIterator<Item = usize>) -> Set {
    let members = cells.into_iter().map(|cell| Member::of(Element::Cell(cell))).collect();
    Set { name, own, key, members, parts: Vec::new() }
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

pub(super) fn picture(symbols: &SymbolTable, name: &str) -> Result<usize, UnknownPicture> {
    let found = symbols.pictures.iter().position(|picture| picture.name == name);
    found.ok_or_else(|| UnknownPicture {
        name: name.to_string(),
        pictures: symbols.pictures.iter().map(|picture| picture.name.clone()).collect(),
    })
}
