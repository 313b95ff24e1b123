//! Codes of numbers with arrows.
//!
//! A word is a number or `?` and an arrow: `3>`, `?^`; without an arrow, the number alone. Imports `sequence` and `numbers`.

use super::code::{Codec, Settings, Word};
use super::numbers::natural;
use super::sequence::{self, A_TO_Z, Found, Runs};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// The arrows of the directions 1 to 4.
const ARROWS: [char; 4] = ['^', 'v', '<', '>'];

/// Arrows with numbers.
pub(super) const ARROWS16: Codec = Codec {
    name: "arrows16",
    summary: "a direction 0 to 4 (none, ^, v, <, >) and a hexadecimal digit; 5 to 9 and two, `-` and a direction and three; `.` for \
        `?`; `+` is the word +; a to z for 1 to 26 empty places",
    example: "13b2.914",
    read: arrows16,
    write: |words, settings| {
        let word = |word: &str| if word == "+" { Some("+".to_string()) } else { written(word) };
        sequence::write(words, settings, runs(settings), word)
    },
};

const ACCEPTED: &str = "a direction 0 to 4 and a number, or a to z for empty ones";

fn runs(settings: &Settings<'_>) -> Runs {
    settings.runs.map_or(A_TO_Z, |(first, last)| Runs { first, last })
}

fn arrows16(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    sequence::read(scan, settings, runs(settings), ACCEPTED, |scan| match scan.eats('+') {
        true => Ok(Some("+".to_string())),
        false => arrow(scan),
    })
}

/// Reads an arrow and its number.
fn arrow(scan: &mut Scan<'_>) -> Result<Word, Diagnostic> {
    let (digits, direction) = match scan.peek() {
        Some(digit @ '0'..='4') => (1, digit as usize - '0' as usize),
        Some(digit @ '5'..='9') => (2, digit as usize - '5' as usize),
        Some('-') => (3, 0),
        _ => return Ok(None),
    };
    scan.take();
    let direction = match digits {
        3 => {
            let direction = scan.clone().digits(1, 5);
            direction.inspect(|_| _ = scan.take()).ok_or_else(|| scan.unexpected("a direction, 0 to 4"))?
        }
        _ => direction,
    };
    let number = match digits == 1 && scan.eats('.') {
        true => "?".to_string(),
        false => scan
            .digits(digits, 16)
            .ok_or_else(|| scan.unexpected(&format!("a number of {digits} hexadecimal digits")))?
            .to_string(),
    };
    let arrow = direction.checked_sub(1).map_or(String::new(), |at| ARROWS[at].to_string());
    Ok(Some(number + &arrow))
}

fn written(word: &str) -> Option<String> {
    let at = word.chars().last().and_then(|last| ARROWS.iter().position(|arrow| *arrow == last));
    let number = word.trim_end_matches(ARROWS);
    let direction = at.map_or(0, |at| at + 1);
    if word.len() - number.len() > 1 {
        return None;
    }
    if number == "?" {
        return Some(format!("{direction}."));
    }
    match natural(number)? {
        number @ 0..16 => Some(format!("{direction}{number:x}")),
        number @ 16..256 => Some(format!("{}{number:02x}", direction + 5)),
        number @ 256..4096 => Some(format!("-{direction}{number:03x}")),
        _ => None,
    }
}

/// The clues of Castle Wall: a colour, an arrow and a number.
pub(super) const CASTLE: Codec = Codec {
    name: "castle",
    summary: "a colour 0 to 2 and an arrow with a number, as in arrows16; a to z for 1 to 26 empty places. Words: `0:3>`",
    example: "013b22.",
    read: castle,
    write: |words, settings| sequence::write(words, settings, A_TO_Z, coloured),
};

fn castle(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    while found.are_missing() {
        let start = *scan;
        match scan.take() {
            Some(colour @ '0'..='2') => match arrow(scan)? {
                Some(word) => found.words.push(Some(format!("{colour}:{word}"))),
                None => return Err(found.stop(scan, "an arrow and a number")),
            },
            Some(letter @ 'a'..='z') => found.skip(letter as usize - 'a' as usize + 1, scan, &start)?,
            _ => return Err(found.stop(&start, "a colour 0 to 2, an arrow and a number, or a to z for empty ones")),
        }
    }
    Ok(found.words)
}

fn coloured(word: &str) -> Option<String> {
    let (colour, arrow) = word.split_once(':')?;
    matches!(colour, "0" | "1" | "2").then(|| written(arrow).map(|arrow| format!("{colour}{arrow}")))?
}
