//! Codes of numbers: cells in reading order, letters for runs of empty cells.
//!
//! *number16*, *number10*, *number4* (pzpr's 4cell), *number36* (of Hitori) and *things* (pzpr's 1cell). Imports the frame in
//! `sequence`.

use super::code::{Codec, Settings, Unwritable, Word, ends_early, unwritable};
use super::sequence::{self, A_TO_Z, Found, G_TO_Z, Runs};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Numbers up to any size.
pub(super) const NUMBER16: Codec = Codec {
    name: "number16",
    summary: "a hexadecimal digit, a prefix such as `-` for more digits, `.` for `?`, g to z (or `runs`) for 1 to 20 empty places",
    example: "3g.h-1f",
    read: |scan, settings| number16(scan, settings, runs_of(settings)),
    write: |words, settings| sequence::write(words, settings, runs_of(settings), write16),
};

/// Returns the letters for runs: those after the further characters of a genre, or g to z.
fn runs_of(settings: &Settings<'_>) -> Runs {
    settings.runs.map_or(G_TO_Z, |(first, last)| Runs { first, last })
}

/// Reads one number of number16; `None` if the next character starts no number.
pub(super) fn read16(scan: &mut Scan<'_>) -> Result<Word, Diagnostic> {
    let Some(first) = scan.peek() else { return Ok(None) };
    let (prefix, digits, more) = match first {
        '.' => {
            scan.take();
            return Ok(Some("?".to_string()));
        }
        '0'..='9' | 'a'..='f' => (0, 1, 0),
        '-' => (1, 2, 0),
        '+' => (1, 3, 0),
        '=' => (1, 3, 4096),
        '%' | '@' => (1, 3, 8192),
        '*' => (1, 4, 12_240),
        '$' => (1, 5, 77_776),
        _ => return Ok(None),
    };
    for _ in 0..prefix {
        scan.take();
    }
    match scan.digits(digits, 16) {
        Some(number) => Ok(Some((number + more).to_string())),
        None => Err(scan.unexpected(&format!("{digits} hexadecimal digits after `{first}`"))),
    }
}

/// Writes one number of number16.
pub(super) fn write16(word: &str) -> Option<String> {
    if word == "?" {
        return Some(".".to_string());
    }
    let number = natural(word)?;
    Some(match number {
        0..16 => format!("{number:x}"),
        16..256 => format!("-{number:02x}"),
        256..4096 => format!("+{number:03x}"),
        4096..8192 => format!("={:03x}", number - 4096),
        8192..12_240 => format!("@{:03x}", number - 8192),
        12_240..77_776 => format!("*{:04x}", number - 12_240),
        77_776..1_126_352 => format!("${:05x}", number - 77_776),
        _ => return None,
    })
}

/// Returns the number of a word; numbers are written without a sign and without leading zeros.
pub(super) fn natural(word: &str) -> Option<usize> {
    let number: usize = word.parse().ok()?;
    (number.to_string() == word).then_some(number)
}

fn number16(scan: &mut Scan<'_>, settings: &Settings<'_>, runs: Runs) -> Result<Vec<Word>, Diagnostic> {
    let expected = match settings.runs {
        Some(_) => "a hexadecimal digit, `-`, `+`, `.`, or a letter for empty ones",
        None => "a hexadecimal digit, `-`, `+`, `.`, or g to z for empty ones",
    };
    sequence::read(scan, settings, runs, expected, read16)
}

/// Numbers of one decimal digit.
pub(super) const NUMBER10: Codec = Codec {
    name: "number10",
    summary: "a decimal digit, `.` for `?`, a to z for 1 to 26 empty places",
    example: "3a.b0",
    read: number10,
    write: |words, settings| sequence::write(words, settings, A_TO_Z, write10),
};

fn number10(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    sequence::read(scan, settings, A_TO_Z, "a digit, `.`, or a to z for empty ones", |scan| {
        let word = match scan.peek() {
            Some('.') => "?".to_string(),
            Some(digit @ '0'..='9') => digit.to_string(),
            _ => return Ok(None),
        };
        scan.take();
        Ok(Some(word))
    })
}

fn write10(word: &str) -> Option<String> {
    match word {
        "?" => Some(".".to_string()),
        _ => natural(word).filter(|number| *number < 10).map(|number| number.to_string()),
    }
}

/// number10, or `-` and number16.
pub(super) const NUMBER10OR16: Codec = Codec {
    name: "number10or16",
    summary: "as number10; if there is a number above 9, `-` and number16",
    example: "-bg-10",
    read: |scan, settings| match scan.eats('-') {
        true => number16(scan, settings, G_TO_Z),
        false => number10(scan, settings),
    },
    write: |words, settings| {
        sequence::write(words, settings, A_TO_Z, write10)
            .or_else(|_| sequence::write(words, settings, G_TO_Z, write16).map(|text| format!("-{text}")))
    },
};

/// Numbers below five with empty places after them.
pub(super) const NUMBER4: Codec = Codec {
    name: "number4",
    summary: "0 to 4; 5 to 9 and a to e are 0 to 4 and one or two empty places; `.` for `?`, g to z for 1 to 20 empty places",
    example: "05a.g",
    read: number4,
    write: write_number4,
};

fn number4(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    while found.are_missing() {
        let start = *scan;
        let Some(character) = scan.take() else { return Err(ends_early(scan, found.words.len(), settings)) };
        let empty = match character {
            '.' => {
                found.words.push(Some("?".to_string()));
                0
            }
            '0'..='9' | 'a'..='e' => {
                let value = character.to_digit(16).map_or(0, |value| value as usize);
                found.words.push(Some((value % 5).to_string()));
                // The last clue of a board may encode two empty cells after it even if there are none.
                (value / 5).min(if value < 10 { usize::MAX } else { settings.wanted - found.words.len() })
            }
            'g'..='z' => character as usize - 'f' as usize,
            _ => return Err(found.stop(&start, "0 to 9, a to e, `.`, or g to z for empty ones")),
        };
        found.skip(empty, scan, &start)?;
    }
    Ok(found.words)
}

fn write_number4(words: &[Word], _: &Settings<'_>) -> Result<String, Unwritable> {
    let (mut text, mut empty, mut place) = (String::new(), 0, 0);
    while place < words.len() {
        let Some(word) = &words[place] else {
            empty += 1;
            place += 1;
            continue;
        };
        text.push_str(&G_TO_Z.text(std::mem::take(&mut empty)));
        if word == "?" {
            text.push('.');
            place += 1;
            continue;
        }
        let number = natural(word).filter(|number| *number < 5).ok_or_else(|| unwritable(words, place))?;
        // pzpr counts places beyond the board as empty ones.
        let is_clue = |place: usize| words.get(place).is_some_and(Option::is_some);
        let after = if is_clue(place + 1) { 0 } else { 1 + usize::from(!is_clue(place + 2)) };
        // A character for one empty place is not written where no place is left.
        text.extend(char::from_digit((number + 5 * after) as u32, 16));
        place += 1 + after;
    }
    text.push_str(&G_TO_Z.text(empty));
    Ok(text)
}

/// Numbers of one character.
pub(super) const NUMBER36: Codec = Codec {
    name: "number36",
    summary: "a digit or a letter for 0 to 35, `-` and two of them for more, `.` for nothing; a character for every place",
    example: "12a.-10",
    read: number36,
    write: write_number36,
};

fn number36(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut words = Vec::new();
    while words.len() < settings.wanted {
        let start = *scan;
        words.push(match scan.take() {
            Some('-') => {
                let number = scan.digits(2, 36).ok_or_else(|| scan.unexpected("two digits or letters"))?;
                Some(number.to_string())
            }
            Some(character) => match character.to_digit(36) {
                Some(number) if settings.most.is_none_or(|most| (1..=most).contains(&(number as usize))) => {
                    Some(number.to_string())
                }
                Some(_) => {
                    let most = settings.most.unwrap_or_default();
                    return Err(start.unexpected(&format!("a number from 1 to {most}, a for 10 and so on")));
                }
                None if matches!(character, '.' | '%' | '@') => None,
                None => return Err(start.unexpected("a digit, a letter, `-` or `.`")),
            },
            None => return Err(ends_early(scan, words.len(), settings)),
        });
    }
    Ok(words)
}

fn write_number36(words: &[Word], _: &Settings<'_>) -> Result<String, Unwritable> {
    let digit = |number: usize| char::from_digit(number as u32, 36);
    let mut text = String::new();
    for (place, word) in words.iter().enumerate() {
        let number = word.as_ref().map(|word| natural(word).filter(|number| *number < 36 * 36));
        match number {
            None => text.push('.'),
            Some(Some(number)) if number < 36 => text.extend(digit(number)),
            Some(Some(number)) => {
                text.push('-');
                text.extend(digit(number / 36).into_iter().chain(digit(number % 36)));
            }
            Some(None) => return Err(unwritable(words, place)),
        }
    }
    Ok(text)
}

/// One kind of thing.
pub(super) const THINGS: Codec = Codec {
    name: "things",
    summary: "0 to h is a thing (the word 1) and 0 to 17 empty places after it; i to z is a run of 1 to 18 empty places",
    example: "0i1",
    read: things,
    write: write_things,
};

fn things(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    while found.are_missing() {
        let start = *scan;
        let Some(value) = scan.take().and_then(|character| character.to_digit(36)) else {
            return Err(found.stop(&start, "0 to 9 or a to z"));
        };
        let value = value as usize;
        if value < 18 {
            found.words.push(Some("1".to_string()));
        }
        found.skip(if value < 18 { value } else { value - 17 }, scan, &start)?;
    }
    Ok(found.words)
}

/// As pzpr writes them: a run of 17 empty places ends what a thing counts.
fn write_things(words: &[Word], _: &Settings<'_>) -> Result<String, Unwritable> {
    let mut text = String::new();
    // The empty places since the last thing, or since a character that ended; `None` right after such a character.
    let (mut count, mut have) = (None::<u32>, false);
    let flush = |text: &mut String, count: u32, have: bool| {
        text.extend(char::from_digit(if have { count } else { count + 17 }, 36));
    };
    for (place, word) in words.iter().enumerate() {
        match word.as_deref() {
            Some("1") => {
                if let Some(count) = count {
                    flush(&mut text, count, have);
                }
                (count, have) = (Some(0), true);
            }
            Some(_) => return Err(unwritable(words, place)),
            None => {
                let now = count.map_or(1, |count| count + 1);
                let full = if have { now == 17 } else { now == 18 };
                if full {
                    flush(&mut text, now, have);
                }
                (count, have) = if full { (None, false) } else { (Some(now), have) };
            }
        }
    }
    if let Some(count) = count {
        flush(&mut text, count, have);
    }
    Ok(text)
}
