//! The numbers beside the board, and those of runs between walls.
//!
//! Start with `Fill::beside`.

use super::drawing::{Drawing, Look};
use super::fill::Fill;
use crate::genre::contents::Entries;
use crate::genre::penpa::{Part, Spot};
use crate::genre::places::{Entry, Over, places};
use std::collections::BTreeMap;

/// The keys of the sides of the board: above, below, to the left, to the right.
const SIDES: [&[&str]; 4] = [&["columns", "top"], &["bottom"], &["rows", "left"], &["right"]];

impl Fill<'_> {
    /// Fills the lists of rows, columns, sides and runs. Of several lists at a side, the first is the farthest.
    pub(super) fn beside(&mut self, drawing: &mut Drawing) {
        let lists = self.printed.lists();
        let side = |key: &str| SIDES.iter().position(|keys| keys.contains(&key));
        for (list, entries) in &lists {
            for (key, entry) in entries {
                if let Some(Over::Starts(way)) = Over::of(key) {
                    self.runs(list, way, drawing);
                }
                if let Some(side) = side(key) {
                    let behind = lists.iter().rev().take_while(|(other, _)| other != list);
                    let nearer =
                        behind.flat_map(|(_, entries)| entries).filter(|(key, _)| SIDES[side].contains(&key.as_str()));
                    let skipped = nearer.count();
                    self.side((list, key), (side, skipped), entry, drawing);
                }
            }
        }
    }

    /// Fills a list of a side with the texts there; `skipped` lines of them are those of other lists.
    fn side(
        &mut self,
        (list, key): (&str, &str),
        (side, skipped): (usize, usize),
        example: &Entries,
        drawing: &mut Drawing,
    ) {
        let has_runs = matches!(example, Entries::Runs(_));
        let is_of_numbers = numbers(example);
        let lines = if side < 2 { drawing.columns } else { drawing.rows };
        // By line, from far to near.
        let mut found: Vec<BTreeMap<usize, (usize, String)>> = vec![BTreeMap::new(); lines];
        for (index, own) in drawing.objects.iter().enumerate().filter(|(_, own)| own.at.part == Part::Whole) {
            let Some((_, line, away)) = drawing.beside(own.at).filter(|(own, ..)| *own == side) else { continue };
            if let Look::Text(readings) = &own.look {
                let word =
                    readings.first().and_then(|word| if is_of_numbers { number(word) } else { Some(word.clone()) });
                found[line].extend(word.map(|word| (usize::MAX - away, (index, word))));
            }
        }
        let mut words: Vec<Vec<String>> = Vec::new();
        for texts in found {
            let mut texts: Vec<(usize, String)> = texts.into_values().collect();
            if !has_runs {
                // The nearest are last.
                texts.truncate(texts.len().saturating_sub(skipped));
                texts.drain(..texts.len().saturating_sub(1));
            }
            // What is read away from the board is read from near to far.
            if side == 1 || side == 3 {
                texts.reverse();
            }
            texts.iter().for_each(|(index, _)| drawing.objects[*index].is_used = true);
            words.push(texts.into_iter().map(|(_, word)| word).collect());
        }
        let entry = match has_runs {
            true => Entries::Runs(words),
            false => Entries::Each(words.into_iter().map(|mut words| words.pop()).collect()),
        };
        self.enter(list, key, entry);
    }

    /// Fills a list of runs: their numbers are on the wall before the run, or beside the board.
    fn runs(&mut self, list: &str, way: &'static str, drawing: &mut Drawing) {
        let (rows, columns) = (drawing.rows, drawing.columns);
        let starts = places(&Over::Starts(way), &self.contents, (rows, columns), 0);
        let mut words = Vec::new();
        for (cell, start) in starts.iter().enumerate() {
            let Some(Entry::Each(..)) = start.entry else { continue };
            let (row, column) = ((cell / columns) as i64 * 2, (cell % columns) as i64 * 2);
            let (row, column, quarter) = if way == "across" { (row, column - 2, 1) } else { (row - 2, column, 2) };
            let at = |spot: Spot, part: Part| spot == Spot { row, column, part };
            let is_inside = row >= 0 && column >= 0;
            let small = Self::text_at(drawing, |spot| at(spot, Part::Quarter(quarter)));
            let found = small.or_else(|| Self::text_at(drawing, |spot| !is_inside && at(spot, Part::Whole)));
            if let Some((index, _)) = &found {
                drawing.objects[*index].is_used = true;
            }
            words.push(found.map(|(_, word)| word).filter(|word| word != "?"));
        }
        self.enter(list, way, Entries::Each(words));
    }
}

/// Returns whether the words of a list are numbers.
fn numbers(entries: &Entries) -> bool {
    let is_number = |word: &String| word.parse::<i64>().is_ok() || word == "?";
    match entries {
        Entries::One(word) => word.iter().all(is_number),
        Entries::Each(words) => words.iter().flatten().all(is_number),
        Entries::Runs(lines) => lines.iter().flatten().all(is_number),
    }
}

/// Returns a text as a word of a list of numbers; a capital letter is its place in the alphabet.
fn number(text: &str) -> Option<String> {
    let letter = text.bytes().next().filter(|letter| text.len() == 1 && letter.is_ascii_uppercase());
    let number = letter.map(|letter| i64::from(letter - b'A') + 1).or_else(|| text.parse().ok());
    number.map(|number| number.to_string()).or_else(|| (text == "?").then(|| text.to_string()))
}
