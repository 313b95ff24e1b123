//! Codes of small digits, several to a character, and of marks at borders and corners.
//!
//! Imports the face of the codes, `numbers` and `sequence`. Start with [`digits`].

use super::code::{Codec, Settings, Unwritable, Word, ends_early, unwritable};
use super::numbers::{natural, read16, write16};
use super::sequence::{self, Found, G_TO_Z};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Reads digits of a base, each of them several digits of a smaller base: 27 is 3 x 3 x 3, 32 is 2 x 2 x 2 x 2 x 2.
fn digits(scan: &mut Scan<'_>, settings: &Settings<'_>, base: u32, digit: u32) -> Result<Vec<Word>, Diagnostic> {
    let each = base.ilog(digit);
    let mut found = Vec::new();
    while found.len() < settings.wanted {
        let start = *scan;
        let Some(value) = scan.take().and_then(|character| character.to_digit(base)) else {
            if start.peek().is_some() {
                let last = char::from_digit(base - 1, base).unwrap_or('z');
                return Err(start.unexpected(&format!("0 to 9 or a to {last}")));
            }
            return Err(ends_early(scan, found.len(), settings));
        };
        let values = (0..each).rev().map(|place| value / digit.pow(place) % digit);
        let words = values.map(|value| (value > 0).then(|| value.to_string()));
        found.extend(words.take(settings.wanted - found.len()));
    }
    Ok(found)
}

fn write_digits(words: &[Word], base: u32, digit: u32) -> Result<String, Unwritable> {
    let each = base.ilog(digit) as usize;
    let mut text = String::new();
    for (group, words_of) in words.chunks(each).enumerate() {
        let mut value = 0;
        for place in 0..each {
            let word = words_of.get(place).and_then(Option::as_deref);
            let number = word.map_or(Some(0), |word| word.parse().ok().filter(|number| *number < digit));
            value = value * digit + number.ok_or_else(|| unwritable(words, group * each + place))?;
        }
        text.extend(char::from_digit(value, base));
    }
    Ok(text)
}

/// Five places a character.
pub(super) const BITS: Codec = Codec {
    name: "bits",
    summary: "five places a character, 0 to 9 and a to v; the word 1 or nothing",
    example: "o4",
    read: |scan, settings| digits(scan, settings, 32, 2),
    write: |words, _| write_digits(words, 32, 2),
};

/// Three places a character.
pub(super) const TRITS: Codec = Codec {
    name: "trits",
    summary: "three places a character, 0 to 9 and a to q; the words 1 and 2, or nothing",
    example: "i6",
    read: |scan, settings| digits(scan, settings, 27, 3),
    write: |words, _| write_digits(words, 27, 3),
};

/// The borders of a board.
pub(super) const BORDERS: Codec = Codec {
    name: "borders",
    summary: "as bits: the borders between cells of a row, then, with a new character, those between cells of a column; into a \
        picture: the regions",
    example: "1caal47d0dl6",
    read: borders,
    write: |words, settings| {
        let (upright, level) = words.split_at(upright(settings).min(words.len()));
        Ok(write_digits(upright, 32, 2)? + &write_digits(level, 32, 2)?)
    },
};

/// The number of borders between cells of a row.
fn upright(settings: &Settings<'_>) -> usize {
    settings.size.0 * settings.size.1.saturating_sub(1)
}

fn borders(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let upright = upright(settings);
    let part = |wanted, what| Settings { wanted, what, ..Settings::default() };
    let mut words = digits(scan, &part(upright, "borders between cells of a row"), 32, 2)?;
    let level = part(settings.wanted.saturating_sub(upright), "borders between cells of a column");
    words.extend(digits(scan, &level, 32, 2)?);
    Ok(words)
}

/// Marks at corners of cells.
pub(super) const CROSSES: Codec = Codec {
    name: "crosses",
    summary: "0 to z is 0 to 35 empty places and a mark (the word 1) after them; `.` is 36 empty places; with \
        `short`, nothing follows the last mark",
    example: "a3",
    read: crosses,
    write: write_crosses,
};

fn crosses(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    if settings.wanted == 0 {
        scan.eats('0');
    }
    while found.are_missing() {
        let start = *scan;
        match scan.take() {
            Some('.') => found.skip(36, scan, &start)?,
            Some(letter) if letter.is_digit(36) => {
                let empty = letter.to_digit(36).map_or(0, |value| value as usize);
                // The last run needs no mark after it.
                found.skip(empty, scan, &start)?;
                if found.are_missing() {
                    found.words.push(Some("1".to_string()));
                }
            }
            None if settings.short => break,
            _ => return Err(found.stop(&start, "0 to 9, a to z, or `.`")),
        }
    }
    found.words.resize(settings.wanted, None);
    Ok(found.words)
}

fn write_crosses(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let (mut text, mut empty) = (String::new(), 0);
    for (place, word) in words.iter().enumerate() {
        match word.as_deref() {
            Some("1") => {
                text.extend(char::from_digit(empty, 36));
                empty = 0;
            }
            Some(_) => return Err(unwritable(words, place)),
            None => empty += 1,
        }
        if empty == 36 {
            text.push('.');
            empty = 0;
        }
    }
    if settings.short {
        return Ok(text.trim_end_matches('.').to_string());
    }
    if empty > 0 || text.is_empty() {
        text.extend(char::from_digit(empty, 36));
    }
    Ok(text)
}

/// Dots of two colours.
pub(super) const DOTS: Codec = Codec {
    name: "dots",
    summary: "0 to f is a dot (the word 1 if even, 2 if odd) and half as many empty places after it; g to z is a run of 1 to 20",
    example: "5g0",
    read: dots,
    write: write_dots,
};

fn dots(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    while found.are_missing() {
        let start = *scan;
        let empty = match scan.take() {
            Some(letter @ 'g'..='z') => letter as usize - 'f' as usize,
            Some(digit) if digit.is_ascii_hexdigit() && !digit.is_ascii_uppercase() => {
                let value = digit.to_digit(16).map_or(0, |value| value as usize);
                found.words.push(Some((value % 2 + 1).to_string()));
                // The last dot of a board may encode empty places after it even if there are none.
                (value / 2).min(settings.wanted - found.words.len())
            }
            _ => return Err(found.stop(&start, "0 to 9, a to f, or g to z for empty ones")),
        };
        found.skip(empty, scan, &start)?;
    }
    Ok(found.words)
}

fn write_dots(words: &[Word], _: &Settings<'_>) -> Result<String, Unwritable> {
    let (mut text, mut empty, mut place) = (String::new(), 0, 0);
    while place < words.len() {
        let colour = match words[place].as_deref() {
            None => {
                empty += 1;
                place += 1;
                continue;
            }
            Some("1") => 0,
            Some("2") => 1,
            Some(_) => return Err(unwritable(words, place)),
        };
        text.push_str(&G_TO_Z.text(std::mem::take(&mut empty)));
        let next = (0..7).find(|after| words.get(place + 1 + after).is_some_and(Option::is_some));
        let after = next.unwrap_or(7);
        text.extend(char::from_digit(2 * after as u32 + colour, 16));
        place += 1 + after;
    }
    text.push_str(&G_TO_Z.text(empty));
    Ok(text)
}

/// Dots of three colours, two places to a digit.
pub(super) const PAIRS: Codec = Codec {
    name: "pairs",
    summary: "a hexadecimal digit for two places: 4 times the word 1 to 3 of the first (0: nothing) and that of the second; g to z for 1 \
        to 20 pairs of empty places",
    example: "2icn4k",
    read: |scan, settings| {
        let pairs = Settings { wanted: settings.wanted.div_ceil(2), symbols: &[], short: true, ..*settings };
        let digit = |scan: &mut Scan<'_>| Ok(scan.digits(1, 16).map(|digit| digit.to_string()));
        let words = sequence::read(scan, &pairs, G_TO_Z, "a hexadecimal digit, or g to z for empty ones", digit)?;
        let two = |word: Word| {
            let value = word.and_then(|word| natural(&word)).unwrap_or(0);
            [value / 4, value % 4].map(|colour| (colour > 0).then(|| colour.to_string()))
        };
        Ok(words.into_iter().flat_map(two).take(settings.wanted).collect())
    },
    write: |words, settings| {
        let colour = |place: usize| match words.get(place) {
            None | Some(None) => Ok(0),
            Some(Some(word)) => natural(word).filter(|n| (1..4).contains(n)).ok_or_else(|| unwritable(words, place)),
        };
        let mut pairs: Vec<Word> = Vec::new();
        for place in (0..words.len()).step_by(2) {
            let value = 4 * colour(place)? + colour(place + 1)?;
            pairs.push((value > 0).then(|| value.to_string()));
        }
        sequence::write(&pairs, &Settings { symbols: &[], ..*settings }, G_TO_Z, write16)
    },
};

/// Marks at the right and the lower side of cells.
pub(super) const SIDES: Codec = Codec {
    name: "sides",
    summary: "for each cell but the last a number: 3 times the word 1 or 2 at its right side (0: nothing) and that at its lower side; g to \
        z for 1 to 20 cells without marks",
    example: "3g1",
    read: |scan, settings| {
        let (rows, columns) = settings.size;
        let cells = Settings { wanted: rows * columns - 1, what: "cells", size: settings.size, ..Settings::default() };
        let values = sequence::read(scan, &cells, G_TO_Z, "0 to 8, or g to z for empty cells", read16)?;
        let mut words = vec![None; settings.wanted];
        for (cell, value) in values.into_iter().enumerate() {
            let value = value.and_then(|value| natural(&value)).unwrap_or(0);
            for (place, mark) in sides(cell, settings).into_iter().zip([value / 3, value % 3]) {
                if let Some(place) = place.filter(|_| mark > 0) {
                    words[place] = Some(mark.to_string());
                }
            }
        }
        Ok(words)
    },
    write: |words, settings| {
        let mark = |place: Option<usize>| match place.and_then(|place| Some((place, words[place].as_deref()?))) {
            None => Ok(0),
            Some((place, word)) => {
                natural(word).filter(|mark| (1..3).contains(mark)).ok_or_else(|| unwritable(words, place))
            }
        };
        let mut values: Vec<Word> = Vec::new();
        for cell in 0..settings.size.0 * settings.size.1 - 1 {
            let [right, below] = sides(cell, settings).map(mark);
            let value = 3 * right? + below?;
            values.push((value > 0).then(|| value.to_string()));
        }
        sequence::write(&values, &Settings::default(), G_TO_Z, write16)
    },
};

/// Returns the right and the lower border of a cell, where it has them.
fn sides(cell: usize, settings: &Settings<'_>) -> [Option<usize>; 2] {
    let (rows, columns) = settings.size;
    let (row, column) = (cell / columns, cell % columns);
    let right = (column + 1 < columns).then_some(row * columns.saturating_sub(1) + column);
    [right, (row + 1 < rows).then_some(upright(settings) + cell)]
}
