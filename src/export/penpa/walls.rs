//! Walls with marks, mirrors, and the numbers of runs between walls.
//!
//! Walls are holes of the board. If one of them is marked, all are drawn: black, or grey if painted cells are black. Numbers of runs stand
//! on the wall before the run, as in a Kakuro, or beside the board. Start with [`Sheet::walls`].

use super::super::sheet::Printed;
use super::{BLACK, BOLD, GREY, Sheet, WHITE};
use crate::genre::contents::Entries;
use crate::genre::places::{Entry, Over, places};
use serde_json::json;

/// The number of a run, and its first cell.
struct Run {
    list: String,
    is_across: bool,
    first: (usize, usize),
    word: String,
}

impl Run {
    /// Returns the wall before the run; `None` if it begins at the edge of the board.
    fn wall(&self) -> Option<(usize, usize)> {
        let (row, column) = self.first;
        match self.is_across {
            true => column.checked_sub(1).map(|column| (row, column)),
            false => row.checked_sub(1).map(|row| (row, column)),
        }
    }
}

/// Returns the numbers of runs between walls.
fn runs(printed: &Printed<'_>) -> Vec<Run> {
    let contents = printed.board();
    let mut runs = Vec::new();
    for (list, entries) in printed.lists() {
        for (key, entry) in &entries {
            let Entries::Each(words) = entry else { continue };
            let Some(over) = Over::of(key).filter(|over| matches!(over, Over::Starts(_))) else { continue };
            let starts = places(&over, &contents, (printed.rows, printed.columns), 0);
            for (cell, start) in starts.iter().enumerate() {
                let Some(Entry::Each(_, index)) = start.entry else { continue };
                let Some(word) = words.get(index).cloned().flatten() else { continue };
                let first = (cell / printed.columns, cell % printed.columns);
                runs.push(Run { list: list.clone(), is_across: key == "across", first, word });
            }
        }
    }
    runs
}

/// Returns the lists beside the board. Runs that begin at the edge have their numbers there, too.
pub(super) fn beside(printed: &Printed<'_>) -> Vec<(String, Vec<(String, Entries)>)> {
    let mut lists = printed.lists();
    for run in runs(printed).into_iter().filter(|run| run.wall().is_none()) {
        let Some((_, entries)) = lists.iter_mut().find(|(name, _)| *name == run.list) else { continue };
        let (key, at, lines) = match run.is_across {
            true => ("rows", run.first.0, printed.rows),
            false => ("columns", run.first.1, printed.columns),
        };
        if !entries.iter().any(|(own, _)| own == key) {
            entries.push((key.to_string(), Entries::Each(vec![None; lines])));
        }
        if let Some((_, Entries::Each(words))) = entries.iter_mut().find(|(own, _)| own == key) {
            words[at] = Some(run.word);
        }
    }
    lists
}

/// Returns whether a mark on a hole is a mirror, which is no wall.
pub(super) fn is_mirror(mark: &str) -> bool {
    matches!(mark, "/" | "\\")
}

impl Sheet<'_> {
    /// Draws walls and mirrors, and the numbers of runs on walls.
    pub(super) fn walls(&mut self) {
        let columns = self.printed.columns;
        let mut is_marked = false;
        for (cell, _) in self.holes.clone().iter().enumerate().filter(|(_, is_hole)| **is_hole) {
            let marks: Vec<&str> = self.printed.pictures.iter().map(|(_, marks)| marks.at(cell)).collect();
            for mark in marks.into_iter().filter(|mark| !matches!(*mark, "." | "_")) {
                let (row, column) = (cell / columns, cell % columns);
                let ends = match mark {
                    "/" => [(row, column + 1), (row + 1, column)],
                    "\\" => [(row, column), (row + 1, column + 1)],
                    _ => {
                        is_marked = true;
                        continue;
                    }
                };
                let [from, to] = ends.map(|(row, column)| self.corner(row, column));
                self.border.insert(format!("{from},{to}"), json!(BOLD));
                self.drawn[cell] = true;
            }
        }
        let runs: Vec<Run> = runs(self.printed).into_iter().filter(|run| run.wall().is_some()).collect();
        if !is_marked && runs.is_empty() {
            return;
        }
        let ground = if self.printed.is_painted() { GREY } else { BLACK };
        self.on_walls = if ground == BLACK { WHITE } else { 1 };
        for cell in (0..self.holes.len()).filter(|&cell| self.holes[cell] && !self.drawn[cell]).collect::<Vec<_>>() {
            self.surface.insert(self.cell(cell / columns, cell % columns).to_string(), json!(ground));
            self.drawn[cell] = true;
        }
        for run in runs {
            let Some((row, column)) = run.wall() else { continue };
            // The upper right quarter for a run to the right, the lower left one for a run down.
            let quarter = 4 * self.points() + 4 * self.cell(row, column) + if run.is_across { 1 } else { 2 };
            self.small.insert(quarter.to_string(), json!([run.word, self.on_walls]));
        }
    }
}
