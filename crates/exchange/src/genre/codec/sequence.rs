//! Items one after the other, with letters for runs of empty places: the frame of most codes, and the code `symbols`.
//!
//! Imports the face of the codes. Start with [`read`] and [`write()`].

use super::code::{Codec, Settings, Unwritable, Word, ends_early, unwritable};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::Diagnostic;

/// The letters for runs of empty places: the one for one place, and the one for the most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runs {
    pub(super) first: char,
    pub(super) last: char,
}

/// `g` is one empty place, `z` is twenty.
pub(super) const G_TO_Z: Runs = Runs { first: 'g', last: 'z' };
/// `a` is one empty place, `z` is 26.
pub(super) const A_TO_Z: Runs = Runs { first: 'a', last: 'z' };

impl Runs {
    fn places(self, letter: char) -> Option<usize> {
        let after = self.order(letter)?.checked_sub(self.order(self.first)?)?;
        (letter <= self.last).then_some(after + 1)
    }

    /// Returns the number of a letter: runs from a digit on go from 9 to a.
    fn order(self, letter: char) -> Option<usize> {
        match self.first.is_ascii_digit() {
            true => letter.to_digit(36).filter(|_| !letter.is_ascii_uppercase()).map(|digit| digit as usize),
            false => Some(letter as usize),
        }
    }

    /// Returns the letter for a number of empty places.
    fn letter(self, places: usize) -> Option<char> {
        let number = u32::try_from(self.order(self.first)? + places - 1).ok()?;
        if self.first.is_ascii_digit() { char::from_digit(number, 36) } else { char::from_u32(number) }
    }

    /// Returns the letters for a number of empty places.
    pub(super) fn text(self, mut places: usize) -> String {
        let longest = self.places(self.last).unwrap_or(0);
        let mut text = String::new();
        while places > 0 && longest > 0 {
            let now = places.min(longest);
            text.extend(self.letter(now));
            places -= now;
        }
        text
    }
}

/// The words read so far.
pub(super) struct Found<'s> {
    pub(super) words: Vec<Word>,
    settings: &'s Settings<'s>,
}

impl<'s> Found<'s> {
    pub(super) fn new(settings: &'s Settings<'s>) -> Self {
        Found { words: Vec::with_capacity(settings.wanted.min(1 << 16)), settings }
    }

    pub(super) fn are_missing(&self) -> bool {
        self.words.len() < self.settings.wanted
    }

    /// Adds `count` empty places, which the characters since `start` stand for.
    pub(super) fn skip(&mut self, count: usize, scan: &Scan<'_>, start: &Scan<'_>) -> Result<(), Diagnostic> {
        let left = self.settings.wanted - self.words.len();
        if count > left {
            let (found, wanted) = (self.words.len() + count, self.settings.wanted);
            let (code, noun) = self.settings.subject();
            let message = format!("the {noun} has at least {found} {}; expected {wanted}", self.settings.what);
            return Err(Diagnostic::new(code, message).at(scan.since(start), format!("{count} where {left} are left")));
        }
        self.words.extend(std::iter::repeat_n(None, count));
        Ok(())
    }

    /// Returns the error for a link that ends here or has an unexpected character here.
    pub(super) fn stop(&self, scan: &Scan<'_>, accepted: &str) -> Diagnostic {
        match scan.peek() {
            Some(_) => scan.unexpected(accepted),
            None => ends_early(scan, self.words.len(), self.settings),
        }
    }
}

/// Reads items and runs. `item` reads one item; `None` if none starts here.
pub(super) fn read(
    scan: &mut Scan<'_>,
    settings: &Settings<'_>,
    runs: Runs,
    accepted: &str,
    item: impl Fn(&mut Scan<'_>) -> Result<Word, Diagnostic>,
) -> Result<Vec<Word>, Diagnostic> {
    let mut found = Found::new(settings);
    while found.are_missing() {
        let start = *scan;
        if let Some((symbol, word)) = settings.symbols.iter().find(|(symbol, _)| scan.rest().starts_with(&**symbol)) {
            symbol.chars().for_each(|_| _ = scan.take());
            found.words.push(Some(word.clone()));
        } else if let Some(word) = item(scan)? {
            found.words.push(Some(word));
        } else if settings.short && scan.peek().is_none() {
            found.words.resize(settings.wanted, None);
        } else if let Some(count) = scan.peek().and_then(|letter| runs.places(letter)) {
            scan.take();
            found.skip(count, scan, &start)?;
        } else {
            return Err(found.stop(scan, accepted));
        }
    }
    Ok(found.words)
}

/// Writes items and runs. `item` writes one word; `None` if it cannot.
pub(super) fn write(
    words: &[Word],
    settings: &Settings<'_>,
    runs: Runs,
    item: impl Fn(&str) -> Option<String>,
) -> Result<String, Unwritable> {
    let (mut text, mut empty) = (String::new(), 0);
    for (place, word) in words.iter().enumerate() {
        let Some(word) = word else {
            empty += 1;
            continue;
        };
        text.push_str(&runs.text(std::mem::take(&mut empty)));
        let symbol = settings.symbols.iter().find(|(_, own)| own == word).map(|(symbol, _)| symbol.clone());
        text.push_str(&symbol.or_else(|| item(word)).ok_or_else(|| unwritable(words, place))?);
    }
    text.push_str(&runs.text(empty));
    Ok(text)
}

/// Symbols of the genre's own.
pub(super) const SYMBOLS: Codec = Codec {
    name: "symbols",
    summary: "the texts in `symbols`, and letters for runs of empty places, as `runs` says (none: every place has a symbol)",
    example: "1a2",
    read: read_symbols,
    write: write_symbols,
};

/// No letter stands for a run.
const NO_RUNS: Runs = Runs { first: '\u{1}', last: '\u{0}' };

fn runs_of(settings: &Settings<'_>) -> Runs {
    settings.runs.map_or(NO_RUNS, |(first, last)| Runs { first, last })
}

fn read_symbols(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    let symbols: Vec<String> = settings.symbols.iter().map(|(symbol, _)| format!("`{symbol}`")).collect();
    let mut accepted = symbols.join(", ");
    if let Some((first, last)) = settings.runs {
        accepted.push_str(&format!(", or {first} to {last} for empty ones"));
    }
    let words = read(scan, settings, runs_of(settings), &accepted, |_| Ok(None))?;
    // The word `.` is nothing.
    Ok(words.into_iter().map(|word| word.filter(|word| word != ".")).collect())
}

fn write_symbols(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    if settings.runs.is_some() {
        return write(words, settings, runs_of(settings), |_| None);
    }
    let words: Vec<Word> = words.iter().map(|word| word.clone().or_else(|| Some(".".to_string()))).collect();
    write(&words, settings, NO_RUNS, |_| None)
}
