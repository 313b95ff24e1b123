//! Codes of walls with clues: Kakuru and Tilepaint.
//!
//! Imports the face of the codes, `numbers` and `sequence`.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::numbers::natural;
use super::sequence::{Found, G_TO_Z};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Walls and sums.
pub(super) const KAKURU: Codec = Codec {
    name: "kakuru",
    summary: "`+` for a wall (the word #), `_` for `?`, 1 to 9, a to j and A to Z for 1 to 45, `.` for one empty place, k to z for 2 to 17",
    example: "3.a+4+mD",
    read: kakuru,
    write: write_kakuru,
};

fn kakuru(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    while found.are_missing() {
        let start = *scan;
        let word = match scan.take() {
            Some('+') => "#".to_string(),
            Some('_') => "?".to_string(),
            Some('.') => {
                found.skip(1, scan, &start)?;
                continue;
            }
            Some(letter @ 'k'..='z') => {
                found.skip(letter as usize - 'i' as usize, scan, &start)?;
                continue;
            }
            Some(letter @ 'A'..='Z') => (letter as usize - 'A' as usize + 20).to_string(),
            Some(digit) if digit.is_digit(36) => digit.to_digit(36).unwrap_or(0).to_string(),
            _ => return Err(found.stop(&start, "`+`, `_`, `.`, a digit or a letter")),
        };
        found.words.push(Some(word));
    }
    Ok(found.words)
}

fn write_kakuru(words: &[Word], _: &Settings<'_>) -> Result<String, Unwritable> {
    let (mut text, mut empty) = (String::new(), 0);
    let flush = |text: &mut String, empty: &mut usize| {
        while *empty > 0 {
            let now = (*empty).min(17);
            text.push(if now == 1 { '.' } else { (b'i' + now as u8) as char });
            *empty -= now;
        }
    };
    for (place, word) in words.iter().enumerate() {
        let Some(word) = word else {
            empty += 1;
            continue;
        };
        flush(&mut text, &mut empty);
        let character = match (&**word, natural(word)) {
            ("#", _) => Some('+'),
            ("?", _) => Some('_'),
            (_, Some(number @ 0..20)) => char::from_digit(number as u32, 36),
            (_, Some(number @ 20..46)) => Some((b'A' + (number - 20) as u8) as char),
            _ => None,
        };
        text.push(character.ok_or_else(|| unwritable(words, place))?);
    }
    flush(&mut text, &mut empty);
    Ok(text)
}

/// Walls with the numbers of the runs below and to their right.
pub(super) const TILEPAINT: Codec = Codec {
    name: "tilepaint",
    summary: "two characters for a wall (the word #) with the numbers below and to its right (hexadecimal, `.` for none; `-` before a long \
        second one, `+` before a long first one, `=` before two long ones), g to z for 1 to 20 empty cells; then the numbers above the \
        columns and before the rows, `-` and two digits for long ones. Its places are `cells, across, down`",
    example: "m2.f1.3232",
    read: tilepaint,
    write: write_tilepaint,
};

fn tilepaint(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let (rows, columns) = settings.size;
    let cells = Settings { wanted: rows * columns, what: "cells", ..Settings::default() };
    let mut found = Found::new(&cells);
    let mut numbers: Vec<[Word; 2]> = vec![[None, None]; rows * columns];
    while found.are_missing() {
        let start = *scan;
        if let Some(letter @ 'g'..='z') = scan.peek() {
            scan.take();
            found.skip(letter as usize - 'f' as usize, scan, &start)?;
            continue;
        }
        if scan.peek().is_none() {
            return Err(found.stop(scan, ""));
        }
        let lengths = match scan.peek() {
            Some('-') => [1, 2],
            Some('+') => [2, 1],
            Some('=') => [2, 2],
            _ => [1, 1],
        };
        if lengths != [1, 1] {
            scan.take();
        }
        numbers[found.words.len()] = [hexadecimal(scan, lengths[0])?, hexadecimal(scan, lengths[1])?];
        found.words.push(Some("#".to_string()));
    }
    let mut words = found.words;
    let (mut across, mut down) = (vec![None; rows * columns], vec![None; rows * columns]);
    for column in 0..columns {
        let length = if scan.eats('-') { 2 } else { 1 };
        down[column] = hexadecimal(scan, length)?.filter(|_| words[column].is_none());
    }
    for row in 0..rows {
        let length = if scan.eats('-') { 2 } else { 1 };
        across[row * columns] = hexadecimal(scan, length)?.filter(|_| words[row * columns].is_none());
    }
    for (cell, [below, right]) in numbers.into_iter().enumerate() {
        if (cell + 1) % columns > 0 && words[cell + 1].is_none() {
            across[cell + 1] = across[cell + 1].take().or(right);
        }
        if cell + columns < words.len() && words[cell + columns].is_none() {
            down[cell + columns] = down[cell + columns].take().or(below);
        }
    }
    words.extend(across.into_iter().chain(down));
    Ok(words)
}

/// Reads a number of one or two digits; `.` is none.
fn hexadecimal(scan: &mut Scan<'_>, length: usize) -> Result<Word, Diagnostic> {
    if length == 1 && scan.eats('.') {
        return Ok(None);
    }
    let number = scan.digits(length, 16).map(|number| Some(number.to_string()));
    number.ok_or_else(|| scan.unexpected("a hexadecimal digit, or `.` for none"))
}

fn write_tilepaint(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let (rows, columns) = settings.size;
    let count = rows * columns;
    // The number of a run of one cell stands at the cell, too.
    let is_wall = |cell: usize| words[cell].as_deref() == Some("#");
    let number = |place: usize| match words.get(place) {
        None | Some(None) => Ok(None),
        Some(Some(word)) => natural(word).filter(|n| *n < 256).map(Some).ok_or_else(|| unwritable(words, place)),
    };
    let digits = |number: Option<usize>| number.map_or(".".to_string(), |number| format!("{number:x}"));
    let (mut text, mut empty) = (String::new(), 0);
    for cell in 0..count {
        if !is_wall(cell) {
            empty += 1;
            continue;
        }
        text.push_str(&G_TO_Z.text(std::mem::take(&mut empty)));
        let right = ((cell + 1) % columns > 0 && !is_wall(cell + 1)).then_some(count + cell + 1);
        let below = (cell + columns < count && !is_wall(cell + columns)).then_some(2 * count + cell + columns);
        let pair = [below.map_or(Ok(None), number)?, right.map_or(Ok(None), number)?].map(digits);
        match pair.each_ref().map(String::len) {
            [1, 1] => {}
            [1, _] => text.push('-'),
            [_, 1] => text.push('+'),
            _ => text.push('='),
        }
        text.push_str(&pair.concat());
    }
    text.push_str(&G_TO_Z.text(empty));
    let above = (0..columns).map(|column| 2 * count + column);
    for place in above.chain((0..rows).map(|row| count + row * columns)) {
        let digits = digits(number(place)?);
        text.push_str(if digits.len() > 1 { "-" } else { "" });
        text.push_str(&digits);
    }
    Ok(text)
}
