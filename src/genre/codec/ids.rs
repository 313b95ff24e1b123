//! Codes of the game IDs of Simon Tatham's collection: cells in reading order, a to z for runs of 1 to 26 empty cells.
//!
//! Imports the frame in `sequence`. Source of the formats: the comments and `validate_desc` of each game in the collection.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use super::numbers::natural;
use super::sequence::{self, A_TO_Z};
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
