//! Blocks, regions and cages of a drawing: bold lines, dashed outlines, and numbers in the first cells.
//!
//! Imports the pictures of `genre`. Start with `Sheet::regions`.

use super::sheet::{BOLD, Sheet};
use crate::export::back;
use crate::genre::contents::{Entries, Marks};
use serde_json::json;
use std::collections::BTreeSet;

/// The style of dashed lines.
const DASHED: usize = 10;

impl Sheet<'_> {
    /// Draws the lines between cells for which `is_apart` returns true.
    fn part(&mut self, is_apart: impl Fn(usize, usize) -> bool) {
        let (rows, columns) = (self.printed.rows, self.printed.columns);
        for cell in 0..rows * columns {
            let (row, column) = (cell / columns, cell % columns);
            let sides = [
                (column + 1 < columns, cell + 1, [(row, column + 1), (row + 1, column + 1)]),
                (row + 1 < rows, cell + columns, [(row + 1, column), (row + 1, column + 1)]),
            ];
            for (_, next, ends) in sides.into_iter().filter(|(is_inside, ..)| *is_inside) {
                if !self.holes[cell] && !self.holes[next] && is_apart(cell, next) {
                    let [from, to] = ends.map(|(row, column)| self.corner(row, column));
                    self.border.entry(format!("{from},{to}")).or_insert_with(|| json!(BOLD));
                }
            }
        }
    }

    /// Draws blocks and regions: the first with bold lines, others as cages; and their numbers.
    pub(super) fn regions(&mut self) {
        let columns = self.printed.columns;
        let mut has_regions = self.printed.blocks.is_some();
        if let Some((height, width)) = self.printed.blocks {
            let block = |cell: usize| (cell / columns / height, cell % columns / width);
            self.part(|one, other| block(one) != block(other));
        }
        for (name, marks) in &self.printed.regions {
            // A hole is in no region; a mark there would be a cell beside the board.
            let mut marks = marks.clone();
            self.holes.iter().enumerate().filter(|(_, is_hole)| **is_hole).for_each(|(cell, _)| marks.set(cell, "."));
            let marks = &marks;
            if has_regions {
                self.cages(marks);
                self.outlines(marks);
            } else {
                self.part(|one, other| marks.at(one) != marks.at(other));
                self.lost.extend(back::split_regions(self.printed, name, marks));
            }
            has_regions = true;
            self.totals(name, marks);
        }
    }

    /// Draws the outlines of cages, through the quarters of their cells.
    fn outlines(&mut self, marks: &Marks) {
        let (rows, columns) = (self.printed.rows, self.printed.columns);
        let mark = |row: usize, column: usize| {
            let is_inside = (1..=rows).contains(&row) && (1..=columns).contains(&column);
            if is_inside { marks.at((row - 1) * columns + column - 1) } else { "." }
        };
        // Rows and columns are counted from 1 here.
        for (row, column) in (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column))) {
            let own = mark(row, column);
            if own == "." {
                continue;
            }
            let quarter = |row: usize, column: usize, at: usize| self.quarter(row - 1, column - 1, at);
            let is_own = |row: usize, column: usize| mark(row, column) == own;
            let mut lines = Vec::new();
            for (other, from, to) in [
                ((row - 1, column), 0, 1),
                ((row + 1, column), 2, 3),
                ((row, column - 1), 0, 2),
                ((row, column + 1), 1, 3),
            ] {
                if !is_own(other.0, other.1) {
                    lines.push((quarter(row, column, from), quarter(row, column, to)));
                }
            }
            for (beside, from, to) in [(row - 1, 1, 0), (row + 1, 3, 2)] {
                if is_own(row, column + 1) && !(is_own(beside, column) && is_own(beside, column + 1)) {
                    lines.push((quarter(row, column, from), quarter(row, column + 1, to)));
                }
            }
            for (beside, from, to) in [(column - 1, 2, 0), (column + 1, 3, 1)] {
                if is_own(row + 1, column) && !(is_own(row, beside) && is_own(row + 1, beside)) {
                    lines.push((quarter(row, column, from), quarter(row + 1, column, to)));
                }
            }
            for (from, to) in lines {
                self.outline.insert(format!("{},{}", from.min(to), from.max(to)), json!(DASHED));
            }
        }
    }

    /// Notes the cells of each region as a cage.
    fn cages(&mut self, marks: &Marks) {
        let names: BTreeSet<&String> = marks.marks().iter().filter(|mark| *mark != ".").collect();
        for name in names {
            let cells = (0..marks.marks().len()).filter(|cell| marks.at(*cell) == name);
            let columns = self.printed.columns;
            let points: Vec<usize> = cells.map(|cell| self.cell(cell / columns, cell % columns)).collect();
            self.cages.push(json!(points));
        }
    }

    /// Writes the numbers of regions into their first cells; of several lists, with the signs of their rules.
    fn totals(&mut self, picture: &str, marks: &Marks) {
        let lists = self.printed.lists_of(picture);
        let sign = |list: &str| self.printed.sign(list).filter(|_| lists.len() > 1);
        let signs: Vec<Option<char>> = lists.iter().map(|(list, _)| sign(list)).collect();
        for ((list, entries), sign) in lists.into_iter().zip(signs) {
            for (key, entry) in &entries {
                let cell = marks.marks().iter().position(|mark| mark == key);
                let (Entries::One(Some(word)), Some(cell)) = (entry, cell) else { continue };
                let text = sign.map_or_else(|| word.clone(), |sign| format!("{word}{sign}"));
                if !self.in_quarter(cell, &text) {
                    let message =
                        format!("the number of \"{key}\" in \"{list}\" is not drawn: a cell has four corners");
                    self.lost.push(message);
                }
            }
        }
    }
}
