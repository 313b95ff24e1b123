//! Codes of the game IDs of Simon Tatham's collection: cells in reading order, a to z for runs of 1 to 26 empty cells.
//!
//! Imports the frame in `sequence`. Source of the formats: the comments and `validate_desc` of each game in the collection.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::numbers::natural;
use super::sequence::{self, A_TO_Z, Found};
use crate::diagnostic::Diagnostic;
use crate::genre::scan::Scan;

/// Numbers of one digit.
pub(super) const DIGITS: Codec = Codec {
    name: "digits",
    summary: "a decimal digit up to `most`, a to z for 1 to 26 empty places; of game IDs",
    example: "a1b4",
    read: digits,
    write: |words, settings| {
        let most = settings.most.unwrap_or(9).min(9);
        let text = sequence::write(words, settings, A_TO_Z, |word| {
            natural(word).filter(|number| *number <= most).map(|number| number.to_string())
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
    let most = settings.most.unwrap_or(9).min(9);
    sequence::read(scan, settings, A_TO_Z, "a number, or a to z for empty cells", |scan| {
        let Some(digit) = scan.peek().and_then(|digit| digit.to_digit(10)) else { return Ok(None) };
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
    summary: "a to y is 0 to 24 empty places and a mark after them (the word 1; A to Y: the word 2), z is 25 empty places; empty places \
        at the end are left out; of game IDs",
    example: "azcB",
    read: gaps,
    write: write_gaps,
};

fn gaps(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    while found.are_missing() && scan.peek().is_some() {
        let start = *scan;
        let Some(letter) = scan.take().filter(char::is_ascii_alphabetic) else {
            return Err(start.unexpected("a to z or A to Y"));
        };
        let gap = letter.to_ascii_lowercase() as usize - 'a' as usize;
        found.skip(gap, scan, &start)?;
        if letter.eq_ignore_ascii_case(&'z') {
            continue;
        }
        if !found.are_missing() {
            return Err(start.unexpected("no mark after the last place"));
        }
        found.words.push(Some(if letter.is_ascii_lowercase() { "1" } else { "2" }.to_string()));
    }
    found.words.resize(settings.wanted, None);
    Ok(found.words)
}

fn write_gaps(words: &[Word], _: &Settings<'_>) -> Result<String, Unwritable> {
    let (mut text, mut gap) = (String::new(), 0_u8);
    for (place, word) in words.iter().enumerate() {
        let first = match word.as_deref() {
            None => {
                gap += 1;
                if gap == 25 {
                    text.push('z');
                    gap = 0;
                }
                continue;
            }
            Some("1") => b'a',
            Some("2") => b'A',
            Some(_) => return Err(unwritable(words, place)),
        };
        text.push(char::from(first + gap));
        gap = 0;
    }
    // Empty places at the end are left out.
    Ok(text.trim_end_matches('z').to_string())
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
