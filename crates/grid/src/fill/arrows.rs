//! Arrows from each number to the next: for `tour = "ahead arrow"`, as in a Signpost.
//!
//! The arrows decide which boards there are, so a board is drawn on which each number sees the next one in any of eight
//! directions, and the arrows are read from it. Where no value is given and nothing else is required, the board is a random path
//! through all cells: it is continued at its end, or a part of it is turned round (rotations of Pósa, 1976), which is much faster than
//! a solver.

use super::check::Unmarked;
use crate::symbols::SymbolTable;
use boardwright_base::board::Cell;
use boardwright_base::random::Random;
use boardwright_model::{Table, Value};
use boardwright_puzzle::capability::filling::{Marks, Place};
use boardwright_puzzle::solution::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// The directions with their arrows.
const ARROWS: [(&str, (i64, i64)); 8] = [
    ("↑", (-1, 0)),
    ("↗", (-1, 1)),
    ("→", (0, 1)),
    ("↘", (1, 1)),
    ("↓", (1, 0)),
    ("↙", (1, -1)),
    ("←", (0, -1)),
    ("↖", (-1, -1)),
];

/// Checks whether a rule leads a tour along the arrows of a picture.
pub(super) fn leads(rule: &Table, name: &str) -> bool {
    rule.text("tour").and_then(|word| word.strip_prefix("ahead ")).is_some_and(|picture| picture.trim() == name)
}

/// Returns a rule about a tour along arrows without the arrows.
pub(super) fn freed(rule: &Table, name: &str) -> Option<Table> {
    leads(rule, name).then(|| rule.with("tour", Value::Text("queen".to_string())))
}

/// The changes of a path until another one is begun, for each cell.
const TURNS: usize = 100;
/// The paths that are begun.
const PATHS: usize = 10;
/// The changes of a path that are tried near a place.
const CHANGES_PER_PLACE: usize = 50;

/// Returns a random board, or one that differs from another near a place; `None` if a solver has to search for boards.
pub(super) fn drawn(
    symbols: &SymbolTable,
    fields: &Table,
    name: &str,
    near: Option<(&Candidate, Cell, usize)>,
    random: &mut Random,
) -> Option<Candidate> {
    let is_free = |rule: &Table| {
        let keys: Vec<&str> = rule.entries().map(|(key, _)| key).filter(|key| *key != "name").collect();
        keys == ["tour"] || keys == ["all-different"]
    };
    let [layer] = &symbols.layers[..] else { return None };
    let count = symbols.topology.cells.len();
    let numbers: BTreeMap<i64, u16> =
        (0..).zip(&layer.numbers).filter_map(|(value, number)| Some(((*number)?, value))).collect();
    let are_all_numbers = numbers.len() == count && layer.numbers.len() == count;
    if symbols.lines.is_some()
        || !are_all_numbers
        || layer.given.iter().any(Option::is_some)
        || !fields.tables("rule").iter().all(is_free)
        || !fields.tables("rule").iter().any(|rule| leads(rule, name))
    {
        return None;
    }
    let seen: Vec<Vec<usize>> = (0..count).map(|cell| seen(symbols, cell)).collect();
    let path = match near {
        Some((board, at, radius)) => {
            let mut path: Vec<usize> = (0..count).collect();
            path.sort_by_key(|&cell| layer.numbers[usize::from(board.layers[0][cell])]);
            let is_near = |cell: usize| {
                let own = symbols.topology.cells[cell];
                own.row.abs_diff(at.row).max(own.column.abs_diff(at.column)) <= radius
            };
            changed(path, &seen, &is_near, random)
        }
        None => (0..PATHS).find_map(|_| path(&seen, random))?,
    };
    let mut values = vec![0; count];
    path.iter().zip(numbers.values()).for_each(|(&cell, &value)| values[cell] = value);
    Some(Candidate { layers: vec![values], ..Candidate::default() })
}

/// Returns the cells that a cell sees in the eight directions.
fn seen(symbols: &SymbolTable, cell: usize) -> Vec<usize> {
    ARROWS.iter().flat_map(|(_, step)| ahead(symbols, cell, *step)).collect()
}

/// Returns the cells in a direction, to the edge of the board.
fn ahead(symbols: &SymbolTable, cell: usize, step: (i64, i64)) -> impl Iterator<Item = usize> + '_ {
    let topology = &symbols.topology;
    let at = topology.cells[cell];
    let line = std::iter::successors(Some(at), move |from| topology.step(*from, step).filter(|next| *next != at));
    line.skip(1).filter_map(|at| topology.id(at))
}

/// Returns a random path through all cells, if one is found.
fn path(seen: &[Vec<usize>], random: &mut Random) -> Option<Vec<usize>> {
    let mut path = vec![random.below(seen.len())];
    let mut is_on = vec![false; seen.len()];
    is_on[path[0]] = true;
    for _ in 0..TURNS * seen.len() {
        let end = *path.last()?;
        let free: Vec<usize> = seen[end].iter().copied().filter(|&cell| !is_on[cell]).collect();
        if path.len() == seen.len() {
            return Some(path);
        }
        if free.is_empty() {
            if seen[end].is_empty() {
                return None;
            }
            let turn = random.one_of(&seen[end]);
            let first = path.iter().position(|&cell| cell == turn)?;
            path[first + 1..].reverse();
        } else {
            let next = random.one_of(&free);
            is_on[next] = true;
            path.push(next);
        }
    }
    (path.len() == seen.len()).then_some(path)
}

/// Returns a path of which a part that begins near a place is turned round.
fn changed(
    mut path: Vec<usize>,
    seen: &[Vec<usize>],
    is_near: &dyn Fn(usize) -> bool,
    random: &mut Random,
) -> Vec<usize> {
    let near: Vec<usize> = (0..path.len()).filter(|&index| is_near(path[index])).collect();
    let mut turns = 1 + random.below(3);
    for _ in 0..CHANGES_PER_PLACE {
        if near.is_empty() || turns == 0 {
            break;
        }
        let ends = [random.one_of(&near), random.below(path.len())];
        let [first, last] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let is_seen = |a: usize, b: usize| seen[path[a]].contains(&path[b]);
        let starts = first == 0 || is_seen(first - 1, last);
        let continues = last + 1 == path.len() || is_seen(first, last + 1);
        if first < last && starts && continues {
            path[first..=last].reverse();
            turns -= 1;
        }
    }
    path
}

/// Returns the arrows of a board, on which each number leads to the next.
pub(super) fn marks(symbols: &SymbolTable, fields: &Table, name: &str, board: &Candidate) -> Result<Marks, Unmarked> {
    let rule = fields.tables("rule").iter().find(|rule| leads(rule, name));
    let is_closed = rule.and_then(|rule| rule.boolean("closed")) == Some(true);
    let on = rule.and_then(|rule| rule.text("on"));
    let layer = symbols.layers.iter().position(|layer| on == Some(layer.called())).unwrap_or_default();
    let Some(of) = symbols.layers.get(layer) else {
        return Err(Unmarked::Unfit(format!("the cells have no numbers to which `{name}` could lead").into()));
    };
    let topology = &symbols.topology;
    let number = |cell: usize| of.numbers[usize::from(board.layers[layer][cell])].filter(|_| of.is_held[cell]);
    let found: BTreeSet<i64> = (0..topology.cells.len()).filter_map(number).collect();
    let mut marks = Marks::new();
    for (cell, &at) in topology.cells.iter().enumerate() {
        let Some(own) = number(cell) else { continue };
        let first = found.first().filter(|_| is_closed);
        let Some(&next) = found.range(own + 1..).next().or(first) else { continue };
        let leads = |step: (i64, i64)| ahead(symbols, cell, step).any(|other| number(other) == Some(next));
        let Some((arrow, _)) = ARROWS.iter().find(|(_, step)| leads(*step)) else {
            return Err(Unmarked::Unfit(
                format!("no arrow of `{name}` leads from the {own} at {at} to the {next}").into(),
            ));
        };
        marks.insert(Place::Mark(at), arrow.to_string());
    }
    Ok(marks)
}
