//! Decoders for the cells of descriptions, in reading order: numbers, and letters for runs of empty cells (a is one, z is
//! 26).

use crate::diagnostic::Diagnostic;
use crate::genre::rooms::Rooms;
use crate::genre::scan::Scan;

/// The meaning of a run of digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    /// Each digit is a cell, up to this number.
    UpTo(usize),
    /// One number, up to this one; `_` separates numbers.
    Number(usize),
}

/// Reads numbers and empty cells; `other` reads further characters.
pub(super) fn cells<T: Clone>(
    scan: &mut Scan<'_>,
    wanted: usize,
    digits: Digits,
    number: impl Fn(usize) -> T,
    other: impl Fn(char) -> Option<T>,
) -> Result<Vec<Option<T>>, Diagnostic> {
    let mut values: Vec<Option<T>> = Vec::new();
    while values.len() < wanted {
        let start = *scan;
        let cell = match (scan.take(), digits) {
            (Some(letter @ 'a'..='z'), _) => {
                let (empty, left) = (letter as usize - 'a' as usize + 1, wanted - values.len());
                if empty > left {
                    let message = format!("the ID has at least {} cells; expected {wanted}", values.len() + empty);
                    let place = scan.since(&start);
                    return Err(Diagnostic::new("game-cells", message)
                        .at(place, format!("{empty} cells where {left} are left")));
                }
                values.extend(std::iter::repeat_n(None, empty));
                continue;
            }
            (Some('_'), Digits::Number(_)) => continue,
            (Some(digit @ '0'..='9'), Digits::UpTo(most)) => {
                let value = digit as usize - '0' as usize;
                if value > most {
                    return Err(start.unexpected(&format!("a number up to {most}")));
                }
                number(value)
            }
            (Some('0'..='9'), Digits::Number(most)) => {
                *scan = start;
                let value = scan.number().filter(|value| (1..=most).contains(value));
                number(value.ok_or_else(|| start.unexpected(&format!("a number from 1 to {most}")))?)
            }
            (Some(character), _) => match other(character) {
                Some(cell) => cell,
                None => return Err(start.unexpected("a number, or a to z for empty cells")),
            },
            (None, _) => {
                let message = format!("the ID has {} cells; expected {wanted}", values.len());
                return Err(Diagnostic::new("game-cells", message).at(scan.here(), "it ends here"));
            }
        };
        values.push(Some(cell));
    }
    Ok(values)
}

/// Reads numbers and empty cells only.
pub(super) fn numbers(scan: &mut Scan<'_>, wanted: usize, digits: Digits) -> Result<Vec<Option<usize>>, Diagnostic> {
    cells(scan, wanted, digits, |number| number, |_| None)
}

/// Reads the borders of rooms on a square. A letter is a number of neighbouring pairs within one room (`_` is none) followed
/// by a border, except z, which is 25 pairs only. Pairs in rows come first, in reading order, then pairs in columns, column by
/// column. With `repeats`, a number after a letter repeats it.
pub(super) fn rooms(scan: &mut Scan<'_>, side: usize, repeats: bool) -> Result<Rooms, Diagnostic> {
    let wanted = 2 * side * (side - 1);
    let mut open = Vec::with_capacity(wanted + 1);
    let whole = *scan;
    while scan.peek().is_some_and(|next| next != ',') {
        let start = *scan;
        let letter = match scan.take() {
            Some('_') => 0,
            Some(letter @ 'a'..='z') => letter as usize - 'a' as usize + 1,
            _ => return Err(start.unexpected("a to z or `_`, and a comma after the borders")),
        };
        let times = if repeats { scan.number().unwrap_or(1) } else { 1 };
        for _ in 0..times {
            open.extend(std::iter::repeat_n(true, letter.min(25)));
            if letter < 26 {
                open.push(false);
            }
            if open.len() > wanted + 1 {
                let message = format!("the ID has more borders than the {wanted} of the board");
                return Err(Diagnostic::new("game-cells", message).at(scan.since(&start), "too many"));
            }
        }
    }
    if open.len() != wanted + 1 || open[wanted] {
        let message = format!("the ID has {} borders; expected {wanted}", open.len().saturating_sub(1));
        return Err(Diagnostic::new("game-cells", message).at(scan.since(&whole), ""));
    }
    Ok(Rooms::of(side, side, |from, to| {
        let (row, column) = (from / side, from % side);
        if to == from + 1 {
            open[row * (side - 1) + column]
        } else {
            open[side * (side - 1) + column * (side - 1) + row]
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Scan<'_> {
        Scan::new(text, 0, text.len())
    }

    #[test]
    fn numbers_stand_apart() {
        let values = numbers(&mut scan("a12_3b4"), 6, Digits::Number(12)).expect("the text is well formed");
        assert_eq!(values, [None, Some(12), Some(3), None, None, Some(4)]);
        let values = numbers(&mut scan("a12b"), 5, Digits::UpTo(4)).expect("the text is well formed");
        assert_eq!(values, [None, Some(1), Some(2), None, None]);
    }

    #[test]
    fn errors_state_the_counts() {
        let wrong = |text: &str, wanted, digits| numbers(&mut scan(text), wanted, digits).unwrap_err().message;
        assert_eq!(wrong("a1", 4, Digits::UpTo(4)), "the ID has 2 cells; expected 4");
        assert_eq!(wrong("1z", 4, Digits::UpTo(4)), "the ID has at least 27 cells; expected 4");
        assert_eq!(wrong("15", 4, Digits::UpTo(4)), "unexpected `5`");
        assert_eq!(wrong("1_13", 4, Digits::Number(12)), "unexpected `1`");
        assert_eq!(wrong("1_2", 4, Digits::UpTo(4)), "unexpected `_`");
        assert_eq!(wrong("99999999999999999999999", 4, Digits::Number(12)), "unexpected `9`");
    }

    /// `aab / acb / ccb`.
    #[test]
    fn borders_make_rooms() {
        // In rows: a-a joined, a|b, a|c, c|b, c-c joined, c|b. In columns: a-a, a|c; a|c, c-c; b-b, b-b, and the end.
        for (text, repeats) in [("a__aa_c", false), ("a_2a2_c", true)] {
            let rooms =
                rooms(&mut scan(text), 3, repeats).map_err(|wrong| wrong.message).expect("the text is well formed");
            assert_eq!((rooms.room, rooms.count), (vec![0, 0, 1, 0, 2, 1, 2, 2, 1], 3), "{text}");
        }
        assert!(rooms(&mut scan("a__aa_"), 3, false).is_err());
        assert!(rooms(&mut scan("a__aa_cz"), 3, false).is_err());
        assert!(rooms(&mut scan("a__aa_c1"), 3, false).is_err());
    }
}
