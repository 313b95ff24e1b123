//! The numbers of runs between walls: on the wall before the run, as in a Kakuro, or beside the board.
//!
//! Imports what is printed, and the places of `genre`. Start with [`runs`].

use crate::genre::contents::Entries;
use crate::genre::places::{Entry, Over, places};
use crate::genre::printed::Printed;

/// The number of a run, and its first cell.
pub(super) struct Run {
    list: String,
    pub(super) is_across: bool,
    first: (usize, usize),
    pub(super) word: String,
}

impl Run {
    /// Returns the wall before the run; `None` if it begins at the edge of the board.
    pub(super) fn wall(&self) -> Option<(usize, usize)> {
        let (row, column) = self.first;
        match self.is_across {
            true => column.checked_sub(1).map(|column| (row, column)),
            false => row.checked_sub(1).map(|row| (row, column)),
        }
    }
}

/// Returns the numbers of runs between walls.
pub(super) fn runs(printed: &Printed<'_>) -> Vec<Run> {
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

/// Returns the side of the board for a key of a list: above, below, left, right.
pub(super) fn side(key: &str) -> Option<usize> {
    match key {
        "columns" | "top" => Some(0),
        "bottom" => Some(1),
        "rows" | "left" => Some(2),
        "right" => Some(3),
        _ => None,
    }
}

/// Returns whether a mark on a hole is a mirror, which is no wall.
pub(super) fn is_mirror(mark: &str) -> bool {
    matches!(mark, "/" | "\\")
}
