//! Codes of the game IDs of Simon Tatham's collection: cells in reading order, a to z for runs of 1 to 26 empty cells.
//!
//! Imports the frame in `sequence`. Source of the formats: the comments and `validate_desc` of each game in the collection.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::numbers::natural;
use super::sequence::{self, A_TO_Z, Found};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// Numbers of one digit.
pub(super) const DIGITS: Codec = Codec {
    name: "digits",
    summary: "a decimal digit up to `most`, A to Z for 10 to 35, a to z for 1 to 26 empty places; of game IDs",
    example: "a1b4",
    read: digits,
    write: |words, settings| {
        let most = settings.most.unwrap_or(9).min(35);
        let text = sequence::write(words, settings, A_TO_Z, |word| {
            let number = natural(word).filter(|number| *number <= most)?;
            char::from_digit(number as u32, 36).map(|digit| digit.to_ascii_uppercase().to_string())
        })?;
        Ok(if settings.short { shortened(text, words) } else { text })
    },
};

/// Leaves out the run at the end.
fn shortened(text: String, words: &[Word]) -> String {
    match words.last() {
        Some(None) => text.trim_end_matches(|letter: char| letter.is_ascii_lowercase()).to_string(),
        _ => text,
    }
}

fn digits(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let most = settings.most.unwrap_or(9).min(35);
    sequence::read(scan, settings, A_TO_Z, "a number, or a to z for empty cells", |scan| {
        let digit = scan.peek().filter(|digit| digit.is_ascii_digit() || most > 9 && digit.is_ascii_uppercase());
        let Some(digit) = digit.and_then(|digit| digit.to_digit(36)) else { return Ok(None) };
        if digit as usize > most {
            return Err(scan.unexpected(&format!("a number up to {most}")));
        }
        scan.take();
        Ok(Some(digit.to_string()))
    })
}

/// Marks with the number of empty places before them.
pub(super) const GAPS: Codec = Codec {
    name: "gaps",
    summary: "a to y is 0 to 24 empty places and a mark after them (the word 1; A to Y: the word 2), z is 25 empty places; with `runs` \
        from `_` on, `_` is none and a to y are 1 to 25. One more mark ends the places, or, with `short`, empty ones at the end are \
        left out; of game IDs",
    example: "azcB",
    read: gaps,
    write: write_gaps,
};

/// The same, where a mark in the last place ends the places, too.
pub(super) const SQUARES: Codec = Codec {
    name: "squares",
    summary: "as `gaps`, without one more mark after a mark in the last place; of game IDs",
    example: "azcB",
    read: squares,
    write: write_squares,
};

fn squares(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    read_gaps(scan, settings, true)
}

fn write_squares(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let is_full = words.last().is_some_and(Option::is_some);
    write_gaps(words, &Settings { short: is_full, ..settings.clone() })
}

fn gaps(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    read_gaps(scan, settings, false)
}

/// Returns the character for no empty place, and the largest number of them before a mark.
fn first_gap(settings: &Settings<'_>) -> (char, usize) {
    if settings.runs.is_some_and(|(first, _)| first == '_') { ('_', 25) } else { ('a', 24) }
}

/// Reads gaps; `full` if a mark in the last place ends them.
fn read_gaps(scan: &mut Scan<'_>, settings: &Settings<'_>, full: bool) -> Result<Vec<Word>, Diagnostic> {
    let (first, most) = first_gap(settings);
    let wanted = settings.wanted + usize::from(!settings.short);
    let all = Settings { wanted, ..settings.clone() };
    let mut found = Found::new(&all);
    let is_full = |words: &[Word]| full && words.len() == settings.wanted && words.last().is_some_and(Option::is_some);
    while found.are_missing() && !is_full(&found.words) {
        let start = *scan;
        let letter = match scan.take() {
            Some(letter) if letter == first || letter.is_ascii_alphabetic() => letter,
            None if settings.short => break,
            _ => return Err(found.stop(&start, &format!("{first}, or a letter"))),
        };
        let lower = letter.to_ascii_lowercase();
        let gap = if letter == '_' { 0 } else { lower as usize - 'a' as usize + most - 24 };
        if lower == 'z' {
            found.skip(25, scan, &start)?;
            continue;
        }
        found.skip(gap, scan, &start)?;
        if !found.are_missing() {
            return Err(start.unexpected("no mark after the last place"));
        }
        found.words.push(Some(if letter.is_ascii_uppercase() { "2" } else { "1" }.to_string()));
    }
    if !settings.short && found.words.last().is_none_or(Option::is_none) {
        return Err(scan.unexpected("a letter that ends the places"));
    }
    found.words.resize(settings.wanted, None);
    Ok(found.words)
}

fn write_gaps(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let (first, most) = first_gap(settings);
    let (mut text, mut gap) = (String::new(), 0);
    let end = Some("1".to_string());
    let all = words.iter().chain((!settings.short).then_some(&end));
    for (place, word) in all.enumerate() {
        let Some(word) = word else {
            gap += 1;
            continue;
        };
        while gap > most {
            text.push('z');
            gap -= 25;
        }
        let letter = if gap == 0 { first } else { char::from(b'a' + (gap + 24 - most) as u8) };
        text.push(match word.as_str() {
            "1" => letter,
            "2" if letter != '_' => letter.to_ascii_uppercase(),
            _ => return Err(unwritable(words, place)),
        });
        gap = 0;
    }
    Ok(text)
}

/// Numbers after commas.
pub(super) const COMMAS: Codec = Codec {
    name: "commas",
    summary: "a comma and a decimal number for each place; of game IDs",
    example: ",3,1,0",
    read: |scan, settings| {
        let item = |scan: &mut Scan<'_>| {
            if !scan.eats(',') {
                return Err(
                    scan.unexpected(&format!("a comma and a number for each of {} {}", settings.wanted, settings.what))
                );
            }
            let number = scan.number().ok_or_else(|| scan.unexpected("a number"))?;
            Ok(Some(number.to_string()))
        };
        (0..settings.wanted).map(|_| item(scan)).collect()
    },
    write: |words, _| {
        let item = |(place, word): (usize, &Word)| {
            let number = word.as_deref().and_then(natural).ok_or_else(|| unwritable(words, place))?;
            Ok(format!(",{number}"))
        };
        words.iter().enumerate().map(item).collect()
    },
};

/// Numbers between slashes.
pub(super) const SLASHES: Codec = Codec {
    name: "slashes",
    summary: "a decimal number or nothing for each place, `/` between two; of game IDs",
    example: "/2///3",
    read: |scan, settings| {
        let mut words = Vec::new();
        for place in 0..settings.wanted {
            if place > 0 && !scan.eats('/') {
                let message = format!("the ID has {place} {}; expected {}", settings.what, settings.wanted);
                return Err(Diagnostic::new("game-cells", message).at(scan.here(), "expected `/`"));
            }
            words.push(scan.number().map(|number| number.to_string()));
        }
        Ok(words)
    },
    write: |words, _| {
        let item = |(place, word): (usize, &Word)| match word.as_deref() {
            None => Ok(String::new()),
            Some(word) => natural(word).map(|number| number.to_string()).ok_or_else(|| unwritable(words, place)),
        };
        let items: Result<Vec<String>, Unwritable> = words.iter().enumerate().map(item).collect();
        Ok(items?.join("/"))
    },
};

/// Numbers of one digit, or in brackets.
pub(super) const BRACKETS: Codec = Codec {
    name: "brackets",
    summary: "a decimal digit for each place, or a longer number in brackets, up to `most`; of game IDs",
    example: "31[12]0",
    read: |scan, settings| {
        let most = settings.most.unwrap_or(usize::MAX);
        let item = |scan: &mut Scan<'_>| {
            let start = *scan;
            let number = match scan.eats('[') {
                true => scan.number().filter(|_| scan.eats(']')),
                false => scan.take().and_then(|digit| digit.to_digit(10)).map(|digit| digit as usize),
            };
            let number = number.filter(|number| *number <= most);
            let number = number.ok_or_else(|| start.unexpected(&format!("a number from 0 to {most}")))?;
            Ok(Some(number.to_string()))
        };
        (0..settings.wanted).map(|_| item(scan)).collect()
    },
    write: |words, settings| {
        let most = settings.most.unwrap_or(usize::MAX);
        let item = |(place, word): (usize, &Word)| {
            let number = word.as_deref().and_then(natural).filter(|number| *number <= most);
            let number = number.ok_or_else(|| unwritable(words, place))?;
            Ok(if number < 10 { number.to_string() } else { format!("[{number}]") })
        };
        words.iter().enumerate().map(item).collect()
    },
};

/// The borders of a map.
pub(super) const EDGES: Codec = Codec {
    name: "edges",
    summary: "borders between cells of a column, then those between cells of a row, column by column: a to y are 1 to 25 that are \
        alike, open and closed in turn, z is 25 without a turn; the first run has one more. Of game IDs; into a picture: the regions",
    example: "cbbdec",
    read: edges,
    write: write_edges,
};

/// Returns the places of `borders` in the order of an ID.
fn order((rows, columns): (usize, usize)) -> impl Iterator<Item = usize> {
    let upright = rows * columns.saturating_sub(1);
    let level = (0..rows.saturating_sub(1) * columns).map(move |at| upright + at);
    let rest = (0..columns.saturating_sub(1)).flat_map(move |column| (0..rows).map(move |row| (row, column)));
    level.chain(rest.map(move |(row, column)| row * (columns - 1) + column))
}

fn edges(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    // The first run has one that is no border.
    let all = Settings { wanted: settings.wanted + 1, ..settings.clone() };
    let mut found = Found::new(&all);
    let mut is_closed = false;
    while found.are_missing() {
        let start = *scan;
        let Some(letter) = scan.take().filter(char::is_ascii_lowercase) else {
            return Err(found.stop(&start, "a to z for borders that are alike"));
        };
        let run = (letter as usize - 'a' as usize + 1).min(25);
        let first = found.words.len();
        found.skip(run, scan, &start)?;
        if is_closed {
            found.words[first..].fill(Some("1".to_string()));
        }
        is_closed ^= letter != 'z';
    }
    let mut words = vec![None; settings.wanted];
    for (word, place) in found.words.into_iter().skip(1).zip(order(settings.size)) {
        words[place] = word;
    }
    Ok(words)
}

fn write_edges(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    if let Some(place) = words.iter().position(|word| word.as_ref().is_some_and(|word| word != "1")) {
        return Err(unwritable(words, place));
    }
    let letter = |run: u8| char::from(b'a' - 1 + run);
    let (mut text, mut run, mut is_closed) = (String::new(), 1, false);
    for place in order(settings.size) {
        if words[place].is_some() != is_closed {
            text.push(letter(run));
            (run, is_closed) = (0, !is_closed);
        } else if run == 25 {
            text.push('z');
            run = 0;
        }
        run += 1;
    }
    text.push(letter(run));
    Ok(text)
}

/// Numbers of any length.
pub(super) const SPACED: Codec = Codec {
    name: "spaced",
    summary: "a decimal number from 1 to `most`, `_` between two numbers, a to z for 1 to 26 empty places; of game IDs",
    example: "a12_3b4",
    read: spaced,
    write: write_spaced,
};

fn spaced(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let most = settings.most.unwrap_or(usize::MAX);
    let accepted = format!("a number from 1 to {most}");
    sequence::read(scan, settings, A_TO_Z, "a number, or a to z for empty cells", |scan| {
        while scan.eats('_') {}
        let start = *scan;
        if !scan.peek().is_some_and(|digit| digit.is_ascii_digit()) {
            return Ok(None);
        }
        let number = scan.number().filter(|number| (1..=most).contains(number));
        Ok(Some(number.ok_or_else(|| start.unexpected(&accepted))?.to_string()))
    })
}

fn write_spaced(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let most = settings.most.unwrap_or(usize::MAX);
    let mut text = String::new();
    let mut start = 0;
    for (place, word) in words.iter().enumerate() {
        let Some(word) = word else { continue };
        text.push_str(&A_TO_Z.text(place - start));
        if place == start && place > 0 {
            text.push('_');
        }
        let number = natural(word).filter(|number| (1..=most).contains(number));
        text.push_str(&number.ok_or_else(|| unwritable(words, place))?.to_string());
        start = place + 1;
    }
    text.push_str(&A_TO_Z.text(words.len() - start));
    Ok(text)
}
