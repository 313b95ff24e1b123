//! Codes of game IDs for what is beside the board and in cages: `counts` (Magnets), `dotted` (Pattern), `results` (Keen).
//!
//! Imports the face of the codes. Source of the formats: `validate_desc` of each game in Simon Tatham's collection.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::numbers::natural;
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Numbers of one character.
pub(super) const COUNTS: Codec = Codec {
    name: "counts",
    summary: "a character for each place, 0 to 9, a to z and A to Z for 0 to 61 or `.` for none, and a comma; of game IDs",
    example: "..22.,",
    read: |scan, settings| {
        let mut part = scan.until(',');
        let words: Result<Vec<Word>, Diagnostic> = (0..settings.wanted)
            .map(|_| {
                let start = part;
                let accepted = format!("{} numbers of one character, or dots, and a comma", settings.wanted);
                match part.take() {
                    Some('.') => Ok(None),
                    other => match other.and_then(|digit| DIGITS.find(digit)) {
                        Some(number) => Ok(Some(number.to_string())),
                        None => Err(start.unexpected(&accepted)),
                    },
                }
            })
            .collect();
        part.ends()?;
        words
    },
    write: |words, _| {
        let digit = |(place, word): (usize, &Word)| match word.as_deref() {
            None => Ok('.'),
            Some(word) => {
                natural(word).and_then(|number| DIGITS.chars().nth(number)).ok_or_else(|| unwritable(words, place))
            }
        };
        let digits: Result<String, Unwritable> = words.iter().enumerate().map(digit).collect();
        Ok(digits? + ",")
    },
};

const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The runs of lines.
pub(super) const DOTTED: Codec = Codec {
    name: "dotted",
    summary: "the runs of each column, then of each row: decimal numbers, `.` between two, and `/` between two lines; of game IDs",
    example: "2.1/1.3//4",
    read: dotted,
    write: write_dotted,
};

/// Returns the number of places of each line: columns, then rows.
fn places_of_lines((rows, columns): (usize, usize)) -> impl Iterator<Item = usize> {
    std::iter::repeat_n(rows.div_ceil(2), columns).chain(std::iter::repeat_n(columns.div_ceil(2), rows))
}

fn dotted(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let (rows, columns) = settings.size;
    let mut words = Vec::with_capacity(settings.wanted);
    for (line, places) in places_of_lines(settings.size).enumerate() {
        if line > 0 && !scan.eats('/') {
            let message = format!("the ID has {line} columns and rows; expected {}", rows + columns);
            return Err(Diagnostic::new("game-cells", message).at(scan.here(), "expected `/`"));
        }
        let start = *scan;
        let mut runs = Vec::new();
        while let Some(run) = scan.number() {
            runs.push(Some(run.to_string()));
            if !scan.eats('.') {
                break;
            }
        }
        if runs.len() > places {
            let message = format!("{} runs in a line that has room for {places}", runs.len());
            return Err(Diagnostic::new("game-cells", message).at(scan.since(&start), "too many"));
        }
        // The places begin with the last run.
        words.extend(runs.iter().rev().cloned().chain(std::iter::repeat(None)).take(places));
    }
    Ok(words)
}

fn write_dotted(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let mut lines = Vec::new();
    let mut start = 0;
    for places in places_of_lines(settings.size) {
        let runs = (start..(start + places).min(words.len())).rev().filter(|place| words[*place].is_some());
        let runs: Result<Vec<String>, Unwritable> = runs
            .map(|place| {
                let number = words[place].as_deref().and_then(natural).filter(|number| *number > 0);
                number.map(|number| number.to_string()).ok_or_else(|| unwritable(words, place))
            })
            .collect();
        lines.push(runs?.join("."));
        start += places;
    }
    Ok(lines.join("/"))
}

/// The letters of the operations of cages: sum, product, difference, ratio.
const OPERATIONS: [char; 4] = ['a', 'm', 's', 'd'];

/// The results of cages.
pub(super) const RESULTS: Codec = Codec {
    name: "results",
    summary: "a for a sum, m for a product, s for a difference, d for a ratio, and a decimal number, for each place: the word a12; of \
        game IDs",
    example: "a5m12s1",
    read: |scan, settings| {
        (0..settings.wanted)
            .map(|_| {
                let start = *scan;
                let letter = scan.take().filter(|letter| OPERATIONS.contains(letter));
                let accepted = format!("a, m, s or d for each of {} {}", settings.wanted, settings.what);
                let letter = letter.ok_or_else(|| start.unexpected(&accepted))?;
                let number = scan.number().ok_or_else(|| scan.unexpected("a number"))?;
                Ok(Some(format!("{letter}{number}")))
            })
            .collect()
    },
    write: |words, _| {
        let item = |(place, word): (usize, &Word)| {
            let word = word.as_deref().unwrap_or_default();
            let number = word.strip_prefix(OPERATIONS);
            match number.and_then(natural) {
                Some(_) => Ok(word.to_string()),
                None => Err(unwritable(words, place)),
            }
        };
        words.iter().enumerate().map(item).collect()
    },
};
