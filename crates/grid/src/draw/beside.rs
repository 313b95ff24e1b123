//! Numbers of lists: beside the board, in the corners of regions, on the walls before runs.

use super::super::rule::Element;
use super::super::sets;
use super::super::symbols::{Entry, List};
use super::diagonals::Outside;
use super::{Drawing, Role};
use boardwright_base::board::Cell;
use boardwright_base::board::picture::Margins;
use boardwright_base::budget::Budget;
use boardwright_base::source::pad_left;
use std::collections::{BTreeMap, BTreeSet};

impl Drawing<'_> {
    /// The lists that are shown, each with its number.
    fn lists(&self) -> impl Iterator<Item = (usize, &List)> {
        let symbols = &self.grid.symbols;
        symbols.lists.iter().enumerate().filter(|(_, list)| symbols.shows(&list.name))
    }

    /// Returns the numbers of lists for the regions of pictures, at the first cell of each.
    pub(super) fn totals(&self) -> BTreeMap<Cell, String> {
        let symbols = &self.grid.symbols;
        let mut totals: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
        let regions = self.grid.uses.regions.iter().copied();
        let shown: Vec<usize> = regions.filter(|&picture| self.roles[picture] != Role::Hidden).collect();
        // A list is about the picture that has all its regions.
        let has_all = |picture: usize, list: &List| {
            let marks = symbols.topology.cells.iter().filter_map(|&at| symbols.mark(picture, at));
            let marks: BTreeSet<&str> = marks.map(|mark| mark.text.as_str()).collect();
            list.entries.keys().all(|key| marks.contains(key.as_str()))
        };
        for &picture in &shown {
            let is_about = |list: &List| has_all(picture, list) || !shown.iter().any(|&other| has_all(other, list));
            let lists: Vec<&List> = self.lists().map(|(_, list)| list).filter(|list| is_about(list)).collect();
            let mut met = BTreeSet::new();
            for at in symbols.topology.cells.iter().copied() {
                let Some(mark) = symbols.mark(picture, at).filter(|mark| met.insert(&mark.text)) else { continue };
                for list in &lists {
                    let entries = list.entries.get(&mark.text).map(|(entries, _)| entries);
                    let texts = entries.into_iter().flatten().flat_map(|(entry, _)| texts(entry));
                    totals.entry(at).or_default().extend(texts);
                }
            }
        }
        totals.into_iter().map(|(at, texts)| (at, texts.join(" "))).filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Returns the numbers of runs between walls, on the wall before each run.
    pub(super) fn halves(&self) -> BTreeMap<Cell, [String; 2]> {
        let mut halves: BTreeMap<Cell, [String; 2]> = BTreeMap::new();
        for (_, first, key, text) in self.runs() {
            let before = if key == "across" {
                first.column.checked_sub(1).map(|column| Cell::new(first.row, column))
            } else {
                first.row.checked_sub(1).map(|row| Cell::new(row, first.column))
            };
            if let Some(wall) = before {
                halves.entry(wall).or_default()[usize::from(key == "across")] = text;
            }
        }
        halves
    }

    /// Returns the runs with a list entry: the list, the first cell, `across` or `down`, and the text.
    fn runs(&self) -> Vec<(usize, Cell, &'static str, String)> {
        let symbols = &self.grid.symbols;
        let mut found = Vec::new();
        for (index, list) in self.lists() {
            for key in ["across", "down"] {
                let Some((entries, _)) = list.entries.get(key) else { continue };
                let runs = sets::each(symbols, key, &Budget::none()).unwrap_or_default();
                for (run, (entry, _)) in runs.iter().zip(entries) {
                    let Some(Element::Cell(first)) = run.members.first().map(|member| member.element) else { continue };
                    let text = texts(entry).join(" ");
                    if !text.is_empty() {
                        found.push((index, symbols.topology.cells[first], key, text));
                    }
                }
            }
        }
        found
    }

    /// Returns the lists beside the board; clues of rows are to the left, those of columns above.
    pub(super) fn margins(&self) -> Margins {
        let topology = &self.grid.symbols.topology;
        // By side, list and key.
        let mut parts: BTreeMap<(Side, usize, &str), Vec<Vec<String>>> = BTreeMap::new();
        for (index, list) in self.lists() {
            for (key, (entries, _)) in &list.entries {
                if let Some(side) = side(key) {
                    let texts = entries.iter().map(|(entry, _)| texts(entry)).collect();
                    parts.insert((side, index, key), texts);
                }
            }
        }
        // Runs that begin at the edge of the board have no wall before them.
        for (list, first, key, text) in self.runs() {
            let (side, index, size) = match key {
                "across" if first.column == 0 => (Side::Left, first.row, topology.height),
                "down" if first.row == 0 => (Side::Top, first.column, topology.width),
                _ => continue,
            };
            parts.entry((side, list, key)).or_insert_with(|| vec![Vec::new(); size])[index].push(text);
        }
        // Those of diagonals are next to the board.
        let mut corners: [String; 4] = Default::default();
        for Outside { row, column, text } in self.diagonals() {
            let (last_row, last_column) = (topology.height + 1, topology.width + 1);
            let (side, index, size) = match (row, column) {
                (row, column) if (row == 0 || row == last_row) && (column == 0 || column == last_column) => {
                    corners[2 * usize::from(row > 0) + usize::from(column > 0)] = text;
                    continue;
                }
                (0, column) => (Side::Top, column - 1, topology.width),
                (row, column) if row == last_row => (Side::Bottom, column - 1, topology.width),
                (row, 0) => (Side::Left, row - 1, topology.height),
                (row, _) => (Side::Right, row - 1, topology.height),
            };
            let list = if matches!(side, Side::Left | Side::Top) { usize::MAX } else { 0 };
            parts.entry((side, list, "")).or_insert_with(|| vec![Vec::new(); size])[index].push(text);
        }
        let of = |side: Side| {
            let own = parts.iter().filter(|((own, ..), texts)| *own == side && texts.iter().any(|at| !at.is_empty()));
            side_by_side(side, own.map(|(_, texts)| texts.as_slice()).collect())
        };
        Margins { left: of(Side::Left), right: of(Side::Right), top: of(Side::Top), bottom: of(Side::Bottom), corners }
    }
}

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// Returns the side for the numbers of a list for these sets.
fn side(key: &str) -> Option<Side> {
    match key {
        "rows" | "left" => Some(Side::Left),
        "columns" | "top" => Some(Side::Top),
        "right" => Some(Side::Right),
        "bottom" => Some(Side::Bottom),
        _ => None,
    }
}

/// Returns the texts of all lists at a side, by row or column. With several lists, each keeps its place: blanks, away
/// from the board, stand for a missing entry.
fn side_by_side(side: Side, lists: Vec<&[Vec<String>]>) -> Vec<Vec<String>> {
    let [first, _, ..] = lists[..] else { return lists.first().map_or(Vec::new(), |only| only.to_vec()) };
    let mut all = vec![Vec::new(); first.len()];
    for list in lists {
        let most = list.iter().map(Vec::len).max().unwrap_or(0);
        let padded = list.iter().map(|texts| {
            let blanks = vec![String::new(); most - texts.len()];
            if matches!(side, Side::Left | Side::Top) {
                [blanks, texts.clone()].concat()
            } else {
                [texts.clone(), blanks].concat()
            }
        });
        let padded: Vec<Vec<String>> = padded.collect();
        // Texts below each other have the same width; above and below columns a blank keeps the line.
        let width = |at: usize| match side {
            Side::Left | Side::Right => padded.iter().map(|texts| texts[at].chars().count()).max().unwrap_or(0),
            Side::Top | Side::Bottom => 1,
        };
        for (all, texts) in all.iter_mut().zip(&padded) {
            all.extend(texts.iter().enumerate().map(|(at, text)| pad_left(text, width(at))));
        }
    }
    all
}

/// Formats the numbers of an entry.
fn texts(entry: &Entry) -> Vec<String> {
    match entry {
        Entry::None => Vec::new(),
        Entry::Number(number) => vec![number.to_string()],
        Entry::Word(word) => vec![word.clone()],
        Entry::Runs(runs) => runs.iter().map(ToString::to_string).collect(),
        Entry::Numbers(numbers) if numbers.is_empty() => vec!["0".to_string()],
        Entry::Numbers(numbers) => {
            numbers.iter().map(|number| number.map_or("?".to_string(), |number| number.to_string())).collect()
        }
    }
}
