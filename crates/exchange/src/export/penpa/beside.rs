//! The numbers beside the board of a drawing.
//!
//! Start with `Sheet::beside`.

use super::marks::number;
use super::sheet::Sheet;
use super::walls::{beside, side};
use crate::genre::contents::Entries;

impl Sheet<'_> {
    /// Writes the numbers beside the board; those of the first list are the farthest.
    pub(super) fn beside(&mut self) {
        let mut left = self.space;
        let (rows, columns) = (self.printed.rows, self.printed.columns);
        for (_, entries) in beside(self.printed) {
            let mut own = [0; 4];
            for (key, entry) in &entries {
                let Some(side) = side(key) else { continue };
                let lines: Vec<Vec<String>> = match entry {
                    Entries::One(_) => continue,
                    Entries::Each(words) => words.iter().map(|word| word.iter().cloned().collect()).collect(),
                    Entries::Runs(lines) => lines.clone(),
                };
                let depth = lines.iter().map(Vec::len).max().unwrap_or(0).max(1);
                own[side] = own[side].max(depth);
                for (line, words) in lines.iter().enumerate() {
                    for (at, word) in words.iter().rev().enumerate() {
                        // The distance from the board, 0 beside it.
                        let away = left[side] - depth + at;
                        let (row, column) = match side {
                            0 => (self.space[0].wrapping_sub(away + 1), self.space[2] + line),
                            1 => (self.space[0] + rows + away, self.space[2] + line),
                            2 => (self.space[0] + line, self.space[2].wrapping_sub(away + 1)),
                            _ => (self.space[0] + line, self.space[2] + columns + away),
                        };
                        let point = self.points.cell(row, column);
                        self.number.insert(point.to_string(), number(word, "1"));
                    }
                }
            }
            (0..4).for_each(|side| left[side] -= own[side]);
        }
    }
}
