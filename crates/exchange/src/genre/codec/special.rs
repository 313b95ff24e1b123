//! Codes of single genres: Kakuro, Minarism, Tapa, Compass.
//!
//! Imports the face of the codes, `sequence` and `numbers`.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::numbers::{natural, read16, write16};
use super::sequence::{self, Found, G_TO_Z, Runs};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Walls with two sums.
pub(super) const KAKURO: Codec = Codec {
    name: "kakuro",
    summary: "k to z for 1 to 16 empty cells, `.` for a wall, two sums for a wall with the sum below and to its right (0 to 9, a to j, \
        A to Z, `-` for none); then the sums above the columns and before the rows that do not begin with a wall. Its places are \
        `cells, across, down`; a wall is the word #",
    example: ".j070D00cm0hm0Am",
    read: kakuro,
    write: write_kakuro,
};

fn kakuro(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let (rows, columns) = settings.size;
    let cells = Settings { wanted: rows * columns, what: "cells", ..Settings::default() };
    let mut found = Found::new(&cells);
    // The sums to the right of walls and below them.
    let mut sums: Vec<(Word, Word)> = vec![(None, None); rows * columns];
    while found.are_missing() {
        let start = *scan;
        match scan.peek() {
            Some(letter @ 'k'..='z') => {
                scan.take();
                found.skip(letter as usize - 'j' as usize, scan, &start)?;
            }
            None => return Err(found.stop(scan, "")),
            Some(first) => {
                if first == '.' {
                    scan.take();
                } else {
                    let down = sum(scan)?;
                    sums[found.words.len()] = (sum(scan)?, down);
                }
                found.words.push(Some("#".to_string()));
            }
        }
    }
    let mut words = found.words;
    let (mut across, mut down) = (vec![None; rows * columns], vec![None; rows * columns]);
    for column in (0..columns).filter(|column| words[*column].is_none()) {
        down[column] = sum(scan)?;
    }
    for row in (0..rows).filter(|row| words[row * columns].is_none()) {
        across[row * columns] = sum(scan)?;
    }
    for (cell, (right, below)) in sums.into_iter().enumerate() {
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

/// Reads a sum; 0 is none.
fn sum(scan: &mut Scan<'_>) -> Result<Word, Diagnostic> {
    let sum = match scan.peek() {
        Some(digit @ ('0'..='9' | 'a'..='j')) => digit.to_digit(36).map_or(0, |value| value as usize),
        Some(letter @ 'A'..='Z') => letter as usize - 'A' as usize + 20,
        Some('-' | '.') => 0,
        _ => return Err(scan.unexpected("a sum: 0 to 9, a to j, A to Z, or `-` for none")),
    };
    scan.take();
    Ok((sum > 0).then(|| sum.to_string()))
}

fn write_sum(word: &str) -> Option<char> {
    match word {
        "" => Some('0'),
        _ => match natural(word)? {
            number @ 1..20 => char::from_digit(number as u32, 36),
            number @ 20..46 => Some((b'A' + (number - 20) as u8) as char),
            _ => None,
        },
    }
}

fn write_kakuro(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    const EMPTY: Runs = Runs { first: 'k', last: 'z' };
    let (rows, columns) = settings.size;
    let count = rows * columns;
    let is_wall = |cell: usize| words[cell].as_deref() == Some("#");
    let sum = |place: usize| {
        let word = words.get(place).and_then(Option::as_deref).unwrap_or_default();
        write_sum(word).ok_or_else(|| unwritable(words, place))
    };
    let (mut text, mut empty) = (String::new(), 0);
    for cell in 0..count {
        if !is_wall(cell) {
            empty += 1;
            continue;
        }
        text.push_str(&EMPTY.text(std::mem::take(&mut empty)));
        let right = ((cell + 1) % columns > 0 && !is_wall(cell + 1)).then_some(count + cell + 1);
        let below = (cell + columns < count && !is_wall(cell + columns)).then_some(2 * count + cell + columns);
        let pair = [below, right].map(|place| place.map_or(Ok('0'), sum));
        let [below, right] = pair;
        let (below, right) = (below?, right?);
        match (below, right) {
            ('0', '0') => text.push('.'),
            _ => text.extend([below, right]),
        }
    }
    text.push_str(&EMPTY.text(empty));
    for column in (0..columns).filter(|column| !is_wall(*column)) {
        text.push(sum(2 * count + column)?);
    }
    for row in (0..rows).filter(|row| !is_wall(row * columns)) {
        text.push(sum(count + row * columns)?);
    }
    Ok(text)
}

/// Differences and signs at borders.
pub(super) const MINARISM: Codec = Codec {
    name: "minarism",
    summary: "a hexadecimal digit, `-` and two; g and h are the words < and >, ^ and v between cells of a column; `.` for `?`, i to z for 1 to 18 empty places",
    example: "jgi2h",
    read: minarism,
    write: |words, settings| {
        sequence::write(words, settings, Runs { first: 'i', last: 'z' }, |word| match word {
            "<" | "^" => Some("g".to_string()),
            ">" | "v" => Some("h".to_string()),
            _ => write16(word).filter(|text| text.len() == 1 || text.starts_with('-')),
        })
    },
};

/// Reads signs that point up and down between cells of a column.
fn minarism(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let upright = settings.size.0 * settings.size.1.saturating_sub(1);
    let accepted = "a hexadecimal digit, g, h, or i to z for empty borders";
    let words = sequence::read(scan, settings, Runs { first: 'i', last: 'z' }, accepted, |scan| match scan.peek() {
        Some('g') => Ok(scan.take().map(|_| "<".to_string())),
        Some('h') => Ok(scan.take().map(|_| ">".to_string())),
        Some('0'..='9' | 'a'..='f' | '-' | '.') => read16(scan),
        _ => Ok(None),
    })?;
    let turned = |(place, word): (usize, Word)| match word.as_deref() {
        Some("<") if place >= upright => Some("^".to_string()),
        Some(">") if place >= upright => Some("v".to_string()),
        _ => word,
    };
    Ok(words.into_iter().enumerate().map(turned).collect())
}

/// Several numbers in a cell.
pub(super) const TAPA: Codec = Codec {
    name: "tapa",
    summary: "0 to 8 is one number, 9 is 1,1,1,1, two characters a to f and any are two to four numbers, `.` for `?`, g to z for 1 to \
        20 empty places. Words: numbers and `?`, separated by commas",
    example: "3g9.a3",
    read: tapa,
    write: |words, settings| sequence::write(words, settings, G_TO_Z, write_tapa),
};

/// For two, three and four numbers: the first value of two characters, and the values of one number.
const SEVERAL: [(usize, usize, u32); 3] = [(360, 6, 2), (396, 4, 3), (460, 2, 4)];

fn tapa(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    sequence::read(scan, settings, G_TO_Z, "a number, two characters for several, `.`, or g to z", |scan| {
        let word = match scan.peek() {
            Some('.') => "?".to_string(),
            Some('9') => "1,1,1,1".to_string(),
            Some(digit @ '0'..='8') => digit.to_string(),
            Some('a'..='f') => {
                let value = scan.clone().digits(2, 36).filter(|value| *value < 476);
                let value = value.ok_or_else(|| scan.unexpected("two characters for several numbers"))?;
                scan.take();
                let (first, base, count) =
                    SEVERAL.into_iter().rev().find(|(first, ..)| value >= *first).unwrap_or(SEVERAL[0]);
                let number = |place: u32| match (value - first) / base.pow(place) % base {
                    0 => "?".to_string(),
                    number => number.to_string(),
                };
                (0..count).rev().map(number).collect::<Vec<_>>().join(",")
            }
            _ => return Ok(None),
        };
        scan.take();
        Ok(Some(word))
    })
}

fn write_tapa(word: &str) -> Option<String> {
    match word {
        "?" => return Some(".".to_string()),
        "1,1,1,1" => return Some("9".to_string()),
        _ => {}
    }
    let numbers: Option<Vec<usize>> =
        word.split(',').map(|number| if number == "?" { Some(0) } else { natural(number) }).collect();
    let numbers = numbers?;
    if let [only] = numbers[..] {
        return (only <= 8).then(|| only.to_string());
    }
    let (first, base, _) = SEVERAL.into_iter().find(|(.., count)| *count as usize == numbers.len())?;
    let value = numbers.iter().try_fold(0, |value, number| (*number < base).then(|| value * base + number))? + first;
    let digit = |number: usize| char::from_digit(number as u32, 36);
    Some([digit(value / 36)?, digit(value % 36)?].iter().collect())
}

/// Four numbers in a cell.
pub(super) const COMPASS: Codec = Codec {
    name: "compass",
    summary: "four numbers as in number16 (above, below, left, right; `.` for none), g to z for 1 to 20 empty cells. Words: \
        numbers and `?`, separated by commas",
    example: "3..1g",
    read: compass,
    write: |words, settings| {
        sequence::write(words, settings, G_TO_Z, |word| {
            let parts: Vec<&str> = word.split(',').collect();
            let written: Option<Vec<String>> = parts.iter().map(|part| write16(part)).collect();
            written.filter(|parts| parts.len() == 4).map(|parts| parts.concat())
        })
    },
};

fn compass(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    sequence::read(scan, settings, G_TO_Z, "four numbers, or g to z for empty ones", |scan| {
        let Some(first) = read16(scan)? else { return Ok(None) };
        let mut words = vec![first];
        for _ in 0..3 {
            words.push(read16(scan)?.ok_or_else(|| scan.unexpected("four numbers in a cell"))?);
        }
        Ok(Some(words.join(",")))
    })
}
