//! Numbers of lists: beside the board, in the corners of regions, on the walls before runs.

use super::super::rule::Place;
use super::super::sets;
use super::super::vocabulary::{Entry, List};
use super::{Drawing, Role};
use crate::board::Cell;
use crate::board::picture::Margins;
use std::collections::{BTreeMap, BTreeSet};

impl Drawing<'_> {
    /// The lists that are shown, each with its number.
    fn lists(&self) -> impl Iterator<Item = (usize, &List)> {
        let vocabulary = &self.grid.vocabulary;
        vocabulary.lists.iter().enumerate().filter(|(_, list)| vocabulary.shows(&list.name))
    }

    /// The numbers of lists for the regions of pictures, at the first cell of each.
    pub(super) fn totals(&self) -> BTreeMap<Cell, String> {
        let vocabulary = &self.grid.vocabulary;
        let mut totals: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
        let shown = self.grid.uses.regions.iter().filter(|&&picture| self.roles[picture] != Role::Hidden);
        for &picture in shown {
            let mut met = BTreeSet::new();
            for at in vocabulary.terrain.cells.iter().copied() {
                let Some(mark) = vocabulary.mark(picture, at).filter(|mark| met.insert(&mark.text)) else { continue };
                for (_, list) in self.lists() {
                    let entries = list.entries.get(&mark.text).map(|(entries, _)| entries);
                    let texts = entries.into_iter().flatten().flat_map(|(entry, _)| texts(entry));
                    totals.entry(at).or_default().extend(texts);
                }
            }
        }
        totals.into_iter().map(|(at, texts)| (at, texts.join(" "))).filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Numbers of runs between walls, on the wall before each run.
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

    /// Runs that lists tell something about: the list, the first cell, `across` or `down`, and what is told.
    fn runs(&self) -> Vec<(usize, Cell, &'static str, String)> {
        let vocabulary = &self.grid.vocabulary;
        let mut found = Vec::new();
        for (index, list) in self.lists() {
            for key in ["across", "down"] {
                let Some((entries, _)) = list.entries.get(key) else { continue };
                let runs = sets::each(vocabulary, key).unwrap_or_default();
                for (run, (entry, _)) in runs.iter().zip(entries) {
                    let Some(Place::Cell(first)) = run.members.first().map(|member| member.place) else { continue };
                    let text = texts(entry).join(" ");
                    if !text.is_empty() {
                        found.push((index, vocabulary.terrain.cells[first], key, text));
                    }
                }
            }
        }
        found
    }

    /// Lists beside the board; clues of rows stand at their left, those of columns above.
    pub(super) fn margins(&self) -> Margins {
        let terrain = &self.grid.vocabulary.terrain;
        let mut margins = Margins::default();
        for (_, list) in self.lists() {
            for (side, (entries, _)) in &list.entries {
                let margin = match side.as_str() {
                    "rows" | "left" => &mut margins.left,
                    "columns" | "top" => &mut margins.top,
                    "right" => &mut margins.right,
                    "bottom" => &mut margins.bottom,
                    _ => continue,
                };
                margin.resize(margin.len().max(entries.len()), Vec::new());
                for (texts_at, (entry, _)) in margin.iter_mut().zip(entries) {
                    texts_at.extend(texts(entry));
                }
            }
        }
        // Runs that begin at the edge of the board have no wall to stand on.
        for (_, first, key, text) in self.runs() {
            let (margin, index, size) = match key {
                "across" if first.column == 0 => (&mut margins.left, first.row, terrain.height),
                "down" if first.row == 0 => (&mut margins.top, first.column, terrain.width),
                _ => continue,
            };
            margin.resize(margin.len().max(size), Vec::new());
            margin[index].push(text);
        }
        margins
    }
}

/// The numbers of an entry, as they are printed.
fn texts(entry: &Entry) -> Vec<String> {
    match entry {
        Entry::None => Vec::new(),
        Entry::Number(number) => vec![number.to_string()],
        Entry::Numbers(numbers) if numbers.is_empty() => vec!["0".to_string()],
        Entry::Numbers(numbers) => {
            numbers.iter().map(|number| number.map_or("?".to_string(), |number| number.to_string())).collect()
        }
    }
}
