//! Decoders for the numbers in the bodies of links: cells in reading order, letters for runs of empty cells.
//!
//! The encodings are those of pzpr (`Encode.js` of pzprjs), under its names: *number16* (`g` is one empty cell, `z` is
//! twenty), *number10* (`a` to `z`), *4cell* (0 to 4; the same character counts the empty cells after it), *1cell* (one kind
//! of object), *circle* (three cells per character).

use crate::diagnostic::Diagnostic;
use crate::import::scan::Scan;

/// The clue of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clue {
    Nothing,
    /// A clue without a number.
    Unknown,
    Number(usize),
}

impl Clue {
    /// Returns the mark of the clue: `?` if it has no number.
    pub(super) fn mark(self) -> Option<String> {
        match self {
            Clue::Nothing => None,
            Clue::Unknown => Some("?".to_string()),
            Clue::Number(number) => Some(number.to_string()),
        }
    }

    pub(super) fn number(self) -> Option<usize> {
        match self {
            Clue::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// The clues read so far, and how many are expected.
struct Clues<'w> {
    found: Vec<Clue>,
    wanted: usize,
    /// The plural noun for messages, such as `cells`.
    what: &'w str,
}

impl<'w> Clues<'w> {
    fn new(wanted: usize, what: &'w str) -> Self {
        Clues { found: Vec::new(), wanted, what }
    }

    fn are_missing(&self) -> bool {
        self.found.len() < self.wanted
    }

    /// Adds `count` empty cells, which the characters since `start` stand for.
    fn skip(&mut self, count: usize, scan: &Scan<'_>, start: &Scan<'_>) -> Result<(), Diagnostic> {
        let left = self.wanted - self.found.len();
        if count > left {
            let (found, wanted, what) = (self.found.len() + count, self.wanted, self.what);
            let message = format!("the link has at least {found} {what}; expected {wanted}");
            return Err(
                Diagnostic::new("link-cells", message).at(scan.since(start), format!("{count} where {left} are left"))
            );
        }
        self.found.extend(std::iter::repeat_n(Clue::Nothing, count));
        Ok(())
    }

    /// Returns the error for a link that ends here or has an unexpected character here.
    fn stop(&self, scan: &Scan<'_>, accepted: &str) -> Diagnostic {
        if scan.peek().is_some() {
            return scan.unexpected(accepted);
        }
        let (found, wanted, what) = (self.found.len(), self.wanted, self.what);
        let message = format!("the link has {found} {what}; expected {wanted}");
        Diagnostic::new("link-cells", message).at(scan.here(), "it ends here")
    }
}

/// Reads one number of number16; `None` if the next character starts no number.
fn one16(scan: &mut Scan<'_>) -> Result<Option<Clue>, Diagnostic> {
    let Some(first) = scan.peek() else { return Ok(None) };
    let (prefix, digits, more) = match first {
        '.' => {
            scan.take();
            return Ok(Some(Clue::Unknown));
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
        Some(number) => Ok(Some(Clue::Number(number + more))),
        None => Err(scan.unexpected(&format!("{digits} hexadecimal digits after `{first}`"))),
    }
}

/// Decodes number16: one hexadecimal digit for a number up to 15, a prefix for larger ones; `.` is a clue without a number.
pub(super) fn number16(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<Clue>, Diagnostic> {
    let mut clues = Clues::new(wanted, what);
    while clues.are_missing() {
        let start = *scan;
        if let Some(clue) = one16(scan)? {
            clues.found.push(clue);
        } else if let Some(letter @ 'g'..='z') = scan.peek() {
            scan.take();
            clues.skip(letter as usize - 'f' as usize, scan, &start)?;
        } else {
            return Err(clues.stop(scan, "a hexadecimal digit, `-`, `+`, `.`, or g to z for empty ones"));
        }
    }
    Ok(clues.found)
}

/// Decodes 4cell: 0 to 4 is a number; 5 to 9 and a to e are 0 to 4 followed by one or two empty cells.
pub(super) fn number4(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<Clue>, Diagnostic> {
    let mut clues = Clues::new(wanted, what);
    while clues.are_missing() {
        let start = *scan;
        let Some(character) = scan.take() else { return Err(clues.stop(scan, "")) };
        let empty = match character {
            '.' => {
                clues.found.push(Clue::Unknown);
                0
            }
            '0'..='9' | 'a'..='e' => {
                let value = character.to_digit(16).map_or(0, |value| value as usize);
                clues.found.push(Clue::Number(value % 5));
                // The last clue of a board may encode two empty cells after it even if there are none.
                (value / 5).min(if value < 10 { usize::MAX } else { clues.wanted - clues.found.len() })
            }
            'g'..='z' => character as usize - 'f' as usize,
            _ => return Err(clues.stop(&start, "0 to 9, a to e, `.`, or g to z for empty ones")),
        };
        clues.skip(empty, scan, &start)?;
    }
    Ok(clues.found)
}

/// Decodes 1cell: 0 to h is an object followed by 0 to 17 empty cells; i to z is a run of 1 to 18 empty cells.
pub(super) fn things(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<bool>, Diagnostic> {
    let mut clues = Clues::new(wanted, what);
    while clues.are_missing() {
        let start = *scan;
        let Some(value) = scan.take().and_then(|character| character.to_digit(36)) else {
            return Err(clues.stop(&start, "0 to 9 or a to z"));
        };
        let value = value as usize;
        if value < 18 {
            clues.found.push(Clue::Number(1));
        }
        clues.skip(if value < 18 { value } else { value - 17 }, scan, &start)?;
    }
    Ok(clues.found.into_iter().map(|clue| clue != Clue::Nothing).collect())
}

/// Decodes circles: base 27, three digits 0, 1 or 2 per character.
pub(super) fn triples(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<usize>, Diagnostic> {
    packed(scan, wanted, what, 27, 3)
}

/// Decodes digits of a base, each of them several digits of a smaller base: 27 is 3 x 3 x 3, 32 is 2 x 2 x 2 x 2 x 2.
pub(super) fn packed(
    scan: &mut Scan<'_>,
    wanted: usize,
    what: &str,
    base: u32,
    digit: u32,
) -> Result<Vec<usize>, Diagnostic> {
    let each = base.ilog(digit);
    let mut found = Vec::new();
    while found.len() < wanted {
        let start = *scan;
        let Some(value) = scan.take().and_then(|character| character.to_digit(base)) else {
            if start.peek().is_some() {
                let last = char::from_digit(base - 1, base).unwrap_or('z');
                return Err(start.unexpected(&format!("0 to 9 or a to {last}")));
            }
            let message = format!("the link has {} {what}; expected {wanted}", found.len());
            return Err(Diagnostic::new("link-cells", message).at(scan.here(), "it ends here"));
        };
        let values = (0..each).rev().map(|place| (value / digit.pow(place) % digit) as usize);
        found.extend(values.take(wanted - found.len()));
    }
    Ok(found)
}

/// An arrow and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrow {
    /// `^ v < >`, or none.
    pub(super) direction: Option<char>,
    pub(super) number: Option<usize>,
}

/// Decodes arrow number16: a digit for the direction and one for the number; direction + 5 for a number of two digits, a
/// prefix `-` for three digits; `.` is an arrow without a number; a to z are runs of empty cells.
pub(super) fn arrows(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<Option<Arrow>>, Diagnostic> {
    let mut clues = Clues::new(wanted, what);
    let mut arrows = Vec::new();
    while clues.are_missing() {
        let start = *scan;
        let (digits, direction) = match scan.take() {
            Some('+') => (0, 0),
            Some(digit @ '0'..='4') => (1, digit as usize - '0' as usize),
            Some(digit @ '5'..='9') => (2, digit as usize - '5' as usize),
            Some('-') => (3, scan.digits(1, 5).ok_or_else(|| scan.unexpected("a direction, 0 to 4"))?),
            Some(letter @ 'a'..='z') => {
                let empty = letter as usize - 'a' as usize + 1;
                clues.skip(empty, scan, &start)?;
                arrows.extend(std::iter::repeat_n(None, empty));
                continue;
            }
            _ => return Err(clues.stop(&start, "a direction 0 to 4 and a number, or a to z for empty ones")),
        };
        let is_unknown = digits == 0 || digits == 1 && scan.eats('.');
        let number = match is_unknown {
            true => None,
            false => Some(
                scan.digits(digits, 16)
                    .ok_or_else(|| scan.unexpected(&format!("a number of {digits} hexadecimal digits")))?,
            ),
        };
        clues.found.push(Clue::Unknown);
        arrows.push(Some(Arrow { direction: [None, Some('^'), Some('v'), Some('<'), Some('>')][direction], number }));
    }
    Ok(arrows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(body: &str) -> Scan<'_> {
        Scan::new(body, 0, body.len())
    }

    /// Reads a whole body.
    fn read<'a, T>(
        body: &'a str,
        wanted: usize,
        decode: fn(&mut Scan<'a>, usize, &str) -> Result<T, Diagnostic>,
    ) -> Result<T, String> {
        let mut scan = scan(body);
        let found = decode(&mut scan, wanted, "cells").map_err(|wrong| wrong.message)?;
        scan.ends().map_err(|wrong| wrong.message)?;
        Ok(found)
    }

    fn marks(clues: Vec<Clue>) -> String {
        clues.into_iter().map(|clue| clue.mark().unwrap_or_else(|| "_".to_string())).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_up_to_any_size() {
        let found = read("0f-10+100=000%000*0000$00000.g", 10, number16).expect("the body is well formed");
        assert_eq!(marks(found), "0 15 16 256 4096 8192 12240 77776 ? _");
        assert_eq!(marks(read("g1i2", 6, number16).expect("the body is well formed")), "_ 1 _ _ _ 2");
        assert_eq!(read("z", 20, number16).map(|found| found.len()), Ok(20));
    }

    #[test]
    fn numbers_below_five_with_empty_cells_after_them() {
        assert_eq!(marks(read("05a.g", 8, number4).expect("the body is well formed")), "0 0 _ 0 _ _ ? _");
        assert_eq!(
            marks(read("4e", 2, number4).expect("the last character may encode empty cells beyond the board")),
            "4 4"
        );
        assert_eq!(marks(read("9", 2, number4).expect("the body is well formed")), "4 _");
    }

    #[test]
    fn things_and_circles() {
        let found = read("0i1", 4, things).expect("the body is well formed");
        assert_eq!(found, [true, false, true, false]);
        assert_eq!(read("i6", 6, triples), Ok(vec![2, 0, 0, 0, 2, 0]));
        assert_eq!(read("3", 2, triples), Ok(vec![0, 1]));
    }

    #[test]
    fn arrows_have_directions_and_numbers() {
        let arrow = |direction, number| Some(Arrow { direction, number });
        assert_eq!(
            read("13b2.914-4100+", 7, arrows),
            Ok(vec![
                arrow(Some('^'), Some(3)),
                None,
                None,
                arrow(Some('v'), None),
                arrow(Some('>'), Some(20)),
                arrow(Some('>'), Some(256)),
                arrow(None, None)
            ])
        );
    }

    #[test]
    fn errors_state_the_counts() {
        assert_eq!(read("12", 4, number16), Err("the link has 2 cells; expected 4".to_string()));
        assert_eq!(read("1k", 4, number16), Err("the link has at least 6 cells; expected 4".to_string()));
        assert_eq!(read("12g", 2, number16).unwrap_err(), "unexpected text after the last item");
        assert_eq!(read("1!", 4, number16), Err("unexpected `!`".to_string()));
        assert_eq!(read("-1", 1, number16), Err("unexpected `1`".to_string()));
        assert_eq!(read("0f", 6, number4), Err("unexpected `f`".to_string()));
        assert_eq!(read("09", 2, number4), Err("the link has at least 3 cells; expected 2".to_string()));
        assert_eq!(read("i", 5, triples), Err("the link has 3 cells; expected 5".to_string()));
        assert_eq!(read("r", 3, triples), Err("unexpected `r`".to_string()));
        assert_eq!(read("1", 3, arrows), Err("unexpected end".to_string()));
        assert_eq!(read("5", 3, arrows), Err("unexpected end".to_string()));
    }
}
