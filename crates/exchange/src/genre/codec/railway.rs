//! The code of Tracks: pieces of a railway, and the numbers of columns and rows.
//!
//! Imports the face of the codes. Source of the format: `validate_desc` of Tracks in Simon Tatham's collection.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::games::border;
use super::numbers::natural;
use super::sequence::{A_TO_Z, Found};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Pieces, and numbers beside the board.
pub(super) const RAILWAY: Codec = Codec {
    name: "railway",
    summary: "a piece as a hexadecimal digit, the sum of its ends (1 right, 2 up, 4 left, 8 down), a to z for 1 to 26 empty cells, and for \
        each column and row a comma, S where the railway leaves the board below or on the left, and a number. Its places are \
        `borders, exits`; a border with a piece is the word 1, a number with a station S3; of game IDs",
    example: "b5i5l,1,S4,S3,1",
    read,
    write,
};

/// The ends of a piece: the digit, and the step to the neighbour.
const ENDS: [(u32, (isize, isize)); 4] = [(1, (0, 1)), (2, (-1, 0)), (4, (0, -1)), (8, (1, 0))];

fn read(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let (rows, columns) = settings.size;
    let cells = Settings { wanted: rows * columns, what: "cells", is_id: true, ..Settings::default() };
    let mut pieces = Found::new(&cells);
    while pieces.are_missing() {
        let start = *scan;
        let digit = |next: char| next.to_digit(16).filter(|_| !next.is_ascii_lowercase());
        match scan.take() {
            Some(piece) if digit(piece).is_some() => pieces.words.push(digit(piece).map(|ends| ends.to_string())),
            Some(letter @ 'a'..='z') => pieces.skip(letter as usize - 'a' as usize + 1, scan, &start)?,
            _ => return Err(pieces.stop(&start, "a piece, or a to z for empty cells")),
        }
    }
    let borders = rows * (columns - 1) + (rows - 1) * columns;
    let mut words: Vec<Word> = vec![None; borders];
    for (cell, piece) in pieces.words.iter().enumerate() {
        let ends = piece.as_deref().and_then(|ends| ends.parse::<u32>().ok()).unwrap_or(0);
        for at in ENDS.iter().filter(|end| ends & end.0 != 0).filter_map(|end| border(settings.size, cell, end.1)) {
            words[at] = Some("1".to_string());
        }
    }
    let mut stations = [0, 0];
    for line in 0..columns + rows {
        if !scan.eats(',') {
            return Err(scan.unexpected("a comma and a number for each column and row"));
        }
        let station = if scan.eats('S') { "S" } else { "" };
        stations[usize::from(line >= columns)] += station.len();
        let number = scan.number().ok_or_else(|| scan.unexpected("a number"))?;
        words.push(Some(format!("{station}{number}")));
    }
    if stations != [1, 1] {
        let message = "one column and one row must have an S before their numbers";
        return Err(Diagnostic::new("game-cells", message).at(scan.here(), ""));
    }
    Ok(words)
}

/// Writes a piece where the railway has both ends of a cell; all pieces of the railway must be at one of them.
fn write(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let (rows, columns) = settings.size;
    let borders = rows * (columns - 1) + (rows - 1) * columns;
    if let Some(place) = (0..borders).find(|at| words[*at].as_ref().is_some_and(|word| word != "1")) {
        return Err(unwritable(words, place));
    }
    let mut lines: Vec<String> =
        words[borders..].iter().map(|word| word.clone().unwrap_or_else(|| "?".to_string())).collect();
    let is_station = |lines: &[String], line: usize| lines[line].starts_with('S');
    // The lower left corner is beside the first column and the last row; one that is a station of both is of the one without another.
    let (corner, others) = ((0, columns + rows - 1), 0..columns + rows);
    let has_other = |line: usize| {
        others.clone().any(|at| at != line && (at < columns) == (line < columns) && is_station(&lines, at))
    };
    let spare: Vec<usize> =
        [corner.0, corner.1].into_iter().filter(|line| is_station(&lines, *line) && has_other(*line)).collect();
    spare.into_iter().for_each(|line| lines[line] = lines[line].trim_start_matches('S').to_string());
    let ends_of = |cell: usize| {
        let inner = ENDS.iter().filter(|end| border(settings.size, cell, end.1).is_some_and(|at| words[at].is_some()));
        let (row, column) = (cell / columns, cell % columns);
        let left = u32::from(column == 0 && is_station(&lines, columns + row)) * 4;
        let below = u32::from(row + 1 == rows && is_station(&lines, column)) * 8;
        inner.map(|end| end.0).sum::<u32>() + left + below
    };
    let pieces: Vec<u32> =
        (0..rows * columns).map(ends_of).map(|ends| if ends.count_ones() == 2 { ends } else { 0 }).collect();
    let is_covered = |at: usize| {
        let touches = |cell: usize| {
            ENDS.iter().any(|end| pieces[cell] & end.0 != 0 && border(settings.size, cell, end.1) == Some(at))
        };
        (0..rows * columns).any(touches)
    };
    if let Some(place) = (0..borders).find(|at| words[*at].is_some() && !is_covered(*at)) {
        return Err(unwritable(words, place));
    }
    let (mut text, mut empty) = (String::new(), 0);
    for piece in pieces {
        if piece == 0 {
            empty += 1;
            continue;
        }
        text.push_str(&A_TO_Z.text(std::mem::take(&mut empty)));
        text.push_str(&format!("{piece:X}"));
    }
    text.push_str(&A_TO_Z.text(empty));
    for (line, number) in lines.iter().enumerate() {
        if natural(number.trim_start_matches('S')).is_none() {
            return Err(unwritable(words, borders + line));
        }
        text.push_str(&format!(",{number}"));
    }
    Ok(text)
}
