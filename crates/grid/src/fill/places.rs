//! The places of marks: which a picture has, on which one a set depends, and the mark at a place.
//!
//! Imports the symbols, the sets of rules and the capability.

use super::words::PartId;
use crate::reading::mark;
use crate::rule::{Key, Set};
use crate::symbols::{Site, SymbolTable};
use boardwright_base::board::Cell;
use boardwright_base::source::Span;
use boardwright_model::{Spanned, Table, Value};
use boardwright_puzzle::capability::filling::Place;
use std::collections::BTreeSet;

/// Returns the place of a picture that a half turn exchanges with another; `None` for entries of lists.
pub(super) fn turned(fields: &Table, (table, name): (&str, &str), place: &Place) -> Option<Place> {
    let Place::Mark(at) = *place else { return None };
    let (_, value) = fields.map(table).iter().find(|(key, _)| key.value == name)?;
    Some(Place::Mark(value.value.as_marks()?.turned(at)))
}

pub(super) fn is_none(mark: &str) -> bool {
    mark == "." || mark == "_"
}

/// Returns the places to which the marks of a model restrict new ones: those of question marks, if it has no other
/// marks; or all walls, if it has marks on walls only.
pub(super) fn only(symbols: &SymbolTable, table: &str, marks: &[(Cell, &str)]) -> Option<BTreeSet<Place>> {
    let asked: BTreeSet<Place> =
        marks.iter().filter(|(_, mark)| *mark == "?").map(|(at, _)| Place::Mark(*at)).collect();
    if !asked.is_empty() && asked.len() == marks.len() {
        return Some(asked);
    }
    let topology = &symbols.topology;
    let is_wall = |at: &Cell| topology.id(*at).is_none();
    let are_walls = table == "picture" && !marks.is_empty() && marks.iter().all(|(at, _)| is_wall(at));
    are_walls.then(|| topology.places().filter(is_wall).map(Place::Mark).collect())
}

/// Returns the place of the mark on which a set depends.
pub(super) fn place(symbols: &SymbolTable, part: PartId, set: &Set) -> Option<Place> {
    match part {
        PartId::Picture(_) => set.own.map(Place::Mark),
        PartId::Between(picture) => {
            if let Key::Corner(at) = set.key {
                return Some(Place::Mark(at));
            }
            let span = symbols.mark_between(picture, set)?.span;
            let sites = &symbols.between[picture].1;
            sites.iter().find(|(_, mark)| mark.span == span).map(|(site, _)| of_site(symbols, *site))
        }
        PartId::List(_) => match &set.key {
            Key::Side(side, index) => Some(Place::Entry(side.to_string(), *index)),
            Key::Region(mark) => Some(Place::Entry(mark.clone(), 0)),
            Key::None | Key::Block | Key::Corner(_) | Key::Tile(_) => None,
        },
    }
}

pub(super) fn of_site(symbols: &SymbolTable, site: Site) -> Place {
    match site {
        Site::Corner(at) => Place::Mark(at),
        Site::Between(cells) => {
            let [a, b] = cells.map(|cell| symbols.topology.cells[cell]);
            Place::Mark(Cell::new(a.row + b.row, a.column + b.column))
        }
    }
}

/// Returns all places of a picture.
pub(super) fn places<'v>(
    symbols: &'v SymbolTable,
    part: PartId,
    fields: &'v Table,
    (table, name): (&str, &str),
) -> impl Iterator<Item = Place> + 'v {
    let value = fields.map(table).iter().find(|(key, _)| key.value == name).map(|(_, value)| &value.value);
    let marks = value.and_then(Value::as_marks).into_iter().flat_map(boardwright_model::Marks::cells);
    let is_between = matches!(part, PartId::Between(picture) if !symbols.is_of_corners(picture));
    let fits =
        move |(at, mark): &(Cell, &Spanned<String>)| mark.value != "_" && (!is_between || at.row % 2 != at.column % 2);
    marks.filter(fits).map(|(at, _)| Place::Mark(at))
}

/// Sets or removes a mark.
pub(super) fn put(symbols: &mut SymbolTable, part: PartId, place: &Place, word: Option<&str>) {
    let Place::Mark(at) = *place else { return };
    let new = word.and_then(|word| mark(&Spanned { value: word.to_string(), span: Span::default() }));
    match part {
        PartId::Picture(picture) => {
            let width = symbols.topology.width;
            symbols.pictures[picture].marks[at.row * width + at.column] = new;
        }
        PartId::Between(picture) => {
            let site = match symbols.is_of_corners(picture) {
                true => Some(Site::Corner(at)),
                false => {
                    let [a, b] = [(0, 0), (1, 1)].map(|(down, right)| {
                        let odd = [at.row % 2 * down, at.column % 2 * right];
                        symbols.topology.id(Cell::new(at.row / 2 + odd[0], at.column / 2 + odd[1]))
                    });
                    a.zip(b).map(|(a, b)| Site::Between([a.min(b), a.max(b)]))
                }
            };
            let marks = &mut symbols.between[picture].1;
            match (site, new) {
                (Some(site), Some(mark)) => drop(marks.insert(site, mark)),
                (Some(site), None) => drop(marks.remove(&site)),
                (None, _) => {}
            }
        }
        PartId::List(_) => {}
    }
}
