//! Puzzles of f-puzzles, a program for setters of Sudokus: links, which SudokuPad has too, and their JSON as it is.
//!
//! ```text
//! https://f-puzzles.com/?load=N4IgzglgXgpiBcBOA...        the JSON in lz-string's base64
//! https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcBOA...
//! {"size": 9, "grid": [[{"value": 4, "given": true}, {}, ...], ...], "killercage": [{"cells": ["R1C1", "R1C2"], "value": "7"}]}
//! ```
//!
//! The model is a Sudoku with a rule for each kind of constraint. A constraint that the grid language cannot state is refused, because the
//! puzzle would be another one without it; drawings without a rule are left out, and listed. f-puzzles has no description of its
//! format: keys and meanings are those of its readers, SudokuPad/sudokutools (`src/fpuzzlesdecoder.js`), dclamage/SudokuSolver
//! (`SolverFactory.cs`) and dclamage/SudokuVariantSolverJS. Start with [`FORMAT`]; `rules` has the constraints.

mod cells;
mod dots;
mod json;
mod lines;
mod rules;
mod sheet;

use self::json::At;
use self::sheet::Sheet;
use super::format::{Draft, Format, MAX_TEXT, Order};
use super::packed::{one_link, plain};
use crate::genre::lz::{self, Damage};
use boardwright_base::diagnostic::{Diagnostic, Diagnostics, Text, quote};
use boardwright_base::source::{Source, Span};
use serde_json::Value;

pub(super) const FORMAT: Format = Format {
    name: "a puzzle of f-puzzles",
    summary: || {
        Text::from("`https://f-puzzles.com/?load=...`, `https://sudokupad.app/fpuzzles...`, or the JSON of such a link")
    },
    takes: &[],
    recognises,
    read,
    read_as: None,
};

/// What precedes the packed text in a link.
const MARKS: [&str; 7] =
    ["load=fpuzzles", "load=fpuz", "load=", "puzzleid=fpuzzles", "puzzleid=fpuz", "/fpuzzles", "/fpuz"];

/// The sites with such links; their other links have other formats.
const SITES: [&str; 3] = ["f-puzzles.com", "sudokupad.app", "crackingthecryptic.com"];

/// Returns whether the text is JSON, or a link of one of the sites.
fn recognises(text: &str) -> bool {
    let text = text.trim_start();
    let host = text.split_once("://").map_or(text, |(_, rest)| rest).split(['/', '?', '#']).next().unwrap_or_default();
    text.starts_with('{') || SITES.iter().any(|site| host == *site || host.ends_with(&format!(".{site}")))
}

fn read(source: &Source, _: Order<'_>) -> Result<Draft, Diagnostics> {
    let text = source.text.trim();
    let json = if text.starts_with('{') {
        parsed(&source.text, true)?
    } else {
        let unpacked = unpacked(source)?;
        parsed(&unpacked, false)?
    };
    let mut sheet = Sheet::read(&At::root(&json))?;
    rules::read(&mut sheet, &At::root(&json))?;
    let origin = if text.starts_with('{') { "" } else { text };
    let (model, remarks) = sheet.finish(origin);
    Ok(Draft { remarks, model })
}

/// Returns the JSON in a link.
fn unpacked(source: &Source) -> Result<String, Diagnostic> {
    let text = source.text.trim_end();
    let start = text.len() - text.trim_start().len();
    let found = MARKS.iter().find_map(|mark| text.find(mark).map(|at| at + mark.len()));
    // These are puzzles in the format of SudokuPad.
    let found = found.filter(|begin| !["scl", "ctc", "scf"].iter().any(|other| text[*begin..].starts_with(other)));
    let Some(begin) = found else {
        let wrong = Diagnostic::new("fpuzzles-link", "the link has no puzzle of f-puzzles");
        return Err(wrong
            .at(Span::new(start, text.len()), "no `load=` or `fpuzzles` with the puzzle")
            .help("links are `https://f-puzzles.com/?load=...` or `https://sudokupad.app/fpuzzles...`")
            .help("short links of SudokuPad have only a name for the puzzle: open the link, and export the puzzle to f-puzzles"));
    };
    // Another parameter, or a part of the page.
    let end = text[begin..].find(['&', '#']).map_or(text.len(), |length| begin + length);
    one_link("fpuzzles-link", text, begin, end)?;
    let (packed, places) = plain(&text[begin..end]);
    lz::decompress(&packed, MAX_TEXT).map_err(|damage| {
        let wrong = Diagnostic::new("fpuzzles-packed", format!("the puzzle in the link cannot be read: {damage}"));
        match damage {
            Damage::Digit { place, character } => {
                let from = begin + places.get(place).copied().unwrap_or(0);
                let label = "expected A-Z, a-z, 0-9, + or /";
                wrong.at(Span::new(from, from + character.len_utf8()), label)
            }
            Damage::Short => {
                let last = text[begin..end].char_indices().next_back().map_or(0, |(at, _)| at);
                wrong.at(Span::new(begin + last, end), "the link ends here").help("copy the whole link")
            }
            _ => wrong.at(Span::new(begin, end), ""),
        }
    })
}

/// Parses JSON; `is_file` says that the text is the file itself, so that messages can point into it.
fn parsed(text: &str, is_file: bool) -> Result<Value, Diagnostic> {
    serde_json::from_str(text).map_err(|wrong| {
        let message = format!("the puzzle is not JSON: {}", reason(&wrong));
        let diagnostic = Diagnostic::new("fpuzzles-json", message);
        if !is_file {
            return diagnostic.help(format!("the text in the link begins with {}", quote(text)));
        }
        let line: usize = text.split_inclusive('\n').take(wrong.line().saturating_sub(1)).map(str::len).sum();
        let rest = &text[line..];
        // serde_json counts the columns in bytes, from 1.
        let mut at = (line + wrong.column().saturating_sub(1)).min(line + rest.trim_end().len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let length = text[at..].chars().next().map_or(0, char::len_utf8);
        diagnostic.at(Span::new(at, at + length), "")
    })
}

/// Returns the reason of an error without its place.
fn reason(wrong: &serde_json::Error) -> String {
    let text = wrong.to_string();
    text.split(" at line ").next().unwrap_or_default().to_string()
}
