//! Decoders for the cells of descriptions, in reading order: numbers, and letters for runs of empty cells (a is one, z is
//! 26).

use crate::diagnostic::Diagnostic;
use crate::genre::rooms::Rooms;
use crate::genre::scan::Scan;

/// Reads numbers up to the largest one, separated by `_`, and empty cells.
pub(super) fn numbers(scan: &mut Scan<'_>, wanted: usize, most: usize) -> Result<Vec<Option<usize>>, Diagnostic> {
    let mut values: Vec<Option<usize>> = Vec::new();
    while values.len() < wanted {
        let start = *scan;
        match scan.take() {
            Some(letter @ 'a'..='z') => {
                let (empty, left) = (letter as usize - 'a' as usize + 1, wanted - values.len());
                if empty > left {
                    let message = format!("the ID has at least {} cells; expected {wanted}", values.len() + empty);
                    let place = scan.since(&start);
                    return Err(Diagnostic::new("game-cells", message)
                        .at(place, format!("{empty} cells where {left} are left")));
                }
                values.extend(std::iter::repeat_n(None, empty));
            }
            Some('_') => {}
            Some('0'..='9') => {
                *scan = start;
                let value = scan.number().filter(|value| (1..=most).contains(value));
                values.push(Some(value.ok_or_else(|| start.unexpected(&format!("a number from 1 to {most}")))?));
            }
            Some(_) => return Err(start.unexpected("a number, or a to z for empty cells")),
            None => {
                let message = format!("the ID has {} cells; expected {wanted}", values.len());
                return Err(Diagnostic::new("game-cells", message).at(scan.here(), "it ends here"));
            }
        }
    }
    Ok(values)
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
        let values = numbers(&mut scan("a12_3b4"), 6, 12).expect("the text is well formed");
        assert_eq!(values, [None, Some(12), Some(3), None, None, Some(4)]);
    }

    #[test]
    fn errors_state_the_counts() {
        let wrong = |text: &str, wanted| numbers(&mut scan(text), wanted, 12).unwrap_err().message;
        assert_eq!(wrong("a1", 4), "the ID has 2 cells; expected 4");
        assert_eq!(wrong("1z", 4), "the ID has at least 27 cells; expected 4");
        assert_eq!(wrong("1_13", 4), "unexpected `1`");
        assert_eq!(wrong("99999999999999999999999", 4), "unexpected `9`");
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
