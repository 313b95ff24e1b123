//! Regions of a picture, whole and by rows or columns, and the cells at corners.

use super::parts::{in_order, picture, set};
use crate::rule::{Element, Key, Member, Set};
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::board::names::{Line, Region, SetName};
use boardwright_base::board::no_sets::NoSets;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the cells of each region in each row, or in each column.
pub(super) fn parts_of_regions(symbols: &SymbolTable, rest: &str, in_rows: bool) -> Result<Vec<Set>, NoSets> {
    let usage = if in_rows { "row in region room" } else { "column in region room" };
    let name = rest.strip_prefix("region ").ok_or(NoSets::Form { expected: "a region", usage })?;
    let mut sets = Vec::new();
    for region in regions(symbols, picture(symbols, name.trim())?) {
        let SetName::Region(of) = &region.name else { continue };
        let mut lines: BTreeMap<usize, Vec<Member>> = BTreeMap::new();
        for member in region.members {
            let Element::Cell(cell) = member.element else { continue };
            let at = symbols.topology.cells[cell];
            lines.entry(if in_rows { at.row } else { at.column }).or_default().push(member);
        }
        for (line, members) in lines {
            let name = SetName::Part(if in_rows { Line::Row } else { Line::Column }, line, of.clone());
            sets.push(Set { name, own: None, key: Key::None, members, parts: Vec::new() });
        }
    }
    Ok(sets)
}

/// Returns the cells with each mark, in the order of the first occurrence of the marks.
pub(super) fn regions(symbols: &SymbolTable, picture: usize) -> Vec<Set> {
    let mut regions: Vec<(&str, Vec<usize>)> = Vec::new();
    for (id, &at) in symbols.topology.cells.iter().enumerate() {
        let Some(mark) = symbols.mark(picture, at) else { continue };
        match regions.iter_mut().find(|(text, _)| *text == mark.text) {
            Some((_, cells)) => cells.push(id),
            None => regions.push((&mark.text, vec![id])),
        }
    }
    let picture: Arc<str> = symbols.pictures[picture].name.as_str().into();
    let name = |mark: &str| SetName::Region(Region { picture: Arc::clone(&picture), mark: mark.into() });
    let one = |(mark, cells): (&str, Vec<usize>)| set(name(mark), None, Key::Region(mark.to_string()), cells);
    regions.into_iter().map(one).collect()
}

/// Returns the cells that meet at each corner of a cell, in reading order.
pub(super) fn corners(symbols: &SymbolTable) -> Vec<Set> {
    let topology = &symbols.topology;
    let at = |row: usize, column: usize| {
        let place = |above: usize, left: usize| {
            let place = Cell::new(
                (row + 1).checked_sub(above)?.checked_sub(1)?,
                (column + 1).checked_sub(left)?.checked_sub(1)?,
            );
            (place.row < topology.height && place.column < topology.width).then_some(place)
        };
        let around = [place(1, 1), place(1, 0), place(0, 1), place(0, 0)].into_iter().flatten();
        let corner = Cell::new(row, column);
        set(SetName::Corner(corner), None, Key::Corner(corner), in_order(topology, around))
    };
    let all = (0..=topology.height).flat_map(|row| (0..=topology.width).map(move |column| (row, column)));
    all.map(|(row, column)| at(row, column)).filter(|set| !set.members.is_empty()).collect()
}
