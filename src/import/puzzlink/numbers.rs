//! How bodies of links tell the numbers of cells, one after the other in reading order, with letters for what is empty.
//!
//! The encodings are those of pzpr (`Encode.js` of pzprjs), called by its names there: *number16* (`g` one empty cell to `z`
//! twenty), *number10* (`a` to `z`), *4cell* (0 to 4, and what follows is told by the same character), *1cell* (one kind of
//! thing), *circle* (three cells a character).

use crate::diagnostic::Diagnostic;
use crate::import::scan::Scan;

/// What is told about a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clue {
    Nothing,
    /// There is a clue, and its number is not told.
    Unknown,
    Number(usize),
}

impl Clue {
    /// As a mark, `?` without its number.
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

/// Clues as they come, up to the number that is wanted.
struct Clues<'w> {
    told: Vec<Clue>,
    wanted: usize,
    /// What they are clues of, as in `cells of the board`.
    what: &'w str,
}

impl<'w> Clues<'w> {
    fn new(wanted: usize, what: &'w str) -> Self {
        Clues { told: Vec::new(), wanted, what }
    }

    fn are_missing(&self) -> bool {
        self.told.len() < self.wanted
    }

    /// So many empty ones, that the characters since `start` tell.
    fn skip(&mut self, count: usize, scan: &Scan<'_>, start: &Scan<'_>) -> Result<(), Diagnostic> {
        let left = self.wanted - self.told.len();
        if count > left {
            let (told, wanted, what) = (self.told.len() + count, self.wanted, self.what);
            let message = format!("the link has at least {told} {what}; expected {wanted}");
            return Err(
                Diagnostic::new("link-cells", message).at(scan.since(start), format!("{count} where {left} are left"))
            );
        }
        self.told.extend(std::iter::repeat_n(Clue::Nothing, count));
        Ok(())
    }

    /// The link ends here, or has a character that it should not have.
    fn stop(&self, scan: &Scan<'_>, accepted: &str) -> Diagnostic {
        if scan.peek().is_some() {
            return scan.unexpected(accepted);
        }
        let (told, wanted, what) = (self.told.len(), self.wanted, self.what);
        let message = format!("the link has {told} {what}; expected {wanted}");
        Diagnostic::new("link-cells", message).at(scan.here(), "it ends here")
    }
}

/// A number of number16, or nothing where none is next.
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

/// number16: a number up to 15 is one hexadecimal digit, a larger one has a sign before it; `.` is a number that is not told.
pub(super) fn number16(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<Clue>, Diagnostic> {
    let mut clues = Clues::new(wanted, what);
    while clues.are_missing() {
        let start = *scan;
        if let Some(clue) = one16(scan)? {
            clues.told.push(clue);
        } else if let Some(letter @ 'g'..='z') = scan.peek() {
            scan.take();
            clues.skip(letter as usize - 'f' as usize, scan, &start)?;
        } else {
            return Err(clues.stop(scan, "a hexadecimal digit, `-`, `+`, `.`, or g to z for empty ones"));
        }
    }
    Ok(clues.told)
}

/// 4cell: a digit below 5; 5 to 9 and a to e are 0 to 4 with one and two empty cells behind.
pub(super) fn number4(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<Clue>, Diagnostic> {
    let mut clues = Clues::new(wanted, what);
    while clues.are_missing() {
        let start = *scan;
        let Some(character) = scan.take() else { return Err(clues.stop(scan, "")) };
        let empty = match character {
            '.' => {
                clues.told.push(Clue::Unknown);
                0
            }
            '0'..='9' | 'a'..='e' => {
                let value = character.to_digit(16).map_or(0, |value| value as usize);
                clues.told.push(Clue::Number(value % 5));
                // The last clue of a board is told with two empty cells behind it, whether they are there or not.
                (value / 5).min(if value < 10 { usize::MAX } else { clues.wanted - clues.told.len() })
            }
            'g'..='z' => character as usize - 'f' as usize,
            _ => return Err(clues.stop(&start, "0 to 9, a to e, `.`, or g to z for empty ones")),
        };
        clues.skip(empty, scan, &start)?;
    }
    Ok(clues.told)
}

/// 1cell: 0 to h is a thing and so many empty cells behind it; i to z is one empty cell to eighteen.
pub(super) fn things(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<bool>, Diagnostic> {
    let mut clues = Clues::new(wanted, what);
    while clues.are_missing() {
        let start = *scan;
        let Some(value) = scan.take().and_then(|character| character.to_digit(36)) else {
            return Err(clues.stop(&start, "0 to 9 or a to z"));
        };
        let value = value as usize;
        if value < 18 {
            clues.told.push(Clue::Number(1));
        }
        clues.skip(if value < 18 { value } else { value - 17 }, scan, &start)?;
    }
    Ok(clues.told.into_iter().map(|clue| clue != Clue::Nothing).collect())
}

/// Three of 0, 1 and 2 a character, in base 27: circles.
pub(super) fn triples(scan: &mut Scan<'_>, wanted: usize, what: &str) -> Result<Vec<usize>, Diagnostic> {
    packed(scan, wanted, what, 27, 3)
}

/// Characters that are digits of a base, each of them some digits of a smaller one: 27 is 3 x 3 x 3, 32 is 2 x 2 x 2 x 2 x 2.
pub(super) fn packed(
    scan: &mut Scan<'_>,
    wanted: usize,
    what: &str,
    base: u32,
    digit: u32,
) -> Result<Vec<usize>, Diagnostic> {
    let each = base.ilog(digit);
    let mut told = Vec::new();
    while told.len() < wanted {
        let start = *scan;
        let Some(value) = scan.take().and_then(|character| character.to_digit(base)) else {
            if start.peek().is_some() {
                let last = char::from_digit(base - 1, base).unwrap_or('z');
                return Err(start.unexpected(&format!("0 to 9 or a to {last}")));
            }
            let message = format!("the link has {} {what}; expected {wanted}", told.len());
            return Err(Diagnostic::new("link-cells", message).at(scan.here(), "it ends here"));
        };
        let values = (0..each).rev().map(|place| (value / digit.pow(place) % digit) as usize);
        told.extend(values.take(wanted - told.len()));
    }
    Ok(told)
}

/// An arrow with its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrow {
    /// `^ v < >`, or none.
    pub(super) direction: Option<char>,
    pub(super) number: Option<usize>,
}

/// arrow number16: a digit is the direction and one the number; 5 more for two digits, `-` before for three; `.` a number
/// that is not told; a to z empty cells.
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
        let is_untold = digits == 0 || digits == 1 && scan.eats('.');
        let number = match is_untold {
            true => None,
            false => Some(
                scan.digits(digits, 16)
                    .ok_or_else(|| scan.unexpected(&format!("a number of {digits} hexadecimal digits")))?,
            ),
        };
        clues.told.push(Clue::Unknown);
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
        let told = decode(&mut scan, wanted, "cells").map_err(|wrong| wrong.message)?;
        scan.ends().map_err(|wrong| wrong.message)?;
        Ok(told)
    }

    fn marks(clues: Vec<Clue>) -> String {
        clues.into_iter().map(|clue| clue.mark().unwrap_or_else(|| "_".to_string())).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_up_to_any_size() {
        let told = read("0f-10+100=000%000*0000$00000.g", 10, number16).expect("it is well formed");
        assert_eq!(marks(told), "0 15 16 256 4096 8192 12240 77776 ? _");
        assert_eq!(marks(read("g1i2", 6, number16).expect("it is well formed")), "_ 1 _ _ _ 2");
        assert_eq!(read("z", 20, number16).map(|told| told.len()), Ok(20));
    }

    #[test]
    fn numbers_below_five_with_what_is_behind_them() {
        assert_eq!(marks(read("05a.g", 8, number4).expect("it is well formed")), "0 0 _ 0 _ _ ? _");
        assert_eq!(marks(read("4e", 2, number4).expect("the last may tell more")), "4 4");
        assert_eq!(marks(read("9", 2, number4).expect("it is well formed")), "4 _");
    }

    #[test]
    fn things_and_circles() {
        let told = read("0i1", 4, things).expect("it is well formed");
        assert_eq!(told, [true, false, true, false]);
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
    fn what_is_wrong_is_counted() {
        assert_eq!(read("12", 4, number16), Err("the link has 2 cells; expected 4".to_string()));
        assert_eq!(read("1k", 4, number16), Err("the link has at least 6 cells; expected 4".to_string()));
        assert_eq!(read("12g", 2, number16).unwrap_err(), "unexpected text after the last item");
        assert_eq!(read("1!", 4, number16), Err("unexpected `!`".to_string()));
        assert_eq!(read("-1", 1, number16), Err("unexpected `1`".to_string()));
        assert_eq!(read("0f", 6, number4), Err("unexpected `f`".to_string()));
        assert_eq!(read("09", 2, number4), Err("the link has at least 3 cells; expected 2".to_string()));
        assert_eq!(read("i", 5, triples), Err("the link has 3 cells; expected 5".to_string()));
        assert_eq!(read("r", 3, triples), Err("unexpected `r`".to_string()));
        assert_eq!(read("1", 3, arrows), Err("it ends too early".to_string()));
        assert_eq!(read("5", 3, arrows), Err("it ends too early".to_string()));
    }
}
