//! Marks of pictures: their numbers, and those beside cells in `[between]`, `[corner]` and `[anywhere]`.

use super::board::fits;
use super::number;
use super::resolve::{Reading, mistake};
use crate::fields::MAX_NUMBER;
use crate::symbols::{Anywhere, Mark, Picture, Site, SymbolTable, touched};
use crate::topology::Topology;
use boardwright_base::board::Cell;
use boardwright_base::board::tiling::Tiling;
use boardwright_base::diagnostic::Diagnostics;
use boardwright_model::{Marks, Spanned, Table};
use std::collections::BTreeMap;

pub(in super::super) fn mark(given: &Spanned<String>) -> Option<Mark> {
    if given.value == "." || given.value == "_" {
        return None;
    }
    if let Some(numbers) = several(&given.value) {
        return Some(Mark { text: given.value.clone(), number: None, numbers, span: given.span });
    }
    let digits: String = given.value.chars().filter(char::is_ascii_digit).collect();
    let signed = given.value.starts_with('-') && !digits.is_empty();
    let number = number(&digits).map(|number| if signed { -number } else { number });
    Some(Mark { text: given.value.clone(), number, numbers: Vec::new(), span: given.span })
}

/// Returns the numbers of a mark such as `1,3`, where `?` is an unknown one.
fn several(mark: &str) -> Option<Vec<Option<i64>>> {
    if mark != "?" && !mark.contains(',') {
        return None;
    }
    let number = |part: &str| match part {
        "?" => Some(None),
        _ => number(part).map(Some),
    };
    mark.split(',').map(number).collect()
}

fn between(topology: &Topology, marks: &Marks, wrong: &mut Diagnostics) -> BTreeMap<Site, Mark> {
    let mut found = BTreeMap::new();
    let lost = marks.cells().find(|(at, given)| at.row % 2 == at.column % 2 && mark(given).is_some());
    if let Some((at, given)) = lost {
        let stands = if at.row % 2 == 0 { "in a cell" } else { "where four cells meet" };
        let message = format!(
            "`{}` in row {}, column {} is {stands}, not between two cells",
            given.value,
            at.row + 1,
            at.column + 1
        );
        wrong.push(mistake("wrong-place", given.span, message).help(
            "in this picture, cells are at odd rows and odd columns; put marks between two neighbours at one odd \
                and one even position",
        ));
    }
    for [a, b] in topology.pairs(&[(0, 1), (1, 0)]) {
        let [from, to] = [a, b].map(|id| topology.cells[id]);
        let middle = Cell::new(from.row + to.row, from.column + to.column);
        // On a torus no mark lies between cells.
        let side_by_side = from.row.abs_diff(to.row) + from.column.abs_diff(to.column) == 1;
        if side_by_side && let Some(mark) = mark(marks.at(middle)) {
            found.insert(Site::Between([a, b]), mark);
        }
    }
    found
}

/// Reports marks with a number that is too large.
pub(super) fn numbers(fields: &Table, wrong: &mut Diagnostics) {
    for (_, value) in ["picture", "between", "corner", "anywhere"].iter().flat_map(|table| fields.map(table)) {
        for (at, given) in value.value.as_marks().into_iter().flat_map(Marks::cells) {
            if is_too_large(&given.value) {
                let message = format!("the number of `{}` at {at} is above {MAX_NUMBER}", given.value);
                wrong.push(mistake("out-of-range", given.span, message));
            }
        }
    }
}

fn is_too_large(mark: &str) -> bool {
    let is_list = mark.chars().all(|c| c.is_ascii_digit() || ",?".contains(c));
    let parts: Vec<&str> = if is_list { mark.split(',').collect() } else { vec![mark] };
    let digits = |part: &str| -> String { part.chars().filter(char::is_ascii_digit).collect() };
    parts.into_iter().map(digits).any(|digits| !digits.is_empty() && number(&digits).is_none())
}

/// Enters all pictures of marks beside cells.
pub(super) fn beside(fields: &Table, symbols: &mut SymbolTable, wrong: &mut Diagnostics) {
    let mut corners = Vec::new();
    let mut anywheres = Vec::new();
    for table in ["between", "anywhere", "corner"] {
        for (name, value) in fields.map(table) {
            if symbols.topology.tiling != Tiling::Square {
                let message = format!("[{table}] is not supported for {}", symbols.topology.tiling.name());
                let help = "its picture has places between rows and columns; name two cells with `along` instead";
                wrong.push(mistake("wrong-shape", name.span, message).help(help));
                continue;
            }
            let Some(marks) = value.value.as_marks() else { continue };
            let what = format!("the picture `{}`", name.value);
            if table == "corner" {
                if fits_corners(&symbols.topology, &what, marks, wrong) {
                    let marks = marks.cells().filter_map(|(at, given)| Some((Site::Corner(at), mark(given)?)));
                    corners.push((name.value.clone(), marks.collect()));
                }
            } else if !fits(&symbols.topology, &what, marks, 2, wrong) {
                continue;
            } else if table == "anywhere" {
                anywheres.push(anywhere(symbols, name, marks, wrong));
            } else {
                let marks = between(&symbols.topology, marks, wrong);
                symbols.between.push((name.value.clone(), marks));
            }
        }
    }
    symbols.between.extend(anywheres);
    let first = symbols.between.len();
    symbols.between.extend(corners);
    symbols.corners = first..symbols.between.len();
}

impl Reading<'_> {
    /// Checks whether a picture has a place for each place of the board.
    pub fn fits_board(&mut self, what: &str, marks: &Marks) -> bool {
        fits(&self.symbols.topology, what, marks, 1, &mut self.wrong)
    }
}

/// Checks whether a picture has a place for each corner of a cell.
fn fits_corners(topology: &Topology, what: &str, marks: &Marks, wrong: &mut Diagnostics) -> bool {
    let (rows, columns) = (topology.height + 1, topology.width + 1);
    let (height, width) = (marks.height(), marks.width());
    if (height, width) == (rows, columns) {
        return true;
    }
    let message = format!("{what} has {height} rows and {width} columns; expected {rows} and {columns}");
    let help = "draw a place for each corner of a cell, those at the edge of the board included";
    wrong.push(mistake("size-mismatch", marks.span(), message).help(help));
    false
}

/// Reads a picture that fits the board, and enters it. Returns its marks beside cells.
fn anywhere(
    symbols: &mut SymbolTable,
    name: &Spanned<String>,
    marks: &Marks,
    wrong: &mut Diagnostics,
) -> (String, BTreeMap<Site, Mark>) {
    let topology = &symbols.topology;
    let mut places = Vec::new();
    let mut on_cells: Vec<Option<Mark>> = vec![None; topology.height * topology.width];
    let mut beside = BTreeMap::new();
    for (place, given) in marks.cells() {
        let Some(mark) = mark(given) else { continue };
        if let Some(hole) = touched(place).find(|&cell| topology.id(cell).is_none()) {
            let message = format!("`{}` touches {hole}, which is not a cell", given.value);
            wrong.push(mistake("no-cell", given.span, message));
            continue;
        }
        places.push(place);
        let cells: Vec<usize> = touched(place).filter_map(|cell| topology.id(cell)).collect();
        match cells[..] {
            [_] => on_cells[place.row / 2 * topology.width + place.column / 2] = Some(mark),
            [a, b] => drop(beside.insert(Site::Between([a, b]), mark)),
            _ => drop(beside.insert(Site::Corner(Cell::new(place.row.div_ceil(2), place.column.div_ceil(2))), mark)),
        }
    }
    symbols.pictures.push(Picture { name: name.value.clone(), marks: on_cells, span: marks.span() });
    symbols.anywhere.push(Anywhere { name: name.value.clone(), places, span: marks.span() });
    (name.value.clone(), beside)
}
