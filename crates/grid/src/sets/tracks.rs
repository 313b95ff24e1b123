//! Runs in rows and columns: `each = "across"`, `"down"`, `"over 3 room"`.
//!
//! A wall ends a run. On a torus a row has no end: a run continues at the opposite edge and begins behind a wall; a
//! row without walls begins at the edge of the drawn board.

use super::parts::{column, picture, row, set};
use crate::rule::{Key, Set};
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::board::names::{Line, SetName};
use boardwright_base::board::no_sets::NoSets;

/// A part of a row or column without walls.
pub(super) struct Run {
    /// The cells, in order.
    cells: Vec<(Cell, usize)>,
    /// Whether the last cell is followed by the first.
    is_ring: bool,
}

/// Returns the runs of all rows.
pub(super) fn rows(symbols: &SymbolTable) -> Vec<Run> {
    let topology = &symbols.topology;
    (0..topology.height).flat_map(|index| runs(symbols, row(topology, index))).collect()
}

/// Returns the runs of all columns.
pub(super) fn columns(symbols: &SymbolTable) -> Vec<Run> {
    let topology = &symbols.topology;
    (0..topology.width).flat_map(|index| runs(symbols, column(topology, index))).collect()
}

fn runs(symbols: &SymbolTable, places: impl Iterator<Item = Cell>) -> Vec<Run> {
    let topology = &symbols.topology;
    let mut places: Vec<(Cell, Option<usize>)> = places.map(|at| (at, topology.id(at))).collect();
    let wall = places.iter().position(|(_, id)| id.is_none());
    if topology.wrap {
        places.rotate_left(wall.unwrap_or(0));
    }
    let parts = places.split(|(_, id)| id.is_none()).filter(|part| !part.is_empty());
    let cells = |part: &[(Cell, Option<usize>)]| part.iter().filter_map(|&(at, id)| Some((at, id?))).collect();
    parts.map(|part| Run { cells: cells(part), is_ring: topology.wrap && wall.is_none() }).collect()
}

/// Returns the runs of two cells or more, in reading order of their first cells, the order of lists.
pub(super) fn unbroken(runs: Vec<Run>, line: Line) -> Vec<Set> {
    let key = if line == Line::Row { "across" } else { "down" };
    let mut runs: Vec<Run> = runs.into_iter().filter(|run| run.cells.len() > 1).collect();
    runs.sort_by_key(|run| run.cells[0]);
    let one = |(index, run): (usize, Run)| {
        let ids = run.cells.iter().map(|&(_, id)| id);
        set(SetName::Unbroken(line, run.cells[0].0), None, Key::Side(key, index), ids)
    };
    runs.into_iter().enumerate().map(one).collect()
}

/// Returns the runs over `n` regions. A run starts on the last cell of the first region and ends on the first cell of
/// the last. A region that it enters again counts again; cells without a mark are not a region.
pub(super) fn over(symbols: &SymbolTable, rest: &str) -> Result<Vec<Set>, NoSets> {
    let (count, name) = rest.split_once(' ').unwrap_or((rest, ""));
    let form = NoSets::Form { expected: "a number of regions", usage: "over 3 room" };
    let count: usize = count.parse().ok().filter(|&n| n > 1).ok_or(form)?;
    let picture = picture(symbols, name.trim())?;
    let mut sets = Vec::new();
    for Run { mut cells, is_ring } in rows(symbols).into_iter().chain(columns(symbols)) {
        let region = |(at, _): (Cell, usize)| symbols.mark(picture, at).map(|mark| &mark.text);
        let length = cells.len();
        let begins = |cells: &[(Cell, usize)], index: usize| {
            (index == 0 && !is_ring) || region(cells[index]) != region(cells[(index + length - 1) % length])
        };
        // A ring begins where a region begins.
        let Some(first) = (0..length).find(|&index| begins(&cells, index)) else { continue };
        cells.rotate_left(first);
        let starts: Vec<usize> = (0..length).filter(|&index| begins(&cells, index)).collect();
        let end = |number: usize| starts.get(number + 1).map_or(length, |next| *next) - 1;
        // The first and the last cell of each stretch of one region.
        let stretches: Vec<(usize, usize)> = (0..starts.len())
            .filter(|&number| region(cells[starts[number]]).is_some())
            .map(|number| (starts[number], end(number)))
            .collect();
        for (number, &(_, from)) in stretches.iter().enumerate() {
            let last = number + count - 1;
            if last >= stretches.len() && !is_ring {
                break;
            }
            let rounds = last / stretches.len();
            let to = stretches[last % stretches.len()].0 + rounds * length;
            if to - from >= length {
                continue;
            }
            let (first, last) = (cells[from].0, cells[to % length].0);
            let ids = (from..=to).map(|index| cells[index % length].1);
            sets.push(set(SetName::Run(first, last), None, Key::None, ids));
        }
    }
    Ok(sets)
}
