//! Codes of single parts of a link: a text, a number, the pieces to place.
//!
//! Imports the face of the codes.

use super::code::{Codec, Settings, Unwritable, Word, unwritable};
use crate::genre::scan::Scan;
use boardwright_base::diagnostic::{Diagnostic, quote};

/// A fixed text.
pub(super) const TEXT: Codec = Codec {
    name: "text",
    summary: "the text in `text`, which carries nothing",
    example: "/",
    read: |scan, settings| {
        for wanted in settings.text.chars() {
            if !scan.eats(wanted) {
                return Err(scan.unexpected(&format!("`{}`", settings.text)));
            }
        }
        Ok(Vec::new())
    },
    write: |_, settings| Ok(settings.text.to_string()),
};

/// A decimal number up to a slash, or a comma.
pub(super) const NUMBER: Codec = Codec {
    name: "number",
    summary: "a decimal number and a slash; a comma in game IDs",
    example: "2/",
    read: |scan, settings| {
        let end = after(settings);
        let mut part = scan.until(end);
        let whole = part;
        let number = part.number().filter(|_| part.rest().is_empty());
        Ok(vec![Some(number.ok_or_else(|| whole.unexpected(&format!("a number and a `{end}`")))?.to_string())])
    },
    write: |words, settings| match words.first().and_then(Option::as_deref) {
        Some(number) if number.parse::<usize>().is_ok() => Ok(format!("{number}{}", after(settings))),
        _ => Err(unwritable(words, 0)),
    },
};

/// The number of one place.
pub(super) const PLACE: Codec = Codec {
    name: "place",
    summary: "the number of one place, counted from 0: the word o",
    example: "7",
    read: |scan, settings| {
        let start = *scan;
        let number = scan.number().filter(|number| *number < settings.wanted);
        let number = number.ok_or_else(|| start.unexpected(&format!("a number below {}", settings.wanted)))?;
        let mut words = vec![None; settings.wanted];
        words[number] = Some("o".to_string());
        Ok(words)
    },
    write: |words, _| {
        let marked: Vec<usize> = (0..words.len()).filter(|&place| words[place].is_some()).collect();
        match marked[..] {
            [place] if words[place].as_deref() == Some("o") => Ok(place.to_string()),
            [place] => Err(unwritable(words, place)),
            [] => Err(unwritable(words, 0)),
            [_, second, ..] => Err(unwritable(words, second)),
        }
    },
};

/// Returns what follows a number.
fn after(settings: &Settings<'_>) -> char {
    if settings.is_id { ',' } else { '/' }
}

/// The pieces of pzpr's banks.
pub(super) const PIECES: Codec = Codec {
    name: "pieces",
    summary: "the pieces to place: `//` and a letter of `fleets`, or `/`, their number, and for each `/`, width, height and cells as \
        bits. A word is a shape, its rows separated by `/`: `##/#.`; equal pieces are words of their own",
    example: "/2/21o/11g",
    read: pieces,
    write: write_pieces,
};

fn pieces(scan: &mut Scan<'_>, settings: &Settings<'_>) -> Result<Vec<Word>, Diagnostic> {
    if !scan.eats('/') {
        return Err(scan.unexpected("`/` and the pieces"));
    }
    if scan.eats('/') {
        let letters: Vec<&str> = settings.fleets.iter().map(|(letter, _)| &**letter).collect();
        let found = settings.fleets.iter().find(|(letter, _)| scan.rest().starts_with(&**letter));
        let Some((letter, fleet)) = found else {
            return Err(scan.unexpected(&format!("a known set of pieces: {}", letters.join(", "))));
        };
        letter.chars().for_each(|_| _ = scan.take());
        return list(&mut Scan::new(fleet, 0, fleet.len()));
    }
    list(scan)
}

/// Reads a number and as many shapes.
fn list(scan: &mut Scan<'_>) -> Result<Vec<Word>, Diagnostic> {
    let mut part = scan.until('/');
    let count = part.number().filter(|_| part.rest().is_empty());
    let count = count.ok_or_else(|| part.unexpected("the number of pieces"))?;
    let mut words = Vec::new();
    for _ in 0..count {
        words.push(Some(shape(scan.until('/'))?));
    }
    if words.is_empty() {
        return Err(Diagnostic::new("link-fleet", "the link has no pieces").at(scan.here(), ""));
    }
    Ok(words)
}

fn shape(mut part: Scan<'_>) -> Result<String, Diagnostic> {
    let whole = part;
    let sides = part.digits(1, 36).and_then(|width| Some((width, part.digits(1, 36)?)));
    let Some((width, height)) = sides.filter(|(width, height)| width * height > 0) else {
        let message = format!("{} is not a piece", quote(whole.rest()));
        return Err(Diagnostic::new("link-fleet", message).at(whole.span(), "expected its width, height and cells"));
    };
    let mut cells = String::new();
    // pzpr leaves out zeros at the end.
    while cells.len() < width * height && part.peek().is_some() {
        let value = part.digits(1, 32).ok_or_else(|| part.unexpected("0 to 9 or a to v"))?;
        cells.extend((0..5).rev().map(|bit| if value >> bit & 1 == 1 { '#' } else { '.' }));
    }
    part.ends()?;
    let count = width * height;
    cells = format!("{cells:.<count$}");
    cells.truncate(count);
    let rows: Vec<&str> = (0..height).map(|row| &cells[row * width..(row + 1) * width]).collect();
    Ok(rows.join("/"))
}

/// Writes a shape: its width, height and cells.
fn written(shape: &str) -> Option<String> {
    let rows: Vec<&str> = shape.split('/').collect();
    let width = rows[0].len();
    let digit = |number: usize| u32::try_from(number).ok().and_then(|number| char::from_digit(number, 36));
    let is_even = rows.iter().all(|row| row.len() == width && row.bytes().all(|cell| cell == b'#' || cell == b'.'));
    if !is_even {
        return None;
    }
    let mut text: String =
        [digit(width).filter(|_| width < 36)?, digit(rows.len()).filter(|_| rows.len() < 36)?].iter().collect();
    for bits in rows.concat().as_bytes().chunks(5) {
        let value = (0..5).fold(0, |value, bit| 2 * value + u32::from(bits.get(bit) == Some(&b'#')));
        text.extend(char::from_digit(value, 32));
    }
    Some(text.trim_end_matches('0').to_string())
}

fn write_pieces(words: &[Word], settings: &Settings<'_>) -> Result<String, Unwritable> {
    let mut shapes = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let shape = word.as_deref().and_then(written);
        shapes.push(shape.ok_or_else(|| unwritable(words, place))?);
    }
    let list = format!("{}/{}", shapes.len(), shapes.join("/"));
    // The order of the pieces means nothing.
    let sorted = |list: &str| {
        let mut parts: Vec<String> = list.split('/').skip(1).map(str::to_string).collect();
        parts.sort();
        parts
    };
    let known = settings.fleets.iter().find(|(_, fleet)| sorted(fleet) == sorted(&list));
    Ok(known.map_or_else(|| format!("/{list}"), |(letter, _)| format!("//{letter}")))
}
